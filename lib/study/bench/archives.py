"""The cost of an insertion into an archive: `./run bench archives`, a table (csv) of CPU time.

Three archives are timed: ours; pyribs' own with sliding boundaries, which remembers the last 1,000
individuals by default or, as in MESB, all of them; and pyribs' plain grid. All have 20 x 20 cells from the
start and receive the same 10,000 random decks, one at a time and in batches of 50. Remaps are included.
"""

import time
from functools import partial

import numpy as np
import pandas as pd
from ribs.archives import GridArchive, SlidingBoundariesArchive

from deckspace.archives import SlidingArchive
from study.bench.tables import print_table
from study.papers.mesb.experiments import GRID

REPEATS = 5
SEED = 2019
INDIVIDUALS, WINDOW = 10_000, 1_000  # how many are inserted, and how many are timed together
BATCHES = (1, 50)
SIZE = dict(solution_dim=30, solution_dtype="i2")
PYRIBS = SIZE | dict(dims=(20, 20), ranges=GRID)
KINDS = {
    "ours, sliding": partial(SlidingArchive, growth="none", **SIZE),
    "pyribs, sliding, remembers all": partial(
        SlidingBoundariesArchive, buffer_capacity=INDIVIDUALS, **PYRIBS
    ),
    "pyribs, sliding, remembers 1,000": partial(SlidingBoundariesArchive, **PYRIBS),
    "pyribs, grid": partial(GridArchive, **PYRIBS),
}


def individuals(n):
    """Return n individuals, a dict of arrays as `add` takes them: costs like a deck's, random objectives."""
    rng = np.random.default_rng(SEED)
    costs = rng.binomial(8, rng.uniform(0.2, 0.6, (n, 1)), (n, 30))
    measures = np.column_stack([costs.sum(axis=1), costs.var(axis=1)])
    return {"solution": costs.astype("i2"), "objective": rng.normal(size=n), "measures": measures}


def timed(archive, some, batch):
    """Return the CPU seconds that inserting these individuals in batches of this size takes."""
    n = len(some["objective"])
    parts = [{name: values[i : i + batch] for name, values in some.items()} for i in range(0, n, batch)]
    add = archive.add
    if batch == 1:
        add, parts = archive.add_single, [{name: part[name][0] for name in part} for part in parts]
    began = time.process_time()
    for part in parts:
        add(**part)
    return time.process_time() - began


def bench(repeats=REPEATS, n=INDIVIDUALS, window=WINDOW):
    """Return medians: kind, batch, individuals (already in), microseconds (per insertion), n timed, runs."""
    given = individuals(n)
    windows = [{name: values[i : i + window] for name, values in given.items()} for i in range(0, n, window)]
    found = []
    for _ in range(repeats):
        for kind, new in KINDS.items():
            for batch in BATCHES:
                timed(new(), windows[0], batch)  # warm up
                archive = new()
                seconds = [timed(archive, some, batch) for some in windows]
                found += [(kind, batch, i * window, 1e6 * s / window) for i, s in enumerate(seconds)]
    table = pd.DataFrame(found, columns=["kind", "batch", "individuals", "microseconds"])
    medians = table.groupby(["kind", "batch", "individuals"], sort=False, as_index=False).median()
    return medians.round(1).assign(n=window, runs=repeats)


if __name__ == "__main__":
    print_table("archives", __doc__, bench)
