"""Effects on minions on the board: freezing, silence, destruction, transformation, theft."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.board import (
    announce_turning,
    become_minion,
    bounce,
    change_side,
    copy_body,
    destroy,
    index_of,
    leave,
    silence,
    summon,
)
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.deaths import push_deathrattles
from deckspace.engine.hearthstone.effects.pools import card_of
from deckspace.engine.hearthstone.effects.rows import again, amount_of, sides_of
from deckspace.engine.hearthstone.effects.summons import (
    announce_copy,
    come_from_deck,
    put_into_play,
    replace_all,
    resummon,
    resummon_dead,
    resurrect,
    summon_beside,
    summon_copies,
    summon_copy,
    summon_from_deck,
    swap_with_hand,
)
from deckspace.engine.hearthstone.eras import BACK_FOR_GOOD, ONLY_WHO_IS_THERE
from deckspace.engine.hearthstone.hands import into_deck
from deckspace.engine.hearthstone.places import is_hero, side_of
from deckspace.engine.hearthstone.queries import HEROES_BOTH, is_there, minions_of, pick, select
from deckspace.engine.hearthstone.stack import push_event, push_phase
from deckspace.engine.hearthstone.state import (
    BOARD,
    BORROWED,
    CHARGE_FOR_NOW,
    EXHAUSTED,
    FROZEN,
    NEWCOMERS,
    NOBODY,
    UNDYING_FOR_NOW,
)


@njit
def change_board(game, book, work, frame, row, op):
    """Freeze, silence, destroy, transform, move or summon minions."""
    if op == SUMMON or op == SUMMON_AROUND:
        if not again(frame, amount_of(game, book, work, frame, row)):
            return False
        to = sides_of(frame, row)
        if row.pool and book.pools[row.pool].counted == 1 and game.players[to & 1].minions >= BOARD:
            return False  # only those for which there is room count
        card = card_of(game, book, work, frame, row)
        if card == 0:
            return False
        if op == SUMMON_AROUND:
            summon_beside(game, book, work, frame, card, row.flag)
        elif to != 2:
            summon(game, book, work, frame, to, card, row.flag)
        else:
            summon(game, book, work, frame, 0, card, row.flag)
            summon(game, book, work, frame, 1, card, row.flag)
        return True
    if op == RESUMMON:
        resummon(game, book, work, frame, amount_of(game, book, work, frame, row))
        return False
    if op == RESUMMON_DEAD:
        return resummon_dead(game, book, work, frame, row.flag)
    if op == REPLACE_ALL:
        return replace_all(game, book, work, frame, row)
    if op == SUMMON_FROM_ENEMY_DECK:
        summon_from_deck(game, book, work, frame, np.int64(row.card))
        return False
    if op == SWAP_WITH_HAND:
        swap_with_hand(game, book, work, frame)
        return False
    if op == PUT_INTO_PLAY:
        put_into_play(game, book, work, frame, row)
        return False
    if op == RESURRECT:
        return again(frame, amount_of(game, book, work, frame, row)) and resurrect(game, book, work, frame)
    if op == COME_FROM_DECK:
        come_from_deck(game, book, work, frame)
        return False
    if op == RESOLVE_DEATHS:
        push_phase(work, DEATHS, np.int64(frame.side))
        return False
    mask = select(game, book, work, frame, np.int64(row.selector))
    gone = mask == 0 and book.era < ONLY_WHO_IS_THERE and frame.card
    if op == SUMMON_COPY and (gone or mask & HEROES_BOTH):  # a hero was played as a minion (eras.py)
        summon(game, book, work, frame, sides_of(frame, row), np.int64(frame.card), 0)
        return False
    if mask == 0:
        return False
    if op == BECOME_COPY:
        return become_copy(game, book, work, frame, first(mask))
    if op == SUMMON_COPY:
        if announce_copy(game, work, frame, sides_of(frame, row), first(mask)):
            return True
        summon_copy(game, book, work, frame, sides_of(frame, row), first(mask), 0)
        return False
    if op == NOTE_CARD:
        frame.card = game.characters[first(mask)].card
        frame.event_side = side_of(first(mask))
        return False
    if op == TRIGGER_DEATHRATTLES:
        trigger_deathrattles(game, book, work, mask, row.flag)
        return False
    if op == AIM_AT:
        frame.target = first(mask)
        frame.target_stamp = game.characters[first(mask)].stamp
        return False
    if op == SUMMON_COPIES:
        summon_copies(game, book, work, frame, row, mask)
        return False
    n = amount_of(game, book, work, frame, row)
    while mask:
        c = first(mask)
        mask &= mask - 1
        if op == FREEZE:
            game.characters[c].keywords |= FROZEN
        elif op == SILENCE:
            silence(game, book, c)
            if game.characters[c].keywords & BORROWED and side_of(c) == game.active:
                give_back(game, book, work, frame, c)
        elif op == DESTROY:
            if is_hero(c):
                game.characters[c].damage = game.characters[c].max_health
            destroy(game, c)
        elif op == BOUNCE:
            bounce(game, book, c, n)
        elif op == TRANSFORM:
            turn_into(game, book, work, frame, c, card_of(game, book, work, frame, row))
        elif op == STEAL:
            steal(game, book, work, frame, c, row.flag)
        elif op == INTO_DECK:
            owner, card = sides_of(frame, row) if row.flag else side_of(c), np.int64(game.characters[c].card)
            leave(game, book, c)
            into_deck(game, book, work, owner, card)
    return False


@njit
def trigger_deathrattles(game, book, work, mask, leftmost):
    """Trigger the deathrattles of living minions, that of the youngest last.

    Their tokens appear immediately to the right of them, or on the far left.
    """
    while mask:  # the last frame pushed runs first: begin with the youngest
        youngest = first(mask)
        rest = mask
        while rest:
            c = first(rest)
            rest &= rest - 1
            youngest = c if game.characters[c].stamp > game.characters[youngest].stamp else youngest
        mask &= ~(1 << youngest)
        dead = work.dead[0]
        dead.body = game.characters[youngest]
        dead.place = youngest
        dead.index = index_of(game.players[side_of(youngest)], youngest)
        place = np.int64(dead.index) + 1
        if leftmost:
            place = np.int64(0)
            dead.index = 0  # no tokens move for those of another minion
        push_deathrattles(game, book, work, dead, side_of(youngest), place)


@njit
def become_copy(game, book, work, frame, c):
    """Turn the script's minion into a copy of the one at place c; return whether reactions to its coming are first."""
    itself = np.int64(frame.source)
    if not is_there(game, itself, frame.source_stamp) or c == itself:
        return False
    if announce_copy(game, work, frame, side_of(itself), c):
        return True
    copy_body(game, book, c, itself)
    body = game.characters[itself]
    body.stamp = frame.source_stamp  # it is still the minion that was played
    if game.players[side_of(itself)].cannot_die == NEWCOMERS:
        body.keywords |= UNDYING_FOR_NOW
    game.stale = 1
    announce_turning(game, book, work, frame, itself)
    return False


