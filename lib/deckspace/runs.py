"""Runs: the results of long computations, each a table with a record.

    write_run("mine/search.parquet", table, parameters={"seed": 1}, games=1000)
    table, record = read_run("mine/search.parquet")

The record (a dict) is in the same file. It has the parameters, the number of games, the caller's own fields, and a
checksum of the whole file, so that any change is detected. The file depends only on the parameters, the seed and the
rules, so a repetition gives the same bytes.

Facts that differ between repetitions (time, machine, versions, code) are in a line of `costs.csv`, in the nearest
parent folder with such a file, or else beside the run.
"""

import csv
import hashlib
import io
import json
import os
import platform
from functools import reduce
from importlib.metadata import version
from operator import getitem
from pathlib import Path

from deckspace.errors import BrokenFile
from deckspace.whole_files import whole_file

PACKAGES = ("numpy", "numba", "pandas", "pyarrow")
COSTS = "costs.csv"
RECORD = b"deckspace"  # the name of the record in the file's metadata
BLANK = "0" * 64  # in place of the checksum while it is computed


# --- Runs ----------------------------------------------------------------------------------


def write_run(
    path, table, *, parameters: dict, games: int, wall_seconds=None, cpu_seconds=None, code=None, **more
):
    """Write a DataFrame with its record to `path`, which must end in .parquet, and its cost to the ledger.

    `code` names the version of the caller's code; `more` are further fields of the record. The file is written
    completely or not at all. Raises ValueError for another ending.
    """
    path = Path(path)
    if path.suffix != ".parquet":
        raise ValueError(f"The name of a run file must end in .parquet, unlike '{path}'.")
    record = {"parameters": parameters, "games": int(games), "rows": len(table), **more, "sha256": BLANK}
    content = _parquet(table, json.dumps(record, default=plain))
    content = _replaced(content, BLANK, hashlib.sha256(content).hexdigest())
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(content)
    note_cost(path, games=int(games), wall_seconds=wall_seconds, cpu_seconds=cpu_seconds, code=code)


def read_run(path):
    """Return the table (a DataFrame) and the record (a dict) of a run; raises BrokenFile if it is missing or damaged.

    The record's `made` is the run's line of the ledger; it is empty if there is none.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = Path(path)
    if not path.exists():
        raise BrokenFile(f"There is no run file '{path}'.")
    content = path.read_bytes()
    try:
        record = json.loads(pq.read_metadata(io.BytesIO(content)).metadata[RECORD])
        found = record.pop("sha256")
        blank = _replaced(content, found, BLANK)
    except (pa.ArrowException, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BrokenFile(f"The run file '{path}' is broken ({type(error).__name__}).") from error
    if hashlib.sha256(blank).hexdigest() != found:
        raise BrokenFile(f"The run file '{path}' is not as it was written: its sha256 differs.")
    return pq.read_table(io.BytesIO(content)).to_pandas(), record | {"made": cost_of(path)}


def _replaced(content: bytes, old: str, new: str) -> bytes:
    """Return a file with one checksum replaced by another; it is the last in the file."""
    before, _, after = content.rpartition(old.encode())
    return before + new.encode() + after


def _parquet(table, record) -> bytes:
    import pyarrow as pa

    # Without pandas' own metadata, which contain package versions.
    rows = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    split = [field.name for field in rows.schema if _is_smaller_split(rows.select([field.name]))]
    return _written(rows, split, record, level=11)


def _is_smaller_split(column) -> bool:
    """Tell whether a column of numbers (a pyarrow Table) is smaller with split bytes than with a dictionary of its
    values.

    That is so for values that rarely repeat, such as sums over many games and evolved weights.
    """
    import pyarrow as pa

    (field,) = column.schema
    if not (pa.types.is_integer(field.type) or pa.types.is_floating(field.type)):
        return False
    byte_by_byte, dictionary = (len(_written(column, split, "{}")) for split in ([field.name], []))
    return byte_by_byte < dictionary


def _written(rows, split, record, level=5) -> bytes:
    """Return a pyarrow Table as a Parquet file, columns in `split` with split bytes, others with dictionaries."""
    import pyarrow.parquet as pq

    how = {
        "compression": "brotli",
        "compression_level": level,
        "store_schema": False,
        "write_statistics": False,
    }
    how |= {"column_encoding": dict.fromkeys(split, "BYTE_STREAM_SPLIT")}
    how |= {"use_dictionary": [_leaf(field) for field in rows.schema if field.name not in split]}
    file = io.BytesIO()
    with pq.ParquetWriter(file, rows.schema, **how) as writer:
        writer.write_table(rows)
        writer.add_key_value_metadata({RECORD: record})
    return file.getvalue()


def _leaf(field) -> str:
    """Return Parquet's name for the values of a column, which are nested in a column of lists."""
    import pyarrow as pa

    return f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name


