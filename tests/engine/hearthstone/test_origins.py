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
    assert [(me.deck_size, me.mana, me.max_mana) for me in game.players] == [(26, 1, 1), (26, 0, 0)]


ROGUE = {"class": "ROGUE", "hand": ["Sprint"], "board": ["Wisp"], "deck": ["Fireball"] * 3}
HELD = ["Wisp", {"name": "Sprint", "origin": "seen"}, {"name": "Sap", "origin": "copied"}, "The Coin"]
PLAYS = {  # my side, the enemy's; what is done; whose hand is looked at, and what it holds then
    "a draw": (dict(hand=["Arcane Intellect"], deck=["Wisp"] * 3), ROGUE, "play Arcane Intellect", 0, [("Wisp", "deck")] * 2),
    "a card added by name": (dict(hand=["King Mukla"]), ROGUE, "play King Mukla", 1, [("Sprint", "deck")] + [("Bananas", "seen")] * 2),
    "a copy from the hand": (dict(hand=["Mind Vision"]), ROGUE, "play Mind Vision", 0, [("Sprint", "copied")]),
    "and what was copied has been seen": (dict(hand=["Mind Vision"]), ROGUE, "play Mind Vision", 1, [("Sprint", "seen")]),
    "copies from the deck": (dict(hand=["Thoughtsteal"]), ROGUE, "play Thoughtsteal", 0, [("Fireball", "copied")] * 2),
    "a Pirate drawn": (dict(hand=["Captain's Parrot"], deck=["Southsea Deckhand", "Wisp"]), ROGUE, "play Captain's Parrot", 0,
                       [("Southsea Deckhand", "deck")]),
    "a minion returned": (dict(hand=["Sap"]), ROGUE, "play Sap on Wisp", 1, [("Sprint", "deck"), ("Wisp", "seen")]),
    "an own minion returned": (dict(hand=["Shadowstep"], board=["Wisp"]), {}, "play Shadowstep on Wisp", 0, [("Wisp", "seen")]),
    "a Demon drawn and an Imp that all know of": (dict(hand=["Sense Demons"], deck=["Wisp", "Flame Imp"]), {}, "play Sense Demons", 0,
                                                  [("Flame Imp", "deck"), ("Worthless Imp", "seen")]),
    "a spell that Cho copies": (dict(board=["Lorewalker Cho"], hand=["Fireball"]), {}, "play Fireball on the enemy hero", 1,
                                [("Fireball", "seen")]),
    "Alarm-o-Bot in the hand": ({}, dict(board=["Alarm-o-Bot"], hand=["War Golem"], deck=["Wisp"]), "end the turn", 1,
                                [("Alarm-o-Bot", "seen"), ("Wisp", "deck")]),
    "a card tracked": (dict(hand=["Tracking"], deck=["Wisp", "War Golem", "Sprint"]), {}, "play Tracking; choose Sprint", 0,
                       [("Sprint", "deck")]),
    "a card that moves in the hand": (dict(hand=HELD), {}, "play Wisp", 0, [("Sprint", "seen"), ("Sap", "copied"), ("The Coin", "seen")]),
}  # fmt: skip


@pytest.mark.parametrize("what", PLAYS)
def test_a_card_that_comes_to_hand_has_its_origin(what):
    mine, theirs, deeds, side, hand = PLAYS[what]
    assert origins(does(position(BOOK, mine, theirs), *deeds.split("; ")), side) == hand


def test_a_random_card_names_its_pool():
    game = position(BOOK, {"board": ["Ysera"]}, ROGUE)
    ((card, pool),) = origins(does(game, "end the turn"), 0)
    assert card in pool == {"Laughing Sister", "Ysera Awakens", "Emerald Drake", "Dream", "Nightmare"}


def test_a_position_with_an_unknown_origin_is_refused():
    with pytest.raises(BadInput, match="no origin 'stolen'; choose one of deck, seen, copied"):
        position(BOOK, {"hand": [{"name": "Wisp", "origin": "stolen"}]}, {})
