"""The error of Sword of Justice sets in when a recorded game shows it, and only in sets as run."""

from deckspace.engine.records import new_records
from study.conformance.hearthstone.process import SWORD, Process
from study.conformance.hearthstone.sabberstone_views import VIEW_TYPE


def state(process, minions, durability):
    view = new_records(VIEW_TYPE, 1)[0]
    player = view.players[0]
    player.weapon, player.weapon_durability, player.minions = process.book.number(SWORD), durability, minions
    return view


def test_the_sword_errs_from_the_game_on_that_shows_it():
    process = Process("classic_2020_sabberstone")
    early = process.record
    process.see(state(process, 1, 3), state(process, 2, 2))
    process.see(state(process, 2, 2), state(process, 2, 2))  # nobody has come
    assert process.record is early is not process.book.record
    process.see(state(process, 2, 2), state(process, 3, 2))
    assert process.record is process.book.record


def test_by_the_right_rules_it_never_errs():
    process = Process("classic_2020")
    process.see(state(process, 1, 3), state(process, 2, 3))
    assert process.record is process.book.record
