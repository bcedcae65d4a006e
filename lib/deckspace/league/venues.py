"""Where the Hearthstone agents of all papers meet: the rules, the cards, and the decks that both sides choose from.

    classic      the cards of mesb, Basic and Classic
    2015         the cards of April 2015, which mastering plays with
    small game   what the models of mastering's ladder have learnt: decks of 8 cards, heroes with 12 health

Everybody plays every pairing of a venue's decks, a hand is exchanged by one rule (what costs more than 3 goes), and a game
that is not over after 89 half turns is a draw. Most agents build no decks, so nobody does here: a model that
could build its own plays the given ones, too, and what is compared is the battle.
"""

from dataclasses import dataclass
from functools import cached_property

from deckspace.engine.hearthstone.decks import suite
from deckspace.learning.hearthstone.decks import deck_records, given_decks
from deckspace.learning.hearthstone.game import Game, small_game, starter_game

WHOLE = ("classic", "2015")  # the venues of whole games


@dataclass(frozen=True, eq=False)
class Venue:
    """A place to play: its name, the rules and cards, and the decks, {name: (hero class, keys of cards)}."""

    name: str
    game: Game
    decks: dict

    @cached_property
    def records(self):
        """The decks as compiled code knows them, in their order."""
        return deck_records(self.game, list(self.decks.values()))

    @cached_property
    def book(self):
        """The Book of the card set."""
        return self.game.book()

    @property
    def is_whole(self):
        """Are these whole games, with full decks and health?"""
        return self.name in WHOLE

    def about(self):
        """Return all that decides games here, as text."""
        return repr((self.game, self.decks))


def venues(suites, drawn) -> dict:
    """Return all venues by name: whole games with the decks of these suites, the small one with `drawn` decks a hero.

    Raises ValueError for an unknown suite, and where a hero would have no deck.
    """
    if not isinstance(drawn, int) or drawn < 1:
        raise ValueError(f"Each hero of the small game needs a deck or more, not {drawn!r}.")
    known = {deck.name: (deck.hero_class, deck.cards) for name in suites for deck in suite(name)}
    whole = {"classic": starter_game(card_set="mesb"), "2015": starter_game()}
    found = {name: Venue(name, game, known) for name, game in whole.items()}
    small = small_game()
    return found | {"small game": Venue("small game", small, first_of_each(given_decks(small), drawn))}


def first_of_each(decks, n) -> dict:
    """Return the first n decks of each hero."""
    counts, kept = {}, {}
    for name, (hero, cards) in decks.items():
        counts[hero] = counts.get(hero, 0) + 1
        kept |= {name: (hero, cards)} if counts[hero] <= n else {}
    return kept