def plain(value):
    """Return numpy's numbers and arrays as plain Python values, for `json.dumps(..., default=plain)`."""
    return value.tolist()


# --- Costs ---------------------------------------------------------------------------------


def ledger_of(path) -> Path:
    """Return the path of the ledger for a run."""
    folder = Path(path).resolve().parent
    return next(
        (each / COSTS for each in (folder, *folder.parents) if (each / COSTS).exists()), folder / COSTS
    )


def costs(ledger) -> dict:
    """Return the lines of a ledger, {path of the run relative to its folder: {column: text}}."""
    if not Path(ledger).exists():
        return {}
    with open(ledger, newline="", encoding="utf-8") as file:
        return {line.pop("run"): line for line in csv.DictReader(file)}


def cost_of(path) -> dict:
    """Return the cost of a run: games, wall_seconds and cpu_seconds (floats or None), and its environment."""
    ledger = ledger_of(path)
    line = costs(ledger).get(_name_in(ledger, path), {})
    numbers = ("games", "wall_seconds", "cpu_seconds")
    return {name: (float(text) if text else None) if name in numbers else text for name, text in line.items()}


def note_cost(path, *, games, wall_seconds, cpu_seconds, code):
    """Write a run's line into its ledger, replacing an earlier one."""
    ledger = ledger_of(path)
    seconds = {"wall_seconds": _rounded(wall_seconds), "cpu_seconds": _rounded(cpu_seconds)}
    line = {"games": games, **seconds, "code": code or "", **circumstances()}
    lines = costs(ledger) | {_name_in(ledger, path): line}
    text = io.StringIO()
    writer = csv.DictWriter(text, ["run", *line], lineterminator="\n", restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows({"run": name, **lines[name]} for name in sorted(lines))
    with whole_file(ledger) as file:
        file.write(text.getvalue().encode())


def _name_in(ledger, path):
    return Path(path).resolve().relative_to(ledger.parent).as_posix()


def circumstances() -> dict:
    """Return the machine and the versions of packages, which do not affect the result."""
    machine = {"machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"}
    return machine | {"python": platform.python_version()} | {name: version(name) for name in PACKAGES}


def _rounded(seconds):
    return "" if seconds is None else round(float(seconds), 1)


# --- Keys ----------------------------------------------------------------------------------


def key(parameters: dict, paths=()) -> str:
    """Return a hash of everything that determines a result: parameters, and the content of files and folders.

    `FILE.json:NAME.NAME` is a value in a JSON file.
    """
    digest = hashlib.sha256(json.dumps(parameters, sort_keys=True, default=plain).encode())
    for path in paths:
        for name, content in _contents_of(path):
            digest.update(name.encode() + b"\0" + content)
    return digest.hexdigest()[:16]


def _contents_of(path):
    """Yield a file's content with an empty name, or all files of a folder with their names, without `__pycache__`."""
    file, is_value, names = str(path).partition(".json:")
    path = Path(f"{file}.json" if is_value else path)
    if is_value:
        value = reduce(getitem, names.split("."), json.loads(path.read_bytes()))
        yield "", (json.dumps(value, indent=1) + "\n").encode()
    elif not path.is_dir():
        yield "", path.read_bytes()
    for file in sorted(path.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            yield file.relative_to(path).as_posix(), file.read_bytes()
