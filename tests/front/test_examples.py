"""The examples in the docstrings of the library give the results they show."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import deckspace
from deckspace.agents import roster

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
