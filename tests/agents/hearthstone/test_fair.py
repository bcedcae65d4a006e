"""What a fair player may know of the opponent's hand, and how it guesses the rest."""

import numpy as np

from deckspace.agents.hearthstone.fair import HIDDEN_TYPE, guess
from deckspace.compiling import njit
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import copy, position, snapshot
from deckspace.engine.hearthstone.state import COPIED, FROM_DECK, FROM_POOL, SEEN, WORK_TYPE
from deckspace.engine.records import new_record

BOOK = card_book("classic_2020")
GUESSES = 80


@njit
def guess_once(game, book, work, side, hidden):
    guess(game, book, work, side, hidden)


def hands(game, side=0, guesses=GUESSES):
    """Return the opponent's hand in each guess of `side`."""
    found = []
    for seed in range(guesses):
        other = copy(game)
        other.rng = np.uint64(seed)
        guess_once(other, BOOK.record, new_record(WORK_TYPE), side, new_record(HIDDEN_TYPE))
        found.append(snapshot(other, BOOK)["players"][1 - side]["hand"])
    return found


def against(hand, deck=("Wisp", "Fireball"), me=None, origins=()):
    """A position in which the enemy holds these cards, with these origins."""
    game = position(BOOK, me or {"class": "ROGUE"}, {"class": "MAGE", "hand": list(hand), "deck": list(deck)})
    for held, origin in zip(game.players[1].hand, origins, strict=False):
        held.origin = origin
    return game


def test_a_card_of_the_deck_is_any_unseen_one_whatever_it_costs():
    far_sight = {"name": "War Golem", "cost_change": -3}
    game = against([far_sight, "Pyroblast"])
    for place in range(2):
        seen = {hand[place] for hand in hands(game)}
        assert seen == {"War Golem", "Pyroblast", "Wisp", "Fireball"}


def test_a_card_that_was_seen_stays_and_is_not_an_unseen_one():
    returned = {"name": "War Golem", "origin": "seen"}
    found = hands(against([returned, "Pyroblast"]))
    assert {hand[0] for hand in found} == {"War Golem"}
    assert {hand[1] for hand in found} == {"Pyroblast", "Wisp", "Fireball"}


def test_a_card_that_no_deck_holds_stays():
    assert {hand[0] for hand in hands(against(["The Coin", "Pyroblast"]))} == {"The Coin"}


def test_a_copy_of_an_own_card_could_be_any_of_them():
    me = {"class": "ROGUE", "hand": ["Sap"], "deck": ["Sprint", "Eviscerate"]}
    found = hands(against([{"name": "Sprint", "origin": "copied"}], me=me))
    assert {hand[0] for hand in found} == {"Sap", "Sprint", "Eviscerate"}
    nothing_left = hands(against([{"name": "Sprint", "origin": "copied"}], me={"class": "ROGUE"}))
    assert {hand[0] for hand in nothing_left} == {"The Coin"}


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


def test_a_card_of_the_enemys_class_is_of_my_class():
    number, keys = pool_of("Pilfer")
    found = {hand[0] for hand in hands(against(["Sap"], origins=[FROM_POOL + number]), guesses=400)}
    classes = {BOOK.table[key].hero_class for key in found}
    assert classes == {"ROGUE"} and len(found) > 20 and found <= keys


def test_a_card_of_a_class_that_the_hero_has_lost_since_could_be_of_any_class():
    number, keys = pool_of("Pilfer")
    game = against(["Sap"], origins=[FROM_POOL + number])
    game.players[0].hero_class = 0  # as that of Ragnaros, whom Majordomo Executus calls
    found = {hand[0] for hand in hands(game)}
    assert len({BOOK.table[key].hero_class for key in found}) > 5 and found <= keys


def test_guesses_do_not_depend_on_what_is_hidden():
    number, _ = pool_of("Ysera")
    me = {"class": "ROGUE", "hand": ["Sap", "Sprint"], "deck": ["Wisp"]}
    origins = [FROM_DECK, FROM_POOL + number, COPIED, SEEN]
    one = against(["Wisp", "Dream", "Sap", "War Golem"], ["Fireball"], me, origins)
    other = against(["Fireball", "Nightmare", "Sprint", "War Golem"], ["Wisp"], me, origins)
    assert hands(one) == hands(other)
