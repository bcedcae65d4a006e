"""The results of DSA-ME: final maps, growth, fresh games, and the quality of surrogates.

Functions of one trial take the kept part of its table (lib/study/papers/dsa_me/trials.py) and the number of
games per deck; `of_each` applies one to every trial. A table by trial is indexed by (condition, trial).
"""

from itertools import permutations

import numpy as np
import pandas as pd

from deckspace.errors import BrokenFile
from deckspace.intervals import difference, mean, with_error
from deckspace.surrogate import ANCILLARY, MAIN
from study import HOME
from study.papers.dsa_me.contest import facts, surrogate_of, trials
from study.papers.dsa_me.grids import DIMS, RANGES, new_grid
from study.papers.dsa_me.search import CONDITIONS
from study.papers.dsa_me.trials import fill, mapped, means, survival
from study.pipeline.runs import read_run
from study.results.scorecard import with_mark
from study.results.verdicts import VERDICTS

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
BY_SCHEDULE = {  # the surrogates of 39_dsa_me_authors, and those of our trials
    "surrogate_model": "Surrogate Model (theirs)",
    "elite_data": "Elite Data (theirs)",
    "offline": "Offline (theirs)",
    "as their steps": "ours: 10 epochs, rate 0.005",
    "10 epochs": "ours: 10 epochs, rate 0.01",
    "rate 0.005": "ours: 20 epochs, rate 0.005",
    "in steps": "ours: 20 epochs, rate 0.01",
}
KEYS = ["condition", "trial"]
THRESHOLDS = np.arange(-30, 31)  # of the CCDF


# --- Reading -------------------------------------------------------------------------------


def read_trials(folder):
    """Return all trials below a folder, without the lists of cards. Raises ValueError if there are none."""
    return list(trials(f"{folder}/trials", cards=False))


def read_published_player(folder):
    """Return the trials in a scale's folder in which the authors' own network played the decks, if any."""
    exists = (HOME / folder / "published_player").exists()
    return list(trials(f"{folder}/published_player", cards=False)) if exists else []


def read_changed(folder, change):
    """Return a scale's trials of DSA-ME with a changed surrogate, and their METRICS by fresh games.

    Both are empty if their elites have played no fresh games.
    """
    fresh, games = read_contest(f"{folder}/changed/{change}", "fresh")
    if fresh is None:
        return [], pd.DataFrame()
    found = list(trials(f"{folder}/changed/{change}", cards=False, only="dsa_me"))
    return found, fresh_metrics(found, fresh, games)


def overview(found):
    """Return how much each condition has played: a DataFrame indexed by the paper's names of the conditions.

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
    """Return the processor time of a Trial: an equal share of the time of its run file."""
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
    """Return the conditions among `names` that have at least two trials in a table by trial."""
    sizes = table.groupby("condition").size()
    return [name for name in names if sizes.get(name, 0) > 1]


def values(table, condition, metric):
    """Return one metric of all trials of a condition, as an array."""
    return table[metric].xs(condition, level="condition").to_numpy("f8")


def average(table, condition, metric):
    """Return the mean of a condition's trials as an Estimate; the interval of a share stays between 0 and 100 %."""
    found = mean(values(table, condition, metric))
    return found.as_share() if metric in ("win_rate", "cells") else found


def mean_and_error(table):
    """Return each column's mean and standard error by condition, as "12.30 ± 0.40", in the table's order."""
    groups = table.groupby("condition", sort=False)
    mean, error = groups.mean(), groups.sem()
    text = mean.map("{:.2f}".format) + error.map(" ± {:.2f}".format).where(error.notna(), "")
    return text.rename(index=labels(text.index))


def more(trials, metric, one, other, comparisons=1):
    """Return the difference of a metric between two conditions, as an Estimate by Student's t test.

    The interval is widened for the number of comparisons (Bonferroni).
    """
    gap = difference(values(trials, one, metric), values(trials, other, metric), pooled=True)
    return gap.at(1 - 0.05 / comparisons)


def estimate(row, df):
    """Return a row with a difference, the ends of its interval, and n, as an Estimate."""
    return with_error(row.difference, row.low, row.high, row.n, df)


def highest_share(curves, name):
    """Return a function of trial numbers (an array per condition): the share of thresholds that `name` leads.

    `curves` is {condition: (trials, thresholds)}. Means over trials are compared at the thresholds that any
    of them reaches.
    """

    def of_samples(*samples):
        pairs = zip(curves.items(), samples, strict=True)
        means = {condition: each[numbers].mean(axis=0) for (condition, each), numbers in pairs}
        top = np.max(list(means.values()), axis=0)
        return (means[name] >= top)[top > 0].mean()

    return of_samples


def marked(claims, pattern, printed=False):
    """Return what a `Claims` has of some ids, by id: the mark of the verdict, our value, the printed one if asked."""
    rows = claims.shown(claims.rows(pattern))
    text = rows.verdict.str.split().str[0] + " " + rows.ours
    return text + " (" + rows.published.str.replace(r" \(n.*", "", regex=True) + ")" if printed else text


