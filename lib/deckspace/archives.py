"""Archives of elites: with sliding boundaries as in MESB, and growing or fixed grids for comparison.

Fontaine et al. 2019, sections 3.2 and 3.3; details that the paper leaves open follow its published code.

    archive = SlidingArchive(solution_dim=30, solution_dtype="i2", evaluations=10_000)
    archive.add(decks, objectives, measures)          # or add_single; returns status and value
    parents = sample_elites(archive, rng, 100)["solution"]
    archive.stats.coverage, archive.best_elite, archive.data(return_type="pandas")

Names and results are those of pyribs, so its plots, metrics and emitters work on all of them. What differs: a batch
is inserted one by one, so an individual's status and value count those before it in its batch; and in SlidingArchive
and GrowingGrid, which keep all individuals,

- there is a single open cell until the first individual, at which the first remap comes, not at the 100th;
- in SlidingArchive a boundary belongs to the cell below, without an epsilon;
- objectives and measures are float64;
- values that a field's type cannot hold are refused, where pyribs would cut them off;
- an iteration goes over the elites of its beginning, whatever is added or cleared meanwhile;
- there are no thresholds (CMA-MAE) and there is no `retessellate`.
"""

from numbers import Integral

import numpy as np
import pandas as pd
from ribs.archives import (
    ArchiveBase,
    ArchiveDataFrame,
    ArchiveStats,
    ArrayStore,
    GridArchive,
    SlidingBoundariesArchive,
)

from deckspace.errors import check_whole, shown

NOT_ADDED, IMPROVED, NEW = range(3)  # pyribs' status of an added individual
EMPTY = -1  # in place of the number of an elite
RESERVED = ("solution", "objective", "measures", "index")


# --- Growth of the map ---------------------------------------------------------------------


def published(progress, smallest, largest):
    """Grow as in the published code: the largest size is reached only by the last individual."""
    return smallest + (largest - smallest) * progress


def uniform(progress, smallest, largest):
    """Grow as in the paper's text: every size lasts equally long, including the largest."""
    return smallest + (largest - smallest + 1) * progress


def none(progress, smallest, largest):
    """Use the largest size from the start."""
    return largest


GROWTHS = {function.__name__: function for function in (published, uniform, none)}


def cells_per_measure(growth, count, evaluations, resolution):
    """Return the number of cells per measure that an archive of `count` individuals grows to."""
    # As in the published code: rounding of the quotient must not lose a whole step.
    progress = count / evaluations + 1e-9
    return min(int(GROWTHS[growth](progress, *resolution)), resolution[1])


# --- Sliding boundaries --------------------------------------------------------------------


