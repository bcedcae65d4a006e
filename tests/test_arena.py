"""The same games give the same results, bit for bit, however they are distributed."""

import numpy as np
import pytest

import toy_games
from deckspace import arena

SCALE = np.array([1.5])


@pytest.fixture
def games():
    return toy_games.games(arena.game_seeds(7, 3000))


@pytest.fixture
def expected(games):
    return toy_games.play_games(games, SCALE)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_any_number_of_threads(games, expected, threads):
    assert arena.play(toy_games.play_games, games, SCALE, threads=threads).tobytes() == expected.tobytes()


@pytest.mark.parametrize("first", [1, 7, 5000])
def test_any_size_of_task(games, expected, first, monkeypatch):
    monkeypatch.setattr(arena, "FIRST_CHUNK", first)
    assert arena.play(toy_games.play_games, games, SCALE).tobytes() == expected.tobytes()


def test_tasks_grow_until_they_are_worth_handing_out():
    sizes = []
    arena.play(lambda rows: sizes.append(len(rows)) or rows, np.arange(100_000), threads=1)
    assert sizes[0] == arena.FIRST_CHUNK and max(sizes) > 1000
    assert sum(sizes) == 100_000


def test_progress_counts_every_game(games):
    counts = []
    arena.play(toy_games.play_games, games, SCALE, progress=counts.append)
    assert sum(counts) == len(games)


def test_no_games_give_no_results(games):
    assert len(arena.play(toy_games.play_games, games[:0], SCALE)) == 0


def test_an_error_in_a_game_is_raised(games):
    with pytest.raises(ZeroDivisionError):
        arena.play(lambda rows: 1 // 0, games)


def test_mistakes_are_reported_before_anything_is_played(games):
    with pytest.raises(ValueError, match="at least one thread"):
        arena.play(toy_games.play_games, games, SCALE, threads=0)
    with pytest.raises(ValueError, match="one-dimensional"):
        arena.play(toy_games.play_games, games.reshape(2, -1), SCALE)


def test_a_result_for_every_game(games):
    with pytest.raises(ValueError, match="16 games were handed out, but 15 results"):
        arena.play(lambda rows: rows[1:], games, threads=1)


def test_seeds_depend_on_run_and_index_only():
    assert (arena.game_seeds(3, 10) == arena.game_seeds(3, 100)[:10]).all()
    both = np.concatenate([arena.game_seeds(run, 50_000) for run in (0, 1, -1, 2**63)])
    assert both.dtype == np.uint64 and len(np.unique(both)) == len(both)
    bits = np.unpackbits(both.view(np.uint8))
    assert abs(bits.mean() - 0.5) < 0.001


@pytest.fixture(scope="module")
def client():
    """Not the default client, so that nothing depends on one (see pipeline/test_cluster.py)."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def test_a_cluster_plays_the_same_games(client, games, expected):
    assert arena.play(toy_games.play_games, games, SCALE, client=client).tobytes() == expected.tobytes()


def test_a_worker_killed_in_the_middle_changes_nothing(client, games, expected, tmp_path):
    flag = tmp_path / "died"
    outcome = arena.play(toy_games.die_once, games, SCALE, str(flag), client=client)
    assert flag.exists()
    assert outcome.tobytes() == expected.tobytes()


def test_the_address_of_a_scheduler_is_honoured(client, games, expected, monkeypatch):
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", client.scheduler.address)
    seen = []
    monkeypatch.setattr(
        arena._Cluster,
        "submit",
        lambda self, rows, submit=arena._Cluster.submit: seen.append(1) or submit(self, rows),
    )
    assert arena.play(toy_games.play_games, games, SCALE).tobytes() == expected.tobytes()
    assert seen
    arena._client_from_environment(client.scheduler.address).close()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tcp://127.0.0.1:port", "no address"])
def test_an_address_without_a_scheduler_is_one_sentence(games, monkeypatch, address):
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", address)
    monkeypatch.setattr(arena, "CONNECTING", 0.5)
    with pytest.raises(arena.NoScheduler, match=f"No Dask scheduler answers at '{address}'"):
        arena.play(toy_games.play_games, games, SCALE)
