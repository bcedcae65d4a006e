"""Which positions are the same: a 64-bit number for all that matters of one.

The order of hand and deck is of no account. The order of the board is, and so is who is older.
"""

import numpy as np
from numba import njit

from lib.engine.rng import mix

SHIFT_8, SHIFT_16, SHIFT_32, SHIFT_48 = np.uint64(8), np.uint64(16), np.uint64(32), np.uint64(48)
ODD, TURN = np.uint64(0xD6E8FEB86659FD93), np.uint64(29)


@njit(inline="always")
def stir(total, word):
    """Add 64 more bits to a hash in the making."""
    total = (total ^ word) * ODD
    return total ^ (total >> TURN)


@njit
def hash_of(game):
    """Return the number of a position."""
    total = (
        np.uint64(game.turn) << SHIFT_16
        | np.uint64(game.choice.pc) << SHIFT_32
        | np.uint64(game.choice.count)
    )
    for side in range(2):
        total = hash_player(game, game.players[side], side, total)
    return mix(total)


@njit(inline="always")
def low(number):
    """Return the low 16 bits of a number that may be negative."""
    return np.uint64(np.int64(number) & 0xFFFF)


@njit
def hash_body(body, total):
    """Add a hero or minion."""
    total = stir(total, np.uint64(body.keywords) | np.uint64(body.aura_keywords) << SHIFT_32)
    total = stir(
        total,
        np.uint64(body.card)
        | low(body.stamp) << SHIFT_16
        | low(body.attack) << SHIFT_32
        | low(body.max_health) << SHIFT_48,
    )
    total = stir(
        total,
        low(body.damage)
        | low(body.aura_attack) << SHIFT_16
        | low(body.aura_health) << SHIFT_32
        | low(body.attack_this_turn) << SHIFT_48,
    )
    total = stir(total, np.uint64(body.attacks) | np.uint64(body.spell_damage) << SHIFT_8)
    for k in range(np.int64(body.grants)):
        total = stir(total, np.uint64(body.granted[k]))
    return total


@njit
def hash_player(game, player, side, total):
    """Add a player: hero, weapon, board, secrets, hand, deck, mana."""
    total = hash_body(game.characters[8 * side], total)
    for i in range(np.int64(player.minions)):
        total = hash_body(game.characters[player.order[i]], total)
    weapon = player.weapon
    if weapon.card:
        total = stir(
            total,
            np.uint64(weapon.card)
            | low(weapon.attack) << SHIFT_16
            | low(weapon.durability) << SHIFT_32
            | low(weapon.stamp) << SHIFT_48,
        )
    for i in range(np.int64(player.secret_count)):
        total = stir(total, np.uint64(player.secrets[i].card))
    held = np.uint64(0)
    for i in range(np.int64(player.hand_size)):
        card = player.hand[i]
        held += mix(np.uint64(card.card) << SHIFT_8 | np.uint64(np.int64(card.cost) & 255))
    total = stir(total, held)
    for i in range(np.int64(player.discount_count)):
        discount = player.discounts[i]
        total = stir(
            total,
            np.uint64(discount.filter)
            | low(discount.amount) << SHIFT_16
            | np.uint64(discount.uses) << SHIFT_32,
        )
    total = stir(
        total,
        low(player.mana)
        | low(player.max_mana) << SHIFT_8
        | low(player.overload_next) << SHIFT_16
        | low(player.armor) << SHIFT_32
        | low(player.fatigue) << SHIFT_48,
    )
    return stir(
        total,
        np.uint64(player.power)
        | np.uint64(player.power_used) << SHIFT_16
        | np.uint64(player.cards_played) << SHIFT_32
        | np.uint64(player.deck_size) << SHIFT_48,
    )
