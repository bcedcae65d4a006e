"""The papers' agent: a beam search over one's own turn.

Level by level, every legal action is tried in every position kept, on a copy. Positions that are
the same count once. Those in which the turn or the game has ended are ends; the best of the others,
by their score, are kept and searched further. The sequence of actions that leads to the best end
is played: of equal ones the shortest, and of these the first that was found.

An end is judged after the opponent's turn has begun, its draw included. The copies hold the
hidden cards as they are (fair.py: as they may be); chance in them is independent of the real game's.
"""

import numpy as np
from numba import njit

from lib.agents.hearthstone.hashing import hash_of
from lib.agents.hearthstone.scores import LOST, NUMBERS_TYPE, score_of
from lib.agents.hearthstone.seats import DEPTH, WIDTH
from lib.engine.hearthstone.rules import act, legal_actions
from lib.engine.hearthstone.state import GAME_TYPE, MAX_ACTIONS
from lib.engine.records import record_type
from lib.engine.rng import GOLDEN, derive, mix

MET = 4096  # entries of the table of positions met in a level, a power of two
PROBES = 16  # where the table is crowded, a position may be searched twice
CHANCE = 2  # the stream of random numbers that the copies' chance comes from

SEARCH_TYPE = record_type(
    [
        ("rng", "u8"),
        ("best", "i8"),  # score of the best end
        ("games", GAME_TYPE, 2 * WIDTH + 1),  # positions kept, of two levels, and one being tried
        ("free", "i4", 2 * WIDTH + 1),  # those not in use
        ("free_count", "i4"),
        ("counts", "i4", 2),  # of the last level and the next
        ("slots", "i4", (2, WIDTH)),  # where their positions are, best first
        ("scores", "i8", (2, WIDTH)),
        ("parents", "i4", (DEPTH, WIDTH)),  # of each position kept: its place in the level before
        ("steps", "i4", (DEPTH, WIDTH)),  # and the action that led to it
        ("best_level", "i4"),  # of the best end: its parent, and the last action
        ("best_parent", "i4"),
        ("best_step", "i4"),
        ("generation", "i4"),
        ("met", "u8", MET),
        ("met_in", "i4", MET),  # the generation, so that the table need not be emptied
        ("actions", "i4", MAX_ACTIONS),
        ("plan", "i4", DEPTH),
        ("length", "i4"),
        ("nodes", "i8"),  # positions in this search: the first one, and all that were tried
        ("ends", "i8"),  # different ones, level by level, in which the turn or the game has ended
        ("random", "i8"),  # chance has taken part
        ("numbers", NUMBERS_TYPE),
    ]
)


@njit(cache=True)
def plan_turn(game, book, work, seat, search):
    """Write the sequence of actions that the search finds best into `search.plan`."""
    side = np.int64(game.active)
    begin(game, search)
    for level in range(np.int64(seat.depth)):
        old, new = level & 1, 1 - (level & 1)
        search.counts[new] = 0
        search.generation += 1
        for place in range(np.int64(search.counts[old])):
            expand(book, work, seat, search, side, level, place)
        for place in range(np.int64(search.counts[old])):
            release(search, np.int64(search.slots[old, place]))
        if search.counts[new] == 0:
            break
    write_plan(search)


@njit
def begin(game, search):
    """Put a copy of the position alone into the first level."""
    search.rng = derive(game.rng, CHANCE)
    for k in range(2 * WIDTH + 1):
        search.free[k] = k
    search.free_count = 2 * WIDTH
    search.games[2 * WIDTH] = game
    search.counts[0] = 1
    search.slots[0, 0] = 2 * WIDTH
    search.best, search.best_level = LOST - 1, -1
    search.nodes = 1
    search.ends = 0
    search.random = 0


@njit
def release(search, slot):
    """Note that a position is in use no more."""
    search.free[search.free_count] = slot
    search.free_count += 1


@njit
def expand(book, work, seat, search, side, level, place):
    """Try all actions in one position of a level."""
    parent = search.games[search.slots[level & 1, place]]
    count = legal_actions(parent, book, work, search.actions)
    for k in range(count):
        action = np.int64(search.actions[k])
        slot = np.int64(search.free[search.free_count - 1])
        child = search.games[slot]
        search.games[slot] = parent
        search.rng += GOLDEN
        child.rng = mix(search.rng)
        act(child, book, work, action)
        search.nodes += 1
        search.random |= work.random
        if is_new(search, hash_of(child)):
            score = score_of(child, book, work, seat, side, search.numbers)
            if child.over or child.active != side:
                note_end(search, level, place, action, score)
            else:
                keep(search, np.int64(seat.width), level, place, action, score)


@njit
def note_end(search, level, place, action, score):
    """Remember an end that is better than all before."""
    search.ends += 1
    if score > search.best:
        search.best, search.best_level = score, level
        search.best_parent, search.best_step = place, action


@njit
def keep(search, width, level, place, action, score):
    """Take the position just tried into the next level, if it is among the best."""
    new = 1 - (level & 1)
    i = np.int64(search.counts[new])
    if i < width:
        search.counts[new] += 1
        search.free_count -= 1
        slot = np.int64(search.free[search.free_count])
    elif score > search.scores[new, width - 1]:
        i = width - 1
        slot = np.int64(search.free[search.free_count - 1])
        search.free[search.free_count - 1] = search.slots[new, i]
    else:
        return
    steps, parents = search.steps[level], search.parents[level]
    while i > 0 and search.scores[new, i - 1] < score:
        search.scores[new, i] = search.scores[new, i - 1]
        search.slots[new, i] = search.slots[new, i - 1]
        steps[i], parents[i] = steps[i - 1], parents[i - 1]
        i -= 1
    search.scores[new, i], search.slots[new, i] = score, slot
    steps[i], parents[i] = action, place


@njit
def is_new(search, key):
    """Tell whether a position was not met before in this level, and remember it."""
    spot = np.int64(key & np.uint64(MET - 1))
    for _ in range(PROBES):
        if search.met_in[spot] != search.generation:
            search.met_in[spot] = search.generation
            search.met[spot] = key
            return True
        if search.met[spot] == key:
            return False
        spot = spot + 1 & MET - 1
    return True


@njit
def write_plan(search):
    """Write the actions that lead to the best end."""
    level, place = np.int64(search.best_level), np.int64(search.best_parent)
    search.length = level + 1
    search.plan[level] = search.best_step
    while level > 0:
        level -= 1
        search.plan[level] = search.steps[level, place]
        place = np.int64(search.parents[level, place])
