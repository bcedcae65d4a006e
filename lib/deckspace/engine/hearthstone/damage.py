"""Damage and healing.

Every function changes the game in place; anything that triggers others is pushed on the stack as an event.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.places import hero_at, is_minion, side_of
from deckspace.engine.hearthstone.queries import health_of, keywords_of
from deckspace.engine.hearthstone.stack import push_event
from deckspace.engine.hearthstone.state import (
    DIVINE_SHIELD,
    DOOMED,
    EVERYBODY,
    FREEZES,
    FROZEN,
    IMMUNE,
    IMMUNE_FOR_NOW,
    LIFESTEAL,
    POISONOUS,
    UNDYING_FOR_NOW,
)


@njit
def deal_damage(game, book, work, c, amount, keywords, side):
    """Deal damage to a character, from a source with these keywords, and record it in `work.taken`."""
    work.taken[c] = 0
    body = game.characters[c]
    if amount <= 0 or (body.keywords | body.aura_keywords) & (IMMUNE | IMMUNE_FOR_NOW):
        return
    taken = (
        damage_minion(game, c, amount, keywords) if is_minion(c) else damage_hero(game, book, work, c, amount)
    )
    if taken and keywords & FREEZES:
        body.keywords |= FROZEN
    game.players[side].damage_done += taken
    work.taken[c] = taken
    if taken and keywords & LIFESTEAL:
        drain(game, book, work, side, taken)


@njit
def damage_minion(game, c, amount, keywords):
    """Deal damage to a minion; return the damage taken."""
    body = game.characters[c]
    if body.keywords & DIVINE_SHIELD:
        body.keywords = np.int64(body.keywords) & ~DIVINE_SHIELD
        return 0
    if body.keywords & UNDYING_FOR_NOW or game.players[side_of(c)].cannot_die == EVERYBODY:
        body.damage = min(np.int64(body.damage) + amount, np.int64(body.max_health) + body.aura_health - 1)
    else:
        body.damage += amount
    if health_of(game, c) <= 0:
        game.hurt = 1
    if keywords & POISONOUS:
        body.keywords |= DOOMED
        game.hurt = 1
    if game.conditional_auras:
        game.stale = 1  # a minion may be enraged now
    return amount


@njit
def damage_hero(game, book, work, c, amount):
    """Deal damage to a hero's armor and health; return the damage taken."""
    body, player = game.characters[c], game.players[side_of(c)]
    if (
        game.event_mask >> FATAL_DAMAGE & 1
        and amount >= np.int64(player.armor) + health_of(game, c)
        and saved(game, book, work, c)
    ):
        return 0
    blocked = min(amount, np.int64(player.armor))
    player.armor -= blocked
    body.damage += amount - blocked
    if body.damage >= body.max_health:
        game.hurt = 1
    return amount


@njit
def saved(game, book, work, c):
    """Tell whether a Secret saves a hero from fatal damage; the hero is then immune for the rest of the turn."""
    side = side_of(c)
    if game.active == side:
        return False
    player = game.players[side]
    for i in range(np.int64(player.secret_count)):
        if book.cards[player.secrets[i].card].event_mask >> FATAL_DAMAGE & 1:
            game.characters[c].keywords |= IMMUNE_FOR_NOW
            push_event(game, work, FATAL_DAMAGE, side, c, 0, 0)
            return True
    return False


@njit
def drain(game, book, work, side, amount):
    """Heal the hero of the side that dealt damage with Lifesteal, or damage it where healing hurts."""
    if not game.players[side].healing_hurts:
        heal(game, work, 1 << hero_at(side), amount)
    elif not keywords_of(game, hero_at(side)) & (IMMUNE | IMMUNE_FOR_NOW):
        damage_hero(game, book, work, hero_at(side), amount)


@njit
def announce_damage(game, work, mask):
    """Trigger the reactions to the damage that a set of characters has just taken."""
    if not game.event_mask >> HURT & 1:
        return
    for k in range(16):
        c = 15 - k  # the last event pushed is processed first
        if mask >> c & 1 and work.taken[c]:
            push_event(game, work, HURT, side_of(c), c, np.int64(work.taken[c]), 0)


@njit
def heal(game, work, mask, amount):
    """Restore health to a set of characters."""
    for k in range(16):
        c = 15 - k
        body = game.characters[c]
        if mask >> c & 1 and body.damage > 0:
            healed = min(amount, np.int64(body.damage))
            body.damage -= healed
            if healed > 0:
                push_event(game, work, HEALED, side_of(c), c, healed, 0)
            if game.conditional_auras:
                game.stale = 1
