"""Each rule gives each of its verdicts, by tests that could fail."""

import numpy as np
import pytest

from deckspace.intervals import Estimate, exact, mean, ranking
from study.pipeline.verdicts import (
    CONTRADICTED,
    NOT_YET_RUN,
    REPRODUCED,
    RULES,
    SAME_DIRECTION,
    UNDECIDED,
    gap_to,
    lean,
    power,
    printed,
    verdict,
)


def ours(value, half, n=5):
    """An estimate over n runs whose interval reaches `half` to both sides."""
    return Estimate(value, value - half, value + half, n, half / 2.776, n - 1)


@pytest.mark.parametrize(
    "rule, published, estimate, expected",
    [
        ("effect 50", "61 ± 1 (n = 5)", ours(60, 2), REPRODUCED),
        ("effect 50", "39 ± 1 (n = 5)", ours(40, 2), REPRODUCED),
        ("effect 50", "61 ± 1 (n = 5)", ours(54, 2), SAME_DIRECTION),  # an effect, but another size
        ("effect 50", "61 ± 4 (n = 5)", ours(60, 8), SAME_DIRECTION),  # too wide for a test of the size
        ("effect 50", "61 ± 1 (n = 5)", ours(56, 8), UNDECIDED),
        ("effect 50", "61 ± 1 (n = 5)", ours(51, 2), CONTRADICTED),  # neither the size nor an effect
        ("effect 50", "61 ± 1 (n = 5)", ours(45, 2), CONTRADICTED),
        ("effect 50", "51 ± 4 (n = 5)", ours(45, 2), CONTRADICTED),  # shown to be on the other side
        ("mean 5", "20 ± 0.5 (n = 5)", ours(21, 2), REPRODUCED),
        ("mean 5", "20", ours(21, 2), REPRODUCED),
        ("mean 5", "20 ± 0.5 (n = 5)", ours(25, 2), CONTRADICTED),
        ("mean 5", "20 ± 0.5 (n = 5)", ours(15, 9), UNDECIDED),  # so wide that it agrees with anything
        ("mean 5", "20", exact(24), REPRODUCED),
        ("mean 5", "20", exact(26), CONTRADICTED),
        ("above 0", "A > B", ours(2, 1), REPRODUCED),
        ("above 0", "A > B", ours(2, 3), UNDECIDED),
        ("above 0", "A > B", ours(-2, 1), CONTRADICTED),
        ("below 0", "falls", ours(-2, 1), REPRODUCED),
        ("below 0", "falls", ours(-2, 3), UNDECIDED),
        ("below 0", "falls", ours(2, 1), CONTRADICTED),
        ("least 90", "most", ours(95, 2), REPRODUCED),
        ("least 90", "all", exact(90), REPRODUCED),
        ("least 90", "most", ours(91, 2), UNDECIDED),
        ("least 90", "most", ours(80, 2), CONTRADICTED),
        ("most 25", "rare", ours(20, 2), REPRODUCED),
        ("most 25", "rare", exact(25), REPRODUCED),
        ("most 25", "rare", ours(24, 2), UNDECIDED),
        ("most 25", "rare", ours(40, 2), CONTRADICTED),
        ("equivalent 3", "comparable", ours(0.5, 2), REPRODUCED),
        ("equivalent 3", "comparable", ours(1.5, 1), REPRODUCED),  # a difference, but too small to matter
        ("equivalent 3", "comparable", ours(0.5, 4), UNDECIDED),  # not significant proves nothing
        ("equivalent 3", "comparable", ours(5, 4), CONTRADICTED),
        ("same", "171", exact(171), REPRODUCED),
        ("same", "171", exact(172), CONTRADICTED),
        ("same", "yes", "yes", REPRODUCED),
        ("same", "yes", "no", CONTRADICTED),
    ],
)
def test_rules(rule, published, estimate, expected):
    assert verdict(rule, published, estimate) == expected


@pytest.mark.parametrize(
    "published, expected",
    [("A > B > C", REPRODUCED), ("B > A > C", CONTRADICTED), ("C > B > A", CONTRADICTED)],
)
def test_a_ranking_needs_every_pair(published, expected):
    samples = {"A": [9, 9.5, 10], "B": [5, 5.5, 6], "C": [1, 1.5, 2]}
    assert str(ranking(samples)) == "A > B > C"
    assert verdict("order", published, ranking(samples)) == expected


