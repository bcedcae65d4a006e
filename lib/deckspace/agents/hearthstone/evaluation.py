"""A hand-written evaluation of positions, from what both players see.

A side scores 10 for each point of attack and health of its minions plus a bonus for keywords, 6 for each point of
health and armor of its hero (12 for the last ten), 4 for each point of damage that its weapon can still deal, and 20
for each card in hand and each Secret. The value of a position is the difference between the sides; a dead enemy hero
has the highest value, a dead own hero the lowest. The numbers are set by hand.
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
DANGER = 10  # up to this health each point counts LAST_HEALTH more
WON, LOST = 10**6, -(10**6)


@njit
def evaluate(game, book, side):
    """Return the value of a position for `side`, a whole number."""
    if game.over:
        return outcome(game, side)
    return worth(game, book, side) - worth(game, book, 1 - side)


@njit
def outcome(game, side):
    """Return the value of a finished game for `side`, 0 for a draw."""
    if game.winner == side:
        return np.int64(WON)
    return np.int64(LOST) if game.winner == 1 - side else np.int64(0)


@njit
def worth(game, book, side):
    """Return the score of a side."""
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
    """Return the score of the minion at place c."""
    attack, health, keywords = minion_attack(game, c), health_of(game, c), keywords_of(game, c)
    total = POINT * (attack + health)
    total += 5 * attack * (keywords & DIVINE_SHIELD != 0) + 5 * health * (keywords & TAUNT != 0)
    total += 5 * attack * (keywords & (STEALTH | WINDFURY) != 0)
    return total - 5 * attack * (keywords & (FROZEN | CANT_ATTACK) != 0)
