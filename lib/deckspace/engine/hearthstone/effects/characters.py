"""Effects on the numbers of characters: damage, healing, and buffs."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first, size
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.damage import announce_damage, deal_damage, heal
from deckspace.engine.hearthstone.effects.rows import SPELL_FRAME, again, amount_of, second_of
from deckspace.engine.hearthstone.eras import ALL_AT_ONCE, SHIELDS_STOP_ALL
from deckspace.engine.hearthstone.places import is_minion
from deckspace.engine.hearthstone.queries import (
    attack_of,
    health_of,
    is_there,
    keywords_of,
    living,
    pick,
    select,
    total_attack,
    total_health,
)
from deckspace.engine.hearthstone.state import DIVINE_SHIELD, LIFESTEAL, MINION, NOBODY, SILENCED, WEAPON
from deckspace.engine.rng import below

MAX_BOUNCES = 99  # of damage that is repeated until something dies
MAX_STAT = 9999  # the largest attack, health or damage after doubling, which must fit in the records


@njit
def change_characters(game, book, work, frame, row, op):
    """Change the numbers of characters: damage, healing, buffs."""
    if op == MISSILES:
        n = amount_of(game, book, work, frame, row)
        if frame.spell == SPELL_FRAME:
            n += game.players[frame.side].spell_damage
        if again(frame, n):
            missile(game, book, work, frame, select(game, book, work, frame, np.int64(row.selector)))
            return True
        return False
    if op == DAMAGE_UNTIL_DEATH:
        return damage_until_death(game, book, work, frame, row)
    if op == GIVE and work.stats_outlast:  # a death's gift could save the dying, but not a weapon's (eras.py)
        work.dying_too = book.cards[frame.source_card].type != WEAPON
    mask = select(game, book, work, frame, np.int64(row.selector))
    work.dying_too = 0
    if mask == 0:
        return False
    if op == DAMAGE:
        if book.era < ALL_AT_ONCE and row.value and book.values[row.value].kind == V_ITS_ATTACK:
            return deal_to_the_next(game, book, work, frame, row, mask)
        deal(game, book, work, frame, row, mask)
        return False
    n = amount_of(game, book, work, frame, row)
    if op == HEAL:
        restore(game, book, work, frame, mask, n)
        return False
    if op == SWAP_HEALTH:
        swap_health(game, frame, first(mask))
        return False
    m = second_of(game, book, work, frame, row)
    while mask:
        c = first(mask)
        mask &= mask - 1
        if op == GIVE_ONE_KEYWORD:
            game.characters[c].keywords |= one_bit(game, work, np.int64(row.keywords))
            continue
        # A hero that was played as a minion (eras.py) is still meant as one.
        minion = is_minion(c) or book.cards[frame.card].type == MINION
        change_character(game, book, game.characters[c], c, minion, op, n, m, np.int64(row.keywords))
    if game.conditional_auras:
        game.stale = 1
    return False


# --- Damage and healing --------------------------------------------------------------------


@njit
def source_keywords(game, book, frame, row):
    """Return the keywords of the source of a script's damage."""
    if row.flag:
        return (
            keywords_of(game, np.int64(frame.target))
            if is_there(game, frame.target, frame.target_stamp)
            else 0
        )
    if frame.spell == 0 and is_there(game, frame.source, frame.source_stamp):
        return keywords_of(game, np.int64(frame.source))
    if frame.spell == SPELL_FRAME:
        return np.int64(book.cards[frame.source_card].keywords) & LIFESTEAL
    return 0


@njit
def deal(game, book, work, frame, row, mask):
    """Deal a row's damage to all of a set, then trigger the reactions."""
    keywords = source_keywords(game, book, frame, row)
    kind = book.values[row.value].kind if row.value else 0
    anew = kind == V_ROLL or kind == V_ITS_ATTACK  # computed for every character
    n = 0 if anew else strengthened(game, frame, amount_of(game, book, work, frame, row))
    rest, dealt = mask, 0
    while rest:
        if anew:
            frame.each = first(rest)
            n = strengthened(game, frame, amount_of(game, book, work, frame, row))
        deal_damage(game, book, work, first(rest), n, keywords, np.int64(frame.side))
        dealt += np.int64(work.taken[first(rest)])
        rest &= rest - 1
    frame.dealt = dealt
    announce_damage(game, work, mask)


@njit
def deal_to_the_next(game, book, work, frame, row, mask):
    """Deal a row's damage to the next one of a set, in the order of play; return whether to repeat it.

    Only those have a turn that were there at first: `frame.memory` is the next stamp, `frame.left` the end of them.
    """
    if frame.left < 0:
        frame.left, frame.memory = game.stamp, 0
    found = NOBODY
    while mask:
        c = first(mask)
        mask &= mask - 1
        stamp = game.characters[c].stamp
        waits = frame.memory <= stamp < frame.left
        if waits and (found == NOBODY or stamp < game.characters[found].stamp):
            found = c
    if found == NOBODY:
        return False
    frame.memory = game.characters[found].stamp + 1
    deal(game, book, work, frame, row, 1 << found)
    return True


