"""The runs of this project (deckspace.runs), by their paths from the checkout and with the code that made them.

The ledger, data/runs/costs.csv, names under "code" the commit that was checked out when the work began. A "+" behind
it says that some file that can decide a result differed from that commit. It is empty where there was no git.

Paths are relative to the project's folder, so they mean the same in the pipeline and in a notebook opened anywhere.
"""

import pandas as pd

from deckspace import runs
from deckspace.errors import BrokenFile
from deckspace.whole_files import whole_file
from study import HOME
from study.pipeline.checkout import code_version

__all__ = ["code_version", "read_run", "write_run", "write_table"]

RESTORE = "`git restore` brings it back, or delete it and run `./run repro`."


def write_run(path, table: pd.DataFrame, *, code=None, **about):
    """Write a run (see deckspace.runs.write_run); `code` is what `code_version` returned when the work began."""
    runs.write_run(HOME / path, table, code=code or code_version(), **about)


def read_run(path) -> tuple[pd.DataFrame, dict]:
    """The table and the record of a run. Raises BrokenFile for a broken file, and says how to restore it."""
    try:
        return runs.read_run(HOME / path)
    except BrokenFile as error:
        raise BrokenFile(f"{str(error).removesuffix('.')}: {RESTORE}") from error


def write_table(table: pd.DataFrame, path, **how):
    """Write a table as CSV, whole or not at all; `how` is for `DataFrame.to_csv`."""
    with whole_file(path) as file:
        file.write(table.to_csv(lineterminator="\n", **how).encode())
