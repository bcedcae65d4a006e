"""The runs of this collection (deckspace.runs): by their paths from the checkout, and with the code that made them.

Under "made", "code" names the commit and the files that differed from it when the work began, of those that can
decide a result: none, and the run is of exactly this commit. `null`: not known, where there was no git or where
the record is older than this list.

A path is understood from the project's folder, so that it means the same in a notebook, wherever that was
opened, and in the pipeline.
"""

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

from deckspace import runs
from deckspace.errors import BrokenFile
from deckspace.runs import record_path
from deckspace.whole_files import whole_file
from study import HOME

__all__ = ["BrokenFile", "code_version", "read_run", "record_path", "write_run", "write_table"]

# What can decide a result. DVC deletes the outputs of a stage before it runs it: outputs are no part of this.
SOURCES = ("lib", "notebooks", "params.yaml", "data/agents", "data/cards")
RESTORE = "`git restore` brings it back with what belongs to it, or delete both and run `./run repro`."


def write_run(path, table: pd.DataFrame, *, code=None, **about):
    """Write a run (see deckspace.runs.write_run); `code` is what `code_version` said when the work began."""
    runs.write_run(HOME / path, table, code=code or code_version(), **about)


def read_run(path) -> tuple[pd.DataFrame, dict]:
    """The table and the record of a run; anything wrong with either is one sentence."""
    with advice(RESTORE):
        return runs.read_run(HOME / path)


@contextmanager
def advice(what):
    """Say also what to do about a broken run."""
    try:
        yield
    except BrokenFile as error:
        raise BrokenFile(f"{str(error).removesuffix('.')}: {what}") from error


def code_version(home=HOME) -> dict:
    """The commit, and which of the SOURCES differ from it (changed, new or deleted); None where not known."""
    try:
        commit = _git(home, "rev-parse", "HEAD")[0]
        changed = _git(home, "diff", "--name-only", "--no-renames", "-z", "HEAD", "--", *SOURCES)
        changed += _git(home, "ls-files", "--others", "--exclude-standard", "-z", "--", *SOURCES)
    except (OSError, subprocess.CalledProcessError):  # no git on this machine, or no repository
        return {"commit": None, "changed": None}
    return {"commit": commit, "changed": sorted(changed)}


def _git(home, *arguments) -> list[str]:
    """The lines, or parts that end with a zero, that git writes; a repository around `home` is not ours."""
    own = {"GIT_CEILING_DIRECTORIES": str(Path(home).resolve().parent), "GIT_OPTIONAL_LOCKS": "0"}
    done = subprocess.run(
        ["git", *arguments], cwd=home, env=os.environ | own, capture_output=True, text=True, check=True
    )
    return [part for part in done.stdout.replace("\n", "\0").split("\0") if part]


def write_table(table: pd.DataFrame, path, **how):
    """Write a table as CSV, whole or not at all; `how` is for `DataFrame.to_csv`."""
    with whole_file(path) as file:
        file.write(table.to_csv(lineterminator="\n", **how).encode())
