"""The examples in the docstrings of the public names do what they say."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "actions",
    "agents.hearthstone.alphabeta",
    "agents.hearthstone.beam",
    "agents.hearthstone.greedy",
    "agents.hearthstone.lookahead",
    "agents.hearthstone.mcts",
    "agents.hearthstone.uniform",
    "archives",
    "deckbuilding",
    "gym",
    "hearthstone.collection",
    "hearthstone.game",
    "hearthstone.matches",
    "learning.hearthstone.game",
    "locm.game",
    "scores",
    "surrogate",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = import_module(f"deckspace.{name}")
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert tried and not failed
