"""The interpreter, which runs a script row by row. It knows words, but no cards."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.auras import refresh
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.effects.cards import change_cards, change_more_cards
from deckspace.engine.hearthstone.effects.characters import change_characters
from deckspace.engine.hearthstone.effects.heroes import change_rest
from deckspace.engine.hearthstone.effects.minions import change_board
from deckspace.engine.hearthstone.queries import holds


@njit
def step(game, book, work, frame):
    """Run the rows of a script until it ends, or until its effects trigger something."""
    depth = work.depth - work.one_row  # another depth ends this
    while True:
        row = book.rows[frame.pc]
        if row.op == END:
            work.depth -= 1
            return
        if row.op == WHEN:
            yes = holds(game, book, work, frame, np.int64(row.condition))
            frame.pc = frame.pc + 1 if yes else row.jump
            continue
        if row.op == JUMP:
            frame.pc = row.jump
            continue
        if not perform(game, book, work, frame, row):
            frame.pc += 1
            frame.left = -1
        if game.stale:
            refresh(game, book, work)
        if work.depth != depth or game.over:
            return


@njit
def perform(game, book, work, frame, row):
    """Run a row, or one of its repetitions; return whether to repeat it."""
    op = row.op
    if op <= LAST_OF_CHARACTERS:
        return change_characters(game, book, work, frame, row, op)
    if op <= LAST_OF_BOARD:
        return change_board(game, book, work, frame, row, op)
    if op <= LAST_OF_CARDS:
        return change_cards(game, book, work, frame, row, op)
    if op <= LAST_OF_MORE_CARDS:
        return change_more_cards(game, book, work, frame, row, op)
    return change_rest(game, book, work, frame, row, op)
