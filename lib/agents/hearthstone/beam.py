"""The papers' agent: a beam search over one's own turn.

Level by level, every legal action is tried in every position kept, on a copy. Positions in which
the turn or the game has ended are ends; of the others, those that are the same count once, and the
best, by their score, are kept and searched further. The sequence of actions that leads to the best
end is played: of equal ones the shortest, and of these the first that was found.

An end is judged after the opponent's turn has begun, its draw included. The copies hold the
hidden cards as they are (fair.py: as they may be); chance in them is independent of the real game's.
"""

from dataclasses import dataclass

import numpy as np

from lib.agents.hearthstone.agent import Agent, in_range, one_of
from lib.agents.hearthstone.fair import HIDDEN_TYPE, guess
from lib.agents.hearthstone.foresight import OUTLOOK_TYPE, foresee, look
from lib.agents.hearthstone.hashing import SHIFT_16, SHIFT_32, hash_of
from lib.agents.hearthstone.scores import (
    LOST,
    NUMBERS_TYPE,
    SCORES,
    WEIGHTS,
    WON,
    score_by,
    score_of,
)
from lib.engine.hearthstone.legal import legal_actions
from lib.engine.hearthstone.rules import act
from lib.engine.hearthstone.state import (
    CHARACTERS,
    END_TURN,
    GAME_TYPE,
    MAX_ACTIONS,
    NO_TARGET,
    PLAY,
    POWER,
)
from lib.engine.jit import njit
from lib.engine.records import record_type
from lib.engine.rng import GOLDEN, derive, mix

WIDTH, DEPTH = 16, 32  # the widest and deepest beam there is room for
POSITION = 15 << 5  # the bits of an action that say where on the board a minion is played
CHANCE = 2  # the stream of random numbers that the copies' chance comes from

BEAM_TYPE = record_type(  # an agent's settings
    [
        ("weights", "f8", WEIGHTS),
        ("score", "u1"),
        ("depth", "u1"),
        ("width", "u1"),
        ("fair", "u1"),
        ("unused", "u1", 4),
    ]
)


@dataclass(frozen=True)
class Beam(Agent):
    """The beam search of the papers, which looks `depth` actions ahead and keeps the `width` best positions.

    It judges positions by its `score`: "aggro", "control" or "network" with its 109 `weights` (scores.py).
    As the papers' agent it peeks: it sees what is hidden. If it is `fair`, it guesses (fair.py).
    """

    score: str = "aggro"
    weights: tuple = ()
    depth: int = 13
    width: int = 4
    fair: bool = False

    def __post_init__(self):
        super().__post_init__()
        one_of("score", self.score, SCORES)
        in_range("depth of a beam", self.depth, DEPTH)
        in_range("width of a beam", self.width, WIDTH)
        needed = WEIGHTS if self.score == "network" else 0
        if len(self.weights) != needed:
            raise ValueError(f"The score {self.score!r} takes {needed} weights, not {len(self.weights)}.")

    def write(self, settings):
        settings.score, settings.fair = SCORES.index(self.score), self.fair
        settings.depth, settings.width = self.depth, self.width
        settings.weights[: len(self.weights)] = self.weights


KEPT_TYPE = record_type(
    [
        ("score", "i8"),
        ("key", "u8"),  # the same for positions that are the same
        ("history", "u8"),  # see `remember`
        ("bonus_mana", "i4"),
        ("slot", "i4"),  # where the position is
        ("parent", "i4"),  # its place in the level before
        ("step", "i4"),  # and the action that led from there
    ]
)
SEARCH_TYPE = record_type(
    [
        ("rng", "u8"),
        ("best", "i8"),  # score of the best end
        ("best_level", "i4"),  # its parent, and the action that led from there
        ("best_parent", "i4"),
        ("best_step", "i4"),
        ("random", "i4"),  # chance has taken part in the search
        ("nodes", "i8"),  # positions in this search: the first one, and all that were tried
        ("levels", KEPT_TYPE, (DEPTH + 1, WIDTH)),  # the positions kept, best first
        ("counts", "i4", DEPTH + 1),
        ("games", GAME_TYPE, 2 * WIDTH + 1),  # those of two levels, and the one being tried
        ("free", "i4", 2 * WIDTH + 1),  # slots not in use
        ("free_count", "i4"),
        ("length", "i4"),
        ("plan", "i4", DEPTH),  # the actions to play
        ("actions", "i4", MAX_ACTIONS),
        ("numbers", NUMBERS_TYPE),
        ("outlook", OUTLOOK_TYPE),
        ("hidden", HIDDEN_TYPE),
    ]
)


@njit(cache=True)
def plan_turn(game, book, work, settings, search):
    """Write the sequence of actions that the search finds best into `search.plan`."""
    side = np.int64(game.active)
    begin(game, search)
    if settings.fair:
        copy = search.games[2 * WIDTH]
        copy.rng = mix(search.rng)
        guess(copy, book, work, side, search.hidden)
    for level in range(np.int64(settings.depth)):
        for place in range(np.int64(search.counts[level])):
            expand(book, work, settings, search, side, level, place)
        for place in range(np.int64(search.counts[level])):
            search.free[search.free_count] = search.levels[level, place].slot
            search.free_count += 1
        if search.counts[level + 1] == 0:
            break
    write_plan(search)


@njit
def begin(game, search):
    """Put a copy of the position alone into the first level."""
    search.rng = derive(game.rng, CHANCE)
    for slot in range(2 * WIDTH):
        search.free[slot] = slot
    search.free_count = 2 * WIDTH
    search.games[2 * WIDTH] = game
    first = search.levels[0, 0]
    first.slot = 2 * WIDTH
    first.history = 0
    first.bonus_mana = 0
    search.counts[0] = 1
    search.best, search.best_level = LOST - 1, -1
    search.nodes = 1
    search.random = 0


