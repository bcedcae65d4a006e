"""What a fair player may know of the opponent's hand, and how it guesses the rest."""

import pytest

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import position, snapshot
from deckspace.engine.hearthstone.state import COPIED, FROM_DECK, FROM_POOL, SEEN
from hearthstone_agents import guesses

BOOK = card_book("classic_2020")


def hands(game, n=80):
    """Return the opponent's hand in each guess of the first player."""
    return [snapshot(world, BOOK)["players"][1]["hand"] for world in guesses(game, BOOK, 0, n)]


def against(hand, deck=("Wisp", "Fireball"), me=None, origins=()):
    """A position in which the enemy holds these cards, with these origins."""
    game = position(BOOK, me or {"class": "ROGUE"}, {"class": "MAGE", "hand": list(hand), "deck": list(deck)})
    for held, origin in zip(game.players[1].hand, origins, strict=False):
        held.origin = origin
    return game


def test_guesses_are_positions_that_could_be():
    me = {"class": "HUNTER", "hand": ["Wisp", "Arcane Shot"], "deck": ["Onyxia", "Wisp"]}
    enemy = {"class": "HUNTER", "hand": ["The Coin", "Wisp", "Explosive Trap"], "secrets": ["Snipe"]}
    game = position(BOOK, me, enemy | {"deck": ["Freezing Trap", "War Golem"]})
    unseen = sorted(["Snipe", "Wisp", "Explosive Trap", "Freezing Trap", "War Golem"])
    secrets, held = set(), set()
    for mine, theirs in (snapshot(world, BOOK)["players"] for world in guesses(game, BOOK, 0, 80)):
        assert sorted(mine["deck"]) == ["Onyxia", "Wisp"] and mine["hand"] == ["Wisp", "Arcane Shot"]
        assert theirs["hand"][0] == "The Coin" and len(theirs["hand"]) == 3
        assert sorted(theirs["hand"][1:] + theirs["deck"] + theirs["secrets"]) == unseen
        secrets.update(theirs["secrets"])
        held.update(theirs["hand"][1:])
    assert secrets == {"Snipe", "Explosive Trap", "Freezing Trap"} and held == set(unseen)


ROGUE = {"class": "ROGUE", "hand": ["Sap"], "deck": ["Sprint", "Eviscerate"]}
GOLEM, UNSEEN = {"name": "War Golem"}, {"War Golem", "Pyroblast", "Wisp", "Fireball"}


@pytest.mark.parametrize(
    "hand, me, possible",
    [
        ([GOLEM | {"cost_change": -3}, "Pyroblast"], None, [UNSEEN, UNSEEN]),  # whatever it costs
        ([GOLEM | {"origin": "seen"}, "Pyroblast"], None, [{"War Golem"}, UNSEEN - {"War Golem"}]),
        (["The Coin", "Pyroblast"], None, [{"The Coin"}, UNSEEN - {"War Golem"}]),
        ([{"name": "Sprint", "origin": "copied"}], ROGUE, [{"Sap", "Sprint", "Eviscerate"}]),
        ([{"name": "Sprint", "origin": "copied"}], None, [{"The Coin"}]),  # the card that it copies is gone
    ],
    ids=["from the deck", "seen", "in no deck", "a copy of an own card", "a copy, nothing left"],
)
def test_what_a_card_in_the_opponents_hand_could_be(hand, me, possible):
    assert [set(cards) for cards in zip(*hands(against(hand, me=me)), strict=True)] == possible


def pool_of(key):
    """The pool that a card's effect draws from: (its number, the keys of its cards)."""
    record = BOOK.record
    entry = record.cards[BOOK.number(key)]
    pc = int(entry.play) or int(record.triggers[entry.first_trigger].pc)
    number = int(record.rows[pc].pool)
    pool = record.pools[number]
    return number, {BOOK.key(int(n)) for n in record.pool_items[pool.first : pool.first + pool.count]}


def test_a_card_from_a_pool_could_be_any_card_of_it():
    number, keys = pool_of("Ysera")
    game = against(["Dream", "Pyroblast"], origins=[FROM_POOL + number])
    found = hands(game)
    assert {hand[0] for hand in found} == keys and len(keys) == 5
    assert {hand[1] for hand in found} == {"Pyroblast", "Wisp", "Fireball"}


def test_a_card_of_the_enemys_class_is_of_my_class_or_of_any_if_my_hero_has_lost_it():
    number, keys = pool_of("Pilfer")
    game = against(["Sap"], origins=[FROM_POOL + number])
    rogues = {hand[0] for hand in hands(game, n=400)}
    game.players[0].hero_class = 0  # as that of Ragnaros, whom Majordomo Executus calls
    any_class = {hand[0] for hand in hands(game)}
    assert {BOOK.table[key].hero_class for key in rogues} == {"ROGUE"} and len(rogues) > 20
    assert len({BOOK.table[key].hero_class for key in any_class}) > 5 and rogues | any_class <= keys


def test_guesses_do_not_depend_on_what_is_hidden():
    number, _ = pool_of("Ysera")
    me = {"class": "ROGUE", "hand": ["Sap", "Sprint"], "deck": ["Wisp"]}
    origins = [FROM_DECK, FROM_POOL + number, COPIED, SEEN]
    one = against(["Wisp", "Dream", "Sap", "War Golem"], ["Fireball"], me, origins)
    other = against(["Fireball", "Nightmare", "Sprint", "War Golem"], ["Wisp"], me, origins)
    assert hands(one) == hands(other)
