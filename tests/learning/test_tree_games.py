"""Known solutions of Kuhn and Leduc poker, and of fictitious play in them; games of OpenSpiel as arrays."""

import pytest

from deckspace.learning import tree_games as games
from deckspace.learning.osfp import OSFP

KUHN, LEDUC = games.game("kuhn"), games.game("leduc")


def value(game, plans):
    return plans[0] @ game.payoff @ plans[1]


@pytest.mark.parametrize(
    "game, sets, worth, best, solved",
    [
        (KUHN, 12, 0.125, (0.5, 0.416667), pytest.approx(-1 / 18, abs=6e-13)),
        (LEDUC, 936, -0.078125, (2.0875, 2.659722), pytest.approx(-0.0856, abs=6e-5)),
    ],
    ids=["kuhn", "leduc"],
)
def test_uniform_play_and_exact_solutions(game, sets, worth, best, solved):
    plans = [games.plan(side, games.uniform(side)) for side in game.sides]
    assert sum(len(side.keys) for side in game.sides) == sets
    assert value(game, plans) == pytest.approx(worth)
    answers = [games.best_value(side, game.payoffs(p, plans[1 - p])) for p, side in enumerate(game.sides)]
    assert answers == pytest.approx(best, abs=6e-7)
    assert games.nash_conv(game, plans) == pytest.approx(sum(best), abs=1.1e-6)
    x, found = games.solve(game)
    assert found == solved
    assert -games.best_value(game.sides[1], game.payoffs(1, x)) == pytest.approx(found)  # it guarantees that


def test_the_first_players_equilibria_of_kuhn_poker():
    """Bets the jack with a in [0, 1/3], the king with 3a, never the queen; calls with the queen at a + 1/3."""
    x, _ = games.solve(KUHN)
    side = KUHN.sides[0]
    bet = {card: x[side.sequence[side.keys.index(str(card)), 1]] for card in range(3)}
    called = x[side.sequence[side.keys.index("1pb"), 1]]
    assert bet[1] == pytest.approx(0) and 0 <= bet[0] <= 1 / 3 and bet[2] == pytest.approx(3 * bet[0])
    assert called == pytest.approx(bet[0] + 1 / 3)


@pytest.mark.parametrize(
    "alpha, gap, worth, close",
    [(0.1, 0.2074, -0.0091, 5e-5), (0.05, 0.0925, -0.0287, 5e-5), (0.01, 0.00976, -0.05537, 5e-6)],
)
def test_equilibria_with_entropy(alpha, gap, worth, close):
    plans = games.dilated_equilibrium(KUHN, alpha)
    assert games.nash_conv(KUHN, plans) == pytest.approx(gap, abs=close)
    assert value(KUHN, plans) == pytest.approx(worth, abs=close)
    path = games.fictitious(KUHN, 0.2, 1, 5000, entropy=alpha, at=(5000,))
    assert path.last == pytest.approx(gap, abs=close)  # a constant entropy leads there, not to Nash


def test_optimism_solves_kuhn_poker_and_plain_fictitious_play_does_so_only_on_average():
    plain, optimistic = (games.fictitious(KUHN, 2.0, o, 2000, at=(100, 2000)) for o in (0, 1))
    assert optimistic.last[1] < 1e-10 and optimistic.value[1] == pytest.approx(-1 / 18)
    assert plain.last[1] > 0.2 and plain.average[1] < 0.02


def test_algorithm_1_with_a_constant_entropy_rests_beside_nash():
    """With the entropy of each decision, as policy-gradient code adds it: a point of its own."""
    after = games.printed(KUHN, OSFP(), 12, rate=5.0, steps=200, entropy=0.1)
    assert games.nash_conv(KUHN, after[-1]) == pytest.approx(0.038, abs=1e-3)
    assert value(KUHN, after[-1]) != pytest.approx(-1 / 18, abs=1e-4)


def test_the_tree_has_every_deal_and_history_of_kuhn_poker():
    tree = KUHN.tree
    assert [(tree.player == who).sum() for who in (0, 1, games.CHANCE, games.END)] == [12, 12, 4, 30]
    best = tree.payoff[tree.player == games.END]
    assert sorted(set(best)) == [-2, -1, 1, 2] and best.sum() == 0


def test_only_small_zero_sum_games_of_two_in_turns_are_listed(monkeypatch):
    monkeypatch.setattr(games, "MOST", 1000)
    refused = {
        "bridge club": "choose kuhn, leduc or",
        "goofspiel": "one of turns",
        "liars_dice": "a smaller one",
    }
    for name, message in refused.items():
        with pytest.raises(ValueError, match=message):
            games.game(name)
