"""The names of the LoCM agents, known without loading (and compiling) them: a new agent is added here.

An agent from outside is named by its module or file and its class or function, as in `mine.py:Eager`.
"""

from importlib.util import find_spec
from pathlib import Path

from deckspace.agents.names import plain

# name: (what creates the agent, the setting for a number after a colon)
KINDS = {
    "random": ("uniform.Random", None),
    "baseline1": ("baseline1.Baseline1", None),
    "baseline2": ("baseline2.Baseline2", None),
    "weak_op": ("baseline2.WeakOp", None),
    "beam": ("beam.Beam", "width"),
    "mcts": ("mcts.MCTS", "visits"),
    "strong_op": ("trained.read_strong_op", None),
}
EFFORT = 16  # of searching agents, unless the name gives another
MAX_EFFORT = 1_000_000


def check_name(name):
    """Raise ValueError unless this is a valid agent name, see `solo.find_agent`."""
    kind, colon, effort = split(name)
    is_kind = kind in KINDS and (not colon or effort.isdecimal())
    if is_kind and colon and not (len(effort) < 9 and 1 <= int(effort) <= MAX_EFFORT):
        raise ValueError(f"The effort of {kind!r} must be from 1 to {MAX_EFFORT:,}, not {effort[:30]}.")
    if not (is_kind or is_genome(name) or is_outside(name)):
        raise ValueError(
            f"There is no LoCM agent {name!r}; choose one of {', '.join(KINDS)}, a genome's .json file, or an agent of "
            "your own as 'file.py:Name'."
        )


def split(name):
    """Return the kind, the colon and the effort in a name; the kind may also be its name in the roster."""
    kind, colon, effort = name.partition(":")
    return {plain(each): each for each in KINDS}.get(plain(kind), kind), colon, effort


def is_genome(name):
    """Tell whether this is the file of a genome."""
    return name.endswith(".json") and Path(name).is_file()


def is_outside(name):
    """Tell whether this names something in an existing file or module."""
    place, colon, kind = name.rpartition(":")
    if not (colon and kind.isidentifier()):
        return False
    if place.endswith(".py"):
        return Path(place).is_file()
    return place.isidentifier() and find_spec(place) is not None
