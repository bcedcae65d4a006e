"""Secrets that are found in decks, stolen, and destroyed."""

import numpy as np

from lib.engine.hearthstone.board import add_secret, drop_secret, from_deck
from lib.engine.hearthstone.queries import first, pick
from lib.engine.hearthstone.state import FROM_DECK, SECRETS, SEEN
from lib.engine.jit import njit
from lib.engine.rng import below


@njit
def has_secret(player, card):
    """Tell whether a Secret of this card is in play."""
    for i in range(np.int64(player.secret_count)):
        if player.secrets[i].card == card:
            return True
    return False


@njit
def secret_from_deck(game, book, work, player):
    """Put a random Secret out of a player's deck into play, none that is there already."""
    if player.secret_count >= SECRETS:
        return
    found, at = 0, np.int64(-1)
    for i in range(np.int64(player.deck_size)):
        if book.cards[player.deck[i]].secret and not has_secret(player, player.deck[i]):
            found += 1
            if below(game, found) == 0:
                at = np.int64(i)
    if at >= 0:
        work.random |= found > 1
        add_secret(game, player, from_deck(player, at), FROM_DECK, book)


@njit
def steal_secret(game, book, work, me, enemy):
    """Take control of a random Secret of the enemy that is not in play here, in its old place in the order of play.

    If there is none, or no space, a random one is destroyed.
    """
    new = 0
    for i in range(np.int64(enemy.secret_count)):
        new |= (not has_secret(me, enemy.secrets[i].card)) << i
    taken = new != 0 and me.secret_count < SECRETS
    mask = pick(game, work, new if taken else (1 << np.int64(enemy.secret_count)) - 1)
    if mask == 0:
        return
    i = first(mask)
    card, stamp = np.int64(enemy.secrets[i].card), np.int64(enemy.secrets[i].stamp)
    drop_secret(game, enemy, i)
    if taken:
        add_secret(game, me, card, SEEN, book)
        me.secrets[me.secret_count - 1].stamp = stamp


@njit
def drop_secrets(game, work, player, n):
    """Destroy n random secrets of a player, or all."""
    if n == 0:
        player.secret_count = 0
        game.stale = 1
    for _ in range(min(n, np.int64(player.secret_count))):
        work.random |= player.secret_count > 1
        drop_secret(game, player, below(game, np.int64(player.secret_count)))
