"""Deaths: all the dead leave the board at once, then their deathrattles trigger, the oldest first."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.auras import refresh
from deckspace.engine.hearthstone.board import index_of, leave
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.eras import SIMULATORS
from deckspace.engine.hearthstone.places import hero_at, is_hero, side_of
from deckspace.engine.hearthstone.queries import HEROES_BOTH, grave_card, grave_count, health_of
from deckspace.engine.hearthstone.stack import note_loss, push, push_phase, push_script, put_event
from deckspace.engine.hearthstone.state import (
    DIED,
    DIED_SIDE,
    DOOMED,
    GRAVE_COUNT,
    GRAVES,
    IMMUNE,
    MAX_DEAD,
    NOBODY,
    PUT_THERE,
    SILENCED,
)

NEWEST = 1 << 16  # more than any stamp


@njit
def resolve_deaths(game, book, work):
    """Remove all the dead at once, then trigger their deathrattles and the reactions, the oldest first."""
    game.hurt = 0
    over = end_if_a_hero_is_dead(game, work)
    if gather_dead(game, work) == 0:
        return
    remove_dead(game, book, work)
    old_rules = book.era < SIMULATORS
    work.stats_outlast = old_rules and not over
    if game.stale:
        refresh(game, book, work)
    if over:
        return
    push_phase(work, DEATHS, 0)
    for k in range(np.int64(work.dead_count)):
        i = work.dead_count - 1 - k
        dead = work.dead[i]
        side = side_of(dead.place)
        if is_hero(dead.place):
            push_deathrattle(game, work, side, np.int64(book.cards[dead.body.card].death), dead, NOBODY)
            continue
        if book.asks_for_graves:
            push(work, BURIAL, side).card = dead.body.card
        gone = 0  # the number of dead to its left
        for j in range(np.int64(work.dead_count)):
            other = work.dead[j]
            gone += side_of(other.place) == side and other.index < dead.index
        depth = work.depth
        # by old rules, who answers to a death may have come with the deathrattle of an older one
        if old_rules or game.event_mask >> DIES & 1:
            put_event(game, work, DIES, side, NOBODY, 0, np.int64(dead.body.card))
        push_deathrattles(game, book, work, dead, side, np.int64(dead.index) - gone)
        if old_rules and work.depth > depth + 1:
            push(work, DEATH_BEGINS, side).left = depth


@njit
def end_if_a_hero_is_dead(game, work):
    """End the game if a hero is dead; return whether it ended."""
    dead_0, dead_1 = health_of(game, 0) <= 0, health_of(game, 8) <= 0
    if not (dead_0 or dead_1):
        return False
    game.over = 1
    game.winner = 2 if dead_0 and dead_1 else (1 if dead_0 else 0)
    work.depth = 0
    for hero in (0, 8):  # remove the immunity that a weapon gave during an attack
        game.characters[hero].keywords = np.int64(game.characters[hero].keywords) & ~IMMUNE
    return True


@njit
def gather_dead(game, work):
    """List the minions to be removed and the weapons that have broken; return their number."""
    work.dead_count = 0
    dying, rest = 0, np.int64(game.present) & ~HEROES_BOTH
    while rest:
        c = first(rest)
        rest &= rest - 1
        doomed = game.characters[c].keywords & DOOMED != 0
        dying |= ((health_of(game, c) <= 0) | doomed) << c
    while dying:
        c = first(dying)
        dying &= dying - 1
        body = game.characters[c]
        dead = add_dead(work, age_of(body))
        dead.body = body
        dead.place = c
        dead.index = index_of(game.players[side_of(c)], c)
    for i in range(np.int64(work.broken_count)):
        broken = work.broken[i]
        dead = add_dead(work, np.int64(broken.stamp))
        dead.body.came = 0
        dead.body.card = broken.card
        dead.body.stamp = broken.stamp
        dead.place = hero_at(broken.side)
        dead.index = NOBODY  # it was not on the board
    work.broken_count = 0
    return work.dead_count


@njit
def age_of(body):
    """Return a number by which the dead are ordered, the oldest first: those that were put into play are (eras.py)."""
    return np.int64(body.stamp) - (NEWEST if body.came == PUT_THERE else 0)


@njit
def add_dead(work, age):
    """Make room for somebody of an age in the list of the dead, the oldest first, and return the row."""
    i = np.int64(work.dead_count)
    while i > 0 and age_of(work.dead[i - 1].body) > age:
        work.dead[i] = work.dead[i - 1]
        i -= 1
    work.dead_count += 1
    return work.dead[i]


@njit
def remove_dead(game, book, work):
    """Remove all the dead from the board, and record where their tokens would go."""
    for i in range(np.int64(work.dead_count)):
        dead = work.dead[i]
        if is_hero(dead.place):
            continue  # a weapon, which has been removed already
        side = side_of(dead.place)
        if game.died_count < DIED:
            game.died[game.died_count] = dead.body.card | side << DIED_SIDE
            game.died_count += 1
        else:
            note_loss(game)
        leave(game, book, np.int64(dead.place))


@njit
def push_deathrattles(game, book, work, dead, side, place):
    """Trigger the deathrattles of a dead minion, its own first, each twice if an aura doubles them."""
    body = dead.body
    times = 2 if game.players[side].deathrattles_twice else 1
    for k in range(np.int64(body.grants)):
        effect = np.int64(body.granted[body.grants - 1 - k]) & 127
        for _ in range(times):
            push_deathrattle(game, work, side, np.int64(book.cards[FIRST_GRANT + effect].death), dead, place)
    if not body.keywords & SILENCED:
        for _ in range(times):
            push_deathrattle(game, work, side, np.int64(book.cards[body.card].death), dead, place)


@njit
def push_deathrattle(game, work, side, pc, dead, place):
    if pc:
        frame = push_script(game, work, side, pc, NOBODY, np.int64(dead.body.card))
        frame.place = place
        frame.origin = dead.index


@njit
def bury(game, player, card):
    """Count a minion among a player's dead of this game, up to MAX_DEAD of a kind."""
    n = np.int64(player.grave_count)
    for i in range(n):
        if grave_card(player.graves[i]) == card:
            if grave_count(player.graves[i]) < MAX_DEAD:
                player.graves[i] += 1 << GRAVE_COUNT
            return
    if n >= GRAVES:
        note_loss(game)
        return
    player.graves[n] = card | 1 << GRAVE_COUNT
    player.grave_count += 1
