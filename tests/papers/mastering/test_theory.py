"""What the notebook on small games rests on: known fixed points, laws of buffers, published tables as printed."""

import numpy as np
import pandas as pd
import pytest

from deckspace.learning.losses import CAPPED, TWO_SIDED
from study.papers.mastering import theory


def test_fixed_points_of_vtrace_and_what_comes_back_through_unlikely_decisions():
    found = theory.fixed_points(samples=1000)
    assert found.value.tolist() == pytest.approx([3 / 7, 2 / 3, 0.6686, 0.8], abs=6e-7)
    assert found.factor[["cap 1", "[0.001, 1.007]"]].tolist() == pytest.approx([0.4, 0.3965], abs=1e-6)
    assert theory.traced([1e-4], CAPPED) == pytest.approx(1e-4)
    assert theory.traced([1e-4, 1e-4], TWO_SIDED) == pytest.approx(1e-6)


@pytest.mark.parametrize("length, norm", [(3, 0.784), (10, 0.994)])
def test_the_first_round_on_a_chain_may_leave_almost_all(length, norm):
    M = theory.error_operator(0.6, length)
    assert np.abs(M).sum(1).max() == pytest.approx(norm, abs=5e-4)
    assert np.abs(np.linalg.eigvals(M)).max() == pytest.approx(0.4)
    assert theory.errors_left(CAPPED, length, 300) < 1e-12


def test_the_operator_is_what_vtrace_does_on_average():
    """From wrong values, the mean of sampled targets is the operator's."""
    start, value = theory.sampled_targets(CAPPED, 3, 200_000, seed=2).mean(), 2 / 3
    predicted = value - (theory.error_operator(0.6, 3) @ np.full(3, value))[0]
    assert start == pytest.approx(predicted, abs=0.005)


def test_a_learner_waits_more_for_slow_actors_and_a_ring_adds_sampling_error():
    rng = np.random.default_rng(1)
    assert theory.idle_share(0.8, 64, 4000, rng) == pytest.approx(20, abs=3)
    assert theory.idle_share(1.5, 64, 4000, rng) < 1
    errors = theory.sampling_errors(40, 500)
    assert errors[:, 0].mean() > 1.3 * errors[:, 1].mean()  # twice, in the long run


def test_every_game_has_an_equilibrium_between_one_hero_and_all_alike():
    assert theory.exact_gaps().max() < 1e-9
    shares = theory.hero_shares(theory.DOMINANT, (0.001, 0.1, 30.0))
    assert theory.between(shares).tolist() == [False, True, False]
    assert theory.hero_shares(theory.CYCLE, (0.01,)).to_numpy() == pytest.approx(1 / 3)


def test_the_tables_are_as_printed_and_show_b4_no_better_than_b3_or_c5():
    table = theory.table1()
    assert np.allclose(table + table.T, 100) and (np.diag(table) == 50).all()
    others = (table.sum(axis=1) - 50) / 5
    assert others.round(1).tolist() == pytest.approx([30.1, 35.7, 45.2, 58.6, 61.3, 69.1], abs=0.11)
    assert theory.elo(table).tolist() == pytest.approx([0, 37.08, 97.32, 180.42, 197.77, 248.92], abs=0.01)
    gap = theory.step(table, "b4", "b3", "b0")
    assert gap.value == pytest.approx(-2.1) and gap.high < -1.4
    assert theory.table2().sum().tolist() == [12, 3]
    gap = theory.two_shares(6, 6, 6, 9)
    assert gap.value == pytest.approx(100 / 3) and gap.low < 0 < gap.high


def test_a_strength_of_400_points_is_a_rate_of_10_to_1():
    rates = theory.expected_rates(pd.Series({"b0": 0.0, "b4": 400.0}))
    assert rates.loc["b4", "b0"] == pytest.approx(100 * 10 / 11) and rates.loc["b0", "b0"] == 50


def test_dual_averaging_is_smooth_fictitious_play_and_little_entropy_is_near_the_equilibrium_of_kuhn_poker():
    assert theory.averaging_differs(61) < 1e-9
    near, far = theory.kuhn_rest_points([0.01, 1.0]).itertuples(index=False)
    assert near.value == pytest.approx(-1 / 18, abs=0.005) and 0 <= near.NashConv < 0.02 < far.NashConv


def test_uses_of_samples_follow_the_poisson_law_in_a_ring_and_are_one_in_a_queue():
    found = theory.use_table([1.0], 20_000).loc[1.0]
    assert found["ring: never"] == pytest.approx(np.exp(-1), abs=0.02)
    assert found["ring: twice or more"] == pytest.approx(1 - 2 * np.exp(-1), abs=0.02)
    assert (
        found["Poisson"] == pytest.approx(np.exp(-1)) and found["queue: least"] == found["queue: most"] == 1
    )
