"""The hash of a position: relevant differences change it, irrelevant ones do not."""

from deckspace.agents.hearthstone.hashing import hash_of
from deckspace.compiling import njit
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, copy, legal, position
from deckspace.engine.hearthstone.state import PLAY, decode

BOOK = card_book("classic_2020")


@njit
def number(game):
    return hash_of(game)


def choosing():
    """A position in which the player has to take one of three cards."""
    me = {"class": "HUNTER", "hand": ["Tracking"], "deck": ["Wisp", "War Golem", "Boulderfist Ogre", "Wisp"]}
    game = position(BOOK, me, {"board": ["Wisp"]})
    return after(game, BOOK, next(action for action in legal(game, BOOK) if decode(action)[0] == PLAY))


def changed(change):
    game = choosing()
    change(game)
    return number(game)


def test_options_owner_and_purpose_of_a_choice_matter():
    numbers = [
        number(choosing()),
        changed(lambda game: game.choice.options.__setitem__(0, BOOK.number("Fireball"))),
        changed(lambda game: game.choice.options.__setitem__(2, BOOK.number("Fireball"))),
        changed(lambda game: setattr(game.choice, "count", 2)),
        changed(lambda game: setattr(game.choice.script, "side", 1)),
        changed(lambda game: setattr(game.choice.script, "card", BOOK.number("Arcane Shot"))),
        changed(lambda game: setattr(game.choice.script, "pc", 7)),
    ]
    assert len(set(numbers)) == len(numbers)


def test_the_order_of_the_options_matters():
    one, other = choosing(), choosing()
    other.choice.options[0], other.choice.options[1] = one.choice.options[1], one.choice.options[0]
    assert number(one) != number(other)


def test_a_choice_that_is_over_does_not_matter():
    game = position(BOOK, {"hand": ["Wisp"]}, {})
    other = copy(game)
    other.choice.script.card, other.choice.script.side = BOOK.number("Tracking"), 1
    assert number(game) == number(other)
