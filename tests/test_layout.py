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


# What the engine needs besides, and what the modules of learning that are about no single game need.
ENGINE, LEARNING = {"errors", "files", "whole_files"}, {"compiling", "learning", "runs"}
PLACES = {f"{room}/**/*.py": may | {room} | ALONE for room, may in MAY.items()}
PLACES |= {"engine/**/*.py": {"compiling", "engine"} | ENGINE, "learning/*.py": LEARNING}


@pytest.mark.parametrize("place", PLACES)
def test_a_room_imports_only_from_where_its_arrows_go(place):
    for path in LIBRARY.glob(place):
        assert rooms_imported(path) <= PLACES[place], path


def test_the_library_knows_nothing_of_the_study_and_shared_modules_of_no_paper():
    for path in LIBRARY.rglob("*.py"):
        assert not [name for name in imported(path) if name.startswith("study")], path
    for path in set((HOME / "lib" / "study").glob("*.py")) - {HOME / "lib/study/registered.py"}:
        assert not {name for name in imported(path) if name.startswith("study.papers")}, path.name


def test_everything_is_compiled_in_one_way():
    """Numba's own cache does not notice changes of called functions: old machine code would give old results."""
    for path in (HOME / "lib").rglob("*.py"):
        own = path.parent == LIBRARY / "compiling"
        found = re.search(r"from numba import .*jit|numba\.n?jit", path.read_text(encoding="utf-8"))
        assert own or not found, path.relative_to(HOME)
