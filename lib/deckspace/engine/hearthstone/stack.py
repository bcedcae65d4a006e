"""The stack of frames: everything that is still to happen, with the next frame on top."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.state import FRAMES, MAX_LOST, NOBODY


@njit
def push_phase(work, kind, side):
    """Put a frame that needs only a kind and a side on the stack; return it."""
    if work.depth >= FRAMES:
        work.overflow += 1
        work.depth = FRAMES - 1
    frame = work.frames[work.depth]
    work.depth += 1
    frame.kind = kind
    frame.side = side
    return frame


@njit
def push(work, kind, side):
    """Put a blank frame on the stack; return it."""
    frame = push_phase(work, kind, side)
    frame.event_side = side
    frame.source = NOBODY
    frame.spell = 0
    frame.target = NOBODY
    frame.subject = NOBODY
    frame.made = NOBODY
    frame.place = NOBODY
    frame.origin = NOBODY
    frame.source_card = 0
    frame.pc = 0
    frame.left = -1
    frame.amount = 0
    frame.dealt = 0
    frame.card = 0
    frame.memory = 0
    frame.parts[0] = 0
    frame.parts[1] = 0
    return frame


@njit
def push_event(game, work, event, side, subject, amount, card):
    """Put an event on the stack if anything reacts to it."""
    if game.event_mask >> event & 1:
        put_event(game, work, event, side, subject, amount, card)


@njit
def put_event(game, work, event, side, subject, amount, card):
    """Put an event on the stack, whoever may react to it."""
    frame = push(work, EVENT, side)
    frame.pc = event
    frame.subject = subject
    if subject != NOBODY:
        frame.subject_stamp = game.characters[subject].stamp
    frame.amount = amount
    frame.card = card


@njit
def push_script(game, work, side, pc, source, card):
    """Put a script on the stack; `source` is its character or NOBODY. Return its frame."""
    frame = push(work, SCRIPT, side)
    frame.pc = pc
    frame.source = source
    frame.source_card = card
    if source != NOBODY:
        frame.source_stamp = game.characters[source].stamp
    return frame


@njit
def forget_deaths(game, work, depth):
    """Remove a death phase at this depth of the stack if nothing has been damaged and nothing waits for it."""
    if work.depth == depth + 1 and not game.hurt:
        work.depth = depth


@njit
def note_loss(game):
    """Record that something did not fit in the records, after which the game cannot be trusted."""
    game.lost = min(MAX_LOST, np.int64(game.lost) + 1)
