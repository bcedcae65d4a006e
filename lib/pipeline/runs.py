"""What a simulation leaves behind: one compressed table, and one small JSON record beside it.

The table is the result and depends only on the parameters, the seed and the rules: playing again gives the
same bytes. Whatever may differ (time, machine, versions) is in the record, under "made".

A path is understood from the project's folder, so that it means the same in a notebook, wherever that was
opened, and in the pipeline.
"""

import json
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from lib import HOME

PACKAGES = ("numpy", "numba", "pandas", "pyarrow")


class BrokenRun(ValueError):
    """A run file that cannot be read; the message says which and what to do."""


def write_run(
    path, table: pd.DataFrame, *, parameters: dict, games: int, wall_seconds=None, cpu_seconds=None, **more
):
    """Write `path` (ending in .parquet) and its record. Whole or not at all: no reader sees half a run."""
    path = HOME / path
    if path.suffix != ".parquet":
        raise ValueError(f"A run file ends in .parquet, unlike '{path}'.")
    made = {"wall_seconds": _rounded(wall_seconds), "cpu_seconds": _rounded(cpu_seconds), **circumstances()}
    record = {"parameters": parameters, "games": int(games), "rows": len(table), **more, "made": made}
    text = json.dumps(record, indent=1, default=plain) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        # Without pandas' own metadata, which names the versions of the packages.
        rows = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
        pq.write_table(rows, file, compression="zstd", compression_level=9)
    with whole_file(record_path(path)) as file:
        file.write(text.encode())


def read_run(path) -> tuple[pd.DataFrame, dict]:
    """The table and the record of a run; anything wrong with either is one sentence."""
    path = HOME / path
    for part in (path, record_path(path)):
        if not part.exists():
            raise BrokenRun(
                f"There is no run file '{part}': `./run repro` makes it, or `git restore` brings it back."
            )
    try:
        table = pd.read_parquet(path)
        record = json.loads(record_path(path).read_text())
        rows = record["rows"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BrokenRun(
            f"The run file '{path}' is broken ({type(error).__name__}): delete it and run again."
        ) from error
    if len(table) != rows:
        raise BrokenRun(
            f"The run file '{path}' has {len(table)} rows, but its record says {rows}: delete both and run again."
        )
    return table, record


def record_path(path) -> Path:
    return Path(path).with_suffix(".json")


def circumstances() -> dict:
    """Where and with what: good to know, but no part of the result."""
    return {
        "code": code_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "versions": {"python": platform.python_version()} | {name: version(name) for name in PACKAGES},
    }


def code_version() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, cwd=HOME, capture_output=True, text=True)
    except OSError:  # no git on this machine
        return "unknown"
    return done.stdout.strip() or "unknown"


class whole_file:
    """A file that appears under its name only when it is complete and on the disk."""

    def __init__(self, path):
        self.path = Path(path)
        self.part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")

    def __enter__(self):
        self.file = open(self.part, "wb")
        return self.file

    def __exit__(self, error, *_):
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        if error:
            self.part.unlink()
        else:
            os.replace(self.part, self.path)


def _rounded(seconds):
    return None if seconds is None else round(float(seconds), 1)


def plain(value):
    """Numpy's numbers and arrays as JSON knows them."""
    return value.tolist()
