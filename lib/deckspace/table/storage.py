"""Where matches and decks of the reader's own are kept: a file each, whole or not at all.

    matches/<number>.json     every match, written after each action
    locm/<number>.json        every game of LoCM, likewise
    decks/<name>.json         decks that have been saved

The folder is `played` in the user's own (lib/deckspace/files.py), unless `DECKSPACE_PLAYED` names another.
"""

import json
import os
import re
from pathlib import Path

from deckspace import files
from deckspace.errors import BadInput
from deckspace.whole_files import whole_file

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _'-]{0,39}")


def folder(name) -> Path:
    """Return the folder of "matches", "locm" or "decks"; it need not be there."""
    return Path(os.environ.get("DECKSPACE_PLAYED") or files.home() / "played") / name


def checked_name(name):
    """Return a name that may be a file's; raises BadInput."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise BadInput(
            "A name has 1 to 40 letters, digits, spaces, hyphens or apostrophes, and begins with a letter or digit."
        )
    return name


def write(kind, name, content):
    """Write JSON to a file of this kind and name."""
    path = folder(kind) / f"{checked_name(name)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write((json.dumps(content, ensure_ascii=False) + "\n").encode())


def read(kind, name) -> dict:
    """Return what a file holds; raises BadInput."""
    path = folder(kind) / f"{checked_name(name)}.json"
    if not path.exists():
        raise BadInput(f"There is nothing kept under the name '{name}'.")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"The file '{path.name}' is no JSON, or not all of it: {error}.") from None
    if not isinstance(content, dict):
        raise BadInput(f"The file '{path.name}' holds no object with named fields.")
    return content


def names(kind) -> list[str]:
    """Return the names of all files of a kind, the newest first."""
    found = folder(kind).glob("*.json")
    return [path.stem for path in sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path.stem))]
