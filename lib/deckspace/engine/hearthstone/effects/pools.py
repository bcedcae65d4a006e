"""The card of a row: one that it names, a random one of its pool, or one of a hand or deck."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.queries import card_suits, controls, is_minion_card, is_there
from deckspace.engine.rng import below


@njit
def card_of(game, book, work, frame, row):
    """Return the card that a row names, the script's current card, or a random card of the row's pool."""
    if row.pool == 0:
        return np.int64(frame.card) if row.card == FOUND else np.int64(row.card)
    pool = book.pools[row.pool]
    if pool.counted:
        return next_of(book, game.players[frame.side], pool)
    suitable = 0
    for i in range(np.int64(pool.count)):
        suitable += in_pool(game, book, frame, pool, np.int64(book.pool_items[pool.first + i]))
    if suitable == 0:
        return np.int64(0)
    work.random |= suitable > 1
    left = below(game, suitable)
    for i in range(np.int64(pool.count)):
        card = np.int64(book.pool_items[pool.first + i])
        if in_pool(game, book, frame, pool, card):
            if left == 0:
                return card
            left -= 1
    return np.int64(0)


@njit
def next_of(book, player, pool):
    """Return the next card of a pool that is used in order during a game; at its end, the last card again."""
    player.jades = min(np.int64(pool.count), np.int64(player.jades) + 1)
    return np.int64(book.pool_items[pool.first + player.jades - 1])


@njit
def cost_of_target(game, book, frame):
    """Return the cost of the chosen minion's card; -1 if the minion is gone."""
    if not is_there(game, frame.target, frame.target_stamp):
        return np.int64(-1)
    return np.int64(book.cards[game.characters[frame.target & 15].card].cost)


@njit
def in_pool(game, book, frame, pool, card):
    """Tell whether a card of a pool can be drawn now."""
    if pool.but_itself and card == frame.source_card:
        return False
    if pool.missing and controls(game, game.players[frame.side], card):
        return False
    if pool.but_power and card == game.players[frame.side].power:
        return False
    if pool.but_chosen and (card == frame.parts[0] or card == frame.parts[1]):
        return False
    if pool.same_cost and book.cards[card].cost != cost_of_target(game, book, frame):
        return False
    return not pool.enemy_class or book.cards[card].cls == game.players[1 - frame.side].hero_class


@njit
def random_card(game, book, work, player, what, in_deck):
    """Return the index of a random card in a deck or hand that passes a filter; -1 if none does."""
    n = np.int64(player.deck_size) if in_deck else np.int64(player.hand_size)
    found = 0
    for i in range(n):
        card = np.int64(player.deck[i]) if in_deck else np.int64(player.hand[i].card)
        found += what == 0 or card_suits(book, card, book.selectors[what])
    if found == 0:
        return np.int64(-1)
    if found > 1:
        work.random = 1
    left = below(game, found)
    for i in range(n):
        card = np.int64(player.deck[i]) if in_deck else np.int64(player.hand[i].card)
        if what == 0 or card_suits(book, card, book.selectors[what]):
            if left == 0:
                return np.int64(i)
            left -= 1
    return np.int64(-1)


@njit
def random_minion(game, book, work, player, in_deck):
    """Return the index of a random minion in a deck or hand; -1 if there is none."""
    n = np.int64(player.deck_size) if in_deck else np.int64(player.hand_size)
    found, at = 0, np.int64(-1)
    for i in range(n):
        card = np.int64(player.deck[i]) if in_deck else np.int64(player.hand[i].card)
        if is_minion_card(book, card):
            found += 1
            if below(game, found) == 0:
                at = np.int64(i)
    if found > 1:
        work.random = 1
    return at


@njit
def place_in(book, pool, card):
    """Return the index of a card in a pool; -1 if it is not in it."""
    for i in range(np.int64(pool.count)):
        if book.pool_items[pool.first + i] == card:
            return i
    return -1
