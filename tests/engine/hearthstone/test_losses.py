"""What finds no room in the records is counted, and goes with the game."""

import pytest

from deckspace.engine.hearthstone import secrets, state
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, legal, position, take
from deckspace.engine.hearthstone.slow_motion import named_action
from deckspace.engine.hearthstone.state import (
    DIED,
    END_TURN,
    GRANTED,
    MAX_LOST,
    NO_TARGET,
    SECRET_ROOM,
    encode,
)
from deckspace.engine.records import new_record

BOOK = card_book("mastering_2015")


def full(game, where):
    """Fill one of the records up to `where[1]`."""
    name, n = where
    if name == "grants":
        game.characters[1].grants = n
    elif name == "discounts":
        game.players[0].discount_count = n
    else:
        game.died_count = n
    return game


PLAYS = {
    "grants": (GRANTED, "Blessing of Wisdom", "play Blessing of Wisdom on Wisp"),
    "discounts": (state.DISCOUNTS, "Kirin Tor Mage", "play Kirin Tor Mage"),
    "deaths": (DIED, "Arcane Shot", "play Arcane Shot on Wisp"),
}


@pytest.mark.parametrize("name", PLAYS)
def test_what_finds_no_room_is_counted(name):
    room, card, text = PLAYS[name]
    for taken, lost in ((room - 1, 0), (room, 1)):
        game = full(position(BOOK, {"hand": [card], "board": ["Wisp"]}, {}), (name, taken))
        assert after(game, BOOK, named_action(game, BOOK, text)).lost == lost


def test_a_secret_without_room_is_counted_and_not_put_into_play():
    game = position(BOOK, {}, {})
    game.players[0].secret_count = SECRET_ROOM
    secrets.add_secret(game, game.players[0], BOOK.number("Vaporize"), state.FROM_DECK, BOOK.record)
    assert (game.players[0].secret_count, game.lost) == (SECRET_ROOM, 1)


def test_a_stack_that_was_too_small_is_counted_once_for_an_action():
    game, work = position(BOOK, {"deck": ["Wisp"]}, {"deck": ["Wisp"] * 3}), new_record(state.WORK_TYPE)
    work.overflow = 3
    take(game, BOOK.record, work, encode(END_TURN, 0, NO_TARGET))
    assert (game.lost, work.overflow) == (1, 0)
    take(game, BOOK.record, work, encode(END_TURN, 0, NO_TARGET))
    assert game.lost == 1


def test_the_count_stops_where_it_has_no_room_itself():
    game = full(position(BOOK, {"hand": ["Blessing of Wisdom"], "board": ["Wisp"]}, {}), ("grants", GRANTED))
    game.lost = MAX_LOST
    assert after(game, BOOK, legal(game, BOOK)[1]).lost == MAX_LOST
