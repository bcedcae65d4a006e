"""What git knows of this checkout: of which code it is, and whether what others have published or we have copied is as it came.

Agents, decks, lists of cards, published numbers and recorded games are made by no stage, so nothing would notice a digit
that a slip of the hand has changed: before any work they are compared with git's own copies. Whoever changes one on
purpose says so with `git add`, which keeps it.

Standard library only: `run` asks before anything is installed.
"""

import os
import subprocess
from pathlib import Path

from deckspace.errors import BrokenFile
from study import HOME

# What can decide a result. DVC deletes the outputs of a stage before it runs it: outputs are no part of this.
SOURCES = ("lib", "notebooks", "params.yaml", "data/agents", "data/cards")
PACKAGED = "lib/deckspace/data"
ORIGINALS = ("data/agents", "data/papers", "data/reference", "data/cards/sources")
ORIGINALS += (f"{PACKAGED}/agents", f"{PACKAGED}/cards/locm.csv", f"{PACKAGED}/decks")
# Written here: looked at by inputs.py, or recorded anew when rules change on purpose.
OUR_OWN = ("*/claims.csv", "*/diagnoses.csv", "*/wrong_scenarios.csv", "data/reference/hearthstone/replays")


def code_version(home=HOME) -> str:
    """The commit, and which of the SOURCES differ from it (changed, new or deleted); "" where that is not known."""
    try:
        (commit,) = git(home, "rev-parse", "--short", "HEAD")
        changed = git(home, "status", "--porcelain", "-z", "--no-renames", "-uall", "--", *SOURCES)
    except (OSError, subprocess.CalledProcessError):  # no git on this machine, or no repository
        return ""
    return " ".join([commit, *sorted(line[3:] for line in changed)])


def check_originals(home=HOME):
    """Raise BrokenFile for the first file that is missing, or is not as git has it. Without git nothing is known."""
    places = (*ORIGINALS, *(f":(exclude){each}" for each in OUR_OWN))
    try:
        changed = git(home, "diff", "--name-only", "-z", "--", *places)
    except (OSError, subprocess.CalledProcessError):
        return
    for name in changed:
        raise BrokenFile(
            f"'{name}' is not as it came: `git restore {name}` brings it back; if it was changed on purpose, "
            f"`git add {name}` keeps it."
        )


def git(home, *arguments) -> list[str]:
    """The lines, or parts that end with a zero, that git writes; a repository around `home` is not ours."""
    own = {"GIT_CEILING_DIRECTORIES": str(Path(home).resolve().parent), "GIT_OPTIONAL_LOCKS": "0"}
    done = subprocess.run(
        ["git", *arguments], cwd=home, env=os.environ | own, capture_output=True, text=True, check=True
    )
    return [part for part in done.stdout.replace("\n", "\0").split("\0") if part]
