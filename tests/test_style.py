"""The style that the commit hooks enforce, for commits without them; and that results stay small."""

import subprocess
import sys

import pytest

from study import HOME

MOST_MEGABYTES, MOST_FILES = 55, 900


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=lambda check: check[0])
def test_ruff_finds_nothing(check):
    command = [sys.executable, "-m", "ruff", *check, "--no-cache", "."]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_clone_stays_small_and_the_files_of_data_few():
    names = subprocess.check_output(["git", "ls-files", "-z"], cwd=HOME, text=True).split("\0")
    sizes = {name: (HOME / name).stat().st_size for name in names if name and (HOME / name).exists()}
    assert sum(sizes.values()) < MOST_MEGABYTES * 1e6, "Leave out of the new runs what no notebook reads."
    files = sum(name.startswith("data/") for name in sizes)
    assert files <= MOST_FILES, "Keep all trials of a condition in one file, and no table that nobody reads."
