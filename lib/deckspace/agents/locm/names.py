"""The names of the agents, known without loading (and compiling) any of them: this is where an agent is entered.

Agents from outside have names, too: that of a class or function after that of its module or file, as `mine.py:Eager`.
"""

from importlib.util import find_spec
from pathlib import Path

from deckspace.agents.names import plain

# name: (what makes the agent, the setting that a number after a colon gives)
KINDS = {
    "random": ("uniform.Random", None),
    "baseline1": ("baseline1.Baseline1", None),
    "baseline2": ("baseline2.Baseline2", None),
    "weak_op": ("baseline2.WeakOp", None),
    "beam": ("beam.Beam", "width"),
    "mcts": ("mcts.Mcts", "visits"),
    "strong_op": ("trained.read_strong_op", None),
}
EFFORT = 16  # of searching agents, unless the name says another
MOST_EFFORT = 1_000_000


def check_name(name):
    """Raise ValueError, in a sentence, unless a bot could have this name: see `solo.find_agent`."""
    kind, colon, effort = split(name)
    is_kind = kind in KINDS and (not colon or effort.isdecimal())
    if is_kind and colon and not (len(effort) < 9 and 1 <= int(effort) <= MOST_EFFORT):
        raise ValueError(f"{kind!r} takes an effort from 1 to {MOST_EFFORT:,}, not {effort[:30]}.")
    if not (is_kind or is_genome(name) or is_outside(name)):
        raise ValueError(
            f"There is no LoCM agent {name!r}; choose one of {', '.join(KINDS)}, a genome's .json file, or something of "
            "your own as 'file.py:Name'."
        )


def split(name):
    """Return the kind, the colon and the effort in a name; a kind may be called as its entry in the roster is."""
    kind, colon, effort = name.partition(":")
    return {plain(each): each for each in KINDS}.get(plain(kind), kind), colon, effort


def is_genome(name):
    """Tell whether this is a genome's file."""
    return name.endswith(".json") and Path(name).is_file()


def is_outside(name):
    """Tell whether this names something in a file or module that there is."""
    place, colon, kind = name.rpartition(":")
    if not (colon and kind.isidentifier()):
        return False
    if place.endswith(".py"):
        return Path(place).is_file()
    return place.isidentifier() and find_spec(place) is not None
