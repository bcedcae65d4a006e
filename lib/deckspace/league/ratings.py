"""From games to strengths: tables for Bradley and Terry's model, cycles, the Nash average, and what peeking is worth.

`games` is the table of lib/deckspace/league/play.py, a row for each pair, pairing of decks and seat. A draw is half a win for both.
"""

from itertools import combinations

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy.stats import binomtest
from statsmodels.stats.multitest import multipletests

from deckspace.agents.names import PEEKING
from deckspace.intervals import Estimate, bootstrapped, share
from deckspace.learning import matrix_games

ELO = 400 / np.log(10)  # points of Elo's scale in one of the logit
FIRST, DECK = "moves first", "deck: "  # columns of a regression beside the entries
DECKS = ("deck_one", "deck_other")
EXTRA = 0.1  # of a win and of a loss for each pair and seat, so that an agent that has lost everything has a rating


def both_sides(games):
    """Return all games twice, from each entry's side: venue, entry, opponent, deck, against, first, games, points."""
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
    """Return how often each entry wins over all its games, best first: score (%), low, high, games."""
    sums = both_sides(games).groupby("entry")[["points", "games"]].sum()
    found = {name: share(row.points, row.games) for name, row in sums.iterrows()}
    rows = {name: (each.value, each.low, each.high, each.n) for name, each in found.items()}
    table = pd.DataFrame(rows, ["score", "low", "high", "games"]).T.astype({"games": int})
    return table.sort_values("score", ascending=False)


# --- Bradley and Terry ---------------------------------------------------------------------


def design(games, by=("first",), extra=EXTRA):
    """Return what a binomial regression takes: X (a row for each pair and seat, a column for each entry), rates, games.

    X has 1 for the entry that is named first, -1 for the other, and 1 for the first move where the former has it, -1
    where not. The rates are shares of points, `extra` of a win and of a loss added; `games` are their weights. The columns
    of the entries add up to nothing in every row, so ratings are known but for a constant: `add_up_to_0` says which.
    With DECKS in `by` there is a row for each pairing of decks, and a column for each deck but the first.
    """
    rows = grouped(games, by)
    X = apart(rows.one, rows.other).assign(**{FIRST: 2.0 * rows["first"] - 1})
    if DECKS[0] in by:
        X = X.join(apart(rows.deck_one, rows.deck_other).iloc[:, 1:].add_prefix(DECK))
    weights = rows.games + 2 * extra
    return X, (rows.wins + rows.draws / 2 + extra) / weights, weights


def grouped(games, by):
    """Return the games of each pair added up: a row for each value of the columns in `by`."""
    return games.groupby(["one", "other", *by], as_index=False)[["games", "wins", "draws"]].sum()


def apart(ones, others):
    """Return a column for each name: 1 where it is in `ones`, -1 where it is in `others`, 0 where in both or neither."""
    names = sorted({*ones, *others})
    return pd.DataFrame({name: (ones == name) * 1.0 - (others == name) for name in names})


def add_up_to_0(X):
    """Return the constraint that the ratings of the entries in X add up to 0, for `fit_constrained`."""
    return np.array([[name != FIRST and not name.startswith(DECK) for name in X]], float), np.zeros(1)


def standings(fitted, milliseconds=()):
    """Return the ratings of a fitted regression, best first: Elo, low, high, and milliseconds an action where known.

    Equals stand in the order of the regression: the last digits of a fit are not the same on every processor.
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
    """Return by how much one entry is rated above another, in points of Elo."""
    return mean_difference(fitted, [(one, other)])


def mean_difference(fitted, pairs) -> Estimate:
    """Return by how much the first ones of some pairs are rated above the second ones, on average."""
    names, weights = list(fitted.params.index), np.zeros(len(fitted.params))
    for one, other in pairs:
        weights[names.index(one)] += ELO / len(pairs)
        weights[names.index(other)] -= ELO / len(pairs)
    test = fitted.t_test(weights)
    (low, high), se = test.conf_int()[0], float(np.squeeze(test.sd))
    n = round((fitted.model.var_weights - 2 * EXTRA).sum())  # games
    return Estimate(float(np.squeeze(test.effect)), float(low), float(high), n, se)


def rate(elo):
    """Return how many games a difference in Elo wins, in %."""
    return 100 / (1 + 10 ** (-np.asarray(elo) / 400))


# --- How far from transitive ---------------------------------------------------------------


def meetings(games):
    """Return a row for each pair: one, other, games, points (of `one`), rate."""
    rows = games.groupby(["one", "other"], as_index=False)[["games", "wins", "draws"]].sum()
    points = rows.wins + rows.draws / 2
    return rows[["one", "other", "games"]].assign(points=points, rate=points / rows.games)


def matrix(met, column="rate", middle=0.5):
    """Return a column of `meetings` as a table, the row against the column; the mirrored cells add up to 2 * middle."""
    names = sorted({*met.one, *met.other})
    table = met.pivot(index="one", columns="other", values=column).reindex(index=names, columns=names)
    table = table.combine_first(2 * middle - table.T).rename_axis(index=None, columns=None)
    return table.mask(np.eye(len(names), dtype=bool), middle)


def shown(met, level=0.05):
    """Return `meetings` with `sure`: do binomial tests, with Holm's correction over all pairs, show who is better?"""
    p = [binomtest(round(row.points), int(row.games)).pvalue for row in met.itertuples()]
    return met.assign(p=p, sure=multipletests(p, level, "holm")[0])


