"""The two commands of the README: what `run` does before it hands over, and what it says when it cannot."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent.parent


def run(*args, home=HOME, **kwargs):
    return subprocess.run(
        [sys.executable, str(home / "run"), *args], capture_output=True, text=True, **kwargs
    )


@pytest.fixture
def elsewhere(tmp_path):
    """A copy of `run` with an environment that only writes down what it is asked to do."""
    shutil.copy(HOME / "run", tmp_path)
    shutil.copy(HOME / "requirements.txt", tmp_path)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@" >> "$(dirname "$0")/../../calls"\n')
    python.chmod(0o755)
    return tmp_path


def calls(home):
    return (home / "calls").read_text().splitlines()


def environment():
    return {name: value for name, value in os.environ.items() if not name.startswith("CONDA")}


@pytest.mark.parametrize(
    "args, sentence",
    [
        (["dance"], "no command 'dance': choose one of repro"),
        (["repro", "--scale", "huge"], "no scale 'huge': choose one of smoke, laptop, paper"),
        (["repro", "--scale=huge"], "no scale 'huge'"),
        (["repro", "--scale"], "no scale ''"),
        (["bot"], "which game and which bot"),
        (["bot", "chess", "anyone"], "no bot for 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence_before_any_work(args, sentence):
    done = run(*args)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_help_names_every_command():
    assert all(
        f"./run {name}" in run().stdout for name in ("repro", "test", "check", "bench", "bot", "lab", "setup")
    )


def test_installs_once_and_again_only_when_the_list_changes(elsewhere):
    for _ in range(2):
        run("test", "-x", home=elsewhere, env=environment())
    assert [line.split()[1] for line in calls(elsewhere)] == ["pip", "pytest", "pytest"]
    with open(elsewhere / "requirements.txt", "a") as file:
        file.write("# changed\n")
    run("test", home=elsewhere, env=environment())
    assert [line.split()[1] for line in calls(elsewhere)[3:]] == ["pip", "pytest"]


def test_what_is_no_game_has_a_benchmark_of_its_own(elsewhere):
    for name in ("archives", "inner-loop", "hs-copy"):
        run("bench", name, home=elsewhere, env=environment())
    modules = ["-m lib.bench.archives", "-m lib.bench.inner_loop", "-m lib.bench.games hs-copy"]
    assert calls(elsewhere)[1:] == modules


def test_repro_stays_within_its_scale(elsewhere):
    run("repro", home=elsewhere, env=environment())
    run("repro", "--scale", "paper", "--force", home=elsewhere, env=environment())
    assert [line for line in calls(elsewhere) if "dvc" in line] == [
        "-m dvc repro --glob *@laptop*",
        "-m dvc repro --single-item scorecard",
        "-m dvc repro --glob *@paper* --force",
        "-m dvc repro --single-item scorecard",
    ]


def test_an_active_conda_environment_is_used(elsewhere):
    conda = elsewhere / "conda"
    shutil.copytree(elsewhere / ".venv", conda)
    run(
        "setup",
        home=elsewhere,
        env=environment() | {"CONDA_PREFIX": str(conda), "CONDA_DEFAULT_ENV": "cards"},
    )
    assert (conda / "deckspace-requirements.sha256").exists()
    assert not (elsewhere / ".venv" / "deckspace-requirements.sha256").exists()


def test_a_failed_installation_is_tried_again(elsewhere):
    python = elsewhere / ".venv" / "bin" / "python"
    python.write_text("#!/bin/sh\nexit 1\n")
    done = run("setup", home=elsewhere, env=environment())
    assert done.returncode == 1 and "failed" in done.stderr
    assert not (elsewhere / ".venv" / "deckspace-requirements.sha256").exists()


def test_a_ready_environment_costs_almost_nothing(elsewhere):
    run("setup", home=elsewhere, env=environment())
    began = time.perf_counter()
    run("bot", "locm", "anyone", home=elsewhere, env=environment())
    assert time.perf_counter() - began < 1
    assert calls(elsewhere)[-1] == "-m lib.agents.locm.bot anyone"
