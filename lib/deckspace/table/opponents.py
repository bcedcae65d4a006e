"""Who can be met at the table: the roster's entries of Hearthstone, and those of the main scale of the league.

    opponents()["beam Control"].agent         # a way to play, as batches of games know it

Some peek, and say so by name. Trained policies (learnt.py) know one small game, or three heroes of the whole one.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from deckspace.agents.hearthstone.entrants import agent_of
from deckspace.agents.names import PEEKING, peeks
from deckspace.agents.roster import LEAGUE, SMALL, TABLE, Entry, roster
from deckspace.compiling import is_ready
from deckspace.errors import BadInput
from deckspace.league.scales import main_scale
from deckspace.table.decks import BUILT, OF_PAPERS
from deckspace.table.learnt import Learnt
from deckspace.table.rated import in_words, rating_of

POSITIONS = 10_000  # simulated for each action by those that search: about a tenth of a second
CALLED = {  # who is called differently in the league, where some play twice
    "EVA, best of the final 100": "best of the final 100",
    "lookahead, full budget": "lookahead",
}
SEARCHES = (
    "MCTS",
    "alpha-beta",
    "lookahead",
)  # how many positions they may try is part of how strong they are


@dataclass(frozen=True)
class Opponent:
    """An entry as it can be met."""

    entry: Entry

    @property
    def name(self):
        """Its name at the table."""
        if self.only == SMALL:
            return f"learnt policy {self.entry.name}"
        return CALLED.get(self.entry.name, self.entry.name)

    @cached_property
    def agent(self):
        """How it plays; a file of weights is read when it sits down."""
        if self.entry.weights:
            return Learnt(self.entry.weights)
        return replace(agent_of(self.entry.agent(POSITIONS)), mulligan="keep_all")

    @property
    def card_set(self):
        """The cards that the table proposes."""
        return self.only or self.entry.cards

    @property
    def only(self):
        """The one card set that it knows; None: any."""
        return self.entry.only

    @property
    def heroes(self):
        """The only heroes that it knows, on either side; (): any."""
        return self.entry.heroes

    @property
    def says(self):
        """A few words about it."""
        return self.entry.says

    @property
    def brings(self):
        """Which decks it brings, if nobody says: where they are from."""
        return BUILT if self.entry.decks else OF_PAPERS

    @property
    def is_ready(self):
        """Whether its code is on disk, or needs no compiling, which takes one to three minutes."""
        return is_ready(getattr(self.agent, "act", None))

    @property
    def rating(self):
        """What the league says of it, None where it is not rated."""
        return rating_of("small_game" if self.only == SMALL else "hearthstone", self.entry.name)

    @property
    def rated(self):
        """Its rating in words, and what belongs to it; of a search also how many positions it tries there."""
        words = in_words(self.rating)
        if self.rating and self.only == SMALL:
            words += " among all who play the small game"
        if self.rating or LEAGUE not in self.entry.places:
            words += self.entry.note
        if self.rating and self.name.removesuffix(PEEKING) in SEARCHES:
            there = main_scale().numbers()["positions"]
            words += f", trying {there:,} positions for an action there and {POSITIONS:,} here"
        return words


def opponents() -> dict[str, Opponent]:
    """Return all opponents by name: fair agents, those that peek, then trained policies."""
    entries = [*roster("hearthstone").values(), *main_scale().more("hearthstone")]
    found = [Opponent(entry) for entry in entries if TABLE in entry.places]
    found.sort(key=lambda one: (one.only == SMALL, bool(one.entry.weights), peeks(one.name)))
    return {one.name: one for one in found}


def opponent(name) -> Opponent:
    """Return the opponent of this name; raises BadInput for any other."""
    known = opponents()
    if name not in known:
        raise BadInput(f"There is no opponent {name!r}; choose one of {', '.join(known)}.")
    return known[name]
