"""The results of EVA, computed by the same functions from our runs and from the authors' logs.

A table of survivors has a row for each individual that survived a generation: run, generation, rank, born,
fitness and `share` (% of its games won); ours also have weights and other columns. A table of pairs comes
from contests.py: how often `one` won against `other` with each pair of decks (CELLS, own deck first).
"""

from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
from scipy.cluster.hierarchy import fcluster, linkage
from sklearn.metrics import silhouette_score

from deckspace.agents.hearthstone.greedy import WEIGHTS
from deckspace.intervals import from_jackknife
from study import HOME
from study.papers.eva import coevolution, conditions, contests
from study.papers.eva.contests import CELLS, LETTERS
from study.pipeline.runs import read_run

PAPER = HOME / "data" / "papers" / "eva"
MIRRORS = [f"{letter}-{letter}" for letter in LETTERS]
FIGURE_6 = WEIGHTS[:8]
FIGURE_7 = (*WEIGHTS[8:18], "MHP", "MR", "MM")  # in the order of the paper's numbers
MEANINGS = {  # what a weight is of: changes of the board and the mana, then what makes a minion valuable
    "HHR": "a hero's health", "HAR": "a hero's attack", "BMHR": "health of a minion that survives",
    "BMAR": "attack of a minion that survives", "BMA": "a minion that appears", "BMK": "a minion that dies",
    "BSR": "a secret", "BMR": "mana spent", "MH": "a minion's health", "MA": "a minion's attack", "MHC": "Charge",
    "MHD": "Deathrattle", "MHDS": "Divine Shield", "MHI": "Inspire", "MHLS": "Lifesteal", "MHS": "Stealth",
    "MHT": "Taunt", "MHW": "Windfury", "MHP": "Poisonous", "MR": "a minion's rarity", "MM": "a minion's cost",
}  # fmt: skip
SETTINGS = {  # what a table calls the fields of coevolution.Settings that are no sizes
    "steps": "step sizes are",
    "noise": "random factors: one for",
    "draws": "if both heroes die, the winner is the",
    "rescored": "parents scored again",
    "rivals": "opponents from outside",
    "search": "children by",
}
GROUPS = (1, 2, 3, 4)  # of the authors' hundred, section 5.4
# Weights that decide next to nothing: of keywords that at most one card of the decks has or the program never reads,
# and of secrets, which were switched off.
IDLE = ["MHI", "MHW", "MHP", "MHS", "MHLS", "BSR"]
EVERY = 5  # generations between two boxes of Figures 2 and 4

# --- Reading -------------------------------------------------------------------------------


def survivors(folder, condition):
    """Return the survivors of each generation, of all runs of a condition in a folder of runs."""
    individuals = conditions.evolved(folder, condition)
    living = individuals[individuals.lives].drop(columns="lives").reset_index(drop=True)
    made = made_with(folder, condition)
    most = [coevolution.games_each(made, generation) for generation in range(made.generations)]
    return living.assign(share=100 * living.fitness / np.array(most)[living.generation])


def made_with(folder, condition):
    """Return the Settings of the runs of a condition."""
    written = read_run(conditions.run_file(folder, condition))[1]["parameters"]
    sizes = {name: written[name] for name in ("generations", "population", "games")}
    return conditions.settings(conditions.condition(condition), **sizes)


@cache
def published_survivors():
    """Return the survivors in the authors' logs of ten runs; these have no weights."""
    rows = pd.read_csv(PAPER / "survivors.csv")
    return rows.assign(share=100 * rows.fitness / np.where(rows.generation == 0, 1620, 3420))


def published(name):
    """Return a table of published numbers."""
    return pd.read_csv(PAPER / f"{name}.csv")


def of_runs(folder, what):
    """Return a table of contests by file and kind, such as "published/published" or "tournament/ladder"."""
    file, kind = what.split("/")
    return contests.of_kind(f"{folder}/{file}.parquet", kind)


def last(survivors):
    """Return the survivors of the last generation."""
    return survivors[survivors.generation == survivors.generation.max()].reset_index(drop=True)


# --- Evolution (section 5.1) ---------------------------------------------------------------


def thinned(survivors, every=EVERY):
    """Return every `every`-th generation, as Figures 2 and 4 show them."""
    return survivors[survivors.generation % every == 0]


