"""Measurements for the paper's claims, from the matches, learning curves and decks of trained models.

Unless stated otherwise the unit is a training: intervals are over trainings of a model with different seeds. With a
single training, an estimate has no interval and decides nothing.
"""

from collections import Counter

import numpy as np
import pandas as pd

from deckspace.intervals import Estimate, difference, exact, mean, paired
from deckspace.learning import matrix_games
from deckspace.learning.hearthstone.decks import drawn_deck
from study import HOME
from study.papers.mastering import conquests as kept
from study.papers.mastering import decks, tables, yardsticks
from study.papers.mastering.ladder import LADDER
from study.papers.mastering.models import NAMES, load
from study.pipeline.runs import read_run
from study.results.reading import told

PLAYED = {  # the runs of 52_mastering_matches and their columns
    "table1": [*tables.COLUMNS, "seen"],
    "given_decks": [*tables.COLUMNS, "seen"],
    "exchanged": [*tables.COLUMNS, "seen"],
    "yardsticks": yardsticks.COLUMNS,
    "decks": decks.COLUMNS,
}
STEPS = {  # the ladder's steps, {name: (better by the paper, other)}
    "b1 against b0": ("b1", "b0"),
    "b1.5 against b1": ("b1.5", "b1"),
    "b1.5 against b0": ("b1.5", "b0"),
    "b2 against b1.5": ("b2", "b1.5"),
    "b3 against b2": ("b3", "b2"),
    "b4 against b3": ("b4", "b3"),
    "c5 against b4": ("c5", "b4"),
    "b4 against b0": ("b4", "b0"),
    "c5 against b0": ("c5", "b0"),
}
USUAL = 0.01  # the paper's entropy weight of all decisions; stands for ours, which falls during a training


def played(folder, name) -> pd.DataFrame:
    """Return one of the runs of PLAYED, or an empty table if it does not exist."""
    if not (HOME / folder / f"{name}.parquet").exists():
        return pd.DataFrame(columns=PLAYED[name])
    return read_run(f"{folder}/{name}.parquet")[0]


def conquests(folder) -> list:
    """Return the records of all matches by the rule Conquest in a folder."""
    return kept.read(HOME / folder)


# --- Win rates -----------------------------------------------------------------------------


def gain(games, one, other) -> Estimate:
    """Return the win rate of a model against another minus 50, in points."""
    return tables.cell(games, one, other) - 50


def gains(games, pairs) -> dict:
    """Return the gain for each of these pairs, {name: (one, other)}, that has met."""
    return {name: gain(games, *pair) for name, pair in pairs.items() if tables.have_met(games, *pair)}


def lead(games, one, other, against) -> Estimate:
    """Return the win rate of `one` against a third model minus that of `other`, in points, paired by training."""
    each = tables.by_training(games)
    return paired(each[one, against], each[other, against])


def step_lines(games, steps) -> str:
    """Return the result of each step, {name: (one, other)}, as a Markdown list.

    The interval is over trainings; for a single one it is over its games and decides nothing.
    """
    lines = []
    for name, pair in steps.items():
        if not tables.have_met(games, *pair):
            lines.append(f"- {name}: not yet run.")
            continue
        each = gain(games, *pair)
        if each.sure:
            word = told(each, "better", "worse", "not told apart")
            lines.append(f"- {name}: {each.spelt()} points over 50, {each.n} trainings of each: **{word}**.")
        else:
            alone = tables.chance(games, *pair) - 50
            lines.append(f"- {name}: {alone.spelt()} points over 50, one training of each: **no verdict**.")
    return "\n".join(lines)


def printed_steps(published, steps=STEPS) -> dict:
    """Return the published points over 50 of each step, by name; `published` is Table I (theory.table1)."""
    found = {name: published.loc[pair] - 50 for name, pair in steps.items() if set(pair) <= set(published)}
    return found | {"b1 against b0": 7.0}  # as the text has it (section IV.C)


def spread_sentence(games) -> str:
    """Return a sentence that compares the spread between trainings with that of the games alone."""
    table = spreads(games)
    if table.empty:
        return "How far two trainings of the same model are apart is not known: there is one of each."
    middle = table.median()
    return (
        f"Another pair of trainings of the same two models moves a cell of Table I by {middle['over trainings']:.1f} points"
        f" (standard deviation, the median of {len(table)} pairs of models); the draw of games alone would move it by"
        f" {middle['over games']:.1f}."
    )


