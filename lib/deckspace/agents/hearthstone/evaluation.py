"""What a position is worth to one side, by plain judgement: what both players see of it, added up.

A side has 10 for each attack and health of its minions and more for what they can do besides, 6 for each health
and armor of its hero (12 for the last ten), 4 for each damage that its weapon can still do, 20 for each card in its
hand and for each Secret. A position is worth the difference of both sides; a dead enemy hero is worth most, a dead
own one least. The numbers are set by hand.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.queries import (
    health_of,
    keywords_of,
    minion_attack,
    minions_of,
    weapon_attack,
)
from deckspace.engine.hearthstone.state import CANT_ATTACK, DIVINE_SHIELD, FROZEN, STEALTH, TAUNT, WINDFURY

POINT, HEALTH, LAST_HEALTH, BLOW, CARD, SECRET = 10, 6, 6, 4, 20, 20
DANGER = 10  # health from which on each point counts LAST_HEALTH more
WON, LOST = 10**6, -(10**6)


@njit
def evaluate(game, book, side):
    """Return what a position is worth to `side`, a whole number."""
    if game.over:
        return outcome(game, side)
    return worth(game, book, side) - worth(game, book, 1 - side)


@njit
def outcome(game, side):
    """Return what the end of a game is worth to `side`; a draw is worth nothing."""
    if game.winner == side:
        return np.int64(WON)
    return np.int64(LOST) if game.winner == 1 - side else np.int64(0)


@njit
def worth(game, book, side):
    """Return what a side has."""
    player = game.players[side]
    life = health_of(game, hero_at(side)) + np.int64(player.armor)
    total = HEALTH * life + LAST_HEALTH * min(life, DANGER)
    total += CARD * np.int64(player.hand_size) + SECRET * np.int64(player.secret_count)
    if player.weapon.card:
        total += BLOW * max(0, weapon_attack(player)) * np.int64(player.weapon.durability)
    rest = minions_of(game, side)
    while rest:
        c = first(rest)
        rest &= rest - 1
        total += worth_of_minion(game, c)
    return total


@njit
def worth_of_minion(game, c):
    """Return what the minion at place c is worth."""
    attack, health, keywords = minion_attack(game, c), health_of(game, c), keywords_of(game, c)
    total = POINT * (attack + health)
    total += 5 * attack * (keywords & DIVINE_SHIELD != 0) + 5 * health * (keywords & TAUNT != 0)
    total += 5 * attack * (keywords & (STEALTH | WINDFURY) != 0)
    return total - 5 * attack * (keywords & (FROZEN | CANT_ATTACK) != 0)
