"""The random agent: any legal action, END_TURN included, with equal chance.

It plays as if it drew from the list of `legal_actions`, and would choose the same action, but
makes no list: it counts the actions of every card and attacker, draws a number and finds its action.
"""

import numpy as np
from numba import njit

from lib.engine.hearthstone import state
from lib.engine.hearthstone.queries import ask, holds, power_cost, size
from lib.engine.hearthstone.rules import can_attack, playable, survey, targets, targets_of_card, victims
from lib.engine.hearthstone.state import BOARD, HAND, MINION, NO_TARGET
from lib.engine.records import record_type
from lib.engine.rng import below

# Where actions are counted: END_TURN, each card with its first and its second option, the hero power,
# each minion's attacks, the hero's.
CARDS_HELD = 1
POWER_SLOT = CARDS_HELD + 2 * HAND
ATTACKERS = POWER_SLOT + 1
SLOTS = ATTACKERS + BOARD + 1

WAYS_TYPE = record_type(
    [
        ("counts", "i4", SLOTS),
        ("masks", "i4", SLOTS),  # who may be chosen; -1: nobody is
    ]
)


@njit
def act_uniform(game, book, work, ways):
    """Return a legal action drawn from `game.rng`."""
    if game.choice.count:
        return np.int64(state.CHOOSE << 16) | below(game, np.int64(game.choice.count)) << 9 | NO_TARGET
    return nth_action(game, book, ways, below(game, count_actions(game, book, work, ways)))


@njit
def count_actions(game, book, work, ways):
    """Write the number of actions of each slot into `ways`; return their sum."""
    side = np.int64(game.active)
    player = game.players[side]
    survey(game, work, side)
    ways.counts[0] = 1
    total = np.int64(1)
    survey(game, work, side)
    for index in range(np.int64(player.hand_size)):
        total += count_card(game, book, work, side, index, ways)
    total += count_power(game, book, work, side, ways)
    return total + count_attacks(game, book, work, side, ways)


@njit
def count_card(game, book, work, side, index, ways):
    """Count the ways to play one card of the hand."""
    slot = CARDS_HELD + 2 * index
    ways.counts[slot] = 0
    ways.counts[slot + 1] = 0
    if not playable(game, book, work, side, index):
        return 0
    player = game.players[side]
    card = np.int64(player.hand[index].card)
    entry = book.cards[card]
    positions = np.int64(player.minions) + 1 if entry.type == MINION else 1
    if not entry.options[0]:
        return count_option(game, book, work, side, card, 0, positions, ways, slot)
    total = 0
    for option in range(1, 3):
        if holds(
            game, book, work, ask(work, side, state.NOBODY, 0), np.int64(entry.option_requires[option - 1])
        ):
            total += count_option(game, book, work, side, card, option, positions, ways, slot + option - 1)
    return total


@njit
def count_option(game, book, work, side, card, option, positions, ways, slot):
    """Count the targets and positions of a card with one option (0: it has none)."""
    mask = targets_of_card(game, book, work, side, card, option)
    n = (1 if mask < 0 else size(mask)) * positions
    ways.masks[slot] = mask
    ways.counts[slot] = n
    return n


@njit
def count_power(game, book, work, side, ways):
    """Count the uses of the hero power."""
    player = game.players[side]
    ways.counts[POWER_SLOT] = 0
    if player.power_used or player.power == 0 or power_cost(game, book, side) > player.mana:
        return 0
    entry = book.cards[player.power]
    if not holds(game, book, work, ask(work, side, state.NOBODY, 0), np.int64(entry.require)):
        return 0
    mask, n = -1, 1
    if entry.target:
        mask = targets(game, book, work, side, np.int64(entry.target), True)
        n = size(mask)
    ways.masks[POWER_SLOT] = mask
    ways.counts[POWER_SLOT] = n
    return n


@njit
def count_attacks(game, book, work, side, ways):
    """Count the attacks of all minions and the hero."""
    player = game.players[side]
    for i in range(BOARD + 1):
        ways.counts[ATTACKERS + i] = 0
    total = 0
    for i in range(np.int64(player.minions)):
        c = np.int64(player.order[i])
        if work.ready >> c & 1:
            total += count_attack(ways, i, victims(game, work, c))
    if can_attack(game, book, 8 * side):
        total += count_attack(ways, BOARD, np.int64(work.victims))
    return total


@njit
def count_attack(ways, i, mask):
    """Count the attacks of one attacker."""
    n = size(mask)
    ways.masks[ATTACKERS + i] = mask
    ways.counts[ATTACKERS + i] = n
    return n


@njit
def nth_action(game, book, ways, n):
    """Return action number `n` in the order of `legal_actions`, given the counted slots."""
    side = np.int64(game.active)
    player = game.players[side]
    if n == 0:
        return np.int64(state.END_TURN << 16) | NO_TARGET
    n -= 1
    slot = CARDS_HELD
    for index in range(np.int64(player.hand_size)):
        for option in range(2):
            slot = CARDS_HELD + 2 * index + option
            if n < ways.counts[slot]:
                return nth_of_card(game, book, side, index, option, np.int64(ways.masks[slot]), n)
            n -= ways.counts[slot]
    if n < ways.counts[POWER_SLOT]:
        mask = np.int64(ways.masks[POWER_SLOT])
        return np.int64(state.POWER << 16) | nth_target(game, side, mask, n)
    n -= ways.counts[POWER_SLOT]
    for i in range(np.int64(player.minions)):
        if n < ways.counts[ATTACKERS + i]:
            return nth_attack(game, side, np.int64(player.order[i]), np.int64(ways.masks[ATTACKERS + i]), n)
        n -= ways.counts[ATTACKERS + i]
    return nth_attack(game, side, 8 * side, np.int64(ways.masks[ATTACKERS + BOARD]), n)


@njit
def nth_of_card(game, book, side, index, option, mask, n):
    """Return way number `n` to play a card; `option` counts from 0 and is 0 for a card without options."""
    player = game.players[side]
    entry = book.cards[player.hand[index].card]
    chosen = option + 1 if entry.options[0] else 0
    base = np.int64(state.PLAY << 16) | chosen << 14 | index << 9
    if entry.type != MINION:
        return base | nth_target(game, side, mask, n)
    positions = np.int64(player.minions) + 1
    return base | n % positions << 5 | nth_target(game, side, mask, n // positions)


@njit
def nth_target(game, side, mask, n):
    """Return target number `n`: the own hero, the other one, the other minions, the own ones."""
    if mask < 0:
        return np.int64(NO_TARGET)
    for hero in (8 * side, 8 - 8 * side):
        if mask >> hero & 1:
            if n == 0:
                return np.int64(hero)
            n -= 1
    for each in (1 - side, side):
        player = game.players[each]
        for i in range(np.int64(player.minions)):
            if mask >> player.order[i] & 1:
                if n == 0:
                    return np.int64(player.order[i])
                n -= 1
    return np.int64(NO_TARGET)  # not reached: n is below the number of targets


@njit
def nth_attack(game, side, c, mask, n):
    """Return attack number `n` of the character at place c: minions from the left, then the hero."""
    base = np.int64(state.ATTACK << 16) | c << 9
    enemy = game.players[1 - side]
    for i in range(np.int64(enemy.minions)):
        if mask >> enemy.order[i] & 1:
            if n == 0:
                return base | np.int64(enemy.order[i])
            n -= 1
    return base | (8 - 8 * side)
