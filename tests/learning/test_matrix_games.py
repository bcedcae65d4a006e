"""Known solutions of matrix games, and of fictitious play in them without and with a constant entropy."""

import numpy as np
import pytest

from deckspace.learning import matrix_games as games
from deckspace.learning.matrix_games import G2, G3, G4, GAMES, RPS
from deckspace.learning.osfp import OSFP

START = (np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))


@pytest.mark.parametrize(
    "name, x, y, value, uniform",
    [
        ("RPS", (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3), 0, 0),
        ("G2", (1 / 4, 1 / 4, 1 / 2), (1 / 4, 1 / 4, 1 / 2), 0, 2 / 3),
        ("G3", (1 / 16, 10 / 16, 5 / 16), (1 / 16, 10 / 16, 5 / 16), 0, 1 / 6),
        ("G4", (3 / 7, 4 / 7), (2 / 7, 5 / 7), 1 / 7, 1.0),
    ],
)
def test_equilibria(name, x, y, value, uniform):
    A = GAMES[name]
    found = games.nash(A)
    assert found[0] == pytest.approx(x) and found[1] == pytest.approx(y)
    assert found[2] == pytest.approx(value, abs=1e-9)
    assert games.nash_conv(A, np.array(x), np.array(y)) == pytest.approx(0, abs=1e-12)
    even = np.full(len(x), 1 / len(x))
    assert games.nash_conv(A, even, even) == pytest.approx(uniform)
    assert games.nash_conv(RPS, *START) == 2  # rock against paper
    assert games.nash(games.rock_paper_scissors(3, 1, 2))[0] == pytest.approx(np.array([1, 2, 3]) / 6)


@pytest.mark.parametrize(
    "name, eta, optimism, early, late, average",
    [
        ("RPS", 0.1, 0, 1.742, (0.4, 9), 0.0185),
        ("G2", 0.1, 0, 2.218, (0.4, 9), 0.0204),
        ("G3", 1.0, 0, 0.497, (0.4, 9), 2.5e-3),
        ("RPS", 0.1, 1, 0.1145, (0, 4e-8), 6.7e-4),
        ("G2", 0.1, 1, 0.0947, (0, 1e-8), 1.2e-3),
        ("G3", 1.0, 1, 0.0071, (0, 1e-8), 7.2e-5),
    ],
)
def test_smooth_fictitious_play_converges_on_average_and_an_optimistic_one_in_its_last_iterate(
    name, eta, optimism, early, late, average
):
    """Plain last iterates are chaotic: after thousands of them the last bit of a processor's sums decides."""
    path = games.fictitious(GAMES[name], eta, optimism, 10_000, START, at=(1000, 10_000))
    assert path.last[0] == pytest.approx(early, abs=5.1e-5 if optimism else 5.1e-4)
    assert late[0] < path.last[1] < late[1]
    assert path.average[1] == pytest.approx(average, rel=0.02 if optimism else 0.1)


def test_smooth_fictitious_play_is_dual_averaging():
    """Answering the average play with fading entropy, or summing payoffs: the same strategies."""
    answers = games.smooth_best_responses(G2, 0.1, 300, START)
    for k in (0, 1, 7, 299):
        assert games.fictitious(G2, 0.1, 0, k, START, at=(k,)).x == pytest.approx(answers[k], abs=1e-12)


@pytest.mark.parametrize(
    "name, tau, x, gap",
    [
        ("G2", 1.0, (0.23880, 0.37207, 0.38913), 0.2666),
        ("G2", 0.1, (0.23465, 0.26874, 0.49661), 0.0682),
        ("G2", 0.01, (0.24828, 0.25175, 0.49997), 0.0069),
        ("G3", 0.1, (0.21283, 0.60533, 0.18184), 0.0882),
        ("G3", 0.01, (0.07264, 0.64210, 0.28526), 0.0078),
    ],
)
def test_logit_equilibria(name, tau, x, gap):
    found = games.logit_equilibrium(GAMES[name], tau)
    assert found[0] == pytest.approx(x, abs=6e-6)
    assert games.nash_conv(GAMES[name], *found) == pytest.approx(gap, abs=6e-5)


def test_algorithm_1_shrinks_and_freezes_every_eighth_period_given_entropy_and_self_play():
    played = games.printed(RPS, OSFP(), 400)
    assert played.league.added == list(range(0, 400, 8))
    assert played.exploitability[[9, 99, 399]] == pytest.approx([0.39, 0.14, 0.075], abs=5.1e-3)
    for p, entropy in ((0.6, 0.0), (0.0, 0.01)):
        pure = games.printed(RPS, OSFP(p=p), 100, entropy=entropy)
        assert pure.exploitability[-1] > 0.99


@pytest.mark.parametrize("A", [G2, G3])
def test_algorithm_1_rests_at_the_logit_equilibrium_not_at_nash(A):
    """Alone against itself and with much entropy it gets there; frozen models would only slow it down."""
    played = games.printed(A, OSFP(p=1.0), 200, rate=0.5, entropy=0.1)
    assert played.strategies[-1] == pytest.approx(games.logit_equilibrium(A, 0.1)[0], abs=1e-4)
    assert np.abs(played.strategies[-1] - games.nash(A)[0]).max() > 0.01


def test_the_threshold_counts_expected_results():
    weak = np.array([0.0, 0.0, 5.0])
    played = games.printed(RPS, OSFP(p=0), 3, entropy=0, start=weak, never=False)
    assert played.league.added == [0, 1]  # an answer to the first beats it; nothing beats both
    with pytest.raises(ValueError, match="symmetric"):
        games.printed(G4, OSFP(), 1, start=(0, 0))


def test_a_discount_prefers_what_ends_early():
    late, early = ([games.discounted_value(*each, g) for g in (1, 0.99)] for each in ((0.6, 100), (0.55, 10)))
    assert late == pytest.approx([0.2, 0.0732], abs=5e-5)
    assert early == pytest.approx([0.1, 0.0904], abs=5e-5)


def test_cycles_are_found_once():
    assert games.cycles([[0.5, 0.6, 0.4], [0.4, 0.5, 0.7], [0.6, 0.3, 0.5]]) == [(0, 1, 2)]
    assert games.cycles([[50, 60, 60], [40, 50, 70], [40, 30, 50]], even=50) == []
