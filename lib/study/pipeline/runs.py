"""The runs of this collection (deckspace.runs): by their paths from the checkout, and with the code that made them.

Under "made", "code" names the commit and the files that differed from it when the work began, of those that can
decide a result: none, and the run is of exactly this commit. `null`: not known, where there was no git or where
the record is older than this list.

A path is understood from the project's folder, so that it means the same in a notebook, wherever that was
opened, and in the pipeline.
"""

from contextlib import contextmanager

import pandas as pd

from deckspace import runs
from deckspace.errors import BrokenFile
from deckspace.runs import record_path
from deckspace.whole_files import whole_file
from study import HOME
from study.pipeline.checkout import code_version

__all__ = ["BrokenFile", "code_version", "read_run", "record_path", "write_run", "write_table"]

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


def write_table(table: pd.DataFrame, path, **how):
    """Write a table as CSV, whole or not at all; `how` is for `DataFrame.to_csv`."""
    with whole_file(path) as file:
        file.write(table.to_csv(lineterminator="\n", **how).encode())
