"""The wheel contains exactly the library: its modules, data and the table's page, but nothing of the study."""

import subprocess
from email.parser import Parser
from zipfile import ZipFile

import pytest

import deckspace
from alone import wheel_of_checkout
from study import HOME

LARGEST = 3 * 2**20  # bytes


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return wheel_of_checkout(tmp_path_factory.mktemp("wheel"), "--no-build-isolation")


def test_every_file_of_the_library_is_in_the_small_wheel_and_nothing_else(wheel):
    tracked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "lib/deckspace"]
    listed = subprocess.run(tracked, cwd=HOME, capture_output=True, text=True, check=True).stdout.splitlines()
    there = {name.removeprefix("lib/") for name in listed if (HOME / name).exists()}
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == there
    assert wheel.stat().st_size < LARGEST and wheel.name.endswith("-py3-none-any.whl")


def test_the_wheel_says_what_it_is_and_what_may_be_added(wheel):
    with ZipFile(wheel) as packed:
        path = next(name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(packed.read(path).decode())
        commands = packed.read(path.replace("METADATA", "entry_points.txt")).decode()
    assert about["Version"] == deckspace.__version__
    assert set(about.get_all("Provides-Extra")) == {
        *("qd", "gym", "sb3", "openspiel", "learn", "league", "cluster", "table", "study")
    }
    assert "deckspace = deckspace.__main__:main" in commands
