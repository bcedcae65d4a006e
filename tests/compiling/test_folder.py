"""One folder for all versions: its files are complete, and remain as long as they may be needed."""

import os
import subprocess
import sys
import time

import pytest

from deckspace import files
from deckspace.compiling import folder
from study import HOME

DAY = 24 * 3600


@pytest.fixture
def place(monkeypatch, tmp_path):
    monkeypatch.setenv("DECKSPACE_CACHE", str(tmp_path / "compiled"))
    return tmp_path / "compiled"


def test_the_default_folder_is_that_of_the_checkout_or_of_the_user(monkeypatch):
    monkeypatch.delenv("DECKSPACE_CACHE", raising=False)
    assert folder.folder() == HOME / ".cache" / "compiled"
    monkeypatch.setattr(files, "PACKAGE", HOME / "somewhere" / "site-packages" / "deckspace")
    monkeypatch.setattr(files.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(HOME / "xdg"))
    assert folder.folder() == HOME / "xdg" / "deckspace" / "compiled"


def test_a_file_is_read_back_unless_damaged(place):
    folder.write("a-1", b"machine code")
    assert folder.read("a-1") == b"machine code" and folder.names() == {"a-1"}
    data = bytearray((place / "a-1").read_bytes())
    data[-1] ^= 1
    (place / "a-1").write_bytes(data)
    assert folder.read("a-1") is None and folder.read("a-2") is None


def test_an_unwritable_disk_is_no_error(place):
    place.write_text("a file where the folder should be")
    folder.write("a-1", b"machine code")
    assert folder.read("a-1") is None and folder.names() == set()
    folder.prune()


def test_only_files_unused_for_30_days_are_removed_once_a_day(place):
    for name, days in {"new": 0, "recent": 29, "read": 31, "old": 31}.items():
        folder.write(name, b"machine code")
        os.utime(place / name, (0, time.time() - days * DAY))
    folder.read("read")
    folder.prune()
    assert folder.names() == {"new", "recent", "read", "pruned"}
    os.utime(place / "recent", (0, 0))
    folder.prune()
    assert "recent" in folder.names()


def test_importing_the_rules_compiles_nothing_and_changes_no_setting(tmp_path):
    code = "import os; before = dict(os.environ); import deckspace.engine.hearthstone.rules, numba;"
    code += "print(os.environ == before, numba.config.CACHE_DIR == '')"
    around = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA")}
    around |= {"PYTHONPATH": str(HOME / "lib"), "DECKSPACE_CACHE": str(tmp_path / "compiled")}
    said = subprocess.check_output([sys.executable, "-c", code], text=True, env=around)
    assert said.split() == ["True"] * 2
    assert not list(tmp_path.iterdir())
