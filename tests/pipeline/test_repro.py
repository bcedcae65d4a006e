"""`./run repro` with real DVC and stages that only pretend: what runs, what is printed, and how it is stopped."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from functools import partial

import psutil
import pytest
import yaml

from study import HOME
from study.pipeline.repro import plan, stage_names

NEEDED = (".dvc/config", ".dvcignore", "lib/study/__init__.py")
NEEDED += ("lib/study/pipeline/repro.py", "lib/study/pipeline/rebuild.py")
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
  more:
    cmd: "true"
    deps: [rule]
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
    # test_inputs.py tests what people write by hand.
    (tmp_path / "lib" / "study" / "pipeline" / "inputs.py").write_text("def check_inputs():\n    pass\n")
    (tmp_path / "dvc.yaml").write_text(GRAPH)
    (tmp_path / "rule").write_text("1\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def repro(home, *args, code=0):
    """Return what it prints on both streams together."""
    done = started(home, *args)
    output, _ = done.communicate()
    assert done.returncode == code, output
    return output


def started(home, *args):
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    settings = {"env": os.environ | {"PYTHONPATH": str(home / "lib"), "PATH": path}, "text": True}
    settings |= {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "start_new_session": True}
    return subprocess.Popen([sys.executable, "-m", "study.pipeline.repro", *args], cwd=home, **settings)


def begun(output):
    lines = [line.removeprefix("run: ") for line in output.splitlines() if line.startswith("run: ")]
    return sorted(line for line in lines if " " not in line)


def test_what_is_asked_for():
    written = (HOME / "dvc.yaml").read_text()
    assert stage_names(written) == list(yaml.safe_load(written)["stages"])
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
        (["p*", "--scale", "paper"], "'p*' has nothing at the scale paper: choose --scale smoke or laptop."),
        (["play", "--scale", "paper"], "nothing at the scale paper: choose --scale smoke or laptop."),
    ],
)
def test_an_item_that_does_not_exist_is_refused(toy, args, sentence):
    output = repro(toy, *args, code=2)
    assert sentence in output and len(output.splitlines()) == 1
    assert not (toy / "data").exists()


def test_a_scale_is_built_once_and_little_is_printed(toy):
    (toy / "data" / "smoke").mkdir(parents=True)
    output = repro(toy)
    assert begun(output) == ["more", "play@laptop-a", "play@laptop-b", "read@laptop", "scorecard"]
    assert "reading" in output and re.search("run: rebuilt .*play@laptop-", output)
    assert not (toy / "data" / "smoke" / "a").exists()
    again = repro(toy)
    assert "the scale laptop: all is up to date." in again and "didn't change" not in again
    assert "data/executed/laptop" in again and "01_scorecard.ipynb" in again and "--force" in again
    assert len(again.split("\n")) < 6


def test_a_pattern_means_all_stages_of_one_scale_that_fit_it(toy):
    assert begun(repro(toy, "p*", "more", "--force")) == ["more", "play@laptop-a", "play@laptop-b"]
    assert begun(repro(toy, "*a*", "--scale", "smoke")) == ["play@smoke-a", "play@smoke-b", "read@smoke"]


def test_a_stage_that_fails_is_named_with_its_own_words(toy):
    (toy / "rule").unlink()
    (toy / "rule").mkdir()
    output = repro(toy, code=1)
    assert "cat: rule" in output and "rebuilt" not in output
    assert "ERROR: failed to reproduce 'play@laptop-" in output and "exited with" in output


def test_what_does_not_depend_on_a_failure_is_kept_going_and_the_failure_is_told_at_the_end(toy):
    (toy / "dvc.yaml").write_text(GRAPH.replace("cat rule", "test ${item.run} = b && cat rule"))
    for scale in ("smoke", "laptop"):
        (toy / "data" / scale).mkdir(parents=True)
        (toy / "data" / scale / "table").touch()
    for args in ([], ["play", "read", "more", "scorecard", "--force"]):
        output = repro(toy, *args, "--keep-going", code=1)
        assert begun(output) == ["more", "play@laptop-a", "play@laptop-b", "scorecard"]
        assert output.endswith("ERROR: failed to reproduce 'play@laptop-a'\n")


def test_a_full_disk_is_told_in_one_line_and_loses_nothing(toy, monkeypatch):
    repro(toy, "play", "--scale", "smoke")
    full = partial(subprocess.Popen, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    monkeypatch.setattr(subprocess, "Popen", full)  # no file may have a byte
    output = repro(toy, "play", "--scale", "smoke", "--force", code=1)
    assert re.fullmatch(r"run: [^\n\[]+; finished stages are kept\.\n", output)
    assert (toy / "data" / "smoke" / "a").read_text() == "1\n"


def test_another_error_of_the_system_is_told_in_its_own_words(toy):
    (toy / ".dvc" / "tmp").write_text("in the way")
    output = repro(toy, code=1)
    assert output == f"run: File exists: '{toy / '.dvc' / 'tmp'}'; finished stages are kept.\n"


def test_a_download_without_git_is_rebuilt_and_told_what_it_lacks(toy):
    shutil.rmtree(toy / ".git")
    output = repro(toy, "read", "--scale", "smoke")
    assert begun(output) == ["play@smoke-a", "play@smoke-b", "read@smoke"]
    assert "this copy has no git" in output and "`git clone` makes a copy that can" in output


def test_one_stage_or_one_item_is_built_at_its_scale_and_forced_alone(toy):
    assert begun(repro(toy, "play@smoke-a")) == ["play@smoke-a"]
    assert begun(repro(toy, "read", "--scale", "smoke")) == ["play@smoke-b", "read@smoke"]
    assert begun(repro(toy, "read", "--scale", "smoke")) == []
    assert begun(repro(toy, "read", "--scale", "smoke", "--force")) == ["read@smoke"]
    (toy / "rule").write_text("2\n")
    played = begun(repro(toy, "read", "--scale", "smoke", "--force"))
    assert played == ["play@smoke-a", "play@smoke-b", "read@smoke"]
    assert (toy / "data" / "smoke" / "table").read_text() == "2\n2\n"


KERNEL = """
import subprocess, sys
wait = [sys.executable, "-c", "import time; time.sleep(60)"]
kernel = subprocess.Popen(wait, start_new_session=True)
open("pid", "w").write(str(kernel.pid))
kernel.wait()
"""
SLOW = "\nstages:\n  play: {matrix: {scale: [laptop]}, cmd: python stage.py}\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_is_one_line_and_leaves_no_process_behind(toy, number):
    """The stage has a stand-in for its kernel, in a session of its own."""
    (toy / "dvc.yaml").write_text(SLOW)
    (toy / "stage.py").write_text(KERNEL)
    process, deadline = started(toy), time.time() + 60
    while not ((toy / "pid").exists() and (toy / "pid").read_text()):
        assert time.time() < deadline
        time.sleep(0.05)
    pid = int((toy / "pid").read_text())
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.send_signal(number)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert output.split() == "run: play@laptop run: stopped; finished stages are kept.".split()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert members(process.pid) == []


def members(group):
    left = []
    for process in psutil.process_iter(["pid", "status"]):
        try:
            if os.getpgid(process.pid) == group and process.info["status"] != psutil.STATUS_ZOMBIE:
                left.append(process.pid)
        except ProcessLookupError:
            continue
    return left
