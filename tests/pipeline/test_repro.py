"""`./run repro` with real DVC and stages that only pretend: what runs, what is said, and how it is stopped."""

import os
import shutil
import signal
import subprocess
import sys
import time

import psutil
import pytest
import yaml

from repository import play_stages
from study import HOME
from study.pipeline.repro import plan, stage_names

NEEDED = (
    ".dvc/config",
    ".dvcignore",
    "lib/study/__init__.py",
    "lib/study/pipeline/repro.py",
    "lib/study/pipeline/rebuild.py",
)
GRAPH = """
vars:
  - scales: [smoke, laptop]
stages:
  play:
    matrix: {scale: "${scales}", run: [a, b]}
    cmd: mkdir -p data/${item.scale} && cat rule > data/${item.scale}/${item.run}
    deps: [rule]
    outs: [{"data/${item.scale}/${item.run}": {cache: false}}]
  read:
    matrix: {scale: "${scales}"}
    cmd: echo reading; cat data/${item.scale}/? > data/${item.scale}/table
    deps: ["data/${item.scale}/a", "data/${item.scale}/b"]
    outs: [{"data/${item.scale}/table": {cache: false}}]
  table_of_paper:
    matrix: {scale: [paper]}
    cmd: "true"
  scorecard:
    cmd: cat data/*/table > data/scorecard.csv
    deps: [data/laptop, data/smoke]
    outs: [{"data/scorecard.csv": {cache: false}}]
"""


@pytest.fixture
def toy(tmp_path):
    """A project of its own, with our `repro` and stages that take no time."""
    for name in NEEDED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / name, tmp_path / name)
    (tmp_path / "lib" / "deckspace").symlink_to(HOME / "lib" / "deckspace")
    # What people write by hand is looked at in tests of its own.
    (tmp_path / "lib" / "study" / "pipeline" / "inputs.py").write_text("def check_inputs():\n    pass\n")
    (tmp_path / "dvc.yaml").write_text(GRAPH)
    (tmp_path / "rule").write_text("1\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def command(*args):
    return [sys.executable, "-m", "study.pipeline.repro", *args]


def repro(home, *args, code=0):
    """What it says on both streams together."""
    env = os.environ | {"PYTHONPATH": str(home / "lib")}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command(*args), cwd=home, env=env, text=True, **streams)
    assert done.returncode == code, done.stdout
    return done.stdout


def begun(said):
    """The stages that were announced as they began."""
    lines = [line.removeprefix("run: ") for line in said.splitlines() if line.startswith("run: ")]
    return sorted(line for line in lines if " " not in line)


# ------------------------------------------------------------------ what is asked for


def test_the_stages_are_those_that_dvc_reads():
    written = (HOME / "dvc.yaml").read_text()
    assert stage_names(written) == list(yaml.safe_load(written)["stages"])


def test_what_is_asked_for():
    nothing = {"stages": [], "scale": None, "force": False, "keep_going": False}
    assert vars(plan([], GRAPH)) == nothing
    asked = nothing | {"stages": ["read", "play"], "scale": "smoke", "force": True}
    assert vars(plan(["read", "--scale=smoke", "--force", "play"], GRAPH)) == asked
    assert plan(["play@smoke-a", "--scale", "smoke"], GRAPH).stages == ["play@smoke-a"]


@pytest.mark.parametrize(
    "args, sentence",
    [
        (["play@smoke-c"], "There is no 'play@smoke-c': did you mean play@smoke-"),
        (["table_of_paper"], "'table_of_paper' has nothing at the scale laptop: choose --scale paper."),
        (
            ["play", "--scale", "paper"],
            "'play' has nothing at the scale paper: choose --scale smoke or laptop.",
        ),
    ],
)
def test_an_item_that_does_not_exist_is_refused(toy, args, sentence):
    said = repro(toy, *args, code=2)
    assert sentence in said and len(said.splitlines()) == 1
    assert not (toy / "data").exists()


