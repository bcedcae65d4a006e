"""What makes a claim reproduced, contradicted or undecided: computed rules, so that nobody decides by hand.

Six verdicts:

    reproduced      the data show what the paper says
    same direction  they show an effect on the claimed side, but not that it has the claimed size
    contradicted    they show the opposite, or differ from the printed number by more than both spreads allow
    undecided       they are compatible with both; more runs would decide. Neither a success nor a failure
    undecidable     they are compatible with both, and more runs that confirm our value would not change that: the
                    printed number's own error is too large, or what was measured cannot be repeated (Estimate.closed)
    not yet run     nothing has been measured at a scale that can judge it

A claim names its rule and the rule's number in the `rule` column of data/papers/<paper>/claims.csv. "Shown"
means that a 95 % interval excludes the other possibility; where the paper itself corrects its tests for their
number (DSA-ME's hypotheses), our intervals are corrected, too. A test against a printed number is Welch's,
two-sided at 5 %, for shares on the scale of logits.

The column `published` has a number as the paper prints it, with its standard error and number of runs where they
are known: `15.72 ± 0.62 (n = 5)`. If a paper prints no spread but its number of runs is known, its runs are
assumed to scatter as ours do; a number with neither is taken as exact. In LoCM the error is measured on the
authors' own agents, and n stands for its degrees of freedom, plus one.

    effect R      A printed number, where R means no effect (0 for a gain, 50 for a win rate). contradicted:
                  our interval lies wholly on the other side of R, or it holds R and a test of ours against
                  the printed number rejects it. undecided: our interval holds R, and the test does not
                  reject. Otherwise an effect is shown; reproduced: the test does not reject the printed
                  number, and would have rejected R in its place with 80 % power; same direction: not both.
    mean M        A printed number from which a difference of M or more would matter. reproduced: ours is
                  shown to differ by less than M; or the test does not reject, and would have detected M with
                  80 % power. contradicted: the test rejects. undecided: it does not, but lacks that power.
    above R       Only the side is claimed: our value is above R (for a ranking of two: their difference is
                  above 0).
    below R       reproduced: the whole interval lies there; contradicted: the whole interval lies on the
                  other side; undecided: it holds R.
    least L       The same, but L itself is on the claimed side: at least L, at most L.
    most L
    order         A ranking, written A > B > C. All pairs have intervals widened together (Bonferroni).
                  reproduced: every pair is shown in that order; contradicted: some pair is shown reversed.
    equivalent M  No difference is claimed, and one below M would not matter. reproduced: two one-sided tests
                  at 5 % show that it is smaller than M (the 90 % interval lies within). contradicted: it is
                  shown to differ from 0, and exceeds M. undecided: otherwise; finding no difference proves
                  nothing.
    same          A word or a whole number: ours is the same (reproduced) or different (contradicted).

An estimate without an interval, such as that of a single run, decides nothing: it is undecided. The column
`needs` names the smallest scale that can judge the claim. A printed absolute number needs `paper`: at a
smaller scale a different number is expected, and the verdict stays `not yet run`.
"""

import re
from dataclasses import dataclass, replace
from operator import ge, gt, le, lt

import numpy as np
from scipy import stats

from deckspace.intervals import LEVEL, Estimate, Ranking, welch, with_error
from study import SCALES

VERDICTS = ("reproduced", "same direction", "contradicted", "undecided", "undecidable", "not yet run")
REPRODUCED, SAME_DIRECTION, CONTRADICTED, UNDECIDED, UNDECIDABLE, NOT_YET_RUN = VERDICTS
MARKS = dict(zip(VERDICTS, "🟢🟡🔴⚪🔘⬜", strict=True))  # a colour each, wherever a verdict is shown
COLOURS = dict(zip(VERDICTS, ("#009E73", "#E6C300", "#D55E00", "#BBBBBB", "#888888", "#FFFFFF"), strict=True))
POWER = 0.8


# ------------------------------------------------------------------ what is published


