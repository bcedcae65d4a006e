"""Nothing but copies of a game: what a search does most, to be timed on its own."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.state import new_games

POOL = 32  # positions to copy to, as many as a search keeps at once


def copy_games(rows, game):
    """Copy `game` once for each of `rows`; return the half turn that each copy shows."""
    turns = np.zeros(len(rows), "i2")
    copy_batch(game, new_games(POOL), turns)
    return turns


@njit(nogil=True, cache=True)
def copy_batch(game, pool, turns):
    """Copy a game to one position of the pool after the other."""
    for k in range(len(turns)):
        pool[k % POOL] = game
        turns[k] = pool[k % POOL].turn
