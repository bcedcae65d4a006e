"""Play many games at once, with the same results whoever plays them: one thread, twenty, or a cluster.

A game is a row of an array: its seed, and whatever else says what game it is. What happens in a game
depends on its row alone, so the rows can be cut into tasks of any size, played in any order, lost with a
dead worker and played again: the outcome is the same, bit for bit.
"""

import os
import socket
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import lru_cache

import numpy as np

TASK_SECONDS = 0.1  # aim: below about 0.05 handing tasks out would cost more than it should
FIRST_CHUNK = 16  # games in a task before anything has been measured
GROWTH = 4  # the first task may have met the compiler, so the size recovers by steps
TRIES = 4  # how often a task may be lost with its worker before we give up
CONNECTING = 5  # seconds that a scheduler may take to answer


class NoScheduler(ConnectionError):
    """There is no Dask scheduler at the address that was named."""


def game_seeds(seed: int, n: int) -> np.ndarray:
    """One uint64 seed a game, from the run's seed and the game's index (splitmix64)."""
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
    """`play_games(games, *args)`, cut into tasks and played side by side; one row a game, in order.

    `play_games` takes some of the rows and returns an array with a row for each; to make use of threads
    it should be a numba kernel with `nogil=True`. A Dask `client`, or the address of a scheduler in
    DASK_SCHEDULER_ADDRESS, moves the work to a cluster. `progress` is called with the number of games
    that each task has added, so `tqdm.update` will do. Raises NoScheduler if none is at that address.
    """
    if threads is not None and threads < 1:
        raise ValueError(f"Games need at least one thread, not {threads}.")
    games = np.asarray(games)
    if games.ndim != 1:
        raise ValueError(f"Games are a row each of a one-dimensional array, not of {games.ndim} dimensions.")
    if len(games) == 0:
        return play_games(games, *args)
    if client is None and threads is None:
        client = _client_from_environment(os.environ.get("DASK_SCHEDULER_ADDRESS"))
    table = _Crowd(client, play_games, args) if client else _Threads(threads or cores(), play_games, args)
    with table:
        return _play(table, games, progress)


def cores() -> int:
    """The processors this process may use, which a container or a job may have made fewer."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(table, games, progress):
    """Keep about twice as many tasks in flight as there are workers, until every row has its result."""
    results, size, start, flying = None, FIRST_CHUNK, 0, {}
    while start < len(games) or flying:
        while start < len(games) and len(flying) < 2 * table.workers():
            stop = min(start + size, len(games))
            flying[table.submit(games[start:stop])] = (start, stop)
            start = stop
        for task in table.finished(flying):
            first, last = flying.pop(task)
            outcome = table.result(task)
            if outcome is None:  # lost with its worker: once more
                flying[table.submit(games[first:last])] = (first, last)
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
    began = time.perf_counter()
    rows = play_games(games, *args)
    return rows, time.perf_counter() - began


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


class _Crowd:
    """The workers of a Dask cluster, any of which may come, go or die."""

    def __init__(self, client, play_games, args):
        self.client, self.play_games, self.losses = client, play_games, 0
        # Sent once, and as a task rather than with `scatter`: what a dead worker held is then made again.
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

        with self.client.as_current():  # `wait` takes no client, and ours need not be the default one
            return wait(list(tasks), return_when="FIRST_COMPLETED").done

    def result(self, task):
        """None for a task that was lost with its worker; an error in the game itself is raised."""
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
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    try:
        # A client tries again and again where nobody listens, so we knock first.
        socket.create_connection(get_address_host_port(address), CONNECTING).close()
        return Client(address, set_as_default=False, timeout=CONNECTING)
    except Exception as error:  # nobody there, no address at all, or somebody who speaks of other things
        raise NoScheduler(
            f"There is no Dask scheduler at '{address}', which DASK_SCHEDULER_ADDRESS names: start one there "
            "(`dask scheduler`), name another, or unset it to play on this machine alone."
        ) from error
