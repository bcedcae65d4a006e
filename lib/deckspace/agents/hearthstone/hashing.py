"""A 64-bit hash of positions, by which searches recognise duplicates.

Of the deck only the size counts. The order of hand and board counts, and so does the order of play of characters.

Everything is packed into 64-bit words, each of which is multiplied by its own odd random number; the products of
a minion are summed. The products do not depend on each other, which makes this fast.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.rng import mix

SHIFT_16, SHIFT_32, SHIFT_48 = np.uint64(16), np.uint64(32), np.uint64(48)
LOW_16 = 0xFFFF
K0, K1 = np.uint64(0xD6E8FEB86659FD93), np.uint64(0x9FB21C651E98DF25)
K2, K3 = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)
K4, K5 = np.uint64(0x8EBC6AF09C88C6E3), np.uint64(0x589965CC75374CC3)


@njit
def hash_of(game):
    total = np.uint64(game.turn)
    if game.choice.count:
        total = join(total, hash_choice(game.choice))
    for side in range(2):
        player = game.players[side]
        total = join(total, hash_body(game.characters[8 * side]))
        for i in range(np.int64(player.minions)):
            total = join(total, hash_body(game.characters[player.order[i]]))
        total = join(total, hash_player(player) + hash_hand(player))
    return mix(total)


@njit(inline="always")
def join(total, part):
    """Return a hash extended by one more part; the order counts."""
    return (total ^ part ^ (part >> SHIFT_32)) * K5 + K4


@njit(inline="always")
def low(number):
    """Return the low 16 bits of a number that may be negative."""
    return np.uint64(np.int64(number) & LOW_16)


@njit(inline="always")
def pack(a, b, c, d):
    """Return four 16-bit numbers as one word."""
    return low(a) | low(b) << SHIFT_16 | low(c) << SHIFT_32 | low(d) << SHIFT_48


@njit(inline="always")
def hash_body(body):
    total = (np.uint64(body.keywords) | np.uint64(body.aura_keywords) << SHIFT_32) * K0
    total += pack(body.card, body.stamp, body.attack, body.max_health) * K1
    total += pack(body.damage, body.aura_attack, body.aura_health, body.attack_this_turn) * K2
    total += pack(body.attacks, body.spell_damage, body.grants, 0) * K3
    if body.grants:
        total += hash_grants(body)
    return total


@njit
def hash_grants(body):
    """Return the hash of the effects granted to a character."""
    total = np.uint64(0)
    for k in range(np.int64(body.grants)):
        total = join(total, np.uint64(body.granted[k]))
    return total


@njit
def hash_choice(choice):
    """Return the hash of an open choice: its cards, its owner, and the script that waits for it."""
    total = pack(choice.count, choice.script.side, choice.script.card, choice.script.pc)
    for i in range(np.int64(choice.count)):
        total = join(total, np.uint64(choice.options[i]))
    total += hash_script(choice.script) * K0
    for i in range(np.int64(choice.waiting_count)):
        waiting = choice.waiting[i]
        total = join(total, pack(waiting.pc, waiting.card, waiting.side, waiting.source_stamp))
        total += hash_script(waiting) * K1
    return total


@njit
def hash_script(script):
    """Return the hash of what a waiting script remembers, 0 if nothing."""
    return pack(script.memory, script.parts[0], script.parts[1], 0)


@njit
def hash_player(player):
    """Return the hash of a player's weapon, Secrets, discounts, mana and counters."""
    weapon = player.weapon
    total = pack(player.mana, player.max_mana, player.overload_next, player.armor) * K0
    total += pack(player.power, player.power_used, player.cards_played, player.deck_size) * K1
    total += pack(player.fatigue, player.secret_count, player.discount_count, player.hand_size) * K2
    if weapon.card:
        total += pack(weapon.card, weapon.attack, weapon.durability, weapon.stamp) * K3
    if player.jades or player.totems or player.grave_count or player.discards:
        total = join(total, hash_past(player))
    for i in range(np.int64(player.secret_count)):
        total = join(total, np.uint64(player.secrets[i].card))
    for i in range(np.int64(player.discount_count)):
        discount = player.discounts[i]
        total = join(total, hash_discount(discount))
    return total


@njit(inline="always")
def hash_discount(discount):
    return pack(discount.filter, discount.amount, discount.uses, discount.set_to | discount.lasting << 1)


@njit
def hash_past(player):
    """Return the hash of a player's past events, as far as cards of the set depend on them."""
    total = pack(player.jades, player.totems, player.grave_count, player.discards) * K0
    for i in range(np.int64(player.grave_count)):  # regardless of the order in which they died
        total += mix(np.uint64(player.graves[i]))
    return total


@njit
def hash_hand(player):
    total = np.uint64(0)
    for i in range(np.int64(player.hand_size)):
        card = player.hand[i]
        total = join(total, pack(card.card, card.cost, np.int64(card.attack) << 8 ^ card.health, card.count))
        if card.parts[0]:
            total = join(total, pack(card.parts[0], card.parts[1], 0, 0))
    return total
