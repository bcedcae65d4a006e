"""Everybody clones all results: so they stay small, and few enough to look through."""

import subprocess

import pytest

from study import HOME

MOST_MEGABYTES, MOST_FILES = 55, 900


def tracked(folder="."):
    """Return the files below a folder that are under version control."""
    command = ["git", "ls-files", "-z", folder]
    names = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=True).stdout.split("\0")
    return [HOME / name for name in names if name and (HOME / name).exists()]


@pytest.mark.quick
def test_a_clone_stays_small_and_the_files_of_data_few():
    megabytes = sum(path.stat().st_size for path in tracked()) / 1e6
    assert megabytes < MOST_MEGABYTES, (
        f"All files together take {megabytes:.1f} MB, more than {MOST_MEGABYTES}. Which columns and rows of the new "
        "runs does a notebook read? Leave out the others, and what can be computed from them in a moment."
    )
    files = len(tracked("data"))
    assert files <= MOST_FILES, (
        f"There are {files} files in data/, more than {MOST_FILES}. Keep all trials of a condition in one file, and no "
        "table or figure that nobody reads."
    )
