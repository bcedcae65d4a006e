"""The random agent: any legal action, END_TURN included, with equal chance.

It plays as if it drew from the list of `legal_actions`, and would choose the same action, but makes
no list: it counts the actions of every card and attacker, draws a number and finds its action.
"""

from dataclasses import dataclass

import numpy as np
from numba import njit

from lib.agents.hearthstone.agent import Agent
from lib.engine.hearthstone import state
from lib.engine.hearthstone.places import hero_at
from lib.engine.hearthstone.queries import ask, first, holds, power_cost, size
from lib.engine.hearthstone.rules import (
    affordable,
    can_attack,
    playable,
    survey,
    targets,
    targets_of_card,
    victims,
)
from lib.engine.hearthstone.state import BOARD, HAND, MINION, NO_TARGET
from lib.engine.records import record_type
from lib.engine.rng import below


@dataclass(frozen=True)
class Random(Agent):
    """Takes any legal action with equal chance."""


GROUPS = 2 * HAND + 1 + BOARD + 1  # cards with either option, the hero power, minions, the hero

GROUP_TYPE = record_type(
    [
        ("action", "i4"),  # without target and position
        ("mask", "i4"),  # who may be chosen; -1: nobody is
        ("positions", "i4"),
        ("count", "i4"),  # of actions: targets times positions
    ]
)
WAYS_TYPE = record_type([("groups", GROUP_TYPE, GROUPS), ("filled", "i4"), ("total", "i4")])


@njit
def act_uniform(game, book, work, ways):
    """Return a legal action drawn from `game.rng`."""
    if game.choice.count:
        return np.int64(state.CHOOSE << 16) | below(game, np.int64(game.choice.count)) << 9 | NO_TARGET
    return nth_action(game, ways, below(game, count_actions(game, book, work, ways)))


@njit
def count_actions(game, book, work, ways):
    """Write what may be done into `ways`, one group a card, power or attacker; return how many actions."""
    side = np.int64(game.active)
    ways.filled = 0
    ways.total = 1  # END_TURN
    survey(game, work, side)
    count_cards(game, book, work, side, ways)
    count_power(game, book, work, side, ways)
    count_attacks(game, book, work, side, ways)
    return np.int64(ways.total)


@njit(inline="always")
def add_group(ways, action, mask, positions):
    """Add actions that differ in target and position only."""
    group = ways.groups[ways.filled]
    count = positions if mask < 0 else size(mask) * positions
    group.action = action
    group.mask = mask
    group.positions = positions
    group.count = count
    ways.total += count
    ways.filled += 1


@njit
def count_cards(game, book, work, side, ways):
    """Add the ways to play the cards of the hand."""
    player = game.players[side]
    rest = affordable(game, book, work, side)
    while rest:
        index = first(rest)
        rest &= rest - 1
        entry = book.cards[player.hand[index].card]
        positions = np.int64(player.minions) + 1 if entry.type == MINION else 1
        action = np.int64(state.PLAY << 16) | index << 9
        if entry.plain:
            add_group(ways, action, -1, positions)
        elif playable(game, book, work, side, index):
            count_options(game, book, work, side, index, positions, ways)


@njit
def count_options(game, book, work, side, index, positions, ways):
    """Add the ways to play a card with each of its options."""
    card = np.int64(game.players[side].hand[index].card)
    entry = book.cards[card]
    action = np.int64(state.PLAY << 16) | index << 9
    if not entry.options[0]:
        add_group(ways, action, targets_of_card(game, book, work, side, card, 0), positions)
        return
    for option in range(1, 3):
        require = np.int64(entry.option_requires[option - 1])
        if holds(game, book, work, ask(work, side, state.NOBODY, 0), require):
            mask = targets_of_card(game, book, work, side, card, option)
            add_group(ways, action | option << 14, mask, positions)


@njit
def count_power(game, book, work, side, ways):
    """Add the uses of the hero power."""
    player = game.players[side]
    if player.power_used or player.power == 0 or power_cost(game, book, side) > player.mana:
        return
    entry = book.cards[player.power]
    if not holds(game, book, work, ask(work, side, state.NOBODY, 0), np.int64(entry.require)):
        return
    mask = targets(game, book, work, side, np.int64(entry.target), True) if entry.target else -1
    add_group(ways, np.int64(state.POWER << 16), mask, 1)


@njit
def count_attacks(game, book, work, side, ways):
    """Add the attacks of all minions and the hero."""
    player = game.players[side]
    for i in range(np.int64(player.minions)):
        c = np.int64(player.order[i])
        if work.ready >> c & 1:
            add_group(ways, np.int64(state.ATTACK << 16) | c << 9, victims(game, work, c), 1)
    if can_attack(game, book, hero_at(side)):
        add_group(ways, np.int64(state.ATTACK << 16) | hero_at(side) << 9, np.int64(work.victims), 1)


@njit
def nth_action(game, ways, n):
    """Return action number `n` in the order of `legal_actions`, given the groups."""
    if n == 0:
        return np.int64(state.END_TURN << 16) | NO_TARGET
    n -= 1
    k = 0
    while n >= ways.groups[k].count:
        n -= ways.groups[k].count
        k += 1
    group = ways.groups[k]
    action, positions = np.int64(group.action), np.int64(group.positions)
    if group.mask < 0:
        return action | NO_TARGET | n << 5
    mask = np.int64(group.mask)
    side = np.int64(game.active)
    if action >> 16 == state.ATTACK:
        return action | nth_victim(game, 1 - side, mask, n)
    return action | n % positions << 5 | nth_target(game, side, mask, n // positions)


@njit
def nth_target(game, side, mask, n):
    """Return target number `n`: the own hero, the other one, the other minions, the own ones."""
    for hero in (hero_at(side), hero_at(1 - side)):
        if mask >> hero & 1:
            if n == 0:
                return hero
            n -= 1
    theirs = size(mask & (0xFE00 >> hero_at(side)))
    return nth_minion(game, 1 - side, mask, n) if n < theirs else nth_minion(game, side, mask, n - theirs)


@njit
def nth_victim(game, enemy, mask, n):
    """Return whom attack number `n` goes to: minions from the left, then the hero."""
    return nth_minion(game, enemy, mask, n) if n < size(mask & ~0x101) else hero_at(enemy)


@njit
def nth_minion(game, side, mask, n):
    """Return minion number `n` of a side among those of a mask, from the left."""
    player = game.players[side]
    i = 0
    while True:
        c = np.int64(player.order[i])
        n -= mask >> c & 1
        if n < 0:
            return c
        i += 1
