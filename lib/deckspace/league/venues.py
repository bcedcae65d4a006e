"""The venues of the Hearthstone league: rules, cards, and decks for both sides.

    classic      the cards of mesb, Basic and Classic
    2015         the cards of April 2015, as in mastering
    small game   the game of mastering's ladder: decks of 8 cards, heroes with 12 health
    built        the cards of April 2015, with the decks that a learnt player has built for its heroes

All agents play every pairing of a venue's decks and exchange cards that cost more than 3; a game that is not over after
89 half turns is a draw. Most agents cannot build decks, so both sides play given decks, or those of the player that has
built its own, and only the battle is compared.
"""

from dataclasses import dataclass
from functools import cached_property

from deckspace.engine.hearthstone.decks import suite
from deckspace.errors import check_whole
from deckspace.learning.hearthstone.decks import deck_records, given_decks
from deckspace.learning.hearthstone.game import Game, small_game, starter_game

SMALL, BUILT = "small game", "built"


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
    def pairings(self):
        """The number of pairings of decks."""
        return len(self.decks) ** 2

    @property
    def is_whole(self):
        """Whether these are whole games, with full decks and health."""
        return self.name != SMALL

    def about(self):
        """Return a text that determines the games at this venue."""
        return repr((self.game, self.decks))


def venues(suites, drawn, built=None) -> dict:
    """Return all venues by name: whole games with the decks of these suites, the small game with `drawn` decks per hero.

    `built` is a player's game with the decks that it has built, {name: (hero class, keys)}.

    Raises ValueError for an unknown suite and for an invalid number of decks.
    """
    check_whole("The number of decks for each hero of the small game", drawn)
    known = {deck.name: (deck.hero_class, deck.cards) for name in suites for deck in suite(name)}
    whole = {"classic": starter_game(card_set="mesb"), "2015": starter_game()}
    found = {name: Venue(name, game, known) for name, game in whole.items()}
    small = small_game()
    found[SMALL] = Venue(SMALL, small, first_of_each(given_decks(small), drawn))
    return found | ({BUILT: Venue(BUILT, *built)} if built else {})


def first_of_each(decks, n) -> dict:
    """Return the first n decks of each hero class."""
    counts, kept = {}, {}
    for name, (hero, cards) in decks.items():
        counts[hero] = counts.get(hero, 0) + 1
        kept |= {name: (hero, cards)} if counts[hero] <= n else {}
    return kept
