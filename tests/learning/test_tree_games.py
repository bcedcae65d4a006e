"""Known solutions of Kuhn and Leduc poker, and of fictitious play in them."""

import numpy as np
import pytest

from deckspace.learning import tree_games as games
from deckspace.learning.osfp import OSFP

KUHN, LEDUC = games.game("kuhn"), games.game("leduc")


def even(game):
    return [games.plan(side, games.uniform(side)) for side in game.sides]


def value(game, plans):
    return plans[0] @ game.payoff @ plans[1]


@pytest.mark.parametrize(
    "game, sets, worth, best",
    [(KUHN, 12, 0.125, (0.5, 0.416667)), (LEDUC, 936, -0.078125, (2.0875, 2.659722))],
    ids=["kuhn", "leduc"],
)
def test_uniform_play(game, sets, worth, best):
    plans = even(game)
    assert sum(len(side.keys) for side in game.sides) == sets
    assert value(game, plans) == pytest.approx(worth)
    answers = [games.best_value(side, game.payoffs(p, plans[1 - p])) for p, side in enumerate(game.sides)]
    assert answers == pytest.approx(best, abs=6e-7)
    assert games.nash_conv(game, plans) == pytest.approx(sum(best), abs=1.1e-6)


@pytest.mark.parametrize(
    "game, worth, digits", [(KUHN, -1 / 18, 12), (LEDUC, -0.0856, 4)], ids=["kuhn", "leduc"]
)
def test_exact_solutions(game, worth, digits):
    x, found = games.solve(game)
    assert found == pytest.approx(worth, abs=0.6 * 10**-digits)
    assert -games.best_value(game.sides[1], game.payoffs(1, x)) == pytest.approx(found)  # it guarantees that


def test_the_first_players_equilibria_of_kuhn_poker():
    """Bets the jack with a in [0, 1/3], the king with 3a, never the queen; calls with the queen at a + 1/3."""
    x, _ = games.solve(KUHN)
    side = KUHN.sides[0]
    bet = {card: x[side.sequence[side.keys.index((card, "")), 1]] for card in range(3)}
    called = x[side.sequence[side.keys.index((1, "pb")), 1]]
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


def test_plans_add_up():
    chance = np.random.default_rng(1)
    for game in (KUHN, LEDUC):
        for side in game.sides:
            behaviour = games.softmax(chance.normal(size=side.sequence.shape), side)
            made = games.plan(side, behaviour)
            assert games.constraints(side) @ made == pytest.approx(np.eye(1, len(side.keys) + 1)[0])


def test_the_gradient_is_that_of_the_value():
    """By finite differences, without entropy (with it, it does not look ahead)."""
    chance, step = np.random.default_rng(2), 1e-6
    for p, side in enumerate(KUHN.sides):
        z = chance.normal(size=side.sequence.shape)
        other = games.plan(
            KUHN.sides[1 - p], games.softmax(chance.normal(size=side.sequence.shape), KUHN.sides[1 - p])
        )
        worth = lambda z, p=p, side=side, other=other: (  # noqa: E731
            games.plan(side, games.softmax(z, side)) @ KUHN.payoffs(p, other)
        )
        behaviour = games.softmax(z, side)
        found = games.gradient(KUHN, p, behaviour, games.plan(side, behaviour), other, 0.0)
        for i in np.ndindex(*z.shape):
            nudge = np.zeros_like(z)
            nudge[i] = step
            assert found[i] == pytest.approx((worth(z + nudge) - worth(z - nudge)) / (2 * step), abs=1e-8)


def test_the_probability_that_others_lead_to_a_set():
    side = KUHN.sides[0]
    met = dict(zip(side.keys, side.reach @ even(KUHN)[1], strict=True))
    assert met[0, ""] == pytest.approx(1 / 3) and met[0, "pb"] == pytest.approx(1 / 6)


def test_algorithm_1_with_a_constant_entropy_rests_beside_nash():
    """With the entropy of each decision, as policy-gradient code adds it: a point of its own."""
    after = games.printed(KUHN, OSFP(), 12, rate=5.0, steps=200, entropy=0.1)
    gaps = [games.nash_conv(KUHN, plans) for plans in after]
    assert gaps[-1] == pytest.approx(0.038, abs=1e-3) and value(KUHN, after[-1]) != pytest.approx(
        -1 / 18, abs=1e-4
    )


def test_another_game_is_refused():
    with pytest.raises(ValueError, match="choose kuhn or leduc"):
        games.game("bridge")
