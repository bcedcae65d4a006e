"""What a simulation leaves behind: one compressed table, and one small JSON record beside it.

The table is the result and depends only on the parameters, the seed and the rules: playing again gives the
same bytes. Whatever may differ (time, machine, versions, code) is in the record, under "made".

Under "sha256" the record holds checksums of the table's file and of its own content, which are compared
whenever the run is read: a run that is not as it was written is refused, down to a single bit.

Under "made", "code" names the commit and the files that differed from it when the work began, of those that can
decide a result: none, and the run is of exactly this commit. `null`: not known, where there was no git or where
the record is older than this list.

A path is understood from the project's folder, so that it means the same in a notebook, wherever that was
opened, and in the pipeline.
"""

import hashlib
import io
import json
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from deckspace.whole_files import whole_file
from study import HOME

PACKAGES = ("numpy", "numba", "pandas", "pyarrow")
# What can decide a result. DVC deletes the outputs of a stage before it runs it: outputs are no part of this.
SOURCES = ("lib", "notebooks", "params.yaml", "data/agents", "data/cards")
RESTORE = "`git restore` brings both back, or delete both and run `./run repro`."


class BrokenRun(ValueError):
    """A file of a run that cannot be read; the message says which and what to do."""


def write_run(
    path,
    table: pd.DataFrame,
    *,
    parameters: dict,
    games: int,
    wall_seconds=None,
    cpu_seconds=None,
    code=None,
    **more,
):
    """Write `path` (ending in .parquet) and its record. Whole or not at all: no reader sees half a run.

    `code` is what `code_version` said when the work began; without it, what it says now.
    """
    path = HOME / path
    if path.suffix != ".parquet":
        raise ValueError(f"A run file ends in .parquet, unlike '{path}'.")
    made = {"wall_seconds": _rounded(wall_seconds), "cpu_seconds": _rounded(cpu_seconds)}
    made |= circumstances(code)
    record = {"parameters": parameters, "games": int(games), "rows": len(table), **more, "made": made}
    content = _parquet(table)
    text = _sealed(record, content)
    path.parent.mkdir(parents=True, exist_ok=True)
    for part, written in ((path, content), (record_path(path), text.encode())):
        with whole_file(part) as file:
            file.write(written)


def read_run(path) -> tuple[pd.DataFrame, dict]:
    """The table and the record of a run; anything wrong with either is one sentence."""
    path = HOME / path
    for part in (path, record_path(path)):
        if not part.exists():
            raise BrokenRun(
                f"There is no run file '{part}': `./run repro` makes it, or `git restore` brings it back."
            )
    content = path.read_bytes()
    record = _checked_record(record_path(path))
    if record["sha256"]["table"] != hashlib.sha256(content).hexdigest():
        raise BrokenRun(
            f"The run file '{path}' is not the one that its record was written with, by its sha256: {RESTORE}"
        )
    return pd.read_parquet(io.BytesIO(content)), record


def _sealed(record: dict, content: bytes) -> str:
    """The text of a record that holds its own checksum and that of its table's file, whose content this is."""
    record = json.loads(json.dumps(record, default=plain))
    table = hashlib.sha256(content).hexdigest()
    return json.dumps(record | {"sha256": {"table": table, "record": _digest(record)}}, indent=1) + "\n"


def _checked_record(path) -> dict:
    """The record in a file, once its checksum is found right. Raises BrokenRun."""
    try:
        record = json.loads(path.read_bytes())
        content = {name: value for name, value in record.items() if name != "sha256"}
    except (ValueError, AttributeError) as error:
        raise BrokenRun(f"The record '{path}' is broken ({type(error).__name__}): {RESTORE}") from error
    checksums = record.get("sha256")
    if not isinstance(checksums, dict) or set(checksums) != {"table", "record"}:
        raise BrokenRun(
            f"The record '{path}' has no sha256 of itself and its table, so nobody can tell whether they are "
            f"as they were written: {RESTORE}"
        )
    if checksums["record"] != _digest(content):
        raise BrokenRun(f"The record '{path}' is not as it was written, by its sha256: {RESTORE}")
    return record


def _digest(record: dict) -> str:
    """A checksum of what a record says, however it is laid out."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


def _parquet(table) -> bytes:
    # Without pandas' own metadata, which names the versions of the packages.
    rows = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    file = io.BytesIO()
    pq.write_table(rows, file, compression="zstd", compression_level=19, **_encoding(rows.schema))
    return file.getvalue()


def _encoding(schema) -> dict:
    """Whole numbers byte by byte, for sums over many games seldom repeat: a fifth less. All else as a dictionary."""
    whole = [field.name for field in schema if pa.types.is_integer(field.type)]
    others = [_leaf(field) for field in schema if field.name not in whole]
    return {"column_encoding": dict.fromkeys(whole, "BYTE_STREAM_SPLIT"), "use_dictionary": others}


def _leaf(field) -> str:
    """What Parquet calls the values of a column, which in a column of lists is one level down."""
    return f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name


def record_path(path) -> Path:
    return Path(path).with_suffix(".json")


def circumstances(code=None) -> dict:
    """Where and with what: good to know, but no part of the result."""
    return {
        "code": code or code_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "versions": {"python": platform.python_version()} | {name: version(name) for name in PACKAGES},
    }


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


def _rounded(seconds):
    return None if seconds is None else round(float(seconds), 1)


def plain(value):
    """Numpy's numbers and arrays as JSON knows them."""
    return value.tolist()
