"""Estimates: measured numbers with their confidence intervals.

Every measurement of a paper's notebook is an `Estimate`; the rules of `lib/study/results/verdicts.py` judge nothing
else. The caller decides what counts as a repetition: `mean` takes one number per run, not one per game.
"""

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pandas as pd
from scipy import stats
from scipy.special import expit, logit
from statsmodels.stats.oneway import confint_noncentrality
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """A value, the ends of its 95 % interval, and what they rest on.

    n: the number of runs, trials or games; se: the standard error; df: its degrees of freedom (infinite where the
    error is known, as for a share of many games). `low` and `high` are nan where a single run gives no interval.
    closed: whether it rests on published data, to which nobody can add. logit: whether its interval is that of
    `as_share`.
    """

    value: float
    low: float
    high: float
    n: int
    se: float = np.nan
    df: float = np.inf
    closed: bool = False
    logit: bool = False

    @property
    def sure(self) -> bool:
        """Whether there is an interval."""
        return bool(np.isfinite(self.low) and np.isfinite(self.high))

    def holds(self, value) -> bool:
        """Tell whether the interval contains a value."""
        return self.low <= value <= self.high

    def at(self, level) -> "Estimate":
        """Return the estimate with an interval of another level, by Student's t; unchanged if no standard error is known."""
        if not np.isfinite(self.se) or self.se == 0:
            return self
        low, high = stats.t.interval(level, self.df, self.value, self.se)
        return replace(self, low=low, high=high)

    def as_share(self) -> "Estimate":
        """Return the estimate of a share, in per cent, with an interval that is Student's on the scale of logits.

        So it stays between 0 and 100. Shares without an error, of 0, or of 100 are returned unchanged.
        """
        p = self.value / 100
        if not np.isfinite(self.se) or not 0 < p < 1:
            return self
        half = stats.t.ppf((1 + LEVEL) / 2, self.df) * self.se / 100 / (p * (1 - p))
        low, high = 100 * expit(logit(p) + np.array([-half, half]))
        return replace(self, low=float(low), high=float(high), logit=True)

    def within(self, least, most) -> "Estimate":
        """Return the estimate with its interval cut to the values that are possible."""
        return replace(self, low=max(self.low, least), high=min(self.high, most)) if self.sure else self

    def __add__(self, number) -> "Estimate":
        return replace(self, value=self.value + number, low=self.low + number, high=self.high + number)

    def __sub__(self, number) -> "Estimate":
        return self + -number

    def __neg__(self) -> "Estimate":
        return replace(self, value=-self.value, low=-self.high, high=-self.low)

    def spelt(self, digits=1) -> str:
        """Return the estimate as text: "12.3 [11.2, 13.4]", or the value alone if there is no interval."""
        value, low, high = (f"{number:z.{digits}f}" for number in (self.value, self.low, self.high))
        return f"{value} [{low}, {high}]" if self.sure else value


def exact(value, n=1) -> Estimate:
    """Return the Estimate of a number without sampling error, counted or computed from n items."""
    return Estimate(float(value), float(value), float(value), int(n), 0.0)


def with_error(value, low, high, n, df) -> Estimate:
    """Return the Estimate of a 95 % interval computed elsewhere, Student's with these degrees of freedom."""
    se = (high - low) / 2 / stats.t.ppf((1 + LEVEL) / 2, df)
    return Estimate(float(value), float(low), float(high), int(n), float(se), df)


def mean(values) -> Estimate:
    """Return the mean of some numbers, one per run, with Student's interval (none for one run); nan is left out."""
    values = numbers(values)
    if len(values) < 2:
        return Estimate(values.mean() if len(values) else np.nan, np.nan, np.nan, len(values))
    if np.ptp(values) == 0:
        return Estimate(values[0], values[0], values[0], len(values), 0.0, len(values) - 1)
    ends, se = stats.ttest_1samp(values, 0).confidence_interval(LEVEL), stats.sem(values)
    return Estimate(values.mean(), ends.low, ends.high, len(values), se, len(values) - 1)


def mean_count(counts) -> Estimate:
    """Return the mean of whole numbers, one per run, with Student's interval.

    Equal counts do not make the mean certain: the spread is at least that of rounding, 1 / sqrt(12).
    """
    counted = mean(counts)
    if not counted.sure:
        return counted
    return replace(counted, se=max(counted.se, (12 * counted.n) ** -0.5)).at(LEVEL)


