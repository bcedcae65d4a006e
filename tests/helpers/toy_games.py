"""A trivial game: draw numbers until they sum to the stake. Worker processes import it, too."""

import os
import time

import numpy as np
from numba import njit

GAME = np.dtype([("seed", np.uint64), ("stake", np.float64)])
OUTCOME = np.dtype([("draws", np.int32), ("total", np.float64)])


def games(seeds):
    table = np.zeros(len(seeds), GAME)
    table["seed"], table["stake"] = seeds, 5 + np.arange(len(seeds)) % 50
    return table


def play_games(table, scale):
    outcome = np.zeros(len(table), OUTCOME)
    draw_until(table["seed"], table["stake"], scale, outcome["draws"], outcome["total"])
    return outcome


@njit(nogil=True, cache=True)
def draw_until(seeds, stakes, scale, draws, totals):
    for i in range(len(seeds)):
        state = seeds[i]
        while totals[i] < stakes[i]:
            state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            totals[i] += scale[0] * (state >> np.uint64(11)) / 2.0**53
            draws[i] += 1


def play_games_slowly(table, scale):
    time.sleep(0.02)
    return play_games(table, scale)


def die_once(table, scale, flag):
    """Kill the worker process the first time that it plays the game in the middle."""
    if (table["stake"] == 30).any() and not os.path.exists(flag):
        with open(flag, "w"):
            os._exit(9)
    return play_games_slowly(table, scale)