def spreads(games) -> pd.DataFrame:
    """Return the spread of win rates between pairs of trainings, in points, beside that of the games alone.

    Rows are pairs of models with several trainings; `over trainings` is a standard deviation, `over games` the standard
    error of the win rate of one pair of trainings.
    """
    each = tables.both_ways(games)
    each = each[each.model < each.against].groupby(["model", "against", "seed"])[["points", "games"]].sum()
    each = each.assign(rate=each.points / each.games)
    several = each.groupby(["model", "against"]).filter(lambda rows: len(rows) > 1)
    of_pairs = several.groupby(["model", "against"])
    p, n = of_pairs.rate.mean(), of_pairs.games.mean()
    columns = {"trainings": of_pairs.size(), "over trainings": 100 * of_pairs.rate.std()}
    return pd.DataFrame(columns | {"over games": 100 * (p * (1 - p) / n) ** 0.5})


def mirror(games, heroes) -> Estimate:
    """Return the win rate of `ph` against b0 in the mirror of the hero that it picks minus that elsewhere, in points.

    `heroes` is {seed: hero that the training picks}.
    """
    rows = tables.both_ways(games)
    rows = rows[(rows.model == "ph") & (rows.against == "b0")]
    found = []
    for seed, own in rows.groupby("seed"):
        cells = own.groupby(["hero", "other_hero"])[["points", "games"]].sum()
        cells = 100 * cells.points / cells.games
        mirror_cell = (heroes[seed], heroes[seed])
        found.append(cells[mirror_cell] - cells.drop(mirror_cell).mean())
    return mean(found)


def hero_game(games, model) -> pd.DataFrame:
    """Return the game between heroes of a model against itself: points over 50 of the row's hero.

    It is made antisymmetric by averaging both seats.
    """
    matrix = tables.by_heroes(games, model, model) - 50
    return (matrix - matrix.T) / 2


def hero_equilibrium(matrix) -> pd.Series:
    """Return the shares (%) of the heroes in an equilibrium of the game between heroes."""
    x, _, _ = matrix_games.nash(matrix.to_numpy())
    return pd.Series(100 * x, matrix.index, name="share of picks (%)")


def equilibrium_share(games, model) -> Estimate:
    """Return the share (%) of the likeliest hero in the equilibrium of a model's hero game, over its trainings."""
    found = []
    for seed in sorted(set(games[(games.one == model) & (games.other == model)].seed_one)):
        own = games[(games.one == model) & (games.other == model) & (games.seed_one == seed)]
        found.append(hero_equilibrium(hero_game(own, model)).max())
    return mean(found)


def seen_more(games, one, other, picks) -> Estimate:
    """Return the win rate of `one` when it sees more than half of the opponent's deck minus that when it sees less."""
    rows = games[(games.one == one) & (games.other == other)]
    rows = rows.assign(points=rows.wins + rows.draws / 2, more=2 * rows.seen > picks)
    sums = rows.groupby(["seed_one", "more"])[["points", "games"]].sum()
    shares = (100 * sums.points / sums.games).unstack()
    return paired(shares[True], shares[False])


# --- Curves --------------------------------------------------------------------------------


def of_model(curves, model):
    return curves[curves.model == model]


def described(curves) -> pd.DataFrame:
    """Return a row for each trained model: the model that it changes, how, its trainings, and means at their end.

    `samples` are in millions, `random` and `EVA` are points (%) against them, if they were measured.
    """
    ends = curves.dropna(subset=["random"]).groupby(["model", "seed"]).last()
    ends = ends.reindex(columns=["samples", "random", "EVA"]).astype(float) * [1e-6, 100, 100]
    found = ends.groupby("model").mean().round(1)
    known = [name for name in NAMES if name in found.index]
    what = [(LADDER[name].base or "", LADDER[name].about) for name in known]
    table = pd.DataFrame(what, known, ["base", "what changes"]).rename_axis("model")
    return table.join(ends.groupby("model").size().rename("trainings")).join(found)


def early(curves, model, share=1 / 3) -> pd.Series:
    """Return the mean score (%) against random play in the first part of the training, by seed."""
    rows = of_model(curves, model).dropna(subset=["random"])
    rows = rows[rows.samples <= share * rows.samples.max()]
    return 100 * rows.groupby("seed").random.mean()


