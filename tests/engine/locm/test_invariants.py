"""A million random LoCM games in which nothing impossible happens, and the same games without JIT."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import locm_games as games
from deckspace.engine.locm.replay import position, side
from locm_games import EAGER, FAULTS, LAZY, UNIFORM, watched
from uncompiled import uncompiled


def on_two_threads(n, policy, edition="official"):
    """Outcomes of `n` random games, half of them on each of two threads."""
    with ThreadPoolExecutor(2) as pool:
        halves = pool.map(lambda seeds: watched(seeds, policy, edition), np.split(np.arange(n), 2))
        return np.concatenate(list(halves))


@pytest.mark.parametrize(
    "n, policy, edition",
    [
        (600_000, UNIFORM, "official"), (200_000, EAGER, "official"), (40_000, LAZY, "official"), (200_000, UNIFORM, "published"),
        (100_000, UNIFORM, "1.5"), (100_000, EAGER, "1.5"), (20_000, LAZY, "1.5"),
    ],
)  # fmt: skip
def test_random_games_stay_within_the_rules(request, n, policy, edition):
    quick = request.config.option.markexpr == "quick"  # then a tenth of the games
    outcomes = on_two_threads(n // 10 if quick else n, policy, edition)
    found = outcomes["fault"].nonzero()[0]
    assert not len(found), f"game {found[0]}: {FAULTS[outcomes['fault'][found[0]]]}"
    assert set(outcomes["winner"]) == {0, 1}
    assert outcomes["turns"].max() <= 110


def test_the_games_reach_the_limits_they_are_checked_against():
    lazy = watched(range(3000), LAZY)
    assert (lazy["hand"].max(), lazy["mana"].max(), lazy["turns"].max()) == (8, 13, 110)
    assert watched(range(3000), EAGER)["board"].max() == 6


def item_on_board(game):
    game.players[0].deck[game.players[0].board[0].place] = 117


@pytest.mark.parametrize(
    "spoil, fault, spent",
    [
        (lambda g: None, games.FINE, 0),
        (lambda g: None, games.CARDS, 1),
        (lambda g: setattr(g.players[0], "hp", 25), games.RUNES, 0),
        (lambda g: setattr(g.players[1], "mana", -1), games.MANA, 0),
        (lambda g: g.players[0].hand.__setitem__(1, 0), games.ZONES, 0),
        (lambda g: setattr(g.players[0].board[1], "place", 25), games.ZONES, 0),
        (lambda g: setattr(g.players[0].board[0], "defense", 0), games.CREATURES, 0),
        (item_on_board, games.CREATURES, 0),
        (lambda g: setattr(g, "winner", 1), games.WINNER, 0),
    ],
)
def test_the_checker_sees_what_is_wrong(spoil, fault, spent):
    game = position(side([3, 4], [3, 4]), side([3], [5]))
    spoil(game)
    found = games.fault_of(game, games.edition(), np.array([spent, 0]), np.zeros(128, "i2"), 1)
    assert found == fault


@pytest.mark.parametrize(
    "edition, policy", [("official", UNIFORM), ("official", LAZY), ("published", EAGER), ("1.5", UNIFORM)]
)
def test_compiled_games_are_those_of_plain_python(edition, policy):
    plain = uncompiled("tests/helpers/locm_games.py", edition, "12", str(policy))
    assert plain.strip() == str(watched(range(12), policy, edition).tolist())
