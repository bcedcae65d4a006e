"""The places of a user's files on each system; asking for them creates no folder."""

from pathlib import Path

import pytest

from deckspace import files


@pytest.mark.parametrize(
    "system, set_to, place",
    [
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/deckspace"),
        ("linux", {"XDG_DATA_HOME": ""}, "/home/me/.local/share/deckspace"),
        ("darwin", {}, "/home/me/Library/Application Support/deckspace"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/deckspace"),
        ("win32", {"LOCALAPPDATA": ""}, "/home/me/AppData/Local/deckspace"),
        ("linux", {"DECKSPACE_HOME": "/mine"}, "/mine"),
    ],
)
def test_each_system_has_its_place(system, set_to, place, monkeypatch):
    monkeypatch.delenv("DECKSPACE_HOME", raising=False)
    monkeypatch.setattr(files.sys, "platform", system)
    monkeypatch.setattr(files.Path, "home", lambda: Path("/home/me"))
    for name, value in set_to.items():
        monkeypatch.setenv(name, value)
    assert files.home() == Path(place)


def test_a_process_of_our_own_finds_this_package(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    found = files.environment(MORE="1")
    assert found["PYTHONPATH"].split(files.os.pathsep) == [str(files.PACKAGE.parent), "elsewhere"]
    assert found["MORE"] == "1"
