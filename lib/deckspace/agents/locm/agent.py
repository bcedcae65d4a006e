"""The base class of LoCM agents.

A compiled agent is a class with two compiled functions:

    drafts(game, book, agent, scratch)    which of the cards of `scratch.offer` it takes: 0, 1 or 2
    acts(game, book, agent, scratch)      the number of its next action (engine/locm/state.py), a legal one

`game` and `book` are the engine's records, `agent` is the agent's own record (AGENT_TYPE) as filled by its `write`
method, and `scratch` is working space (SCRATCH_TYPE). The functions must use nothing hidden and must not change the game.

An agent in plain Python is any object with two methods, which take a player's view (engine/locm/view.py):

    draft(view)    which of the three cards of `view.offer` it takes: 0, 1 or 2
    act(view)      its next action, one of `view.actions`

In version 1.5 it picks its deck likewise in thirty steps, but from all cards of which it has fewer than two:
`scratch.offered` or `len(view.offer)` is their number.

An agent may also be a function that does both. Its name is its attribute `name`, or that of its class or function.

The agents of this package are BuiltIn, each in its own file and listed in names.py.
"""

import inspect
from dataclasses import dataclass

from deckspace.agents.keys import source_hash, with_state
from deckspace.agents.locm.genomes import to_json

SCRIPT = "This opponent is a script, which compares no actions: there are no scores to show."


@dataclass(frozen=True, kw_only=True)
class Agent:
    """A compiled agent; each kind has its own class, with the compiled functions `drafts` and `acts` (see above).

    `name` is its name in tables, by default its kind. Its answers are checked unless it is `trusted`.
    """

    name: str = ""

    drafts, acts, trusted = None, None, False
    genome, effort, worths = None, 0, None  # overridden by the kinds that have one

    def __post_init__(self):
        object.__setattr__(self, "name", self.name or self.default_name())

    def default_name(self):
        """Return a name from its kind and its effort."""
        kind = getattr(self, "kind", type(self).__name__)
        return f"{kind} {self.effort}" if self.effort else kind

    def write(self, row, book):
        """Write its settings into its record (AGENT_TYPE), before any game with this rule book."""

    def thoughts(self, seat, describe):
        """Return what it considered before its last action: (text, score or None) pairs.

        `seat` is the SoloAgent that has just acted in the position `seat.before`; `describe(action)` is an action as text.
        """
        return [(SCRIPT, None)]


class BuiltIn(Agent):
    """An agent of this package, of a `kind` listed in names.py; its answers are tested and need no check."""

    kind, trusted = "", True

    def about(self):
        """Return a text that determines how it plays, the key of its stored results."""
        own = hasattr(self.genome, "representation")  # else it is a genome of the user's
        genome = to_json(self.genome) if own else self.genome and about(self.genome)
        worths = "" if self.worths is None else f" {[float(worth) for worth in self.worths]}"
        return f"{self.kind} {self.effort} {genome}{worths}"


def about(agent):
    """Return a text that determines how an agent plays; for one from outside see keys.py."""
    if hasattr(agent, "about"):
        return agent.about()
    kind = agent if inspect.isroutine(agent) else type(agent)
    return with_state(f"{kind.__qualname__} {getattr(agent, '__dict__', {})} {source_hash(agent)}", agent)
