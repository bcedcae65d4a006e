"""What an executed copy shows is what its notebook says now."""

import nbformat
import pytest

from study import HOME

EXECUTED = sorted((HOME / "data" / "executed").rglob("*.ipynb"))


def code_of(path):
    """Return the code cells of a notebook but the one with the parameters of a scale."""
    cells = nbformat.read(path, 4).cells
    return [
        cell.source
        for cell in cells
        if cell.cell_type == "code" and "injected-parameters" not in cell.metadata.get("tags", [])
    ]


@pytest.mark.quick
@pytest.mark.parametrize("path", EXECUTED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_its_code_is_that_of_the_notebook(path):
    assert code_of(path) == code_of(HOME / "notebooks" / path.name)
