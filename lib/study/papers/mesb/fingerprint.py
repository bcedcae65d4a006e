"""Fingerprints of small MESB searches and their elites' games: `python -m study.papers.mesb.fingerprint`.

The stages that search depend on these outcomes, not on the source (see lib/study/pipeline/fingerprint.py):

    data/fingerprints/papers/mesb.json
        <experiment>    short searches of each experiment, stopped and resumed; and its archive, filled with
                        made-up individuals, at the paper's length
        contest         fresh games and a tournament of their elites
"""

import tempfile

import numpy as np
import pandas as pd

from study.papers.mesb import contest, experiments
from study.papers.mesb.experiments import ARCHETYPES
from study.pipeline.checkpoint import key
from study.pipeline.fingerprint import hash_of, resumed, write
from study.pipeline.runs import write_run

# Long enough for three remaps, at the 1st, 101st and 201st deck; the first opponent plays one game more.
SETTINGS = dict(evaluations=210, games=7, initial=60, batch=30, seed=20_190_701, parallel="synchronous")
PLAYED = f"data/fingerprints/hearthstone.json:{experiments.CARD_SET}"
PEEKING, FAIR = f"{PLAYED}.peeking", f"{PLAYED}.fair"
RUN, STOPPED_AFTER = 1, 4  # batches
LENGTH = 10_000  # of the paper's searches
FRESH_GAMES, PAIR_GAMES = 2, 4
ALIKE = ("uniform", "uniform_no_growth")  # their elites play fresh games as those of fixed_grid do


def searched(name, runs, archetypes=ARCHETYPES, settings=SETTINGS):
    """Return the changed cards and the table of an experiment's short searches; `runs` holds earlier ones."""
    earlier = (f"{runs}/{each}.parquet" for each in ("validation", "elite"))
    (adversaries,), (changes,) = (each.values() for each in experiments.given(name, *earlier, [RUN]))
    tables = []
    for archetype in archetypes:
        about = (name, archetype, RUN, adversaries, changes, settings)
        tried = resumed(STOPPED_AFTER, experiments.search, *about)
        tables.append(experiments.table(name, archetype, RUN, *tried))
    return changes, pd.concat(tables, ignore_index=True)


def filled(name) -> str:
    """Return a hash of how an experiment's archive grows at full length on made-up individuals with ties."""
    rng, archive = np.random.default_rng(RUN), experiments.new_archive(name, LENGTH)
    objectives = rng.integers(-3_000, 3_000, LENGTH) // 50
    measures = np.column_stack([rng.integers(20, 190, LENGTH), rng.integers(-5, 130, LENGTH) / 10])
    grown = []
    for part in np.array_split(np.arange(LENGTH), 77):  # batches that remaps cut in two
        grown += archive.add(part[:, None].astype("i2"), objectives[part], measures[part]).values()
        grown.append(archive.dims)
    return hash_of(*grown, *archive.data(return_type="tuple"))


def fingerprint(name, table) -> dict:
    """Return the fingerprint of an experiment, from the table of its short searches."""
    rules = [PEEKING, FAIR] if experiments.experiment(name).fair else [PEEKING]
    figures = {"decks": len(table), "elites": int(table.elite.sum()), "wins": int(table.wins.sum())}
    return {"rules": key({}, rules)} | figures | {"hash": hash_of(table), "archive": filled(name)}


def played(runs) -> dict:
    """Return the fingerprint of the fresh games and the tournament of the searches in a folder of runs."""
    found = [search for search in contest.searches(runs) if search.experiment not in ALIKE]
    opponents = contest.opponents_of(found)
    again = []
    for search, fair in contest.jobs(found):
        against = opponents[search.experiment, search.run]
        again.append(contest.play_again(search, fair, against, FRESH_GAMES, SETTINGS["seed"]))
    fresh = pd.concat(again, ignore_index=True)
    tables = [fresh]
    for run in contest.tournament_runs(found):
        field = contest.field(found, fresh, run)
        tables.append(contest.tournament(field, PAIR_GAMES, SETTINGS["seed"], run))
    figures = {"fresh_games": int(fresh.games.sum()), "tournament_games": int(tables[-1].games.sum())}
    return {"rules": key({}, [PEEKING, FAIR])} | figures | {"hash": hash_of(*tables)}


def fingerprints() -> dict:
    """Search and play: return {experiment: fingerprint}, and that of the contest."""
    found = {}
    with tempfile.TemporaryDirectory() as runs:
        for name in experiments.EXPERIMENTS:
            changes, table = searched(name, runs)
            parameters = SETTINGS | {"changes": {str(RUN): changes}}
            write_run(f"{runs}/{name}.parquet", table, parameters=parameters, games=0)
            found[name] = fingerprint(name, table)
        return found | {"contest": played(runs)}


if __name__ == "__main__":
    write("papers/mesb", fingerprints())
