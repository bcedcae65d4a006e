"""What a position is worth to one side: the papers' two scores by hand, and their network.

A dead opponent is worth most, a dead own hero least. Otherwise, with the heroes' healths H and h:

    Aggro     1000 if only I have minions, - 1000 for each health of their Taunts,
              + the attack of my minions, + 1000 (H - h)
    Control   1000 if only I have minions, + 50 for each minion more, + 25 for each health of Taunts
              more, + the attack of my minions, + 10 (H - h)
    network   15 numbers of the position through layers of 5, 4 and 1, a tanh after each
"""

import math

import numpy as np
from numba import njit

from lib.engine.hearthstone.places import hero_at
from lib.engine.hearthstone.queries import (
    attack_of,
    cost_of,
    health_of,
    keywords_of,
    minions_of,
    total_attack,
    total_health,
)
from lib.engine.hearthstone.state import TAUNT
from lib.engine.records import record_type

SCORES = ("aggro", "control", "network")
AGGRO, CONTROL, NETWORK = range(len(SCORES))
WEIGHTS = 109  # of the network: 15-5-4-1, a bias each
WON, LOST = 2**31 - 1, -(2**31)
INPUTS, FIRST_LAYER, SECOND_LAYER = 15, 5, 4
FIRST_BIAS = INPUTS * FIRST_LAYER + FIRST_LAYER * SECOND_LAYER + SECOND_LAYER  # biases follow all weights
UNIT = 1_000_000  # the network's output is made a whole number

NUMBERS_TYPE = record_type(
    [("inputs", "f8", INPUTS), ("first", "f8", FIRST_LAYER), ("second", "f8", SECOND_LAYER)]
)


@njit
def score_of(game, book, work, settings, side, numbers):
    """Return what a position is worth to `side`, as a whole number."""
    mine, theirs = health_of(game, hero_at(side)), health_of(game, hero_at(1 - side))
    if theirs < 1:
        return np.int64(WON)
    if mine < 1:
        return np.int64(LOST)
    if settings.score == AGGRO:
        return aggro(game, side, mine - theirs)
    if settings.score == CONTROL:
        return control(game, side, mine - theirs)
    return network(game, book, work, settings, side, numbers)


@njit
def alone(game, side):
    """Return 1000 if only this side has minions."""
    return 1000 if game.players[side].minions and not game.players[1 - side].minions else 0


@njit
def taunt_health(game, side):
    """Return the health of a side's minions with Taunt."""
    player, total = game.players[side], np.int64(0)
    for i in range(np.int64(player.minions)):
        c = np.int64(player.order[i])
        if keywords_of(game, c) & TAUNT:
            total += health_of(game, c)
    return total


@njit
def aggro(game, side, lead):
    """Return the Aggro score."""
    attack = total_attack(game, minions_of(game, side))
    return alone(game, side) - 1000 * taunt_health(game, 1 - side) + attack + 1000 * lead


@njit
def control(game, side, lead):
    """Return the Control score."""
    more = np.int64(game.players[side].minions) - np.int64(game.players[1 - side].minions)
    taunts = taunt_health(game, side) - taunt_health(game, 1 - side)
    attack = total_attack(game, minions_of(game, side))
    return alone(game, side) + 50 * more + 25 * taunts + attack + 10 * lead


@njit
def read_inputs(game, book, work, side, inputs):
    """Write the network's 15 inputs."""
    me, enemy = game.players[side], game.players[1 - side]
    inputs[0], inputs[1] = health_of(game, hero_at(side)), health_of(game, hero_at(1 - side))
    inputs[2], inputs[3] = attack_of(game, hero_at(side)), attack_of(game, hero_at(1 - side))
    inputs[4] = 0.0
    for i in range(np.int64(me.hand_size)):
        inputs[4] += cost_of(game, book, work, side, i)
    inputs[5], inputs[6] = me.hand_size, enemy.hand_size
    inputs[7], inputs[8] = me.deck_size, enemy.deck_size
    mine, theirs = minions_of(game, side), minions_of(game, 1 - side)
    inputs[9], inputs[10] = total_attack(game, mine), total_attack(game, theirs)
    inputs[11], inputs[12] = total_health(game, mine), total_health(game, theirs)
    inputs[13], inputs[14] = taunt_health(game, side), taunt_health(game, 1 - side)


@njit
def network(game, book, work, settings, side, numbers):
    """Return the network's output, in millionths."""
    read_inputs(game, book, work, side, numbers.inputs)
    weight, bias = 0, FIRST_BIAS
    for j in range(FIRST_LAYER):
        numbers.first[j] = settings.weights[bias + j]
    for i in range(INPUTS):
        for j in range(FIRST_LAYER):
            numbers.first[j] += numbers.inputs[i] * settings.weights[weight]
            weight += 1
    bias += FIRST_LAYER
    for j in range(SECOND_LAYER):
        numbers.second[j] = settings.weights[bias + j]
    for i in range(FIRST_LAYER):
        value = math.tanh(numbers.first[i])
        for j in range(SECOND_LAYER):
            numbers.second[j] += value * settings.weights[weight]
            weight += 1
    bias += SECOND_LAYER
    total = settings.weights[bias]
    for i in range(SECOND_LAYER):
        total += math.tanh(numbers.second[i]) * settings.weights[weight]
        weight += 1
    return np.int64(math.tanh(total) * UNIT)
