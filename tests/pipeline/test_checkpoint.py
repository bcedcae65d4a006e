"""Killed at any moment, a long run goes on where it was and ends with the same bytes."""

import os
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest

from broken_files import flipped_bits
from study import HOME
from study.pipeline import checkpoint
from study.pipeline.checkpoint import Checkpoint
from study.pipeline.runs import read_run, write_run

TOY = HOME / "tests" / "helpers" / "toy_run.py"


def start(folder, pause):
    command, lib = [sys.executable, str(TOY), str(folder), "60", str(pause)], str(HOME / "lib")
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": lib}, stdout=subprocess.PIPE, text=True)


def size_of_state(folder):
    return sum(path.stat().st_size for path in folder.glob("walk-*/state.pickle"))


def test_a_killed_run_resumes_and_gives_the_same_bytes(tmp_path):
    quiet, killed = tmp_path / "quiet", tmp_path / "killed"
    quiet.mkdir(), killed.mkdir()
    assert start(quiet, 0).wait() == 0
    for _ in range(2):
        process = start(killed, 0.05)
        process.stdout.readline()
        before, until = size_of_state(killed), time.time() + 30
        while size_of_state(killed) < before + 40:
            assert time.time() < until, "waited in vain"
            time.sleep(0.01)
        process.kill()  # SIGKILL: no time for any last word
        process.wait()
    assert not (killed / "walk.parquet").exists()
    last = start(killed, 0)
    assert int(last.communicate()[0].split()[-1]) > 0
    assert (killed / "walk.parquet").read_bytes() == (quiet / "walk.parquet").read_bytes()
    assert not list(killed.glob("walk-*")), "a finished run leaves no checkpoint"


STATE = {"rng": np.random.default_rng(1), "wins": np.arange(20), "cards": ["Wisp", "Boar"], "best": 0.25}


def test_no_flipped_bit_goes_on_with_other_numbers_and_an_empty_file_is_as_good_as_none(tmp_path):
    saved = Checkpoint("walk", {}, folder=tmp_path)
    saved.save(STATE, now=True)
    path = saved.folder / "state.pickle"
    for _ in flipped_bits(path, 300):
        with pytest.warns(UserWarning, match="state.pickle' is broken .*: the work begins again"):
            assert saved.load() is None
    assert saved.load()["wins"].tolist() == list(range(20))
    path.write_bytes(b"")
    with pytest.warns(UserWarning, match="is broken"):
        assert saved.load() is None


def test_the_code_is_that_of_the_beginning(tmp_path, monkeypatch):
    began = "1111111 lib/rules.py"
    monkeypatch.setattr(checkpoint, "code_version", lambda: began)
    saved = Checkpoint("walk", {}, folder=tmp_path)
    monkeypatch.undo()
    write_run(tmp_path / "walk.parquet", pd.DataFrame({"x": [1]}), parameters={}, games=0, **saved.cost())
    assert read_run(tmp_path / "walk.parquet")[1]["made"]["code"] == began


def test_checkpoints_are_not_written_all_the_time(tmp_path):
    saved = Checkpoint("walk", {}, folder=tmp_path, every=3600)
    saved.save("state")
    assert saved.load() is None
    saved.save("state", now=True)
    assert saved.load() == "state"


def test_time_spent_before_the_kill_counts(tmp_path):
    first = Checkpoint("walk", {}, folder=tmp_path)
    first.spent_before = (100.0, 90.0)
    first.save("state", now=True)
    second = Checkpoint("walk", {}, folder=tmp_path)
    second.load()
    assert second.cost()["wall_seconds"] > 100 and second.cost()["cpu_seconds"] > 90


def test_other_parameters_are_other_work_and_a_missing_file_is_said_at_once(tmp_path):
    assert checkpoint.key({"population": 5}) != checkpoint.key({"population": 6})
    with pytest.raises(FileNotFoundError, match="There is no 'data/no_such_file'"):
        Checkpoint("walk", {}, reads=["data/no_such_file"], folder=tmp_path)


def test_a_checkpoint_is_for_its_user_only(tmp_path, monkeypatch):
    """It is a pickle: whoever can write one can have code of his own run."""
    saved = Checkpoint("walk", {}, folder=tmp_path)
    saved.save(STATE, now=True)
    assert saved.folder.stat().st_mode & 0o777 == 0o700
    saved.folder.chmod(0o770)
    with pytest.warns(UserWarning, match="others may write to it.: the work begins again"):
        assert saved.load() is None
    saved.folder.chmod(0o700)
    assert saved.load()["best"] == 0.25
    monkeypatch.setattr(os, "getuid", lambda: saved.folder.stat().st_uid + 1)
    with pytest.warns(UserWarning, match="others may write"):
        assert saved.load() is None


def test_a_large_state_is_kept_in_several_files_of_which_the_newest_count(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "PART", 1000)
    saved = Checkpoint("walk", {}, folder=tmp_path)
    for state in (list(range(3000)), list(range(2000))):
        saved.save(state, now=True)
        files = list(saved.folder.iterdir())
        assert len(files) > 4 and max(file.stat().st_size for file in files) <= 1000
        assert Checkpoint("walk", {}, folder=tmp_path).load() == state
    max(files, key=lambda file: file.name != "state.pickle").unlink()
    with pytest.warns(UserWarning, match="broken"):
        assert Checkpoint("walk", {}, folder=tmp_path).load() is None
