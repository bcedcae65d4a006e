"""Measurements for 71_league_read: contrasts of ratings, and data from the records of the runs."""

import statsmodels.api as sm
from statsmodels.stats.proportion import proportion_confint

from deckspace.agents.names import peeks
from deckspace.intervals import LEVEL, Estimate, share
from deckspace.league import ratings
from deckspace.league.play import TIMES
from study.results.reading import told

LADDER = ("b4", "b3", "b2", "b1.5", "b1", "b0")  # the last model first, without c5, which sees hidden cards
DIGITS = {"Elo": 0, "low": 0, "high": 0, "milliseconds": 3}  # of standings


def methods(record) -> dict:
    """Return the kind of each entry by its name."""
    return {name: method for name, (method, _) in record["entries"].items()}


def times(record, locm_record):
    """Return the milliseconds per action by entry: in whole games of Hearthstone, in the small game, in LoCM 1.2 and in 1.5.

    Whole games are those with classic cards, or those with the cards of 2015 for entries that play only these, or with
    decks of their own.
    """
    found, locm = record[TIMES], locm_record[TIMES]
    whole = found.get("built", {}) | found["2015"] | found["classic"]
    return whole, found["small game"], locm["official"], locm["1.5"]


def even(games):
    """Return the regression in which all entries are equally strong and only the first move matters."""
    X, rates, weights = ratings.design(games)
    return sm.GLM(rates, X[[ratings.FIRST]], family=sm.families.Binomial(), var_weights=weights).fit()


def contrast(fitted, some, others) -> Estimate:
    """Return the mean rating of some entries minus that of others, in Elo."""
    return ratings.mean_difference(fitted, [(one, other) for one in some for other in others])


def stands(over, under) -> str:
    """Return in words how a rating compares with another; `over` and `under` are the Estimates of their differences."""
    return told(
        over,
        f"{over.spelt(0)} points above",
        f"{under.spelt(0)} points below",
        f"even ({over.spelt(0)} points) with",
    )


def peeking_gains(fitted) -> dict:
    """Return the rating of each agent that peeks minus that of the same agent without, by its name, and their mean."""
    both = ratings.who_peeks_too(fitted.params.index)
    found = {fair: ratings.difference(fitted, peeking, fair) for peeking, fair in both}
    return found | {"mean": ratings.mean_difference(fitted, both)}


def against_all(fitted, name) -> Estimate:
    """Return the rating of an entry minus the mean of all other fair entries."""
    others = [each for each in fitted.params.index if each not in (name, ratings.FIRST) and not peeks(each)]
    return contrast(fitted, [name], others)


def circular(circles, met, name) -> Estimate:
    """Return the share (%) of cycles among the triples in which one could be seen.

    The interval is Clopper and Pearson's, as if triples were independent, which those with a pair in common are not.
    """
    found, n = len(circles[name]), max(ratings.triples(met[name]), 1)
    return Estimate(100 * found / n, *(100 * end for end in proportion_confint(found, n, method="beta")), n)


def against_fair(games):
    """Return the points and games of each entry with each deck (its two index levels) against all other fair entries."""
    sides = ratings.both_sides(games)
    return sides[~sides.opponent.map(peeks)].groupby(["entry", "deck"])[["points", "games"]].sum()


def scores_by_deck(games, order):
    """Return the score (%) of each entry (rows, in this order) with each deck (columns) against all other fair entries."""
    sums = against_fair(games)
    return among(order, (100 * sums.points / sums.games).unstack())


def among(order, table):
    """Return the rows of a table in this order of entries, without those that are not in it."""
    return table.loc[[name for name in order if name in table.index]]


def worst_deck(games, name) -> Estimate:
    """Return the lowest score (%) of an entry with any deck, against all other fair entries.

    The interval is widened for the choice among the decks (Bonferroni).
    """
    sums = against_fair(games).loc[name]
    worst = sums.loc[(sums.points / sums.games).idxmin()]
    return share(worst.points, worst.games, 1 - (1 - LEVEL) / len(sums))


def component(fitted, name) -> Estimate:
    """Return a variance component of a mixed model with Wald's interval."""
    k = fitted.model.exog_vc.names.index(name)
    value, se = float(fitted.vcomp[k]), float(fitted.bse[f"{name} Var"]) * float(fitted.scale)
    return Estimate(value, value, value, int(fitted.nobs), se).at(LEVEL)


def interplay(by_deck, order):
    """Return the strength of each entry with each deck (`ratings.by_deck`) minus what its own mean and the deck's predict."""
    table = among(order, by_deck.groupby(["entry", "deck"]).Elo.mean().unstack())
    return table.sub(table.mean(axis=1), axis=0) - (table.mean(axis=0) - table.to_numpy().mean())


def last_of_the_ladder(names) -> list:
    """Return all trainings, `<model>-<seed>`, of the last model of the ladder among these names."""
    trainings = {model: sorted(n for n in names if n.rpartition("-")[0] == model) for model in LADDER}
    return next((found for found in trainings.values() if found), [])
