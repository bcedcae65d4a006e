"""Arrows go one way: papers -> agents -> engine; conformance, bench and the table look at these, and nothing at them."""

import ast

import pytest

from lib import HOME

# What each room may import from, besides itself and the modules that stand alone in lib/.
MAY = {
    "engine": set(),
    "agents": {"engine"},
    "pipeline": {"engine", "agents"},
    "learning": {"engine", "agents", "pipeline"},
    "papers": {"engine", "agents", "pipeline", "learning"},
    "table": {"engine", "agents", "pipeline", "learning", "papers", "league"},
    "league": {"engine", "agents", "pipeline", "papers", "learning"},
    "conformance": {"engine", "agents", "pipeline", "papers", "learning"},
    "bench": {"engine", "agents", "pipeline", "papers", "learning"},
}
ALONE = {path.stem for path in HOME.glob("lib/*.py")} - {"__init__"}


def rooms_imported(path):
    """Return the rooms of lib that a module imports from, or the modules that stand alone there."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [f"{node.module}.{each.name}" for each in node.names]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        else:
            continue
        yield from (name.split(".")[1] for name in names if name.startswith("lib."))


@pytest.mark.parametrize("room", MAY)
def test_a_room_imports_only_from_where_its_arrows_go(room):
    allowed = MAY[room] | ALONE | {room, "HOME"}
    wrong = {
        f"{path.relative_to(HOME)} imports lib.{each}"
        for path in (HOME / "lib" / room).rglob("*.py")
        for each in rooms_imported(path)
        if each not in allowed
    }
    assert not wrong


def test_learning_itself_knows_no_game():
    """What is in a folder of lib/learning is about one game; the rest is for any that is played side by side."""
    for path in (HOME / "lib" / "learning").glob("*.py"):
        assert set(rooms_imported(path)) <= {"learning", "pipeline"}, path.name


def test_what_papers_share_knows_of_no_paper():
    for path in HOME.glob("lib/*.py"):
        assert not {"papers", "conformance", "bench"} & set(rooms_imported(path)), path.name


def test_the_engine_needs_nothing_that_stands_beside_it_but_the_word_about_compiling_and_whole_files():
    for path in (HOME / "lib" / "engine").rglob("*.py"):
        assert ALONE & set(rooms_imported(path)) <= {"compiling", "whole_files"}, path.name
