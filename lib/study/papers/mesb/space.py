"""How much of the space of all decks a search of MESB has reached (section 5.1, Figure 4).

All decks are given as `counts` (deck_space.py), those of a search as a table of searches (results.py).
"""

import numpy as np
import pandas as pd

from study.papers.mesb.deck_space import frame, quantile, shares

RARE = 1e-4  # about one of 10,000 random decks lies beyond the quantile of this share on each side
BIN = (3 / 30, 8 / 30)  # of mean and variance: equally many possible values per bin, or pictures have stripes
BEFORE = (0.5 / 30, 0.5 / 900)  # from the first edge to the smallest value


def bins(decks):
    """Return the edges of bins over all legal decks (a `frame`). No possible value lies on an edge."""
    columns = zip((decks["mean"], decks["variance"]), BIN, BEFORE, strict=True)
    return [np.arange(of.min() - before, of.max() + width, width) for of, width, before in columns]


def reached(rows, counts):
    """Return how much of the space of all decks a search has reached: a Series.

    `rows` are all its decks, `counts` all legal ones. In per cent: `span`, the share of all legal decks that
    lie in bins with a deck of the search; `span-bins`, the share of these bins among those with a legal deck;
    `ranges`, the share of the range of all decks, without the rare ones at both ends, between the search's
    extremes (the smaller of those for mean and variance).
    """
    edges = bins(frame(counts))
    tried, legal = np.histogram2d(rows["mean"], rows.variance, edges)[0] > 0, shares(counts, *edges)
    ranges = min(range_covered(rows[name], counts, name) for name in ("mean", "variance"))
    found = {"span": legal[tried].sum(), "span-bins": tried[legal > 0].mean(), "ranges": ranges}
    return 100 * pd.Series(found)


def range_covered(values, decks, name):
    """Return the share of the range of all decks, without the rare ones, between the extremes of `values`."""
    low, high = (quantile(decks, name, share) for share in (RARE, 1 - RARE))
    return max(0.0, (min(high, values.max()) - max(low, values.min())) / (high - low))
