"""Archives: the sliding one against a slow, obviously correct one, pyribs' plots, and continuation."""

import pickle

import matplotlib.figure
import numpy as np
import pandas as pd
import pytest
from ribs.archives import ArchiveDataFrame, GridArchive

from deckspace.archives import GrowingGrid, SlidingArchive, cells_per_measure, fixed_grid, grid, sample_elites

matplotlib.use("Agg")
SMALL = {"solution_dim": (), "evaluations": 60, "remap_frequency": 7, "resolution": (2, 6)}
MEASURES = {
    "all different": lambda rng, shape: rng.normal(size=shape),
    "skewed": lambda rng, shape: rng.exponential(size=shape) ** 4,
    "few values": lambda rng, shape: rng.integers(5, size=shape),
    "whole numbers": lambda rng, shape: np.rint(rng.normal(0, 6, shape)),
    "all equal": lambda rng, shape: np.full(shape, 3.5),
    "one measure equal": lambda rng, shape: rng.normal(size=shape) * np.arange(shape[1]),
    "rising": lambda rng, shape: np.arange(shape[0])[:, None] * np.ones(shape),
    "falling": lambda rng, shape: -np.arange(shape[0])[:, None] * np.ones(shape),
}


def some(kind, n=75, measure_dim=2, seed=1):
    """A batch of individuals, the solution of each its number, many objectives equal."""
    rng = np.random.default_rng(seed)
    measures = MEASURES[kind](rng, (n, measure_dim))
    return {"solution": np.arange(n), "objective": rng.integers(-9, 9, n) * 1.0, "measures": measures}


def rows(batch, *which):
    return {name: values[slice(*which)] for name, values in batch.items()}


