"""An agent as the opponent in a learner's game, which chooses slots like the learner."""

import numpy as np

from deckspace.agents.hearthstone.entrants import agent_of
from deckspace.compiling import njit
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.places import hero_at
from deckspace.learning.hearthstone.slots import (
    ATTACKER_SLOT,
    BUILD,
    CARD_SLOT,
    CHOICE,
    END_SLOT,
    ENEMY_HERO_SLOT,
    ENEMY_MINION_SLOT,
    HERO_SLOT,
    MY_HERO_SLOT,
    MY_MINION_SLOT,
    OPTION,
    OPTION_SLOT,
    PICK,
    POWER_SLOT,
    SELECT,
    TARGET,
)  # fmt: skip

NOTHING = -1  # no slot: the steps taken so far do not lead to the action


class Opponent:
    """An agent, or a function of a view, that plays a battle slot by slot. Like learners, it puts minions on the right.

    Raises ValueError for anything that is not an agent.
    """

    def __init__(self, agent):
        self.agent, self.action = agent_of(agent), None

    def slot(self, duels):
        """Return its slot in the only game of Duels; NOTHING during deck building, which agents do not do."""
        duel = duels.duels[0]
        if duel.stage in (BUILD, PICK):
            return NOTHING
        if self.action is None or duel.stage not in (OPTION, TARGET):  # these follow from the previous action
            self.action = self.agent.ask(duel.game, duels.book, int(duel.decisions) + 1).action
        return int(slot_of(duel, self.action))


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
