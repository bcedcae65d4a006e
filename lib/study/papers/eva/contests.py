"""Games between evolved agents after their evolution: pairs of individuals, each with all pairs of decks.

A Contest lists its pairs; `played` plays them in batches. The kinds:

    published    a round robin of the authors' final hundred (section 5.4)
    as_run       a round robin of our own final populations
    as_printed   the same for the populations that evolved with the decks as printed
    ladder       the populations of some generations of a run against each other
    benchmark    these populations of every condition against some of the authors' hundred
    noise        a repeated round robin of a run's last parents and children
    knockouts    individuals against copies of themselves with one weight set to 0 or redrawn at random
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.greedy import WEIGHTS
from study import HOME
from study.experiment import check_counts, check_known
from study.papers.eva import conditions
from study.papers.eva.coevolution import earlier_begins, games_of
from study.papers.eva.conditions import evolved, evolved_in
from study.pipeline.runs import read_run

DECKS = {"W": "Warrior", "S": "Shaman", "M": "Mage"}  # in their order
LETTERS = "".join(DECKS)
CELLS = [f"{own}-{other}" for own in LETTERS for other in LETTERS]
PUBLISHED = HOME / "data" / "papers" / "eva" / "final_population.csv"
SOURCES = ("published", "as_run", "as_printed")  # final populations whose weights are knocked out
AT_ONCE = 100  # pairs between two checkpoints


@dataclass(frozen=True, eq=False)
class Contest:
    """Pairs of individuals. `pairs` is a DataFrame with at least `one` and `other`, rows of `weights`."""

    condition: str  # whose cards, decks and agents are used
    weights: np.ndarray  # (individuals, 21)
    pairs: pd.DataFrame
    games: int  # per pair of individuals and of decks

    def total(self):
        """Return the number of games in the contest."""
        return len(self.pairs) * len(CELLS) * self.games


def played(contest, seed, won=None, **how):
    """Play a contest; after each batch yield the wins of `one` so far, (pairs, own deck, other's deck).

    Given an earlier result as `won`, continue from there. `how` goes to `arena.play`. A draw is not a win.
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
    """Return how often the earlier individual of each pair won, (pairs, own deck, other's deck)."""
    decided = results["winner"] < 2
    return (((results["winner"] == 0) == earlier_begins_in(games)) & decided).sum(axis=3)


def earlier_begins_in(games):
    """Return, for each game, whether the earlier individual of its pair begins."""
    return earlier_begins(conditions.Settings(decks=len(LETTERS)), games)


def table(contest, won):
    """Return the pairs of a contest with the games per cell and the wins of `one` in each of CELLS."""
    wins = pd.DataFrame(won.reshape(len(won), -1), columns=CELLS).astype("i2")
    return pd.concat([contest.pairs.reset_index(drop=True).assign(games=contest.games), wins], axis=1)


# --- Who plays -----------------------------------------------------------------------------


def published_population(every=1):
    """Return every `every`-th of the authors' final hundred: run, rank, fitness, group, weights, steps."""
    return pd.read_csv(PUBLISHED).iloc[::every].reset_index(drop=True)


def weights_of(individuals):
    return individuals[list(WEIGHTS)].to_numpy()


def last(individuals):
    """Return the survivors of the last generation of each run."""
    return generation(individuals, individuals.generation.max())


def every_nth(individuals, least):
    """Return every n-th of some individuals, the first among them, so that at least `least` are left, if there are so many."""
    return individuals.iloc[:: max(1, len(individuals) // least)].reset_index(drop=True)


def generation(individuals, number):
    """Return each run's survivors of a generation, or of the last one if the run is shorter."""
    living = individuals[individuals.lives]
    return living[living.generation == min(number, living.generation.max())].reset_index(drop=True)


# --- Contests ------------------------------------------------------------------------------


def round_robin(condition, individuals, games):
    """Return the Contest in which all individuals meet each other once."""
    one, other = np.triu_indices(len(individuals), 1)
    return Contest(condition, weights_of(individuals), pd.DataFrame({"one": one, "other": other}), games)


def ladder(condition, individuals, generations, games):
    """Return the Contest between a run's populations at the given generations, for every run.

    Further columns of its pairs: run, later, earlier (generations; `one` belongs to the later).
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

    Further columns of the pairs: condition, run, generation, rank. All play with the decks as run. In "fair",
    the last populations of `fair` and of `as_run` and their rivals play without seeing hidden information.
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
    """Return the Contest of each run's last parents and children, a round robin played `repeats` times.

    Further columns of its pairs: run, repeat.
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
    """Return the Contest of individuals, each against copies with one weight set to 0 or redrawn at random.

    `one` is the unchanged individual. Further columns of its pairs: individual, weight, value, change.
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
    """Raise ValueError for unknown kinds and invalid sizes."""
    for kind in kinds:
        check_known("contest", kind, KINDS)
    check_counts(sizes, *(name for name in sizes if name not in ("generations", "seed")))
    if len(sizes["generations"]) < 2:
        raise ValueError(f"A ladder needs at least two generations, not {sizes['generations']}.")


def contests(kind, folder, sizes):
    """Return {name: Contest} for a kind; `folder` holds our runs, `sizes` the notebook's parameters."""
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
    those = every_nth(those, sizes["knockout_individuals"])
    return knockouts(condition, those, sizes["knockout_games"], sizes["seed"])


SMALLER = {  # kinds whose pairs are summed, and by which columns
    "ladder": ["run", "later", "earlier"],
    "benchmark": ["condition", "run", "generation", "rank"],
    "knockouts": ["individual", "weight", "value", "change"],
}


def kept(kind, tables):
    """Return the table to keep for a kind, given {name: `table`} of its contests; `contest` is the name."""
    rows = pd.concat(tables, names=["contest"]).reset_index("contest").reset_index(drop=True)
    if kind == "noise":
        return wins_each(rows)
    if kind not in SMALLER:
        return rows
    by = ["contest", *SMALLER[kind]]
    return rows.groupby(by, sort=False, as_index=False, observed=True)[["games", *CELLS]].sum()


def wins_each(rows):
    """Return each individual's wins in each repeat: run, repeat, individual, wins, of (games played)."""
    won, most = rows[CELLS].sum(axis=1), rows.games * len(CELLS)
    about = rows[["run", "repeat"]].assign(of=most)
    sides = (("one", won), ("other", most - won))
    both = pd.concat(about.assign(individual=rows[side], wins=wins) for side, wins in sides)
    both = (
        both[["run", "repeat", "individual", "wins", "of"]]
        .groupby(["run", "repeat", "individual"], as_index=False)
        .sum()
    )
    return both.assign(individual=both.individual - both.groupby("run").individual.transform("min"))


def as_one(tables):
    """Combine the tables of several kinds, {kind: table}, into one with a column `kind`; see `of_kind`."""
    rows = pd.concat(tables, names=["kind"]).reset_index("kind").reset_index(drop=True)
    return rows.astype({name: "Int64" for name in rows.select_dtypes("float") if _is_whole(rows[name])})


def of_kind(path, kind):
    """Return the table of one kind from a run file (see `as_one`)."""
    rows = read_run(path)[0]
    rows = rows[rows.kind == kind].drop(columns="kind").dropna(axis=1, how="all").reset_index(drop=True)
    return rows.astype({name: "i8" for name in rows.select_dtypes("float") if _is_whole(rows[name])})


def _is_whole(numbers):
    return (numbers.dropna() % 1 == 0).all()
