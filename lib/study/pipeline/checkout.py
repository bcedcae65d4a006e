"""What git knows about this checkout: the version of its code, and whether data that others published has changed.

No stage makes the agents, decks, lists of cards, published numbers and recorded games, so an accidental change would go
unnoticed: before any work they are compared with git's copies. `git add` accepts an intended change.

Standard library only: `run` calls this before anything is installed.
"""

import os
import subprocess
from pathlib import Path

from deckspace.errors import BrokenFile
from study import HOME

# What can decide a result. Outputs are left out: DVC deletes those of a stage before it runs the stage.
SOURCES = ("lib", "notebooks", "params.yaml", "dvc.yaml", "data/agents", "data/cards", "data/papers")
PACKAGED = "lib/deckspace/data"
ORIGINALS = ("data/agents", "data/papers", "data/reference", "data/cards/sources")
ORIGINALS += (f"{PACKAGED}/agents", f"{PACKAGED}/cards/locm.csv", f"{PACKAGED}/decks")
# Ours, and free to change: inputs.py checks them, or they are recorded anew when rules change on purpose.
OUR_OWN = ("*/claims.csv", "*/diagnoses.csv", "*/wrong_scenarios.csv", "data/reference/hearthstone/replays")


def code_version(home=HOME) -> str:
    """The commit, with a + behind it if any of the SOURCES differs from it; "" where that is not known."""
    try:
        (commit,) = git(home, "rev-parse", "--short", "HEAD")
        changed = git(home, "status", "--porcelain", "-z", "--no-renames", "-uall", "--", *SOURCES)
    except (OSError, subprocess.CalledProcessError):  # no git on this machine, or no repository
        return ""
    return commit + "+" * bool(changed)


def check_originals(home=HOME):
    """Raise BrokenFile for the first file that is missing, or differs from git's copy; without git, none does."""
    places = (*ORIGINALS, *(f":(exclude){each}" for each in OUR_OWN))
    try:
        changed = git(home, "diff", "--name-only", "-z", "--", *places)
    except (OSError, subprocess.CalledProcessError):
        return
    for name in changed:
        raise BrokenFile(
            f"'{name}' has been changed: `git restore {name}` undoes it; `git add {name}` keeps it if it is intended."
        )


def git(home, *arguments) -> list[str]:
    """The lines, or parts that end with a zero byte, of git's output; a repository around `home` is not ours."""
    own = {"GIT_CEILING_DIRECTORIES": str(Path(home).resolve().parent), "GIT_OPTIONAL_LOCKS": "0"}
    done = subprocess.run(
        ["git", *arguments], cwd=home, env=os.environ | own, capture_output=True, text=True, check=True
    )
    return [part for part in done.stdout.replace("\n", "\0").split("\0") if part]
