"""The public names: imported on first use, listed by `help`, with examples that are true and helpful errors."""

import ast
import doctest
import inspect
import pydoc
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

import deckspace
from deckspace import extras
from deckspace.agents import roster
from study import HOME

PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WITHOUT = """
from importlib.machinery import PathFinder
found = PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name.partition(".")[0] in {packages} else found(name, *rest)
import deckspace as ds
"""


def python(code, **how):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, **how)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_it_has_no_side_effects(tmp_path):
    code = """if True:
        import os, sys
        before, modules = dict(os.environ), set(sys.modules)
        import deckspace
        new = {name.partition(".")[0] for name in set(sys.modules) - modules}
        print(sorted(new & {"numpy", "numba", "pandas", "torch", "llvmlite", "ribs", "gymnasium"}), before == os.environ)
    """
    environment = {"PYTHONPATH": str(HOME / "lib"), "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    assert python(code, cwd=tmp_path, env=environment) == "[] True\n"
    assert not list(tmp_path.iterdir())


ROOMS = [deckspace, deckspace.hearthstone, deckspace.locm, deckspace.gym]


def names_of(module):
    """The public names of a module: those that it lists, or all that it imports."""
    own = [name for name, each in vars(module).items() if name[0] != "_" and not inspect.ismodule(each)]
    return getattr(module, "__all__", own)


@pytest.mark.parametrize("module, name", [(each, name) for each in ROOMS for name in names_of(each)])
def test_every_public_name_exists_and_has_a_docstring(module, name):
    thing = getattr(module, name)
    assert name in module.__doc__ and name in dir(module)
    assert not callable(thing) or inspect.getdoc(thing)


@pytest.mark.parametrize("module", [deckspace.hearthstone, deckspace.locm])
def test_the_help_of_a_game_fits_on_a_page(module):
    assert len(pydoc.render_doc(module).splitlines()) < 60


def test_editors_are_told_the_same_names():
    tree = ast.parse(inspect.getsource(deckspace))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {(each.module, name.asname) for each in block.body for name in each.names}
    homes = deckspace.HOMES.items()
    assert imported == {(f"deckspace.{home}" if home else "deckspace", name) for name, (home, _) in homes}


@pytest.mark.parametrize("name, hint", [("beem", "the nearest is 'Beam'"), ("xyz", "it has hearthstone, ")])
def test_an_unknown_name_is_refused_with_the_known_ones(name, hint):
    with pytest.raises(AttributeError, match=f"'deckspace' has no attribute '{name}'; {hint}"):
        getattr(deckspace, name)


NEED_THEM = """
for name in ("SlidingArchive", "Surrogate"):
    try: getattr(ds, name)
    except ImportError as error: print(error)
"""
TOLD = """\
deckspace.SlidingArchive needs the package ribs, which is not installed: pip install "deckspace[qd]".
deckspace.Surrogate needs the package torch, which is not installed: pip install "deckspace[learn]".
"""
HELP = """
import pydoc
from deckspace import *
print('Wilson' in pydoc.render_doc(ds), 'SlidingArchive' in dir(ds))
"""


@pytest.mark.parametrize(
    "packages, code, printed",
    [
        ({"ribs", "torch"}, NEED_THEM, TOLD),
        ({"torch", "scipy", "statsmodels"}, "print(ds.gym.HearthstoneEnv.__name__)", "HearthstoneEnv\n"),
        (set(extras.EXTRAS), HELP, "True False\n"),
    ],
    ids=["what needs them says so", "environments need no torch", "help needs no extra"],
)
def test_without_some_packages(packages, code, printed):
    assert python(WITHOUT.format(packages=packages) + code) == printed


def test_an_import_that_fails_for_another_reason_says_so():
    with pytest.raises(ModuleNotFoundError, match="No module named 'nowhere'"), extras.needed_for("this"):
        import nowhere  # noqa: F401


def test_extras_are_those_that_the_package_declares():
    distributions = packages_distributions()
    for package, extra in extras.EXTRAS.items():
        names = tuple(map(canonicalize_name, distributions[package]))
        assert any(each.startswith(names) for each in PROJECT["optional-dependencies"][extra]), package


LIBRARY = Path(deckspace.__file__).parent
WITH_EXAMPLES = sorted(
    path.relative_to(LIBRARY).with_suffix("").as_posix().replace("/", ".")
    for path in LIBRARY.rglob("*.py")
    if "\n    >>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples(name, monkeypatch):
    nobody = {game: {} for game in roster.GAMES}
    monkeypatch.setattr(roster, "_registered", nobody)  # entries of an example stay in it
    module = import_module(f"deckspace.{name}")
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert tried and not failed