def test_a_ranking_with_one_pair_open_is_undecided():
    samples = {"A": [9, 9.5, 10], "B": [5, 5.5, 6], "C": [4, 5.7, 6]}
    assert str(ranking(samples)) == "A > B ~ C"
    assert verdict("order", "A > B > C", ranking(samples)) == UNDECIDED
    with pytest.raises(ValueError, match="do not rank the same things: 'D'"):
        verdict("order", "A > B > D", ranking(samples))


@pytest.mark.parametrize("rule", [f"{name} 5" for name in ("effect", "mean", "above", "least", "equivalent")])
def test_one_run_decides_nothing(rule):
    assert verdict(rule, "9", mean([30.0])) == UNDECIDED


def test_a_printed_number_waits_for_the_scale_that_it_needs():
    number = ("mean 5", "20", ours(90, 2))
    assert verdict(*number, scale="laptop", needs="paper") == NOT_YET_RUN
    assert verdict(*number, scale="paper", needs="paper") == CONTRADICTED
    assert verdict(*number, scale="laptop", needs="laptop") == CONTRADICTED
    assert verdict("mean 5", "20", None) == NOT_YET_RUN


def test_printed_numbers_are_read_with_their_spread():
    assert printed("15.72 ± 0.62 (n = 5)").n == 5 and printed("15.72 ± 0.62 (n = 5)").error == 0.62
    assert printed("-3").value == -3 and np.isnan(printed("-3").error)
    assert printed("31 (n = 15)").n == 15 and printed("1.42e+35").value == 1.42e35
    with pytest.raises(ValueError, match="'about 31' is no printed number"):
        printed("about 31")


def test_the_difference_from_a_printed_mean_is_welchs():
    from scipy import stats

    values, theirs = np.array([4.0, 6, 7, 9, 11]), np.array([1.0, 1.5, 2, 3, 3.5])
    gap = gap_to(printed(f"{theirs.mean()} ± {stats.sem(theirs)} (n = 5)"), mean(values))
    welch = stats.ttest_ind(values, theirs, equal_var=False)
    assert gap.df == pytest.approx(welch.df)
    assert (gap.low, gap.high) == pytest.approx(tuple(welch.confidence_interval()))


def test_one_printed_run_is_compared_with_what_another_run_would_give():
    """The interval is that of a prediction: sqrt(1 + 1 / n) standard deviations."""
    values = mean([4.0, 6, 7, 9, 11])
    gap = gap_to(printed("7 (n = 1)"), values)
    assert gap.se == pytest.approx(np.std([4.0, 6, 7, 9, 11], ddof=1) * np.sqrt(1 + 1 / 5))
    assert gap.df == 4


def test_power_is_that_of_statsmodels():
    from statsmodels.stats.power import TTestPower

    gap = Estimate(0, -1, 1, 9, 0.5, 8)
    expected = TTestPower().power(1.2 / (0.5 * 3), 9, 0.05)  # the other tail is left out, and hardly counts
    assert power(gap, 1.2) == pytest.approx(expected, abs=1e-3)
    assert power(gap, 9) > 0.999 and power(gap, 0.01) < 0.06


def test_a_single_run_points_somewhere():
    assert lean("above 0", "A > B", -3) == CONTRADICTED and lean("above 0", "A > B", 3) == REPRODUCED
    assert lean("order", "A > B > C", 3) == UNDECIDED


def test_mistakes_in_a_claim_are_said():
    with pytest.raises(ValueError, match="no rule 'feeling': choose one of effect"):
        verdict("feeling 1", "1", exact(1))
    with pytest.raises(ValueError, match="'above' needs one number"):
        verdict("above", "1", exact(1))
    with pytest.raises(ValueError, match="'same 3' needs no number"):
        verdict("same 3", "1", exact(1))
    with pytest.raises(ValueError, match="needs the scale 'laptop' or 'paper', not 'smoke'"):
        verdict("above 0", "1", exact(1), needs="smoke")
    with pytest.raises(ValueError, match="cannot judge 'yes'"):
        verdict("above 0", "1", "yes")


def test_every_rule_says_what_it_judges():
    assert all(rule.__doc__ for rule in RULES.values())