def mean_number(table) -> Estimate:
    """Return the mean over runs of how many things hold, from a table run x thing of 0 and 1 (or their differences).

    Equal numbers do not make the mean certain: the spread is at least that of independent things, and `mean_count`'s.
    """
    counted = mean_count(table.sum(axis=1))
    if not counted.sure:
        return counted
    return replace(counted, se=max(counted.se, (table.var().sum() / counted.n) ** 0.5)).at(LEVEL)


def mean_of_pairs(values) -> Estimate:
    """Return the mean of a Series by pair of runs, whose index has both runs, with Student's interval by the jackknife.

    Pairs that share a run are not independent. So each run in turn is left out with all its pairs, which takes three.
    """
    pairs = values.index.to_frame()
    runs = np.unique(pairs)
    without = [values[(pairs != run).all(axis=1)].mean() for run in runs]
    if len(runs) < 3:
        return Estimate(values.mean(), np.nan, np.nan, len(runs))
    return from_jackknife(values.mean(), without)


def from_jackknife(value, without) -> Estimate:
    """Return a statistic with Student's interval, from its values `without` each of the units in turn."""
    k, left = len(without), np.asarray(without, float)
    error = np.sqrt((k - 1) / k * ((left - left.mean()) ** 2).sum()) if k > 1 else np.nan
    return Estimate(value, np.nan, np.nan, k, error, k - 1).at(LEVEL)


def with_source(estimate, values) -> Estimate:
    """Return an estimate with a second source of error, from the `values` of the same quantity over its units.

    Variances add up, and so the degrees of freedom are Welch's. For what all samples share, such as the drafts of a
    tournament; chance that is in both counts twice, which is on the safe side.
    """
    other = mean(values)
    squares, freedoms = np.array([estimate.se**2, other.se**2]), np.array([estimate.df, other.df])
    if not np.isfinite(squares).all() or squares.sum() == 0:
        return estimate
    return replace(estimate, se=np.sqrt(squares.sum()), df=welch(squares, freedoms)).at(LEVEL)


def welch(squares, freedoms) -> float:
    """Return Welch and Satterthwaite's degrees of freedom of a sum of errors, from the square of each and its own freedom."""
    with np.errstate(divide="ignore"):  # infinite if all of them are
        return squares.sum() ** 2 / sum(squares**2 / freedoms)


def one_more(estimate) -> Estimate:
    """Return Student's prediction interval for one more run, from the mean of some; assumes normal runs."""
    return replace(estimate, se=estimate.se * np.sqrt(estimate.n + 1)).at(LEVEL)


def paired(one, other) -> Estimate:
    """Return the mean paired difference of two columns of the same length or index, run by run."""
    return mean(pd.Series(one) - pd.Series(other))


def difference(one, other, pooled=False) -> Estimate:
    """Return the difference of the means of two independent samples, with Welch's interval (Student's if `pooled`)."""
    one, other = numbers(one), numbers(other)
    gap, n = one.mean() - other.mean(), len(one) + len(other)
    if min(len(one), len(other)) < 2:
        return Estimate(gap, np.nan, np.nan, n)
    if max(one.var(), other.var()) == 0:
        return Estimate(gap, gap, gap, n, 0.0, n - 2)
    test = stats.ttest_ind(one, other, equal_var=pooled)
    ends = test.confidence_interval(LEVEL)
    se = (ends.high - ends.low) / 2 / stats.t.ppf((1 + LEVEL) / 2, test.df)
    return Estimate(gap, ends.low, ends.high, n, se, test.df)


def contrast(*parts) -> Estimate:
    """Return a weighted sum of the means of independent samples, (weight, values) each.

    The interval is Welch and Satterthwaite's: samples may differ in spread and size, and are not pooled.
    """
    samples = [(weight, numbers(values)) for weight, values in parts]
    value, n = sum(w * x.mean() for w, x in samples), sum(len(x) for _, x in samples)
    if min(len(x) for _, x in samples) < 2:
        return Estimate(value, np.nan, np.nan, n)
    squares = np.array([w**2 * x.var(ddof=1) / len(x) for w, x in samples])
    if squares.sum() == 0:
        return Estimate(value, value, value, n, 0.0)
    df = welch(squares, np.array([len(x) - 1 for _, x in samples]))
    return Estimate(value, value, value, n, float(np.sqrt(squares.sum())), df).at(LEVEL)


def stratified(ones, others) -> Estimate:
    """Return the mean difference over strata: `ones` and `others` are lists of samples, stratum by stratum."""
    k = len(ones)
    return contrast(*((1 / k, x) for x in ones), *((-1 / k, x) for x in others))


def eta_squared(f, df1, df2) -> Estimate:
    """Return partial eta squared from a factor's F, with an interval from the noncentral F distribution."""
    n = int(df1 + df2 + 1)
    low, high = (end / (end + n) for end in confint_noncentrality(f, (df1, df2), alpha=1 - LEVEL))
    return Estimate(df1 * f / (df1 * f + df2), low, high, n)


