"""The same games give the same results, bit for bit, however they are distributed."""

import sys

import numpy as np
import pytest

import toy_games
from deckspace import arena
from deckspace.extras import MissingExtra

SCALE = np.array([1.5])


@pytest.fixture
def games():
    return toy_games.games(arena.game_seeds(7, 3000))


def are_as_ever(results, games):
    return results.tobytes() == toy_games.play_games(games, SCALE).tobytes()


@pytest.mark.parametrize("threads, first", [(1, 16), (2, 1), (5, 7), (None, 5000)])
def test_any_number_of_threads_and_any_size_of_task(games, threads, first, monkeypatch):
    monkeypatch.setattr(arena, "FIRST_CHUNK", first)
    assert are_as_ever(arena.play(toy_games.play_games, games, SCALE, threads=threads), games)


def test_tasks_grow_until_they_are_worth_handing_out_and_progress_counts_every_game(games):
    sizes = []
    arena.play(lambda rows: sizes.append(len(rows)) or rows, np.arange(100_000), threads=1)
    assert sizes[0] == arena.FIRST_CHUNK and max(sizes) > 1000
    assert sum(sizes) == 100_000
    counts = []
    arena.play(toy_games.play_games, games, SCALE, progress=counts.append)
    assert sum(counts) == len(games)
    assert len(arena.play(toy_games.play_games, games[:0], SCALE)) == 0


def test_errors_in_games_and_mistakes_of_callers_are_raised(games):
    with pytest.raises(ZeroDivisionError):
        arena.play(lambda rows: 1 // 0, games)
    with pytest.raises(ValueError, match="at least one thread"):
        arena.play(toy_games.play_games, games, SCALE, threads=0)
    with pytest.raises(ValueError, match="one-dimensional"):
        arena.play(toy_games.play_games, games.reshape(2, -1), SCALE)
    with pytest.raises(ValueError, match="16 games were handed out, but 15 results"):
        arena.play(lambda rows: rows[1:], games, threads=1)


def test_seeds_depend_on_run_and_index_only():
    assert (arena.game_seeds(3, 10) == arena.game_seeds(3, 100)[:10]).all()
    both = np.concatenate([arena.game_seeds(run, 50_000) for run in (0, 1, -1, 2**63)])
    assert both.dtype == np.uint64 and len(np.unique(both)) == len(both)
    bits = np.unpackbits(both.view(np.uint8))
    assert abs(bits.mean() - 0.5) < 0.001


def test_a_scheduler_without_dask_is_one_sentence(games, monkeypatch):
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", "tcp://127.0.0.1:1234")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r'needs the package distributed, .* "deckspace\[cluster\]"'):
        arena.play(toy_games.play_games, games, SCALE)


@pytest.fixture(scope="module")
def client():
    """Not the default client, so that nothing depends on one (see pipeline/test_cluster.py)."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def test_a_cluster_plays_the_same_games_and_a_worker_killed_in_the_middle_changes_nothing(
    client, games, tmp_path
):
    assert are_as_ever(arena.play(toy_games.play_games, games, SCALE, client=client), games)
    flag = tmp_path / "died"
    assert are_as_ever(arena.play(toy_games.die_once, games, SCALE, str(flag), client=client), games)
    assert flag.exists()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tcp://127.0.0.1:port", "no address"])
def test_an_address_without_a_scheduler_is_reported_in_one_sentence(games, monkeypatch, address):
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", address)
    monkeypatch.setattr(arena, "CONNECTING", 0.5)
    with pytest.raises(arena.NoScheduler, match=f"No Dask scheduler answers at '{address}'"):
        arena.play(toy_games.play_games, games, SCALE)
