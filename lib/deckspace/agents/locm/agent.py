"""What an agent of Legends of Code and Magic is.

Compiled, it is a class with two compiled functions, which are called at full speed:

    drafts(game, book, agent, scratch)    which of the three cards of `scratch.offer` it takes: 0, 1 or 2
    acts(game, book, agent, scratch)      the number of its next action (engine/locm/state.py), a legal one

`game` and `book` are the engine's records, `agent` is what its `write` method wrote into its own record (AGENT_TYPE), and
`scratch` is working space (SCRATCH_TYPE). They must look at nothing hidden, and leave the game as it is.

In plain Python it is any object with two methods, which see what a player sees (engine/locm/view.py):

    draft(view)    which of the three cards of `view.offer` it takes: 0, 1 or 2
    act(view)      its next action, one of `view.actions`

or a function that does both; it has a `name`, or is called as its class or function.

Those of this package are BuiltIn, each in a file of its own, and entered in names.py.
"""

import hashlib
import inspect
from dataclasses import dataclass
from pathlib import Path

from deckspace.agents.locm.genomes import to_json

SCRIPT = "A script plays here, which compares nothing: there are no scores to show."


@dataclass(frozen=True, kw_only=True)
class Agent:
    """A compiled agent; each kind is a class of its own, with `drafts` and `acts`, compiled functions as above.

    `name` is what tables call it, its kind if it is not given. All its answers are checked, unless it is `trusted`.
    """

    name: str = ""

    drafts, acts, trusted = None, None, False
    genome, effort = None, 0  # of the kinds that have one

    def __post_init__(self):
        object.__setattr__(self, "name", self.name or self.described())

    def described(self):
        """Return a name that tells agents of a kind apart by how hard they think."""
        kind = getattr(self, "kind", type(self).__name__)
        return f"{kind} {self.effort}" if self.effort else kind

    def write(self, row, book):
        """Write what it knows into its record (AGENT_TYPE), before any game by this rule book."""

    def thoughts(self, seat, told):
        """Return what it weighed before its last action: (text, score or None) pairs.

        `seat` is the SoloAgent that has just acted, from the position `seat.before`; `told(action)` is an action as text.
        """
        return [(SCRIPT, None)]


class BuiltIn(Agent):
    """An agent of this package: of a `kind` that is entered in names.py, and tested, so that its answers need no check."""

    kind, trusted = "", True

    def about(self):
        """Return all that decides how it plays, as text; results are kept under it."""
        return f"{self.kind} {self.effort} {self.genome and to_json(self.genome)}"


def about(agent):
    """Return all that decides how an agent plays, as text; of one from outside, its settings and a hash of its file."""
    if hasattr(agent, "about"):
        return agent.about()
    kind = agent if inspect.isfunction(agent) else type(agent)
    content = Path(inspect.getfile(kind)).read_bytes()
    return f"{kind.__qualname__} {vars(agent)} {hashlib.sha256(content).hexdigest()[:16]}"


def in_range(what, n, most):
    """Raise ValueError unless a number is a whole one from 1 to `most`."""
    if not (isinstance(n, int) and 1 <= n <= most):
        raise ValueError(f"The {what} is a whole number from 1 to {most:,}, not {n!r}.")
