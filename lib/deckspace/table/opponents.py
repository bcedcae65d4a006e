"""The opponents at the table: the roster's entries of a game, and those of the main scale of the league.

    opponents()["beam Control"].agent         # an agent

The names of some say that they peek. Trained policies (learnt.py) know only the small game, or three heroes of the
whole one.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from deckspace.agents.hearthstone.entrants import agent_of
from deckspace.agents.names import PEEKING, peeks
from deckspace.agents.roster import LEAGUE, SMALL, TABLE, Entry, roster
from deckspace.compiling import is_ready
from deckspace.errors import BadInput
from deckspace.league.elo import rate
from deckspace.league.scales import main_scale
from deckspace.table.decks import BUILT, FROM_PAPERS
from deckspace.table.learnt import Learnt
from deckspace.table.rated import in_words, rating_of

# Whom a newcomer meets first: gentle ones, whose code is compiled first.
FIRST = {"hearthstone": "beam Aggro", "locm": "Baseline1"}
POSITIONS = 10_000  # the budget per action of searching agents: about a tenth of a second
TABLE_NAMES = {  # names in the league, where some agents play twice: names at the table
    "EVA, best of the final 100": "best of the final 100",
    "lookahead, full budget": "lookahead",
}
GROUPS = {  # of opponents, and what they have in common
    "Gentle": "they lose to most agents of the league",
    "Medium": "as strong as the average agent of the league",
    "Strong": "they beat most agents of the league",
    "Not rated": "they have not played in the league",
    "Peeking": "they see your hand and the order of all decks",
    "Small game": "policies that know only a game of 8 cards and 12 health",
}
MEDIUM = 100  # Elo points above and below the mean: 64 % won
SEARCHES = ("MCTS", "alpha-beta", "lookahead")  # their strength depends on the budget


@dataclass(frozen=True)
class Opponent:
    """An entry of the roster as an opponent."""

    entry: Entry
    table: str | None = None  # its ratings in the league, if not those of its game

    @property
    def name(self):
        if self.only == SMALL:
            return f"learnt policy {self.entry.name}"
        return TABLE_NAMES.get(self.entry.name, self.entry.name)

    @property
    def title(self):
        """What the page calls it."""
        return self.entry.title or self.name

    @cached_property
    def agent(self):
        """Its agent; a file of weights is read when a match begins."""
        if self.entry.weights:
            return Learnt(self.entry.weights)
        agent = self.entry.agent(POSITIONS)
        return agent if self.entry.game == "locm" else replace(agent_of(agent), mulligan="keep_all")

    @property
    def card_set(self):
        return self.only or self.entry.cards

    @property
    def only(self):
        """The only card set that it knows; None: any."""
        return self.entry.only

    @property
    def heroes(self):
        """The only heroes that it knows, on both sides; (): any."""
        return self.entry.heroes

    @property
    def says(self):
        return self.entry.says

    @property
    def brings(self):
        """The origin of the decks that it brings by default."""
        return BUILT if self.entry.decks else FROM_PAPERS

    @property
    def is_ready(self):
        """Whether its code is compiled; compiling takes one to three minutes."""
        return is_ready(getattr(self.agent, "act", None))

    @property
    def rating(self):
        """Its rating in the league, None if it is not rated."""
        return rating_of(SMALL if self.only == SMALL else self.table or self.entry.game, self.entry.name)

    @property
    def group(self):
        """Its group, one of GROUPS."""
        if self.only == SMALL:
            return "Small game"
        if peeks(self.name):
            return "Peeking"
        if not self.rating:
            return "Not rated"
        if abs(self.rating.elo) <= MEDIUM:
            return "Medium"
        return "Strong" if self.rating.elo > 0 else "Gentle"

    @property
    def strength(self):
        """Its strength in a short sentence, "" if it is not rated."""
        if not self.rating:
            return ""
        where = "small game" if self.only == SMALL else "league"
        return f"It wins {rate(self.rating.elo):.0f} % of its games against an average agent of the {where}."

    @property
    def rated(self):
        """Its rating in words with remarks; for a searching agent, also its budget in the league."""
        words = in_words(self.rating)
        if self.rating and self.only == SMALL:
            words += " among all agents of the small game"
        if self.rating or LEAGUE not in self.entry.places:
            words += self.entry.note
        if self.rating and self.entry.game == "hearthstone" and self.name.removesuffix(PEEKING) in SEARCHES:
            league = main_scale().numbers()["positions"]
            words += f", trying {league:,} positions per action in the league and {POSITIONS:,} here"
        return words


def about(one) -> dict:
    """Return what the lists of the page say of an opponent."""
    said = {name: getattr(one, name) for name in ("name", "title", "says", "rated", "group", "strength")}
    said["first"] = one.name == FIRST[one.entry.game]
    return said | {"rating": in_words(one.rating), "elo": one.rating.elo if one.rating else None}


def opponents() -> dict[str, Opponent]:
    """Return all opponents at Hearthstone by name: fair agents, those that peek, then trained policies."""
    return by_name("hearthstone", lambda one: (one.only == SMALL, bool(one.entry.weights), peeks(one.name)))


def by_name(game, key, table=None) -> dict[str, Opponent]:
    """Return the opponents at a game by name, sorted by a key, with the ratings of a `table` (None: that of the game)."""
    entries = [*roster(game).values(), *main_scale().more(game)]
    found = sorted((Opponent(entry, table) for entry in entries if TABLE in entry.places), key=key)
    return {one.name: one for one in found}


def titled(rows, known) -> list[dict]:
    """Return summaries of matches with the titles of their opponents, of those `known`; one that is gone keeps its name."""
    titles = {name: one.title for name, one in known.items()}
    return [row | {"opponent": titles.get(row["opponent"], row["opponent"])} for row in rows]


def opponent(name, known=None) -> Opponent:
    """Return the opponent with this name, among those `known` (None: at Hearthstone); raises BadInput for an unknown one."""
    known = known or opponents()
    if name not in known:
        raise BadInput(f"There is no opponent {name!r}; choose one of {', '.join(known)}.")
    return known[name]
