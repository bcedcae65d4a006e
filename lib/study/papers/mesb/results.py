"""The results of the MESB runs: maps, histories, fresh games, and comparisons of runs and archives.

A table of elites or of all decks ("searches") has a row for each deck: experiment, run, archetype, number
(its place in its search), mana_sum, mana_variance, elite, and mean (mana) and variance in the units of the
paper's figures; elites also have objective, wins, deck, health (difference per game) and win_rate (%).
"""

from itertools import combinations, permutations

import numpy as np
import pandas as pd

from deckspace.archives import fixed_grid
from deckspace.engine.hearthstone.decks import SIZE
from deckspace.errors import BrokenFile
from study.papers.mesb.contest import run_files
from study.papers.mesb.deck_space import MEASURES as IN_UNITS
from study.papers.mesb.deck_space import distribution, mean_and_variance, sums_of
from study.papers.mesb.experiments import ARCHETYPES, EXPERIMENTS, MEASURES, mapped
from study.pipeline.runs import read_run

SEARCH = ["experiment", "run", "archetype"]  # what identifies a search
MAIN = ("validation", "elite", "balance")  # the paper's own experiments
GRID, SIDE = ((25.5, 175.5), (0.2, 12.2)), 25  # for comparing maps; no archive uses it
PLACES = ((0, 1), (0, 1))  # the same for decks by their places among all legal decks (see `placed`)
SIDES = (10, 15, 20, 25, 40, 60)  # of common grids, to see what depends on their resolution

LABELS = {  # of experiments, for readers
    "validation": "validation",
    "elite": "elite adversaries",
    "balance": "deck balancing",
    "own_balance": "our own balance changes",
    "published_elite": "the paper's best decks as opponents",
    "no_growth": "sliding, 20 x 20 from the start",
    "fixed_grid": "a uniform grid over wider ranges, 20 x 20 from the start",
    "fair": "a player that does not peek",
    "uniform": "the authors' uniform grid, growing",
    "uniform_no_growth": "the authors' uniform grid, 20 x 20 from the start",
}


# --- Reading -------------------------------------------------------------------------------


def read_searches(folder):
    """Return all searches below a folder of runs, and the record of each experiment: a DataFrame and a dict.

    Raises ValueError if there are none.
    """
    tables, records = [], {}
    for name, path in run_files(folder).items():
        rows, records[name] = read_run(path)
        tables.append(in_units(rows, records[name]["parameters"]["games"]).assign(experiment=name))
    searches = pd.concat(tables, ignore_index=True)
    searches["archetype"] = pd.Categorical(searches.archetype, ARCHETYPES)
    searches.insert(3, "number", searches.groupby(SEARCH, observed=True).cumcount())
    return searches, records


def read_found(runs):
    """Return all searches of a scale, the record of each experiment, and {experiment: elites with fresh health}.

    Experiments that have not been run have no elites. Raises BrokenFile if the paper's own are incomplete.
    """
    searches, records = read_searches(f"{runs}/searches")
    check_complete(searches)
    elites = with_fresh(searches[searches.elite], read_run(f"{runs}/contest/fresh.parquet")[0])
    return searches, records, {name: elites[elites.experiment == name] for name in EXPERIMENTS}


def not_run(of):
    """Say in one sentence which experiments have no elites in `of` (see `read_found`)."""
    lacking = "; ".join(LABELS[name] for name, elites in of.items() if not len(elites))
    return f"Not run at this scale: {lacking}." if lacking else "All experiments have been run at this scale."


def check_complete(searches):
    """Raise BrokenFile unless the first run of the paper's own experiments is there."""
    there = set(searches.experiment[searches.run == 1])
    for name in MAIN:
        if name not in there:
            raise BrokenFile(f"Run 1 of the experiment '{name}' is missing: `./run repro` makes it.")


def whole_runs(searches):
    """Return the searches of the paper's own experiments in the runs that have all three of them."""
    main = searches[searches.experiment.isin(MAIN)]
    return main[main.groupby("run").experiment.transform("nunique") == len(MAIN)]


def in_units(rows, games):
    """Return rows of a run file, adding the units of the paper's figures and every deck's mana_variance."""
    sums = sums_of(rows.mana_sum.astype("i8"), rows.mana_spread.astype("i8"), SIZE)
    mean, variance = mean_and_variance(*sums)
    variance = rows.mana_variance.fillna(variance)  # of elites as recorded: its last bit may decide the cell
    means = dict(mean=mean, variance=variance, mana_variance=variance)
    return rows.assign(**means, health=rows.objective / games, win_rate=100 * rows.wins / games)


def each_search(searches):
    """Yield (experiment, run, archetype) and the rows of each search, in the order of the experiments."""
    yield from searches.groupby(SEARCH, sort=False, observed=True)


