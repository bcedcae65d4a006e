"""Every notebook reads well, takes the parameters that the pipeline gives it, and runs as it is opened."""

import ast
import re
from functools import cache

import nbformat
import pytest
import yaml

from opened import NOTEBOOKS
from study import HOME
from study.pipeline import graph
from study.pipeline.execute import parameter_defaults, section
from study.pipeline.values import WRITTEN, check_value

LONGEST_CELL = 10

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path):
    return nbformat.read(path, 4).cells


def code(path):
    return [cell for cell in cells(path) if cell.cell_type == "code"]


@each_notebook
def test_sources_are_stripped(path):
    for cell in code(path):
        assert not cell.outputs and cell.execution_count is None, "run nbstripout before committing"
    assert "widgets" not in nbformat.read(path, 4).metadata


@each_notebook
def test_a_sentence_before_every_cell(path):
    previous = None
    for cell in cells(path):
        if cell.cell_type == "code":
            assert previous is not None and previous.cell_type == "markdown", (
                f"no text before:\n{cell.source}"
            )
            assert re.search(r"[\w)][.:?!]", previous.source), f"no sentence before:\n{cell.source}"
        previous = cell


@each_notebook
def test_cells_are_short(path):
    for cell in code(path):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        # A list of parameters, one a line with its comment, may be longer.
        if "parameters" not in cell.metadata.get("tags", []):
            assert len(lines) <= LONGEST_CELL, f"{len(lines)} lines:\n{cell.source}"


@each_notebook
def test_every_parameter_is_used(path):
    names = set(parameter_defaults(path))
    used = {
        node.id
        for cell in code(path)
        if "parameters" not in cell.metadata.get("tags", [])
        for node in ast.walk(ast.parse(plain_python(cell.source)))
        if isinstance(node, ast.Name)
    }
    assert names <= used, f"unused: {sorted(names - used)}"


def plain_python(source):
    return "\n".join(line for line in source.splitlines() if not line.lstrip().startswith(("%", "!")))


@each_notebook
def test_opened_by_hand_it_writes_only_to_scratch(path):
    """The defaults are those of a small run: tests and curious readers must not overwrite results."""
    for name, default in parameter_defaults(path).items():
        assert (name in WRITTEN) == str(default).startswith(".cache/scratch/"), name


def given_values():
    """(notebook, name, value) for every value that dvc.yaml hands to a notebook, each once."""
    seen, read = set(), cache(section)
    for content in graph.stages().values():
        notebook = re.search(r"notebooks/\S+\.ipynb", content["cmd"])
        values = [
            (name, value.strip('"')) for name, value in re.findall(r'-p (\w+) ("[^"]*"|\S+)', content["cmd"])
        ]
        values = [(name, yaml.safe_load(value)) for name, value in values]
        for place in re.findall(r"--section (\S+)", content["cmd"]):
            values += read(place).items()
        for name, value in values if notebook else ():
            if (notebook[0], name, str(value)) not in seen:
                seen.add((notebook[0], name, str(value)))
                yield notebook[0], name, value


def test_every_value_of_the_pipeline_is_one_that_its_notebook_can_work_with():
    given = list(given_values())
    defaults = {notebook: parameter_defaults(HOME / notebook) for notebook, _, _ in given}
    assert len(given) > 500
    for notebook, name, value in given:
        assert name in defaults[notebook], f"{notebook} has no {name}"
        check_value(name, value, defaults[notebook][name])
    for path in NOTEBOOKS:
        for name, value in parameter_defaults(path).items():
            check_value(name, value, value)
