"""What decides a result in a notebook: its code and prose, without outputs, counts and metadata.

    python -m study.pipeline.notebooks

writes data/fingerprints/notebooks.json, {name: hash}. Stages depend on their notebook's line (dvc.yaml), so that
opening, running and saving a notebook makes nothing stale. A group of modules that many notebooks use has a line, too.
"""

import hashlib
import json

import nbformat

from study import HOME
from study.pipeline.checkpoint import key
from study.pipeline.fingerprint import write

MASTERING = "lib/study/papers/mastering"
GROUPS = {
    "reading": ["lib/deckspace/intervals.py", "lib/study/figures.py", "lib/study/results"],
    "learning": [  # what trains, its opponents and their decks
        "lib/deckspace/data/agents/eva.json",
        "lib/deckspace/data/decks",
        "lib/deckspace/learning",
        f"{MASTERING}/ladder.py",
        f"{MASTERING}/yardsticks.py",
    ],
}


def content_of(path) -> str:
    """Return a hash of a notebook's cells: their kinds, sources and tags."""
    cells = nbformat.read(path, 4).cells
    content = [(cell.cell_type, cell.source, cell.metadata.get("tags", [])) for cell in cells]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def contents(folder=HOME / "notebooks") -> dict:
    """Return {name: hash} of all notebooks in a folder."""
    return {path.stem: content_of(path) for path in sorted(folder.glob("*.ipynb"))}


if __name__ == "__main__":
    write("notebooks", contents() | {name: key({}, paths) for name, paths in GROUPS.items()})