@njit
def turn_into(game, book, work, frame, c, card):
    """Transform the minion at place c; the script's references to it stay valid."""
    old = game.characters[c].stamp
    if game.aura_sources or book.cards[game.characters[c].card].special or game.characters[c].event_mask:
        game.stale = 1
    if game.characters[c].spell_damage:
        game.stale = 1
    body = game.characters[c]
    attacks = body.attacks
    become_minion(game, book, c, card)
    body.attacks = attacks
    body.keywords |= EXHAUSTED
    if frame.source == c and frame.source_stamp == old:
        body.stamp = old  # it is still the minion that was played
    if frame.target == c and frame.target_stamp == old:
        frame.target_stamp = body.stamp
    if frame.spell == 0 and game.players[side_of(c)].cannot_die == NEWCOMERS:
        body.keywords |= UNDYING_FOR_NOW
    announce_turning(game, book, work, frame, c)
    push_event(game, work, COMES, side_of(c), c, 0, card)


@njit
def steal(game, book, work, frame, c, for_now):
    """Take control of an enemy minion; it remains the target of a script that chose it."""
    if side_of(c) == frame.side:
        return
    stamp = game.characters[c].stamp
    borrowed = game.characters[c].keywords & BORROWED
    to = move_over(game, book, work, frame, c)
    if to == NOBODY:
        return
    if borrowed and book.era < BACK_FOR_GOOD:
        game.characters[to].keywords |= BORROWED
    if for_now:
        game.characters[to].keywords |= BORROWED | CHARGE_FOR_NOW
    frame.made = to
    frame.made_stamp = stamp


@njit
def give_back(game, book, work, frame, c):
    """Give a borrowed minion back to the other side; it remains the target of a script that chose it."""
    game.characters[c].keywords = np.int64(game.characters[c].keywords) & ~BORROWED
    move_over(game, book, work, frame, c)


@njit
def move_over(game, book, work, frame, c):
    """Move a minion to the other side and update the script's target; return its new place, NOBODY if it is full."""
    stamp = game.characters[c].stamp
    to = change_side(game, book, work, c)
    if to == NOBODY:
        return to
    game.stale = 1
    if frame.target == c and frame.target_stamp == stamp:
        frame.target = to
    return to


@njit
def keep_one(game, work):
    """Destroy all minions except a random one."""
    mask = minions_of(game, 0) | minions_of(game, 1)
    mask &= ~pick(game, work, mask)
    while mask:
        destroy(game, first(mask))
        mask &= mask - 1
