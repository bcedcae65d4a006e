"""The results of DSA-ME: how trials ended and grew, and how they fare in fresh games and by their surrogates.

Functions of one trial take what was kept of its table (lib/study/papers/dsa_me/trials.py) and how many games were played
with each deck; `of_each` applies one to every trial. A table by trial has the index (condition, trial).
"""

from itertools import permutations

import numpy as np
import pandas as pd

from deckspace.errors import BrokenFile
from deckspace.intervals import difference, with_error
from deckspace.surrogate import ANCILLARY, MAIN
from study import HOME
from study.papers.dsa_me.contest import facts, surrogate_of, trials
from study.papers.dsa_me.grids import DIMS, RANGES, new_grid
from study.papers.dsa_me.search import CONDITIONS
from study.papers.dsa_me.trials import fill, mapped, means, survival
from study.pipeline.runs import read_run

METRICS = {  # section 4.2.2
    "health": "max health difference",
    "win_rate": "max win rate (%)",
    "cells": "cells filled (%)",
    "qd_score": "QD-score",
}
TABLE_1 = ("map_elites", "offline_dsa_me", "lsa_me", "dsa_me", "offline_dsa_me_ad", "dsa_me_ad")
MAIN_FOUR = ("map_elites", "offline_dsa_me", "lsa_me", "dsa_me")  # of H1 and H2, and of Figures 2 and 3
WITH_AND_WITHOUT = ("offline_dsa_me", "dsa_me", "offline_dsa_me_ad", "dsa_me_ad")  # of H3
POST_HOC = ("dsa_me", "dsa_me_no_reset", "frozen", "elite_data")  # of Figure 4
KEYS = ["condition", "trial"]
THRESHOLDS = np.arange(-30, 31)  # of the CCDF


# --- Reading -------------------------------------------------------------------------------


def read_trials(folder):
    """Return all trials below a folder, without the lists of cards. Raises ValueError if there are none."""
    return list(trials(f"{folder}/trials", cards=False))


def read_published_player(folder):
    """Return the trials in which the authors' own network played the decks, below the folder of a scale, if any."""
    exists = (HOME / folder / "published_player").exists()
    return list(trials(f"{folder}/published_player", cards=False)) if exists else []


def read_changed(folder, change):
    """Return the trials of DSA-ME with a changed surrogate, below the folder of a scale, and METRICS by fresh games.

    Both are empty where their elites have played none.
    """
    fresh, games = read_contest(f"{folder}/changed/{change}", "fresh")
    if fresh is None:
        return [], pd.DataFrame()
    found = list(trials(f"{folder}/changed/{change}", cards=False, only="dsa_me"))
    return found, fresh_metrics(found, fresh, games)


def overview(found):
    """Return how much each condition has played: a DataFrame by condition, under the paper's names.

    cpu_minutes: processor time per trial, summed over the cores.
    """
    rows = [
        dict(condition=CONDITIONS[trial.condition].label, decks=trial.rows.index[-1] + 1, games=trial.games)
        | dict(iterations=trial.rows.iteration.max(), elites=trial.rows.elite.sum())
        | dict(cpu_minutes=cpu_minutes(trial))
        for trial in found
    ]
    columns = dict(trials=("decks", "size"), decks=("decks", "mean"), games=("games", "mean"))
    columns |= {name: (name, "mean") for name in ("iterations", "elites", "cpu_minutes")}
    return pd.DataFrame(rows).groupby("condition", sort=False).agg(**columns)


def cpu_minutes(trial):
    """Return the processor time of a Trial: an equal share of its file's."""
    return trial.record["made"]["cpu_seconds"] / 60 / len(trial.record["parameters"]["trials"])


def labels(names):
    """Return {condition: what the paper calls it}."""
    return {name: CONDITIONS[name].label for name in names}


def of_each(found, measure):
    """Return measure(rows, games) of every Trial, by trial: a Series becomes a row, a DataFrame several."""
    parts = {(trial.condition, trial.number): measure(trial.rows, trial.games) for trial in found}
    if all(isinstance(part, pd.Series) for part in parts.values()):
        return pd.DataFrame(parts).T.rename_axis(KEYS)
    return pd.concat(parts, names=KEYS)


