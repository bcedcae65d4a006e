"""The checkout is installed in its environment, so notebooks anywhere find its packages without `./run`."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_notebook

from study import HOME


def installed_checkout():
    """A .venv contains the checkout in which it lies, even if another checkout links to it."""
    prefix = Path(sys.prefix).resolve()
    return prefix.parent if prefix.name == ".venv" else HOME


def test_a_notebook_elsewhere_finds_the_packages(tmp_path):
    cell, path = new_code_cell("import deckspace, study\nprint(study.HOME)"), tmp_path / "far_away.ipynb"
    nbformat.write(new_notebook(cells=[cell], metadata={"language_info": {"name": "python"}}), path)
    without_run = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", str(path)]
    done = subprocess.run(command, cwd=tmp_path, env=without_run, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert nbformat.read(path, 4).cells[0].outputs[0].text == f"{installed_checkout()}\n"


def test_the_hosted_jobs_name_files_that_exist():
    hosted = yaml.safe_load((HOME / ".github" / "workflows" / "ci.yml").read_text())["jobs"]
    steps = [step.get("run", "") for job in hosted.values() for step in job["steps"]]
    words = [word for word in " ".join(steps).split() if "/" in word]
    assert words and not [word for word in words if not (HOME / word).exists()]


def test_an_environment_that_is_only_linked_does_not_import_another_checkout_silently(tmp_path):
    """As a kernel that nobody has given a PYTHONPATH: the installed checkout comes after the installed packages."""
    other = tmp_path / "other"
    for folder in ("notebooks", "lib/study"):
        (other / folder).mkdir(parents=True)
    imports = "import sys, sysconfig\nsys.path[{at}:0] = [sysconfig.get_path('purelib'), {lib!r}][{first}:]\nimport study"
    for place, at, first, refused in (
        (other / "notebooks", "len(sys.path)", 0, True),  # the kernel of a notebook
        (other / "notebooks", "0", 1, False),  # with PYTHONPATH
        (tmp_path, "len(sys.path)", 0, False),  # in no checkout
        (HOME / "notebooks", "len(sys.path)", 0, False),
    ):
        code = imports.format(at=at, first=first, lib=str(HOME / "lib"))
        done = subprocess.run([sys.executable, "-SIc", code], cwd=place, capture_output=True, text=True)
        assert done.returncode == refused, done.stderr
        assert not refused or f"but you are in {other}: use ./run there" in done.stderr.splitlines()[-1]
