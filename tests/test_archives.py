"""Archives: the sliding one against a slow, obviously correct one, pyribs' plots, and continuation."""

import pickle

import matplotlib.figure
import numpy as np
import pandas as pd
import pytest
from ribs.archives import ArchiveDataFrame, GridArchive

from deckspace.archives import GrowingGrid, SlidingArchive, fixed_grid, sample_elites

RANGES = ((-3.0, 3.0), (-2.0, 4.0))
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


def some(kind, n=75, measure_dim=2):
    """A batch of individuals, the solution of each its number, many objectives equal."""
    rng = np.random.default_rng(1)
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
    cells = map(tuple, archive.int_to_grid_index(cells).tolist())
    return dict(zip(cells, solutions.astype(int).tolist(), strict=True))


def same(one, other):
    for name in ("data", "individuals"):
        mine, others = (getattr(each, name)(return_type="pandas") for each in (one, other))
        assert mine.equals(others)
    assert [a.tolist() for a in one.boundaries] == [b.tolist() for b in other.boundaries]
    assert len(one) == len(other) and one.stats == other.stats
    return True


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


@pytest.mark.parametrize("measure_dim, frequency", [(1, 1), (1, 2), (1, 100), (3, 1), (3, 2), (3, 100)])
def test_other_numbers_of_measures_and_remaps(measure_dim, frequency):
    batch = some("whole numbers", 60, measure_dim)
    archive = SlidingArchive(**SMALL | {"remap_frequency": frequency}, measure_dim=measure_dim)
    for i in range(0, 60, 12):
        archive.add(**rows(batch, i, i + 12))
        result = batch["objective"][: i + 12].tolist(), batch["measures"][: i + 12].tolist()
        assert fast_map(archive) == slow_map(*result, frequency=frequency)[0]


@pytest.mark.parametrize("kind", MEASURES)
def test_a_batch_is_one_after_the_other(kind):
    batch, single, batched = some(kind), SlidingArchive(**SMALL), SlidingArchive(**SMALL)
    for begin, end in ((0, 14), (14, 29), (29, 30), (30, 57), (57, 75)):
        result = batched.add(**rows(batch, begin, end))
        singles = [single.add_single(**{k: v[i] for k, v in batch.items()}) for i in range(begin, end)]
        for name in ("status", "value"):
            assert result[name].tolist() == [one[name] for one in singles]
        assert same(single, batched)


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
    read = [SlidingArchive.from_individuals(each, **settings) for each in (first.individuals(), frame)]
    for again in (*read, pickle.loads(pickle.dumps(first))):
        assert again.num_individuals == stop
        again.add(**rows(batch, stop, None))
        assert same(again, whole)
    assert whole.individuals("wins").tolist() == list(range(75))


def test_statistics_and_what_is_left_after_clearing():
    archive, fresh = (SlidingArchive(**SMALL, qd_score_offset=-30) for _ in range(2))
    archive.add(**some("all different"))
    objectives, stats = archive.data("objective"), archive.stats
    assert stats.num_elites == len(objectives) == len(archive)
    assert stats.coverage == len(objectives) / archive.cells == len(objectives) / np.prod(archive.dims)
    assert stats.qd_score == sum(objectives + 30) and stats.norm_qd_score == stats.qd_score / archive.cells
    assert stats.obj_max == max(objectives) == archive.best_elite["objective"]
    assert stats.obj_mean == objectives.mean()
    archive.clear()
    assert archive.empty and len(archive) == 0 and archive.best_elite is None
    assert archive.stats.coverage == 0 and archive.stats.obj_max is None
    for each in (archive, fresh):
        each.add(**some("few values"))
    assert same(archive, fresh)


def test_pyribs_plots_it():
    plots = pytest.importorskip("ribs.visualize", reason="pyribs' plots need shapely")
    sliding, figure = SlidingArchive(**SMALL), matplotlib.figure.Figure()
    sliding.add(**some("few values"))
    axes = figure.add_subplot()
    plots.sliding_boundaries_archive_heatmap(sliding, ax=axes, boundary_lw=0.5)
    shown, (low, high) = axes.collections[0], axes.get_xlim()
    assert shown.get_offsets().tolist() == sliding.data("measures").tolist()
    assert shown.get_array().tolist() == sliding.data("objective").tolist()
    assert low <= sliding.data("measures")[:, 0].min() and sliding.data("measures")[:, 0].max() <= high
    assert len(axes.collections) == 3
    figure.canvas.draw()


@pytest.mark.parametrize("kind", ["all different", "whole numbers"])
def test_a_grid_that_does_not_grow_has_the_elites_of_a_fixed_one(kind):
    """Draw measures inside, outside and on the ends of the ranges, and on the boundaries."""
    batch = some(kind, 400)
    growing = GrowingGrid(solution_dim=(), ranges=RANGES, growth="none", resolution=(2, 6))
    fixed = fixed_grid(solution_dim=(), ranges=RANGES, dims=(6, 6))
    for archive in (growing, fixed):
        archive.add(**batch)
    elites = [archive.data(return_type="pandas").sort_values("index") for archive in (growing, fixed)]
    for name in ("index", "solution", "objective"):
        assert elites[0][name].tolist() == elites[1][name].tolist()
    assert growing.boundaries[1].tolist() == pytest.approx(fixed.boundaries[1].tolist())
    fixed.clear()
    result = fixed.add([1, 2, 3], [5.0, 5.0, -5.0], [[0.1, 0.9], [0.1, 0.9], [7, 7]])
    assert result["status"].tolist() == [2, 0, 2] and result["value"].tolist() == [5, 0, -5]
    assert fixed.data("solution").tolist() == [1, 3] and isinstance(fixed, GridArchive)


