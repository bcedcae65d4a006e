"""Outcomes of small evolutions and of a small competition: `python -m study.papers.eva.fingerprint`.

Stages that evolve agents depend on these outcomes, not on the source (see lib/study/pipeline/fingerprint.py):

    data/fingerprints/papers/eva.json
        <condition>    two short runs, stopped and resumed, and a long one with made-up games that strength
                       and luck decide
        cma_es         no run: only what CMA-ES shares with the others, because its last bits differ between
                       processors
        competition    every pair of entrants in every round without a clock: a few games with small budgets
"""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.games import RESULT
from study.papers.eva import coevolution, conditions
from study.papers.eva.competition import meet, rounds
from study.pipeline.checkpoint import key
from study.pipeline.fingerprint import hash_of, resumed, write

SIZES = dict(generations=5, population=4, games=2)
LONG = dict(generations=60, population=10, games=2)  # longer than individuals live
RUNS, STOPPED_AFTER, SEED = (1, 2), 3, 20_180_720
RULES = "data/fingerprints/hearthstone.json"


def evolved(name):
    """Return the tables of a condition's short runs in one list."""
    chosen = conditions.condition(name)
    made, play, tables = conditions.settings(chosen, **SIZES), conditions.player(chosen), []
    for run in RUNS:
        state = resumed(STOPPED_AFTER, coevolution.run, made, play, SEED, run)
        tables += conditions.tables(made, state, run)
    return tables


def toy(games, weights):
    """Return results (RESULT) of made-up games, in which larger weights help but luck counts for much."""
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
    rules = key({}, [f"{RULES}:{card_set}.{'greedy_fair' if chosen.fair else 'greedy'}"])
    if name == "cma_es":
        return {"rules": rules, "shared": fingerprint("as_run")["hash"]}
    tables = evolved(name)
    progress = pd.concat(tables[1::2])
    figures = {"games": int(progress.games.sum()), "mean_turns": round(float(progress.turns.mean()), 2)}
    return {"rules": rules} | figures | {"hash": hash_of(*tables), "long": hash_of(*long(name))}


def small_competition(games=4, positions=60, seed=20_180_814) -> dict:
    """Return, for each round, the games, the wins of the pairs' first entrants, and a hash of all counts."""
    found = {}
    for each in rounds(positions, milliseconds=1):
        if each.name != "milliseconds":
            tables = [meet(each, *pair, games, seed) for pair in each.pairs()]
            wins = sum(int(table.wins.sum()) for table in tables)
            found[each.name] = {"games": 9 * games * len(tables), "wins": wins, "hash": hash_of(*tables)}
    return found


if __name__ == "__main__":
    evolutions = {name: fingerprint(name) for name in conditions.CONDITIONS}
    write("papers/eva", evolutions | {"competition": small_competition()})