def last_picks(curves) -> pd.DataFrame:
    """Return the shares (%) of picked heroes at the end of each training of `ph`."""
    rows = of_model(curves, "ph").dropna(subset=["random"]).groupby("seed").last()
    shares = 100 * rows.filter(like="picks_").dropna(axis=1, how="all")
    return shares.rename(columns=lambda name: name.removeprefix("picks_"))


def pick_sweep(folder, curves) -> pd.DataFrame:
    """Return how likely `ph` was to pick its likeliest hero (%) during training: weight, seed, samples, likeliest.

    `weight` is the weight of the entropy of picks: of the trainings in `curves`, and of those in folders `pick_entropy_*`.
    """
    tables = [of_model(curves, "ph").assign(weight=USUAL)]
    for path in sorted((HOME / folder).glob("pick_entropy_*/ph.parquet")):
        curve, record = read_run(path)
        tables.append(curve.assign(weight=record["parameters"]["pick_entropy"]))
    rows = pd.concat(tables, ignore_index=True)
    shares = rows.filter(like="picks_")
    rows = rows.assign(likeliest=100 * shares.max(axis=1)).dropna(subset=["likeliest"])
    return rows[["weight", "seed", "samples", "likeliest"]].sort_values(["weight", "seed", "samples"])


def likeliest_pick(sweep) -> pd.Series:
    """Return the last value (%) of each training of `pick_sweep`, indexed by weight and seed."""
    return sweep.groupby(["weight", "seed"]).likeliest.last()


def picks_between(likeliest, heroes=2, close=10) -> Estimate:
    """Return the share (%) of trainings that end more than `close` points from both a single hero and uniform picks.

    As in the claim `pick-collapse`, a hero that is picked in more than 90 % counts as a single one.
    """
    between = (likeliest < 100 - close) & (likeliest > 100 / heroes + close)
    return exact(100 * between.mean(), len(likeliest))


def tiny_ratios(curves, model) -> pd.Series:
    """Return the share (%) of importance ratios below 0.001 in the training of a model, by seed."""
    return 100 * of_model(curves, model).groupby("seed")["rho_below_0.001"].mean()


def unsteady(curves, model) -> pd.Series:
    """Return the coefficient of variation of the gradient's norm in the second half of training, by seed."""
    rows = of_model(curves, model)
    rows = rows[rows.samples > rows.samples.max() / 2]
    norms = rows.groupby("seed").gradient
    return norms.std() / norms.mean()


def against_frozen(trained) -> pd.DataFrame:
    """Return the results of each training of `models.runs` against its frozen past: model, seed, gain, games.

    They are those of its last learning period; `gain` is the mean over frozen models, in points over 50.
    """
    rows = []
    for model, training in trainings(trained):
        met = training["frozen"]
        last = [each for each in met if each[0] == met[-1][0]]
        if last:
            gain = 50 * np.mean([result for *_, result in last])
            rows.append((model, training["seed"], gain, sum(games for _, _, games, _ in last)))
    return pd.DataFrame(rows, columns=["model", "seed", "gain", "games"])


def trainings(trained) -> list:
    """Return all trainings of `models.runs`, [(model, record of the training)]."""
    return [(model, each) for model, (_, record) in trained.items() for each in record["trainings"]]


# --- Decks ---------------------------------------------------------------------------------


def effective(table, model) -> pd.Series:
    """Return the effective number of cards in a model's decks, the mean over heroes, by seed."""
    found = decks.varieties(table[table.model == model])
    return found.effective.groupby("seed").mean().astype(float)


def more_varied(table, one, other) -> Estimate:
    """Return the effective number of cards of one model's decks minus that of another's."""
    return difference(effective(table, one), effective(table, other))


def deck_panels(table, models, heroes, most=14, least=0.05) -> dict:
    """Return the mean copies per deck of the most frequent cards, {title of a hero: (cards, models)}.

    Cards with fewer than `least` copies in the decks of every model are left out.
    """
    panels = {}
    for hero in heroes:
        shown = {name: decks.frequencies(decks.counts(table, name, hero)) for name in models}
        frame = pd.DataFrame(shown).fillna(0)
        copies = frame.max(axis=1).sort_values(ascending=False)
        panels[hero.title()] = frame.loc[copies[copies >= least].index[:most]]
    return panels