def compared(table, names):
    """Return those of the conditions `names` that have at least two trials in a table by trial."""
    sizes = table.groupby("condition").size()
    return [name for name in names if sizes.get(name, 0) > 1]


def values(table, condition, metric):
    """Return one metric of all trials of a condition, as an array."""
    return table[metric].xs(condition, level="condition").to_numpy("f8")


def mean_and_error(table):
    """Return each column's mean and standard error by condition, as "12.30 ± 0.40"; in the order of the table."""
    groups = table.groupby("condition", sort=False)
    mean, error = groups.mean(), groups.sem()
    text = mean.map("{:.2f}".format) + error.map(" ± {:.2f}".format).where(error.notna(), "")
    return text.rename(index=labels(text.index))


def more(trials, metric, one, other, comparisons=1):
    """Return by how much one condition is above another in a metric, as an Estimate by Student's t test.

    The interval is widened for the number of comparisons (Bonferroni).
    """
    gap = difference(values(trials, one, metric), values(trials, other, metric), pooled=True)
    return gap.at(1 - 0.05 / comparisons)


def estimate(row, df):
    """Return a row with a difference, the ends of its interval, and n, as an Estimate."""
    return with_error(row.difference, row.low, row.high, row.n, df)


def highest_share(curves, name):
    """Return a function of arrays of trial numbers, one per condition: the share of thresholds where `name` is highest.

    `curves` are {condition: (trials, thresholds)}; means over trials are compared, at the thresholds that any of them
    reaches.
    """

    def of_samples(*samples):
        pairs = zip(curves.items(), samples, strict=True)
        means = {condition: each[numbers].mean(axis=0) for (condition, each), numbers in pairs}
        top = np.max(list(means.values()), axis=0)
        return (means[name] >= top)[top > 0].mean()

    return of_samples


def keeping(keep):
    """Return a function that keeps a table by means of `keep`, and returns it with the paper's names."""
    return lambda table, name: keep(table, name).rename(index=labels(CONDITIONS) | METRICS)


def read_contest(folder, name):
    """Return a table of the contest (lib/study/papers/dsa_me/contest.py) and its games per deck; None, None if missing."""
    path = f"{folder}/contest/{name}.parquet"
    if not (HOME / path).exists():
        return None, None
    table, record = read_run(path)
    return table, record["parameters"]["fresh_games"]


# --- The map of a trial --------------------------------------------------------------------


def metrics(rows, games, grid="correct"):
    """Return the values of a trial in Table 1: a Series of METRICS, and two other versions of the QD-score.

    qd_score: the sum over the elites of (health difference + 30) / 60, as the published program computes it;
    qd_pyribs: pyribs' own with the same offset, the sum of (health difference + 30); qd_text: the sum of the
    health differences as they are, which is how section 4.2.2 words it.
    """
    archive = mapped(rows, games, grid)
    elites, stats = archive.data("solution")[:, 0].astype(int), archive.stats
    best = 100 * rows.wins.iloc[elites].max() / games
    four = (stats.obj_max, best, 100 * stats.coverage, stats.qd_score / 60)
    more = dict(qd_pyribs=stats.qd_score, qd_text=archive.data("objective").sum())
    return pd.Series(dict(zip(METRICS, four, strict=True)) | more, dtype="f8")


def ccdf(rows, games):
    """Return in how many of all cells (%) the elite is above each of THRESHOLDS: a Series."""
    health = mapped(rows, games).data("objective")
    above = (health[:, None] > THRESHOLDS).sum(axis=0)
    return pd.Series(100 * above / np.prod(DIMS), pd.Index(THRESHOLDS, name="threshold"), name="cells")


# --- What a surrogate learns ---------------------------------------------------------------


def last_losses(found):
    """Return what the loss of each trial with a surrogate consists of: its mean squared errors, by trial and target.

    Those in training, in the last epoch of the last fit.
    """
    rows = {(trial.condition, each["trial"]): each for trial in found for each in trial.record["losses"]}
    losses = pd.DataFrame(rows).T.rename_axis(KEYS)
    return losses[[name for name in MAIN + ANCILLARY if name in losses]]


