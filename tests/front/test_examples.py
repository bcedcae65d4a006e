"""The examples in the docstrings of the public names give the results they show."""

import doctest
from importlib import import_module

import pytest

from deckspace.agents import roster

MODULES = (
    "actions",
    "agents.hearthstone.alphabeta",
    "agents.hearthstone.beam",
    "agents.hearthstone.greedy",
    "agents.hearthstone.lookahead",
    "agents.hearthstone.mcts",
    "agents.hearthstone.uniform",
    "agents.locm.baseline1",
    "agents.locm.baseline2",
    "agents.locm.beam",
    "agents.locm.greedy",
    "agents.locm.mcts",
    "agents.locm.trained",
    "agents.locm.uniform",
    "agents.roster",
    "archives",
    "deckbuilding",
    "engine.hearthstone.decks",
    "engine.locm.cards",
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
def test_examples(name, monkeypatch):
    monkeypatch.setattr(
        roster, "_registered", {game: {} for game in roster.GAMES}
    )  # of an example, here only
    module = import_module(f"deckspace.{name}")
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert tried and not failed
