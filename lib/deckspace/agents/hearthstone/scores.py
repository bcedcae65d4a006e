"""The papers' scores of a position for one side: two hand-written ones and a network.

A dead opponent scores highest, a dead own hero lowest. Otherwise, with my hero's health H and the enemy's h:

    Aggro     1000 if only I have minions - 1000 * health of the enemy's Taunts
              + attack of my minions + 1000 (H - h)
    Control   1000 if only I have minions + 50 * difference in minions + 25 * difference in health of Taunts
              + attack of my minions + 10 (H - h)
    network   15 numbers of the position through layers of 5, 4 and 1 units, each followed by tanh
"""

import math

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first, size
from deckspace.engine.hearthstone.costs import cost_of
from deckspace.engine.hearthstone.places import hero_at, side_of
from deckspace.engine.hearthstone.queries import HEROES_BOTH, attack_of, health_of, keywords_of, minions_of
from deckspace.engine.hearthstone.state import TAUNT
from deckspace.engine.records import record_type

SCORES = ("aggro", "control", "network")
AGGRO, CONTROL, NETWORK = range(len(SCORES))
WEIGHTS = 109  # of the 15-5-4-1 network, biases included
WON, LOST = 2**31 - 1, -(2**31)
INPUTS, FIRST_LAYER, SECOND_LAYER = 15, 5, 4
FIRST_BIAS = INPUTS * FIRST_LAYER + FIRST_LAYER * SECOND_LAYER + SECOND_LAYER  # biases follow all weights
UNIT = 1_000_000  # the network's output is scaled to a whole number

# The terms of the scores for both sides, mine first; those from `heroes` to `taunts` are the network's inputs.
TERMS_TYPE = record_type(
    [
        ("heroes", "i4", 2),  # healths
        ("hero_attack", "i4", 2),
        ("costs", "i4"),  # sum over the cards in my hand
        ("hands", "i4", 2),  # sizes
        ("decks", "i4", 2),
        ("attack", "i4", 2),  # sum over all minions
        ("health", "i4", 2),
        ("taunts", "i4", 2),  # health of the minions with Taunt
        ("minions", "i4", 2),
    ]
)
NUMBERS_TYPE = record_type(
    [
        ("inputs", "f8", INPUTS),
        ("first", "f8", FIRST_LAYER),
        ("second", "f8", SECOND_LAYER),
        ("terms", TERMS_TYPE),
        ("unused", "i4"),
    ]
)


@njit
def score_of(game, book, work, settings, side, numbers):
    """Return the score of a position for `side`, a whole number."""
    if health_of(game, hero_at(1 - side)) < 1:
        return np.int64(WON)
    if health_of(game, hero_at(side)) < 1:
        return np.int64(LOST)
    read_terms(game, book, work, settings, side, numbers.terms)
    return score_by(settings, numbers.terms, numbers)


@njit
def score_by(settings, terms, numbers):
    """Return the score of a position with these terms, if both heroes are alive."""
    if settings.score == AGGRO:
        return aggro(terms)
    if settings.score == CONTROL:
        return control(terms)
    return network(settings, terms, numbers)


@njit
def read_terms(game, book, work, settings, side, terms):
    """Write the terms of the score for `side`."""
    read_minions(game, side, terms)
    for each in range(2):
        terms.heroes[each] = health_of(game, hero_at(side ^ each))
        terms.minions[each] = size(minions_of(game, side ^ each))
    if settings.score == NETWORK:
        read_cards(game, book, work, side, terms)


@njit
def read_minions(game, side, terms):
    """Write the terms about the minions of both sides."""
    attack, health, taunts = 0, 0, 0  # sums over both sides
    mine, my_health, my_taunts = 0, 0, 0
    rest = np.int64(game.present) & ~HEROES_BOTH
    while rest:
        c = first(rest)
        rest &= rest - 1
        is_mine = side_of(c) == side
        its_attack, its_health = attack_of(game, c), health_of(game, c)
        its_taunt = its_health * (keywords_of(game, c) & TAUNT != 0)
        attack += its_attack
        health += its_health
        taunts += its_taunt
        mine += its_attack * is_mine
        my_health += its_health * is_mine
        my_taunts += its_taunt * is_mine
    terms.attack[0], terms.attack[1] = mine, attack - mine
    terms.health[0], terms.health[1] = my_health, health - my_health
    terms.taunts[0], terms.taunts[1] = my_taunts, taunts - my_taunts


@njit
def read_cards(game, book, work, side, terms):
    """Write the terms about weapons, hands and decks, which only the network uses."""
    costs = 0
    for i in range(np.int64(game.players[side].hand_size)):
        costs += cost_of(game, book, work, side, i)
    terms.costs = costs
    for each in range(2):
        player = game.players[side ^ each]
        terms.hero_attack[each] = attack_of(game, hero_at(side ^ each))
        terms.hands[each], terms.decks[each] = player.hand_size, player.deck_size


@njit
def alone(terms):
    """Return 1000 if only I have minions."""
    return 1000 if terms.minions[0] and not terms.minions[1] else 0


@njit
def aggro(terms):
    lead = np.int64(terms.heroes[0]) - terms.heroes[1]
    return alone(terms) - 1000 * np.int64(terms.taunts[1]) + terms.attack[0] + 1000 * lead


@njit
def control(terms):
    more = np.int64(terms.minions[0]) - terms.minions[1]
    taunts = np.int64(terms.taunts[0]) - terms.taunts[1]
    lead = np.int64(terms.heroes[0]) - terms.heroes[1]
    return alone(terms) + 50 * more + 25 * taunts + terms.attack[0] + 10 * lead


@njit
def read_inputs(terms, inputs):
    """Write the network's 15 inputs."""
    inputs[4] = terms.costs
    for each in range(2):
        inputs[each], inputs[2 + each] = terms.heroes[each], terms.hero_attack[each]
        inputs[5 + each], inputs[7 + each] = terms.hands[each], terms.decks[each]
        inputs[9 + each], inputs[11 + each] = terms.attack[each], terms.health[each]
        inputs[13 + each] = terms.taunts[each]


@njit
def tanh(x):
    """Return the hyperbolic tangent by one exponential, over three times as fast as the library's.

    The absolute error is below 1e-15 (the relative error near 0 is not); the network's output is rounded anyway.
    """
    return 1.0 - 2.0 / (math.exp(2.0 * x) + 1.0)


@njit
def network(settings, terms, numbers):
    """Return the network's output, in millionths."""
    read_inputs(terms, numbers.inputs)
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
        value = tanh(numbers.first[i])
        for j in range(SECOND_LAYER):
            numbers.second[j] += value * settings.weights[weight]
            weight += 1
    bias += SECOND_LAYER
    total = settings.weights[bias]
    for i in range(SECOND_LAYER):
        total += tanh(numbers.second[i]) * settings.weights[weight]
        weight += 1
    return np.int64(tanh(total) * UNIT)
