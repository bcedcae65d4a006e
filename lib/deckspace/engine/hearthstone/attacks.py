"""Attacks: declaration, redirection and combat damage."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.damage import announce_damage, deal_damage
from deckspace.engine.hearthstone.effects.rows import SPELL_FRAME
from deckspace.engine.hearthstone.eras import IMMUNE_FROM_THE_START, SIMULATORS
from deckspace.engine.hearthstone.legal import HIDDEN
from deckspace.engine.hearthstone.places import is_hero, is_minion, places_of, side_of
from deckspace.engine.hearthstone.queries import (
    attack_of,
    is_dying,
    is_there,
    keywords_of,
    living,
    neighbours,
    pick,
)
from deckspace.engine.hearthstone.stack import forget_deaths, push_event, push_phase
from deckspace.engine.hearthstone.state import CLEAVES, FORGETFUL, IMMUNE, NOBODY
from deckspace.engine.hearthstone.weapons import use_durability
from deckspace.engine.rng import below


@njit
def attack(game, book, work, c, target):
    """Declare an attack."""
    side = side_of(c)
    body = game.characters[c]
    body.attacks += 1
    body.keywords = np.int64(body.keywords) & ~HIDDEN
    declared = target
    for _ in range(times_forgetful(game, c)):
        target = wrong_target(game, work, side, target)
    work.attacker = c
    work.attacker_stamp = body.stamp
    work.defender = target
    work.defender_stamp = game.characters[target].stamp
    work.keep_durability = 0
    depth = work.depth
    push_phase(work, DEATHS, side)
    if is_hero(c) and weapon_shields(game, book, side):
        if book.era >= IMMUNE_FROM_THE_START:
            body.keywords |= IMMUNE
        push_phase(work, END_IMMUNITY, side)
    if not game.event_mask & (
        1 << ATTACKS | 1 << AFTER_ATTACK
    ):  # no answers, so there is nothing to wait for
        deal_combat_damage(game, book, work)
        forget_deaths(game, work, depth)
        return
    push_phase(work, AFTER_COMBAT, side)
    push_event(game, work, AFTER_ATTACK, side, c, 0, 0)
    push_phase(work, DEATHS, side)
    push_phase(work, COMBAT, side)
    push_phase(work, DEATHS, side)
    if book.era < SIMULATORS:
        push_phase(work, CALL_OFF, side)
        if target != declared:
            push_secrets(game, work, side, c, target)
            target = declared
    push_event(game, work, ATTACKS, side, c, target, 0)  # as declared: the attack may be redirected later


@njit
def push_secrets(game, work, side, c, target):
    """Declare an attack once more, to Secrets only: its forgetful attacker attacks somebody else."""
    if game.event_mask >> ATTACKS & 1:
        push_event(game, work, ATTACKS, side, c, target, 0)
        work.frames[work.depth - 1].spell = SPELL_FRAME


@njit
def times_forgetful(game, c):
    """Return how often an attacker may miss its target: once for itself or its weapon, and once for an aura."""
    body = game.characters[c]
    own = np.int64(body.keywords)
    if is_hero(c):
        own |= np.int64(game.players[side_of(c)].weapon.keywords)
    return np.int64(own & FORGETFUL != 0) + np.int64(body.aura_keywords & FORGETFUL != 0)


@njit
def wrong_target(game, work, side, target):
    """Return the target of a forgetful attacker: with a 50% chance another enemy, if there is one."""
    work.random = 1
    if below(game, 2) == 0:
        return target
    others = pick(game, work, living(game, places_of(1 - side) & np.int64(game.present) & ~(1 << target)))
    return first(others) if others else target


@njit
def weapon_shields(game, book, side):
    """Tell whether a hero is immune while it attacks."""
    card = game.players[side].weapon.card
    if card == 0:
        return False
    entry = book.cards[card]
    return entry.auras and book.auras[entry.first_aura].kind == A_IMMUNE_WHILE_ATTACKING


@njit
def call_off(game, work):
    """Call off an attack whose answers have taken its defender away: it is not spent."""
    if is_there(game, work.defender, work.defender_stamp) and not is_dying(game, np.int64(work.defender)):
        return
    if is_there(game, work.attacker, work.attacker_stamp):
        game.characters[work.attacker].attacks -= 1
    work.attacker = NOBODY


@njit
def deal_combat_damage(game, book, work):
    """Deal the damage of an attack, unless the attacker or the defender has left the board."""
    if not is_there(game, work.attacker, work.attacker_stamp):
        return
    if not is_there(game, work.defender, work.defender_stamp):
        return
    a, d = np.int64(work.attacker), np.int64(work.defender)
    if is_dying(game, a) or is_dying(game, d):
        return
    if book.era < IMMUNE_FROM_THE_START and is_hero(a) and weapon_shields(game, book, side_of(a)):
        game.characters[a].keywords |= IMMUNE
    given, returned = attack_of(game, a), np.int64(game.characters[d].aura_attack)
    if is_minion(d):
        returned = attack_of(game, d)  # a hero strikes back only with the attack that an aura gives it
    keywords_a, keywords_d = keywords_of(game, a), keywords_of(game, d)
    side = side_of(a)
    beside = neighbours(game, d) if keywords_a & CLEAVES and is_minion(d) else 0
    deal_damage(game, book, work, d, given, keywords_a, side)
    deal_damage(game, book, work, a, returned, keywords_d, 1 - side)
    rest = beside
    while rest:
        deal_damage(game, book, work, first(rest), given, keywords_a, side)
        rest &= rest - 1
    if is_hero(a):
        if work.keep_durability:
            game.players[side].weapon.attack -= 1
        else:
            use_durability(game, book, work, side)
    if book.era < SIMULATORS:  # those who answer to the defender's damage do so first, whatever their ages
        announce_damage(game, work, beside)
        announce_damage(game, work, 1 << a)
        announce_damage(game, work, 1 << d)
    else:
        announce_damage(game, work, 1 << a | 1 << d | beside)