def cycles(met):
    """Return all cycles of three in which each is shown to beat the next: best, second, third, and the weakest rate."""
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
    """Return in how many triples all three results are shown: only there can a cycle be seen."""
    tested = shown(met)
    sure = {frozenset(pair) for pair in tested[tested.sure][["one", "other"]].itertuples(index=False)}
    names = sorted({*met.one, *met.other})
    return sum(
        all(frozenset(two) in sure for two in combinations(some, 2)) for some in combinations(names, 3)
    )


def unexplained(games, strengths) -> Estimate:
    """Return which share of the variance of win rates between pairs ratings leave unexplained, in %.

    Variance is that of the pairs' true win rates around one half: what the draw of games would make of it anyway
    (`chances`) is taken off. `strengths` are ratings in Elo by name. The interval is over pairs.
    """
    met, chance = meetings(games), chances(games)
    expected = rate(strengths[met.one].to_numpy() - strengths[met.other].to_numpy()) / 100
    free = len(met) / max(len(met) - len(strengths) + 1, 1)  # ratings were fitted to these very games
    left = (met.rate.to_numpy() - expected) ** 2 - chance / free
    whole = (met.rate.to_numpy() - 0.5) ** 2 - chance

    def ratio(pairs):
        return 100 * free * left[pairs].sum() / whole[pairs].sum()

    return bootstrapped(ratio, np.arange(len(met)), resamples=1000, vectorized=False)


def chances(games):
    """Return by how much the draw of games makes the rate of each pair vary (a variance, in the order of `meetings`).

    Pairings of decks and seats are not drawn but all played, which leaves less to chance than games at random would.
    So each game has its own probability, by a regression in which decks have ratings, too.
    """
    X, rates, weights = design(games, [*DECKS, "first"], extra=0.001)
    fitted = sm.GLM(rates, X, family=sm.families.Binomial(), var_weights=weights)
    p = fitted.fit_constrained(add_up_to_0(X)).mu
    rows = grouped(games, [*DECKS, "first"])
    sums = rows.assign(spread=rows.games * p * (1 - p)).groupby(["one", "other"])[["spread", "games"]].sum()
    return (sums.spread / sums.games**2).to_numpy()


def nash_average(met, redraws=100, seed=1):
    """Return the Nash average (Balduzzi and others 2018): share of each entry in an equilibrium, and points against it.

    The game is: name an entry, as does your opponent; the payoff is by how many points over 50 yours beats the other's.
    Nobody does better than 0 against the equilibrium, and who is in it does 0. It is computed by linear programming.
    `drawn` is in how many of 100 redraws of the games (from their rates) an entry is in the equilibrium.
    Entries that have not met count as even.
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
    """Return an equilibrium of the game between entries, and everybody's points over 50 against it."""
    A = 100 * (rates - rates.T) / 2
    share = np.maximum(matrix_games.nash(A)[0], 0)
    share /= share.sum()
    return share, A @ share


# --- What peeking and decks are worth ------------------------------------------------------


def who_peeks_too(names):
    """Return all (peeking, fair) pairs of one agent."""
    return [(name + PEEKING, name) for name in names if name + PEEKING in names]


def by_deck(games):
    """Return how often each entry wins with each deck at each venue (score, in %), over all opponents and their decks."""
    sums = both_sides(games).groupby(["venue", "entry", "deck"], as_index=False)[["points", "games"]].sum()
    return sums.assign(score=100 * sums.points / sums.games)


def components(fitted):
    """Return the variance components of a fitted mixed model, in points squared, as spreads in points, and in % of all."""
    names, variances = [*fitted.model.exog_vc.names, "left over"], [*fitted.vcomp, fitted.scale]
    table = pd.DataFrame({"variance": variances, "points": np.sqrt(variances)}, names)
    return table.assign(**{"per cent": 100 * table.variance / table.variance.sum()})
