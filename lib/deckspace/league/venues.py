"""The venues of the Hearthstone league: rules, cards, and decks for both sides.

    classic      the cards of mesb, Basic and Classic
    2015         the cards of April 2015, as in mastering
    small game   the game of mastering's ladder: decks of 8 cards, heroes with 12 health

All agents play every pairing of a venue's decks and exchange cards that cost more than 3; a game that is not over after
89 half turns is a draw. Most agents cannot build decks, so models that can also play given decks, and only the battle
is compared.
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
        """The decks as records for compiled code, in order."""
        return deck_records(self.game, list(self.decks.values()))

    @cached_property
    def book(self):
        """The Book of the card set."""
        return self.game.book()

    @property
    def is_whole(self):
        """Whether these are whole games, with full decks and health."""
        return self.name in WHOLE

    def about(self):
        """Return a text that determines the games at this venue."""
        return repr((self.game, self.decks))


def venues(suites, drawn) -> dict:
    """Return all venues by name: whole games with the decks of these suites, the small game with `drawn` decks per hero.

    Raises ValueError for an unknown suite and for an invalid number of decks.
    """
    if not isinstance(drawn, int) or drawn < 1:
        raise ValueError(f"Each hero of the small game needs at least one deck, not {drawn!r}.")
    known = {deck.name: (deck.hero_class, deck.cards) for name in suites for deck in suite(name)}
    whole = {"classic": starter_game(card_set="mesb"), "2015": starter_game()}
    found = {name: Venue(name, game, known) for name, game in whole.items()}
    small = small_game()
    return found | {"small game": Venue("small game", small, first_of_each(given_decks(small), drawn))}


def first_of_each(decks, n) -> dict:
    """Return the first n decks of each hero class."""
    counts, kept = {}, {}
    for name, (hero, cards) in decks.items():
        counts[hero] = counts.get(hero, 0) + 1
        kept |= {name: (hero, cards)} if counts[hero] <= n else {}
    return kept
