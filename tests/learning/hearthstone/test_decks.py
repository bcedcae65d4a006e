"""Decks for games without deck building."""

from deckspace.learning.hearthstone.decks import DRAWN_DECKS, given_decks
from deckspace.learning.hearthstone.game import small_game, starter_game


def test_given_decks_suit_the_game():
    small = given_decks(small_game())
    assert len(small) == 2 * DRAWN_DECKS and small == given_decks(small_game())
    assert all(len(cards) == small_game().picks for _, cards in small.values())


def test_a_whole_game_takes_the_decks_of_the_package():
    decks = given_decks(starter_game())
    assert {hero for hero, _ in decks.values()} == set(starter_game().heroes)
    assert all(len(cards) == 30 for _, cards in decks.values())
