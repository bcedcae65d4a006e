"""Secrets: they are put into play, found in decks, stolen, and removed from play."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.eras import SIMULATORS
from deckspace.engine.hearthstone.hands import from_deck
from deckspace.engine.hearthstone.queries import pick
from deckspace.engine.hearthstone.stack import note_loss
from deckspace.engine.hearthstone.state import FROM_DECK, SECRET_ROOM, SECRETS, SEEN
from deckspace.engine.rng import below


@njit
def add_secret(game, player, card, origin, book):
    """Put a Secret into play; `origin` says what the other side knows about it (state.py)."""
    if player.secret_count >= SECRET_ROOM:  # whoever calls sees to it that this cannot be
        note_loss(game)
        return
    secret = player.secrets[player.secret_count]
    secret.card = card
    secret.stamp = game.stamp
    secret.origin = origin
    game.stamp += 1
    player.secret_count += 1
    game.event_mask |= book.cards[card].event_mask


@njit
def drop_secret(game, player, index):
    """Remove a Secret from play."""
    player.secret_count -= 1
    for i in range(index, np.int64(player.secret_count)):
        player.secrets[i] = player.secrets[i + 1]
    game.stale = 1


@njit
def drop_secrets(game, work, player, n):
    """Destroy n random Secrets of a player (0: all)."""
    if n == 0:
        player.secret_count = 0
        game.stale = 1
    for _ in range(min(n, np.int64(player.secret_count))):
        work.random |= player.secret_count > 1
        drop_secret(game, player, below(game, np.int64(player.secret_count)))


@njit
def secret_at(player, card):
    """Return the index of a Secret among a player's Secrets; -1 if it is not in play."""
    for i in range(np.int64(player.secret_count)):
        if player.secrets[i].card == card:
            return i
    return -1


@njit
def has_secret(player, card):
    """Tell whether a Secret with this card is in play."""
    for i in range(np.int64(player.secret_count)):
        if player.secrets[i].card == card:
            return True
    return False


@njit
def most_secrets(book):
    """Return how many Secrets a player can have in play: what deathrattles brought was once not counted."""
    return SECRET_ROOM if book.era < SIMULATORS else SECRETS


@njit
def secret_from_deck(game, book, work, player):
    """Put a random Secret from a player's deck into play, except for copies of those already in play."""
    if player.secret_count >= most_secrets(book):
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
    """Take control of a random enemy Secret of which there is no copy on this side; it keeps its place in the order of
    play.

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
