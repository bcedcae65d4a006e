"""Fingerprints of small evolutions and of a small tournament: `python -m study.papers.locm.fingerprint`.

The stages that evolve agents depend on these outcomes, not on the source (lib/study/pipeline/fingerprint.py):

    data/fingerprints/papers/locm.json
        official, published    under the official rules, and under those of the authors' engine:
            <condition>        two short runs of each condition, stopped and resumed
        tournament             the agents of both, under all rules of the tournament
"""

import json
import tempfile
from itertools import product

import numpy as np
import pandas as pd

from deckspace.agents.locm.contest import contest
from deckspace.agents.locm.genomes import to_json
from deckspace.engine.locm.cards import edition
from study import HOME
from study.papers.locm import authors, conditions, evolution, tournament
from study.pipeline.checkpoint import key
from study.pipeline.fingerprint import hash_of, resumed, write
from study.pipeline.runs import write_run

SIZES = dict(population=11, generations=4, elitism=3, mutation_rate=0.2, drafts=2, rounds=2)
EVALUATOR = dict(evaluator_drafts=2, evaluator_rounds=2)
RUNS, BASES, SEED = 2, 2, 20_220_201
RULES = "data/fingerprints/locm.json"
START = conditions.FROM_SCRATCH[0]  # whose Linear genomes the last conditions start from


def evolved(condition, start=None, rules="official") -> pd.DataFrame:
    """Return the table of a condition's short runs; the last two conditions need the run file `start`."""
    representation, scheme = conditions.representation_and_scheme(condition)
    settings = evolution.Settings(representation, scheme, **SIZES, **EVALUATOR)
    opponent, play = conditions.fixed_opponent(scheme), contest(edition(rules))
    tables = []
    for run, base in enumerate(conditions.bases(scheme, start, BASES, RUNS)):
        state = resumed(1, evolution.run, settings, play, SEED, run, base, opponent)
        tables.append(evolution.table(settings, state, evolution.evaluate(settings, state, play), run))
    return pd.concat(tables, ignore_index=True)


def bred(condition) -> str:
    """Return a hash of many children, bred with varied scores and with scores that are all zero."""
    representation = conditions.representation_and_scheme(condition)[0]
    settings = evolution.Settings(representation, population=301, elitism=5)
    state = evolution.begin(settings, SEED)
    scores = [np.arange(301)[::-1] // 3, np.zeros(301, "i8")]
    children = [evolution.breed(settings, state.population, one, state.rng) for one in scores]
    return hash_of([to_json(child) for child in sum(children, [])])


def fingerprint(condition, table, rules="official") -> dict:
    """Return the fingerprint of a condition, from the table of its short runs."""
    figures = {"generations": len(table), "mean_turns": round(float(table.turns.mean()), 2)}
    outcome = {"hash": hash_of(table), "children": bred(condition)}
    reads = [f"{RULES}:evolution"] + [conditions.STRONG_OP] * condition.endswith("strong_op")
    reads += [authors.FINALISTS] * condition.endswith("authors_op")
    return {"rules": key(games_by(rules), reads)} | figures | outcome


def games_by(rules) -> dict:
    """Return the fingerprint of agents under these rules; {} for official ones, which `evolution` covers."""
    return {} if rules == "official" else json.loads((HOME / RULES).read_text())["tournament"][rules]


def played(folder) -> dict:
    """Return the fingerprint of a tournament between the agents of a folder of runs."""
    agents, tables = tournament.field(folder), []
    for rules in tournament.BOOKS:
        official = rules == "official"
        pairs = tournament.pairings(agents, 1 + official, int(official))
        wins = tournament.play_round(1, pairs, agents, contest(tournament.book(rules)), SEED)
        tables.append(tournament.round_table(rules, 1, pairs, wins, agents))
    table = pd.concat(tables, ignore_index=True)
    figures = {"games": int(table.games.sum()), "first_wins": int(table.wins.sum())}
    return {"rules": key({}, [f"{RULES}:tournament"])} | figures | {"hash": hash_of(table)}


def fingerprints() -> dict:
    """Evolve and play: return {rules: {condition: fingerprint}} and the fingerprint of the tournament."""
    found = {rules: {} for rules in conditions.ARMS}
    with tempfile.TemporaryDirectory() as runs:
        for rules, condition in product(conditions.ARMS, conditions.CONDITIONS):
            file, start = (conditions.run_file(runs, each, rules) for each in (condition, START))
            table = evolved(file.stem, start, rules)
            write_run(file, table, parameters={"runs": RUNS}, games=0)
            found[rules][file.stem] = fingerprint(file.stem, table, rules)
        return found | {"tournament": played(runs)}


if __name__ == "__main__":
    write("papers/locm", fingerprints())
