"""The checkout is installed in its environment, so notebooks anywhere find its packages without `./run`."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_notebook

from study import HOME

PYTHONS = ["3.11", "3.12", "3.13"]
SYSTEMS = ["ubuntu-latest", "windows-latest", "macos-latest"]


def without_run():
    """The environment of a user who has opened a notebook in an editor."""
    environment = dict(os.environ)
    environment.pop("PYTHONPATH", None)
    return environment


def installed_checkout():
    """A .venv contains the checkout in which it lies, even if another checkout links to it."""
    prefix = Path(sys.prefix).resolve()
    return prefix.parent if prefix.name == ".venv" else HOME


def test_a_notebook_elsewhere_finds_the_packages(tmp_path):
    cell, path = new_code_cell("import deckspace, study\nprint(study.HOME)"), tmp_path / "far_away.ipynb"
    nbformat.write(new_notebook(cells=[cell], metadata={"language_info": {"name": "python"}}), path)
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", str(path)]
    done = subprocess.run(command, cwd=tmp_path, env=without_run(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert nbformat.read(path, 4).cells[0].outputs[0].text == f"{installed_checkout()}\n"


def test_the_checkout_at_hand_comes_before_the_installed_one(tmp_path):
    """A copy of the repository uses its own packages, as `run` and the tests of the pipeline require."""
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "__init__.py").write_text("HOME = 'the copy'\n")
    code = "import study; print(study.HOME)"
    for place in ({"cwd": tmp_path}, {"env": without_run() | {"PYTHONPATH": str(tmp_path)}}):
        place = {"env": without_run(), "cwd": "/"} | place
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, **place)
        assert done.stdout == "the copy\n", done.stderr


def test_the_hosted_jobs_try_every_python_and_system_and_name_files_that_exist():
    """In years to come, the monthly job should report a missing package before anyone needs it."""
    files = (HOME / ".github" / "workflows" / name for name in ("monthly.yml", "ci.yml"))
    monthly, hosted = (yaml.safe_load(file.read_text())["jobs"] for file in files)
    assert monthly["install"]["strategy"]["matrix"]["python"] == PYTHONS
    assert hosted["wheel"]["strategy"]["matrix"] == {"system": SYSTEMS, "python": PYTHONS}
    steps = [step.get("run", "") for job in hosted.values() for step in job["steps"]]
    words = [word for word in " ".join(steps).split() if "/" in word]
    assert words and not [word for word in words if not (HOME / word).exists()]
