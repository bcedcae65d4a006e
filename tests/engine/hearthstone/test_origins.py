"""Where the cards of a hand have come from, for every word that puts one there."""

import pytest

from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, position
from deckspace.engine.hearthstone.replay import new_game
from deckspace.engine.hearthstone.slow_motion import named_action
from deckspace.engine.hearthstone.state import COPIED, FROM_DECK, FROM_POOL, SEEN
from deckspace.errors import BadInput

BOOK = card_book("mastering_2015")
DECK = {"class": "ROGUE", "deck": ["Wisp"] * 5}
NAMES = {FROM_DECK: "deck", SEEN: "seen", COPIED: "copied"}


def origins(game, side):
    """A hand as [(card, origin)]; an origin in a pool is given by the pool's cards."""
    player = game.players[side]
    return [(BOOK.name(int(held.card)), origin(int(held.origin))) for held in player.hand[: player.hand_size]]


def origin(code):
    if code < FROM_POOL:
        return NAMES[code]
    pool = BOOK.record.pools[code - FROM_POOL]
    return {BOOK.name(int(n)) for n in BOOK.record.pool_items[pool.first : pool.first + pool.count]}


def does(game, *texts):
    """The game after the actions that are described so."""
    for text in texts:
        game = after(game, BOOK, named_action(game, BOOK, text))
    return game


def test_a_game_begins_with_cards_of_the_decks_and_the_coin():
    decks = deck("Elite Aggro Hunter"), deck("Elite Control Warlock")
    book = card_book("mesb")
    game = new_game(book, *decks, seed=3, keep=((0,), (1, 2)))
    hands = [[int(held.origin) for held in me.hand[: me.hand_size]] for me in game.players]
    assert hands == [[FROM_DECK] * 4, [FROM_DECK] * 4 + [SEEN]]


PLAYS = {  # what is in my hand, the enemy's and on the boards; what is done; whose hand then, and what is new in it
    "a draw": ("Arcane Intellect", "play Arcane Intellect", 0, [("Wisp", "deck")] * 2),
    "a card added by name": ("King Mukla", "play King Mukla", 1, [("Bananas", "seen")] * 2),
    "a copy from the hand": ("Mind Vision", "play Mind Vision", 0, [("Sprint", "copied")]),
    "copies from the deck": ("Thoughtsteal", "play Thoughtsteal", 0, [("Fireball", "copied")] * 2),
    "a Pirate drawn": ("Captain's Parrot", "play Captain's Parrot left of Wisp (my minion 1)", 0, [("Southsea Deckhand", "deck")]),
    "a minion returned": ("Sap", "play Sap on Wisp (enemy minion 1)", 1, [("Wisp", "seen")]),
    "an own minion returned": ("Shadowstep", "play Shadowstep on Wisp (my minion 1)", 0, [("Wisp", "seen")]),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYS)
def test_a_card_that_comes_to_hand_has_its_origin(name):
    card, action, side, new = PLAYS[name]
    mine = {"hand": [card], "board": ["Wisp"], "deck": ["Southsea Deckhand", "Wisp", "Wisp"]}
    if name == "a draw":
        mine["deck"] = ["Wisp"] * 3
    theirs = {"class": "ROGUE", "hand": ["Sprint"], "board": ["Wisp"], "deck": ["Fireball"] * 3}
    game = does(position(BOOK, mine, theirs), action)
    assert origins(game, side)[side:] == new


def test_whoever_copies_a_card_of_a_hand_has_seen_it():
    game = position(BOOK, {"hand": ["Mind Vision"]}, {"hand": ["Sprint"]})
    assert origins(game, 1) == [("Sprint", "deck")]
    assert origins(does(game, "play Mind Vision"), 1) == [("Sprint", "seen")]


def test_sense_demons_draws_demons_and_adds_imps_that_all_know_of():
    game = position(BOOK, {"class": "WARLOCK", "hand": ["Sense Demons"], "deck": ["Wisp", "Flame Imp"]}, {})
    assert origins(does(game, "play Sense Demons"), 0) == [("Flame Imp", "deck"), ("Worthless Imp", "seen")]


def test_a_random_card_names_its_pool():
    game = position(BOOK, {"board": ["Ysera"]}, DECK)
    ((card, pool),) = origins(does(game, "end the turn"), 0)
    assert (
        pool == {"Laughing Sister", "Ysera Awakens", "Emerald Drake", "Dream", "Nightmare"} and card in pool
    )


def test_a_spell_that_cho_copies_has_been_seen():
    game = position(BOOK, {"board": ["Lorewalker Cho"], "hand": ["Fireball"]}, DECK)
    assert origins(does(game, "play Fireball on the enemy hero"), 1) == [("Fireball", "seen")]


def test_alarm_o_bot_is_seen_in_the_hand():
    game = position(BOOK, {}, {"board": ["Alarm-o-Bot"], "hand": ["War Golem"], "deck": ["Wisp"]})
    assert origins(does(game, "end the turn"), 1) == [("Alarm-o-Bot", "seen"), ("Wisp", "deck")]


def test_a_card_tracked_is_one_of_the_deck():
    game = position(BOOK, {"hand": ["Tracking"], "deck": ["Wisp", "War Golem", "Sprint"]}, {})
    assert origins(does(game, "play Tracking", "choose Sprint"), 0) == [("Sprint", "deck")]


def test_an_origin_moves_with_its_card():
    hand = ["Wisp", {"name": "Sprint", "origin": "seen"}, {"name": "Sap", "origin": "copied"}, "The Coin"]
    game = position(BOOK, {"hand": hand}, {})
    assert origins(does(game, "play Wisp"), 0) == [
        ("Sprint", "seen"),
        ("Sap", "copied"),
        ("The Coin", "seen"),
    ]


def test_a_position_with_an_unknown_origin_is_refused():
    with pytest.raises(BadInput, match="no origin 'stolen'; choose one of deck, seen, copied"):
        position(BOOK, {"hand": [{"name": "Wisp", "origin": "stolen"}]}, {})