# ------------------------------------------------------------------ what is done, and what is said


def test_a_scale_is_built_once_and_little_is_said(toy):
    (toy / "data" / "smoke").mkdir(parents=True)
    said = repro(toy)
    assert begun(said) == ["play@laptop-a", "play@laptop-b", "read@laptop", "scorecard"]
    assert "reading" in said and "run: rebuilt play@laptop-" in said
    assert not (toy / "data" / "smoke" / "a").exists()
    again = repro(toy)
    assert "the scale laptop: all is up to date." in again and "didn't change" not in again
    assert "data/executed/laptop" in again and "01_scorecard.ipynb" in again and "--force" in again
    assert len(again.split("\n")) < 6


def test_one_stage_or_one_item_is_built_at_its_scale(toy):
    assert begun(repro(toy, "play@smoke-a")) == ["play@smoke-a"]
    assert begun(repro(toy, "read", "--scale", "smoke")) == ["play@smoke-b", "read@smoke"]
    assert begun(repro(toy, "read", "--scale", "smoke")) == []


def test_a_stage_is_forced_alone(toy):
    repro(toy, "read")
    assert begun(repro(toy, "read", "--force")) == ["read@laptop"]
    (toy / "rule").write_text("2\n")
    assert begun(repro(toy, "read", "--force")) == ["play@laptop-a", "play@laptop-b", "read@laptop"]
    assert (toy / "data" / "laptop" / "table").read_text() == "2\n2\n"


def test_a_stage_that_fails_is_named_with_its_own_words(toy):
    (toy / "rule").unlink()
    (toy / "rule").mkdir()
    said = repro(toy, code=1)
    assert (
        "cat: rule" in said and "ERROR: failed to reproduce 'play@laptop-" in said and "exited with" in said
    )
    assert "rebuilt" not in said


def test_stages_run_side_by_side_make_what_dvc_makes(toy):
    """The tests' own way through the graph: as many at once as may be, each after all it needs."""
    play_stages(toy, {"play@smoke-a", "play@smoke-b", "read@smoke"})
    assert (toy / "data" / "smoke" / "table").read_text() == "1\n1\n"
    (toy / "rule").unlink()
    with pytest.raises(AssertionError, match="play@laptop-a\n.*cat: rule"):
        play_stages(toy, {"play@laptop-a"})


# ------------------------------------------------------------------ Ctrl-C

KERNEL = """
import subprocess, sys
wait = [sys.executable, "-c", "import time; time.sleep(60)"]
kernel = subprocess.Popen(wait, start_new_session=True)
open("pid", "w").write(str(kernel.pid))
kernel.wait()
"""
SLOW = """
stages:
  play:
    matrix: {scale: [laptop]}
    cmd: python stage.py
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_is_one_line_and_leaves_nobody_behind(toy, number):
    """A stage with a stand-in for its kernel, which has a session of its own."""
    (toy / "dvc.yaml").write_text(SLOW)
    (toy / "stage.py").write_text(KERNEL)
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    env = os.environ | {"PYTHONPATH": str(toy / "lib"), "PATH": path}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(command(), cwd=toy, env=env, text=True, start_new_session=True, **streams)
    pid = wait_for(toy / "pid")
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.send_signal(number)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert said.split() == "run: play@laptop run: stopped; what is finished is kept.".split()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert members(process.pid) == []


def wait_for(file):
    deadline = time.time() + 60
    while time.time() < deadline:
        if file.exists() and file.read_text():
            return int(file.read_text())
        time.sleep(0.05)
    raise TimeoutError(file)


def members(group):
    """The processes that are left of a group."""
    left = []
    for process in psutil.process_iter(["pid", "status"]):
        try:
            if os.getpgid(process.pid) == group and process.info["status"] != psutil.STATUS_ZOMBIE:
                left.append(process.pid)
        except ProcessLookupError:
            continue
    return left
