"""Killed at any moment, a long run goes on where it was and ends with the same bytes."""

import os
import subprocess
import sys
import time

import pytest

from lib import HOME
from lib.pipeline.checkpoint import Checkpoint, key

TOY = HOME / "tests" / "helpers" / "toy_run.py"


def start(folder, pause):
    command = [sys.executable, str(TOY), str(folder), "60", str(pause)]
    return subprocess.Popen(
        command, env=os.environ | {"PYTHONPATH": str(HOME)}, stdout=subprocess.PIPE, text=True
    )


def wait_for(condition, seconds=30):
    until = time.time() + seconds
    while not condition():
        assert time.time() < until, "waited in vain"
        time.sleep(0.01)


def test_a_killed_run_resumes_and_gives_the_same_bytes(tmp_path):
    quiet, killed = tmp_path / "quiet", tmp_path / "killed"
    quiet.mkdir(), killed.mkdir()
    assert start(quiet, 0).wait() == 0
    for _ in range(2):
        process = start(killed, 0.05)
        process.stdout.readline()
        states = list(killed.glob("walk-*/state.pickle"))
        before = states[0].stat().st_size if states else 0
        wait_for(
            lambda before=before: any(
                p.stat().st_size > before + 40 for p in killed.glob("walk-*/state.pickle")
            )
        )
        process.kill()  # SIGKILL: no time for any last word
        process.wait()
    assert not (killed / "walk.parquet").exists()
    last = start(killed, 0)
    assert int(last.communicate()[0].split()[-1]) > 0
    assert (killed / "walk.parquet").read_bytes() == (quiet / "walk.parquet").read_bytes()
    assert not list(killed.glob("walk-*")), "a finished run leaves no checkpoint"


def test_a_broken_checkpoint_is_as_good_as_none(tmp_path):
    saved = Checkpoint("walk", {}, folder=tmp_path)
    saved.save([1, 2, 3], now=True)
    (saved.folder / "state.pickle").write_bytes(b"\x80\x05half")
    assert saved.load() is None


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


def test_other_parameters_or_rules_are_other_work(tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text("1")
    first = key({"population": 5}, [rules])
    assert key({"population": 6}, [rules]) != first
    rules.write_text("2")
    assert key({"population": 5}, [rules]) != first


def test_a_missing_file_is_said_at_once(tmp_path):
    with pytest.raises(FileNotFoundError, match="There is no 'data/no_such_file'"):
        Checkpoint("walk", {}, reads=["data/no_such_file"], folder=tmp_path)
