"""All matches of a folder by the rule Conquest, in one file: `conquest.jsonl`, a line for each pair of players.

    write(folder, records); records = read(folder)

A line is a record of lib/deckspace/learning/hearthstone/conquest.py, which describes the format.
"""

import json

from deckspace.errors import BrokenFile
from deckspace.learning.hearthstone import conquest
from deckspace.runs import plain
from deckspace.whole_files import whole_file

NAME = "conquest.jsonl"


def write(folder, records):
    """Write records to the file of a folder after checking each of them."""
    for record in records:
        conquest.check(record)
    folder.mkdir(parents=True, exist_ok=True)
    with whole_file(folder / NAME) as file:
        file.writelines((json.dumps(record, default=plain) + "\n").encode() for record in records)


def read(folder) -> list:
    """Return the records of a folder, none if it has no file. Raises BrokenFile for an invalid record."""
    path, records = folder / NAME, []
    if not path.exists():
        return records
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            records.append(json.loads(line))
            conquest.check(records[-1])
        except ValueError as error:  # BrokenFile is one
            raise BrokenFile(f"Line {number} of '{path}' is no record of matches: {error}") from error
    return records
