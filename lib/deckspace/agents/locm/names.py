"""The names of the agents, known without loading (and compiling) any of them."""

from pathlib import Path

KINDS = ("random", "greedy", "baseline1", "baseline2", "weak_op", "beam", "mcts")
MOST_EFFORT = 1_000_000
NAMES = tuple(kind for kind in KINDS if kind != "greedy")  # agents that need nothing but their name


def check_name(name):
    """Raise ValueError, in a sentence, unless a bot could have this name: see `seats.find_agent`."""
    kind, colon, effort = name.partition(":")
    is_kind = kind in NAMES and (not colon or effort.isdecimal())
    if is_kind and colon and not (len(effort) < 9 and 1 <= int(effort) <= MOST_EFFORT):
        raise ValueError(f"{kind!r} takes an effort from 1 to {MOST_EFFORT:,}, not {effort[:30]}.")
    is_file = name.endswith(".json") and Path(name).is_file()
    if not (is_kind or is_file or name == "strong_op"):
        known = ", ".join([*NAMES, "strong_op"])
        raise ValueError(f"There is no LoCM agent {name!r}; choose one of {known}, or a genome's .json file.")
