"""Ratings from games: tables for the Bradley-Terry model, cycles, the Nash average, and the value of peeking.

`games` is the table of lib/deckspace/league/play.py, with a row for each pair, pairing of decks and seat. A draw counts
as half a win for both.
"""

from itertools import combinations

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy.stats import binomtest
from statsmodels.stats.multitest import multipletests

from deckspace.agents.names import PEEKING
from deckspace.intervals import Estimate, bootstrapped, share
from deckspace.league.elo import ELO, rate
from deckspace.learning import matrix_games

FIRST, DECK = "moves first", "deck: "  # columns of a regression besides the entries
DECKS = ("deck_one", "deck_other")
EXTRA = 0.1  # wins and losses added for each pair and seat, so that an agent without any win has a rating


def both_sides(games):
    """Return all games twice, once for each side: venue, entry, opponent, deck, against, first, games, points."""
    sides = []
    for who, whom in (("one", "other"), ("other", "one")):
        won = games.wins if who == "one" else games.games - games.wins - games.draws
        columns = {"venue": games.venue, "entry": games[who], "opponent": games[whom]}
        columns |= {"deck": games[f"deck_{who}"], "against": games[f"deck_{whom}"]}
        first = games["first"] if who == "one" else 1 - games["first"]
        sides.append(
            pd.DataFrame(columns | {"first": first, "games": games.games, "points": won + games.draws / 2})
        )
    return pd.concat(sides, ignore_index=True)


def scores(games):
    """Return the score of each entry over all its games, best first: score (%), low, high, games."""
    sums = both_sides(games).groupby("entry")[["points", "games"]].sum()
    found = {name: share(row.points, row.games) for name, row in sums.iterrows()}
    rows = {name: (each.value, each.low, each.high, each.n) for name, each in found.items()}
    table = pd.DataFrame(rows, ["score", "low", "high", "games"]).T.astype({"games": int})
    return table.sort_values("score", ascending=False)


# --- The Bradley-Terry model ---------------------------------------------------------------


def design(games, by=("first",), extra=EXTRA):
    """Return the inputs of a binomial regression: X (a row per pair and seat, a column per entry), rates, weights.

    X has 1 for entry `one`, -1 for `other`, and 1 or -1 for the first move of `one` or `other`. The rates are shares of
    points with `extra` wins and losses added; the weights are numbers of games. The entries' columns sum to 0 in every
    row, so ratings are determined up to a constant, which `add_up_to_0` fixes. With DECKS in `by`, there is a row for
    each pairing of decks, and a column for each deck except the first.
    """
    rows = grouped(games, by)
    X = apart(rows.one, rows.other).assign(**{FIRST: 2.0 * rows["first"] - 1})
    if DECKS[0] in by:
        X = X.join(apart(rows.deck_one, rows.deck_other).iloc[:, 1:].add_prefix(DECK))
    weights = rows.games + 2 * extra
    return X, (rows.wins + rows.draws / 2 + extra) / weights, weights


def grouped(games, by):
    """Return the summed games of each pair: a row for each combination of the columns in `by`."""
    return games.groupby(["one", "other", *by], as_index=False)[["games", "wins", "draws"]].sum()


def apart(ones, others):
    """Return a column for each name: 1 where it is in `ones`, -1 where in `others`, 0 where in both or neither."""
    names = sorted({*ones, *others})
    return pd.DataFrame({name: (ones == name) * 1.0 - (others == name) for name in names})


def add_up_to_0(X):
    """Return the constraint that the ratings of the entries in X sum to 0, for `fit_constrained`."""
    return np.array([[name != FIRST and not name.startswith(DECK) for name in X]], float), np.zeros(1)


def standings(fitted, milliseconds=()):
    """Return the ratings of a fitted regression, best first: Elo, low, high, and milliseconds per action if known.

    Equal ratings are in the order of the regression; the last digits of a fit differ between processors.
    """
    ends = fitted.conf_int()
    table = pd.DataFrame({"Elo": fitted.params, "low": ends[0], "high": ends[1]}) * ELO
    table = table.drop(index=FIRST)
    table = table.sort_values("Elo", ascending=False, kind="stable", key=lambda elo: elo.round(6))
    if milliseconds:
        table["milliseconds"] = pd.Series(milliseconds).reindex(table.index)
    table.insert(0, "rank", np.arange(1, len(table) + 1))
    return table.rename_axis("agent")


def difference(fitted, one, other) -> Estimate:
    """Return the difference in Elo between two entries."""
    return mean_difference(fitted, [(one, other)])


def mean_difference(fitted, pairs) -> Estimate:
    """Return the mean difference in Elo between the first and the second entries of some pairs."""
    names, weights = list(fitted.params.index), np.zeros(len(fitted.params))
    for one, other in pairs:
        weights[names.index(one)] += ELO / len(pairs)
        weights[names.index(other)] -= ELO / len(pairs)
    test = fitted.t_test(weights)
    (low, high), se = test.conf_int()[0], float(np.squeeze(test.sd))
    n = round((fitted.model.var_weights - 2 * EXTRA).sum())  # games
    return Estimate(float(np.squeeze(test.effect)), float(low), float(high), n, se)


# --- Intransitivity ------------------------------------------------------------------------


def meetings(games):
    """Return a row for each pair: one, other, games, points (of `one`), rate."""
    rows = games.groupby(["one", "other"], as_index=False)[["games", "wins", "draws"]].sum()
    points = rows.wins + rows.draws / 2
    return rows[["one", "other", "games"]].assign(points=points, rate=points / rows.games)


