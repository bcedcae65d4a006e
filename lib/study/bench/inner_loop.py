"""The cost of the inner loop of DSA-ME: `./run bench inner-loop`, a table (csv) of CPU time.

Timed are our loop at the paper's size (a million decks; Zhang et al. 2022, section A.1) and, for fewer
generations, the same loop in pyribs and torch: pyribs' own grid, one batch of decks at a time. Both query the
same surrogate. The microseconds per deck are also the seconds per million decks.
"""

import time

import numpy as np
import pandas as pd
from ribs.archives import GridArchive

from deckspace.deckbuilding import candidates, mutated, random_deck
from deckspace.engine.hearthstone.decks import SIZE
from deckspace.engine.hearthstone.encode import card_book
from deckspace.surrogate import Surrogate, bag_of_cards, one_thread
from study.bench.tables import print_table
from study.papers.dsa_me.grids import DIMS, RANGES, new_grid
from study.papers.dsa_me.inner_loop import inner_search

REPEATS = 5
SEED = 2022
BATCH, INITIAL, WARM_UP = 10, 100, 20
LESSONS = 1_000  # decks that the surrogate learns from
GENERATIONS = {"ours": 100_000, "pyribs and torch": 1_000}


def taught(cards, keys):
    """Return a surrogate that has learned random effects of the cards, so that its decks fill a map."""
    rng = np.random.default_rng([SEED, 0])
    bags = bag_of_cards([random_deck(rng, cards) for _ in range(LESSONS)], cards)
    effects = bags @ rng.normal(size=(len(keys), 3))
    values = [0, 10, 4] + [10, 2, 1] * (effects - effects.mean(axis=0)) / effects.std(axis=0)
    surrogate = Surrogate(keys, seed=SEED)
    surrogate.fit(bags, values.astype("f4"))
    return surrogate


def ours(surrogate, cards, **sizes):
    """Return the archive that the compiled loop fills."""
    archive = new_grid()
    inner_search(surrogate.layers(), cards, archive, seed=SEED, **sizes)
    return archive


def plain(surrogate, cards, generations, batch, initial):
    """Return the archive that a loop in pyribs and torch fills; its random numbers and decks differ."""
    rng = np.random.default_rng([SEED, 1])
    archive = GridArchive(solution_dim=SIZE, solution_dtype="i2", dims=DIMS, ranges=RANGES, seed=SEED)
    for made in range(0, generations * batch, batch):
        if made < initial:
            decks = [random_deck(rng, cards) for _ in range(batch)]
        else:
            decks = [mutated(rng, parent, cards) for parent in archive.sample_elites(batch)["solution"]]
        predictions = surrogate.predict(bag_of_cards(decks, cards))
        archive.add(decks, predictions[:, 0], predictions[:, 1:])
    return archive


LOOPS = {"ours": ours, "pyribs and torch": plain}


def bench(repeats=REPEATS, generations=GENERATIONS, batch=BATCH, initial=INITIAL):
    """Return medians: loop, microseconds (per deck), elites (at the end), generations, batch, runs."""
    book = card_book("dsa_me")
    cards = candidates(book, "ROGUE")
    surrogate, found = taught(cards, [book.key(int(n)) for n in cards.numbers]), []
    for loop, search in LOOPS.items():
        sizes = dict(batch=batch, initial=initial)
        with one_thread():
            search(surrogate, cards, generations=WARM_UP, **sizes)
            for _ in range(repeats):
                began = time.process_time()
                archive = search(surrogate, cards, generations=generations[loop], **sizes)
                seconds = time.process_time() - began
                found.append((loop, 1e6 * seconds / generations[loop] / batch, len(archive)))
    table = pd.DataFrame(found, columns=["loop", "microseconds", "elites"])
    medians = table.groupby("loop", sort=False, as_index=False).median().round(2)
    medians["generations"] = medians["loop"].map(generations)
    return medians.astype({"elites": int}).assign(batch=batch, runs=repeats)


if __name__ == "__main__":
    print_table("inner-loop", __doc__, bench)
