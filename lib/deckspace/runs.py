"""Runs, and files with a checksum: results of long work, verified when they are read.

    write_run("mine/search.parquet", table, parameters={"seed": 1}, games=1000)
    table, record = read_run("mine/search.parquet")

A run is a compressed table with a small JSON record beside it. The table is the result and depends only on the
parameters, the seed and the rules: playing again gives the same bytes. Whatever may differ (time, machine, versions,
code) is in the record, under "made". Under "sha256" the record holds checksums of the table's file and of its own
content, so that a single changed bit is detected.

Any other file (`write_checked`) has its checksum in a file beside it, `surrogate-1.pt.sha256` for `surrogate-1.pt`, in
the format of `sha256sum`.
"""

import hashlib
import io
import json
import os
import platform
from importlib.metadata import version
from pathlib import Path

from deckspace.errors import BrokenFile
from deckspace.whole_files import whole_file

PACKAGES = ("numpy", "numba", "pandas", "pyarrow")


# --- Runs ----------------------------------------------------------------------------------


def write_run(
    path, table, *, parameters: dict, games: int, wall_seconds=None, cpu_seconds=None, code=None, **more
):
    """Write a DataFrame to `path` (ending in .parquet) and its record; each file is written completely or not at all.

    `code` describes the version of the caller's code as any JSON value; `more` are further fields of the record.
    Raises ValueError for another ending.
    """
    path = Path(path)
    if path.suffix != ".parquet":
        raise ValueError(f"A run file must end in .parquet, unlike '{path}'.")
    made = {"wall_seconds": _rounded(wall_seconds), "cpu_seconds": _rounded(cpu_seconds), "code": code}
    made |= circumstances()
    record = {"parameters": parameters, "games": int(games), "rows": len(table), **more, "made": made}
    content = _parquet(table)
    _write({path: content, record_path(path): _sealed(record, content).encode()})


def read_run(path):
    """Return the table (a DataFrame) and the record (a dict) of a run; raises BrokenFile if either is missing or damaged."""
    import pandas as pd  # slow, and not needed for other files

    path = Path(path)
    for part in (path, record_path(path)):
        if not part.exists():
            raise BrokenFile(f"There is no run file '{part}'.")
    content = path.read_bytes()
    try:
        record = json.loads(record_path(path).read_bytes())
        as_written = record["sha256"] == _checksums(record, content)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenFile(f"The record '{record_path(path)}' is broken ({type(error).__name__}).") from error
    if not as_written:
        raise BrokenFile(f"The run '{path}' is not as it was written, by the sha256 in its record.")
    return pd.read_parquet(io.BytesIO(content)), record


def _write(contents: dict):
    """Write files that belong together, {path: content}, each of them whole or not at all."""
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(content)


def record_path(path) -> Path:
    """Return the path of a run's record."""
    return Path(path).with_suffix(".json")


def circumstances() -> dict:
    """Return the machine and the versions that a run is made with, which are no part of the result."""
    return {
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "versions": {"python": platform.python_version()} | {name: version(name) for name in PACKAGES},
    }


def _sealed(record: dict, content: bytes) -> str:
    """Return the text of a record with its own checksum and that of the table file with this content."""
    record = json.loads(json.dumps(record, default=plain))
    return json.dumps(record | {"sha256": _checksums(record, content)}, indent=1) + "\n"


def _checksums(record: dict, content: bytes) -> dict:
    """Return those of a table's file, and of what a record says beside them, however it is laid out."""
    said = json.dumps({name: record[name] for name in record if name != "sha256"}, sort_keys=True)
    return {"table": hashlib.sha256(content).hexdigest(), "record": hashlib.sha256(said.encode()).hexdigest()}


def _parquet(table) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    # Without pandas' own metadata, which names the versions of the packages.
    rows = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    # Whole numbers are split into bytes, since sums over many games seldom repeat (a fifth smaller); all else by dictionary.
    whole = [field.name for field in rows.schema if pa.types.is_integer(field.type)]
    others = [_leaf(field, pa) for field in rows.schema if field.name not in whole]
    encoding = {"column_encoding": dict.fromkeys(whole, "BYTE_STREAM_SPLIT"), "use_dictionary": others}
    file = io.BytesIO()
    pq.write_table(rows, file, compression="zstd", compression_level=19, **encoding)
    return file.getvalue()


def _leaf(field, pa) -> str:
    """Return Parquet's name for the values of a column; in a column of lists they are one level down."""
    return f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name


def _rounded(seconds):
    return None if seconds is None else round(float(seconds), 1)


def plain(value):
    """Return numpy numbers and arrays as plain values, for `json.dumps(..., default=plain)`."""
    return value.tolist()


# --- Files with a checksum -----------------------------------------------------------------


def write_checked(path, content: bytes):
    """Write a file and its checksum, each of them whole or not at all."""
    line = f"{hashlib.sha256(content).hexdigest()}  {Path(path).name}\n"
    _write({Path(path): content, checksum_path(path): line.encode()})


def read_checked(path) -> bytes:
    """Return the content of a file. Raises BrokenFile if the file or its checksum is missing, or they do not match."""
    for part in (Path(path), checksum_path(path)):
        if not part.exists():
            raise BrokenFile(f"There is no '{part}'.")
    content = Path(path).read_bytes()
    if checksum_path(path).read_bytes().split()[:1] != [hashlib.sha256(content).hexdigest().encode()]:
        raise BrokenFile(
            f"'{path}' is not as it was written, by the checksum in '{checksum_path(path).name}'."
        )
    return content


def checksum_path(path) -> Path:
    """Return the path of a file's checksum."""
    return Path(f"{path}.sha256")


# --- Keys of results -----------------------------------------------------------------------


def key(parameters: dict, paths=()) -> str:
    """Return a hash of the parameters and of all files and folders on which a result depends."""
    digest = hashlib.sha256(json.dumps(parameters, sort_keys=True, default=plain).encode())
    for path in map(Path, paths):
        for name, file in _files_of(path):
            digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _files_of(path: Path):
    """Yield a file with an empty name, or all files of a folder with their relative names, except __pycache__."""
    if not path.is_dir():
        yield "", path
    for file in sorted(path.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            yield file.relative_to(path).as_posix(), file
