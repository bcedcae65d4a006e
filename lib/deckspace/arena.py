"""Play many games at once, with the same results on one thread, on twenty, or on a cluster.

A game is a row of an array: its seed and whatever else defines the game. Its course depends on its row alone, so
the rows can be cut into tasks of any size, played in any order, lost with a dead worker and played again: the
outcome is the same, bit for bit.
"""

import os
import socket
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import lru_cache

import numpy as np

from deckspace.extras import needed_for

TASK_SECONDS = 0.1  # target duration; below about 0.05 the overhead of a task becomes noticeable
FIRST_CHUNK = 16  # games in a task before anything has been measured
GROWTH = 4  # the first task may have waited for the compiler, so the size recovers in steps
TRIES = 4  # the number of times that a task may be lost with its worker
CONNECTING = 5  # seconds that a scheduler may take to answer


class NoScheduler(ConnectionError):
    """No Dask scheduler answers at the given address."""


def game_seeds(seed: int, n: int) -> np.ndarray:
    """Return one uint64 seed per game, from the run's seed and the game's index (splitmix64)."""
    with np.errstate(over="ignore"):
        start = _mix(np.array([seed % 2**64], np.uint64))
        return _mix(start + np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))


def _mix(x):
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def play(
    play_games: Callable, games: np.ndarray, *args, threads: int | None = None, client=None, progress=None
) -> np.ndarray:
    """Return `play_games(games, *args)`, cut into tasks that run in parallel: one row per game, in order.

    `play_games` takes some of the rows and returns an array with a row for each; to profit from threads
    it should be a numba kernel with `nogil=True`. A Dask `client`, or the address of a scheduler in
    DASK_SCHEDULER_ADDRESS, moves the work to a cluster. `progress` is called with the number of games of
    each finished task, so `tqdm.update` will do. Raises NoScheduler if no scheduler answers at that address, and
    MissingExtra without Dask.
    """
    if threads is not None and threads < 1:
        raise ValueError(f"Games need at least one thread, not {threads}.")
    games = np.asarray(games)
    if games.ndim != 1:
        raise ValueError(
            f"Games must be a one-dimensional array of rows, not one of {games.ndim} dimensions."
        )
    if len(games) == 0:
        return play_games(games, *args)
    if client is None and threads is None:
        client = _client_from_environment(os.environ.get("DASK_SCHEDULER_ADDRESS"))
    pool = _Cluster(client, play_games, args) if client else _Threads(threads or cores(), play_games, args)
    with pool:
        return _play(pool, games, progress)


def cores() -> int:
    """Return how many processors this process may use; a container or a job may restrict them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(pool, games, progress):
    """Keep about twice as many tasks in flight as there are workers, until every row has its result."""
    results, size, start, in_flight = None, FIRST_CHUNK, 0, {}
    while start < len(games) or in_flight:
        while start < len(games) and len(in_flight) < 2 * pool.workers():
            stop = min(start + size, len(games))
            in_flight[pool.submit(games[start:stop])] = (start, stop)
            start = stop
        for task in pool.finished(in_flight):
            first, last = in_flight.pop(task)
            outcome = pool.result(task)
            if outcome is None:  # lost with its worker: submit it again
                in_flight[pool.submit(games[first:last])] = (first, last)
                continue
            rows, seconds = outcome
            results = _store(results, rows, first, last, len(games))
            size = max(1, min(size * GROWTH, int((last - first) * TASK_SECONDS / max(seconds, 1e-9))))
            if progress:
                progress(last - first)
    return results


def _store(results, rows, first, last, total):
    rows = np.asarray(rows)
    if len(rows) != last - first:
        raise ValueError(f"{last - first} games were handed out, but {len(rows)} results came back.")
    if results is None:
        results = np.empty((total, *rows.shape[1:]), rows.dtype)
    results[first:last] = rows
    return results


def _timed(play_games, games, args):
    start = time.perf_counter()
    rows = play_games(games, *args)
    return rows, time.perf_counter() - start


class _Threads:
    """The threads of this process."""

    def __init__(self, threads, play_games, args):
        self.pool, self.threads = ThreadPoolExecutor(threads), threads
        self.play_games, self.args = play_games, args

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.pool.shutdown(cancel_futures=True)

    def workers(self):
        return self.threads

    def submit(self, games):
        return self.pool.submit(_timed, self.play_games, games, self.args)

    def finished(self, tasks):
        return wait(tasks, return_when=FIRST_COMPLETED).done

    def result(self, task):
        return task.result()


class _Cluster:
    """The workers of a Dask cluster, any of which may join, leave or die."""

    def __init__(self, client, play_games, args):
        self.client, self.play_games, self.losses = client, play_games, 0
        # Sent once, as a task rather than with `scatter`, so that it is recomputed if its worker dies.
        self.args = client.submit(_hold, args, pure=False)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.args.release()

    def workers(self):
        return max(1, sum(self.client.nthreads().values()))

    def submit(self, games):
        return self.client.submit(_timed, self.play_games, games, self.args, pure=False, retries=TRIES)

    def finished(self, tasks):
        from distributed import wait

        with self.client.as_current():  # `wait` takes no client, and ours may not be the default
            return wait(list(tasks), return_when="FIRST_COMPLETED").done

    def result(self, task):
        """Return a task's result, None if it was lost with its worker; an error in the game itself is raised."""
        from distributed import CancelledError, KilledWorker

        try:
            return task.result()
        except (CancelledError, KilledWorker):
            self.losses += 1
            if self.losses > TRIES:
                raise
            return None
        finally:
            task.release()


def _hold(args):
    return args


@lru_cache
def _client_from_environment(address):
    if not address:
        return None
    with needed_for("The scheduler in DASK_SCHEDULER_ADDRESS"):
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port

    try:
        # A client would retry for a long time where nobody listens, so we test the connection first.
        socket.create_connection(get_address_host_port(address), CONNECTING).close()
        return Client(address, set_as_default=False, timeout=CONNECTING)
    except Exception as error:  # nobody answers, the address is invalid, or it is another kind of server
        raise NoScheduler(
            f"No Dask scheduler answers at '{address}', the value of DASK_SCHEDULER_ADDRESS: start one there "
            "(`dask scheduler`), change the address, or unset it to play on this machine alone."
        ) from error
