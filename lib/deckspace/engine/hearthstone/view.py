"""What a player may see of a game, for the table, learners, fair agents and logs alike.

    own = concealed(game, book, side)        # a copy without what `side` cannot see
    seen(game, book, side)                   # the same as a plain dict, as `positions.snapshot` makes it

A player sees the board, both heroes and weapons, all numbers, its own hand, the known cards of the other hand (see
`origin` in state.py), and the sizes of all hands and decks. It knows the cards of its own deck, but not their order. It
does not see the other deck, the rest of the other hand, the other side's Secrets and the events that they react to, the
other side's options, or future chance.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.positions import copy, snapshot
from deckspace.engine.hearthstone.state import SEEN

UNKNOWN = 0  # in place of a hidden card


@njit(cache=True)
def conceal(game, side):
    """Remove everything that `side` cannot see from a copy of a game."""
    me, enemy = game.players[side], game.players[1 - side]
    game.rng = 0
    sort_deck(me)
    for i in range(np.int64(enemy.deck_size)):
        enemy.deck[i] = UNKNOWN
    for i in range(np.int64(enemy.hand_size)):
        if enemy.hand[i].origin != SEEN:
            enemy.hand[i].card = UNKNOWN
            enemy.hand[i].cost = 0
            enemy.hand[i].attack = 0
            enemy.hand[i].health = 0
            enemy.hand[i].count = 0
            enemy.hand[i].parts[0] = 0
            enemy.hand[i].parts[1] = 0
    for i in range(np.int64(enemy.secret_count)):
        if enemy.secrets[i].origin != SEEN:
            enemy.secrets[i].card = UNKNOWN
    hide_choice(game.choice, side)
    enemy.listening = 0
    clear_leftovers(game)
    forget_events_of_secrets(game)


@njit
def hide_choice(choice, side):
    """Remove the other side's options and its choices so far, and remains of earlier choices."""
    if choice.count == 0 or choice.script.side != side:
        for i in range(len(choice.options)):
            choice.options[i] = UNKNOWN
        hide_script(choice.script)
        choice.origin = 0
    for i in range(len(choice.waiting)):
        if i >= choice.waiting_count or choice.waiting[i].side != side:
            hide_script(choice.waiting[i])


@njit
def hide_script(script):
    """Remove the progress and the stored values of a waiting script."""
    script.pc = 0
    script.memory = 0
    script.parts[0] = 0
    script.parts[1] = 0


@njit
def sort_deck(player):
    """Sort a deck by card numbers: its owner knows the list, but not the order."""
    for i in range(1, np.int64(player.deck_size)):
        card = player.deck[i]
        k = i
        while k > 0 and player.deck[k - 1] > card:
            player.deck[k] = player.deck[k - 1]
            k -= 1
        player.deck[k] = card


@njit
def clear_leftovers(game):
    """Clear the places behind the last card of hands, decks and Secrets, which may still hold earlier cards."""
    for side in range(2):
        player = game.players[side]
        for i in range(np.int64(player.deck_size), len(player.deck)):
            player.deck[i] = 0
        for i in range(np.int64(player.hand_size), len(player.hand)):
            player.hand[i].card = 0
            player.hand[i].cost = 0
            player.hand[i].origin = 0
            player.hand[i].attack = 0
            player.hand[i].health = 0
            player.hand[i].count = 0
            player.hand[i].parts[0] = 0
            player.hand[i].parts[1] = 0
        for i in range(np.int64(player.secret_count), len(player.secrets)):
            player.secrets[i].card = 0
            player.secrets[i].stamp = 0
            player.secrets[i].origin = 0


@njit
def forget_events_of_secrets(game):
    """Recompute the events that anything reacts to, without Secrets."""
    event_mask = 0
    present = np.int64(game.present)
    while present:
        event_mask |= np.int64(game.characters[first(present)].event_mask)
        present &= present - 1
    for side in range(2):
        event_mask |= np.int64(game.players[side].weapon.event_mask)
        event_mask |= np.int64(game.players[side].listening)
    game.event_mask = event_mask


def concealed(game, side):
    """Return a copy of a game without anything that `side` (0 or 1) cannot see; hidden cards are UNKNOWN."""
    own = copy(game)
    conceal(own, side)
    return own


def seen(game, book, side):
    """Return what `side` sees of a game as a plain dict: a snapshot in which hidden cards have no names."""
    return snapshot(concealed(game, side), book)
