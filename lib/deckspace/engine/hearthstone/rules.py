"""The rules: an action, and everything that follows from it.

`act` puts the phases of an action on a stack of frames, the last one first, and `resolve` processes the stack: a frame
may put others above itself, which happen before it continues. So triggers run before whatever follows their event,
without recursion:

    play a minion   summoned, played | deaths | battlecry | deaths | after played, after summoned | deaths
    cast a spell    played | the spell itself | deaths | after played | deaths
    attack          attack declared | deaths | combat damage | deaths | after the attack | deaths
    end the turn    turn ends | deaths | next player | turn starts | deaths | draw | deaths

Legal actions are in legal.py, the phases in playing.py, attacks.py and turns.py, triggers in events.py, and the effects
of scripts in effects/.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.attacks import attack, call_off, deal_combat_damage
from deckspace.engine.hearthstone.auras import refresh
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.deaths import bury, resolve_deaths
from deckspace.engine.hearthstone.effects.choices import choose, next_choice
from deckspace.engine.hearthstone.effects.interpreter import step
from deckspace.engine.hearthstone.events import activate, find_listeners, push_triggers
from deckspace.engine.hearthstone.hands import draw
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.playing import after_play, cast, play_card, use_power
from deckspace.engine.hearthstone.stack import note_loss
from deckspace.engine.hearthstone.state import IMMUNE, NOBODY
from deckspace.engine.hearthstone.turns import begin_turn, end_turn, finish_turn


@njit(shared=True)
def act(game, book, work, action):
    """Carry out a legal action and everything that follows from it."""
    declare(game, book, work, action)
    resolve(game, book, work)


@njit(inline="always")
def declare(game, book, work, action):
    """Put the phases of an action on the stack."""
    work.depth = 0
    work.random = 0
    work.by_position = 0
    work.broken_count = 0
    work.stats_outlast = 0
    work.dying_too = 0
    work.auras_wait = 0
    work.attacker = NOBODY
    work.defender = NOBODY
    kind = action >> 16
    source, target = action >> 9 & 31, action & 31
    if kind == state.PLAY:
        play_card(game, book, work, source, target, action >> 5 & 15, action >> 14 & 3)
    elif kind == state.ATTACK:
        attack(game, book, work, source, target)
    elif kind == state.POWER:
        use_power(game, book, work, target)
    elif kind == state.CHOOSE:
        choose(game, work, source)
    else:
        end_turn(game, book, work)


@njit(cache=True)
def resolve(game, book, work):
    """Process the stack of frames until it is empty."""
    if game.stale:
        refresh(game, book, work)
    while work.depth > 0 and not game.over:
        advance(game, book, work)
        if work.depth == 0 and game.choice.waiting_count and not game.choice.count:
            next_choice(game, work)
    if work.overflow:
        work.overflow = 0
        note_loss(game)


@njit(inline="always")
def advance(game, book, work):
    """Process the frame on top of the stack; a script's frame stays until its last row."""
    frame = work.frames[work.depth - 1]
    kind = frame.kind
    if kind == SCRIPT:
        step(game, book, work, frame)
        return
    work.depth -= 1
    if kind == DEATHS:
        if work.auras_wait or work.stats_outlast:
            work.auras_wait = 0
            work.stats_outlast = 0
            refresh(game, book, work)
        if game.hurt:
            resolve_deaths(game, book, work)
    elif kind == EVENT:
        find_listeners(game, book, work, frame)
        push_triggers(game, work, frame)
    elif kind == TRIGGER:
        activate(game, book, work, frame)
    elif kind == CAST:
        cast(game, book, work, np.int64(frame.side), np.int64(frame.card), np.int64(frame.pc))
    elif kind == CALL_OFF:
        call_off(game, work)
    elif kind == COMBAT:
        deal_combat_damage(game, book, work)
    elif kind == AFTER_PLAY:
        after_play(game, work, frame)
    elif kind == AFTER_COMBAT:
        work.attacker = NOBODY
        work.defender = NOBODY
    elif kind == END_IMMUNITY:
        hero = game.characters[hero_at(np.int64(frame.side))]
        hero.keywords = np.int64(hero.keywords) & ~IMMUNE
    elif kind == TURN_ENDING:
        finish_turn(game, book, work)
    elif kind == TURN_BEGINNING:
        begin_turn(game, book, work)
    elif kind == DRAW_CARD:
        draw(game, book, work, np.int64(frame.side))
    elif kind == DEATH_BEGINS:
        work.frames[frame.left].memory = game.stamp
    elif kind == BURIAL:
        bury(game, game.players[frame.side], np.int64(frame.card))
    if game.stale:
        refresh(game, book, work)
