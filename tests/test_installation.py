"""The checkout is installed in its environment, so notebooks anywhere find its packages without `./run`."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
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


@pytest.fixture
def notebook(tmp_path):
    cell = new_code_cell("import deckspace, study\nprint(study.HOME)")
    path = tmp_path / "far_away.ipynb"
    nbformat.write(new_notebook(cells=[cell], metadata={"language_info": {"name": "python"}}), path)
    return path


def test_a_notebook_elsewhere_finds_the_packages(notebook):
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", str(notebook)]
    done = subprocess.run(command, cwd=notebook.parent, env=without_run(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert nbformat.read(notebook, 4).cells[0].outputs[0].text == f"{installed_checkout()}\n"


def test_the_checkout_at_hand_comes_before_the_installed_one(tmp_path):
    """A copy of the repository uses its own packages, as `run` and the tests of the pipeline require."""
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "__init__.py").write_text("HOME = 'the copy'\n")
    code = "import study; print(study.HOME)"
    for place in ({"cwd": tmp_path}, {"env": without_run() | {"PYTHONPATH": str(tmp_path)}}):
        place = {"env": without_run(), "cwd": "/"} | place
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, **place)
        assert done.stdout == "the copy\n", done.stderr


def jobs(name):
    return yaml.safe_load((HOME / ".github" / "workflows" / name).read_text())["jobs"]


def commands(job):
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_monthly_job_installs_the_list_on_every_python_that_we_name():
    """In years to come, the job should report a missing package before anyone needs it."""
    job = jobs("monthly.yml")["install"]
    assert job["strategy"]["matrix"]["python"] == PYTHONS
    assert job["env"]["PIP_NO_CACHE_DIR"] == "1"  # from an empty cache
    assert commands(job) == ["python run setup", "python run test --quick"]


def test_the_hosted_jobs_try_every_system_and_name_files_that_are_there():
    hosted = jobs("ci.yml")
    wheel = hosted["wheel"]["strategy"]["matrix"]
    assert wheel == {"system": SYSTEMS, "python": PYTHONS}
    assert {*hosted["checkout"]["strategy"]["matrix"]["system"]} == {*SYSTEMS} - {"ubuntu-latest"}
    named = [
        word for job in hosted.values() for line in commands(job) for word in line.split() if "/" in word
    ]
    assert named and not [name for name in named if not (HOME / name).exists()]
