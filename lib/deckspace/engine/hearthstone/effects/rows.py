"""The arguments of a row of a script: its numbers, its side, and its repetitions."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.queries import number

SPELL_FRAME, POWER_FRAME = 1, 2  # of `frame.spell`


@njit
def amount_of(game, book, work, frame, row):
    """Return the first number of a row."""
    return number(game, book, work, frame, np.int64(row.value)) if row.value else np.int64(row.amount)


@njit
def second_of(game, book, work, frame, row):
    """Return the second number of a row."""
    if row.second_value:
        return number(game, book, work, frame, np.int64(row.second_value))
    return np.int64(row.second)


@njit
def sides_of(frame, row):
    """Return the side that a row refers to: 0, 1, or 2 for both."""
    side = np.int64(frame.side)
    if row.side == TO_ME:
        return side
    if row.side == TO_ENEMY:
        return 1 - side
    if row.side == TO_OPPONENT_OF_SUBJECT:
        return 1 - np.int64(frame.event_side)
    if row.side == TO_SUBJECT:
        return np.int64(frame.event_side)
    return np.int64(2)


@njit
def again(frame, n):
    """Count down one of n repetitions of a row; return whether one is left."""
    if frame.left < 0:
        frame.left = n
    frame.left -= 1
    return frame.left >= 0
