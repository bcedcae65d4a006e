"""Summoning by scripts: tokens beside a minion, copies, the dead, and minions from hands and decks."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first, size
from deckspace.engine.hearthstone.board import (
    announce_summon,
    copy_body,
    destroy,
    enter,
    index_of,
    leave,
    shift_waiting,
    strengthen,
    summon,
)
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.effects.pools import random_card, random_minion
from deckspace.engine.hearthstone.effects.rows import sides_of
from deckspace.engine.hearthstone.hands import from_deck, from_hand, hand_changed, to_hand
from deckspace.engine.hearthstone.queries import grave_card, grave_count, is_there, minions_of, select
from deckspace.engine.hearthstone.stack import push_phase
from deckspace.engine.hearthstone.state import BOARD, DIED_SIDE, NOBODY, SEEN
from deckspace.engine.rng import below


@njit
def summon_beside(game, book, work, frame, card, left_first):
    """Summon a token beside the script's minion, alternating between right and left."""
    if not is_there(game, frame.source, frame.source_stamp):
        return
    side = np.int64(frame.side)
    index = index_of(game.players[side], frame.source) + 1 - (frame.memory + left_first) % 2
    frame.memory += 1
    c = enter(game, book, side, card, index)
    if c != NOBODY:
        shift_waiting(work, side, index, np.int64(NOBODY))
        announce_summon(game, work, side, c)


# --- The dead ------------------------------------------------------------------------------


@njit
def resummon(game, book, work, frame, health):
    """Summon the minion that has died as a new one."""
    card = np.int64(frame.card) if frame.card else np.int64(frame.source_card)
    c = summon(game, book, work, frame, np.int64(frame.side), card, 0)
    if c != NOBODY and health:
        game.characters[c].damage = max(0, np.int64(game.characters[c].max_health) - health)
        game.stale = 1


@njit
def resummon_dead(game, book, work, frame, far):
    """Summon one of one's own minions that died this turn; return whether there may be more."""
    if frame.left < 0:
        frame.left = game.died_count
    while frame.left > 0:
        frame.left -= 1
        dead = np.int64(game.died[game.died_count - 1 - frame.left])
        if dead >> DIED_SIDE == frame.side:
            summon(game, book, work, frame, np.int64(frame.side), dead & (1 << DIED_SIDE) - 1, far)
            return True
    return False


@njit
def replace_all(game, book, work, frame, row):
    """Destroy a set and resolve the deaths, then summon one token each time; return whether to continue.

    `frame.memory` is the number of destroyed minions on the script's own side; their tokens come first.
    """
    side = np.int64(frame.side)
    if frame.left < 0:
        mask = select(game, book, work, frame, np.int64(row.selector))
        frame.memory = size(mask & minions_of(game, side))
        frame.left = size(mask)
        while mask:
            destroy(game, first(mask))
            mask &= mask - 1
        push_phase(work, DEATHS, side)
        return frame.left > 0
    if frame.left == 0:
        return False
    frame.left -= 1
    mine = frame.memory > 0
    frame.memory -= mine
    summon(game, book, work, frame, side if mine else 1 - side, np.int64(row.card), 1)
    return True


@njit
def resurrect(game, book, work, frame):
    """Summon a random one of one's own minions that died in this game; return whether there was one."""
    player = game.players[frame.side]
    total = 0
    for i in range(np.int64(player.grave_count)):
        total += grave_count(player.graves[i])
    if total == 0 or player.minions >= BOARD:
        return False
    work.random |= total > 1
    left = below(game, total)
    for i in range(np.int64(player.grave_count)):
        left -= grave_count(player.graves[i])
        if left < 0:
            summon(game, book, work, frame, np.int64(frame.side), grave_card(player.graves[i]), 0)
            return True
    return False


# --- Copies --------------------------------------------------------------------------------


