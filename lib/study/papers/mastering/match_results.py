"""What trained models say about the paper's claims: from their matches, their curves, their decks.

Unless said otherwise the unit is a training: intervals are over trainings of the same model by other seeds, and where
there is one only, an estimate has none and decides nothing.
"""

from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd

from deckspace.intervals import Estimate, difference, exact, mean, paired
from deckspace.learning import matrix_games
from deckspace.learning.hearthstone.conquest import read
from deckspace.learning.hearthstone.decks import drawn_deck
from study import HOME
from study.papers.mastering import decks, tables, yardsticks
from study.papers.mastering.models import load
from study.pipeline.reading import told as shown
from study.pipeline.runs import read_run

PLAYED = {  # the runs that 52_mastering_matches leaves, and their columns
    "table1": [*tables.COLUMNS, "seen"],
    "given_decks": [*tables.COLUMNS, "seen"],
    "exchanged": [*tables.COLUMNS, "seen"],
    "yardsticks": yardsticks.COLUMNS,
    "decks": decks.COLUMNS,
}


USUAL = 0.01  # the weight of the entropy of all decisions


def played(folder, name) -> pd.DataFrame:
    """Return one of the runs of PLAYED, an empty one where nothing has been played yet."""
    if not (HOME / folder / f"{name}.parquet").exists():
        return pd.DataFrame(columns=PLAYED[name])
    return read_run(f"{folder}/{name}.parquet")[0]


def conquests(folder) -> list:
    """Return the records of all Best-of-5 matches in a folder."""
    return [read(path) for path in sorted((HOME / folder).glob("conquest-*.json"))]


# --- Win rates -----------------------------------------------------------------------------


def gain(games, one, other) -> Estimate:
    """Return by how many points the win rate of a model against another is above 50."""
    return tables.cell(games, one, other) - 50


def gains(games, pairs) -> dict:
    """Return the gain of each of these pairs, {name: (one, other)}, that have met."""
    return {name: gain(games, *pair) for name, pair in pairs.items() if tables.have_met(games, *pair)}


def lead(games, one, other, against) -> Estimate:
    """Return by how many points `one` wins more against a third model than `other` does, training by training."""
    each = tables.by_training(games)
    return paired(each[one, against], each[other, against])


def told(games, steps) -> str:
    """Return what came out of each step, {name: (one, other)}, as Markdown, a line each.

    Of several trainings the interval is over them; of one it is that of its games alone, which decides nothing.
    """
    lines = []
    for name, pair in steps.items():
        if not tables.have_met(games, *pair):
            lines.append(f"- {name}: not yet run.")
            continue
        each = gain(games, *pair)
        if each.sure:
            word = shown(each, "better", "worse", "not told apart")
            lines.append(f"- {name}: {each.spelt()} points over 50, {each.n} trainings of each: **{word}**.")
        else:
            alone = tables.chance(games, *pair) - 50
            lines.append(f"- {name}: {alone.spelt()} points over 50, one training of each: **no verdict**.")
    return "\n".join(lines)


def told_spread(games) -> str:
    """Return in one sentence how far trainings of the same models are apart, beside what the draw of games explains."""
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
    """Return how far win rates of pairs of trainings are apart, in points, beside what the draw of games would give.

    Rows are pairs of models with several trainings; `over trainings` is a standard deviation, `over games` the
    standard error of one training's cell.
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
    """Return how much better `ph` does against b0 on the mirror of the hero that it picks than elsewhere, in points.

    `heroes` is {seed: hero}.
    """
    rows = tables.both_ways(games)
    rows = rows[(rows.model == "ph") & (rows.against == "b0")]
    found = []
    for seed, own in rows.groupby("seed"):
        cells = own.groupby(["hero", "other_hero"])[["points", "games"]].sum()
        cells = 100 * cells.points / cells.games
        there = (heroes[seed], heroes[seed])
        found.append(cells[there] - cells.drop(there).mean())
    return mean(found)


def hero_game(games, model) -> pd.DataFrame:
    """Return the game between heroes as a model plays it against itself: points over 50 of the row's hero.

    Both seats count alike, so it is antisymmetric; what is not is averaged away.
    """
    matrix = tables.by_heroes(games, model, model) - 50
    return (matrix - matrix.T) / 2


def hero_equilibrium(matrix) -> pd.Series:
    """Return how often each hero is picked in an equilibrium of the game between heroes, in %."""
    x, _, _ = matrix_games.nash(matrix.to_numpy())
    return pd.Series(100 * x, matrix.index, name="share of picks (%)")


def equilibrium_share(games, model) -> Estimate:
    """Return the probability (%) of the likeliest hero in the equilibrium of a model's game between heroes.

    Each training has a hero game of its own.
    """
    found = []
    for seed in sorted(set(games[(games.one == model) & (games.other == model)].seed_one)):
        own = games[(games.one == model) & (games.other == model) & (games.seed_one == seed)]
        found.append(hero_equilibrium(hero_game(own, model)).max())
    return mean(found)


def seen_more(games, one, other, picks) -> Estimate:
    """Return by how many points `one` wins more when it sees more than half of the other's deck than when it sees less."""
    rows = games[(games.one == one) & (games.other == other)]
    rows = rows.assign(points=rows.wins + rows.draws / 2, more=2 * rows.seen > picks)
    sums = rows.groupby(["seed_one", "more"])[["points", "games"]].sum()
    shares = (100 * sums.points / sums.games).unstack()
    return paired(shares[True], shares[False])