def ages(survivors):
    """Return how old each individual is in each generation: 0 in the generation of its birth."""
    return survivors.assign(age=survivors.generation - survivors.born)


def lives(survivors):
    """Return run, born and age (last generation minus first, plus 1) of each individual that ever survived.

    The logs do not identify individuals, but lifespans follow from counts: for each run and birth, the number
    of survivors left after each generation tells how many lived how long.
    """
    left = survivors.groupby(["run", "born", "generation"]).size().rename("left").reset_index()
    left["age"] = left.generation - left.born + 1
    gone = left["left"] - left.groupby(["run", "born"])["left"].shift(-1, fill_value=0)
    rows = left.loc[left.index.repeat(gone), ["run", "born", "age"]]
    return rows.reset_index(drop=True)


def fence(values):
    """Return the upper fence of a box plot: the upper quartile plus 1.5 times the interquartile range."""
    low, high = np.percentile(values, [25, 75])
    return high + 1.5 * (high - low)


def newcomers(survivors):
    """Return how many new individuals entered in each generation from 1 on: run x generation."""
    entered = survivors[(survivors.born == survivors.generation) & (survivors.generation > 0)]
    counts = entered.groupby(["run", "generation"]).size().unstack(fill_value=0)
    places = range(1, survivors.generation.max() + 1)
    return counts.reindex(sorted(survivors.run.unique()), columns=places, fill_value=0)


def by_run(survivors, statistic, column="share", *, first=0, end=None):
    """Return a statistic of each generation from `first` to before `end`, averaged: one number per run."""
    end = survivors.generation.max() + 1 if end is None else end
    some = survivors[survivors.generation.between(first, end - 1)]
    return some.groupby(["run", "generation"])[column].agg(statistic).groupby("run").mean()


def fitness_by_phase(survivors):
    """Return what section 5.1 reads off Figure 2: {what: one number per run}."""
    at = phases(survivors)
    spread = {"spread in generation 0": (0, 1), "spread in generation 5": (at[5], at[5] + 1)}
    spread["spread from generation 10"] = at[10], None
    level = {
        "level in generations 10 to 20": (at[10], at[20] + 1),
        "level at the end": (at[100] - at[10], None),
    }
    found = {
        what: by_run(survivors, how, first=first, end=end)
        for how, some in (("std", spread), ("mean", level))
        for what, (first, end) in some.items()
    }
    return found | {"change to the end": found["level at the end"] - found["level in generations 10 to 20"]}


def described_lives(lives, start=30, end=60):
    """Return what section 5.1 reads off Figure 3: {what: one number per run}."""
    age = lives.groupby("run").age
    middle = 100 * lives.born.between(start, end).groupby(lives.run).mean()
    outlying = np.floor(age.agg(fence)) + 1
    ages = {
        "mean age": age.mean(),
        "median age": age.median(),
        "outliers from": outlying,
        "oldest": age.max(),
    }
    return {"born from 30 to 60, %": middle} | ages


def outliers(ages):
    """Return the number of outlying ages in each generation shown in Figure 4."""
    return thinned(ages).groupby("generation").age.agg(lambda box: (box > fence(box)).sum())


def first_outlier(ages):
    """Return the first generation shown in Figure 4 with an outlying age; nan if there is none."""
    outlying = outliers(ages) > 0
    return outlying.idxmax() if outlying.any() else np.nan


def phases(survivors):
    """Return the counterparts of generations 2, 5, 10, 20, 30, 40, 50, 60 and 100 of 100 in these runs."""
    n = survivors.generation.max() + 1
    return {of: max(round(of * n / 100), 1) for of in (2, 5, 10, 20, 30, 40, 50, 60)} | {100: n}


def neutral_ages(runs, generations, population, seed=1):
    """Return survivors of runs with random selection, for ages where no individual is better than others."""
    rng, rows = np.random.default_rng(seed), []
    for run in range(runs):
        born = np.zeros(population, int)
        for generation in range(1, generations):
            both = np.concatenate([born, np.full(population, generation)])
            born = rng.permutation(both)[:population]
            rows.append(pd.DataFrame({"run": run, "generation": generation, "born": born}))
    return pd.concat(rows, ignore_index=True)


# --- Weights (section 5.2) -----------------------------------------------------------------


