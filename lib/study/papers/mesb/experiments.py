"""The experiments of MESB: the archive, opponents and cards of each, its searches and their tables.

Fontaine et al. 2019, section 4. An archetype is a strategy and a class, such as "aggro hunter". A run of an
experiment searches for decks of all six; its table has a row for every deck that was tried, in order:

    run, archetype, objective (summed health difference), wins, mana_sum, mana_variance,
    elite (it holds a cell of the final map), deck (keys of its 30 cards; of elites only)

A run file keeps only part of this table: see `kept`.

Runs of different experiments with the same number belong together: their searches begin with the same
decks, and later experiments build on what the earlier ones of that number found.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import Player
from deckspace.deckbuilding import (
    EVALUATION,
    Evaluator,
    candidates,
    explore,
    explore_asynchronously,
    measured,
    opponents,
    seed_of,
)
from deckspace.engine.hearthstone.encode import card_book
from study.experiment import check_counts, check_known
from study.papers.mesb.deck_space import spreads_of
from study.pipeline.runs import read_run

CARD_SET = "mesb"
HEROES, STRATEGIES = ("hunter", "paladin", "warlock"), ("aggro", "control")
ARCHETYPES = tuple(f"{strategy} {name}" for name in HEROES for strategy in STRATEGIES)
MEASURES = ("mana_sum", "mana_variance")
GRID = ((30, 180), (0, 12))  # of the fixed grid: mean costs of 1 to 6, nearly all that MESB reaches
AUTHORS_GRID = ((30, 165), (2, 5.5))  # of the uniform map in the authors' published settings
WAYS = {"synchronous": explore, "asynchronous": explore_asynchronously}

# Section 5.3: six cards that occur too often, and one that hardly ever does.
PAPERS_CHANGES = {
    "Earthen Ring Farseer": {"cost": "+2"},
    "Explosive Shot": {"cost": "+2"},
    "Argent Squire": {"cost": "+2"},
    "Young Priestess": {"cost": "+2"},
    "Sunwalker": {"attack": "-3"},
    "Master Swordsmith": {"health": "-2"},
    "Silverback Patriarch": {"attack": "+2"},
}


@dataclass(frozen=True)
class Experiment:
    """What distinguishes an experiment.

    `against`: "starter", the basic decks; "validation", the best decks of our validation; "published", those
    of the paper. `changes`: "none", "paper", or "own", derived from our elites. `archive`: "sliding" or
    "uniform" (the authors' ranges), which grow; "no growth" or "uniform, no growth", at full size from the
    start; "fixed grid", a plain grid over wider ranges. `fair`: the players do not see hidden cards.
    """

    against: str = "starter"
    changes: str = "none"
    archive: str = "sliding"
    fair: bool = False


EXPERIMENTS = {
    "validation": Experiment(),
    "elite": Experiment("validation"),
    "balance": Experiment("validation", changes="paper"),
    "own_balance": Experiment("validation", changes="own"),
    "published_elite": Experiment("published"),
    "no_growth": Experiment(archive="no growth"),
    "fixed_grid": Experiment(archive="fixed grid"),
    "fair": Experiment(fair=True),
    "uniform": Experiment(archive="uniform"),
    "uniform_no_growth": Experiment(archive="uniform, no growth"),
}


def experiment(name):
    """Return the Experiment of this name. Raises ValueError for any other."""
    check_known("experiment", name, EXPERIMENTS)
    return EXPERIMENTS[name]


MOST = 32_767  # decks per search: their numbers are stored in 16 bits


def check_settings(settings, runs):
    """Raise ValueError unless the settings allow a search and there is at least one run."""
    if not runs:
        raise ValueError("An experiment needs at least one run, for example [1].")
    check_counts(settings, "evaluations", "games", "initial", "batch")
    if settings["evaluations"] > MOST:
        raise ValueError(f"A search tries at most {MOST:,} decks, not {settings['evaluations']:,}.")
    check_known("way", settings["parallel"], WAYS)


def archetypes_named(names):
    """Return the archetypes in a text, "all" or "aggro hunter, ...". Raises ValueError for any other name."""
    if names == "all":
        return ARCHETYPES
    chosen = tuple(name.strip() for name in names.split(","))
    for name in chosen:
        check_known("archetype", name, ("all", *ARCHETYPES))
    return chosen


# --- Whom the decks meet, and with which cards ---------------------------------------------


def by_run(path, runs):
    """Return the rows of each of the given runs in a run file, {run: DataFrame}; without a file {run: None}.

    Raises ValueError for a run that the file does not contain.
    """
    if path is None:
        return dict.fromkeys(runs)
    table = read_run(path)[0]
    found = dict(list(table.groupby("run")))
    for run in runs:
        if run not in found:
            raise ValueError(f"'{path}' has the runs {list(found)}, but not {run}: run that first.")
    return {run: found[run].reset_index(drop=True) for run in runs}


def given(name, validation, elite, runs):
    """Return whom the decks of an experiment meet and which cards it changes, {run: list of Players} and {run: changes}.

    `validation` and `elite` are the run files of these experiments, which are read if it builds on them.
    """
    chosen = experiment(name)
    validations = by_run(validation if chosen.against == "validation" else None, runs)
    elites = by_run(elite if chosen.changes == "own" else None, runs)
    players = {run: adversaries(chosen.against, validations[run]) for run in runs}
    return players, {run: overrides(chosen.changes, elites[run]) for run in runs}


def adversaries(against, validation=None):
    """Return the Players that an experiment's decks play; `validation` is the table of that run."""
    if against == "validation":
        return [best_player(validation, archetype) for archetype in ARCHETYPES]
    return opponents({"starter": "starter", "published": "elite"}[against])


def best_player(table, archetype):
    """Return the Player of an archetype's deck with the highest objective."""
    best = table.loc[table[table.archetype == archetype].objective.idxmax()]
    return player(archetype, best.deck)


def player(archetype, deck):
    """Return the Player of a deck (keys of cards) of an archetype."""
    strategy, hero_class = archetype.split()
    return Player(Beam(strategy), hero_class.upper(), tuple(deck))


def overrides(changes, elite=None):
    """Return the card values that an experiment changes; "own" changes are derived from the run `elite`."""
    return {"none": dict, "paper": lambda: PAPERS_CHANGES, "own": lambda: own_changes(elite)}[changes]()


def own_changes(elite):
    """Return changes found as the paper found its own, by a rule instead of by hand.

    For each archetype in turn, the card that most of its elites hold and that is not yet on the list costs 2
    more. The neutral minion that the smallest share of elites holds, averaged over the archetypes, gains 2
    attack; among equals it is the first in the card table.
    """
    presence = card_presence(elite[elite.elite])
    changes = {}
    for archetype in ARCHETYPES:
        shares = presence.loc[archetype].drop(list(changes))
        changes[shares.idxmax()] = {"cost": "+2"}
    drafted, kind = [row for row in card_book(CARD_SET).table if row.drafted], ("NEUTRAL", "MINION")
    minions = [row.key for row in drafted if (row.hero_class, row.type) == kind]
    held = presence.mean().reindex(minions, fill_value=0)
    return changes | {held.idxmin(): {"attack": "+2"}}


def card_presence(elites, by=("archetype",)):
    """Return the share of elites that hold each card: a DataFrame archetype x card, the cards in order.

    `by` names the columns that group the elites; cards that no elite holds are left out.
    """
    by = list(by)
    held = elites[[*by, "deck"]].explode("deck").reset_index().drop_duplicates()
    counts = held.groupby([*by, "deck"], observed=True).size().unstack()
    return counts.div(elites.groupby(by, observed=True).size(), axis=0).fillna(0.0)


# --- The search ----------------------------------------------------------------------------


def search(name, archetype, run, adversaries, overrides, settings, tried=None):
    """Search for decks of one archetype; after each batch yield all decks so far and their EVALUATION.

    `settings` has evaluations, games, initial, batch, seed and parallel ("synchronous" or "asynchronous").
    Given `tried`, the last result that a stopped search yielded, the search continues from there.
    """
    book = card_book(CARD_SET, overrides)
    strategy, hero_class = archetype.split()
    agent = Beam(strategy, fair=experiment(name).fair)
    seed = seed_of(settings["seed"], run, ARCHETYPES.index(archetype))  # the same in all experiments of a run
    evaluate = Evaluator(book, hero_class.upper(), agent, adversaries, settings["games"], seed)
    cards, archive = candidates(book, hero_class.upper()), new_archive(name, settings["evaluations"], 30)
    decks, worth = tried or (np.empty((0, 30), "i2"), np.empty(0, EVALUATION))
    if len(decks):
        archive.add(decks, worth["objective"], measured(worth, MEASURES))
    sizes = {key: settings[key] for key in ("evaluations", "initial", "batch")} | {"done": len(decks)}
    explored = WAYS[settings["parallel"]](evaluate, cards, archive, MEASURES, seed=seed, **sizes)
    for more, their_worth in explored:
        decks, worth = np.concatenate([decks, more]), np.concatenate([worth, their_worth])
        yield decks, worth


def new_archive(name, evaluations, solution_dim=1):
    """Return the empty archive of an experiment's search. A solution is a deck, or a deck's number."""
    from deckspace.archives import GrowingGrid, SlidingArchive, fixed_grid  # pyribs is slow to import

    kind = experiment(name).archive
    solution = dict(solution_dim=solution_dim, solution_dtype="i2")
    if kind == "fixed grid":
        return fixed_grid(ranges=GRID, **solution)
    grown = dict(evaluations=evaluations, growth="none" if "no growth" in kind else "published")
    if kind.startswith("uniform"):
        return GrowingGrid(ranges=AUTHORS_GRID, **grown, **solution)
    return SlidingArchive(**grown, **solution)


# --- What is recorded ----------------------------------------------------------------------


def table(name, archetype, run, decks, worth):
    """Return the table of a search: a DataFrame with a row for each deck that was tried."""
    rows = pd.DataFrame({field: worth[field] for field in ("objective", "wins", *MEASURES)})
    rows = rows.astype({"objective": "i4", "wins": "i2", "mana_sum": "i2"})
    rows.insert(0, "archetype", archetype)
    rows.insert(0, "run", run)
    rows["elite"] = False
    rows.loc[elite_numbers(mapped(name, rows)), "elite"] = True
    book = card_book(CARD_SET)
    keys = [[book.key(int(n)) for n in deck] for deck in decks[rows.elite]]
    rows["deck"] = pd.Series(keys, index=rows.index[rows.elite], dtype=object)
    return rows


def kept(name, rows, games):
    """Return what a run file keeps of an experiment's `table`, with `games` games per deck: a DataFrame.

    Every deck has run, archetype, mana_sum, mana_spread (the summed `spread` of its costs, see deck_space.py:
    both sums give the variance) and elite; elites also have objective, wins, mana_variance, deck. About 100
    rows of a search describe its map after that deck: map_elites, map_best and map_average (win rates in %).
    """
    spread = spreads_of(rows.mana_sum.astype("i8"), rows.mana_variance)
    table = rows[["run", "archetype", "mana_sum"]].assign(mana_spread=spread, elite=rows.elite)
    of_elites = rows[["objective", "wins", "mana_variance", "deck"]].where(rows.elite)
    table = table.join(of_elites.astype({"objective": "Int32", "wins": "Int16"}))
    searches = rows.groupby(["run", "archetype"], sort=False)
    return table.join(pd.concat([moments(name, each, games) for _, each in searches]))


def moments(name, rows, games, points=100):
    """Return how a search's map grew: map_elites, map_best, map_average at some of its rows (see `kept`)."""
    archive, step, found = new_archive(name, len(rows)), max(1, len(rows) // points), {}
    win_rate = (100 * rows.wins / games).to_numpy()
    for begin in range(0, len(rows), step):
        some = rows.iloc[begin : begin + step]
        numbers = np.arange(begin, begin + len(some), dtype="i2")
        archive.add(numbers[:, None], some.objective, some[list(MEASURES)])
        rates = win_rate[elite_numbers(archive)]
        found[some.index[-1]] = len(rates), rates.max(), rates.mean()
    table = pd.DataFrame(found, ["map_elites", "map_best", "map_average"]).T
    return table.astype({"map_elites": "Int16"})


def mapped(name, rows):
    """Return the final archive of a search, rebuilt from its table; its solutions are row numbers.

    If only elites have an objective, as in a run file, the cells are right but their contents are not.
    """
    archive = new_archive(name, len(rows))
    numbers = np.arange(len(rows), dtype="i2")[:, None]
    archive.add(numbers, rows.objective.fillna(0), rows[list(MEASURES)])
    return archive


def elite_numbers(archive):
    """Return the row numbers of the elites of a search, in the order of their cells."""
    return archive.data("solution")[:, 0]
