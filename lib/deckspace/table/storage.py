"""Storage of the user's matches and decks, one file each, written completely or not at all.

    matches/<number>.json     every match, written after each action
    locm/<number>.json        every game of LoCM, in the same way
    decks/<hash>.json         saved decks, by a hash of their names (before that, by the names themselves)

The folder is `played` in the user's folder (lib/deckspace/files.py), unless `DECKSPACE_PLAYED` names another.
"""

import json
import os
import re
from contextlib import contextmanager
from pathlib import Path

from deckspace import files
from deckspace.errors import BadInput
from deckspace.whole_files import check_place, whole_file

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _'-]{0,39}")


def folder(name) -> Path:
    """Return the folder of "matches", "locm" or "decks", which need not exist."""
    return Path(os.environ.get("DECKSPACE_PLAYED") or files.home() / "played") / name


def checked_name(name):
    """Return a name that is valid for a file; raises BadInput."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise BadInput(
            "A name must have 1 to 40 letters, digits, spaces, underscores, hyphens or apostrophes, and begin with a "
            "letter or digit."
        )
    return name


def write(kind, name, content):
    """Write JSON to a file of this kind and name."""
    path = folder(kind) / f"{checked_name(name)}.json"
    text = (json.dumps(content, ensure_ascii=False) + "\n").encode()
    with saving(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(text)


def check():
    """Raise BadInput unless matches can be saved."""
    with saving(folder("matches")):
        check_place(folder("matches") / "any.json")


@contextmanager
def saving(place):
    """Turn an error of the disk in this block into BadInput, which says what to do."""
    try:
        yield
    except OSError as error:
        raise BadInput(
            f"Nothing can be saved in {place} ({error.strerror}): make room there, or start the table with "
            "DECKSPACE_PLAYED set to another folder."
        ) from None


def read(kind, name) -> dict:
    """Return the content of a file; raises BadInput."""
    path = folder(kind) / f"{checked_name(name)}.json"
    if not path.exists():
        raise BadInput(f"Nothing is saved under the name '{name}'.")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"The file '{path.name}' is not valid JSON, or incomplete: {error}.") from None
    if not isinstance(content, dict):
        raise BadInput(f"The file '{path.name}' contains no object with named fields.")
    return content


def names(kind) -> list[str]:
    """Return the names of all files of a kind, the newest first."""
    found = folder(kind).glob("*.json")
    return [path.stem for path in sorted(found, key=lambda path: (-path.lstat().st_mtime_ns, path.stem))]


def listed(kind, summary):
    """Return (summaries, damaged): what `summary` makes of each file (its content, its name), and the rest.

    The newest come first. `damaged` holds the paths of files that contain something else.
    """
    found, damaged = [], []
    for name in names(kind):
        try:
            found.append(summary(read(kind, name), name))
        except Exception:  # there is no telling what a damaged file contains
            damaged.append(str(folder(kind) / f"{name}.json"))
    return found, damaged


def check_fields(record, fields, what="it"):
    """Raise BadInput unless a record has all `fields`, {name: its possible types}."""
    for name, kinds in fields.items():
        if name not in record:
            raise BadInput(f"{what} has no '{name}'.")
        if type(record[name]) not in kinds:
            raise BadInput(f"{what} has a '{name}' that is {json.dumps(record[name])[:40]}.")
