"""A search agent as a teacher: in any state of a battle it returns its own slot, as a label for a policy.

    teacher = Teacher(as_programmed(published(), fair=True))
    teacher.labels(duels, rows)        # a slot for each of these games, or NOTHING

It searches anew in every state; an agent that plans whole turns gives the first action of its plan. For an action with
two or three steps it returns the next one. If the steps taken so far do not lead to its action, it returns NOTHING,
since it would not have reached this state. It places minions on the right, as policies do.
"""

import numpy as np

from deckspace.agents.hearthstone.entrants import seat_of
from deckspace.agents.hearthstone.games import SCRATCH_TYPE, SIDE_TYPE, decide, forget_plan
from deckspace.agents.hearthstone.outside import Outside
from deckspace.agents.hearthstone.uniform import Random
from deckspace.compiling import njit
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.records import new_record
from deckspace.learning.hearthstone.slots import (
    ATTACKER_SLOT,
    CARD_SLOT,
    CHOICE,
    END_SLOT,
    ENEMY_HERO_SLOT,
    ENEMY_MINION_SLOT,
    HERO_SLOT,
    MY_HERO_SLOT,
    MY_MINION_SLOT,
    OPTION_SLOT,
    POWER_SLOT,
    SELECT,
    TARGET,
)

NOTHING = -1  # no slot: the teacher would not have reached this state


class Teacher:
    """A searching agent of lib/deckspace/agents/hearthstone as a teacher.

    Raises ValueError for the random agent, whose draws would change the game, and for outside players.
    """

    def __init__(self, agent):
        if isinstance(agent, (Random, Outside)):
            raise ValueError(f"A teacher must search for its action; {agent!r} does not.")
        self.agent, self.seats = agent, None
        self.mind, self.took = new_record(SCRATCH_TYPE), new_record(SIDE_TYPE)

    def labels(self, duels, rows):
        """Return the slot (int64, one per row) that the teacher takes next in these games of Duels, or NOTHING.

        All games must be in battle. They are not changed, and the same state always gets the same answer.
        """
        book = duels.book.record
        self.seats = self.seats or seat_of(self.agent, book)
        found, rows = np.empty(len(rows), np.int64), np.ascontiguousarray(rows, np.int64)
        write_labels(duels.duels, rows, self.seats.rows[0], self.mind, self.took, book, found)
        return found


@njit(nogil=True, cache=True)
def write_labels(duels, rows, seat, mind, took, book, found):
    """Write the slots that an agent would take in these games."""
    for i in range(len(rows)):
        duel = duels[rows[i]]
        forget_plan(mind)
        took.plans = np.int64(duel.game.turn) << 8  # its chance depends on the turn alone
        found[i] = next_slot(duel, decide(duel.game, book, seat, mind, took))


@njit(cache=True)
def slot_of(duel, action):
    """Call `next_slot` from Python."""
    return next_slot(duel, action)


@njit
def next_slot(duel, action):
    """Return the next slot towards an action, NOTHING if an earlier step led elsewhere."""
    game = duel.game
    if duel.stage == CHOICE:
        return OPTION_SLOT + (action >> 9 & 31)
    first = first_slot(game, action)
    if duel.stage == SELECT:
        return first
    option = action >> 14 & 3
    if first != duel.slot:
        return NOTHING
    if duel.stage == TARGET:
        return target_slot(game, action & 31) if np.int64(duel.pending) >> 14 & 3 == option else NOTHING
    return OPTION_SLOT + option - 1


@njit
def first_slot(game, action):
    """Return the slot of an action's first step: a card, an attacker, the hero power, or the end of the turn."""
    kind, source = action >> 16, action >> 9 & 31
    if kind == state.PLAY:
        return CARD_SLOT + source
    if kind == state.ATTACK:
        if source == hero_at(game.active):
            return HERO_SLOT
        return ATTACKER_SLOT + place_in_row(game.players[np.int64(game.active)], source)
    return END_SLOT if kind == state.END_TURN else POWER_SLOT


@njit
def target_slot(game, place):
    """Return the slot of a target."""
    side = np.int64(game.active)
    if place == hero_at(side):
        return MY_HERO_SLOT
    if place == hero_at(1 - side):
        return ENEMY_HERO_SLOT
    i = place_in_row(game.players[side], place)
    if i >= 0:
        return MY_MINION_SLOT + i
    return ENEMY_MINION_SLOT + place_in_row(game.players[1 - side], place)


@njit
def place_in_row(player, place):
    """Return the index, from the left, of a player's minion at a place; -1 if there is none."""
    for i in range(np.int64(player.minions)):
        if player.order[i] == place:
            return i
    return -1