# --- Curves --------------------------------------------------------------------------------


def of_model(curves, model):
    return curves[curves.model == model]


def early(curves, model, share=1 / 3) -> pd.Series:
    """Return the mean score (%) against random play in the first part of training, by seed."""
    rows = of_model(curves, model).dropna(subset=["random"])
    rows = rows[rows.samples <= share * rows.samples.max()]
    return 100 * rows.groupby("seed").random.mean()


def last_picks(curves) -> pd.DataFrame:
    """Return the shares of picked heroes (%) at the end of training, a row for each training of `ph`."""
    rows = of_model(curves, "ph").dropna(subset=["random"]).groupby("seed").last()
    shares = 100 * rows.filter(like="picks_").dropna(axis=1, how="all")
    return shares.rename(columns=lambda name: name.removeprefix("picks_"))


def pick_sweep(folder, curves) -> pd.DataFrame:
    """Return how likely `ph` was to pick its likeliest hero (%) while it learnt: weight, seed, samples, likeliest.

    `weight` is that of the entropy of picks: of the trainings among `curves`, and of those in folders `pick_entropy_*`.
    """
    tables = [of_model(curves, "ph").assign(weight=USUAL)]
    for path in sorted((HOME / folder).glob("pick_entropy_*/ph-*.parquet")):
        curve, record = read_run(path)
        weight = record["parameters"]["pick_entropy"]
        tables.append(curve.assign(weight=weight, seed=record["parameters"]["seed"]))
    rows = pd.concat(tables, ignore_index=True)
    shares = rows.filter(like="picks_")
    rows = rows.assign(likeliest=100 * shares.max(axis=1)).dropna(subset=["likeliest"])
    return rows[["weight", "seed", "samples", "likeliest"]].sort_values(["weight", "seed", "samples"])


def likeliest_pick(sweep) -> pd.Series:
    """Return the last row of each training of `pick_sweep`: indexed by weight and seed, in %."""
    return sweep.groupby(["weight", "seed"]).likeliest.last()


def picks_between(likeliest, heroes=2, close=5) -> Estimate:
    """Return how many of these trainings (%) end neither with a single hero nor uniform, by more than `close` points."""
    between = (likeliest < 100 - close) & (likeliest > 100 / heroes + close)
    return exact(100 * between.mean(), len(likeliest))


def tiny_ratios(curves, model) -> pd.Series:
    """Return the share (%) of importance ratios below 0.001 over the training of a model, by seed."""
    return 100 * of_model(curves, model).groupby("seed")["rho_below_0.001"].mean()


def unsteady(curves, model) -> pd.Series:
    """Return the coefficient of variation of the gradient's norm in the second half of training, by seed."""
    rows = of_model(curves, model)
    rows = rows[rows.samples > rows.samples.max() / 2]
    norms = rows.groupby("seed").gradient
    return norms.std() / norms.mean()


def against_frozen(models) -> pd.DataFrame:
    """Return how each training scored against its frozen past in its last learning period: model, seed, gain, games.

    `models` is {model: {seed: path}}; `gain` is the mean over frozen models, in points over 50.
    """
    rows = []
    for model, seeds in models.items():
        for seed, path in seeds.items():
            met = read_run(Path(path).with_suffix(".parquet"))[1].get("frozen", [])
            last = [each for each in met if each[0] == met[-1][0]]
            if last:
                rows.append((model, seed, 50 * np.mean([each[3] for each in last]), sum(e[2] for e in last)))
    return pd.DataFrame(rows, columns=["model", "seed", "gain", "games"])


