"""The board: minions enter, change, change sides, and leave.

Every function changes the game in place. Anything that triggers others is pushed on the stack of frames as an event,
which happens after the current step (rules.py).
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.eras import AS_NEW, SIMULATORS, TURNED_IS_NOT_SUMMONED
from deckspace.engine.hearthstone.hands import MAX_COUNTED, create
from deckspace.engine.hearthstone.places import is_minion, minion_places, side_of
from deckspace.engine.hearthstone.queries import is_there
from deckspace.engine.hearthstone.stack import note_loss, push_event
from deckspace.engine.hearthstone.state import (
    BOARD,
    BORROWED,
    CHARGE_FOR_NOW,
    DOOMED,
    EXHAUSTED,
    FOR_NOW,
    FROZEN,
    GRANTED,
    NEWCOMERS,
    NOBODY,
    PRINTED,
    SEEN,
    SILENCED,
    TOTEM,
    UNDYING_FOR_NOW,
)

# --- Entering and leaving ------------------------------------------------------------------


@njit
def enter(game, book, side, card, index):
    """Put a new minion on the board at `index`; return its place, NOBODY if there is no room."""
    if game.players[side].minions >= BOARD:
        return NOBODY
    c = free_place(game, side)
    become_minion(game, book, c, card)
    if game.players[side].cannot_die == NEWCOMERS:
        game.characters[c].keywords |= UNDYING_FOR_NOW
    make_room(game, side, index, c)
    if book.asks_for_totems and book.cards[card].race == TOTEM:
        game.players[side].totems = min(MAX_COUNTED, np.int64(game.players[side].totems) + 1)
    return np.int64(c)


@njit
def become_minion(game, book, c, card):
    """Turn the minion at place c into a new one of this card."""
    body, entry = game.characters[c], book.cards[card]
    body.card = card
    body.keywords = np.int64(entry.keywords) | (EXHAUSTED if side_of(c) == game.active else 0)
    body.aura_keywords = 0
    body.aura_attack = 0
    body.aura_health = 0
    body.attack = entry.attack
    body.max_health = entry.health
    body.damage = 0
    body.attack_this_turn = 0
    body.attacks = 0
    body.grants = 0
    body.came = 0
    body.spell_damage = entry.spell_damage
    body.event_mask = entry.event_mask
    body.stamp = game.stamp
    game.stamp += 1
    note_arrival(game, book, body)


@njit
def note_arrival(game, book, body):
    """Record the effects of a minion that has just entered play."""
    game.event_mask |= body.event_mask  # so that only auras and Spell Damage remain to be computed
    if game.aura_sources or book.cards[body.card].auras or body.spell_damage:
        game.stale = 1


@njit
def strengthen(game, c, attack, health):
    """Give the minion at place c the attack and health that its card gained in the hand."""
    body = game.characters[c]
    body.attack += attack
    body.max_health += health


@njit
def make_room(game, side, index, c):
    """Put the minion at place c into its side's order at `index`."""
    player = game.players[side]
    index = min(index, np.int64(player.minions))
    for k in range(np.int64(player.minions) - index):
        i = player.minions - k
        player.order[i] = player.order[i - 1]
    player.order[index] = c
    player.minions += 1
    game.present |= 1 << c


@njit
def free_place(game, side):
    """Return a free place of this side (there must be one)."""
    free = ~np.int64(game.present) & minion_places(side)
    return first(free)


@njit
def index_of(player, c):
    """Return a minion's position on its side's board, from the left."""
    for i in range(np.int64(player.minions)):
        if player.order[i] == c:
            return i
    return 0


@njit
def leave(game, book, c):
    """Remove the minion at place c from the board without killing it."""
    body, player = game.characters[c], game.players[side_of(c)]
    if game.aura_sources or book.cards[body.card].special or body.event_mask or body.spell_damage:
        game.stale = 1
    i = index_of(player, c)
    player.minions -= 1
    for k in range(i, np.int64(player.minions)):
        player.order[k] = player.order[k + 1]
    game.present = np.int64(game.present) & ~(1 << c)
    body.card = 0
    body.event_mask = 0


@njit
def summon(game, book, work, frame, side, card, far):
    """Summon a new minion for a script, at its proper position or on the far right; return its place."""
    c = put_down(game, book, work, frame, side, card, far)
    if c != NOBODY:
        announce_summon(game, work, side, c)
    return c


@njit
def put_down(game, book, work, frame, side, card, far):
    """Summon a new minion for a script, without any reactions yet."""
    player = game.players[side]
    index, origin = np.int64(player.minions), np.int64(NOBODY)
    if side == frame.side and not far:
        if frame.place != NOBODY:
            index, origin = np.int64(frame.place), np.int64(frame.origin)
        elif is_minion(frame.source) and is_there(game, frame.source, frame.source_stamp):
            index = index_of(player, frame.source) + 1
    c = enter(game, book, side, card, index)
    if c != NOBODY:
        shift_waiting(work, side, index, origin)
        frame.made = c
        frame.made_stamp = game.characters[c].stamp
    return c