@dataclass(frozen=True)
class Published:
    """A printed number, its standard error (nan if not printed) and its number of runs (0 if not stated)."""

    value: float
    error: float = np.nan
    n: int = 0


NUMBER = r"([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)"
PRINTED = re.compile(rf"{NUMBER}(?: ± {NUMBER})?(?: \(n = (\d+)\))?")


def printed(text) -> Published:
    """Read a printed number such as "15.72 ± 0.62 (n = 5)", "31 (n = 15)" or "171"."""
    found = PRINTED.fullmatch(str(text).strip())
    if not found:
        raise ValueError(
            f"'{text}' is not a printed number: write it as '31', '31 (n = 5)' or '31 ± 2 (n = 5)'."
        )
    value, error, n = found.groups()
    return Published(float(value), float(error) if error else np.nan, int(n or 0))


def error_of(published: Published, ours: Estimate) -> float:
    """The printed standard error; if there is none, that of runs that scatter as ours, or 0 without their number."""
    if not np.isnan(published.error):
        return published.error
    return ours.se * np.sqrt(ours.n / published.n) if published.n else 0.0


def gap_to(published: Published, ours: Estimate) -> Estimate:
    """Ours minus the printed number, with the spread of both (Welch's degrees of freedom)."""
    error = error_of(published, ours)
    df = max(published.n - 1, 1) if published.n and not np.isnan(published.error) else np.inf
    if error == 0:
        return ours - published.value
    squares = np.array([ours.se**2, error**2])
    # A spread that is not printed is ours, estimated once.
    freedom = ours.df if np.isnan(published.error) else welch(squares, np.array([ours.df, df]))
    both = replace(ours, se=np.sqrt(squares.sum()), df=freedom)
    gap = (both.as_share() if ours.logit else both.at(LEVEL)) - published.value
    # The error is that of the interval's width, which on logits is another.
    return with_error(gap.value, gap.low, gap.high, gap.n, gap.df)


def power(gap: Estimate, size) -> float:
    """The power of a two-sided 5 % test with this gap's spread to detect a true difference of `size`; 1 without a spread."""
    if gap.se == 0:
        return 1.0
    limit, shift = stats.t.ppf(0.975, gap.df), abs(size) / gap.se
    if np.isinf(gap.df):
        return float(stats.norm.sf(limit - shift))
    return float(stats.nct.sf(limit, gap.df, shift))


# ------------------------------------------------------------------ the rules


def effect(published, ours, none):
    """A printed number that claims an effect; `none` is the value without an effect."""
    number = printed(published)
    claimed, gap = np.sign(number.value - none), gap_to(number, ours)
    shown = np.sign(ours.value - none) if not ours.holds(none) else 0
    if shown == 0:
        return UNDECIDED if gap.holds(0) else CONTRADICTED
    if shown != claimed:
        return CONTRADICTED
    fits = gap.holds(0) and power(gap, number.value - none) >= POWER
    return REPRODUCED if fits else SAME_DIRECTION


def mean(published, ours, matters):
    """A printed number from which a difference of `matters` or more would matter."""
    gap = gap_to(printed(published), ours)
    if -matters <= gap.low and gap.high <= matters:
        return REPRODUCED
    if not gap.holds(0):
        return CONTRADICTED
    return REPRODUCED if power(gap, matters) >= POWER else UNDECIDED


def side(compare):
    """Return the rule that our value lies on the claimed side of a limit."""

    def rule(published, ours, limit):
        lies_there = [compare(end, limit) for end in (ours.low, ours.high)]
        return one_side(all(lies_there), not any(lies_there))

    return rule


def order(published, ours):
    """A ranking of three or more things."""
    names = [name.strip() for name in published.split(">")]
    unknown = sorted(set(names) ^ set(ours.names))
    if unknown:
        raise ValueError(f"'{published}' and '{ours}' do not rank the same things: '{unknown[-1]}'.")
    gaps = [ours.gaps[one, other] for i, one in enumerate(names) for other in names[i + 1 :]]
    if not all(gap.sure for gap in gaps):
        return UNDECIDED
    return one_side(all(gap.low > 0 for gap in gaps), any(gap.high < 0 for gap in gaps))