# --- Maps over time ------------------------------------------------------------------------


def history(searches):
    """Return the elites' best and average win rate at some points of each search (Figure 5).

    A DataFrame: experiment, run, archetype, tried (decks so far), elites, best, average (%).
    """
    rows = searches[searches.map_elites.notna()]
    columns = {f"map_{name}": name for name in ("elites", "best", "average")}
    return rows.assign(tried=rows.number + 1).rename(columns=columns)[[*SEARCH, "tried", *columns.values()]]


# --- Comparing -----------------------------------------------------------------------------


def by_search(elites, measure):
    """Return measure(elites of the map), a number, for each map of one experiment: run x archetype."""
    found = elites.groupby(["run", "archetype"], observed=True)[list(elites)].apply(measure)
    return found.unstack("archetype")


def each_map(elites, choose):
    """Return the elites that choose(elites of the map) selects from each map."""
    maps = elites.groupby(["run", "archetype"], observed=True, sort=False)
    return pd.concat([choose(rows) for _, rows in maps])


def best_tenth(elites):
    """Return the tenth of a map's elites with the most health."""
    return elites.nlargest(max(2, len(elites) // 10), "health")


def expensive_half(elites):
    """Return the elites of a map whose mean cost is above the median."""
    return elites[elites["mean"] > elites["mean"].median()]


def common_grid(elites, value="health", side=SIDE, ranges=GRID):
    """Return a value for each cell of a grid that all maps share: that of its elite with the best record.

    Two maps can be compared cell by cell only if they have the same cells. The grid has `side` x `side` equal ones.
    """
    archive = fixed_grid(dims=(side, side), ranges=ranges, solution_dim=1, extra_fields={"value": ((), "f8")})
    numbers = np.arange(len(elites))[:, None]
    archive.add(numbers, elites.objective, elites[list(MEASURES)], value=elites[value])
    cells, values = archive.data(["index", "value"], return_type="tuple")
    return pd.Series(values, cells)


def placed(elites, decks):
    """Return elites with their places among all legal decks of their class instead of their means and variances.

    A place is the share of decks with a smaller mean (or variance), and of half of those with the same. So equal
    cells hold, on each axis, equally many legal decks. `decks` has the counts of deck_space.deck_counts by class.
    """
    elites = elites.astype(dict.fromkeys(MEASURES, float))
    for archetype in elites.archetype.unique():
        rows = elites.archetype == archetype
        for measure, of in zip(MEASURES, IN_UNITS, strict=True):
            counted = distribution(decks[archetype.split()[1]], of)
            number = np.array(list(counted.values()), float)
            places = (number.cumsum() - number / 2) / number.sum()
            elites.loc[rows, measure] = np.interp(elites.loc[rows, of], list(counted), places)
    return elites


def corner_gap(elites):
    """Return the mean health of a map's elites with high mean and low variance, minus that of the rest."""
    corner = (elites["mean"] > elites["mean"].median()) & (elites.variance < elites.variance.median())
    return elites.health[corner].mean() - elites.health[~corner].mean()


def pairs_of_runs(values):
    """Return the mean Spearman correlation over all pairs of columns (runs); nan with one run."""
    matrix = values.corr("spearman").to_numpy()
    above = np.triu_indices(len(matrix), 1)
    return matrix[above].mean() if len(above[0]) else np.nan


def maps_agree(elites):
    """Return how well the maps of an archetype agree between runs, cell by cell: see `pairs_of_runs`."""
    return pairs_of_runs(pd.DataFrame({run: common_grid(rows) for run, rows in elites.groupby("run")}))


def records_confirmed(elites):
    """Return how well the records of a map agree with fresh games of the same map, and with those of another run's.

    Mean Spearman correlations over all ordered pairs of runs of an archetype, over the cells that both maps hold;
    nan with one run. The first is what another run would reach at best, since games are few.
    """
    maps, found = dict(list(elites.groupby("run"))), []
    cells = {(run, v): common_grid(rows, v) for run, rows in maps.items() for v in ("health", "fresh")}
    for one, other in permutations(maps, 2):
        both = pd.concat([cells[one, "health"], cells[one, "fresh"], cells[other, "fresh"]], axis=1).dropna()
        found.append(both.corr("spearman").iloc[0, 1:].tolist())
    return np.mean(found, axis=0) if found else np.full(2, np.nan)


def other_pairs(alike):
    """Return the mean of a square table of map correlations over all pairs except the two hunters."""
    table = alike.droplevel(0)
    pairs = [(a, b) for a, b in combinations(ARCHETYPES, 2) if {a, b} != {"aggro hunter", "control hunter"}]
    return np.mean([table.loc[pair] for pair in pairs])


def class_shape(grids):
    """Return how similar the maps of two runs are, from their `common_grid` by (run, archetype): a DataFrame by pair.

    Mean Spearman correlations over the cells that both maps hold. same archetype: of the maps of one archetype in
    the two runs; other class: of two classes' maps with one strategy, one of each run.
    """
    pairs = combinations(dict.fromkeys(run for run, _ in grids), 2)
    classes = [(a, b) for a, b in permutations(ARCHETYPES, 2) if a.split()[0] == b.split()[0]]

    def alike(one, other, archetypes):
        return np.mean([grids[one, a].corr(grids[other, b], "spearman") for a, b in archetypes])

    same = [(a, a) for a in ARCHETYPES]
    found = {pair: (alike(*pair, same), alike(*pair, classes)) for pair in pairs}
    return pd.DataFrame(found, ["same archetype", "other class"], dtype=float).T


# --- Meetings ------------------------------------------------------------------------------


def against(met, experiment, archetype):
    """Return the win rates of an experiment's other decks against that of one archetype: run x archetype."""
    others = [name for name in ARCHETYPES if name != archetype]
    rows = {name: met.xs(f"{experiment}/{name}", level=1)[f"{experiment}/{archetype}"] for name in others}
    return pd.DataFrame(rows)


def own_meetings(met, one, other, each=False):
    """Return one experiment's win rates against another's same archetype: the mean by run, or `each`."""
    rows = pd.DataFrame({a: met.xs(f"{one}/{a}", level=1)[f"{other}/{a}"] for a in ARCHETYPES})
    return rows if each else rows.mean(axis=1)


def meetings_with_all(met, one, other):
    """Return the mean win rate of one experiment's decks against all six of another: run x archetype."""
    columns = [f"{other}/{name}" for name in ARCHETYPES]
    return pd.DataFrame({a: met.xs(f"{one}/{a}", level=1)[columns].mean(axis=1) for a in ARCHETYPES})


# --- Fresh games ---------------------------------------------------------------------------


def games_played(records):
    """Return the number of games that each experiment played: a Series."""
    return pd.Series({name: record["games"] for name, record in records.items()})


def with_fresh(elites, fresh):
    """Return the elites with `fresh`, their health per game in fresh games, played as in their search."""
    fresh = fresh[fresh.fair == (fresh.experiment == "fair")]
    fresh = fresh.assign(fresh=fresh.objective / fresh.games).rename(columns={"row": "number"})
    keys, elites = [*SEARCH, "number"], elites.astype({"archetype": str})
    joined = elites.merge(fresh[[*keys, "fresh"]], on=keys, how="left", validate="1:1")
    if joined.fresh.isna().any():
        raise BrokenFile("Some elites have played no fresh games: run 21_mesb_contest again.")
    return joined.assign(archetype=pd.Categorical(joined.archetype, ARCHETYPES))


def champion(elites):
    """Return recorded and fresh health of a map's best elite by record, and of its best in fresh games.

    The flattery of the first is its recorded minus its fresh health.
    """
    best, fresh = elites.loc[elites.objective.idxmax()], elites.loc[elites.fresh.idxmax()]
    found = {"by record: recorded": best.health, "by record: fresh": best.fresh}
    found["by record: flattery"] = best.health - best.fresh
    found |= {"by fresh games: recorded": fresh.health, "by fresh games: fresh": fresh.fresh}
    return pd.Series(found)


def fair_table(fresh):
    """Return the fresh health per game of both agents' maps, each played by both agents, by archetype."""
    fresh = fresh[fresh.experiment.isin(["validation", "fair"])]
    if "fair" in set(fresh.experiment):  # the same runs of both
        fresh = fresh[fresh.run.isin(fresh.run[fresh.experiment == "fair"])]
    names = {"validation": "searched peeking", "fair": "searched fair"}
    player = fresh.fair.map({False: "played peeking", True: "played fair"})
    archetype = pd.Categorical(fresh.archetype, ARCHETYPES)
    rows = fresh.assign(health=fresh.objective / fresh.games, player=player, archetype=archetype)
    look = dict(index="archetype", columns=["experiment", "player"], values="health", observed=True)
    return rows.replace({"experiment": names}).pivot_table(**look)


def worth_of_peeking(fresh):
    """Return by how much more health per game the elites of validation win if both players peek: a Series by run."""
    rows = fresh[fresh.experiment == "validation"]
    health = (rows.objective / rows.games).groupby([rows.run, rows.archetype, rows.fair]).mean().unstack()
    return (health[False] - health[True]).groupby("run").mean()


# --- Archives compared ---------------------------------------------------------------------


def compare_archives(maps, ranges=GRID):
    """Return measures of each search by each kind of archive: a DataFrame (measure, run, archetype) x kind.

    `maps` has the elites of each kind with fresh health; only searches made with every kind are compared.
    Cells are those of one grid over `ranges`, shared cells those in which every kind has an elite. Each cell that
    a kind holds adds (health + 30) / 60 to its QD-score: health per game lies between -30 and 30.
    """
    found = {}
    for run, archetype in searched_by_all(maps):
        of = {k: e[(e.run == run) & (e.archetype == archetype)] for k, e in maps.items()}
        cells = pd.DataFrame(
            {kind: common_grid(elites, "fresh", ranges=ranges) for kind, elites in of.items()}
        )
        ten = {kind: elites.nlargest(10, "objective").fresh.mean() for kind, elites in of.items()}
        found["health in shared cells", run, archetype] = cells.dropna().mean()
        found["mean health of cells held", run, archetype] = cells.mean()
        found["health of the ten best", run, archetype] = pd.Series(ten)
        found["cells held", run, archetype] = cells.count()
        found["QD-score", run, archetype] = qd_score(cells)
        found["elites", run, archetype] = pd.Series({kind: len(elites) for kind, elites in of.items()})
    table = pd.DataFrame(found).T.rename_axis(["measure", "run", "archetype"])
    return table.sort_index(level=0, sort_remaining=False)


def qd_score(cells):
    """Return the QD-score of each column of a table of health per game by cell (nan: not held)."""
    return ((cells + 30) / 60).sum()


def qd_by_resolution(one, other, ranges=GRID):
    """Return the differences in QD-score of two kinds of archive on coarser and finer grids: search x side."""
    found = {}
    for run, archetype in searched_by_all({"one": one, "other": other}):
        pair = [e[(e.run == run) & (e.archetype == archetype)] for e in (one, other)]
        for side in SIDES:
            cells = pd.DataFrame({k: common_grid(e, "fresh", side, ranges) for k, e in enumerate(pair)})
            scores = qd_score(cells)
            found.setdefault(side, {})[run, archetype] = scores[0] - scores[1]
    return pd.DataFrame(found)


def searched_by_all(maps):
    """Return the searches, as (run, archetype), that were made with every kind of archive, in order."""
    made = [set(elites[["run", "archetype"]].itertuples(index=False, name=None)) for elites in maps.values()]
    return sorted(set.intersection(*made), key=lambda search: (search[0], ARCHETYPES.index(search[1])))


def map_sizes(searches):
    """Return the final size in cells of each experiment's maps, such as "18 x 18"."""
    first = {name: rows for (name, *_), rows in reversed(list(each_search(searches)))}
    return pd.Series({name: "{} x {}".format(*mapped(name, rows).dims) for name, rows in first.items()})


# Names of the measures, by which claims and tables know them.
ARCHIVE_MEASURES = {
    "qd": "QD-score",
    "cover": "cells held",
    "best": "health of the ten best",
    "mean": "mean health of cells held",
    "health": "health in shared cells",
}

# Pairs with all else equal; the uniform map of the first is like the authors' own.
PAIRS = {
    "sliding minus uniform, both growing": ("validation", "uniform"),
    "sliding minus uniform, both 20 x 20": ("no_growth", "uniform_no_growth"),
    "growing minus 20 x 20, both sliding": ("validation", "no_growth"),
    "growing minus 20 x 20, both uniform": ("uniform", "uniform_no_growth"),
    "sliding minus a wider grid, both 20 x 20": ("no_growth", "fixed_grid"),
}


def archive_pairs(of, ranges=GRID):
    """Return the differences between two kinds of archive, search by search: {pair: {measure: Series}}.

    Measures are those of `compare_archives`. `of` has the elites of each experiment with fresh health; pairs without
    common searches are left out.
    """
    found = {}
    for name, (one, other) in PAIRS.items():
        if searched_by_all({one: of[one], other: of[other]}):
            rows = compare_archives({"one": of[one], "other": of[other]}, ranges)
            gaps = rows["one"] - rows["other"]
            found[name] = {m: gaps.xs(m, level="measure") for m in gaps.index.unique("measure")}
    return found


def missing_pairs(of):
    """Return the comparisons of `archive_pairs` that cannot be made, each with the reason in words."""
    lacks = {}
    for name, (one, other) in PAIRS.items():
        gone = [each for each in (one, other) if not len(of[each])]
        if gone:
            lacks[name] = f"there are no searches of {' and '.join(LABELS[each] for each in gone)}"
        elif not searched_by_all({one: of[one], other: of[other]}):
            lacks[name] = f"{LABELS[one]} and {LABELS[other]} have no archetype and run in common"
    return lacks


def not_compared(of):
    """Say in one sentence which comparisons of `archive_pairs` cannot be made, and why."""
    lacks = "; ".join(f"{name} ({why})" for name, why in missing_pairs(of).items())
    return f"Not compared at this scale: {lacks}." if lacks else "All pairs are compared at this scale."