# --- How it grew ---------------------------------------------------------------------------


def progress(rows, games):
    """Return how the map of a trial grew: a DataFrame with a row for each deck that was played.

    evaluations; qd_score as published, the sum over the elites of (health difference + 30) / 60;
    cells filled; best, the highest health difference so far.
    """
    added = fill(new_grid(solution_dim=1), rows, games)
    objective, is_new = means(rows, games).objective.to_numpy(), added["status"] == 2
    gain = np.where(is_new, objective + 30, np.maximum(added["value"], 0)) / 60
    columns = dict(qd_score=gain.cumsum(), cells=is_new.cumsum(), best=np.maximum.accumulate(objective))
    growth = pd.DataFrame(columns, rows.index).reindex(range(rows.index[-1] + 1), method="ffill")
    growth.insert(0, "evaluations", growth.index + 1)
    return growth


def thinned(growth, points=100):
    """Return a hundredth or so of the rows of a growth by trial, the last included; cells in per cent."""
    step = max(1, int(growth.evaluations.max()) // points)
    some = growth[growth.evaluations % step == 0].reset_index(KEYS)
    return some.assign(cells=100 * some.cells / np.prod(DIMS))


def needed(growth, target):
    """Return how many decks each trial had played when its QD-score reached a target: a Series, nan if never."""
    reached = growth.evaluations.where(growth.qd_score >= target)
    return reached.groupby(KEYS, sort=False).min()


# --- Fresh games ---------------------------------------------------------------------------


def fresh_metrics(found, fresh, games):
    """Return METRICS of each Trial by fresh games (a table of `play_again`, `games` a deck): a table by trial.

    health and win_rate: what the deck with the best record is worth in fresh games. cells and qd_score: of a
    map into which the elites are put by fresh games alone, where some end up in the same cell; qd_kept: of
    the old map, every elite in its recorded cell. Raises BrokenFile where an elite has played none.
    """
    by_trial = {} if fresh is None else dict(list(fresh.groupby(KEYS)))
    rows = {}
    for trial in found:
        again = by_trial.get((trial.condition, trial.number))
        if again is None or again.row.tolist() != trial.elites.index.tolist():
            raise BrokenFile(
                f"Elites of {trial.condition} have played no fresh games: run 32_dsa_me_contest."
            )
        rows[trial.condition, trial.number] = of_fresh(trial.elites, again.reset_index(drop=True), games)
    return pd.DataFrame(rows).T.rename_axis(KEYS)


def of_fresh(elites, again, games):
    """Return METRICS of a trial by fresh games, from its elites and their fresh rows, in the same order."""
    health = again.objective / games
    found = metrics(again, games).drop(["qd_pyribs", "qd_text"])
    found["health"] = health[elites.objective.argmax()]
    found["win_rate"] = 100 * again.wins[elites.wins.argmax()] / games
    return pd.concat([found, pd.Series({"qd_kept": (health + 30).sum() / 60})])


# --- Predictions ---------------------------------------------------------------------------


def calibration(found):
    """Return how good the predictions of each Trial were in each outer iteration (trials.quality): a table by trial."""
    columns = [f"{kind}_{name}" for kind in ("bias", "mse") for name in MAIN] + ["same", "apart", "decks"]
    return pd.concat({(trial.condition, trial.number): trial.quality[columns] for trial in found}, names=KEYS)


def first_maps(found):
    """Return of the decks that each Trial's surrogate proposed first what is kept, and how far apart all are (`survival`).

    Of a surrogate that learns no more these decks are its own map.
    """
    rows = {(trial.condition, trial.number): trial.quality.loc[1, ["kept", "apart, all"]] for trial in found}
    return pd.DataFrame(rows).T.rename_axis(KEYS)


WITHIN = dict(zip(MAIN, ((-30.0, 30.0), *RANGES), strict=True))  # where predictions make sense (section 6.1)


def held_out(folder):
    """Return how the final surrogate of each trial predicts the decks of each other one: a row for each pair.

    Columns: trial (whose surrogate), tested_on (whose decks), and for each target the mean squared error (mse_),
    its median (median_), that of predictions clipped to the map (within_), how many in 10,000 lie beyond it
    (beyond_), and the error of predicting the mean for every deck (variance_). Empty with one trial.
    """
    found = list(trials(f"{folder}/trials", only="dsa_me"))
    lessons = {trial.number: facts(trial) for trial in found}
    rows = []
    for trial, other in permutations(found, 2):
        bags, real = lessons[other.number]
        predicted = surrogate_of(trial).predict(bags).astype("f8")
        rows.append(dict(trial=trial.number, tested_on=other.number) | errors_of(predicted, real))
    return pd.DataFrame(rows)


def errors_of(predicted, real):
    """Return the columns of `held_out` for some predictions (n, 3) and what came of the decks (n, 3)."""
    row = {}
    for i, (name, (low, high)) in enumerate(WITHIN.items()):
        guess, truth = predicted[:, i], real[:, i]
        square, inside = (guess - truth) ** 2, np.clip(guess, low, high)
        row |= {f"mse_{name}": square.mean(), f"median_{name}": np.median(square)}
        row |= {f"within_{name}": ((inside - truth) ** 2).mean(), f"variance_{name}": truth.var()}
        row[f"beyond_{name}"] = 10_000 * (inside != guess).mean()
    return row


def error_table(errors):
    """Return the means of `held_out`: targets in rows, the kinds of errors in columns."""
    kinds = dict(mse="mean", within="kept within", median="median", variance="variance", beyond="beyond")
    mean = errors.mean()
    rows = {name: {label: mean[f"{kind}_{name}"] for kind, label in kinds.items()} for name in MAIN}
    return pd.DataFrame(rows).T.rename_axis("target")


# --- The map of a surrogate, played --------------------------------------------------------


def final_maps(folder, believed, games):
    """Return `survival` of the map of each final surrogate, below the folder of a scale: by way of training and trial.

    `believed` are the maps of the trials' own surrogates, played with so many games each (32_dsa_me_contest): "in
    steps". The others are those of 38_dsa_me_final. Empty where these have not been played.
    """
    if believed is None or not (HOME / final_file(folder)).exists():
        return pd.DataFrame()
    own = {("in steps", number): survival(rows, games) for number, rows in believed.groupby("trial")}
    own = pd.DataFrame(own).T.rename_axis(["way", "trial"])
    others, _ = read_run(final_file(folder))
    return pd.concat([own, others.set_index(["way", "trial"])[list(own)]])


def final_file(folder):
    """Return the run file of final surrogates that were trained in other ways, of the folder of a scale."""
    return f"{folder}/final/surrogates.parquet"


def final_errors(folder, errors):
    """Return how these surrogates predict the decks of other trials, by way and trial; `errors` are `held_out`."""
    others, _ = read_run(final_file(folder))
    own = errors.groupby("trial", as_index=False).mean().assign(way="in steps")
    rows = pd.concat([own, others]).set_index(["way", "trial"])
    return rows[list(errors.columns.drop(["trial", "tested_on"]))]


# --- What the paper printed ----------------------------------------------------------------


def published(name):
    """Return a table of numbers that the paper prints (data/papers/dsa_me): table1 or tests."""
    return pd.read_csv(HOME / f"data/papers/dsa_me/{name}.csv", dtype=str, keep_default_na=False)


def trials_like(table, n=5):
    """Return trials that have the means and the standard errors of `published("table1")`: a table by trial.

    A t test and an analysis of variance depend on no more than that, so the tests of a paper can be repeated from its
    table.
    """
    shape = np.arange(n) - (n - 1) / 2
    shape *= n**0.5 / shape.std(ddof=1)
    rows = [
        (row.condition, trial, row.metric, row.mean + row.standard_error * each)
        for row in table.astype({"mean": float, "standard_error": float}).itertuples()
        for trial, each in enumerate(shape, 1)
    ]
    made = pd.DataFrame(rows, columns=[*KEYS, "metric", "value"])
    return made.set_index([*KEYS, "metric"]).value.unstack("metric")[list(METRICS)]