def slow_map(objectives, measures, growth="published", frequency=7, evaluations=60, smallest=2, largest=6):
    """Compute from scratch {cell: number of its elite}, and the status of the last individual."""
    remapped_at = max(c for c in range(1, len(objectives) + 1) if c % frequency == 1 % frequency)
    steps = {"published": largest - smallest, "uniform": largest - smallest + 1, "none": 10**9}[growth]
    n = min(largest, smallest + steps * remapped_at // evaluations)
    columns = list(zip(*measures, strict=True))
    bounds = [[sorted(column[:remapped_at])[i * remapped_at // n] for i in range(n)] for column in columns]
    elites = {}
    for number, objective in enumerate(objectives):
        cell = tuple(slow_bucket(b, value) for b, value in zip(bounds, measures[number], strict=True))
        rival = elites.get(cell)
        if rival is None or objective > objectives[rival]:
            elites[cell] = number
    return elites, rival


def slow_bucket(bounds, value):
    bucket = -1
    for bound in bounds:
        bucket += bound < value
    return max(bucket, 0)


def fast_map(archive):
    solutions, cells = archive.data(["solution", "index"], return_type="tuple")
    return dict(
        zip(
            map(tuple, archive.int_to_grid_index(cells).tolist()), solutions.astype(int).tolist(), strict=True
        )
    )


def same(one, other):
    """Tell whether two archives are the same in all public data."""
    mine, others = one.data(return_type="pandas"), other.data(return_type="pandas")
    assert mine.equals(others) and len(mine) == len(one) == len(other)
    assert one.individuals(return_type="pandas").equals(other.individuals(return_type="pandas"))
    for a, b in zip(one.boundaries, other.boundaries, strict=True):
        assert a.tolist() == b.tolist()
    assert one.stats == other.stats
    return True


# --- Against the slow one ------------------------------------------------------------------


@pytest.mark.parametrize("kind", MEASURES)
@pytest.mark.parametrize("growth", ["published", "uniform", "none"])
def test_every_insertion_leaves_what_the_slow_map_says(kind, growth):
    batch = some(kind)
    archive = SlidingArchive(**SMALL, growth=growth)
    objectives, measures = batch["objective"].tolist(), batch["measures"].tolist()
    for i in range(75):
        result = archive.add(**rows(batch, i, i + 1))
        elites, rival = slow_map(objectives[: i + 1], measures[: i + 1], growth)
        assert fast_map(archive) == elites
        status = 0 if i not in elites.values() else 2 if rival is None else 1
        value = objectives[i] - (0 if rival is None else objectives[rival])
        assert (result["status"].tolist(), result["value"].tolist()) == ([status], [value])


@pytest.mark.parametrize("measure_dim", [1, 3])
@pytest.mark.parametrize("frequency", [1, 2, 100])
def test_other_numbers_of_measures_and_remaps(measure_dim, frequency):
    batch = some("whole numbers", 60, measure_dim)
    archive = SlidingArchive(**SMALL | {"remap_frequency": frequency}, measure_dim=measure_dim)
    for i in range(0, 60, 12):
        archive.add(**rows(batch, i, i + 12))
        result = batch["objective"][: i + 12].tolist(), batch["measures"][: i + 12].tolist()
        assert fast_map(archive) == slow_map(*result, frequency=frequency)[0]


@pytest.mark.parametrize("kind", MEASURES)
def test_a_batch_is_one_after_the_other(kind):
    batch, rng = some(kind), np.random.default_rng(3)
    single, batched = SlidingArchive(**SMALL), SlidingArchive(**SMALL)
    begin = 0
    while begin < 75:
        end = begin + int(rng.integers(1, 30))
        result = batched.add(**rows(batch, begin, end))
        singles = [
            single.add_single(**{k: v[i] for k, v in batch.items()}) for i in range(begin, min(end, 75))
        ]
        for name in ("status", "value"):
            assert result[name].tolist() == [one[name] for one in singles]
        assert same(single, batched)
        begin = end


@pytest.mark.parametrize("kind", MEASURES)
def test_elites_lie_within_the_boundaries_of_their_cells(kind):
    archive = SlidingArchive(**SMALL)
    archive.add(**some(kind))
    for elite in archive:
        for i, place in enumerate(archive.int_to_grid_index([elite["index"]])[0]):
            low, high = archive.boundaries[i][place : place + 2]
            assert low <= elite["measures"][i] <= high


def test_boundaries_are_at_equal_ranks():
    archive = SlidingArchive(solution_dim=(), evaluations=100, remap_frequency=101, resolution=(4, 4))
    archive.add([0], [0.0], [[5, 5]])
    measures = np.random.default_rng(1).permutation(100).astype(float)
    archive.add(np.arange(100), np.zeros(100), np.c_[measures, -measures])
    assert archive.boundaries[0].tolist() == [0, 5, 5, 5, 99]  # as the only one was
    archive.add([0], [0.0], [[100, -100]])  # number 102 remaps: ranks 25, 51, 76 of 0..100 and a second 5
    assert archive.boundaries[0].tolist() == [0, 24, 50, 75, 100]
    assert archive.boundaries[1].tolist() == [-100, -75, -49, -24, 5]
    assert archive.index_of([[24, 9]]).tolist() == [3], "a value on a boundary belongs to the cell below"
    assert archive.index_of([[24.1, -99], [-1e9, 1e9]]).tolist() == [4, 3]


def test_an_equal_one_does_not_replace():
    archive = SlidingArchive(**SMALL)
    assert archive.add([1, 2, 3], [5.0, 5.0, 6.0], [[0, 0]] * 3)["status"].tolist() == [2, 0, 1]
    archive.add(np.arange(10, 20), [6.0] * 10, [[0, 0]] * 10)  # remaps on its way
    assert archive.data("solution").tolist() == [3] and archive.best_elite["solution"] == 3


@pytest.mark.parametrize(
    ("growth", "sizes"), [("published", (2, 10, 19)), ("uniform", (2, 11, 20)), ("none", (20,) * 3)]
)
def test_sizes_of_a_whole_run(growth, sizes):
    assert tuple(cells_per_measure(growth, n, 10_000, (2, 20)) for n in (1, 4901, 9901)) == sizes
    assert cells_per_measure(growth, 10_000, 10_000, (2, 20)) == 20
    assert cells_per_measure(growth, 99_999, 10_000, (2, 20)) == 20


# --- Going on later ------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [0, 1, 7, 8, 40])
def test_a_stopped_run_continues_identically(stop, tmp_path):
    settings = SMALL | {"solution_dim": 3, "solution_dtype": "i2", "extra_fields": {"wins": ((), "i4")}}
    batch = some("few values")
    batch |= {"solution": np.arange(225).reshape(75, 3), "wins": np.arange(75)}
    whole, first = SlidingArchive(**settings), SlidingArchive(**settings)
    whole.add(**batch)
    if stop:
        first.add(**rows(batch, stop))
    first.individuals(return_type="pandas").to_parquet(tmp_path / "individuals.parquet")
    frame = ArchiveDataFrame(pd.read_parquet(tmp_path / "individuals.parquet"))
    for again in (
        SlidingArchive.from_individuals(first.individuals(), **settings),
        SlidingArchive.from_individuals(frame, **settings),
        pickle.loads(pickle.dumps(first)),
    ):
        assert again.num_individuals == stop
        again.add(**rows(batch, stop, None))
        assert same(again, whole)
    assert whole.individuals("wins").tolist() == list(range(75))


def test_clear_forgets_everything():
    archive = SlidingArchive(**SMALL)
    archive.add(**some("skewed"))
    archive.clear()
    assert archive.empty and len(archive) == 0 and archive.best_elite is None
    assert archive.stats.coverage == 0 and archive.stats.obj_max is None
    archive.add(**some("few values"))
    fresh = SlidingArchive(**SMALL)
    fresh.add(**some("few values"))
    assert same(archive, fresh)


# --- What pyribs has too -------------------------------------------------------------------


def test_statistics():
    archive = SlidingArchive(**SMALL, qd_score_offset=-30)
    archive.add(**some("all different"))
    objectives, stats = archive.data("objective"), archive.stats
    assert stats.num_elites == len(objectives) == len(archive)
    assert stats.coverage == len(objectives) / archive.cells == len(objectives) / np.prod(archive.dims)
    assert stats.qd_score == sum(objectives + 30) and stats.norm_qd_score == stats.qd_score / archive.cells
    assert stats.obj_max == max(objectives) == archive.best_elite["objective"]
    assert stats.obj_mean == objectives.mean()


def test_names_and_results_are_those_of_pyribs():
    ours, theirs = SlidingArchive(**SMALL), fixed_grid(solution_dim=(), ranges=[(-3, 3)] * 2, dims=(6, 6))
    batch = some("all different")
    for archive in (ours, theirs):
        result = archive.add(**rows(batch, 70))
        assert (result["status"].dtype, result["value"].dtype) == (np.dtype("i4"), np.dtype("f8"))
        assert archive.add_single(**{k: v[70] for k, v in batch.items()}).keys() == result.keys()
        assert isinstance(archive.data(return_type="pandas"), ArchiveDataFrame)
        assert archive.best_elite["objective"] == archive.data("objective").max()
        assert archive.index_of(batch["measures"]).dtype == np.dtype("i4")
    for name in ("field_list", "dtypes"):
        assert set(getattr(ours, name)) == set(getattr(theirs, name)) - {"threshold"}
    assert vars(ours.stats).keys() == vars(theirs.stats).keys()
    assert ours.solution_dim == () and ours.measure_dim == 2 and ours.objective_dim == ()


@pytest.fixture
def plots():
    return pytest.importorskip("ribs.visualize", reason="pyribs' plots need shapely")


@pytest.mark.parametrize("kind", ["all different", "few values", "all equal"])
@pytest.mark.parametrize("lines", [0, 0.5])
@pytest.mark.filterwarnings("ignore:Attempting to set identical")
def test_pyribs_plots_it(plots, kind, lines):
    archive = SlidingArchive(**SMALL)
    archive.add(**some(kind))
    figure = matplotlib.figure.Figure()
    axes = figure.add_subplot()
    plots.sliding_boundaries_archive_heatmap(archive, ax=axes, boundary_lw=lines)
    shown = axes.collections[0]
    assert shown.get_offsets().tolist() == archive.data("measures").tolist()
    assert shown.get_array().tolist() == archive.data("objective").tolist()
    low, high = axes.get_xlim()
    assert low <= archive.data("measures")[:, 0].min() and archive.data("measures")[:, 0].max() <= high
    assert len(axes.collections) == (3 if lines else 1)
    plots.sliding_boundaries_archive_heatmap(
        archive, ax=axes, df=archive.data(return_type="pandas"), cbar=None
    )
    figure.canvas.draw()


def test_pyribs_plots_the_fixed_grid(plots):
    archive = fixed_grid(solution_dim=(), ranges=[(-3, 3), (-2, 2)], dims=(4, 5))
    archive.add(**some("all different"))
    plots.grid_archive_heatmap(archive, ax=matplotlib.figure.Figure().add_subplot())


# --- Both kinds ----------------------------------------------------------------------------


def both():
    kinds = SlidingArchive(**SMALL), fixed_grid(solution_dim=(), ranges=[(-3, 3)] * 2, dims=(6, 6))
    for archive in kinds:
        archive.add(**some("all different"))
    return kinds


RANGES = ((-3.0, 3.0), (-2.0, 4.0))


def test_a_grid_that_does_not_grow_has_the_elites_of_a_fixed_one():
    """Draw measures inside and outside the ranges, none on a boundary, where the two kinds differ."""
    batch = some("all different", 400)
    growing = GrowingGrid(solution_dim=(), ranges=RANGES, growth="none", resolution=(2, 20))
    fixed = fixed_grid(solution_dim=(), ranges=RANGES)
    for archive in (growing, fixed):
        archive.add(**batch)
    elites = [archive.data(return_type="pandas").sort_values("index") for archive in (growing, fixed)]
    for name in ("index", "solution", "objective"):
        assert elites[0][name].tolist() == elites[1][name].tolist()
    assert growing.boundaries[1].tolist() == pytest.approx(fixed.boundaries[1].tolist())


def test_a_growing_grid_grows_when_the_sliding_archive_does_and_keeps_its_ranges():
    batch = some("skewed")
    growing, sliding = GrowingGrid(ranges=RANGES, **SMALL), SlidingArchive(**SMALL)
    for number in range(75):
        for archive in (growing, sliding):
            archive.add(**rows(batch, number, number + 1))
        assert growing.dims.tolist() == sliding.dims.tolist()
        assert np.diff(growing.boundaries[0]) == pytest.approx(6 / growing.dims[0])
    best = pd.Series(batch["objective"]).groupby(growing.index_of(batch["measures"])).max()
    assert growing.data("objective").tolist() == best.tolist()  # none was lost while it grew
    with pytest.raises(ValueError, match="from a smaller to a larger number, not from 4 to 4"):
        GrowingGrid(ranges=((0, 1), (4, 4)), **SMALL)


def test_all_elites_are_equally_likely_and_the_generator_decides():
    for archive in both():
        drawn = sample_elites(archive, np.random.default_rng(5), 20_000)
        again = sample_elites(archive, np.random.default_rng(5), 20_000)
        assert drawn.keys() == archive.data().keys()
        assert all((drawn[name] == again[name]).all() for name in drawn)
        solutions, times = np.unique(drawn["solution"], return_counts=True)
        assert solutions.tolist() == sorted(archive.data("solution"))
        expected = 20_000 / len(archive)
        assert np.abs(times - expected).max() < 5 * np.sqrt(expected)


def test_grid_shows_the_elites_where_they_are():
    for archive in both():
        shown = grid(archive)
        assert shown.shape == tuple(archive.dims) and np.isfinite(shown).sum() == len(archive)
        for elite in archive:
            assert shown[tuple(archive.int_to_grid_index([elite["index"]])[0])] == elite["objective"]
        assert np.nanmax(grid(archive, "solution")) <= 74


def test_the_fixed_grid_replaces_only_by_better_ones_and_keeps_what_lies_outside():
    archive = fixed_grid(solution_dim=(), ranges=[(0, 1), (0, 1)], dims=(2, 2))
    assert isinstance(archive, GridArchive)
    result = archive.add([1, 2, 3], [5.0, 5.0, -5.0], [[0.1, 0.9], [0.1, 0.9], [7, 7]])
    assert result["status"].tolist() == [2, 0, 2] and result["value"].tolist() == [5, 0, -5]
    assert archive.data("solution").tolist() == [1, 3]
    assert np.array_equal(grid(archive), [[np.nan, 5], [np.nan, -5]], equal_nan=True)


# --- What is refused -----------------------------------------------------------------------

GOOD = {"solution": [[1, 2]], "objective": [0.0], "measures": [[0.0, 1.0]]}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"measures": [[0.0, 1.0, 2.0]]}, "measures of 1 individuals must have the shape"),
        ({"measures": [0.0, 1.0]}, "measures of 1 individuals must have the shape"),
        ({"measures": [[0.0, np.inf]]}, "measures of an individual must be finite, not inf"),
        ({"objective": [np.nan]}, "objective of an individual must be finite, not nan"),
        ({"objective": [None]}, "objective is stored as float64"),
        ({"objective": 3.0}, "add_single takes one"),
        ({"objective": [1.0, 2.0]}, "solution of 2 individuals|measures of 2 individuals"),
        ({"solution": [[1, 2, 3]]}, "solution of 1 individuals"),
        ({"solution": [[1.5, 2.0]]}, "solution is stored as int16, which cannot hold float64"),
        ({"solution": [[1, 70_000]]}, "solution is stored as int16, which is too small"),
        (
            {"wins": [3]},
            "Individuals of this archive have the fields solution, objective, measures, not .*wins",
        ),
    ],
)
def test_wrong_individuals_are_refused_whole(wrong, words):
    archive = SlidingArchive(solution_dim=2, solution_dtype="i2")
    archive.add(**GOOD)
    with pytest.raises(ValueError, match=words):
        archive.add(**GOOD | wrong)
    assert archive.num_individuals == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"resolution": (5, 2)}, r"such as \(2, 20\), not \(5, 2\)"),
        ({"resolution": (0, 2)}, "A resolution must be two whole numbers"),
        ({"resolution": (2.5, 20)}, "A resolution must be two whole numbers"),
        ({"resolution": 20}, "A resolution must be two whole numbers"),
        ({"growth": "fast"}, "Unknown growth 'fast'; choose one of published, uniform, none"),
        ({"evaluations": 0}, "value of 'evaluations' must be a whole number of at least 1"),
        (
            {"remap_frequency": 0.5},
            "value of 'remap_frequency' must be a whole number of at least 1",
        ),
        ({"measure_dim": 0}, "value of 'measure_dim' must be a whole number of at least 1"),
        ({"extra_fields": {"index": ((), "i4")}}, "An extra field cannot be called 'index'"),
    ],
)
def test_wrong_settings_are_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        SlidingArchive(**{"solution_dim": 2} | wrong)


def test_other_invalid_calls():
    archive = SlidingArchive(solution_dim=2)
    with pytest.raises(ValueError, match="An empty archive has no boundaries"):
        archive.boundaries  # noqa: B018
    with pytest.raises(ValueError, match="the archive is empty"):
        sample_elites(archive, np.random.default_rng(1), 1)
    archive.add(**GOOD)
    with pytest.raises(ValueError, match=r"the shape \(n, 2\), not \(3,\)"):
        archive.index_of([1, 2, 3])
    with pytest.raises(ValueError, match="nan lies in no cell"):
        archive.index_of([[1, np.nan]])
    with pytest.raises(ValueError, match="A map shows one number per cell"):
        grid(archive, "solution")
    with pytest.raises(ValueError, match="A grid needs a range for each measure: 2, not 1"):
        fixed_grid(solution_dim=2, ranges=[(0, 1)])
    with pytest.raises(ValueError, match="not from 1 to 0"):
        fixed_grid(solution_dim=2, ranges=[(0, 1), (1, 0)])
    with pytest.raises(ValueError, match="value of 'dims' must be a whole number of at least 1"):
        fixed_grid(solution_dim=2, ranges=[(0, 1), (0, 1)], dims=(2, 0))