# --- Decks ---------------------------------------------------------------------------------


def effective(table, model) -> pd.Series:
    """Return the effective number of cards in a model's decks, the mean over heroes, by seed."""
    found = decks.varieties(table[table.model == model])
    return found.effective.groupby("seed").mean().astype(float)


def more_varied(table, one, other) -> Estimate:
    """Return by how many effective cards the decks of one model are more varied than another's."""
    return difference(effective(table, one), effective(table, other))


def deck_panels(table, models, heroes, most=14, least=0.05) -> dict:
    """Return for each hero how many copies of each card decks have, {title: (cards, models)}: the most frequent cards.

    A card that no model's decks have `least` copies of is left out.
    """
    panels = {}
    for hero in heroes:
        shown = {name: decks.frequencies(decks.counts(table, name, hero)) for name in models}
        frame = pd.DataFrame(shown).fillna(0)
        copies = frame.max(axis=1).sort_values(ascending=False)
        panels[hero.title()] = frame.loc[copies[copies >= least].index[:most]]
    return panels


def random_varieties(models_found, heroes, n=200) -> pd.DataFrame:
    """Return `variety` of decks drawn at random, a row for each hero: what no learning would build."""
    if not models_found:
        return pd.DataFrame()
    game = load(next(iter(next(iter(models_found.values())).values()))).game
    rng, rows = np.random.default_rng(1), {}
    for hero in heroes:
        drawn = [Counter(drawn_deck(game, hero, rng)) for _ in range(n)]
        rows["drawn at random", hero] = decks.variety(pd.DataFrame(drawn).fillna(0).astype(int))
    return pd.DataFrame(rows).T.rename_axis(["model", "hero"])


def budget(models_found, folder) -> pd.DataFrame:
    """Return what trainings and matches have cost: numbers of the paper beside ours."""
    paths = [path for seeds in models_found.values() for path in seeds.values()]
    records = [read_run(Path(path).with_suffix(".parquet"))[1] for path in paths]
    hours = sum((each["made"].get("cpu_seconds") or 0) for each in records) / 3600
    most = max((each.get("samples", 0) for each in records), default=0)
    files = list((HOME / folder).glob("*.parquet"))
    games = sum(read_run(path)[1]["games"] for path in files)
    ours = {
        "trainings": len(records),
        "samples of the longest": f"{most:,}",
        "games of training": f"{sum(e['games'] for e in records):,}",
    }
    ours |= {
        "hours of one processor, all trainings": f"{hours:.1f}",
        "games of Table I and yardsticks": f"{games:,}",
    }
    paper = ["6 in Table I", "not stated; 320,000,000 in a learning period", "not stated"]
    paper += ["two days of 8 GPUs each (b4: 24 GPUs, 5,856 cores)", "45,000 a cell"]
    return pd.DataFrame({"here": ours, "paper": dict(zip(ours, paper, strict=True))})


def sizes(folders) -> dict:
    """Return how b3 learnt with networks of several sizes, in the order of their cost.

    `folders` are those of trained models; of each the first training of b3 counts. Returns {label: points}, where
    points (%) against EVA's agent are indexed by the minutes of one processor that the training had taken by then: its
    samples, at what a sample cost over the whole training.
    """
    found = {}
    for folder in folders:
        if not (HOME / folder / "b3-1.parquet").exists():
            continue
        curve, record = read_run(f"{folder}/b3-1.parquet")
        plan, looked = record["parameters"], curve.dropna(subset=["EVA"])
        cost = record["made"]["cpu_seconds"] / record["samples"]
        memory = f", LSTM {plan['lstm']}" if plan["lstm"] else ""
        label = f"{plan['trunk']} wide{memory}: {record['parameters_of_network']:,} weights, {1 / cost:,.0f} samples per second"
        found[cost] = label, pd.Series(100 * looked.EVA.to_numpy(), looked.samples * cost / 60)
    return dict(found[cost] for cost in sorted(found))


# --- What is needed ------------------------------------------------------------------------


def there(games_or_curves, *models):
    """Tell whether all of these models are in a table."""
    names = games_or_curves.model if "model" in games_or_curves else games_or_curves.one
    return set(models) <= set(names)
