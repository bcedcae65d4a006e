"""The self-adapting mutation: its rates, the spread of its step sizes and its bounds."""

import numpy as np
import pytest

from study.papers.eva.mutation import SMALLEST_STEP, mutated, rates

N = 21


def ratios(parents=20_000, **how):
    """Logarithms of children's step sizes by those of their parents, (parents, 21)."""
    rng = np.random.default_rng(6)
    steps = np.full((parents, N), 0.3)
    return np.log(mutated(np.full((parents, N), 0.5), steps, rng, **how)[1] / steps)


def test_rates_of_21_weights():
    assert rates(N) == pytest.approx((0.3303, 0.1543), abs=5e-5)


def test_logarithms_of_step_sizes_are_as_in_the_authors_logs():
    found = ratios()
    assert abs(found.mean()) < 0.003 and found.std() == pytest.approx(0.3646, abs=0.002)
    assert (found < 0).mean() == pytest.approx(0.5, abs=0.005)
    assert found.mean(axis=1).std() == pytest.approx(0.0796, abs=0.002)  # of a child's mean


def test_with_one_shared_number_a_childs_steps_move_together():
    found = ratios(noise="one")
    assert found.std() == pytest.approx(0.3646, abs=0.004)
    assert found.mean(axis=1).std() == pytest.approx(0.1703, abs=0.003)


def test_the_printed_formula_adds():
    rng = np.random.default_rng(6)
    steps = np.full((5_000, N), 0.3)
    more = mutated(np.full((5_000, N), 0.5), steps, rng, how="added to")[1] - steps
    assert more.min() > 0 and more.mean() == pytest.approx(np.exp(0.3646**2 / 2), abs=0.01)  # 1.07


def test_no_step_is_smaller_than_the_smallest():
    rng = np.random.default_rng(6)
    _, steps = mutated(np.full((100, N), 0.5), np.full((100, N), 1e-9), rng)
    assert (steps == SMALLEST_STEP).all()


def test_weights_move_by_their_steps_and_stay_between_0_and_1():
    rng = np.random.default_rng(6)
    parents, steps = np.full((20_000, N), 0.5), np.tile(np.linspace(0.01, 3, N), (20_000, 1))
    weights, new = mutated(parents, steps, rng)
    assert ((weights - 0.5) / new)[:, 0].std() == pytest.approx(1, abs=0.03)
    assert weights.min() == 0 and weights.max() == 1
    assert (weights[:, -1] == 0).mean() == pytest.approx((weights[:, -1] == 1).mean(), abs=0.02)
    assert (weights[:, -1] % 1 == 0).mean() > 0.8 and (weights[:, 0] % 1 == 0).sum() == 0
