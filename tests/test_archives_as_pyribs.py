"""Every archive answers as one of pyribs would, so its emitters and metrics work on all of them."""

from functools import partial

import numpy as np
import pytest
from ribs.archives import GridArchive, cqd_score
from ribs.emitters import EvolutionStrategyEmitter, GaussianEmitter
from ribs.schedulers import Scheduler

from deckspace.archives import GrowingGrid, SlidingArchive, fixed_grid

RANGES = ((-1.0, 1.0), (-1.0, 1.0))
GROWN = {"solution_dim": 2, "evaluations": 200, "resolution": (2, 6)}
EMPTY = np.empty((0, 2)), np.empty(0), np.empty((0, 2))
KINDS = {
    "sliding": lambda **how: SlidingArchive(**GROWN, **how),
    "growing": lambda **how: GrowingGrid(ranges=RANGES, **GROWN, **how),
    "fixed": lambda **how: fixed_grid(solution_dim=2, ranges=RANGES, dims=(6, 6), **how),
}


@pytest.fixture(params=KINDS)
def new(request):
    return KINDS[request.param]


@pytest.fixture
def filled(new):
    """Fill the corners of an archive: solution and measures are the same, the objective is their sum."""
    archive, corners = new(), np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * 0.9
    for _ in range(2):  # the second time nothing is better
        archive.add(corners, corners.sum(axis=1), corners)
    return archive


def test_the_elite_of_a_cell_is_retrieved_and_so_is_its_absence(filled):
    near, middle = (0.95, 0.92), (0.0, 0.0)
    occupied, elites = filled.retrieve([near])
    assert occupied.tolist() == [True] and elites["solution"].tolist() == [[0.9, 0.9]]
    found, elite = filled.retrieve_single(near)
    assert found and elite["objective"] == 1.8 and elite["index"] == filled.index_of_single(near)
    assert filled.index_of([near]) == filled.index_of_single(near)
    filled.clear()
    found, elite = filled.retrieve_single(middle)
    assert not found and np.isnan(elite["solution"]).all() and elite["index"] == -1


def test_elites_are_drawn_with_and_without_replacement(new, filled):
    assert set(filled.sample_elites(50)["objective"]) <= {-1.8, 0.0, 1.8}
    drawn = filled.sample_elites(len(filled), replace=False)
    assert sorted(drawn["index"]) == sorted(filled.data("index"))
    with pytest.raises(ValueError, match="larger sample"):
        filled.sample_elites(len(filled) + 1, replace=False)
    with pytest.raises(IndexError):
        new().sample_elites(1)


def test_a_seed_decides_what_is_drawn(new):
    drawn = [new(seed=seed) for seed in (1, 1, 2)]
    for archive in drawn:
        archive.add(np.eye(2), [1, 2], 2 * np.eye(2) - 1)
    one, again, other = (archive.sample_elites(30)["objective"].tolist() for archive in drawn)
    assert one == again != other


def test_an_empty_batch_gives_empty_arrays(new):
    archive = new()
    assert [len(each) for each in archive.add(*EMPTY).values()] == [0, 0]
    assert archive.empty and not list(archive) and not len(archive.data("solution"))
    assert archive.data(return_type="pandas").shape[0] == 0 and archive.best_elite is None


def test_all_forms_of_data_say_the_same(filled):
    fields = ["objective", "index"]
    objective, index = filled.data(fields, "tuple")
    assert filled.data("objective").tolist() == objective.tolist()
    assert filled.data(fields)["index"].tolist() == index.tolist()
    assert filled.data(fields, "pandas")["index"].tolist() == index.tolist()
    assert filled.data("index", "dict").keys() == {"index"}
    assert [elite["objective"] for elite in filled] == objective.tolist()
    assert set(filled.data()) == set(filled.field_list) == set(next(iter(filled)))


def test_statistics_are_numbers_of_the_objective_s_type_and_less_the_offset(new):
    archive = new(qd_score_offset=-3.0)
    archive.add_single([0, 0], -1, [0, 0])
    stats = archive.stats
    assert (stats.num_elites, stats.qd_score, stats.obj_max, stats.obj_mean) == (1, 2, -1, -1)
    assert stats.coverage == 1 / archive.cells and stats.norm_qd_score == 2 / archive.cells
    figures = stats.coverage, stats.qd_score, stats.norm_qd_score, stats.obj_max, stats.obj_mean
    assert {each.dtype for each in figures} == {np.dtype("f8")}


def test_the_continuous_score_is_that_of_pyribs_own_grid(filled):
    theirs = GridArchive(solution_dim=2, dims=(6, 6), ranges=RANGES)
    theirs.add(**{name: filled.data(name) for name in ("solution", "objective", "measures")})
    where = {"target_points": np.array([[[0.5, 0.0], [-1.0, 1.0]]]), "penalties": 3}
    known = {"obj_min": -2, "obj_max": 2, "dist_max": 2.8}
    ours, others = (cqd_score(each, iterations=1, **where, **known).mean for each in (filled, theirs))
    assert ours == others != 0


@pytest.mark.parametrize(
    "emitter",
    [
        partial(GaussianEmitter, sigma=0.2),
        partial(EvolutionStrategyEmitter, sigma0=0.2, es="openai_es", restart_rule=3),
    ],
    ids=["Gaussian", "evolution strategy"],
)
def test_emitters_find_better_ones(new, emitter):
    archive = new(seed=1)
    scheduler = Scheduler(archive, [emitter(archive, x0=[0, 0], batch_size=20, seed=1)])
    best = []
    for _ in range(10):
        solutions = scheduler.ask()
        scheduler.tell(-np.square(solutions - 0.7).sum(axis=1), solutions)
        best.append(archive.stats.obj_max)
    assert best == sorted(best) and best[-1] > best[0] and len(archive) > 5


NAN, INFINITE = [0, np.nan], [0, np.inf]


@pytest.mark.parametrize(
    "call",
    [
        lambda one: one.add([[0, 0, 0]], [0], [[0, 0]]),
        lambda one: one.add([[0, 0]], [0, 0], [[0, 0]]),
        lambda one: one.add([[0, 0]], [0], [[0, 0], [0, 0]]),
        lambda one: one.add([[0, 0]], [np.nan], [[0, 0]]),
        lambda one: one.add_single([0, 0], None, [0, 0]),
        lambda one: one.add_single([0, 0], 0, [0, 0, 0]),
        lambda one: one.add_single([0, 0], np.inf, [0, 0]),
        lambda one: one.add_single([0, 0], 0, NAN),
        lambda one: one.add_single([0, 0], 0, [0, 0], wins=3),
        lambda one: one.index_of([0, 0]),
        lambda one: one.index_of([INFINITE]),
        lambda one: one.index_of_single([[0, 0]]),
        lambda one: one.index_of_single(NAN),
        lambda one: one.retrieve([[0, 0, 0]]),
        lambda one: one.retrieve([INFINITE]),
        lambda one: one.retrieve_single([0]),
        lambda one: one.data("wins"),
        lambda one: one.data(return_type="list"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_is_added(filled, call):
    before = filled.data(return_type="pandas")
    with pytest.raises(ValueError):
        call(filled)
    assert filled.data(return_type="pandas").equals(before)


def test_an_iteration_over_a_sliding_archive_goes_over_the_elites_of_its_beginning():
    """Here pyribs raises an error."""
    archive = KINDS["sliding"]()
    archive.add(np.eye(2), [1, 2], np.eye(2))
    seen = []
    for elite in archive:
        archive.clear()
        seen.append(elite["objective"])
    assert sorted(seen) == [1, 2] and archive.empty