@njit
def missile(game, book, work, frame, mask):
    """Deal 1 damage (doubled by Velen) to one random living character of a set."""
    mask = pick(game, work, living(game, mask))
    if mask:
        deal_damage(
            game,
            book,
            work,
            first(mask),
            doubled(game.players[frame.side], frame, 1),
            0,
            np.int64(frame.side),
        )
        announce_damage(game, work, mask)


@njit
def damage_until_death(game, book, work, frame, row):
    """Deal a row's damage to a random one of a set; return whether to repeat it, until one of the set dies."""
    mask = select(game, book, work, frame, np.int64(row.selector))
    if frame.left < 0:
        frame.left = MAX_BOUNCES
    if living(game, mask) != mask or mask == 0 or frame.left == 0:
        return False
    frame.left -= 1
    each = pick(game, work, mask)
    n = strengthened(game, frame, amount_of(game, book, work, frame, row))
    deal_damage(game, book, work, first(each), n, 0, np.int64(frame.side))
    announce_damage(game, work, each)
    return True


@njit
def restore(game, book, work, frame, mask, n):
    """Restore health to a set, or deal damage if healing hurts."""
    player = game.players[frame.side]
    n = doubled(player, frame, n) if n < 10_000 else n
    if not player.healing_hurts:
        heal(game, work, mask, n)
        return
    rest = mask
    while rest:
        c = first(rest)
        rest &= rest - 1
        shielded = keywords_of(game, c) & DIVINE_SHIELD
        deal_damage(game, book, work, c, n, 0, np.int64(frame.side))
        if book.era < SHIELDS_STOP_ALL and shielded & ~keywords_of(game, c):
            work.taken[c] = n
    announce_damage(game, work, mask)


@njit
def strengthened(game, frame, n):
    """Return damage after Spell Damage and doubling."""
    player = game.players[frame.side]
    if frame.spell == SPELL_FRAME:
        n += player.spell_damage
    return doubled(player, frame, n)


@njit
def doubled(player, frame, n):
    """Return damage or healing of a spell or hero power after doubling."""
    return min(MAX_STAT, n << np.int64(player.doubling)) if frame.spell and player.doubling else n


# --- Attack, health and keywords -----------------------------------------------------------


@njit
def change_character(game, book, body, c, minion, op, n, m, keywords):
    """Change the numbers of one character, as those of a minion or of a hero."""
    if op == GIVE:
        body.attack += n
        body.max_health += m
        body.keywords |= keywords
    elif op == GIVE_THIS_TURN:
        body.attack_this_turn += n
        if is_minion(c):
            body.attack += n
        body.keywords |= keywords
    elif op == TAKE:
        body.keywords = np.int64(body.keywords) & ~keywords
    elif op == SET_ATTACK:
        body.attack = n
        body.attack_this_turn = 0
    elif op == SET_HEALTH:
        if minion:
            body.max_health = n
            body.damage = 0
        else:
            body.max_health = max(np.int64(body.max_health), n)
            body.damage = body.max_health - n
        game.hurt = 1
    elif op == DOUBLE_ATTACK:
        body.attack = grown(np.int64(body.attack), max(0, own_attack(game, book, body)))
    elif op == DOUBLE_HEALTH:
        body.max_health = grown(np.int64(body.max_health), health_of(game, c))
    elif op == SWAP_STATS:
        attack, health = attack_of(game, c), health_of(game, c)
        body.attack = health
        body.attack_this_turn = 0
        body.max_health = attack
        body.damage = 0
        game.hurt = 1
    elif op == GIVE_SPELL_DAMAGE:
        body.spell_damage += n
        game.stale = 1


@njit
def one_bit(game, work, bits):
    """Return a random bit of a mask."""
    work.random = 1
    for _ in range(below(game, size(bits))):
        bits &= bits - 1
    return bits & -bits


@njit
def swap_health(game, frame, c):
    """Swap the health of the script's minion and the minion at place c."""
    if not is_there(game, frame.source, frame.source_stamp):
        return
    mine, theirs = health_of(game, np.int64(frame.source)), health_of(game, c)
    own, other = game.characters[frame.source], game.characters[c]
    own.max_health, own.damage = theirs, 0
    other.max_health, other.damage = mine, 0
    game.hurt = 1
    if game.conditional_auras:
        game.stale = 1  # neither of them is damaged any more


@njit
def own_attack(game, book, body):
    """Return a minion's attack with its Enrage, but without the auras of others."""
    attack, entry = np.int64(body.attack), book.cards[body.card]
    if body.damage and not body.keywords & SILENCED:
        for k in range(np.int64(entry.first_aura), np.int64(entry.first_aura) + np.int64(entry.auras)):
            if (
                book.auras[k].kind == A_STATS
                and book.conditions[book.auras[k].condition].kind == C_SELF_DAMAGED
            ):
                attack += book.auras[k].attack
    return attack


@njit
def gain_stats(game, book, work, frame, row):
    """Give the script's minion the attack and health of a set."""
    mask = select(game, book, work, frame, np.int64(row.selector))
    if mask and is_there(game, frame.source, frame.source_stamp):
        body = game.characters[frame.source]
        body.attack = grown(np.int64(body.attack), total_attack(game, mask))
        body.max_health = grown(np.int64(body.max_health), total_health(game, mask))


@njit
def grown(old, more):
    """Return the sum of two numbers, at most MAX_STAT."""
    return max(old, min(MAX_STAT, old + more))