def equivalent(published, ours, margin):
    """No difference that would matter."""
    narrow = ours.at(0.90)
    if -margin <= narrow.low and narrow.high <= margin:
        return REPRODUCED
    return CONTRADICTED if not ours.holds(0) and abs(ours.value) > margin else UNDECIDED


def same(published, ours):
    """The same word or whole number."""
    ours = spelt(ours.value) if isinstance(ours, Estimate) else str(ours)
    return REPRODUCED if str(published).strip() == ours.strip() else CONTRADICTED


def spelt(number) -> str:
    """A number as tables show it and as it is judged: four digits, or all of a whole number below a million."""
    return f"{number:.0f}" if abs(number) < 1e6 and float(number).is_integer() else f"{number:.4g}"


def one_side(claimed, opposite):
    return REPRODUCED if claimed else CONTRADICTED if opposite else UNDECIDED


RULES = {
    "effect": effect,
    "mean": mean,
    "above": side(gt),
    "below": side(lt),
    "least": side(ge),
    "most": side(le),
    "order": order,
    "equivalent": equivalent,
    "same": same,
}
WITHOUT_INTERVAL = ("order", "same")  # these judge a Ranking, or a value without its interval
WITH_ERROR = ("effect", "mean", "equivalent")  # these test with the standard error


# ------------------------------------------------------------------ judging


def check_rule(rule, published, needs):
    """Raise ValueError if a claim is written in a way that cannot be judged."""
    name, *limits = str(rule).split()
    if name not in RULES:
        raise ValueError(f"There is no rule '{name}': choose one of {', '.join(RULES)}.")
    if len(limits) != (name not in WITHOUT_INTERVAL):
        raise ValueError(f"The rule '{rule}' needs {'no' if name in WITHOUT_INTERVAL else 'one'} number.")
    least = 0 if name in ("mean", "equivalent") else -np.inf  # a distance
    if not all(least < float(limit) < np.inf for limit in limits):
        raise ValueError(f"The rule '{rule}' takes a number{' above 0' if least == 0 else ''}.")
    if needs not in SCALES[1:]:  # smoke runs judge nothing
        raise ValueError(f"A claim needs the scale 'laptop' or 'paper', not '{needs}'.")
    if name in ("effect", "mean"):
        printed(published)


def verdict(rule, published, ours, scale="paper", needs="laptop") -> str:
    """The verdict on our measurement (Estimate, Ranking, word, or None if there is none) at a scale."""
    check_rule(rule, published, needs)
    if ours is None or needs == "paper" != scale:
        return NOT_YET_RUN
    name, *limits = rule.split()
    kind = {"order": Ranking, "same": (str, Estimate)}.get(name, Estimate)
    if not isinstance(ours, kind):
        raise ValueError(f"The rule '{rule}' cannot judge '{ours}': see lib/study/results/verdicts.py.")
    if name not in WITHOUT_INTERVAL and not ours.sure:
        return UNDECIDED
    if name in WITH_ERROR and np.isnan(ours.se):
        raise ValueError(f"The rule '{rule}' needs the standard error of '{ours}'.")
    found = RULES[name](published, ours, *map(float, limits))
    return UNDECIDABLE if found == UNDECIDED and stays_open(name, published, ours, *limits) else found


def stays_open(name, published, ours, *limits) -> bool:
    """Whether a claim that is undecided would stay so, however many runs confirm our value."""
    if name != "mean":  # with enough runs every other rule finds a side, unless there are no more
        return getattr(ours, "closed", False)
    number = printed(published)
    if np.isnan(number.error):
        published = f"{number.value} ± {error_of(number, ours):.17f}"
    certain = replace(ours, low=ours.value, high=ours.value, se=0.0)  # what they could give at best
    return ours.closed or mean(published, certain, float(limits[0])) == UNDECIDED