class SlidingArchive(ArchiveBase):
    """An archive that remembers every individual and places its boundaries by the ranks of their measures.

    Every `remap_frequency` individuals (at the 1st, 101st, 201st, ...) the archive remaps: it cuts each measure
    into n cells at the values of rank i * N // n of all N individuals so far, and inserts all of them again in
    their original order. n grows with the progress count / evaluations from resolution[0] to resolution[1]; see
    GROWTHS. Only a strictly better individual replaces an elite. A value on a boundary belongs to the cell below.
    The outer cells are open.

    pyribs' SlidingBoundariesArchive differs: its size is fixed, it forgets individuals, and it starts from a
    grid of known ranges.

    Individuals and settings decide everything but the draws of `sample_elites`, so an archive from
    `from_individuals` or from a pickle continues exactly as the original would.

    >>> import deckspace as ds, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> archive = ds.SlidingArchive(solution_dim=3, evaluations=1000)
    >>> solutions = rng.normal(size=(500, 3))
    >>> added = archive.add(solutions, -np.square(solutions).sum(axis=1), solutions[:, :2])
    >>> archive.dims, archive.stats.num_elites
    (array([9, 9]), 81)
    """

    def __init__(
        self,
        *,
        solution_dim,
        measure_dim=2,
        evaluations=10_000,
        remap_frequency=100,
        resolution=(2, 20),
        growth="published",
        qd_score_offset=0.0,
        solution_dtype="f8",
        extra_fields=None,
        seed=None,
    ):
        """`evaluations` is the length of the whole run; `extra_fields` and `seed` are those of pyribs."""
        check_whole("The value of 'measure_dim'", measure_dim)
        check_whole("The value of 'evaluations'", evaluations)
        check_whole("The value of 'remap_frequency'", remap_frequency)
        check_resolution(resolution)
        check_growth(growth)
        check_extra_fields(extra_fields or {})
        super().__init__(solution_dim=solution_dim, objective_dim=(), measure_dim=measure_dim)
        self._evaluations, self._remap_frequency = evaluations, remap_frequency
        self._resolution, self._growth = tuple(resolution), growth
        self._qd_score_offset = qd_score_offset
        self._rng = np.random.default_rng(seed)  # of sample_elites
        self._field_desc = {
            "solution": (solution_dim, solution_dtype),
            "objective": ((), "f8"),
            "measures": (measure_dim, "f8"),
            **(extra_fields or {}),
        }
        self.clear()

    def clear(self):
        """Forget everything."""
        row = [(name, dtype, shape_of(shape)) for name, (shape, dtype) in self._field_desc.items()]
        self._rows, self._count = np.zeros(self._remap_frequency, row), 0
        self._cut(np.empty((self.measure_dim, 0)))

    # --- Properties ---

    @property
    def num_individuals(self):
        """The number of individuals inserted so far."""
        return self._count

    @property
    def evaluations(self):
        """The length of the whole run."""
        return self._evaluations

    @property
    def remap_frequency(self):
        """The number of individuals between two remaps."""
        return self._remap_frequency

    @property
    def qd_score_offset(self):
        """Subtracted from every objective in the QD score."""
        return self._qd_score_offset

    @property
    def field_list(self):
        return [*self._field_desc, "index"]

    @property
    def dtypes(self):
        return {name: self._rows.dtype[name].base for name in self._field_desc} | {"index": np.dtype("i4")}

    @property
    def dims(self):
        """The current number of cells on each measure."""
        return self._dims

    @property
    def cells(self):
        """The current number of cells."""
        return len(self._elites)

    @property
    def lower_bounds(self):
        """The smallest value of each measure so far."""
        return self._measures_so_far().min(axis=0)

    @property
    def upper_bounds(self):
        """The largest value of each measure so far."""
        return self._measures_so_far().max(axis=0)

    @property
    def interval_size(self):
        return self.upper_bounds - self.lower_bounds

    @property
    def boundaries(self):
        """For each measure the dims + 1 boundaries of its cells; the outermost are the extremes so far.

        Boundaries coincide where many individuals share a value; the cells between them stay empty.
        """
        bounds = zip(self.lower_bounds, self._inner, self.upper_bounds, strict=True)
        return [np.array([low, *inner, high]) for low, inner, high in bounds]

    @property
    def empty(self):
        return self._count == 0

    @property
    def best_elite(self):
        """The elite with the highest objective as a dict (the first of several); None if the archive is empty."""
        if self.empty:
            return None
        best = self._rows["objective"][: self._count].argmax()  # always the elite of its cell
        row = self._rows[[best]]
        elite = {name: row[name][0] for name in self._field_desc}
        return elite | {"index": self.index_of(elite["measures"][None])[0]}

    @property
    def stats(self):
        """Number of elites, coverage, QD score, its mean over all cells, and best and mean objective."""
        objectives = self._rows["objective"][self._elites[self._filled()]]
        qd_score = (objectives - self._qd_score_offset).sum()
        return ArchiveStats(
            num_elites=len(objectives),
            coverage=(self._elites != EMPTY).mean(),
            qd_score=qd_score,
            norm_qd_score=qd_score / self.cells,
            obj_max=None if self.empty else objectives.max(),
            obj_mean=None if self.empty else objectives.mean(),
        )

    def __len__(self):
        """The number of elites."""
        return len(self._filled())

    def data(self, fields=None, return_type=None):
        """Return the elites in the order of their cells, in any of the forms that pyribs' archives offer."""
        return self._store.data(fields, return_type)

    __iter__ = SlidingBoundariesArchive.__iter__
    retrieve = SlidingBoundariesArchive.retrieve
    retrieve_single = SlidingBoundariesArchive.retrieve_single
    sample_elites = SlidingBoundariesArchive.sample_elites

    def individuals(self, fields=None, return_type=None):
        """Return every individual ever inserted, in order, in the same forms as `data` (without `index`)."""
        numbers = np.arange(self._count)
        fields = list(self._field_desc) if fields is None else fields
        return self._stored(numbers, numbers, self._count).data(fields, return_type)

    @classmethod
    def from_individuals(cls, individuals, **settings):
        """Return the archive of these individuals: what `individuals` returned, as a dict or a DataFrame."""
        archive = cls(**settings)
        if isinstance(individuals, pd.DataFrame):
            frame = ArchiveDataFrame(individuals)
            individuals = {name: frame.get_field(name) for name in archive._field_desc}
        if len(individuals["objective"]):
            archive.add(**individuals)
        return archive

    # --- Inserting ---

    def add_single(self, solution, objective, measures, **fields):
        """Insert one individual; see `add`."""
        fields |= {"solution": solution, "objective": objective, "measures": measures}
        result = self.add(**{name: np.asarray(values)[None] for name, values in fields.items()})
        return {name: values[0] for name, values in result.items()}

    def add(self, solution, objective, measures, **fields):
        """Insert a batch, with the same result as inserting its individuals one by one.

        Returns a dict of two arrays: `status` (0 not added, 1 better than the elite of its cell, 2 in an
        empty cell) and `value` (the objective minus that of the replaced or surviving elite), both at the
        moment of insertion. Raises ValueError and inserts nothing if anything is wrong.
        """
        fields |= {"solution": solution, "objective": objective, "measures": measures}
        first = self._keep(self._checked(fields))
        numbers = np.arange(first, self._count)
        is_remap = self._remaps_at(numbers)
        starts = [0, *(np.flatnonzero(is_remap[1:]) + 1).tolist()]
        results = []
        for begin, end in zip(starts, [*starts[1:], len(numbers)], strict=True):
            if is_remap[begin:end].any():  # if so, the first one
                self._remap(numbers[begin])
            results += self._insert(numbers[begin:end])
        status, value = zip(*results, strict=True) if results else ((), ())
        return {"status": np.array(status, "i4"), "value": np.array(value, "f8")}

    def index_of(self, measures):
        """Return the cells of a batch of measures, one integer each: see int_to_grid_index."""
        measures = np.asarray(measures, "f8")
        if measures.ndim != 2 or measures.shape[1] != self.measure_dim:
            raise ValueError(f"Measures must have the shape (n, {self.measure_dim}), not {measures.shape}.")
        if not np.isfinite(measures).all():
            raise ValueError("Measures must be finite: no cell holds nan or infinity.")
        return self._cells_of(measures).astype("i4")

    index_of_single = SlidingBoundariesArchive.index_of_single
    int_to_grid_index = GridArchive.int_to_grid_index
    grid_to_int_index = GridArchive.grid_to_int_index

    def _checked(self, fields):
        """Return a batch as rows."""
        if fields.keys() != self._field_desc.keys():
            raise ValueError(
                f"Individuals of this archive have the fields {', '.join(self._field_desc)}, not {', '.join(fields)}."
            )
        if np.ndim(fields["objective"]) != 1:
            raise ValueError("A batch needs a list of objectives; add_single takes one individual.")
        rows = np.zeros(len(fields["objective"]), self._rows.dtype)
        for name, values in fields.items():
            values = np.asarray(values)
            if values.shape != rows[name].shape:
                raise ValueError(
                    f"The {name} of {len(rows)} individuals must have the shape {rows[name].shape}, not {values.shape}."
                )
            if not np.can_cast(values.dtype, rows[name].dtype, "same_kind"):
                raise ValueError(
                    f"The {name} is stored as {rows[name].dtype}, which cannot hold {values.dtype}."
                )
            rows[name] = values
            if rows[name].dtype.kind in "iu" and (rows[name] != values).any():
                raise ValueError(f"The {name} is stored as {rows[name].dtype}, which is too small for it.")
        for name in ("objective", "measures"):
            if not np.isfinite(rows[name]).all():
                odd = rows[name][~np.isfinite(rows[name])][0]
                raise ValueError(f"The {name} of an individual must be finite, not {odd}.")
        return rows

    def _keep(self, rows):
        """Store rows and return the number of the first."""
        first = self._count
        self._count += len(rows)
        if self._count > len(self._rows):
            longer = np.zeros(max(self._count, 2 * len(self._rows)), self._rows.dtype)
            longer[:first] = self._rows[:first]
            self._rows = longer
        self._rows[first : self._count] = rows
        return first

    def _remaps_at(self, numbers):
        """Return before the insertion of which individuals the archive remaps: an array of bool."""
        return (numbers + 1) % self._remap_frequency == 1 % self._remap_frequency

    def _size(self, count):
        return cells_per_measure(self._growth, count, self._evaluations, self._resolution)

    def _remap(self, number):
        """Recompute the boundaries from the individuals up to `number`, and reinsert those before it."""
        count = number + 1
        self._cut(self._boundaries_between(self._size(count), count))
        objectives = self._rows["objective"][:number]
        cells = self._cells_of(self._rows["measures"][:number])
        best = np.full(self.cells, -np.inf)
        np.maximum.at(best, cells, objectives)
        winners = np.flatnonzero(objectives == best[cells])
        filled, first = np.unique(cells[winners], return_index=True)  # the first inserted wins ties
        self._elites[filled] = winners[first]

    def _boundaries_between(self, n, count):
        """Return the n - 1 inner boundaries of each measure, at equal ranks of the first `count` individuals."""
        ranked = np.sort(self._rows["measures"][:count].T)
        return ranked[:, np.arange(1, n) * count // n]

    def _cut(self, inner):
        """Set the inner boundaries and empty all cells."""
        self._inner = inner
        self._dims = np.array([len(boundaries) + 1 for boundaries in inner])
        self._elites = np.full(np.prod(self._dims), EMPTY)  # the number of each cell's elite

    def _insert(self, numbers):
        """Insert individuals in order and return the status and the value of each."""
        rows = self._rows[numbers]
        cells = self._cells_of(rows["measures"]).tolist()
        return [self._enter(*one) for one in zip(numbers, cells, rows["objective"].tolist(), strict=True)]

    def _cells_of(self, measures):
        """Return the cells of checked measures: indices into a C array of the shape dims."""
        cells = np.zeros(len(measures), "i8")
        for inner, column in zip(self._inner, measures.T, strict=True):
            cells *= len(inner) + 1
            cells += inner.searchsorted(column)  # the number of boundaries below
        return cells

    def _enter(self, number, cell, objective):
        rival = self._elites[cell]
        value = objective if rival == EMPTY else objective - self._rows["objective"][rival]
        if rival != EMPTY and value <= 0:
            return NOT_ADDED, value
        self._elites[cell] = number
        return NEW if rival == EMPTY else IMPROVED, value

    # --- Reading ---

    def _filled(self):
        """Return the cells that have an elite."""
        return np.flatnonzero(self._elites != EMPTY)

    @property
    def _store(self):
        """The elites, by the name that pyribs' methods read."""
        cells = self._filled()
        return self._stored(cells, self._elites[cells], self.cells)

    def _stored(self, places, numbers, capacity):
        """Return a pyribs ArrayStore with these individuals at these places."""
        store = ArrayStore(self._field_desc, capacity)
        store.add(places, {name: self._rows[name][numbers] for name in self._field_desc})
        return store

    def _measures_so_far(self):
        if self.empty:
            raise ValueError("An empty archive has no boundaries: add individuals first.")
        return self._rows["measures"][: self._count]


# --- Grids ---------------------------------------------------------------------------------


class GrowingGrid(SlidingArchive):
    """An archive of equal cells over known ranges that grows as SlidingArchive does: MESB's uniform map.

    As in the published code of MESB, it remaps at every individual that changes its size, so `remap_frequency` is not
    among its settings; a value on a boundary belongs to the cell above, and values outside the ranges to the outer cells.

    >>> import deckspace as ds
    >>> archive = ds.GrowingGrid(ranges=[(0, 10), (0, 10)], solution_dim=1, evaluations=100)
    >>> archive.add_single([1.0], 5.0, [2, 7])["status"]
    np.int32(2)
    """

    def __init__(self, *, ranges, **settings):
        """`ranges` holds the lowest and the highest value of each measure; `settings` are those of SlidingArchive."""
        if "remap_frequency" in settings:
            raise ValueError("A growing grid remaps whenever its size changes: leave out remap_frequency.")
        check_ranges(ranges, settings.get("measure_dim", 2))
        self._ranges = np.array(ranges, "f8")
        super().__init__(**settings)

    @property
    def lower_bounds(self):
        """The lower end of each range."""
        return self._ranges[:, 0]

    @property
    def upper_bounds(self):
        """The upper end of each range."""
        return self._ranges[:, 1]

    def _boundaries_between(self, n, count):
        """Return the n - 1 boundaries between equal cells of each measure."""
        return np.array([np.linspace(low, high, n + 1)[1:-1] for low, high in self._ranges])

    def _remaps_at(self, numbers):
        sizes = [self._size(count) for count in range(numbers[0], numbers[-1] + 2)] if len(numbers) else [0]
        return (np.diff(sizes) > 0) | (numbers == 0)

    def _cells_of(self, measures):
        low, high = self._ranges.T
        above = np.clip(measures, low, high) - low
        # As in the published code: a value on a boundary must not fall below it by rounding.
        places = (self._dims * above + 1e-9) // (high - low)
        return np.ravel_multi_index(np.minimum(places, self._dims - 1).astype("i8").T, self._dims)


class FixedGrid(GridArchive):
    """pyribs' grid, except that a batch is inserted one individual at a time, as in SlidingArchive."""

    def add(self, solution, objective, measures, **fields):
        """Insert a batch one by one; see SlidingArchive."""
        kind = (
            SlidingBoundariesArchive if len(solution) else GridArchive
        )  # the former returns no arrays for none
        return kind.add(self, solution, objective, measures, **fields)


def fixed_grid(
    *,
    solution_dim,
    ranges,
    dims=(20, 20),
    solution_dtype="f8",
    qd_score_offset=0.0,
    extra_fields=None,
    seed=None,
):
    """Return an archive of equal cells over known ranges (pyribs' GridArchive); the outer cells take values outside.

    `seed` decides which elites its own `sample_elites` draws, and so where pyribs' emitters restart.

    >>> import deckspace as ds
    >>> archive = ds.fixed_grid(solution_dim=1, ranges=[(0, 10), (0, 10)], dims=(5, 5))
    >>> archive.dims
    array([5, 5], dtype=int32)
    """
    check_ranges(ranges, len(dims))
    for dim in dims:
        check_whole("The value of 'dims'", dim)
    return FixedGrid(
        solution_dim=solution_dim,
        dims=dims,
        ranges=ranges,
        solution_dtype=solution_dtype,
        objective_dtype="f8",
        measures_dtype="f8",
        qd_score_offset=qd_score_offset,
        extra_fields=extra_fields,
        seed=seed,
    )


def sample_elites(archive, rng, n):
    """Draw n elites uniformly with replacement, as a dict of arrays.

    Works for any archive; unlike the archive's own method of this name, it uses the caller's generator. Raises
    ValueError for an empty archive.

    >>> import deckspace as ds, numpy as np
    >>> archive = ds.fixed_grid(solution_dim=1, ranges=[(0, 10), (0, 10)])
    >>> status = archive.add_single([1.0], 5.0, [2, 7])
    >>> ds.sample_elites(archive, np.random.default_rng(1), 2)["solution"].tolist()
    [[1.0], [1.0]]
    """
    if archive.empty:
        raise ValueError("No elite can be drawn: the archive is empty.")
    drawn = rng.integers(len(archive), size=n)
    return {name: values[drawn] for name, values in archive.data().items()}


# --- Settings ------------------------------------------------------------------------------


def check_ranges(ranges, measures):
    """Raise ValueError unless each of these measures has a range from a smaller to a larger number."""
    if len(ranges) != measures:
        raise ValueError(f"A grid needs a range for each measure: {measures}, not {len(ranges)}.")
    for low, high in ranges:
        if not low < high:
            raise ValueError(f"A range must go from a smaller to a larger number, not from {low} to {high}.")


def check_resolution(resolution):
    """Raise ValueError unless this is a pair: the smallest and the largest number of cells on a measure."""
    pair = np.shape(resolution) == (2,) and all(isinstance(n, Integral) for n in resolution)
    if not pair or not 1 <= resolution[0] <= resolution[1]:
        raise ValueError(f"A resolution must be two whole numbers, such as (2, 20), not {shown(resolution)}.")


def check_growth(growth):
    """Raise ValueError for an unknown growth."""
    if growth not in GROWTHS:
        raise ValueError(f"Unknown growth {shown(growth)}; choose one of {', '.join(GROWTHS)}.")


def check_extra_fields(fields):
    """Raise ValueError for field names that cannot be used."""
    for name in fields:
        if name in RESERVED or not name.isidentifier():
            raise ValueError(f"An extra field cannot be called {name!r}.")


def shape_of(dim):
    """Return a dimension as a shape, as pyribs reads it."""
    return (dim,) if isinstance(dim, Integral) else tuple(dim)