def by_section(claims):
    """Return how many claims of each part of the paper have each verdict, in its order."""
    rows = claims.rows()
    marks = [with_mark(name) for name in VERDICTS if name in rows.verdict.unique()]
    counts = pd.crosstab(rows.section, rows.verdict.map(with_mark), margins=True, margins_name="all")
    counts = counts.loc[[*rows.section.unique(), "all"], [*marks, "all"]]
    return counts.rename_axis(index="section of the paper", columns=None)


def keeping(keep):
    """Return a function that keeps a table with `keep` and returns it with the paper's names."""
    return lambda table, name: keep(table, name).rename(index=labels(CONDITIONS) | METRICS)


def read_contest(folder, name):
    """Return a table of the contest (contest.py) and its games per deck; None, None if missing."""
    path = f"{folder}/contest/{name}.parquet"
    if not (HOME / path).exists():
        return None, None
    table, record = read_run(path)
    return table, record["parameters"]["fresh_games"]


# --- The map of a trial --------------------------------------------------------------------


def metrics(rows, games, grid="correct"):
    """Return the values of a trial for Table 1: a Series of METRICS and two other versions of the QD-score.

    qd_score: the sum over the elites of (health difference + 30) / 60, as the published program computes it;
    qd_pyribs: pyribs' own with the same offset, the sum of (health difference + 30); qd_text: the plain sum
    of the health differences, as the wording of section 4.2.2 has it.
    """
    archive = mapped(rows, games, grid)
    elites, stats = archive.data("solution")[:, 0].astype(int), archive.stats
    best = 100 * rows.wins.iloc[elites].max() / games
    four = (stats.obj_max, best, 100 * stats.coverage, stats.qd_score / 60)
    more = dict(qd_pyribs=stats.qd_score, qd_text=archive.data("objective").sum())
    return pd.Series(dict(zip(METRICS, four, strict=True)) | more, dtype="f8")


def ccdf(rows, games, grid="correct"):
    """Return the share of all cells (%) whose elite is above each of THRESHOLDS: a Series."""
    health = mapped(rows, games, grid).data("objective")
    above = (health[:, None] > THRESHOLDS).sum(axis=0)
    return pd.Series(100 * above / np.prod(DIMS), pd.Index(THRESHOLDS, name="threshold"), name="cells")


# --- What a surrogate learns ---------------------------------------------------------------


def last_losses(found):
    """Return the parts of the loss of each trial with a surrogate: mean squared errors by trial and target.

    They are training errors in the last epoch of the last fit.
    """
    rows = {(trial.condition, each["trial"]): each for trial in found for each in trial.record["losses"]}
    losses = pd.DataFrame(rows).T.rename_axis(KEYS)
    return losses[[name for name in MAIN + ANCILLARY if name in losses]]


# --- How it grew ---------------------------------------------------------------------------


def progress(rows, games, grid="correct"):
    """Return the growth of a trial's map: a DataFrame with a row for each deck played.

    evaluations; qd_score as published, the sum over the elites of (health difference + 30) / 60;
    cells filled; best, the highest health difference so far.
    """
    added = fill(new_grid(grid, solution_dim=1), rows, games)
    objective, is_new = means(rows, games).objective.to_numpy(), added["status"] == 2
    gain = np.where(is_new, objective + 30, np.maximum(added["value"], 0)) / 60
    columns = dict(qd_score=gain.cumsum(), cells=is_new.cumsum(), best=np.maximum.accumulate(objective))
    growth = pd.DataFrame(columns, rows.index).reindex(range(rows.index[-1] + 1), method="ffill")
    growth.insert(0, "evaluations", growth.index + 1)
    return growth