def weight_table(population, weights=WEIGHTS):
    """Return mean, quartiles, spread (interquartile range), and the shares at 0 and at 1 of each weight."""
    values = population[list(weights)]
    low, middle, high = values.quantile(0.25), values.median(), values.quantile(0.75)
    columns = {"mean": values.mean(), "q1": low, "median": middle, "q3": high, "iqr": high - low}
    return pd.DataFrame(columns | {"at 0": (values == 0).mean(), "at 1": (values == 1).mean()})


def spelt(table):
    """Return a table with a row for each weight, with what they are of beside their names."""
    return table.rename(lambda name: f"{name} ({MEANINGS[name]})")


def width(population, ones, others=()):
    """Return the mean interquartile range of some weights minus that of others: an Estimate, by a jackknife over runs."""

    def of(some):
        boxes = some[[*ones, *others]].quantile([0.25, 0.75]).diff().iloc[1]
        return boxes[list(ones)].mean() - (boxes[list(others)].mean() if others else 0)

    return jackknifed(of, population, population.run)


def mean_by_run(population, weights):
    """Return the mean of some weights, one number per run."""
    return population[list(weights)].groupby(population.run).mean().mean(axis=1)


def knockout_costs(folder, populations):
    """Return what each change costs: contest, change, weight, run, individual, value, cost (win rate minus 50).

    `populations` has the final population of each contest, some of which took part.
    """
    knockouts = of_runs(folder, "knockouts/knockouts")
    least = read_run(f"{folder}/knockouts.parquet")[1]["parameters"]["knockout_individuals"]
    won = knockouts[CELLS].sum(axis=1) / (knockouts.games * len(CELLS))
    rows = knockouts[["contest", "change", "weight", "individual", "value"]].assign(cost=100 * won - 50)
    runs = {name: contests.every_nth(populations[name], least).run for name in rows.contest.unique()}
    of = [runs[name].iloc[number] for name, number in zip(rows.contest, rows.individual, strict=True)]
    return rows.assign(run=of)


# --- Decks (section 5.3) -------------------------------------------------------------------


def deck_rates(survivors, games):
    """Return the survivors' win rates (%) with each pair of decks: run x CELLS.

    `games`: how many games an individual played with each pair of decks.
    """
    columns = [f"wins_{own}_{other}" for own in range(3) for other in range(3)]
    return (100 * survivors.groupby("run")[columns].mean() / games).set_axis(CELLS, axis=1)


def final_rates(folder, condition):
    """Return `deck_rates` of the last generation of a condition's runs, against all who played in it."""
    made = made_with(folder, condition)
    return deck_rates(last(survivors(folder, condition)), (2 * made.population - 1) * made.games)


def first_rates(folder, condition):
    """Return `deck_rates` of the first generation, which is random."""
    made, rows = made_with(folder, condition), survivors(folder, condition)
    return deck_rates(rows[rows.generation == 0], (made.population - 1) * made.games)


def published_rates():
    """Return `deck_rates` of the authors' last generations, from their logs."""
    return 100 * published("runs").set_index("run")[CELLS] / 3800


def against(rates, letter):
    """Return the mean rate against a deck for each row of a table with CELLS."""
    return rates[[f"{own}-{letter}" for own in LETTERS]].mean(axis=1)


def with_deck(rates, letter):
    """Return the mean rate with a deck for each row of a table with CELLS."""
    return rates[[f"{letter}-{other}" for other in LETTERS]].mean(axis=1)


def lead_of(rates, letter, of=with_deck):
    """Return each run's rate with a deck (or `against` it) minus the mean rate of the other two decks."""
    others = [each for each in LETTERS if each != letter]
    return of(rates, letter) - sum(of(rates, each) for each in others) / 2


def square(rates):
    """Return nine cells as a table: own deck x the other's."""
    table = pd.DataFrame([[rates[f"{own}-{other}"] for other in LETTERS] for own in LETTERS])
    return table.set_axis(list(LETTERS)).set_axis(list(LETTERS), axis=1)


# --- Groups (section 5.4) ------------------------------------------------------------------


def tree(population):
    """Return Ward's tree of a population's weights (scipy's linkage), by Euclidean distances."""
    return linkage(population[list(WEIGHTS)], "ward")


