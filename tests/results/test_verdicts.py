"""Each rule gives each of its verdicts, by tests that could fail."""

from dataclasses import replace

import numpy as np
import pytest

from deckspace.intervals import Estimate, exact, mean, ranking, share
from study.results import verdicts
from study.results.verdicts import gap_to, power, printed, verdict

REPRODUCED, SAME_DIRECTION, CONTRADICTED, UNDECIDED, UNDECIDABLE, NOT_YET_RUN = verdicts.VERDICTS


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
        ("mean 5", "20 ± 4 (n = 5)", ours(21, 9), UNDECIDABLE),  # nor would it be decided with more runs
        ("mean 5", "20 (n = 1)", ours(24, 9), UNDECIDABLE),  # one run, assumed to scatter as ours
        ("mean 5", "20 ± 4 (n = 5)", ours(33, 15), UNDECIDED),  # more runs could contradict it
        ("mean 5", "97", share(3, 3), UNDECIDED),  # all of three cases prove little
        ("mean 5", "99.9", share(3000, 3000), REPRODUCED),
        ("mean 10", "29 (n = 1)", mean([0, 0, 1]), CONTRADICTED),
        ("mean 10", "29 (n = 1)", mean([0, 0, 1]).as_share(), UNDECIDED),  # shares scatter by factors near 0
        ("above 50", "more", replace(ours(52, 3), closed=True), UNDECIDABLE),  # no more games can be played
        ("above 50", "more", exact(50), CONTRADICTED),  # the limit itself is on the other side
        ("below 50", "less", exact(50), CONTRADICTED),
        ("least 90", "all", exact(90), REPRODUCED),
        ("most 25", "rare", exact(25), REPRODUCED),
        ("equivalent 3", "comparable", ours(1.5, 1), REPRODUCED),  # a difference, but too small to matter
        ("equivalent 3", "comparable", ours(2, 1.5), UNDECIDED),  # a difference, which might matter
        ("same", "171", exact(171), REPRODUCED),
        ("same", "171", exact(172), CONTRADICTED),
        ("same", "44551", exact(44551), REPRODUCED),
        ("same", "yes", "yes", REPRODUCED),
        ("same", "yes", "no", CONTRADICTED),
    ],
)
def test_rules_of_numbers(rule, published, estimate, expected):
    assert verdict(rule, published, estimate) == expected


@pytest.mark.parametrize(
    "rule, reproduced, undecided, contradicted",
    [
        ("above 0", ours(2, 1), ours(2, 3), ours(-2, 1)),
        ("below 0", ours(-2, 1), ours(-2, 3), ours(2, 1)),
        ("least 90", ours(95, 2), ours(91, 2), ours(80, 2)),
        ("most 25", ours(20, 2), ours(24, 2), ours(40, 2)),
        ("equivalent 3", ours(0.5, 2), ours(0.5, 4), ours(5, 4)),  # not significant proves nothing
    ],
)
def test_rules_of_words(rule, reproduced, undecided, contradicted):
    found = [verdict(rule, "so it is", estimate) for estimate in (reproduced, undecided, contradicted)]
    assert found == [REPRODUCED, UNDECIDED, CONTRADICTED]


def test_a_ranking_needs_every_pair():
    found = ranking({"A": [9, 9.5, 10], "B": [5, 5.5, 6], "C": [1, 1.5, 2]})
    assert verdict("order", "A > B > C", found) == REPRODUCED
    assert verdict("order", "B > A > C", found) == CONTRADICTED
    found = ranking({"A": [9, 9.5, 10], "B": [5, 5.5, 6], "C": [4, 5.7, 6]})
    assert str(found) == "A > B ~ C" and verdict("order", "A > B > C", found) == UNDECIDED
    alone = ranking({"A": [9, 9.5, 10], "B": [5, 5.5, 6], "C": [1.0]})  # and one run decides nothing
    assert verdict("order", "B > A > C", alone) == UNDECIDED
    with pytest.raises(ValueError, match="do not rank the same things: 'D'"):
        verdict("order", "A > B > D", found)


