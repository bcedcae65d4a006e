"""The map of DSA-ME: 40 x 40 cells over the length of a game and the cards in hand (Zhang et al. 2022).

Section 6.1 gives the ranges; the resolution is the published code's, and so is the variant "published": there the width
of a cell is (range + 1) / 40, and only values at the end of a range or beyond it get into the last cell. Hence 38 x 36 =
1,368 of the 1,600 cells can be reached.
"""

import numpy as np

from deckspace.archives import FixedGrid, fixed_grid

MEASURES = ("turns", "hand_size")
RANGES = ((5.0, 15.0), (1.0, 7.0))
DIMS = (40, 40)
GRIDS = ("correct", "published")


class PublishedGrid(FixedGrid):
    """pyribs' grid over ranges that are longer by 1; from the ends of the true ranges on, all is the last cell."""

    def __init__(self, *, ranges=RANGES, **settings):
        super().__init__(ranges=[(low, high + 1) for low, high in ranges], **settings)
        self.tops = np.array([high for _, high in ranges])

    def index_of(self, measures):
        measures = np.asarray(measures, "f8")
        return super().index_of(np.where(measures >= self.tops, self.upper_bounds, measures))


def new_grid(grid="correct", *, solution_dim=30, solution_dtype="i2", **settings):
    """Return an empty archive of decks over (turns, hand size); `settings` are those of pyribs' GridArchive.

    `grid` is "correct" or "published"; in both, what lies outside the ranges goes to the outer cells, and a batch is
    inserted one deck after the other. Raises ValueError for another name.
    """
    if grid not in GRIDS:
        raise ValueError(f"There is no grid {grid!r}; choose one of {', '.join(GRIDS)}.")
    settings = dict(solution_dim=solution_dim, solution_dtype=solution_dtype, dims=DIMS) | settings
    if grid == "correct":
        return fixed_grid(ranges=RANGES, **settings)
    return PublishedGrid(objective_dtype="f8", measures_dtype="f8", **settings)


def cells_of(measures, grid="correct"):
    """Return the cells of measures, a DataFrame with two columns, as pairs of numbers (n, 2)."""
    index = new_grid(grid, solution_dim=1).index_of(measures.to_numpy("f8"))
    return np.column_stack(np.unravel_index(index, DIMS))
