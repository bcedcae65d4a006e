"""What small evolutions under each condition come to: `python -m study.papers.eva.fingerprint`.

The stages that evolve agents depend on these outcomes, not on the source (see lib/study/pipeline/fingerprint.py). Each
file also names the fingerprint of the rules and agents that it builds on, so that it is all a stage needs:

    data/fingerprints/eva/search/<condition>.json    two short runs of each condition, stopped and resumed, and a
                                                     long one in which games are a matter of strength and luck
    data/fingerprints/eva/search/cma_es.json         no run: only what CMA-ES shares with the others, since its last
                                                     bits differ from one processor to another
"""

import pickle
from pathlib import Path

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.games import RESULT
from study import HOME
from study.papers.eva import coevolution, conditions
from study.pipeline.checkpoint import key
from study.pipeline.fingerprint import hash_of, keep
from study.pipeline.folders import renewed

SIZES = dict(generations=5, population=4, games=2)
LONG = dict(generations=60, population=10, games=2)  # longer than individuals live
RUNS, STOPPED_AFTER, SEED = (1, 2), 3, 20_180_720
RULES = "data/fingerprints"


def evolved(name):
    """Return the tables of short runs of a condition, one after the other."""
    chosen = conditions.condition(name)
    made, play, tables = conditions.settings(chosen, **SIZES), conditions.player(chosen), []
    for run in RUNS:
        states = coevolution.run(made, play, SEED, run)
        stopped = [next(states) for _ in range(STOPPED_AFTER)][-1]
        *_, state = coevolution.run(made, play, SEED, run, pickle.loads(pickle.dumps(stopped)))
        tables += conditions.tables(made, state, run)
    return tables


def toy(games, weights):
    """Return results (RESULT) of made-up games: the stronger the larger its weights are, and much is luck."""
    results, strengths = np.zeros(len(games), RESULT), weights.sum(axis=1).round(3)
    edge = strengths[games["first"] // 3] - strengths[games["second"] // 3]
    luck = (games["seed"] % 1000) / 1000
    results["winner"] = np.select([luck < 0.02, luck < 0.5 + edge / 8], [2, 0], 1)  # some are draws
    return results


def long(name):
    """Return the tables of a long run of made-up games under a condition."""
    made = conditions.settings(conditions.condition(name), **LONG)
    *_, state = coevolution.run(made, toy, SEED)
    return conditions.tables(made, state, run=0)


def fingerprint(name) -> dict:
    """Return the fingerprint of a condition."""
    chosen = conditions.condition(name)
    card_set = conditions.CARDS[chosen.cards][0]
    rules = key({}, [f"{RULES}/{card_set}/{'greedy_fair' if chosen.fair else 'greedy'}.json"])
    if name == "cma_es":
        return {"rules": rules, "shared": fingerprint("as_run")["hash"]}
    tables = evolved(name)
    progress = pd.concat(tables[1::2])
    figures = {"games": int(progress.games.sum()), "mean_turns": round(float(progress.turns.mean()), 2)}
    return {"rules": rules} | figures | {"hash": hash_of(*tables), "long": hash_of(*long(name))}


def write(folder=HOME / "data" / "fingerprints" / "eva" / "search"):
    """Evolve, and write each fingerprint to its file."""
    with renewed(folder):
        for name in conditions.CONDITIONS:
            keep(Path(folder) / f"{name}.json", fingerprint(name))


if __name__ == "__main__":
    write()