def matrix(met, column="rate", middle=0.5):
    """Return a column of `meetings` as a matrix, row against column; mirrored cells sum to 2 * middle."""
    names = sorted({*met.one, *met.other})
    table = met.pivot(index="one", columns="other", values=column).reindex(index=names, columns=names)
    table = table.combine_first(2 * middle - table.T).rename_axis(index=None, columns=None)
    return table.mask(np.eye(len(names), dtype=bool), middle)


def shown(met, level=0.05):
    """Return `meetings` with `sure`: whether a binomial test, with Holm's correction over all pairs, is significant."""
    p = [binomtest(round(row.points), int(row.games)).pvalue for row in met.itertuples()]
    return met.assign(p=p, sure=multipletests(p, level, "holm")[0])


def cycles(met):
    """Return all cycles of three entries in which each beats the next significantly, with the weakest rate."""
    tested = shown(met)
    table = matrix(tested.assign(rate=tested.rate.where(tested.sure, 0.5)))
    names, rates = table.index, table.fillna(0.5).to_numpy()
    found = matrix_games.cycles(rates)
    rows = [(*names[list(each)], min(rates[i, j] for i, j in around(each))) for each in found]
    return pd.DataFrame(rows, columns=["one", "beats", "that beats", "weakest"])


def around(cycle):
    """Return the three steps of a cycle."""
    return [(cycle[k], cycle[(k + 1) % 3]) for k in range(3)]


def triples(met) -> int:
    """Return the number of triples with three significant results; only in these can a cycle be detected."""
    tested = shown(met)
    sure = {frozenset(pair) for pair in tested[tested.sure][["one", "other"]].itertuples(index=False)}
    names = sorted({*met.one, *met.other})
    return sum(
        all(frozenset(two) in sure for two in combinations(some, 2)) for some in combinations(names, 3)
    )


def unexplained(games, strengths) -> Estimate:
    """Return the share of the variance of win rates between pairs that ratings leave unexplained, in %.

    The variance is that of the pairs' true win rates around one half: sampling variance is subtracted.
    `strengths` are ratings in Elo by name. The interval is over pairs.
    """
    met, noise = meetings(games), sampling_variances(games)
    expected = rate(strengths[met.one].to_numpy() - strengths[met.other].to_numpy()) / 100
    free = len(met) / max(len(met) - len(strengths) + 1, 1)  # ratings were fitted to the same games
    left = (met.rate.to_numpy() - expected) ** 2 - noise / free
    whole = (met.rate.to_numpy() - 0.5) ** 2 - noise

    def ratio(pairs):
        return 100 * free * left[pairs].sum() / whole[pairs].sum()

    return bootstrapped(ratio, np.arange(len(met)), resamples=1000, vectorized=False)


def sampling_variances(games):
    """Return the sampling variance of each pair's rate, in the order of `meetings`.

    All pairings of decks and seats are played rather than sampled, which reduces the variance. So each game has its own
    probability, from a regression in which decks have ratings, too.
    """
    X, rates, weights = design(games, [*DECKS, "first"], extra=0.001)
    fitted = sm.GLM(rates, X, family=sm.families.Binomial(), var_weights=weights)
    p = fitted.fit_constrained(add_up_to_0(X)).mu
    rows = grouped(games, [*DECKS, "first"])
    sums = rows.assign(spread=rows.games * p * (1 - p)).groupby(["one", "other"])[["spread", "games"]].sum()
    return (sums.spread / sums.games**2).to_numpy()


def nash_average(met, redraws=100, seed=1):
    """Return the Nash average (Balduzzi et al. 2018): each entry's share in an equilibrium, and score against it.

    In the game, both players choose an entry; the payoff is the score of one's own entry in points above 50. No entry
    scores above 0 against the equilibrium, and those in it score 0. It is computed by linear programming. `drawn` is
    the share (%) of resamples of the games (from their rates) in which an entry is in the equilibrium. Entries that have
    not met count as even.
    """
    table = matrix(met).fillna(0.5)
    share, against = equilibrium(table.to_numpy())
    rng, inside = np.random.default_rng(seed), np.zeros(len(table))
    for _ in range(redraws):
        games = met.games.to_numpy(int)
        again = met.assign(rate=rng.binomial(games, met.rate.clip(0, 1).to_numpy()) / games)
        inside += equilibrium(matrix(again).fillna(0.5).to_numpy())[0] > 1e-6
    columns = {"share": 100 * share, "against it": against, "drawn": 100 * inside / max(redraws, 1)}
    return pd.DataFrame(columns, table.index).sort_values(["share", "against it"], ascending=False)


def equilibrium(rates):
    """Return an equilibrium of the game between entries, and each entry's points above 50 against it."""
    A = 100 * (rates - rates.T) / 2
    share = np.maximum(matrix_games.nash(A)[0], 0)
    share /= share.sum()
    return share, A @ share


# --- The value of peeking and of decks -----------------------------------------------------


def who_peeks_too(names):
    """Return the (peeking, fair) pairs of the same agent."""
    return [(name + PEEKING, name) for name in names if name + PEEKING in names]


def by_deck(games):
    """Return the strength of each entry with each deck at each venue, over all opponents and their decks, in Elo.

    It is the logit of the score with half a win and half a loss added: unlike a score, it is not squeezed near 0 and 100 %.
    """
    sums = both_sides(games).groupby(["venue", "entry", "deck"], as_index=False)[["points", "games"]].sum()
    return sums.assign(Elo=ELO * np.log((sums.points + 0.5) / (sums.games - sums.points + 0.5)))


def components(fitted):
    """Return the variance components of a fitted mixed model: as variances, as standard deviations, and in %."""
    names, variances = [*fitted.model.exog_vc.names, "left over"], [*fitted.vcomp, fitted.scale]
    table = pd.DataFrame({"variance": variances, "deviation": np.sqrt(variances)}, names)
    return table.assign(**{"per cent": 100 * table.variance / table.variance.sum()})
