"""Hands and decks: cards are drawn, created, removed, discarded, and shuffled in."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.damage import announce_damage, deal_damage
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.stack import push_event, push_script
from deckspace.engine.hearthstone.state import DECK, FROM_DECK, HAND, NOBODY
from deckspace.engine.rng import below

MAX_COUNTED = 255  # the largest value of a game's counters


# --- Hands ---------------------------------------------------------------------------------


@njit
def to_hand(player, card, cost, origin):
    """Put a card with a change of cost and an origin (state.py) into a hand; return whether there was room."""
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
    held.doomed = 0
    player.hand_size += 1
    return True


@njit
def create(game, book, player, card, cost, origin):
    """Put a newly created card into a hand; return whether there was room."""
    if not to_hand(player, card, cost, origin):
        return False
    hand_changed(game, book)
    hear(game, book, player, card)
    return True


@njit
def from_hand(player, index):
    """Remove a card from a hand and return it; those behind it move up."""
    card = np.int64(player.hand[index].card)
    player.hand_size -= 1
    for i in range(index, np.int64(player.hand_size)):
        player.hand[i] = player.hand[i + 1]
    return card


@njit
def hand_changed(game, book):
    """Mark auras that depend on the size of a hand for recomputation."""
    if book.asks_for_hands and game.conditional_auras:
        game.stale = 1


@njit
def discard(game, book, work, side, index):
    """Discard a card from a hand, and trigger its own effect and other reactions."""
    player = game.players[side]
    card = from_hand(player, index)
    hand_changed(game, book)
    if book.asks_for_discards:
        player.discards = min(MAX_COUNTED, np.int64(player.discards) + 1)
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
    """Draw a card, or take fatigue damage; return the card that was added to the hand, 0 if there is none."""
    player = game.players[side]
    if player.deck_size == 0:
        player.fatigue += 1
        deal_damage(game, book, work, hero_at(side), np.int64(player.fatigue), 0, side)
        announce_damage(game, work, 1 << hero_at(side))
        return 0
    player.deck_size -= 1
    card = np.int64(player.deck[player.deck_size])
    if not to_hand(player, card, 0, FROM_DECK):
        return 0
    hand_changed(game, book)
    player.cards_drawn += game.active == side
    announce_draw(game, book, work, side, card)
    return card


@njit
def announce_draw(game, book, work, side, card):
    """Trigger a card's own effect on being drawn, then the reactions to the draw."""
    if not game.event_mask >> DREW & 1:
        return
    push_event(game, work, DREW, side, NOBODY, 0, card)
    drawn = np.int64(book.more[book.cards[card].more].drawn)
    if drawn:
        push_script(game, work, side, drawn, NOBODY, card).card = card


@njit
def from_deck(player, index):
    """Remove the card at `index` (0 is the bottom) from a deck and return it."""
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


# --- Cards that react from hands and decks -------------------------------------------------


@njit
def hear(game, book, player, card):
    """Record the events that a card reacts to from its player's hand or deck."""
    events = np.int64(book.more[book.cards[card].more].hidden_mask)
    player.listening |= events
    game.event_mask |= events


@njit
def hear_all(game, book, player):
    """Record the events that all cards of a player's hand and deck react to from there."""
    for i in range(np.int64(player.hand_size)):
        hear(game, book, player, player.hand[i].card)
    for i in range(np.int64(player.deck_size)):
        hear(game, book, player, player.deck[i])
