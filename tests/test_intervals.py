"""Intervals are those of scipy and statsmodels, and do not exist for a single run."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from deckspace import intervals as iv

ONE, OTHER = [4.0, 6, 7, 9, 11], [1.0, 1.5, 2, 3, 3.5]


def test_a_mean_has_students_interval():
    found = iv.mean([*ONE, np.nan])
    ends = stats.ttest_1samp(ONE, 0).confidence_interval()
    assert (found.low, found.high, found.n, found.df) == pytest.approx((ends.low, ends.high, 5, 4))
    assert found.spelt() == f"7.4 [{ends.low:.1f}, {ends.high:.1f}]"
    known = iv.with_error(found.value, found.low, found.high, 5, 4)  # made elsewhere: its error is given back
    assert known.se == pytest.approx(found.se) and known.at(0.99).low == pytest.approx(found.at(0.99).low)
    assert iv.paired(ONE, OTHER) == iv.mean(np.subtract(ONE, OTHER))


def test_the_interval_of_a_share_stays_between_none_and_all():
    narrow, wide = iv.mean([48.0, 50, 52]).as_share(), iv.mean([70.0, 98, 99]).as_share()
    assert (narrow.low, narrow.high) == pytest.approx(
        (50 - 4.96, 50 + 4.96), abs=0.05
    )  # as Student's, in the middle
    assert 0 < wide.low < wide.value < wide.high < 100 < iv.mean([70.0, 98, 99]).high
    assert iv.mean([0.0, 0.0]).as_share() == iv.mean([0.0, 0.0]) and not iv.mean([3.0]).as_share().sure


def test_a_number_that_is_rounded_to_nought_has_no_sign():
    assert iv.Estimate(-0.01, -2, 0.04, 3).spelt() == "0.0 [-2.0, 0.0]"


def test_one_run_has_no_interval():
    one = iv.mean([3.0])
    assert one.value == 3 and one.n == 1 and not one.sure and one.spelt() == "3.0"
    more = [iv.mean([]), iv.difference([3.0], ONE), iv.contrast((1, ONE), (-1, [3.0]))]
    more += [iv.one_more(one), iv.mean_count([2]), iv.bootstrapped(np.mean, [3.0])]
    assert not any(each.sure for each in more)


def test_runs_that_are_all_the_same_have_an_interval_of_no_width_but_whole_numbers_are_not_certain():
    assert (iv.mean([2.0, 2.0]).low, iv.mean([2.0, 2.0]).high) == (2, 2)
    assert (iv.difference([2.0, 2], [1.0, 1]).low, iv.difference([2.0, 2], [1.0, 1]).high) == (1, 1)
    same = iv.mean_count([2, 2, 2])
    assert same.value == 2 and same.low == pytest.approx(2 - 4.3027 / 6, abs=1e-4) and same.high > 2.5
    assert iv.mean_count([1, 2, 6]) == iv.mean([1, 2, 6])  # these differ by more than rounding


def test_equal_numbers_of_things_are_not_certain_if_the_things_differ():
    same = iv.mean_number(pd.DataFrame([[1, 1, 0], [1, 0, 1], [1, 1, 0]]))
    assert (same.value, same.n, same.se) == (2, 3, pytest.approx((2 / 3 / 3) ** 0.5))  # of two of the things
    assert iv.mean_number(pd.DataFrame([[1, 1], [1, 1]])) == iv.mean_count([2, 2])
    assert iv.mean_number(pd.DataFrame([[0, 0], [1, 1], [1, 1]])) == iv.mean_count([0, 2, 2])  # together
    assert not iv.mean_number(pd.DataFrame([[1, 0]])).sure
    cut = same.within(0, 3)
    assert same.low < 0 and (cut.low, cut.high) == (0, 3) and cut.at(0.95) == same
    assert iv.mean([3.0]).within(0, 1).value == 3


def test_pairs_of_runs_are_as_uncertain_as_their_runs():
    """Of the sums of two runs' numbers the mean is twice that of the numbers, and so is its interval."""
    pairs = pd.Series({(i, j): ONE[i] + ONE[j] for i, j in combinations(range(len(ONE)), 2)})
    found, runs = iv.mean_of_pairs(pairs), iv.mean(ONE)
    assert (found.value, found.low, found.high) == pytest.approx(
        (2 * runs.value, 2 * runs.low, 2 * runs.high)
    )
    assert found.n == len(ONE) and not iv.mean_of_pairs(pairs[:1]).sure


def test_one_more_run_may_lie_as_far_off_as_any():
    found, width = iv.one_more(iv.mean(ONE)), stats.t.ppf(0.975, 4) * np.std(ONE, ddof=1) * np.sqrt(1 + 1 / 5)
    assert found.value == np.mean(ONE) and found.high - found.value == pytest.approx(width)


