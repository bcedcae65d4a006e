"""Guesses at hidden cards, so that a search need not peek.

A fair player knows both deck lists and which of their cards have been seen. It does not know the order of its own
deck, nor which of the opponent's unseen cards are in the hand, in the deck or in play as Secrets. `guess` draws one of
all possible positions uniformly, without using the true hidden cards. What is known of a card in the opponent's hand
follows from its origin (state.py):

    FROM_DECK  any of the opponent's unseen cards
    SEEN       stays as it is, where it is
    COPIED     any card of one's own hand and deck, since it copies one of them or one that is gone
    FROM_POOL  any card of the pool that it was drawn from; a spell made of parts, with any two that it can have

A Secret in play keeps the origin that it had in the hand and is guessed in the same way, among Secrets only. Bonuses
in attack and health of a guessed card are ignored.

Not used: that a card drawn by Sense Demons is a Demon, and which Secrets a copy by Lorewalker Cho has revealed.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.auras import refresh
from deckspace.engine.hearthstone.effects.pools import place_in
from deckspace.engine.hearthstone.hands import hear
from deckspace.engine.hearthstone.state import COPIED, DECK, FROM_DECK, FROM_POOL, HAND, SECRET_ROOM, SEEN
from deckspace.engine.records import record_type
from deckspace.engine.rng import below

HIDDEN_TYPE = record_type([("cards", "u2", DECK + HAND + SECRET_ROOM), ("count", "i4")])


@njit
def guess(game, book, work, side, hidden):
    """Replace everything that `side` cannot see in this copy of the game."""
    me, enemy = game.players[side], game.players[1 - side]
    hidden.count = 0
    put_deck(me, hidden)
    mix_up(game, hidden)
    take_deck(me, hidden)
    put_deck(enemy, hidden)
    for i in range(np.int64(enemy.hand_size)):
        if enemy.hand[i].origin == FROM_DECK:
            put(hidden, np.int64(enemy.hand[i].card))
    for i in range(np.int64(enemy.secret_count)):
        if enemy.secrets[i].origin == FROM_DECK:
            put(hidden, np.int64(enemy.secrets[i].card))
    mix_up(game, hidden)
    for i in range(np.int64(enemy.secret_count)):
        if enemy.secrets[i].origin == FROM_DECK:
            enemy.secrets[i].card = take_secret(book, enemy, i, hidden)
        elif enemy.secrets[i].origin != SEEN:
            enemy.secrets[i].card = other_secret(game, book, me, enemy, i)
    for i in range(np.int64(enemy.hand_size)):
        if enemy.hand[i].origin != SEEN:
            guess_card(game, book, me, enemy, enemy.hand[i], hidden)
    take_deck(enemy, hidden)
    if enemy.secret_count:
        refresh(game, book, work)


@njit
def guess_card(game, book, me, enemy, held, hidden):
    """Replace a card of the opponent's hand by one that it could be."""
    if held.origin == FROM_DECK:
        hidden.count -= 1
        held.card = hidden.cards[hidden.count]
    elif held.origin == COPIED:
        held.card = own_card(game, book, me)
    else:
        pool = book.pools[held.origin - FROM_POOL]
        held.card = card_of_pool(game, book, pool, np.int64(me.hero_class))
        hear(game, book, enemy, held.card)
    held.attack = 0
    held.health = 0
    held.count = 0
    held.parts[0] = 0
    held.parts[1] = 0
    if book.cards[held.card].made_up:
        guess_parts(game, book, held)


@njit
def guess_parts(game, book, held):
    """Give a spell made of parts two different parts that it can have, in order."""
    pool = book.pools[book.cards[held.card].parts]
    one = below(game, np.int64(pool.count))
    other = (one + 1 + below(game, np.int64(pool.count) - 1)) % np.int64(pool.count)
    held.parts[0] = book.pool_items[pool.first + min(one, other)]
    held.parts[1] = book.pool_items[pool.first + max(one, other)]


@njit
def other_secret(game, book, me, enemy, index):
    """Return a random Secret that could be the one at `index`, and is none of those in play before it.

    It comes from the same pool or, if it is a copy of one's own card, from one's own class.
    """
    origin = np.int64(enemy.secrets[index].origin)
    found, card = 0, np.int64(enemy.secrets[index].card)
    for each in range(1, len(book.cards)):
        entry = book.cards[each]
        if not entry.secret or not is_other(enemy, index, each):
            continue
        if origin == COPIED:
            possible = entry.cls == me.hero_class and entry.collectible == 1
        else:
            possible = place_in(book, book.pools[origin - FROM_POOL], each) >= 0
        if possible:
            found += 1
            if below(game, found) == 0:
                card = np.int64(each)
    return card


@njit
def own_card(game, book, me):
    """Return a random card of one's own hand and deck; if there is none, the Coin stands for cards that are gone."""
    n = np.int64(me.hand_size) + np.int64(me.deck_size)
    if n == 0:
        return np.int64(book.coin)
    i = below(game, n)
    return np.int64(me.hand[i].card) if i < me.hand_size else np.int64(me.deck[i - me.hand_size])


@njit
def card_of_pool(game, book, pool, hero_class):
    """Return a random card of a pool; `hero_class` is that of the enemy of the player who drew from it.

    A hero without a class replaced another one, whose class may be that of the card.
    """
    found, card = 0, np.int64(0)
    for i in range(np.int64(pool.count)):
        each = np.int64(book.pool_items[pool.first + i])
        if not pool.enemy_class or hero_class == 0 or book.cards[each].cls == hero_class:
            found += 1
            if below(game, found) == 0:
                card = each
    return card


@njit
def put(hidden, card):
    """Add a hidden card in the order of card numbers, so that the order reveals nothing."""
    i = np.int64(hidden.count)
    while i > 0 and hidden.cards[i - 1] > card:
        hidden.cards[i] = hidden.cards[i - 1]
        i -= 1
    hidden.cards[i] = card
    hidden.count += 1


@njit
def put_deck(player, hidden):
    """Add the cards of a deck."""
    for i in range(np.int64(player.deck_size)):
        put(hidden, np.int64(player.deck[i]))


@njit
def take_deck(player, hidden):
    """Fill a deck with as many hidden cards as it had."""
    for i in range(np.int64(player.deck_size)):
        hidden.count -= 1
        player.deck[i] = hidden.cards[hidden.count]


@njit
def mix_up(game, hidden):
    for k in range(np.int64(hidden.count) - 1):
        i = np.int64(hidden.count) - 1 - k
        j = below(game, i + 1)
        card = hidden.cards[i]
        hidden.cards[i] = hidden.cards[j]
        hidden.cards[j] = card


@njit
def take_secret(book, player, index, hidden):
    """Take the last hidden Secret that is none of the first `index` in play."""
    k = np.int64(hidden.count) - 1
    while k > 0 and not (book.cards[hidden.cards[k]].secret and is_other(player, index, hidden.cards[k])):
        k -= 1
    card = hidden.cards[k]
    hidden.count -= 1
    for i in range(k, np.int64(hidden.count)):
        hidden.cards[i] = hidden.cards[i + 1]
    return card


@njit
def is_other(player, index, card):
    """Tell whether a card is none of the first `index` Secrets of a player."""
    for i in range(index):
        if player.secrets[i].card == card:
            return False
    return True