def random_varieties(models_found, heroes, n=200) -> pd.DataFrame:
    """Return the `variety` of random decks for comparison, a row for each hero; `models_found` as by models.found."""
    if not models_found:
        return pd.DataFrame()
    game = load(next(iter(next(iter(models_found.values())).values()))).game
    rng, rows = np.random.default_rng(1), {}
    for hero in heroes:
        drawn = [Counter(drawn_deck(game, hero, rng)) for _ in range(n)]
        rows["drawn at random", hero] = decks.variety(pd.DataFrame(drawn).fillna(0).astype(int))
    return pd.DataFrame(rows).T.rename_axis(["model", "hero"])


def budget(trained, folder) -> pd.DataFrame:
    """Return the cost of trainings (`models.runs`) and matches beside that of the paper."""
    each = [training for _, training in trainings(trained)]
    hours = sum(record["made"]["cpu_seconds"] or 0 for _, record in trained.values()) / 3600
    files = list((HOME / folder).glob("*.parquet"))
    games = sum(read_run(path)[1]["games"] for path in files)
    ours = {
        "trainings": len(each),
        "samples of the longest": f"{max((one['samples'] for one in each), default=0):,}",
        "games of training": f"{sum(one['games'] for one in each):,}",
        "hours of one processor, all trainings": f"{hours:.1f}",
        "games of Table I and yardsticks": f"{games:,}",
    }
    paper = ["6 in Table I", "not stated; 320,000,000 in a learning period", "not stated"]
    paper += ["two days of 8 GPUs each (b4: 24 GPUs, 5,856 cores)", "45,000 a cell"]
    return pd.DataFrame({"here": ours, "paper": dict(zip(ours, paper, strict=True))})


def sizes(folders) -> dict:
    """Return how b3 learnt with networks of several sizes, {label: points}, in the order of their cost.

    `folders` are those of trained models. The points (%) against EVA's agent, means over trainings, are indexed by the
    minutes of one processor until then: samples times the median cost of a sample over whole trainings.
    """
    found = {}
    for folder in folders:
        if not (HOME / folder / "b3.parquet").exists():
            continue
        curves, record = read_run(f"{folder}/b3.parquet")
        plan, first = record["parameters"], record["trainings"][0]
        looked = curves.dropna(subset=["EVA"]).groupby("samples").EVA.mean()
        cost = np.median([each["cpu_seconds"] / each["samples"] for each in record["trainings"]])
        memory = f", LSTM {plan['lstm']}" if plan["lstm"] else ""
        label = f"{plan['trunk']} wide{memory}: {first['parameters_of_network']:,} weights, {1 / cost:,.0f} samples per second"
        found[cost] = label, pd.Series(100 * looked.to_numpy(), looked.index * cost / 60)
    return dict(found[cost] for cost in sorted(found))


def rounded(folder, curves, last=5) -> pd.DataFrame:
    """Compare b3 with its trainings in rough numbers, by points (%) against each agent; empty if there are none.

    A training counts with the mean of its last evaluations, and intervals are over trainings.
    """
    path = f"{folder}/rough/b3.parquet"
    if not (HOME / path).exists() or not has_models(curves, "b3"):
        return pd.DataFrame()
    agents = ["lookahead", "EVA"]
    found = {"as usual": of_model(curves, "b3"), "rough": read_run(path)[0]}
    looked = {name: each.dropna(subset=agents).groupby("seed").tail(last) for name, each in found.items()}
    ends = {name: 100 * each.groupby("seed")[agents].mean() for name, each in looked.items()}
    table = {name: {agent: mean(each[agent]).spelt() for agent in agents} for name, each in ends.items()}
    apart = {agent: difference(ends["rough"][agent], ends["as usual"][agent]).spelt() for agent in agents}
    return pd.DataFrame(table | {"difference": apart})


def yardstick_points(measured) -> pd.DataFrame:
    """Return the points (%) of each model (row) against each agent, in the ladder's order."""
    points = yardsticks.scores(measured).unstack()
    order = [name for name in NAMES if name in points.index]
    return points.reindex(index=order, columns=[name for name in yardsticks.field(1) if name in points])


# --- Available models ------------------------------------------------------------------------


def has_models(games_or_curves, *models):
    """Tell whether a table of games or curves has all of these models."""
    names = games_or_curves.model if "model" in games_or_curves else games_or_curves.one
    return set(models) <= set(names)
