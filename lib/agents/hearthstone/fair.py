"""Guesses at what a player cannot see, so that a search need not peek.

A fair player knows both deck lists and what has been seen of them. It does not know the order of
its own deck, nor which of the other side's unseen cards are in hand, which in the deck and which
are the secrets in play. `guess` makes one position of all those that could be, each as likely as
any other, and the same one whatever the hidden cards really are. Cards that no deck holds, such as
the Coin, and those that are known to cost less or more, stay in the hand where they are known to be.
"""

import numpy as np
from numba import njit

from lib.engine.hearthstone.rules import refresh
from lib.engine.hearthstone.state import DECK, HAND, SECRETS
from lib.engine.records import record_type
from lib.engine.rng import below

HIDDEN_TYPE = record_type([("cards", "u2", DECK + HAND + SECRETS), ("count", "i4")])


@njit
def guess(game, book, work, side, hidden):
    """Replace all that `side` cannot see in this copy of the game."""
    me, enemy = game.players[side], game.players[1 - side]
    hidden.count = 0
    put_deck(me, hidden)
    mix_up(game, hidden)
    take_deck(me, hidden)
    put_deck(enemy, hidden)
    for i in range(np.int64(enemy.hand_size)):
        if is_hidden(book, enemy.hand[i]):
            put(hidden, np.int64(enemy.hand[i].card))
    for i in range(np.int64(enemy.secret_count)):
        put(hidden, np.int64(enemy.secrets[i].card))
    mix_up(game, hidden)
    for i in range(np.int64(enemy.secret_count)):
        enemy.secrets[i].card = take_secret(book, enemy, i, hidden)
    for i in range(np.int64(enemy.hand_size)):
        if is_hidden(book, enemy.hand[i]):
            hidden.count -= 1
            enemy.hand[i].card = hidden.cards[hidden.count]
    take_deck(enemy, hidden)
    if enemy.secret_count:
        refresh(game, book, work)


@njit
def is_hidden(book, held):
    """Tell whether a card in the other side's hand could be any of its unseen ones."""
    return held.cost == 0 and book.cards[held.card].collectible == 1


@njit
def put(hidden, card):
    """Add a hidden card, in the order of card numbers: so nothing tells where it was."""
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
    """Make a deck of as many cards as it had."""
    for i in range(np.int64(player.deck_size)):
        hidden.count -= 1
        player.deck[i] = hidden.cards[hidden.count]


@njit
def mix_up(game, hidden):
    """Shuffle the hidden cards."""
    for k in range(np.int64(hidden.count) - 1):
        i = np.int64(hidden.count) - 1 - k
        j = below(game, i + 1)
        card = hidden.cards[i]
        hidden.cards[i] = hidden.cards[j]
        hidden.cards[j] = card


@njit
def take_secret(book, player, index, hidden):
    """Take the last hidden secret that is not among the `index` first ones in play already."""
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
    """Tell whether a card is none of the first `index` secrets of a player."""
    for i in range(index):
        if player.secrets[i].card == card:
            return False
    return True
