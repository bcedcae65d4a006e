"""Outcomes of small searches of DSA-ME: `python -m study.papers.dsa_me.fingerprint`.

Stages that search depend on these outcomes instead of the source (see lib/study/pipeline/fingerprint.py)
where the outcomes are the same on all processors. The results of torch and CMA-ES differ in their last bits
between kinds of processors, so for surrogates and their users (lib/deckspace/surrogate.py, search.py) and for
the training of the player (strategy.py), stages depend on the source.

    data/fingerprints/papers/dsa_me.json
        random        short trials of random decks, stopped and resumed
        map_elites    short trials of MAP-Elites, stopped and resumed
        led           what all other trials share with MAP-Elites, and their inner loop with made-up weights
"""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.scores import WEIGHTS
from deckspace.surrogate import MAIN
from study.papers.dsa_me import trials
from study.papers.dsa_me.grids import new_grid
from study.papers.dsa_me.inner_loop import inner_search
from study.papers.dsa_me.rules import RULES, pool
from study.papers.dsa_me.search import INNER_BATCH, WITH_ANCILLARY, Search
from study.pipeline.checkpoint import key
from study.pipeline.fingerprint import hash_of, resumed, write

SETTINGS = dict(evaluations=190, games=7, initial=50, batch=30, inner_generations=1, seed=20_220_701)
TRIALS, STOPPED_AFTER = (1, 2), 3  # steps
GENERATIONS, HIDDEN = 400, 12  # of the inner loop; units of the made-up network


def player() -> Beam:
    """Return a player that was never trained."""
    return Beam("network", tuple(np.random.default_rng(0).normal(0, 0.1, WEIGHTS)))


def searched(name, numbers=TRIALS, settings=SETTINGS):
    """Return each short trial of a condition: a list of (Search, State)."""
    searches = [Search(name, number, player(), settings) for number in numbers]
    return [(search, resumed(STOPPED_AFTER, search.steps)) for search in searches]


def fingerprint(found) -> dict:
    """Return the fingerprint of a condition, from its short trials."""
    table = pd.concat([trials.table(*trial) for trial in found], ignore_index=True)
    figures = {"decks": len(table), "elites": int(table.elite.sum()), "wins": int(table.wins.sum())}
    return {"rules": key({}, RULES)} | figures | {"hash": hash_of(table)}


# --- What all conditions share -------------------------------------------------------------


def kept(search, state) -> str:
    """Return a hash of what is kept of a surrogate-led trial, with made-up predictions and losses."""
    rng, epochs = np.random.default_rng(1), (4, len(MAIN))
    state.predicted = rng.normal(5, 3, state.predicted.shape).astype("f4")
    state.losses = [(i, {part: rng.random(epochs) for part in ("train", "test")}) for i in range(2)]
    table = trials.table(search, state)
    hashes = [hash_of(table, *trials.worth_of(table, search.settings["games"], search.book))]
    for search.taught in ((), MAIN, WITH_ANCILLARY):
        decks, about = trials.run_of([trials.kept(search, state)])
        hashes += [hash_of(decks), key(about)]
    return key({"hashes": hashes})


def filled() -> str:
    """Return a hash of the cells of values on cell borders, between them and outside the map."""
    turns, cards = np.meshgrid(np.linspace(4, 16, 97), np.linspace(0, 8, 81))
    measures = np.column_stack([turns.ravel(), cards.ravel()])
    order = np.random.default_rng(2).permutation(np.repeat(np.arange(len(measures)), 2))
    archive = new_grid(solution_dim=1, extra_fields={"number": ((), "i4")})
    objectives = np.arange(len(order)) * 7 % 11
    added = archive.add(order[:, None], objectives, measures[order], number=np.arange(len(order)))
    return hash_of(*added.values(), *archive.data(return_type="tuple"))


def inner_loops() -> dict:
    """Return hashes of what the inner loop finds with each kind of model, in an empty map and continuing."""
    (_, cards, _), hashes = pool(), {}
    for kind, sizes in {"mlp": (HIDDEN, HIDDEN // 2, len(MAIN)), "linear": (len(MAIN),)}.items():
        archive, layers = new_grid(), made_up(len(cards.numbers), sizes)
        about = dict(generations=GENERATIONS, batch=INNER_BATCH, initial=SETTINGS["initial"])
        for seed in (1, 2):
            inner_search(layers, cards, archive, seed=seed, **about)
            hashes[f"{kind} {seed}"] = hash_of(*archive.data(return_type="tuple"))
    return hashes


def made_up(inputs, sizes):
    """Return layers of a network whose predictions lie all over the map."""
    rng, layers = np.random.default_rng(4), []
    for outputs in sizes:
        weights = rng.normal(0, 1.5 / inputs**0.5, (inputs, outputs))
        layers.append((weights.astype("f4"), np.zeros(outputs, "f4")))
        inputs = outputs
    layers[-1][1][:] = 0, 10, 4  # the middle of the map
    return layers


def fingerprints() -> dict:
    """Return {condition: fingerprint}, including one for what all conditions with a surrogate share."""
    found = {name: searched(name) for name in ("random", "map_elites")}
    outcomes = {name: fingerprint(of_condition) for name, of_condition in found.items()}
    shared = {"kept": kept(*found["map_elites"][0]), "map": filled(), **inner_loops()}
    return outcomes | {"led": outcomes["map_elites"] | shared}


if __name__ == "__main__":
    write("papers/dsa_me", fingerprints())
