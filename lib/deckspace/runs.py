"""What long work leaves behind, so that whatever is read later is what was written: runs, and files with a checksum.

    write_run("mine/search.parquet", table, parameters={"seed": 1}, games=1000)
    table, record = read_run("mine/search.parquet")

A run is one compressed table and one small JSON record beside it. The table is the result and depends only on the
parameters, the seed and the rules: playing again gives the same bytes. Whatever may differ (time, machine, versions,
code) is in the record, under "made". Under "sha256" the record holds checksums of the table's file and of its own
content: a run that is not as it was written is refused, down to a single bit.

Beside any other file (`write_checked`) stands its checksum: beside `surrogate-1.pt` the file `surrogate-1.pt.sha256`,
as `sha256sum` writes it and `sha256sum --check` reads it.
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
    """Write a DataFrame to `path` (ending in .parquet) and its record. Whole or not at all: no reader sees half a run.

    `code` says by which version of the caller's code it was made, in any way that JSON can hold; `more` are further
    fields of the record. Raises ValueError for another ending.
    """
    path = Path(path)
    if path.suffix != ".parquet":
        raise ValueError(f"A run file ends in .parquet, unlike '{path}'.")
    made = {"wall_seconds": _rounded(wall_seconds), "cpu_seconds": _rounded(cpu_seconds), "code": code}
    made |= circumstances()
    record = {"parameters": parameters, "games": int(games), "rows": len(table), **more, "made": made}
    content = _parquet(table)
    text = _sealed(record, content)
    path.parent.mkdir(parents=True, exist_ok=True)
    for part, written in ((path, content), (record_path(path), text.encode())):
        with whole_file(part) as file:
            file.write(written)


def read_run(path):
    """Return the table (a DataFrame) and the record (a dict) of a run; raises BrokenFile for anything wrong with either."""
    import pandas as pd  # not needed by who reads other files

    path = Path(path)
    for part in (path, record_path(path)):
        if not part.exists():
            raise BrokenFile(f"There is no run file '{part}'.")
    content = path.read_bytes()
    record = _checked_record(record_path(path))
    if record["sha256"]["table"] != hashlib.sha256(content).hexdigest():
        raise BrokenFile(
            f"The run file '{path}' is not the one that its record was written with, by its sha256."
        )
    return pd.read_parquet(io.BytesIO(content)), record


def record_path(path) -> Path:
    """Return where the record of a run is."""
    return Path(path).with_suffix(".json")


def circumstances() -> dict:
    """Return where and with what a run is made: good to know, but no part of the result."""
    return {
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "versions": {"python": platform.python_version()} | {name: version(name) for name in PACKAGES},
    }


def _sealed(record: dict, content: bytes) -> str:
    """Return the text of a record that holds its own checksum and that of its table's file, whose content this is."""
    record = json.loads(json.dumps(record, default=plain))
    table = hashlib.sha256(content).hexdigest()
    return json.dumps(record | {"sha256": {"table": table, "record": _digest(record)}}, indent=1) + "\n"


def _checked_record(path) -> dict:
    """Return the record in a file, once its checksum is found right."""
    try:
        record = json.loads(path.read_bytes())
        content = {name: value for name, value in record.items() if name != "sha256"}
    except (ValueError, AttributeError) as error:
        raise BrokenFile(f"The record '{path}' is broken ({type(error).__name__}).") from error
    checksums = record.get("sha256")
    if not isinstance(checksums, dict) or set(checksums) != {"table", "record"}:
        raise BrokenFile(
            f"The record '{path}' has no sha256 of itself and its table, so nobody can tell whether they are "
            "as they were written."
        )
    if checksums["record"] != _digest(content):
        raise BrokenFile(f"The record '{path}' is not as it was written, by its sha256.")
    return record


def _digest(record: dict) -> str:
    """Return a checksum of what a record says, however it is laid out."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


def _parquet(table) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    # Without pandas' own metadata, which names the versions of the packages.
    rows = pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    # Whole numbers byte by byte, for sums over many games seldom repeat: a fifth less. All else as a dictionary.
    whole = [field.name for field in rows.schema if pa.types.is_integer(field.type)]
    others = [_leaf(field, pa) for field in rows.schema if field.name not in whole]
    encoding = {"column_encoding": dict.fromkeys(whole, "BYTE_STREAM_SPLIT"), "use_dictionary": others}
    file = io.BytesIO()
    pq.write_table(rows, file, compression="zstd", compression_level=19, **encoding)
    return file.getvalue()


def _leaf(field, pa) -> str:
    """Return what Parquet calls the values of a column, which in a column of lists is one level down."""
    return f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name


def _rounded(seconds):
    return None if seconds is None else round(float(seconds), 1)


def plain(value):
    """Return numpy's numbers and arrays as JSON knows them, for `json.dumps(..., default=plain)`."""
    return value.tolist()


# --- Files with a checksum -----------------------------------------------------------------


def write_checked(path, content: bytes):
    """Write a file and its checksum, each of them whole or not at all."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    line = f"{hashlib.sha256(content).hexdigest()}  {path.name}\n"
    for part, written in ((path, content), (checksum_path(path), line.encode())):
        with whole_file(part) as file:
            file.write(written)


def read_checked(path) -> bytes:
    """Return the content of a file. Raises BrokenFile if it has not the checksum beside it, or none stands there."""
    for part in (Path(path), checksum_path(path)):
        if not part.exists():
            raise BrokenFile(f"There is no '{part}'.")
    content = Path(path).read_bytes()
    if checksum_path(path).read_bytes().split()[:1] != [hashlib.sha256(content).hexdigest().encode()]:
        name = checksum_path(path).name
        raise BrokenFile(
            f"The file '{path}' is not as it was written, for it has not the checksum in '{name}'."
        )
    return content


def checksum_path(path) -> Path:
    """Return where the checksum of a file is."""
    return Path(f"{path}.sha256")


# --- What decides a result -----------------------------------------------------------------


def key(parameters: dict, paths=()) -> str:
    """Return a name for this very work: its parameters, and the content of the files and folders that decide its result."""
    digest = hashlib.sha256(json.dumps(parameters, sort_keys=True, default=plain).encode())
    for path in map(Path, paths):
        for name, file in _files_of(path):
            digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _files_of(path: Path):
    """Yield the file under an empty name; of a folder all files by theirs, but for traces of running code."""
    if not path.is_dir():
        yield "", path
    for file in sorted(path.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            yield file.relative_to(path).as_posix(), file
