"""Hands and decks: cards that are drawn, made, taken out, discarded, and shuffled in."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.damage import deal_damage, tell_hurt
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.stack import push_event, push_script
from deckspace.engine.hearthstone.state import DECK, FROM_DECK, HAND, NOBODY
from deckspace.engine.rng import below

MOST_COUNTED = 255  # what a counter of a game counts to


# --- Hands ---------------------------------------------------------------------------------


@njit
def to_hand(player, card, cost, origin):
    """Put a card into a hand with this change of cost and origin (state.py); return whether there was room."""
    if player.hand_size >= HAND:
        return False
    held = player.hand[player.hand_size]
    held.card = card
    held.cost = cost
    held.origin = origin
    held.attack = 0
    held.health = 0
    held.parts[0] = 0
    held.parts[1] = 0
    held.count = 0
    player.hand_size += 1
    return True


@njit
def create(game, book, player, card, cost, origin):
    """Put a card that was in neither deck into a hand; return whether there was room."""
    if not to_hand(player, card, cost, origin):
        return False
    hand_changed(game, book)
    hear(game, book, player, card)
    return True


@njit
def from_hand(player, index):
    """Take a card out of a hand; those behind it move up. Returns the card."""
    card = np.int64(player.hand[index].card)
    player.hand_size -= 1
    for i in range(index, np.int64(player.hand_size)):
        player.hand[i] = player.hand[i + 1]
    return card


@njit
def hand_changed(game, book):
    """Let auras that depend on how many cards somebody holds be worked out anew."""
    if book.asks_for_hands and game.conditional_auras:
        game.stale = 1


@njit
def discard(game, book, work, side, index):
    """Discard a card of a hand, and let it and everybody else answer to that."""
    player = game.players[side]
    card = from_hand(player, index)
    hand_changed(game, book)
    if book.asks_for_discards:
        player.discards = min(MOST_COUNTED, np.int64(player.discards) + 1)
        game.stale = 1
    if not game.event_mask >> DISCARDED & 1:
        return
    push_event(game, work, DISCARDED, side, NOBODY, 0, card)
    script = np.int64(book.more[book.cards[card].more].discarded)
    if script:
        push_script(game, work, side, script, NOBODY, card).card = card


# --- Decks ---------------------------------------------------------------------------------


@njit
def draw(game, book, work, side):
    """Draw one card, or take damage for an empty deck; return the card that was added to the hand, 0 if none."""
    player = game.players[side]
    if player.deck_size == 0:
        player.fatigue += 1
        deal_damage(game, book, work, hero_at(side), np.int64(player.fatigue), 0, side)
        tell_hurt(game, work, 1 << hero_at(side))
        return 0
    player.deck_size -= 1
    card = np.int64(player.deck[player.deck_size])
    if not to_hand(player, card, 0, FROM_DECK):
        return 0
    hand_changed(game, book)
    player.cards_drawn += game.active == side
    tell_drawn(game, book, work, side, card)
    return card


@njit
def tell_drawn(game, book, work, side, card):
    """Let a drawn card do what it does when it is drawn, then everybody answer to its being drawn."""
    if not game.event_mask >> DREW & 1:
        return
    push_event(game, work, DREW, side, NOBODY, 0, card)
    drawn = np.int64(book.more[book.cards[card].more].drawn)
    if drawn:
        push_script(game, work, side, drawn, NOBODY, card).card = card


@njit
def from_deck(player, index):
    """Take the card at `index` (0 is the bottom) out of a deck and return it."""
    card = np.int64(player.deck[index])
    player.deck_size -= 1
    for i in range(index, np.int64(player.deck_size)):
        player.deck[i] = player.deck[i + 1]
    return card


@njit
def into_deck(game, book, work, side, card):
    """Shuffle a card into a deck; return whether there was room."""
    player = game.players[side]
    n = np.int64(player.deck_size)
    if n >= DECK:
        return False
    work.random |= n > 0
    at = below(game, n + 1)
    for k in range(n - at):
        player.deck[n - k] = player.deck[n - k - 1]
    player.deck[at] = card
    player.deck_size += 1
    hear(game, book, player, card)
    return True


# --- Cards that answer from there ----------------------------------------------------------


@njit
def hear(game, book, player, card):
    """Note what a card that has come to a hand or deck answers to from there."""
    events = np.int64(book.more[book.cards[card].more].hidden_mask)
    player.listening |= events
    game.event_mask |= events


@njit
def hear_all(game, book, player):
    """Note what all cards of a hand and a deck answer to from there."""
    for i in range(np.int64(player.hand_size)):
        hear(game, book, player, player.hand[i].card)
    for i in range(np.int64(player.deck_size)):
        hear(game, book, player, player.deck[i])