@pytest.mark.parametrize("step", [1, 7, 75])
def test_a_growing_grid_is_the_published_uniform_map(step):
    """Its size changes with the individual that reaches it, and cells are int(value * n / range)."""
    batch, grown = some("whole numbers"), {"solution_dim": (), "evaluations": 60, "resolution": (2, 6)}
    growing = GrowingGrid(ranges=RANGES, **grown)
    for begin in range(0, 75, step):
        growing.add(**rows(batch, begin, begin + step))
        count = min(begin + step, 75)
        n = min(2 + 4 * count // 60, 6)
        assert growing.dims.tolist() == [n, n]
        elites = {}
        for number, measures in enumerate(batch["measures"][:count]):
            places = [int(n * (value - low) / 6) for (low, _), value in zip(RANGES, measures, strict=True)]
            cell = tuple(min(max(place, 0), n - 1) for place in places)
            if cell not in elites or batch["objective"][number] > batch["objective"][elites[cell]]:
                elites[cell] = number
        assert growing.data("solution").tolist() == [elites[cell] for cell in sorted(elites)]


def test_a_value_on_a_boundary_of_a_growing_grid_belongs_to_the_cell_above():
    growing = GrowingGrid(ranges=((0, 10), (0, 10)), solution_dim=(), evaluations=100)
    growing.add_single(1, 0.0, [0, 0])
    assert growing.dims.tolist() == [2, 2] and growing.index_of([[5, 0], [0, 5]]).tolist() == [2, 1]
    with pytest.raises(ValueError, match="leave out remap_frequency"):
        GrowingGrid(ranges=((0, 10), (0, 10)), solution_dim=(), remap_frequency=7)


@pytest.mark.parametrize(
    "archive", [SlidingArchive(**SMALL), fixed_grid(solution_dim=(), ranges=RANGES, dims=(6, 6))]
)
def test_all_elites_are_equally_likely_and_the_generator_decides(archive):
    archive.add(**some("all different"))
    drawn, again = (sample_elites(archive, np.random.default_rng(5), 20_000) for _ in range(2))
    assert drawn.keys() == archive.data().keys()
    assert all((drawn[name] == again[name]).all() for name in drawn)
    solutions, times = np.unique(drawn["solution"], return_counts=True)
    assert solutions.tolist() == sorted(archive.data("solution"))
    expected = 20_000 / len(archive)
    assert np.abs(times - expected).max() < 5 * np.sqrt(expected)


GOOD = {"solution": [[1, 2]], "objective": [0.0], "measures": [[0.0, 1.0]]}
FIELDS = "Individuals of this archive have the fields solution, objective, measures, not .*wins"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"measures": [[0.0, 1.0, 2.0]]}, "measures of 1 individuals must have the shape"),
        ({"measures": [[0.0, np.inf]]}, "measures of an individual must be finite, not inf"),
        ({"objective": [np.nan]}, "objective of an individual must be finite, not nan"),
        ({"objective": [None]}, "objective is stored as float64"),
        ({"objective": 3.0}, "add_single takes one"),
        ({"solution": [[1, 2, 3]]}, "solution of 1 individuals"),
        ({"solution": [[1.5, 2.0]]}, "solution is stored as int16, which cannot hold float64"),
        ({"solution": [[1, 70_000]]}, "solution is stored as int16, which is too small"),
        ({"wins": [3]}, FIELDS),
    ],
)
def test_wrong_individuals_are_refused_whole(wrong, words):
    archive = SlidingArchive(solution_dim=2, solution_dtype="i2")
    archive.add(**GOOD)
    with pytest.raises(ValueError, match=words):
        archive.add(**GOOD | wrong)
    assert archive.num_individuals == 1


def sliding(**settings):
    return SlidingArchive(solution_dim=2, **settings)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda full: sliding(resolution=(5, 2)), r"such as \(2, 20\), not \(5, 2\)"),
        (lambda full: sliding(resolution=(2.5, 20)), "A resolution must be two whole numbers"),
        (lambda full: sliding(resolution=20), "A resolution must be two whole numbers"),
        (lambda full: sliding(growth="fast"), "growth 'fast'; choose one of published, uniform, none"),
        (lambda full: sliding(remap_frequency=0.5), "'remap_frequency' must be a whole number of at least"),
        (lambda full: sliding(extra_fields={"index": ((), "i4")}), "field cannot be called 'index'"),
        (lambda full: sliding().boundaries, "An empty archive has no boundaries"),
        (lambda full: sample_elites(sliding(), np.random.default_rng(1), 1), "the archive is empty"),
        (lambda full: full.index_of([1, 2, 3]), r"the shape \(n, 2\), not \(3,\)"),
        (lambda full: full.index_of([[1, np.nan]]), "no cell holds nan"),
        (lambda full: fixed_grid(solution_dim=2, ranges=[(0, 1)]), "a range for each measure: 2, not 1"),
        (lambda full: fixed_grid(solution_dim=2, ranges=[(0, 1), (1, 0)]), "not from 1 to 0"),
        (lambda full: fixed_grid(solution_dim=2, ranges=RANGES, dims=(2, 0)), "of 'dims' must be a whole"),
        (
            lambda full: GrowingGrid(ranges=((0, 1), (4, 4)), solution_dim=()),
            "larger number, not from 4 to 4",
        ),
    ],
)
def test_wrong_settings_and_other_invalid_calls_are_refused(call, words):
    full = sliding()
    full.add(**GOOD)
    with pytest.raises(ValueError, match=words):
        call(full)
