"""Notebooks as a reader opens them: by hand, at their own (smoke) parameters, in a fresh clone."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from repository import copy_repository
from study import HOME

NOTEBOOKS = sorted((HOME / "notebooks").glob("*.ipynb"))
HELPERS = HOME / "tests" / "helpers"


def each_of(notebooks):
    """Parametrize a test by notebooks; the very first is quick."""
    marks = {NOTEBOOKS[0]: pytest.mark.quick}
    rows = [pytest.param(path, marks=marks.get(path, ()), id=path.stem) for path in notebooks]
    return pytest.mark.parametrize("path", rows)


def run_asked(request, folder):
    """Run the notebooks that the session asks `request`'s tests for; {stem: what nbmake says has failed}.

    One process of pytest for all of them, for it takes as long to start as many a notebook to run."""
    (folder / "cloned").mkdir()
    cloned = copy_repository(folder / "cloned")
    asked = {item.callspec.params["path"] for item in request.session.items if item.path == request.path}
    before = content(cloned)
    nbmake(cloned, [cloned / "notebooks" / path.name for path in sorted(asked)], folder / "report.xml")
    assert content(cloned) == before, "a notebook opened by hand writes to scratch and nowhere else"
    cases = ElementTree.parse(folder / "report.xml").iter("testcase")
    return {Path(case.get("name")).stem: [failure.text for failure in case] for case in cases}


def nbmake(home, notebooks, report):
    """Each begins with an empty scratch folder: nothing that another has left helps it."""
    plugins = ["-p", "no:cacheprovider", "-p", "forked_kernels"]
    options = ["--nbmake", "--nbmake-timeout=600", f"--junit-xml={report}"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *options, *map(str, notebooks)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(home / "lib"), str(HELPERS)])}
    subprocess.run(command, cwd=home, env=environment, capture_output=True)


def content(home):
    """Every file of a clone but those that may be written anywhere: the caches, and traces of running code."""
    anywhere = {".cache", ".git", "__pycache__"}
    files = (file for file in home.rglob("*") if file.is_file())
    return {file: file.read_bytes() for file in files if not anywhere & set(file.relative_to(home).parts)}