@njit
def shift_waiting(work, side, index, origin):
    """Move the positions of waiting deathrattles to the right of a minion that has entered the board at `index`."""
    for i in range(np.int64(work.depth)):
        frame = work.frames[i]
        if frame.place != NOBODY and frame.side == side:
            if frame.place > index or (frame.place == index and frame.origin > origin):
                frame.place += 1


@njit
def announce_summon(game, work, side, c):
    """Trigger the reactions to a minion that was summoned, not played."""
    announce_presence(game, work, side, c)
    push_event(game, work, COMES, side, c, 0, np.int64(game.characters[c].card))


@njit
def announce_presence(game, work, side, c):
    """Trigger the reactions to a summoned minion, but for those to its coming."""
    push_event(game, work, AFTER_SUMMONED, side, c, 0, np.int64(game.characters[c].card))
    push_event(game, work, SUMMONED, side, c, 0, np.int64(game.characters[c].card))


@njit
def announce_turning(game, book, work, frame, c):
    """Trigger the reactions to a minion that a script has just transformed."""
    card = np.int64(game.characters[c].card)
    if book.era < TURNED_IS_NOT_SUMMONED and frame.spell == 0:
        push_event(game, work, SUMMONED, side_of(c), c, 0, card)


# --- Changes -------------------------------------------------------------------------------


@njit
def copy_body(game, book, source, c):
    """Make the minion at place c a copy of the one at `source`, with its enchantments and damage.

    The bonuses from auras are copied, too, so that a copy out of their reach loses that health.
    """
    stamp = game.stamp
    game.stamp += 1
    game.characters[c] = game.characters[source]
    body = game.characters[c]
    body.stamp = stamp
    body.attacks = 0
    tired = EXHAUSTED if side_of(c) == game.active else 0
    body.keywords = np.int64(body.keywords) & ~(BORROWED | DOOMED | EXHAUSTED) | tired
    body.came = 0
    printed = np.int64(book.cards[body.card].spell_damage)
    if book.era < SIMULATORS and body.spell_damage > printed > 0:
        body.spell_damage = printed  # what was given besides was not copied
    note_arrival(game, book, body)


@njit
def change_side(game, book, work, c):
    """Give a minion to the other side and return its new place; it is destroyed if that side's board is full."""
    side = 1 - side_of(c)
    if game.players[side].minions >= BOARD:
        game.characters[c].keywords |= DOOMED
        game.hurt = 1
        return np.int64(NOBODY)
    to = free_place(game, side)
    game.characters[to] = game.characters[c]
    body = game.characters[to]
    body.attacks = 0
    tired = EXHAUSTED if side == game.active else 0
    body.keywords = np.int64(body.keywords) & ~(BORROWED | CHARGE_FOR_NOW | EXHAUSTED) | tired
    leave(game, book, c)
    make_room(game, side, np.int64(game.players[side].minions), to)
    note_arrival(game, book, body)
    return np.int64(to)


@njit
def silence(game, book, c):
    """Silence a minion: it keeps nothing but its card's attack and health."""
    body, entry = game.characters[c], book.cards[game.characters[c].card]
    health = np.int64(body.max_health) - body.damage
    if entry.health < body.max_health:
        body.damage = max(0, np.int64(entry.health) - health)
    body.max_health = entry.health
    body.attack = entry.attack
    body.attack_this_turn = 0
    body.keywords = np.int64(body.keywords) & ~(PRINTED | FOR_NOW | FROZEN) | SILENCED
    body.grants = 0
    body.spell_damage = 0
    body.event_mask = 0
    game.stale = 1


@njit
def destroy(game, c):
    """Mark a minion as destroyed; it is removed when deaths are resolved."""
    game.characters[c].keywords |= DOOMED
    game.hurt = 1


@njit
def bounce(game, book, c, cost):
    """Return a minion to its controller's hand; it is destroyed if the hand is full."""
    player = game.players[side_of(c)]
    if create(game, book, player, np.int64(game.characters[c].card), cost, SEEN):
        keep_doom(game, book, player, c)
        leave(game, book, c)
    else:
        destroy(game, c)


@njit
def keep_doom(game, book, player, c):
    """By old rules, mark the last card of a hand if it is that of a destroyed minion."""
    if book.era < AS_NEW and game.characters[c].keywords & DOOMED:
        player.hand[player.hand_size - 1].doomed = 1


@njit
def grant(game, book, c, effect, side):
    """Grant a character an effect on behalf of a side."""
    body = game.characters[c]
    if body.grants < GRANTED:
        body.granted[body.grants] = effect | side << 7
        body.grants += 1
        body.event_mask |= book.cards[FIRST_GRANT + effect].event_mask
        game.event_mask |= body.event_mask
    else:
        note_loss(game)
