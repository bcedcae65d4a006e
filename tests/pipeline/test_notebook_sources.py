"""A result depends on a notebook's code, prose and tags, and on nothing that opening it may change."""

import nbformat
import pytest

from study import HOME
from study.pipeline import graph
from study.pipeline.notebooks import GROUPS, content_of, contents

PLAY = HOME / "notebooks" / "31_dsa_me_play.ipynb"


def with_counts_and_metadata(notebook):
    notebook.metadata["kernelspec"] = {"name": "another", "display_name": "Another"}
    notebook.cells[0].metadata["collapsed"] = True
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count = 7
            cell.outputs = [nbformat.v4.new_output("stream", text="seen")]


def with_other_code(notebook):
    notebook.cells[-1].source += "\n1 + 1"


def without_tags(notebook):
    for cell in notebook.cells:
        cell.metadata.pop("tags", None)


@pytest.mark.parametrize("change", [with_counts_and_metadata, with_other_code, without_tags])
def test_what_decides_a_result_is_seen_and_nothing_else(tmp_path, change):
    notebook = nbformat.read(PLAY, 4)
    change(notebook)
    nbformat.write(notebook, tmp_path / PLAY.name)
    same = content_of(tmp_path / PLAY.name) == content_of(PLAY)
    assert same == (change is with_counts_and_metadata)


def test_every_notebook_has_its_line_and_the_stage_depends_on_every_source_of_a_group():
    assert set(contents()) == {path.stem for path in (HOME / "notebooks").glob("*.ipynb")}
    sources = {"notebooks", "lib/study/pipeline/notebooks.py"}.union(*GROUPS.values())
    assert set(graph.stages()["notebooks"]["deps"]) == sources
