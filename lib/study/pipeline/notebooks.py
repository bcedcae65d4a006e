"""What decides a result in a notebook: its code and prose, without outputs, counts and metadata.

    python -m study.pipeline.notebooks

writes data/fingerprints/notebooks.json, {name: hash}. Stages depend on their notebook's line (dvc.yaml), so that a
notebook which was opened, run and saved makes nothing stale.
"""

import hashlib
import json

import nbformat

from deckspace.whole_files import whole_file
from study import HOME

FILE = HOME / "data" / "fingerprints" / "notebooks.json"


def content_of(path) -> str:
    """Return a hash of a notebook's cells: their kinds, sources and tags."""
    cells = nbformat.read(path, 4).cells
    content = [(cell.cell_type, cell.source, cell.metadata.get("tags", [])) for cell in cells]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def contents(folder=HOME / "notebooks") -> dict:
    """Return {name: hash} of all notebooks in a folder."""
    return {path.stem: content_of(path) for path in sorted(folder.glob("*.ipynb"))}


if __name__ == "__main__":
    with whole_file(FILE) as file:
        file.write((json.dumps(contents(), indent=1) + "\n").encode())
