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


def test_rock_against_rock_and_the_printed_matrices():
    assert games.nash_conv(RPS, np.eye(3)[0], np.eye(3)[0]) == 2
    assert RPS.tolist() == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert G2.tolist() == [[0, -2, 1], [2, 0, -1], [-1, 1, 0]]
    assert G3.tolist() == [[0, -0.25, 0.5], [0.25, 0, -0.05], [-0.5, 0.05, 0]]
    assert games.nash(games.rock_paper_scissors(3, 1, 2))[0] == pytest.approx(np.array([1, 2, 3]) / 6)


@pytest.mark.parametrize(
    "name, eta, last, average",
    [
        ("RPS", 0.1, 1.742, 0.0185),
        ("G2", 0.1, 2.218, 0.0204),
        ("G3", 1.0, 0.497, 2.5e-3),
    ],
)
def test_smooth_fictitious_play_converges_on_average_only(name, eta, last, average):
    """Its last iterates are chaotic: after thousands of them the last bit of a processor's sums decides."""
    path = games.fictitious(GAMES[name], eta, 0, 10_000, START, at=(1000, 10_000))
    assert path.last[0] == pytest.approx(last, abs=5.1e-4)
    assert path.last[1] > 0.4
    assert path.average[1] == pytest.approx(average, rel=0.1)


@pytest.mark.parametrize(
    "name, eta, early, late, average",
    [
        ("RPS", 0.1, 0.1145, 4e-8, 6.7e-4),
        ("G2", 0.1, 0.0947, 1e-8, 1.2e-3),
        ("G3", 1.0, 0.0071, 1e-8, 7.2e-5),
    ],
)
def test_optimism_converges_in_the_last_iterate(name, eta, early, late, average):
    path = games.fictitious(GAMES[name], eta, 1, 10_000, START, at=(1000, 10_000))
    assert path.last[0] == pytest.approx(early, abs=5.1e-5)
    assert path.last[1] < late
    assert path.average[1] == pytest.approx(average, rel=0.02)


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


def test_logit_equilibrium_of_a_game_that_is_not_symmetric():
    x, y = games.logit_equilibrium(G4, 0.5)
    assert x == pytest.approx(games.softmax(G4 @ y / 0.5)) and y == pytest.approx(
        games.softmax(-x @ G4 / 0.5)
    )


def test_algorithm_1_with_entropy_shrinks_and_freezes_every_eighth_period():
    played = games.printed(RPS, OSFP(), 400)
    assert played.league.added == list(range(0, 400, 8))
    assert played.exploitability[[9, 99, 399]] == pytest.approx([0.39, 0.14, 0.075], abs=5.1e-3)


@pytest.mark.parametrize("p, entropy", [(0.6, 0.0), (0.0, 0.01)])
def test_algorithm_1_without_entropy_or_without_self_play_ends_in_a_pure_strategy(p, entropy):
    played = games.printed(RPS, OSFP(p=p), 100, entropy=entropy)
    assert played.exploitability[-1] > 0.99


@pytest.mark.parametrize("A", [G2, G3])
def test_algorithm_1_rests_at_the_logit_equilibrium_not_at_nash(A):
    """Alone against itself and with much entropy it gets there; frozen models would only slow it down."""
    played = games.printed(A, OSFP(p=1.0), 200, rate=0.5, entropy=0.1)
    assert played.strategies[-1] == pytest.approx(games.logit_equilibrium(A, 0.1)[0], abs=1e-4)
    assert np.abs(played.strategies[-1] - games.nash(A)[0]).max() > 0.01


def test_the_threshold_counts_expected_results():
    weak = np.array([0.0, 0.0, 5.0])
    played = games.printed(
        games.rock_paper_scissors(1, 1, 1), OSFP(p=0), 3, entropy=0, start=weak, never=False
    )
    assert played.league.added == [0, 1]  # an answer to the first beats it; nothing beats both


def test_the_gradient_of_a_softmax_is_that_of_the_regularised_payoff():
    logits, payoffs, step = np.array([0.3, -1.0, 0.5]), np.array([0.2, 1.0, -0.4]), 1e-6

    def worth(z):
        x = games.softmax(z)
        return x @ payoffs - 0.3 * x @ np.log(x)

    slopes = [(worth(logits + step * e) - worth(logits - step * e)) / (2 * step) for e in np.eye(3)]
    assert games.softmax_gradient(games.softmax(logits), payoffs, 0.3) == pytest.approx(slopes, abs=1e-8)


def test_a_discount_prefers_what_ends_early():
    values = {
        (w, n, g): games.discounted_value(w, n, g) for w, n in ((0.6, 100), (0.55, 10)) for g in (1, 0.99)
    }
    assert [values[0.6, 100, 1], values[0.55, 10, 1]] == pytest.approx([0.2, 0.1])
    assert [values[0.6, 100, 0.99], values[0.55, 10, 0.99]] == pytest.approx([0.0732, 0.0904], abs=5e-5)
    assert games.discounted_value(1, 130, 0.99) == pytest.approx(0.271, abs=5e-4)


def test_picking_hidden_decks_first_is_a_matrix_game():
    """Three decks that beat each other: a third each; with margins as in G2 / 2, what entropy 0.01 leads to."""
    assert games.nash(RPS)[2] == pytest.approx(0)
    x, _ = games.logit_equilibrium(G2 / 2, 0.01)
    assert x == pytest.approx((0.247, 0.254, 0.499), abs=1e-3)


def test_a_dominant_hero_is_always_picked_and_one_of_a_cycle_is_not():
    dominant = np.array([[0, 0.2, 0.3], [-0.2, 0, 0.1], [-0.3, -0.1, 0]])
    picked = games.printed(dominant, OSFP(), 40, start=(0, 0, 0)).strategies[-1]
    assert picked[0] > 0.99
    cycle = games.printed(0.3 * RPS, OSFP(), 40).strategies[-1]
    assert cycle.min() > 0.2


def test_cycles_are_found_once():
    assert games.cycles([[0.5, 0.6, 0.4], [0.4, 0.5, 0.7], [0.6, 0.3, 0.5]]) == [(0, 1, 2)]
    assert games.cycles([[50, 60, 60], [40, 50, 70], [40, 30, 50]], even=50) == []


def test_algorithm_1_asks_for_a_symmetric_game():
    with pytest.raises(ValueError, match="symmetric"):
        games.printed(G4, OSFP(), 1, start=(0, 0))
