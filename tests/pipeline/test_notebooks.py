"""Every notebook reads well, takes the parameters that the pipeline gives it, and runs as it is opened."""

import ast
import re
from itertools import pairwise

import nbformat
import pytest
import yaml

from opened import NOTEBOOKS
from study import HOME
from study.pipeline import graph
from study.pipeline.execute import parameter_defaults
from study.pipeline.values import check_values

LONGEST_CELL = 10
# The parameters that name what is written
WRITTEN = ("out", "figures", "tables", "fresh", "tournament", "folder")

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path):
    return nbformat.read(path, 4).cells


def code(path):
    return [cell for cell in cells(path) if cell.cell_type == "code"]


@each_notebook
def test_a_sentence_comes_before_every_cell_and_the_cell_is_short(path):
    for previous, cell in pairwise([None, *cells(path)]):
        if cell.cell_type == "code":
            assert not cell.outputs and cell.execution_count is None, "run nbstripout before committing"
            text = previous is not None and previous.cell_type == "markdown" and previous.source
            assert text and re.search(r"[\w)][.:?!]", text), f"no sentence before:\n{cell.source}"
            long = "parameters" in cell.metadata.get("tags", [])  # one a line, with its comment
            lines = [line for line in cell.source.splitlines() if line.strip()]
            assert long or len(lines) <= LONGEST_CELL, f"{len(lines)} lines:\n{cell.source}"


@each_notebook
def test_every_parameter_is_used(path):
    working = [cell.source for cell in code(path) if "parameters" not in cell.metadata.get("tags", [])]
    lines = [line for line in "\n".join(working).splitlines() if not line.lstrip().startswith(("%", "!"))]
    used = {node.id for node in ast.walk(ast.parse("\n".join(lines))) if isinstance(node, ast.Name)}
    assert set(parameter_defaults(path)) <= used


@each_notebook
def test_opened_by_hand_it_writes_only_to_scratch(path):
    """The defaults are those of a small run: tests and curious readers must not overwrite results."""
    for name, default in parameter_defaults(path).items():
        assert (name in WRITTEN) == str(default).startswith(".cache/scratch/"), name


def test_every_value_of_the_pipeline_is_one_that_its_notebook_can_work_with():
    """Those of commands; test_inputs.py has those of params.yaml."""
    commands = [stage["cmd"] for stage in graph.stages().values() if "notebooks/" in stage["cmd"]]
    defaults = {path.name: parameter_defaults(path) for path in NOTEBOOKS}
    for command in commands:
        of = defaults[re.search(r"notebooks/(\S+\.ipynb)", command)[1]]
        for name, value in re.findall(r'-p (\w+) ("[^"]*"|\S+)', command):
            check_values({name: yaml.safe_load(value.strip('"'))}, of)
    assert len(commands) > 100
    for of in defaults.values():
        check_values(of, of)


EXECUTED = sorted((HOME / "data" / "executed").rglob("*.ipynb"))


@pytest.mark.quick
@pytest.mark.parametrize("path", EXECUTED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_code_of_an_executed_copy_is_that_of_its_notebook(path):
    own = [cell for cell in code(path) if "injected-parameters" not in cell.metadata.get("tags", [])]
    notebook = code(HOME / "notebooks" / path.name)
    assert [cell.source for cell in own] == [cell.source for cell in notebook]
