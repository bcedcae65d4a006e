"""Arrows go one way: the study uses the library, never back; in the library, league, table, learning -> agents -> engine."""

import ast
import re

import pytest

from study import HOME

# What each room of the library may import from, besides itself and the modules that stand alone in it.
MAY = {
    "compiling": set(),
    "engine": {"compiling"},
    "agents": {"compiling", "engine"},
    "learning": {"compiling", "engine", "agents"},
    "league": {"compiling", "engine", "agents", "learning"},
    "table": {"compiling", "engine", "agents", "learning", "league"},
}
LIBRARY = HOME / "lib" / "deckspace"
ALONE = {path.stem for path in LIBRARY.glob("*.py")} - {"__init__"}


def imported(path):
    """Yield the dotted names that a module imports from the two packages."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [f"{node.module}.{each.name}" for each in node.names]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] in ("deckspace", "study"))


def rooms_imported(path):
    """Return the rooms of the library that a module imports from, or the modules that stand alone there."""
    return {name.split(".")[1] for name in imported(path) if name.startswith("deckspace.")}


def test_the_library_knows_nothing_of_the_study():
    wrong = [
        f"{path.relative_to(HOME)} imports {name}"
        for path in LIBRARY.rglob("*.py")
        for name in imported(path)
        if name.startswith("study")
    ]
    assert not wrong


@pytest.mark.parametrize("room", MAY)
def test_a_room_imports_only_from_where_its_arrows_go(room):
    allowed = MAY[room] | ALONE | {room}
    wrong = [
        f"{path.relative_to(HOME)} imports deckspace.{each}"
        for path in (LIBRARY / room).rglob("*.py")
        for each in rooms_imported(path)
        if each not in allowed
    ]
    assert not wrong


def test_learning_itself_knows_no_game():
    """Each folder of learning is about one game; the rest works for any game played side by side."""
    for path in (LIBRARY / "learning").glob("*.py"):
        assert rooms_imported(path) <= {"learning", "runs"}, path.name


def test_the_engine_needs_nothing_that_stands_beside_it_but_the_compiler_files_and_errors():
    for path in (LIBRARY / "engine").rglob("*.py"):
        assert rooms_imported(path) & ALONE <= {"errors", "files", "whole_files"}, path.name


def test_shared_modules_of_papers_import_no_paper():
    for path in set((HOME / "lib" / "study").glob("*.py")) - {HOME / "lib/study/registered.py"}:
        assert not {name for name in imported(path) if name.startswith("study.papers")}, path.name


def test_everything_is_compiled_in_one_way():
    """Numba's own cache does not notice changes of called functions: old machine code would give old results."""
    for path in (HOME / "lib").rglob("*.py"):
        own = path.parent == LIBRARY / "compiling"
        found = re.search(r"from numba import .*jit|numba\.n?jit", path.read_text(encoding="utf-8"))
        assert own or not found, path.relative_to(HOME)
