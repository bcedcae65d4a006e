"""The end of a turn and the beginning of the next."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.auras import refresh
from deckspace.engine.hearthstone.board import change_side, destroy
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.costs import keep_lasting_discounts
from deckspace.engine.hearthstone.eras import SIMULATORS
from deckspace.engine.hearthstone.hands import draw
from deckspace.engine.hearthstone.places import hero_at, is_minion, side_of
from deckspace.engine.hearthstone.queries import keywords_of
from deckspace.engine.hearthstone.stack import forget_deaths, push_event, push_phase
from deckspace.engine.hearthstone.state import (
    BOARD,
    BORROWED,
    CHARGE,
    CHARGE_FOR_NOW,
    EXHAUSTED,
    FROZEN,
    FULL_MANA,
    IMMUNE_FOR_NOW,
    LAST_TURN,
    NOBODY,
    SPARES_HEROES_FOR_NOW,
    STEALTH_FOR_NOW,
    UNDYING_FOR_NOW,
    WAS_PLAYED,
)

UNTIL_TURN_ENDS = IMMUNE_FOR_NOW | CHARGE_FOR_NOW | SPARES_HEROES_FOR_NOW | UNDYING_FOR_NOW


@njit
def end_turn(game, book, work):
    """End the turn: trigger its end, then begin the next player's turn."""
    side = np.int64(game.active)
    if not game.event_mask >> TURN_ENDS & 1:
        finish_turn(game, book, work)
        if game.stale:
            refresh(game, book, work)
        begin_turn(game, book, work)
        return
    push_phase(work, TURN_BEGINNING, side)
    push_phase(work, TURN_ENDING, side)
    push_phase(work, DEATHS, side)
    push_event(game, work, TURN_ENDS, side, NOBODY, 0, 0)


@njit
def finish_turn(game, book, work):
    """Remove effects that last until the end of the turn; unfreeze characters that could have attacked."""
    side = np.int64(game.active)
    present, seen = np.int64(game.present), 0
    while present:
        c = first(present)
        present &= present - 1
        body = game.characters[c]
        keywords = np.int64(body.keywords)
        seen |= keywords
        if body.attack_this_turn:
            if is_minion(c):
                body.attack -= body.attack_this_turn
            body.attack_this_turn = 0
        theirs = side_of(c) ^ side  # 0 or 1: resets the active side's attacks without a branch
        if keywords & FROZEN and not theirs and body.attacks == 0 and not is_tired(game, book, c):
            keywords &= ~FROZEN
        body.attacks = body.attacks * theirs
        body.keywords = keywords & ~UNTIL_TURN_ENDS
    player = game.players[side]
    player.mana_wasted += player.mana
    player.hand_sizes += player.hand_size
    for each in range(2):
        game.players[each].cannot_die = 0
    keep_lasting_discounts(player)
    if seen & BORROWED:
        give_back(game, book, work, side)


@njit
def is_tired(game, book, c):
    """Tell whether a minion could not have attacked because it came into play this turn, by old rules from the hand."""
    keywords = keywords_of(game, c)
    if book.era < SIMULATORS and game.characters[c].came != WAS_PLAYED:
        return False
    return is_minion(c) and keywords & EXHAUSTED != 0 and keywords & (CHARGE | CHARGE_FOR_NOW) == 0


@njit
def give_back(game, book, work, side):
    """Give borrowed minions back; those that have been stolen back need space (eras.py)."""
    for k in range(1, 8):
        c = hero_at(side) + k
        if game.characters[c].card and game.characters[c].keywords & BORROWED:
            game.characters[c].keywords = np.int64(game.characters[c].keywords) & ~BORROWED
            change_side(game, book, work, c)
            game.stale = 1
        c = hero_at(1 - side) + k
        if game.characters[c].card and game.characters[c].keywords & BORROWED:
            game.characters[c].keywords = np.int64(game.characters[c].keywords) & ~BORROWED
            if game.players[1 - side].minions >= BOARD:
                destroy(game, c)


@njit
def begin_turn(game, book, work):
    """Begin the other player's turn: mana, Overload, minions; then triggers of the start, then the draw."""
    if game.turn >= LAST_TURN:
        game.over = 1
        game.winner = state.DRAW
        work.depth = 0
        return
    game.active = 1 - game.active
    game.turn += 1
    game.died_count = 0
    side = np.int64(game.active)
    player = game.players[side]
    player.max_mana = min(FULL_MANA, np.int64(player.max_mana) + 1)
    player.overload_locked = player.overload_next
    player.overload_next = 0
    player.mana = max(0, np.int64(player.max_mana) - player.overload_locked)
    player.power_used = 0
    player.cards_played = 0
    player.minions_played = 0
    for k in range(8):
        game.characters[hero_at(side) + k].keywords = np.int64(
            game.characters[hero_at(side) + k].keywords
        ) & ~(EXHAUSTED | STEALTH_FOR_NOW)
    if game.conditional_auras:
        game.stale = 1
    depth = work.depth
    push_phase(work, DEATHS, side)
    if not game.event_mask >> TURN_STARTS & 1:
        draw(game, book, work, side)
        forget_deaths(game, work, depth)
        return
    push_phase(work, DRAW_CARD, side)
    push_phase(work, DEATHS, side)
    push_event(game, work, TURN_STARTS, side, NOBODY, 0, 0)
