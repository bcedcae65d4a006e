"""What small searches of DSA-ME come to: `python -m study.papers.dsa_me.fingerprint`.

The stages that search depend on these outcomes instead of the source (see lib/study/pipeline/fingerprint.py), as far
as the outcomes are the same everywhere. What torch learns, or CMA-ES, differs in the last bits from one kind of
processor to another: the surrogates and what asks them (lib/deckspace/surrogate.py, search.py) and the training of the
player (strategy.py) stay dependencies by their source. Each file also names the fingerprints of the rules and
agents that it builds on, so that it is all a stage needs of these:

    data/fingerprints/dsa_me/search/random.json        short trials of random decks, stopped and resumed
    data/fingerprints/dsa_me/search/map_elites.json    the same of MAP-Elites
    data/fingerprints/dsa_me/search/led.json           what all other trials share with MAP-Elites, and of their own the
                                                       inner loop, led by made-up weights
"""

import pickle
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.scores import WEIGHTS
from deckspace.deckbuilding import candidates
from deckspace.engine.hearthstone.encode import card_book
from deckspace.surrogate import MAIN
from study import HOME
from study.papers.dsa_me import trials
from study.papers.dsa_me.grids import new_grid
from study.papers.dsa_me.inner_loop import inner_search
from study.papers.dsa_me.search import INNER_BATCH, Search
from study.papers.dsa_me.strategy import CARD_SET, HERO_CLASS, RULES
from study.pipeline.checkpoint import key
from study.pipeline.fingerprint import hash_of, keep
from study.pipeline.folders import renewed

SETTINGS = dict(evaluations=190, games=7, initial=50, batch=30, inner_generations=1, seed=20_220_701)
TRIALS, STOPPED_AFTER = (1, 2), 3  # steps
GENERATIONS, HIDDEN = 400, 12  # of the inner loop; units of the made-up network


def player() -> Beam:
    """Return a player that was never trained."""
    return Beam("network", tuple(np.random.default_rng(0).normal(0, 0.1, WEIGHTS)))


def searched(name, numbers=TRIALS, settings=SETTINGS):
    """Return each short trial of a condition: a list of (Search, State)."""
    found = []
    for number in numbers:
        search = Search(name, number, player(), settings)
        search.teaches = True  # so that its table has everything that a table may have
        steps = search.steps()
        stopped = [next(steps) for _ in range(STOPPED_AFTER)][-1]
        *_, state = search.steps(pickle.loads(pickle.dumps(stopped)))
        found.append((search, state))
    return found


def fingerprint(found) -> dict:
    """Return the fingerprint of a condition, from its short trials."""
    table = pd.concat([trials.table(*trial) for trial in found], ignore_index=True)
    figures = {"decks": len(table), "elites": int(table.elite.sum()), "wins": int(table.wins.sum())}
    return {"rules": key({}, RULES)} | figures | {"hash": hash_of(table)}


# --- What the others share with them -------------------------------------------------------


def kept(search, state) -> str:
    """Return a hash of all that is kept of a trial that a surrogate led, its predictions and losses made up."""
    rng, epochs = np.random.default_rng(1), (4, len(MAIN))
    state.predicted = rng.normal(5, 3, state.predicted.shape).astype("f4")
    losses = [{part: rng.random(epochs) for part in ("train", "test")} for _ in range(2)]
    led = SimpleNamespace(trial=3, condition=SimpleNamespace(targets=MAIN))
    table = trials.table(search, state)
    decks, worth = trials.worth_of(table, search.settings["games"], search.book)
    errors = trials.loss_table(led, SimpleNamespace(losses=list(enumerate(losses))))
    return hash_of(table, decks, worth, errors)


def filled() -> str:
    """Return a hash of what the map does with values on the borders of its cells, between them and outside."""
    turns, cards = np.meshgrid(np.linspace(4, 16, 97), np.linspace(0, 8, 81))
    measures = np.column_stack([turns.ravel(), cards.ravel()])
    order = np.random.default_rng(2).permutation(np.repeat(np.arange(len(measures)), 2))
    archive = new_grid(solution_dim=1, extra_fields={"number": ((), "i4")})
    objectives = np.arange(len(order)) * 7 % 11
    added = archive.add(order[:, None], objectives, measures[order], number=np.arange(len(order)))
    return hash_of(*added.values(), *archive.data(return_type="tuple"))


def inner_loops() -> dict:
    """Return a hash of what the inner loop finds by each kind of model: in an empty map, and going on with it."""
    book = card_book(CARD_SET)
    cards, hashes = candidates(book, HERO_CLASS), {}
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


def write(folder=HOME / "data" / "fingerprints" / "dsa_me" / "search"):
    """Search, and write each fingerprint to its file."""
    with renewed(folder):
        for name in ("random", "map_elites"):
            found = searched(name)
            outcome = fingerprint(found)
            keep(Path(folder) / f"{name}.json", outcome)
        shared = {"kept": kept(*found[0]), "map": filled(), **inner_loops()}
        keep(Path(folder) / "led.json", outcome | shared)


if __name__ == "__main__":
    write()
