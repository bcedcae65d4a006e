"""What other programs read of the checkout: its citation, its development container, and its notebook on Binder."""

import ast
import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires

import nbformat
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

import deckspace
from deckspace.table.serve import PORT
from study import HOME

PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text())["project"]
PYTHONS = SpecifierSet(PROJECT["requires-python"])
BINDER = yaml.safe_load((HOME / ".binder" / "environment.yml").read_text())["dependencies"]


def test_the_citation_has_the_version_of_the_library():
    assert yaml.safe_load((HOME / "CITATION.cff").read_text())["version"] == deckspace.__version__


def test_the_container_is_set_up_by_a_python_that_the_library_takes_and_shows_its_pages():
    container = json.loads((HOME / ".devcontainer" / "devcontainer.json").read_text())
    assert container["image"].rpartition(":")[2] in PYTHONS
    assert container["postCreateCommand"] == "./run setup" and PORT in container["forwardPorts"]


def test_binder_is_told_one_python_that_the_library_takes():
    assert BINDER[0].removeprefix("python=") in PYTHONS


def names(tree):
    """Yield the first parts of the names of all modules that a tree imports."""
    for node in ast.walk(tree):
        found = [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
        found += [each.name for each in node.names] if isinstance(node, ast.Import) else []
        yield from (name.split(".")[0] for name in found)


def test_binder_installs_all_that_the_first_notebook_and_the_study_below_it_import():
    cells = nbformat.read(HOME / "notebooks" / "00_one_game.ipynb", 4).cells
    notebook = ast.parse("\n".join(cell.source for cell in cells if cell.cell_type == "code"))
    lines = [ast.unparse(each) for each in notebook.body if isinstance(each, ast.Import | ast.ImportFrom)]
    lines += [
        "import sys; print(*(m.__file__ for name, m in sys.modules.items() if name.split('.')[0] == 'study'))"
    ]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    files = subprocess.check_output([sys.executable, "-c", "\n".join(lines)], env=plain, text=True).split()
    imported = set(names(notebook)).union(*(names(ast.parse(open(file).read())) for file in files))
    packages = packages_distributions()
    needed = {canonicalize_name(packages[name][0]) for name in imported if name in packages} - {"deckspace"}
    pip = BINDER[-1]["pip"]
    listed = {*pip[1:], *(Requirement(each).name for each in PROJECT["dependencies"])}
    below = [Requirement(each) for name in listed for each in requires(name) or ()]
    below = {each.name for each in below if not each.marker or each.marker.evaluate({"extra": ""})}
    assert pip[0] == "-e .." and needed
    assert needed <= {
        canonicalize_name(name) for name in listed | below | {"ipython"}
    }  # the host has IPython
