"""Games between agents whose evolution is over, all of them pairs of individuals with all pairs of decks.

A Contest names its pairs; `played` plays it piece by piece. The kinds:

    published    the authors' final hundred, everybody against everybody (section 5.4)
    as_run       the same of our own final populations
    as_printed   the same of those with the decks as printed
    ladder       the populations of some generations of a run against each other
    benchmark    these populations of every condition against some of the authors' hundred
    noise        a run's last parents and children, everybody against everybody again and again
    knockouts    individuals against themselves with one weight set to 0, or drawn anew
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.greedy import WEIGHTS
from study import HOME
from study.papers.eva import conditions
from study.papers.eva.coevolution import earlier_begins, games_of
from study.papers.eva.conditions import evolved, evolved_in
from study.pipeline.runs import read_run

LETTERS = "WSM"  # Warrior, Shaman, Mage: the order of the decks
CELLS = [f"{own}-{other}" for own in LETTERS for other in LETTERS]
PUBLISHED = HOME / "data" / "papers" / "eva" / "final_population.csv"
SOURCES = ("published", "as_run", "as_printed")  # final populations whose weights are knocked out
AT_ONCE = 100  # pairs between two checkpoints


@dataclass(frozen=True, eq=False)
class Contest:
    """Some pairs of individuals. `pairs` is a DataFrame with at least `one` and `other`, rows of `weights`."""

    condition: str  # whose cards and agents are played with
    weights: np.ndarray  # (individuals, 21)
    pairs: pd.DataFrame
    games: int  # of each pair with each pair of decks

    def total(self):
        """Return how many games it is."""
        return len(self.pairs) * len(CELLS) * self.games


def played(contest, seed, won=None, **how):
    """Play a contest and yield how often the `one` of each pair has won so far, (pairs, own deck, other's deck).

    With what was yielded before it goes on from there. `how` goes to `arena.play`. A draw is no win.
    """
    play = conditions.player(conditions.condition(contest.condition), **how)
    one, other = (contest.pairs[name].to_numpy() for name in ("one", "other"))
    games = games_of(one, other, len(LETTERS), contest.games, np.random.default_rng(seed))
    won = np.empty((0, len(LETTERS), len(LETTERS)), "i2") if won is None else won
    while len(won) < len(games):
        part = games[len(won) : len(won) + AT_ONCE]
        results = play(part.ravel(), contest.weights).reshape(part.shape)
        won = np.concatenate([won, wins_of_one(part, results).astype("i2")])
        yield won


def wins_of_one(games, results):
    """Return how often the individual that stands earlier won, (pairs, own deck, other's deck)."""
    decided = results["winner"] < 2
    return (((results["winner"] == 0) == earlier_begins_in(games)) & decided).sum(axis=3)


def earlier_begins_in(games):
    """Tell of each game whether the earlier individual of its pair has begun it."""
    return earlier_begins(conditions.Settings(decks=len(LETTERS)), games)


def table(contest, won):
    """Return the pairs of a contest with the games of a cell and the wins of the `one` in each of CELLS."""
    wins = pd.DataFrame(won.reshape(len(won), -1), columns=CELLS).astype("i2")
    return pd.concat([contest.pairs.reset_index(drop=True).assign(games=contest.games), wins], axis=1)


# --- Who plays -----------------------------------------------------------------------------


def published_population(every=1):
    """Return the authors' final hundred, or every so-manieth of them: run, rank, fitness, group, weights, steps."""
    return pd.read_csv(PUBLISHED).iloc[::every].reset_index(drop=True)


def weights_of(individuals):
    return individuals[list(WEIGHTS)].to_numpy()


def last(individuals):
    """Return who lived on in the end, of each run."""
    living = individuals[individuals.lives]
    return living[living.generation == living.generation.max()].reset_index(drop=True)


def generation(individuals, number):
    """Return who lived on after a generation, of each run; the last one there is stands for later ones."""
    living = individuals[individuals.lives]
    return living[living.generation == min(number, living.generation.max())].reset_index(drop=True)


# --- Contests ------------------------------------------------------------------------------


def round_robin(condition, individuals, games):
    """Return the Contest in which everybody meets everybody once."""
    one, other = np.triu_indices(len(individuals), 1)
    return Contest(condition, weights_of(individuals), pd.DataFrame({"one": one, "other": other}), games)


def ladder(condition, individuals, generations, games):
    """Return the Contest of the populations of some generations, each against each other of its run.

    Columns of its pairs, beside `one` and `other`: run, later, earlier (generations: `one` is of the later).
    """
    weights, pairs, n = [], [], 0
    for run, those in individuals.groupby("run"):
        teams = {number: generation(those, number) for number in generations}
        size = len(next(iter(teams.values())))
        for k, (early, late) in enumerate(combinations(generations, 2)):
            one, other = np.divmod(np.arange(size**2), size)
            places = {"one": n + 2 * k * size + one, "other": n + (2 * k + 1) * size + other}
            pairs.append(pd.DataFrame({"run": run, "later": late, "earlier": early} | places))
            weights += [weights_of(teams[late]), weights_of(teams[early])]
        n = sum(map(len, weights))
    return Contest(condition, np.concatenate(weights), pd.concat(pairs, ignore_index=True), games)


def benchmark(folder, names, generations, every, games):
    """Return Contests of populations against some of the authors' hundred: {condition played: Contest}.

    Columns of the pairs, beside `one` and `other`: condition, run, generation, rank. All play with the decks as run.
    Those that evolved fair, and the last ones of `as_run`, also play fair, and their rivals do likewise.
    """
    rivals, rows = weights_of(published_population(every)), []
    for name in names:
        individuals = evolved(folder, name)
        for number in generations:
            those = generation(individuals, number)
            rows.append(those.assign(condition=name, generation=number))
    rows = pd.concat(rows, ignore_index=True)
    ends = rows[rows.condition.isin(["as_run", "fair"]) & (rows.generation == max(generations))]
    return {"as_run": _against(rows, rivals, "as_run", games), "fair": _against(ends, rivals, "fair", games)}


def _against(individuals, rivals, condition, games):
    n = len(individuals)
    one, other = np.divmod(np.arange(n * len(rivals)), len(rivals))
    named = individuals[["condition", "run", "generation", "rank"]].iloc[one].reset_index(drop=True)
    weights = np.concatenate([weights_of(individuals), rivals])
    return Contest(condition, weights, named.assign(one=one, other=n + other), games)


def noise(individuals, games, repeats):
    """Return the Contest of each run's last parents and children, everybody against everybody so many times.

    Columns of its pairs, beside `one` and `other`: run, repeat.
    """
    weights, pairs, n = [], [], 0
    for run, those in individuals[individuals.generation == individuals.generation.max()].groupby("run"):
        one, other = np.triu_indices(len(those), 1)
        for repeat in range(repeats):
            pairs.append(pd.DataFrame({"run": run, "repeat": repeat, "one": n + one, "other": n + other}))
        weights.append(weights_of(those))
        n += len(those)
    return Contest("as_run", np.concatenate(weights), pd.concat(pairs, ignore_index=True), games)


def knockouts(condition, individuals, games, seed):
    """Return the Contest of individuals, each against itself with one weight at 0, and with it drawn anew.

    Columns of its pairs, beside `one` (as it is) and `other`: individual, weight, value, change.
    """
    weights, count, k = weights_of(individuals), len(individuals), len(WEIGHTS)
    rng = np.random.default_rng([seed, len(WEIGHTS)])
    changed, pairs = [weights], []
    for change in ("zero", "redrawn"):
        one, weight = np.divmod(np.arange(count * k), k)
        those = weights[one]
        those[np.arange(len(one)), weight] = 0 if change == "zero" else rng.random(len(one))
        places = {"one": one, "other": sum(map(len, changed)) + np.arange(len(one))}
        named = {"individual": one, "weight": np.array(WEIGHTS)[weight], "value": weights[one, weight]}
        pairs.append(pd.DataFrame(named | {"change": change} | places))
        changed.append(those)
    return Contest(condition, np.concatenate(changed), pd.concat(pairs, ignore_index=True), games)


# --- All of a kind -------------------------------------------------------------------------


def check(kinds, sizes):
    """Raise ValueError, in one sentence, for kinds that there are not and sizes that make no contest."""
    for kind in kinds:
        if kind not in KINDS:
            raise ValueError(f"EVA has no contest {kind!r}; choose one of {', '.join(KINDS)}.")
    for name, size in sizes.items():
        if name not in ("generations", "seed") and size < 1:
            raise ValueError(f"A contest needs {name} of at least 1, not {size}.")
    if len(sizes["generations"]) < 2:
        raise ValueError(f"A ladder needs at least two generations, not {sizes['generations']}.")


def contests(kind, folder, sizes):
    """Return the Contests of a kind by name; `folder` holds our runs, `sizes` are the notebook's numbers."""
    if kind == "published":
        return {kind: round_robin("as_run", published_population(sizes["every"]), sizes["games"])}
    if kind in ("as_run", "as_printed"):
        return {kind: round_robin(kind, last(evolved(folder, kind)), sizes["games"])}
    if kind == "ladder":
        names = [name for name in ("as_run", "as_printed") if name in evolved_in(folder)]
        numbers, games = sizes["generations"], sizes["ladder_games"]
        return {name: ladder(name, evolved(folder, name), numbers, games) for name in names}
    if kind == "benchmark":
        numbers, games = sizes["generations"], sizes["rival_games"]
        return benchmark(folder, evolved_in(folder), numbers, sizes["rivals_every"], games)
    if kind == "noise":
        return {kind: noise(evolved(folder, "as_run"), sizes["games"], sizes["repeats"])}
    return {name: _knocked_out(name, folder, sizes) for name in SOURCES}  # knockouts


KINDS = ("published", "as_run", "as_printed", "ladder", "benchmark", "noise", "knockouts")


def _knocked_out(name, folder, sizes):
    those = published_population() if name == "published" else last(evolved(folder, name))
    condition = "as_printed" if name == "as_printed" else "as_run"
    those = those.iloc[:: max(1, len(those) // sizes["knockout_individuals"])].reset_index(drop=True)
    return knockouts(condition, those, sizes["knockout_games"], sizes["seed"])


SMALLER = {  # what is kept of a kind where that is less than each pair
    "ladder": ["run", "later", "earlier"],
    "benchmark": ["condition", "run", "generation", "rank"],
    "knockouts": ["individual", "weight", "value", "change"],
}


def kept(kind, tables):
    """Return what is kept of the contests of a kind, given the `table` of each by name (column `contest`)."""
    rows = pd.concat(tables, names=["contest"]).reset_index("contest").reset_index(drop=True)
    if kind == "noise":
        return wins_each(rows)
    if kind not in SMALLER:
        return rows
    by = ["contest", *SMALLER[kind]]
    return rows.groupby(by, sort=False, as_index=False, observed=True)[["games", *CELLS]].sum()


def wins_each(rows):
    """Return how many games each individual won in each repeat: run, repeat, individual, wins, of (games)."""
    won, most = rows[CELLS].sum(axis=1), rows.games * len(CELLS)
    sides = [
        pd.DataFrame(
            {"run": rows.run, "repeat": rows.repeat, "individual": rows[side], "wins": wins, "of": most}
        )
        for side, wins in (("one", won), ("other", most - won))
    ]
    both = pd.concat(sides).groupby(["run", "repeat", "individual"], as_index=False).sum()
    return both.assign(individual=both.individual - both.groupby("run").individual.transform("min"))


def as_one(tables):
    """Return what is kept of several kinds, {kind: table}, as one table with a column `kind`; see `of_kind`."""
    rows = pd.concat(tables, names=["kind"]).reset_index("kind").reset_index(drop=True)
    return rows.astype({name: "Int64" for name in rows.select_dtypes("float") if _is_whole(rows[name])})


def of_kind(path, kind):
    """Return the table of one kind from a run file (see `as_one`)."""
    rows = read_run(path)[0]
    rows = rows[rows.kind == kind].drop(columns="kind").dropna(axis=1, how="all").reset_index(drop=True)
    return rows.astype({name: "i8" for name in rows.select_dtypes("float") if _is_whole(rows[name])})


def _is_whole(numbers):
    return (numbers.dropna() % 1 == 0).all()
