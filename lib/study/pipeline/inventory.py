"""What a folder of runs holds, as one small file: `python -m study.pipeline.inventory FOLDER OUT`.

A record says beside its table when, where and how fast it was made, so that a run which is played again with
the same result has another record. Whatever goes on from many runs therefore depends on their inventory: a
hash of each file, of records without what was noted about their making.
"""

import hashlib
import json
import sys
from pathlib import Path

from deckspace.whole_files import whole_file
from study import HOME

# Parts of a record: what it notes, its checksum, which covers that, and what was measured with a clock: how a learner's
# time was divided, and how long the league's players think.
OF_ITS_MAKING = ("made", "sha256", "learning_share", "milliseconds an action")


def inventory(folder) -> dict:
    """{path from the folder: hash}, of every file below it."""
    files = sorted(path for path in (HOME / folder).rglob("*") if path.is_file())
    if not files:
        raise ValueError(f"There is no run in '{folder}': `./run repro` makes them.")
    return {path.relative_to(HOME / folder).as_posix(): content_hash(path) for path in files}


def content_hash(path: Path) -> str:
    """A short hash of a file; of a record, of what must come out the same when the run is played again."""
    content = path.read_bytes()
    if path.suffix == ".json" and path.with_suffix(".parquet").exists():
        content = json.dumps(lasting(path, content), sort_keys=True).encode()
    return hashlib.sha256(content).hexdigest()[:16]


def lasting(path, content) -> dict:
    """A record without what was noted about its making."""
    try:
        return {name: value for name, value in json.loads(content).items() if name not in OF_ITS_MAKING}
    except (ValueError, AttributeError) as error:
        raise ValueError(f"The record '{path}' is broken: `git restore` brings it back.") from error


def main(arguments):
    if len(arguments) != 2:
        sys.exit("inventory: say which folder, and where to write what it holds.")
    folder, out = arguments
    try:
        text = json.dumps(inventory(folder), indent=1) + "\n"
    except ValueError as error:
        sys.exit(f"inventory: {error}")
    (HOME / out).parent.mkdir(parents=True, exist_ok=True)
    with whole_file(HOME / out) as file:
        file.write(text.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