def silhouettes(population, most=20):
    """Return the mean silhouette for each number of groups that Ward's tree is cut into."""
    weights, cut = population[list(WEIGHTS)].to_numpy(), tree(population)
    counts = range(2, min(most, len(weights) - 1) + 1)
    return pd.Series(
        {k: silhouette_score(weights, fcluster(cut, k, "maxclust")) for k in counts if _is_cut(cut, k)},
        name="silhouette",
    )


def _is_cut(cut, k):
    return len(np.unique(fcluster(cut, k, "maxclust"))) == k


def groups(population, k):
    """Return the group of each individual, numbered from 1, when the tree is cut into k groups."""
    return pd.Series(fcluster(tree(population), k, "maxclust"), population.index)


def shares_of_squares(population, labels):
    """Return each weight's share of the variation between groups; the shares add up to 1."""
    values = population[list(WEIGHTS)]
    means = values.groupby(np.asarray(labels)).transform("mean")
    between = ((means - values.mean()) ** 2).sum()
    return (between / between.sum()).sort_values(ascending=False)


def both_sides(pairs):
    """Return each pair from both sides: individual, opponent, win rates (%) with each pair of decks.

    Rates are computed from whole games, so that equal numbers of wins remain ties from either side.
    """
    mirrored = [f"{other}-{own}" for own, other in (cell.split("-") for cell in CELLS)]
    lost = (-pairs[CELLS]).add(pairs.games, axis=0).set_axis(mirrored, axis=1)[CELLS]
    sides = []
    for who, wins in ((["one", "other"], pairs[CELLS]), (["other", "one"], lost)):
        names = pairs[who].set_axis(["individual", "opponent"], axis=1)
        sides.append(names.join((100.0 * wins).div(pairs.games, axis=0)))
    return pd.concat(sides, ignore_index=True)


def by_individual(sides):
    """Return the mean rate of each individual with each pair of decks."""
    return sides.groupby("individual")[CELLS].mean().round(9)  # equal sums in another order remain ties


def compared(one, other, difference, p):
    """Return what is found of a pair of groups, a row for each of CELLS."""
    pair = {"group": one, "other": other, "cell": CELLS}
    return pd.DataFrame(pair | {"difference": difference.to_numpy(), "p": p})


def group_differences(values, labels, test):
    """Figure 9: each pair of groups with each pair of decks: group, other, cell, difference (points), p.

    `values` has CELLS in each row and `labels` the group of each row; `test` is a test of two samples.
    """
    rows = []
    for one, other in combinations(GROUPS, 2):
        x, y = (values.loc[labels == group, CELLS] for group in (one, other))
        p = test(x, y).pvalue if len(x) and len(y) else np.full(len(CELLS), np.nan)
        rows.append(compared(one, other, x.mean() - y.mean(), p))
    return pd.concat(rows, ignore_index=True)


def head_to_head(sides, labels, test):
    """Figure 10: the games of each group against each other, as `group_differences`; the difference is from 50."""
    rows = []
    mine, theirs = (sides[who].map(labels) for who in ("individual", "opponent"))
    for one, other in combinations(GROUPS, 2):
        x = sides.loc[(mine == one) & (theirs == other), CELLS]
        p = test(x, 100 - x).pvalue if len(x) else np.full(len(CELLS), np.nan)
        rows.append(compared(one, other, x.mean() - 50, p))
    return pd.concat(rows, ignore_index=True)


def jackknifed(statistic, rows, units):
    """Return a statistic of some rows as an Estimate, from leaving out the rows of one unit at a time.

    For rows that are related within units, as individuals of a run are, where units have different numbers of them.
    """
    units = np.asarray(units)
    left_out = [statistic(rows[units != unit]) for unit in np.unique(units)]
    return from_jackknife(float(statistic(rows)), left_out)


def lead_of_groups(values, population, groups, others=GROUPS):
    """Return the mean value of the individuals of some groups minus that of the others, as an Estimate over runs."""
    rows = pd.DataFrame({"value": values, "mine": population.group.isin(groups)})
    rows = rows[population.group.isin([*groups, *others])]

    def lead(rows):
        return rows.value[rows.mine].mean() - rows.value[~rows.mine].mean()

    return jackknifed(lead, rows, population.run[rows.index])