@njit
def summon_copy(game, book, work, frame, side, c, far):
    """Summon an exact copy of the minion at place c."""
    if game.players[side].minions >= BOARD:
        return
    to = summon(game, book, work, frame, side, np.int64(game.characters[c].card), far)
    stamp = game.characters[to].stamp
    copy_body(game, book, c, to)
    game.characters[to].stamp = stamp
    game.stale = 1


@njit
def summon_copies(game, book, work, frame, row, mask):
    """Summon a copy of each minion of a set from left to right, optionally with other figures."""
    side = np.int64(frame.side)
    for whose in range(2):
        for _ in range(BOARD):  # minions summoned meanwhile have places of their own, so the set is unchanged
            c = leftmost(game, whose, mask)
            if c == NOBODY or game.players[side].minions >= BOARD:
                break
            mask &= ~(1 << c)
            summon_copy(game, book, work, frame, side, c, row.flag)
            if row.second:
                game.characters[frame.made].attack = row.amount
                game.characters[frame.made].max_health = row.second
                game.characters[frame.made].damage = 0


@njit
def leftmost(game, side, mask):
    """Return the first minion of a set on a side's board; NOBODY if none is there."""
    for i in range(np.int64(game.players[side].minions)):
        c = np.int64(game.players[side].order[i])
        if mask >> c & 1:
            return c
    return np.int64(NOBODY)


# --- From hands and decks ------------------------------------------------------------------


@njit
def put_into_play(game, book, work, frame, row):
    """Summon a random minion of some kind from a hand or deck, or a copy of it."""
    side = sides_of(frame, row)
    player = game.players[side]
    from_the_deck, a_copy = row.flag & 1 == 0, row.flag & 2 != 0
    if player.minions >= BOARD:
        return
    i = random_card(game, book, work, player, np.int64(row.filter), from_the_deck)
    if i < 0:
        return
    attack, health = 0, 0
    if from_the_deck:
        card = np.int64(player.deck[i]) if a_copy else from_deck(player, i)
    else:
        attack, health = np.int64(player.hand[i].attack), np.int64(player.hand[i].health)
        card = np.int64(player.hand[i].card) if a_copy else from_hand(player, i)
        hand_changed(game, book)
    c = summon(game, book, work, frame, side, card, row.flag & 4)
    if c != NOBODY and row.second:
        game.characters[c].attack = row.amount
        game.characters[c].max_health = row.second
    elif c != NOBODY and (attack or health):
        strengthen(game, c, attack, health)


@njit
def come_from_deck(game, book, work, frame):
    """Summon the card that has reacted from a deck."""
    side = np.int64(frame.side)
    player = game.players[side]
    if player.minions >= BOARD:
        return
    for i in range(np.int64(player.deck_size)):
        if player.deck[i] == frame.source_card:
            summon(game, book, work, frame, side, from_deck(player, np.int64(i)), 1)
            return


@njit
def summon_from_deck(game, book, work, frame, fallback):
    """Summon a copy of a random minion of the enemy's deck, or this token if there is none."""
    enemy = game.players[1 - frame.side]
    i = random_minion(game, book, work, enemy, True)
    card = np.int64(enemy.deck[i]) if i >= 0 else fallback
    summon(game, book, work, frame, np.int64(frame.side), card, 0)


@njit
def swap_with_hand(game, book, work, frame):
    """Swap the script's minion with a random minion of the hand."""
    if not is_there(game, frame.source, frame.source_stamp):
        return
    c, side = np.int64(frame.source), np.int64(frame.side)
    player = game.players[side]
    i = random_minion(game, book, work, player, False)
    if i < 0:
        return
    attack, health = np.int64(player.hand[i].attack), np.int64(player.hand[i].health)
    card, itself = from_hand(player, i), np.int64(game.characters[c].card)
    leave(game, book, c)
    to_hand(player, itself, 0, SEEN)
    new = enter(game, book, side, card, np.int64(player.minions))
    strengthen(game, new, attack, health)
    announce_summon(game, work, side, new)
