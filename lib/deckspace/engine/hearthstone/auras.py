"""Auras: the continuous effects of cards in play, recomputed whenever something on the board has changed."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.queries import ask, holds, number, select
from deckspace.engine.hearthstone.state import SILENCED


@njit
def refresh(game, book, work):
    """Recompute auras, Spell Damage, rule changes, and the set of events that anything in play reacts to."""
    if work.auras_wait:
        return
    game.stale = 0
    event_mask, sources, costs, conditional_auras, aura_minions = 0, 0, 0, 0, 0
    for side in range(2):
        player = game.players[side]
        spell_damage, doubling, hurts = 0, 0, 0
        battlecries, deathrattles, aimed_powers = 0, 0, 0
        event_mask |= np.int64(player.listening)
        if player.weapon.card:
            entry = book.cards[player.weapon.card]
            for k in range(np.int64(entry.first_aura), np.int64(entry.first_aura) + np.int64(entry.auras)):
                strengthens = (book.auras[k].kind == A_STATS) | (book.auras[k].kind == A_WEAPON)
                sources += strengthens
                conditional_auras += strengthens
        event_mask |= np.int64(game.characters[hero_at(side)].event_mask) | np.int64(player.weapon.event_mask)
        for i in range(np.int64(player.secret_count)):
            event_mask |= np.int64(book.cards[player.secrets[i].card].event_mask)
        for i in range(np.int64(player.minions)):
            body = game.characters[player.order[i]]
            event_mask |= np.int64(body.event_mask)
            spell_damage += body.spell_damage
            entry = book.cards[body.card]
            if entry.auras and not body.keywords & SILENCED:
                aura_minions |= 1 << np.int64(player.order[i])
                for k in range(
                    np.int64(entry.first_aura), np.int64(entry.first_aura) + np.int64(entry.auras)
                ):
                    aura = book.auras[k]
                    kind = aura.kind
                    strengthens = (kind == A_STATS) | (kind == A_WEAPON)
                    sources += strengthens
                    conditional_auras += strengthens & (aura.conditional == 1)
                    costs += kind == A_COST
                    doubling += kind == A_DOUBLING
                    hurts += kind == A_HEALING_HURTS
                    battlecries += kind == A_BATTLECRIES_TWICE
                    deathrattles += kind == A_DEATHRATTLES_TWICE
                    aimed_powers += kind == A_POWER_HITS_MINIONS
        player.spell_damage = spell_damage
        player.doubling = doubling
        player.healing_hurts = hurts
        player.battlecries_twice = battlecries
        player.deathrattles_twice = deathrattles
        player.power_hits_minions = aimed_powers
    changing = sources or game.aura_sources
    game.event_mask = event_mask
    game.aura_sources = max(sources, np.int64(game.aura_sources)) if work.stats_outlast else sources
    game.conditional_auras = conditional_auras
    game.cost_auras = costs
    if changing:
        while renew_stats(game, book, work, aura_minions):
            pass


@njit
def renew_stats(game, book, work, aura_minions):
    """Recompute what auras give to each character; a character that loses health in this way does not die of it.

    `aura_minions` is the mask of the minions that have auras.

    Returns whether a minion has become undamaged, so that effects that hold while it is damaged must be recomputed.
    """
    rest = np.int64(game.present)
    while rest:
        c = first(rest)
        rest &= rest - 1
        body = game.characters[c]
        work.taken[c] = body.aura_health
        body.aura_keywords = 0
        if not work.stats_outlast:
            body.aura_attack = 0
            body.aura_health = 0
    for side in range(2):
        game.players[side].weapon.aura_attack = 0
    for side in range(2):
        player = game.players[side]
        for i in range(np.int64(player.minions)):
            c = np.int64(player.order[i])
            if aura_minions >> c & 1:
                entry = book.cards[game.characters[c].card]
                for k in range(
                    np.int64(entry.first_aura), np.int64(entry.first_aura) + np.int64(entry.auras)
                ):
                    apply_aura(game, book, work, side, c, book.auras[k])
        if player.weapon.card:
            entry = book.cards[player.weapon.card]
            for k in range(np.int64(entry.first_aura), np.int64(entry.first_aura) + np.int64(entry.auras)):
                apply_aura(game, book, work, side, hero_at(side), book.auras[k])
    undamaged = False
    rest = np.int64(game.present)
    while rest:
        c = first(rest)
        rest &= rest - 1
        body = game.characters[c]
        lost = np.int64(work.taken[c]) - body.aura_health
        if lost > 0 and body.damage > 0:
            body.damage = max(0, np.int64(body.damage) - lost)
            undamaged |= body.damage == 0
    return undamaged


@njit
def apply_aura(game, book, work, side, source, aura):
    """Apply one aura of the minion at place `source`."""
    if aura.kind != A_STATS and aura.kind != A_WEAPON:
        return
    if aura.conditional:
        work.by_position = 1  # its targets may depend on the auras to its left, which are applied before it
    frame = ask(work, side, source, game.characters[source].stamp)
    if not holds(game, book, work, frame, aura.condition):
        return
    if aura.kind == A_WEAPON:
        game.players[side].weapon.aura_attack += aura.amount
        return
    attack = np.int64(aura.attack)
    if aura.attack_value:
        attack = number(game, book, work, frame, aura.attack_value)
    mask = select(game, book, work, frame, aura.selector)
    while mask:
        body = game.characters[first(mask)]
        mask &= mask - 1
        body.aura_keywords |= aura.keywords
        if not work.stats_outlast:
            body.aura_attack += attack
            body.aura_health += aura.health
