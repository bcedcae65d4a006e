"""With a numba that it does not know, the package compiles as numba does, says so, and keeps nothing."""

import pytest

from deckspace.compiling import knows

RULES = """
from deckspace.compiling import njit

@njit
def one(n):
    return n + 1

@njit(nogil=True, cache=True)
def play(n):
    return one(n)
"""
LOCM = """
import numpy as np
from deckspace.agents.locm.players import GAME_SPEC, Agent, entrants, play_games
from deckspace.engine.locm.cards import edition

def winners():
    games = np.zeros(4, GAME_SPEC)
    games["seed"], games["second"] = [1, 2, 3, 4], 1
    players = [Agent("a", "random"), Agent("b", "random")]
    return "".join(map(str, play_games(games, entrants(players, edition("official")), edition("official"))["winner"]))
"""
FORCED = {"DECKSPACE_PLAIN_NUMBA": "1"}


@pytest.mark.parametrize(
    "version, known", [("0.68.1", True), ("0.68.0rc1", True), ("0.6.8", False), ("1.0", False)]
)
def test_the_versions_that_are_known(version, known):
    assert knows(version) == known


def test_an_edit_is_seen_though_nothing_is_kept(compiled):
    compiled.write("rules", RULES)
    first = compiled.run("rules.play(1)", **FORCED)
    assert first.stdout == "2 play one\n"
    assert first.stderr.count("Warning: deckspace keeps compiled code with numba") == 1
    compiled.replace("rules", "n + 1", "n + 2")
    assert compiled.run("rules.play(1)", **FORCED).stdout == "3 play one\n"
    assert not compiled.cache.exists() and sorted(compiled.sources.iterdir()) == [
        compiled.sources / "rules.py"
    ]


def test_the_games_are_the_same(compiled):
    """Games of LoCM: those of Hearthstone would take numba alone minutes."""
    compiled.write("rules", LOCM)
    ours = compiled.call("rules.winners()", DECKSPACE_CACHE="")[0]  # where all of us keep compiled code
    plain = compiled.run("rules.winners()", **FORCED)
    assert plain.stdout.split()[0] == ours, plain.stderr
