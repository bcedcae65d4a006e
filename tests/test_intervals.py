"""Intervals are those of scipy and statsmodels, and do not exist for a single run."""

import numpy as np
import pytest
from scipy import stats

from deckspace.intervals import (
    bootstrapped,
    contrast,
    difference,
    eta_squared,
    exact,
    mean,
    mean_count,
    one_more,
    paired,
    ranking,
    share,
    stratified,
    table,
    with_error,
)

ONE, OTHER = [4.0, 6, 7, 9, 11], [1.0, 1.5, 2, 3, 3.5]


def test_a_mean_has_students_interval():
    found = mean([*ONE, np.nan])
    ends = stats.ttest_1samp(ONE, 0).confidence_interval()
    assert (found.low, found.high, found.n, found.df) == pytest.approx((ends.low, ends.high, 5, 4))
    assert found.spelt() == f"7.4 [{ends.low:.1f}, {ends.high:.1f}]"


def test_an_interval_made_elsewhere_gives_back_its_error():
    known = mean(ONE)
    found = with_error(known.value, known.low, known.high, 5, 4)
    assert found.se == pytest.approx(known.se) and found.at(0.99).low == pytest.approx(known.at(0.99).low)


def test_one_run_has_no_interval():
    found = mean([3.0])
    assert found.value == 3 and found.n == 1 and not found.sure and found.spelt() == "3.0"
    assert not difference([3.0], ONE).sure and not mean([]).sure
    assert not bootstrapped(np.mean, [3.0]).sure


def test_runs_that_are_all_the_same_have_an_interval_of_no_width():
    assert (mean([2.0, 2.0]).low, mean([2.0, 2.0]).high) == (2, 2)
    assert (difference([2.0, 2], [1.0, 1]).low, difference([2.0, 2], [1.0, 1]).high) == (1, 1)


def test_whole_numbers_that_happen_to_be_the_same_are_not_certain():
    same = mean_count([2, 2, 2])
    assert same.value == 2 and same.low == pytest.approx(2 - 4.3027 / 6, abs=1e-4) and same.high > 2.5
    assert mean_count([1, 2, 6]) == mean([1, 2, 6])  # these differ by more than rounding
    assert not mean_count([2]).sure


def test_one_more_run_may_lie_as_far_off_as_any():
    found, width = one_more(mean(ONE)), stats.t.ppf(0.975, 4) * np.std(ONE, ddof=1) * np.sqrt(1 + 1 / 5)
    assert found.value == np.mean(ONE) and found.high - found.value == pytest.approx(width)
    assert not one_more(mean([3.0])).sure


@pytest.mark.parametrize("pooled", [False, True])
def test_a_difference_has_welchs_interval_or_students(pooled):
    found, test = difference(ONE, OTHER, pooled), stats.ttest_ind(ONE, OTHER, equal_var=pooled)
    assert (found.low, found.high, found.df) == pytest.approx((*test.confidence_interval(), test.df))
    wide = found.at(0.99)
    assert (wide.low, wide.high) == pytest.approx(tuple(test.confidence_interval(0.99)))


def test_a_contrast_of_two_samples_is_welchs_difference():
    found, welch = contrast((1, ONE), (-1, OTHER)), difference(ONE, OTHER)
    assert (found.value, found.low, found.df) == pytest.approx((welch.value, welch.low, welch.df))
    assert not contrast((1, ONE), (-1, [3.0])).sure


def test_strata_stay_apart():
    """Two strata at different heights: pooled, the heights would count as spread; kept apart, they do not."""
    high = np.add(ONE, 100)
    found = stratified([ONE, high], [OTHER, np.add(OTHER, 100)])
    assert found.value == pytest.approx(difference(ONE, OTHER).value)
    assert found.low > difference([*ONE, *high], [*OTHER, *np.add(OTHER, 100)]).low + 10


def test_pairs_are_compared_pair_by_pair():
    assert paired(ONE, OTHER) == mean(np.subtract(ONE, OTHER))


def test_a_share_has_wilsons_interval_in_per_cent():
    found = share(8, 10)
    ends = stats.binomtest(8, 10).proportion_ci(method="wilson")
    assert (found.value, found.low, found.high) == pytest.approx((80, 100 * ends.low, 100 * ends.high))
    assert share(0, 100).low == 0 and share(30, 30).high == 100


def test_eta_squared_is_the_share_of_the_squares():
    groups = [ONE, OTHER, np.add(OTHER, 1)]
    everything = np.concatenate(groups)
    between = sum(len(x) * (np.mean(x) - everything.mean()) ** 2 for x in groups)
    found = eta_squared(stats.f_oneway(*groups).statistic, 2, 12)
    assert found.value == pytest.approx(between / np.sum((everything - everything.mean()) ** 2))
    assert 0 < found.low < found.value < found.high < 1 and found.n == 15
    assert eta_squared(0.5, 2, 12).low == 0  # nothing shown


def test_a_bootstrap_draws_each_sample_from_itself():
    def gap(a, b):
        return np.mean(a) - np.mean(b)

    found = bootstrapped(gap, ONE, OTHER, resamples=500)
    assert found == bootstrapped(gap, ONE, OTHER, resamples=500)  # the seed is fixed
    assert found.value == pytest.approx(gap(ONE, OTHER)) and found.low < found.value < found.high


def test_counts_have_no_spread():
    assert exact(3, 20).holds(3) and not exact(3, 20).holds(3.01) and exact(3).at(0.5) == exact(3)


def test_shifting_and_turning_keep_the_width():
    found = mean(ONE)
    assert (found - 2).value == pytest.approx(5.4) and (-found).low == -found.high
    assert (found - 2).high - (found - 2).low == pytest.approx(found.high - found.low)


def test_a_ranking_is_corrected_for_its_pairs():
    found = ranking({"b": OTHER, "a": ONE, "c": [0.0, 0.1, 0.2]})
    assert found.names == ("a", "b", "c") and found.n == 13
    narrow = difference(ONE, OTHER)
    assert found.gaps["a", "b"].low == pytest.approx(narrow.at(1 - 0.05 / 3).low)
    assert found.gaps["a", "b"].low < narrow.low
    assert found.gaps["b", "a"] == -found.gaps["a", "b"]


def test_a_ranking_says_which_pairs_differ():
    assert str(ranking({"a": [9.0, 9.1], "b": [5.0, 5.1]})) == "a > b"
    neighbours = {"a": [4.0, 5, 6, 7], "b": [3.0, 4, 5, 6], "c": [0.0, 2, 3, 2.5]}
    assert str(ranking(neighbours)) == "a ~ b ~ c (a > c)"


def test_estimates_make_a_table():
    assert table({"a": exact(1, 2)}).loc["a"].tolist() == [1, 1, 1, 2]
