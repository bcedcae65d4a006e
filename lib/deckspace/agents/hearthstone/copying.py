"""Copies of a game, the most frequent operation of a search, for timing it alone."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.state import new_games

POOL = 32  # target positions, about as many as a search keeps at once


def copy_games(rows, game):
    """Copy `game` once for each of `rows`; return the half turn of each copy."""
    turns = np.zeros(len(rows), "i2")
    copy_batch(game, new_games(POOL), turns)
    return turns


@njit(nogil=True, cache=True)
def copy_batch(game, pool, turns):
    """Copy a game to the positions of the pool in turn."""
    for k in range(len(turns)):
        pool[k % POOL] = game
        turns[k] = pool[k % POOL].turn