@njit
def expand(book, work, settings, search, side, level, place):
    """Try all actions in one position of a level."""
    parent = search.games[search.levels[level, place].slot]
    width = np.int64(settings.width)
    worst = search.levels[level + 1, width - 1]
    if place == 0:
        search.counts[level + 1] = 0
    count = legal_actions(parent, book, work, search.actions)
    search.nodes += count
    look(parent, book, work, settings, side, search.outlook)
    # The score of the last action tried, which is also that of the same card played to another position.
    like, score = np.int64(-1), np.int64(LOST)
    for k in range(count):
        action = np.int64(search.actions[k])
        search.rng += GOLDEN
        sure = action & ~POSITION == like
        if not sure and foresee(parent, book, side, search.outlook, action):
            sure, score = True, foreseen_score(settings, search)
            if score == WON or action >> 16 == END_TURN:
                note_end(search, level, place, action, score)
                continue
            like = np.int64(-1) if search.outlook.by_position else action & ~POSITION
        if sure and search.counts[level + 1] == width and score <= worst.score:
            continue
        child = search.games[search.free[search.free_count - 1]]
        search.games[search.free[search.free_count - 1]] = parent
        child.rng = mix(search.rng)
        act(child, book, work, action)
        search.random |= np.int64(work.random)
        if not sure:
            score = score_of(child, book, work, settings, side, search.numbers)
        like = np.int64(-1) if work.random or work.by_position else action & ~POSITION
        if child.over or child.active != side:
            note_end(search, level, place, action, score)
            score = np.int64(LOST)  # it does not go on from there
        elif search.counts[level + 1] < width or score > worst.score:
            keep(book, search, side, width, level, place, action, score)


@njit
def foreseen_score(settings, search):
    """Return the score after an action that has been foreseen."""
    later = search.outlook.later
    return np.int64(WON) if later.heroes[1] < 1 else score_by(settings, later, search.numbers)


@njit(inline="always")
def note_end(search, level, place, action, score):
    """Remember an end if it is better than all before."""
    if score > search.best:
        search.best, search.best_level = score, level
        search.best_parent, search.best_step = place, action


@njit
def keep(book, search, side, width, level, place, action, score):
    """Take the position just tried into the next level, unless the same one is there already."""
    kept = search.levels[level + 1]
    slot = np.int64(search.free[search.free_count - 1])
    origin = search.levels[level, place]
    parent, child = search.games[origin.slot], search.games[slot]
    history = history_after(book, parent, child, side, action) + origin.history
    bonus_mana = bonus_mana_after(parent, child, side, np.int64(origin.bonus_mana))
    key = hash_of(child) + history + np.uint64(bonus_mana) * GOLDEN + made_by_power(parent, child, action)
    i = np.int64(search.counts[level + 1])
    for k in range(i):
        if kept[k].key == key:
            return
    if i < width:
        search.counts[level + 1] += 1
        search.free_count -= 1
    else:
        i = width - 1
        search.free[search.free_count - 1] = kept[i].slot
    while i > 0 and kept[i - 1].score < score:
        kept[i] = kept[i - 1]
        i -= 1
    new = kept[i]
    new.score, new.key, new.slot = score, key, slot
    new.history, new.bonus_mana = history, bonus_mana
    new.parent, new.step = place, action


@njit
def write_plan(search):
    """Write the actions that lead to the best end."""
    level, place = np.int64(search.best_level), np.int64(search.best_parent)
    search.length = level + 1
    search.plan[level] = search.best_step
    while level > 0:
        last = search.levels[level, place]
        level -= 1
        search.plan[level] = last.step
        place = np.int64(last.parent)


# --- When are two positions the same? ------------------------------------------------------
#
# The papers' program remembers more of the way to a position than the rules need: so what is the
# same to the rules may take two places in its levels. What it remembers has been found out from
# recorded searches (lib/conformance/hearthstone/plans.py).


@njit
def history_after(book, parent, child, side, action):
    """Return a number for whom a card was aimed at, and for where on the board minions died."""
    history = np.uint64(0)
    if action >> 16 == PLAY and action & 31 != NO_TARGET:
        card = np.uint64(parent.players[side].hand[action >> 9 & 31].card)
        history += mix(card << SHIFT_16 | np.uint64(parent.characters[action & 15].stamp))
    if child.died_count != parent.died_count:
        for each in range(2):
            player = parent.players[each]
            for i in range(np.int64(player.minions)):
                place = np.int64(player.order[i])
                stamp = np.uint64(parent.characters[place].stamp)
                if not lives(child, place, stamp):
                    history += mix(stamp << SHIFT_16 | np.uint64(i) << SHIFT_32)
    return history


@njit
def lives(game, place, stamp):
    """Tell whether the character with this stamp, at this place before, is in play."""
    if game.characters[place].card and game.characters[place].stamp == stamp:
        return True
    for c in range(CHARACTERS):  # it may have changed sides
        if game.characters[c].card and game.characters[c].stamp == stamp:
            return True
    return False


@njit
def bonus_mana_after(parent, child, side, bonus_mana):
    """Return how much of the mana that cards gave for this turn is left: it is spent first."""
    before, after = parent.players[side], child.players[side]
    paid = np.int64(after.mana_spent) - before.mana_spent
    bonus_mana = max(0, bonus_mana - paid)
    if after.max_mana == before.max_mana:
        bonus_mana += np.int64(after.mana) - before.mana + paid
    return bonus_mana


@njit
def made_by_power(parent, child, action):
    """Return 1 if the last thing done was to summon a minion by the hero power."""
    return np.uint64(action >> 16 == POWER and child.stamp != parent.stamp)
