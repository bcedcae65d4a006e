"""The rules that all of DSA-ME shares: its cards, its class and its opponents."""

from functools import cache

from deckspace.deckbuilding import Evaluator, candidates, opponents
from deckspace.engine.hearthstone.encode import card_book
from study.experiment import check_counts

CARD_SET, DECK, HERO_CLASS = "dsa_me", "Classic Miracle Rogue", "ROGUE"
RULES = [f"data/fingerprints/hearthstone.json:{CARD_SET}.{agents}" for agents in ("network", "peeking")]


@cache
def pool():
    """Return the Book, the Candidates that decks are built from, and the candidates' keys."""
    book = card_book(CARD_SET)
    cards = candidates(book, HERO_CLASS)
    return book, cards, tuple(book.key(int(number)) for number in cards.numbers)


def evaluator(agent, games, seed, card_set=CARD_SET):
    """Return the Evaluator for an agent against the elite suite. Raises ValueError for less than one game."""
    check_counts({"games": games})
    return Evaluator(card_book(card_set), HERO_CLASS, agent, opponents("elite"), games, seed)