def test_one_run_decides_nothing_and_a_printed_number_waits_for_the_scale_that_it_needs():
    for name in ("effect", "mean", "above", "least", "equivalent"):
        assert verdict(f"{name} 5", "9", mean([30.0])) == UNDECIDED
    number = ("mean 5", "20", ours(90, 2))
    assert verdict(*number, scale="laptop", needs="paper") == NOT_YET_RUN
    assert verdict(*number, scale="paper", needs="paper") == CONTRADICTED
    assert verdict(*number, scale="laptop", needs="laptop") == CONTRADICTED
    assert verdict("mean 5", "20", None) == NOT_YET_RUN
    with pytest.raises(ValueError, match="needs the scale 'laptop' or 'paper', not 'smoke'"):
        verdict("above 0", "1", exact(1), needs="smoke")


def test_printed_numbers_are_read_with_their_spread():
    assert printed("15.72 ± 0.62 (n = 5)").n == 5 and printed("15.72 ± 0.62 (n = 5)").error == 0.62
    assert printed("-3").value == -3 and np.isnan(printed("-3").error)
    assert printed("31 (n = 15)").n == 15 and printed("1.42e+35").value == 1.42e35
    with pytest.raises(ValueError, match="'about 31' is not a printed number"):
        printed("about 31")


def test_the_difference_from_a_printed_mean_is_welchs():
    from scipy import stats

    values, theirs = np.array([4.0, 6, 7, 9, 11]), np.array([1.0, 1.5, 2, 3, 3.5])
    gap = gap_to(printed(f"{theirs.mean()} ± {stats.sem(theirs)} (n = 5)"), mean(values))
    welch = stats.ttest_ind(values, theirs, equal_var=False)
    assert gap.df == pytest.approx(welch.df)
    assert (gap.low, gap.high) == pytest.approx(tuple(welch.confidence_interval()))
    one = gap_to(printed("7 (n = 1)"), mean(values))  # one run: the interval is that of a prediction
    assert one.se == pytest.approx(np.std(values, ddof=1) * np.sqrt(1 + 1 / 5)) and one.df == 4


def test_power_is_that_of_statsmodels():
    from scipy import stats
    from statsmodels.stats.power import TTestPower

    gap = Estimate(0, -1, 1, 9, 0.5, 8)
    expected = TTestPower().power(1.2 / (0.5 * 3), 9, 0.05)  # the other tail is left out, and hardly counts
    assert power(gap, 1.2) == pytest.approx(expected, abs=1e-3)
    assert power(gap, 9) > 0.999 and power(gap, 0.01) < 0.06
    known = Estimate(0, -1, 1, 9, 0.5)  # a spread that is known, not estimated
    assert power(known, 1.2) == pytest.approx(stats.norm.sf(1.96 - 2.4), abs=1e-3)


@pytest.mark.parametrize(
    "rule, ours, sentence",
    [
        ("feeling 1", exact(1), "no rule 'feeling': choose one of effect"),
        ("above", exact(1), "'above' needs one number"),
        ("same 3", exact(1), "'same 3' needs no number"),
        ("mean 0", exact(1), "'mean 0' takes a number above 0"),
        ("above 0", "yes", "cannot judge 'yes'"),
        ("effect 5", Estimate(1, 0, 2, 9), "'effect 5' needs the standard error of 'Estimate"),
        ("mean 5", Estimate(1, 0, 2, 9), "'mean 5' needs the standard error"),
        ("equivalent 5", Estimate(1, 0, 2, 9), "'equivalent 5' needs the standard error"),
    ],
)
def test_a_mistake_in_a_claim_is_reported_in_one_sentence(rule, ours, sentence):
    with pytest.raises(ValueError, match=sentence):
        verdict(rule, "1", ours)
