"""The random agent: it draws uniformly from all legal actions, END_TURN included.

It chooses exactly the action that a draw from the list of `legal_actions` would, but makes no list: it counts the
actions of every card and attacker, draws a number, and finds the action with this number.

In random play the processor mispredicts most branches, and a misprediction costs more than ten additions. This is why
the code counts and compares where one would expect an `if`.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.hearthstone.agent import Agent
from deckspace.compiling import njit
from deckspace.engine.bits import size
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.costs import power_cost
from deckspace.engine.hearthstone.legal import (
    can_attack,
    is_affordable,
    minion_bits,
    playable,
    power_selector,
    survey,
    targets,
    targets_of_card,
    usual_costs,
    victims,
)
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.queries import ask, holds
from deckspace.engine.hearthstone.state import BOARD, HAND, NO_TARGET, SPARES_HEROES_FOR_NOW
from deckspace.engine.records import record_type
from deckspace.engine.rng import below

GROUPS = 1 + 2 * HAND + 1 + BOARD + 1  # the end of the turn, cards with either option, power, minions, hero

GROUP_TYPE = record_type(
    [
        ("action", "i4"),  # without target and position; with `attackers`, also without source
        ("mask", "i4"),  # the possible targets; -1: no target
        ("positions", "i4"),
        ("attackers", "i4"),  # minions that may attack the targets in `mask`; 0: a single source
        ("end", "i4"),  # the number of actions up to and including this group
    ]
)
WAYS_TYPE = record_type([("groups", GROUP_TYPE, GROUPS), ("filled", "i4"), ("total", "i4")])


@dataclass(frozen=True)
class Random(Agent):
    """Takes a legal action at random, all with equal probability.

    >>> import deckspace as ds
    >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Starter Warlock", seed=1)
    >>> game.ask(ds.Random()) in game.legal()
    True
    """

    ROOM = WAYS_TYPE

    @staticmethod
    @njit(cache=True)
    def act(game, book, work, settings, ways, decision):
        """Return a legal action drawn from `game.rng`."""
        return act_uniform(game, book, work, ways)

    def thoughts(self, game, book, ways, decision, action):
        """Return the number of actions that it has drawn from."""
        count = len(legal(game, book))
        return [(f"one of {count} legal actions, {100 / count:.0f} % each", None)]


@njit
def act_uniform(game, book, work, ways):
    """Return a legal action drawn from `game.rng`."""
    if game.choice.count:
        return np.int64(state.CHOOSE << 16) | below(game, np.int64(game.choice.count)) << 9 | NO_TARGET
    return nth_action(game, ways, below(game, count_actions(game, book, work, ways)))


@njit
def count_actions(game, book, work, ways):
    """Write the legal actions into `ways`, one group per card, power or attacker; return their number."""
    side = np.int64(game.active)
    ways.filled = 0
    ways.total = 0
    add_group(ways, np.int64(state.END_TURN << 16), -1, 1, 1)
    survey(game, work, side)
    count_cards(game, book, work, side, ways)
    count_power(game, book, work, side, ways)
    count_attacks(game, book, work, side, ways)
    return np.int64(ways.total)


@njit(inline="always")
def add_group(ways, action, mask, positions, count):
    """Add `count` actions that differ only in target and position."""
    group = ways.groups[ways.filled]
    group.action = action
    group.mask = mask
    group.positions = positions
    group.attackers = 0
    ways.total += count
    group.end = ways.total
    ways.filled += 1


@njit(inline="always")
def add_aimed(ways, action, mask, positions):
    """Add an action with every target of a mask (none if it is -1) at every position."""
    add_group(ways, action, mask, positions, positions if mask < 0 else size(mask) * positions)


@njit
def count_cards(game, book, work, side, ways):
    """Add the ways to play the cards of the hand."""
    player = game.players[side]
    usual = usual_costs(game, player)
    for index in range(np.int64(player.hand_size)):
        entry = book.cards[player.hand[index].card]
        can = is_affordable(game, book, work, side, index, usual)
        positions = 1 + (np.int64(player.minions) & minion_bits(entry))
        action = np.int64(state.PLAY << 16) | index << 9
        if can & (1 - np.int64(entry.plain)):
            if playable(game, book, work, side, index):
                count_options(game, book, work, side, index, positions, ways)
        else:
            # A card that costs too much becomes a group without actions, which is cheaper than a branch.
            add_group(ways, action, -1, positions, can & positions)


@njit
def count_options(game, book, work, side, index, positions, ways):
    """Add the ways to play a card with each of its options."""
    entry = book.cards[game.players[side].hand[index].card]
    action = np.int64(state.PLAY << 16) | index << 9
    if not entry.options[0]:
        add_aimed(ways, action, targets_of_card(game, book, work, side, index, 0), positions)
        return
    for option in range(1, 3):
        require = np.int64(entry.option_requires[option - 1])
        if require == 0 or holds(game, book, work, ask(work, side, state.NOBODY, 0), require):
            mask = targets_of_card(game, book, work, side, index, option)
            add_aimed(ways, action | option << 14, mask, positions)


@njit
def count_power(game, book, work, side, ways):
    """Add the uses of the hero power."""
    player = game.players[side]
    affordable = power_cost(game, book, side) <= player.mana
    if not affordable & (player.power_used == 0) & (player.power != 0):
        return
    entry = book.cards[player.power]
    require = np.int64(entry.require)
    if require and not holds(game, book, work, ask(work, side, state.NOBODY, 0), require):
        return
    selector = power_selector(player, entry)
    mask = targets(game, book, work, side, selector, True) if selector else -1
    add_aimed(ways, np.int64(state.POWER << 16), mask, 1)


@njit
def count_attacks(game, book, work, side, ways):
    """Add the attacks of all minions and the hero."""
    attack = np.int64(state.ATTACK << 16)
    if work.keywords & SPARES_HEROES_FOR_NOW:
        count_attackers(game, work, side, ways)
    else:
        mask, ready = np.int64(work.victims), np.int64(work.ready)
        group = ways.groups[ways.filled]
        add_group(ways, attack, mask, 1, size(mask) * size(ready))
        group.attackers = ready
    if can_attack(game, book, hero_at(side)):
        add_aimed(ways, attack | hero_at(side) << 9, np.int64(work.victims), 1)


@njit
def count_attackers(game, work, side, ways):
    """Add the attacks of each minion, where not all have the same victims."""
    player = game.players[side]
    for i in range(np.int64(player.minions)):
        c = np.int64(player.order[i])
        if work.ready >> c & 1:
            add_aimed(ways, np.int64(state.ATTACK << 16) | c << 9, victims(game, work, c), 1)


@njit
def nth_action(game, ways, n):
    """Return action number `n` in the order of `legal_actions`, given the groups."""
    k = 0
    while n >= ways.groups[k].end:
        k += 1
    group = ways.groups[k]
    if k:
        n -= ways.groups[k - 1].end
    action, mask, positions = np.int64(group.action), np.int64(group.mask), np.int64(group.positions)
    if mask < 0:
        return action | NO_TARGET | n << 5
    side = np.int64(game.active)
    if action >> 16 == state.ATTACK:
        if group.attackers:
            each = size(mask)
            action |= nth_minion(game, side, np.int64(group.attackers), n // each) << 9
            n %= each
        return action | nth_victim(game, 1 - side, mask, n)
    return action | n % positions << 5 | nth_target(game, side, mask, n // positions)


@njit
def nth_target(game, side, mask, n):
    """Return target number `n`: the own hero, the other one, the other minions, the own ones."""
    mine, theirs = mask >> hero_at(side) & 1, mask >> hero_at(1 - side) & 1
    heroes = mine + theirs
    if n < heroes:
        return hero_at(side) if n < mine else hero_at(1 - side)
    n -= heroes
    enemies = size(mask & (0xFE00 >> hero_at(side)))
    of_enemy = n < enemies
    return nth_minion(game, 1 - side if of_enemy else side, mask, n if of_enemy else n - enemies)


@njit
def nth_victim(game, enemy, mask, n):
    """Return the target of attack number `n`: minions from the left, then the hero."""
    return nth_minion(game, enemy, mask, n) if n < size(mask & ~0x101) else hero_at(enemy)


@njit
def nth_minion(game, side, mask, n):
    """Return minion number `n` of a side among those of a mask, from the left."""
    player = game.players[side]
    seen, place = 0, 0
    for i in range(BOARD):  # the whole board: stopping early would be one more branch
        seen += mask >> np.int64(player.order[i]) & 1
        place += seen <= n
    return np.int64(player.order[place])