@pytest.mark.parametrize("pooled", [False, True])
def test_a_difference_has_welchs_interval_or_students(pooled):
    found, test = iv.difference(ONE, OTHER, pooled), stats.ttest_ind(ONE, OTHER, equal_var=pooled)
    assert (found.low, found.high, found.df) == pytest.approx((*test.confidence_interval(), test.df))
    wide = found.at(0.99)
    assert (wide.low, wide.high) == pytest.approx(tuple(test.confidence_interval(0.99)))
    again = iv.contrast((1, ONE), (-1, OTHER))
    assert pooled or (again.value, again.low, again.df) == pytest.approx((found.value, found.low, found.df))


def test_strata_stay_apart():
    """Two strata at different heights: pooled, the heights would count as spread; kept apart, they do not."""
    high = np.add(ONE, 100)
    found = iv.stratified([ONE, high], [OTHER, np.add(OTHER, 100)])
    assert found.value == pytest.approx(iv.difference(ONE, OTHER).value)
    assert found.low > iv.difference([*ONE, *high], [*OTHER, *np.add(OTHER, 100)]).low + 10


def test_a_share_has_wilsons_interval_in_per_cent():
    found = iv.share(8, 10)
    ends = stats.binomtest(8, 10).proportion_ci(method="wilson")
    assert (found.value, found.low, found.high) == pytest.approx((80, 100 * ends.low, 100 * ends.high))
    assert found.se == pytest.approx(100 * (0.8 * 0.2 / 10) ** 0.5)
    assert iv.share(0, 100).low == 0 and iv.share(30, 30).high == 100
    assert (
        iv.share(0, 3).se
        == iv.share(3, 3).se
        == pytest.approx((100 - iv.share(3, 3).low) / 2 / 1.96, rel=1e-4)
    )


def test_a_correlation_has_fishers_interval():
    found = iv.correlation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    ends = np.tanh(np.arctanh(0.8) + np.array([-1, 1]) * stats.norm.ppf(0.975) / 2**0.5)
    assert (found.value, found.low, found.high) == pytest.approx((0.8, *ends))


def test_eta_squared_is_the_share_of_the_squares():
    groups = [ONE, OTHER, np.add(OTHER, 1)]
    everything = np.concatenate(groups)
    between = sum(len(x) * (np.mean(x) - everything.mean()) ** 2 for x in groups)
    found = iv.eta_squared(stats.f_oneway(*groups).statistic, 2, 12)
    assert found.value == pytest.approx(between / np.sum((everything - everything.mean()) ** 2))
    assert 0 < found.low < found.value < found.high < 1 and found.n == 15
    assert iv.eta_squared(0.5, 2, 12).low == 0  # nothing shown


def test_a_bootstrap_draws_each_sample_from_itself():
    def gap(a, b):
        return np.mean(a) - np.mean(b)

    found = iv.bootstrapped(gap, ONE, OTHER, resamples=500)
    assert found == iv.bootstrapped(gap, ONE, OTHER, resamples=500)  # the seed is fixed
    assert found.value == pytest.approx(gap(ONE, OTHER)) and found.low < found.value < found.high


def test_a_ranking_is_corrected_for_its_pairs_and_says_which_differ():
    found = iv.ranking({"b": OTHER, "a": ONE, "c": [0.0, 0.1, 0.2]})
    assert found.names == ("a", "b", "c") and found.n == 13
    narrow = iv.difference(ONE, OTHER)
    assert found.gaps["a", "b"].low == pytest.approx(narrow.at(1 - 0.05 / 3).low)
    assert found.gaps["a", "b"].low < narrow.low
    assert found.gaps["b", "a"] == -found.gaps["a", "b"]
    assert str(iv.ranking({"a": [9.0, 9.1], "b": [5.0, 5.1]})) == "a > b"
    neighbours = {"a": [4.0, 5, 6, 7], "b": [3.0, 4, 5, 6], "c": [0.0, 2, 3, 2.5]}
    assert str(iv.ranking(neighbours)) == "a ~ b ~ c (a > c)"


def test_a_second_source_of_error_adds_its_variance():
    runs = iv.mean([1.0, 2.0, 3.0])
    assert iv.with_source(runs, [5.0, 5.0, 5.0]).spelt() == runs.spelt()
    both = iv.with_source(runs, [4.0, 6.0, 8.0])  # a spread twice as wide
    assert both.value == 2 and both.se == pytest.approx(runs.se * 5**0.5) and 2 < both.df < 4