def share(count, n, level=LEVEL) -> Estimate:
    """Return the share of n independent cases in which something happened, in per cent, with Wilson's interval.

    None or all of n cases do not make the share certain: then the standard error is that of Wilson's width.
    """
    low, high = proportion_confint(count, n, alpha=1 - level, method="wilson")
    low, high = 0.0 if count == 0 else low, 1.0 if count == n else high  # without rounding errors
    p = count / n
    se = np.sqrt(p * (1 - p) / n) or (high - low) / 2 / stats.norm.ppf((1 + level) / 2)
    return Estimate(100 * p, 100 * low, 100 * high, int(n), 100 * se)


def two_shares(count, n, count_of_other, n_of_other) -> Estimate:
    """Return the difference of two independent shares in points, with Newcombe's interval."""
    gap = 100 * (count / n - count_of_other / n_of_other)
    low, high = confint_proportions_2indep(count, n, count_of_other, n_of_other, method="newcomb")
    return Estimate(gap, 100 * low, 100 * high, int(n + n_of_other))


def correlation(one, other) -> Estimate:
    """Return the correlation of two columns, with Fisher's interval."""
    found = stats.pearsonr(one, other)
    ends = found.confidence_interval(LEVEL)
    return Estimate(float(found.statistic), float(ends.low), float(ends.high), len(one))


def bootstrapped(statistic, *samples, resamples=2000, seed=1, vectorized=None) -> Estimate:
    """Return a statistic of some samples with a percentile bootstrap interval; each sample is resampled from itself.

    Resample what was repeated, and each group separately (stratified). The interval of a statistic that cannot fall
    below 0, such as a range, never contains 0: use a signed difference instead.
    """
    samples = [np.asarray(sample) for sample in samples]
    n = sum(map(len, samples))
    if min(map(len, samples)) < 2:
        value = statistic(*samples) if not vectorized else statistic(*samples, axis=-1)
        return Estimate(float(value), np.nan, np.nan, n)
    found = stats.bootstrap(
        samples, statistic, n_resamples=resamples, method="percentile", rng=seed, vectorized=vectorized
    )
    value = statistic(*samples) if not vectorized else statistic(*samples, axis=-1)
    ends = found.confidence_interval
    return Estimate(float(value), ends.low, ends.high, n, float(found.standard_error))


@dataclass(frozen=True)
class Ranking:
    """Names ordered by their means, best first, and the difference of each pair at a corrected level."""

    names: tuple
    gaps: dict  # (one, other) -> Estimate, for each ordered pair
    n: int

    def __str__(self):
        """Return text with > for a significant difference and ~ for none: "Linear > Tree ~ BinaryTree".

        If no neighbours differ significantly but other pairs do, these follow: "A ~ B ~ C (A > C)".
        """
        pairs, clear = zip(self.names, self.names[1:], strict=False), self.clear
        text = self.names[0] + "".join(f" {'>' if pair in clear else '~'} {pair[1]}" for pair in pairs)
        between = [f"{one} > {other}" for one, other in combinations(self.names, 2) if (one, other) in clear]
        return text if ">" in text or not between else f"{text} ({', '.join(between)})"

    @property
    def clear(self):
        """The pairs whose first member is significantly above the second."""
        return {pair for pair, gap in self.gaps.items() if gap.low > 0}


def ranking(samples: dict, gap=None) -> Ranking:
    """Rank some samples by their means; the intervals of all pairs are widened together (Bonferroni).

    `gap(one, other)` returns the Estimate of how much one name is above another: by default, that of independent samples.
    """
    gap = gap or (lambda one, other: difference(samples[one], samples[other]))
    pairs = list(combinations(samples, 2))
    level, gaps = 1 - (1 - LEVEL) / len(pairs), {}
    for one, other in pairs:
        found = gap(one, other).at(level)
        gaps |= {(one, other): found, (other, one): -found}
    names = sorted(samples, key=lambda name: -numbers(samples[name]).mean())
    return Ranking(tuple(names), gaps, sum(len(numbers(sample)) for sample in samples.values()))


def table(estimates: dict) -> pd.DataFrame:
    """Return estimates as a table with the columns value, low, high, n."""
    rows = {name: (each.value, each.low, each.high, each.n) for name, each in estimates.items()}
    return pd.DataFrame(rows, ["value", "low", "high", "n"]).T


def numbers(values) -> np.ndarray:
    values = np.asarray(values, dtype=float).ravel()
    return values[~np.isnan(values)]
