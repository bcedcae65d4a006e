"""The opponents at LoCM: the roster's entries, and those of the main scale of the league.

opponents()["StrongOp"].agent          # an agent (lib/deckspace/agents/locm/players.py)
"""

from dataclasses import dataclass
from functools import cached_property

from deckspace.agents.locm.solo import SoloAgent
from deckspace.agents.roster import TABLE, Entry, roster
from deckspace.engine.locm.cards import edition
from deckspace.errors import BadInput
from deckspace.league.scales import main_scale
from deckspace.table.opponents import POSITIONS
from deckspace.table.rated import in_words, rating_of


@dataclass(frozen=True)
class Opponent:
    """An entry of the roster as an opponent."""

    entry: Entry

    @property
    def name(self):
        return self.entry.name

    @property
    def says(self):
        """Its short description."""
        return self.entry.says

    @cached_property
    def agent(self):
        """Its agent."""
        return self.entry.agent(POSITIONS)

    @property
    def rating(self):
        """Its rating in the league, None if it is not rated."""
        return rating_of("locm", self.name)

    @property
    def rated(self):
        """Its rating in words."""
        return in_words(self.rating)

    def sit(self, seed):
        """Return its SoloAgent for one game."""
        return SoloAgent(self.agent, edition(), seed)


def opponents() -> dict[str, Opponent]:
    """Return all opponents by name, the strongest first and those without a rating last."""
    entries = [*roster("locm").values(), *main_scale().more("locm")]
    found = [Opponent(entry) for entry in entries if TABLE in entry.places]
    found.sort(key=lambda one: -one.rating.elo if one.rating else 1e9)
    return {one.name: one for one in found}


def opponent(name) -> Opponent:
    """Return the opponent with this name; raises BadInput for an unknown one."""
    known = opponents()
    if name not in known:
        raise BadInput(f"There is no LoCM opponent {name!r}; choose one of {', '.join(known)}.")
    return known[name]
