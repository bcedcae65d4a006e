"""What long work leaves behind: a run, which is one table with the record of what it is.

    write_run("mine/search.parquet", table, parameters={"seed": 1}, games=1000)
    table, record = read_run("mine/search.parquet")

The record (a dict) stands in the same file. It has the parameters, the games that were played, whatever else the caller
adds, and a checksum of the whole file: a run of which a single bit has changed is refused. The file depends on the
parameters, the seed and the rules only, so playing again gives the same bytes.

What may differ from one time to the next (time, machine, versions, code) is a line of `costs.csv`, in the nearest
folder above that has such a file, or else beside the run.
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
RECORD = b"deckspace"  # the name of the record among the file's metadata
BLANK = "0" * 64  # in the place of the checksum while it is computed


# --- Runs ----------------------------------------------------------------------------------


def write_run(
    path, table, *, parameters: dict, games: int, wall_seconds=None, cpu_seconds=None, code=None, **more
):
    """Write a DataFrame with its record to `path` (ending in .parquet), and what it has cost to the ledger.

    `code` says by which version of the caller's code it was made, in a word; `more` are further fields of the record.
    The file appears whole or not at all. Raises ValueError for another ending.
    """
    path = Path(path)
    if path.suffix != ".parquet":
        raise ValueError(f"A run file ends in .parquet, unlike '{path}'.")
    record = {"parameters": parameters, "games": int(games), "rows": len(table), **more, "sha256": BLANK}
    content = _parquet(table, json.dumps(record, default=plain))
    content = _replaced(content, BLANK, hashlib.sha256(content).hexdigest())
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(content)
    note_cost(path, games=int(games), wall_seconds=wall_seconds, cpu_seconds=cpu_seconds, code=code)


def read_run(path):
    """Return the table (a DataFrame) and the record (a dict) of a run; raises BrokenFile if anything is wrong with it.

    The record's `made` is the run's line of the ledger, empty where there is none.
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
        raise BrokenFile(f"The run file '{path}' is not as it was written, by its sha256.")
    return pq.read_table(io.BytesIO(content)).to_pandas(), record | {"made": cost_of(path)}


def _replaced(content: bytes, old: str, new: str) -> bytes:
    """Return a file with one checksum in the place of another: the record stands near its end."""
    before, _, after = content.rpartition(old.encode())
    return before + new.encode() + after


def _parquet(table, record) -> bytes:
    import pyarrow as pa

    # Without pandas' own metadata, which names the versions of the packages.
    rows = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    split = [field.name for field in rows.schema if _is_smaller_split(rows.select([field.name]))]
    return _written(rows, split, record, level=11)


def _is_smaller_split(column) -> bool:
    """Tell whether a column of numbers (a pyarrow Table) is smaller byte by byte than as a dictionary of its values.

    It is where values seldom repeat, as sums over many games and evolved weights do.
    """
    import pyarrow as pa

    (field,) = column.schema
    if not (pa.types.is_integer(field.type) or pa.types.is_floating(field.type)):
        return False
    byte_by_byte, dictionary = (len(_written(column, split, "{}")) for split in ([field.name], []))
    return byte_by_byte < dictionary


def _written(rows, split, record, level=5) -> bytes:
    """Return a pyarrow Table as a Parquet file; the columns in `split` byte by byte, the others as dictionaries."""
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
    """Return what Parquet calls the values of a column, which in a column of lists is one level down."""
    import pyarrow as pa

    return f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name


def plain(value):
    """Return numpy's numbers and arrays as JSON knows them, for `json.dumps(..., default=plain)`."""
    return value.tolist()


# --- What they have cost -------------------------------------------------------------------


def ledger_of(path) -> Path:
    """Return the ledger of a run's costs."""
    folder = Path(path).resolve().parent
    return next(
        (each / COSTS for each in (folder, *folder.parents) if (each / COSTS).exists()), folder / COSTS
    )


def costs(ledger) -> dict:
    """Return the lines of a ledger: {the run's path from its folder: {column: text}}."""
    if not Path(ledger).exists():
        return {}
    with open(ledger, newline="", encoding="utf-8") as file:
        return {line.pop("run"): line for line in csv.DictReader(file)}


def cost_of(path) -> dict:
    """Return what a run has cost: games, wall_seconds and cpu_seconds (floats, or None), and how it was made."""
    ledger = ledger_of(path)
    line = costs(ledger).get(_name_in(ledger, path), {})
    numbers = ("games", "wall_seconds", "cpu_seconds")
    return {name: (float(text) if text else None) if name in numbers else text for name, text in line.items()}


def note_cost(path, *, games, wall_seconds, cpu_seconds, code):
    """Write a run's line into its ledger, in the place of an earlier one."""
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
    """Return where and with what a run is made: good to know, but no part of the result."""
    machine = {"machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"}
    return machine | {"python": platform.python_version()} | {name: version(name) for name in PACKAGES}


def _rounded(seconds):
    return "" if seconds is None else round(float(seconds), 1)


# --- What decides a result -----------------------------------------------------------------


def key(parameters: dict, paths=()) -> str:
    """Return a name for this very work: its parameters, and the content of the files and folders that decide its result.

    `FILE.json:NAME.NAME` is one value of a JSON file, as if it were a file of its own.
    """
    digest = hashlib.sha256(json.dumps(parameters, sort_keys=True, default=plain).encode())
    for path in paths:
        for name, content in _contents_of(path):
            digest.update(name.encode() + b"\0" + content)
    return digest.hexdigest()[:16]


def _contents_of(path):
    """Yield a file's content under an empty name; of a folder all files under theirs, but for traces of running code."""
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