def where_ahead(means, population, group):
    """Return the cells in which a group is shown to be above each of the others, with a run as the unit."""
    others = [other for other in GROUPS if other != group]
    return [
        cell
        for cell in CELLS
        if all(lead_of_groups(means[cell], population, [group], [other]).low > 0 for other in others)
    ]


def against_groups(sides, population, cell, mine, others):
    """Return the mean rate of the individuals of some groups against some others in a cell, as an Estimate over runs."""
    labels = population.group
    chosen = sides.individual.map(labels).isin(mine) & sides.opponent.map(labels).isin(others)
    rates = sides[chosen].groupby("individual")[cell].mean()
    return jackknifed(np.mean, rates, population.run[rates.index])


def random_groups(population, rng):
    """Return random groups of the same sizes: {how: a label for each individual}.

    "shuffled" are the labels of all individuals; if "exchanged", each run has those of another, in random order, so
    that groups contain as many relatives as the real ones. The population is in the order of runs of one size.
    """
    labels = population.group.to_numpy()
    of_runs = rng.permutation(labels.reshape(population.run.nunique(), -1))
    found = {"shuffled": rng.permutation(labels), "exchanged": rng.permuted(of_runs, axis=1).ravel()}
    return {how: pd.Series(each, population.index) for how, each in found.items()}


def profiles(means, games):
    """Return how much each individual's win rates vary between pairs of decks: squared points, minus those by chance.

    `means` has the win rate (%) of each individual with each pair of decks, from so many games; strength, which is
    an individual's mean rate, and what is common to all individuals do not count.
    """
    own = means[CELLS].sub(means[CELLS].mean(axis=1), axis=0)
    squares = ((own - own.mean()) ** 2).sum(axis=1)
    return squares / (len(CELLS) - 1) * len(own) / (len(own) - 1) - 2500 / games


def published_pairs():
    """Return the authors' own tournament of the final hundred as a table of pairs."""
    rows = published("tournament").rename(columns={"a": "one", "b": "other"})
    return rows.assign(games=20)[["one", "other", "games", *CELLS]]


# --- Contests of ours ----------------------------------------------------------------------


def win_rates(rows):
    """Return the win rate (%) over all games of each row of a table with CELLS."""
    return 100 * rows[CELLS].sum(axis=1) / (rows.games * len(CELLS))


def ladder_by_run(ladder, contest="as_run", first=0):
    """Return each run's win rate of later over earlier populations, from generation `first`, minus 50."""
    rows = ladder[(ladder.contest == contest) & (ladder.earlier >= first)]
    return (win_rates(rows) - 50).groupby(rows.run).mean()


def final_marks(benchmark, contest="as_run"):
    """Return the win rates of last populations against the authors' hundred: a Series (condition, run)."""
    rows = benchmark[(benchmark.contest == contest) & (benchmark.generation == benchmark.generation.max())]
    return win_rates(rows).groupby([rows.condition, rows.run], sort=False).mean()


def survived(noise):
    """Return which rows of a table of repeated contests are of survivors: the first half of each run's individuals."""
    return noise.individual < noise.groupby("run").individual.transform("nunique") / 2


def reliability(noise):
    """Return how reliable fitness is among some individuals of each run: a DataFrame, a row per run.

    `error` is the standard deviation of repeated evaluations of one individual, `spread` that of the true
    rates (both in points); `correlation` is that between two evaluations.
    """
    rates = noise.assign(rate=100 * noise.wins / noise.of)
    rows = {}
    for run, those in rates.groupby("run"):
        table = those.pivot(index="individual", columns="repeat", values="rate")
        error, k = table.var(axis=1, ddof=1).mean(), table.shape[1]
        spread = max(table.mean(axis=1).var(ddof=1) - error / k, 0)
        rows[run] = {"error": error**0.5, "spread": spread**0.5, "correlation": spread / (spread + error)}
    return pd.DataFrame(rows).T.rename_axis("run")


def rightly_chosen(noise):
    """Return what share of each run's survivors (%) is in the better half by fresh games."""
    means = noise.assign(rate=noise.wins / noise.of).groupby(["run", "individual"]).rate.mean()
    better = means.groupby("run").rank(ascending=False) <= means.groupby("run").transform("size") / 2
    chosen = means.index.get_level_values("individual") < means.groupby("run").transform("size") / 2
    return 100 * better[chosen].groupby("run").mean()
