"""The map of DSA-ME: 40 x 40 cells over the length of a game and the cards in hand (Zhang et al. 2022).

Section 6.1 gives the ranges; the resolution is that of the published code. The variant "published" also
follows the code: its cells are (range + 1) / 40 wide, and only values at or beyond the end of a range fall
into the last cell, so that only 38 x 36 = 1,368 of the 1,600 cells can be reached.
"""

import numpy as np

from deckspace.archives import FixedGrid, fixed_grid
from study.experiment import check_known

MEASURES = ("turns", "hand_size")
RANGES = ((5.0, 15.0), (1.0, 7.0))
DIMS = (40, 40)
GRIDS = ("correct", "published")


class PublishedGrid(FixedGrid):
    """pyribs' grid over ranges extended by 1; values from a true range's end on fall into the last cell."""

    def __init__(self, *, ranges=RANGES, **settings):
        super().__init__(ranges=[(low, high + 1) for low, high in ranges], **settings)
        self.tops = np.array([high for _, high in ranges])

    def index_of(self, measures):
        measures = np.asarray(measures, "f8")
        return super().index_of(np.where(measures >= self.tops, self.upper_bounds, measures))


def new_grid(grid="correct", *, solution_dim=30, solution_dtype="i2", **settings):
    """Return an empty archive of decks over (turns, hand size); `settings` are those of pyribs' GridArchive.

    `grid` is "correct" or "published"; in both, values outside the ranges fall into the outer cells, and a
    batch is inserted deck by deck. Raises ValueError for another name.
    """
    check_known("grid", grid, GRIDS)
    settings = dict(solution_dim=solution_dim, solution_dtype=solution_dtype, dims=DIMS) | settings
    if grid == "correct":
        return fixed_grid(ranges=RANGES, **settings)
    return PublishedGrid(objective_dtype="f8", measures_dtype="f8", **settings)


def cells_of(measures, grid="correct"):
    """Return the cells of measures, a DataFrame with two columns, as pairs of numbers (n, 2)."""
    index = new_grid(grid, solution_dim=1).index_of(measures.to_numpy("f8"))
    return np.column_stack(np.unravel_index(index, DIMS))