def thinned(growth, points=100):
    """Return about `points` rows per trial of a table of `progress` by trial; cells in per cent."""
    step = max(1, int(growth.evaluations.max()) // points)
    some = growth[growth.evaluations % step == 0].reset_index(KEYS)
    return some.assign(cells=100 * some.cells / np.prod(DIMS))


def needed(growth, target):
    """Return the decks each trial had played when its QD-score reached a target: a Series, nan if never."""
    reached = growth.evaluations.where(growth.qd_score >= target)
    return reached.groupby(KEYS, sort=False).min()


# --- Fresh games ---------------------------------------------------------------------------


def fresh_metrics(found, fresh, games):
    """Return METRICS by fresh games (a table of `play_again`, `games` per deck): a table by trial.

    health and win_rate: those of the deck with the best record, in fresh games. cells and qd_score: those of
    a map that places the elites by fresh games alone, so that some share a cell; qd_kept: the QD-score with
    every elite in its recorded cell. Raises BrokenFile if an elite has played no fresh games.
    """
    by_trial = {} if fresh is None else dict(list(fresh.groupby(KEYS)))
    rows = {}
    for trial in found:
        again = by_trial.get((trial.condition, trial.number))
        if again is None or again.row.tolist() != trial.elites.index.tolist():
            raise BrokenFile(f"Elites of {trial.condition} have no fresh games: run 32_dsa_me_contest.")
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
    """Return each Trial's quality of predictions by outer iteration (trials.quality): a table by trial."""
    columns = [f"{kind}_{name}" for kind in ("bias", "mse") for name in MAIN] + ["same", "apart", "decks"]
    return pd.concat({(trial.condition, trial.number): trial.quality[columns] for trial in found}, names=KEYS)


def first_maps(found):
    """Return `kept` and `apart, all` (see `survival`) for the first decks of each Trial's surrogate.

    For a surrogate that no longer learns, these decks are its own map.
    """
    rows = {(trial.condition, trial.number): trial.quality.loc[1, ["kept", "apart, all"]] for trial in found}
    return pd.DataFrame(rows).T.rename_axis(KEYS)


WITHIN = dict(zip(MAIN, ((-30.0, 30.0), *RANGES), strict=True))  # where predictions make sense (section 6.1)


def held_out(folder):
    """Return the errors of each trial's final surrogate on every other trial's decks: a row per pair.

    Columns: trial (of the surrogate), tested_on (trial of the decks), and for each target the mean squared
    error (mse_), the median (median_), the mean for predictions clipped to the map (within_), how many
    predictions in 10,000 lie beyond it (beyond_), and the error of predicting the mean for every deck
    (variance_). Empty if there is only one trial.
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
    """Return the error columns of `held_out` for predictions (n, 3) and the real results (n, 3)."""
    row = {}
    for i, (name, (low, high)) in enumerate(WITHIN.items()):
        guess, truth = predicted[:, i], real[:, i]
        square, inside = (guess - truth) ** 2, np.clip(guess, low, high)
        row |= {f"mse_{name}": square.mean(), f"median_{name}": np.median(square)}
        row |= {f"within_{name}": ((inside - truth) ** 2).mean(), f"variance_{name}": truth.var()}
        row[f"beyond_{name}"] = 10_000 * (inside != guess).mean()
    return row


def error_table(errors):
    """Return the means of `held_out`, targets x kinds of errors."""
    kinds = dict(mse="mean", within="kept within", median="median", variance="variance", beyond="beyond")
    mean = errors.mean()
    rows = {name: {label: mean[f"{kind}_{name}"] for kind, label in kinds.items()} for name in MAIN}
    return pd.DataFrame(rows).T.rename_axis("target")


# --- The map of a surrogate, played --------------------------------------------------------


def final_maps(folder, believed, games):
    """Return `survival` of the map of each final surrogate in a scale's folder, by way of training and trial.

    `believed` are the maps of the trials' own surrogates ("in steps"), played with `games` per deck by
    32_dsa_me_contest. The others come from 38_dsa_me_final. Empty if either is missing.
    """
    if believed is None or not (HOME / final_file(folder)).exists():
        return pd.DataFrame()
    own = pd.concat({"in steps": own_maps(believed, games)}, names=["way"])
    others, _ = read_run(final_file(folder))
    shared = [name for name in own if name in others]  # runs made before a count was added lack it
    return pd.concat([own[shared], others.set_index(["way", "trial"])[shared]])


def own_maps(believed, games):
    """Return `survival` of the maps of the trials' own final surrogates (see `final_maps`), by trial."""
    rows = {number: survival(rows, games) for number, rows in believed.groupby("trial")}
    return pd.DataFrame(rows).T.rename_axis("trial")


def scheduled_maps(folder, believed, games):
    """Return `survival` of the maps of the authors' surrogates and of ours by their schedule, by name and number.

    Names are those of BY_SCHEDULE; the number is of a trial, or of a map of the same published network. The
    trials' own, from `believed` (see `final_maps`), are "in steps". The others come from 39_dsa_me_authors;
    ours have errors on the decks of the other trials, too. Empty if either is missing.
    """
    path = f"{folder}/authors/surrogates.parquet"
    if believed is None or not (HOME / path).exists():
        return pd.DataFrame()
    own = pd.concat({"in steps": own_maps(believed, games)}, names=["surrogate", "number"])
    return pd.concat([read_run(path)[0].set_index(["surrogate", "number"]), own])


def final_file(folder):
    """Return the run file, in a scale's folder, of final surrogates trained in other ways."""
    return f"{folder}/final/surrogates.parquet"


def final_errors(folder, errors):
    """Return these surrogates' errors on other trials' decks, by way and trial; `errors`: `held_out`."""
    others, _ = read_run(final_file(folder))
    own = errors.groupby("trial", as_index=False).mean().assign(way="in steps")
    rows = pd.concat([own, others]).set_index(["way", "trial"])
    return rows[list(errors.columns.drop(["trial", "tested_on"]))]


# --- What the paper printed ----------------------------------------------------------------


def published(name):
    """Return a table of numbers that the paper prints (data/papers/dsa_me): table1 or tests."""
    return pd.read_csv(HOME / f"data/papers/dsa_me/{name}.csv", dtype=str, keep_default_na=False)


def trials_like(table, n=5):
    """Return made-up trials with the means and standard errors of `published("table1")`: a table by trial.

    A t test and an analysis of variance depend only on these, so the paper's tests can be repeated from its
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
