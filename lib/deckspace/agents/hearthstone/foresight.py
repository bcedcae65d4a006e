"""Predicts the score after a simple action without doing the action.

Most actions that a search tries are discarded, because their scores are too low. Where an attack, a card, the hero
power or the end of the turn triggers nothing else, its score follows from a few sums. This module repeats the
simplest part of the rules in numbers and leaves everything else to the rules; tests play games in which both must
agree on every action.
"""

import numpy as np

from deckspace.agents.hearthstone.scores import NETWORK, TERMS_TYPE, read_terms
from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.places import hero_at, is_hero, side_of
from deckspace.engine.hearthstone.playing import script_of
from deckspace.engine.hearthstone.queries import (
    HEROES_BOTH,
    area,
    attack_of,
    health_of,
    keywords_of,
    neighbours,
    weapon_attack,
)
from deckspace.engine.hearthstone.state import (
    ATTACK,
    ATTACK_IS_HEALTH,
    BOARD,
    BORROWED,
    CHARACTERS,
    CHARGE,
    CLEAVES,
    DIVINE_SHIELD,
    DOOMED,
    ELUSIVE,
    END_TURN,
    FORGETFUL,
    HAND,
    IMMUNE,
    IMMUNE_FOR_NOW,
    LIFESTEAL,
    MEGA_WINDFURY,
    MINION,
    PLAY,
    POISONOUS,
    POWER,
    SILENCED,
    SPELL,
    STEALTH,
    TAUNT,
    UNDYING_FOR_NOW,
    WINDFURY,
)
from deckspace.engine.records import record_type

IN_ATTACKS = 1 << ATTACKS | 1 << AFTER_ATTACK
IN_HITS = 1 << HURT | 1 << FATAL_DAMAGE
IN_CASTS = 1 << PLAYED | 1 << AFTER_PLAYED | 1 << TARGETED
IN_BLOWS = LIFESTEAL | FORGETFUL | CLEAVES  # with these keywords in play, attacks are left to the rules
IN_ARRIVALS = IN_CASTS | 1 << SUMMONED | 1 << AFTER_SUMMONED
UNSHOWN = (
    CHARGE | WINDFURY | MEGA_WINDFURY | STEALTH | ELUSIVE
)  # keywords without an immediate effect on the terms
CAME = BOARD  # the most minions that one action summons
MY_MINIONS, THEIR_MINIONS = 2, 8  # areas of a selector

OUTLOOK_TYPE = record_type(
    [
        ("now", TERMS_TYPE),
        ("later", TERMS_TYPE),  # after the last foreseen action
        ("attack", "i4", CHARACTERS),  # of the minions
        ("health", "i4", CHARACTERS),
        ("taunts", "i4"),  # sets of minions, as masks
        ("poisonous", "i4"),
        ("shielded", "i4"),  # the next damage does not change their health
        ("odd", "i4"),  # damage to them is left to the rules
        ("missed", "i4"),  # their death is left to the rules
        ("calm", "i4"),  # 1: no permanent effect depends on anything that may be foreseen
        ("attacks", "i4"),  # 1: nothing reacts to attacks; the next fields likewise
        ("hits", "i4"),
        ("deaths", "i4"),
        ("casts", "i4"),
        ("arrivals", "i4"),
        ("ends", "i4"),
        ("by_position", "i4"),  # the last foreseen action depends on the position on the board
        ("blind", "i4"),  # the score does not depend on cards
        # For scores that weight every character separately (greedy.py):
        ("all_keywords", "i4"),  # 1: the score depends on Charge and similar keywords; set by the user
        ("came_count", "i4"),  # the minions that join my side
        ("came", "i4", CAME),
        ("unused", "i4"),
        ("gain", "f8"),  # effect of the last foreseen action on the characters in play, weighted by:
        ("per_health", "f8", CHARACTERS),  # a lost point of health or armor
        ("per_attack", "f8", CHARACTERS),  # a lost point of attack
        ("per_death", "f8", CHARACTERS),
    ]
)


# --- Preparation -----------------------------------------------------------------------------


@njit
def look(game, book, work, settings, side, outlook):
    """Examine a position once, before its actions are foreseen."""
    read_terms(game, book, work, settings, side, outlook.now)
    events = np.int64(game.event_mask)
    outlook.blind = settings.score != NETWORK
    outlook.calm = settings.score != NETWORK or costs_stay(game, book, side)
    outlook.hits = events & IN_HITS == 0
    outlook.attacks = events & (IN_HITS | IN_ATTACKS) == 0
    outlook.deaths = events >> DIES & 1 == 0
    outlook.casts = events & IN_CASTS == 0
    outlook.arrivals = events & IN_ARRIVALS == 0
    outlook.ends = events >> DREW & 1 == 0 and game.players[1 - side].deck_size > 0
    if events & (1 << TURN_ENDS | 1 << TURN_STARTS) and turns_are_heard(game, book, side):
        outlook.ends = 0
    look_at_minions(game, book, side, outlook)
    for each in range(2):
        weapon = game.players[each].weapon
        entry = book.cards[weapon.card]
        kind = book.auras[entry.first_aura].kind
        if weapon.card and entry.auras and (kind == A_WEAPON or kind == A_STATS):
            outlook.calm = 0  # its attack may depend on anything, and is also the hero's
        if np.int64(weapon.keywords) & IN_BLOWS:
            outlook.attacks = 0
    if (game.characters[0].keywords | game.characters[8].keywords) & DOOMED:
        outlook.calm = 0  # a hero that was destroyed and healed takes no damage


@njit
def look_at_minions(game, book, side, outlook):
    """Record the attack, health and special features of all minions."""
    taunts, poisonous, shielded, odd, missed, seen = 0, 0, 0, 0, 0, 0
    rest = np.int64(game.present) & ~HEROES_BOTH
    outlook.odd, outlook.missed = 0, 0
    while rest:
        c = first(rest)
        rest &= rest - 1
        body, bit = game.characters[c], 1 << c
        entry, own, keywords = book.cards[body.card], np.int64(body.keywords), keywords_of(game, c)
        health = health_of(game, c)
        outlook.attack[c], outlook.health[c] = attack_of(game, c), health
        seen |= keywords
        taunts |= bit * (keywords & TAUNT != 0)
        poisonous |= bit * (keywords & POISONOUS != 0)
        shielded |= bit * ((keywords & (IMMUNE | IMMUNE_FOR_NOW) != 0) | (own & DIVINE_SHIELD != 0))
        dying = (health <= 0) | (own & DOOMED != 0)
        undying = (keywords & UNDYING_FOR_NOW != 0) | (game.players[side_of(c)].cannot_die != 0)
        odd |= bit * (dying | (keywords & ATTACK_IS_HEALTH != 0) | undying)
        missed |= bit * ((body.grants != 0) | (entry.death != 0) & (own & SILENCED == 0))
        if entry.auras and own & SILENCED == 0:
            look_at_auras(game, book, side, outlook, c, entry)
        if body.attack_this_turn != 0 or own & BORROWED:
            outlook.ends = 0
    if seen & IN_BLOWS:
        outlook.attacks = 0
    outlook.taunts, outlook.poisonous, outlook.shielded = taunts, poisonous, shielded
    outlook.odd |= odd
    outlook.missed |= missed


@njit
def look_at_auras(game, book, side, outlook, c, entry):
    """Record what depends on the auras of the minion at place c."""
    for i in range(np.int64(entry.first_aura), np.int64(entry.first_aura) + np.int64(entry.auras)):
        aura = book.auras[i]
        if not shows(aura, outlook):
            continue
        what = book.selectors[aura.selector]
        if is_about_weapons(book, aura, what):
            continue
        outlook.missed |= 1 << c
        if aura.kind == A_COST:
            continue
        whole = aura.kind == A_STATS and what.origin == AREA
        if aura.conditional:
            enraged = is_enraged(book, aura) and (aura.kind == A_WEAPON or what.origin == ITSELF)
            outlook.odd |= 1 << c
            if not enraged:
                outlook.calm = 0
        elif what.origin == NEIGHBOURS:
            outlook.missed |= neighbours(game, c)
            if side_of(c) == side:
                outlook.arrivals = 0
        elif not whole and what.origin != ITSELF:
            outlook.calm = 0
        if whole and what.areas & (MY_MINIONS if side_of(c) == side else THEIR_MINIONS):
            outlook.arrivals = 0


@njit
def shows(aura, outlook):
    """Tell whether a score may depend on an aura; most scores ignore Charge, for example."""
    if aura.kind == A_STATS:
        unshown = ELUSIVE if outlook.all_keywords else UNSHOWN
        return (
            aura.attack != 0
            or aura.health != 0
            or aura.attack_value != 0
            or np.int64(aura.keywords) & ~unshown != 0
        )
    return aura.kind == A_WEAPON or aura.kind == A_COST


@njit
def is_enraged(book, aura):
    """Tell whether an aura depends only on whether its own minion is damaged."""
    condition = book.conditions[aura.condition]
    return condition.kind == C_SELF_DAMAGED and condition.also == 0 and aura.attack_value == 0


@njit
def is_about_weapons(book, aura, what):
    """Tell whether a minion's aura for itself depends on weapons alone, which no foreseen action changes."""
    condition = book.conditions[aura.condition]
    asks = (condition.kind == C_HAS_WEAPON) | (condition.kind == C_ENEMY_HAS_WEAPON)
    for_itself = aura.kind == A_STATS and aura.attack_value == 0 and what.origin == ITSELF and what.plain
    return asks and condition.also == 0 and for_itself


@njit
def costs_stay(game, book, side):
    """Tell whether the costs of the cards in a hand are constant."""
    player = game.players[side]
    varying = game.cost_auras | player.discount_count
    for i in range(np.int64(player.hand_size)):
        varying |= book.cards[player.hand[i].card].own_cost
    return varying == 0


@njit
def turns_are_heard(game, book, side):
    """Tell whether anything may react to the end of a side's turn or to the start of the next."""
    both = 1 << TURN_ENDS | 1 << TURN_STARTS
    for each in range(2):
        player = game.players[each]
        if (game.characters[hero_at(each)].event_mask | player.weapon.event_mask) & both:
            return True
        for i in range(np.int64(player.secret_count)):
            if book.cards[player.secrets[i].card].event_mask & both:
                return True
        for i in range(np.int64(player.minions)):
            body = game.characters[player.order[i]]
            if body.event_mask & both and (
                body.grants or hears_turn(book, np.int64(body.card), each == side)
            ):
                return True
    return False


@njit
def hears_turn(book, card, mine):
    """Tell whether a minion reacts to the end of this turn (its own side's if `mine`) or to the start of the next."""
    entry = book.cards[card]
    for i in range(np.int64(entry.first_trigger), np.int64(entry.first_trigger) + np.int64(entry.triggers)):
        trigger = book.triggers[i]
        if trigger.event == TURN_ENDS and trigger.sides & (MINE if mine else THEIRS):
            return True
        if trigger.event == TURN_STARTS and trigger.sides & (THEIRS if mine else MINE):
            return True
    return False


# --- Actions ---------------------------------------------------------------------------------


@njit
def foresee(game, book, side, outlook, action):
    """Write the terms after an action into `outlook.later`; return False if the action is not simple.

    If the enemy hero dies, its health there is below 1 and the other terms are meaningless. `outlook.gain` is the
    weighted effect on the characters, and `outlook.came` the cards of new minions.
    """
    if outlook.calm == 0:
        return False
    kind, target = action >> 16, action & 31
    outlook.by_position = 0
    outlook.gain = 0.0
    outlook.came_count = 0
    outlook.later = outlook.now
    if kind == ATTACK:
        return outlook.attacks != 0 and foresee_attack(game, book, side, outlook, action >> 9 & 31, target)
    if kind == PLAY:
        return foresee_play(game, book, side, outlook, action, target)
    if kind == POWER:
        entry = book.cards[game.players[side].power]
        pc = np.int64(entry.play)
        if entry.options[0] and game.players[side].power_hits_minions:
            return False
        return foresee_script(game, book, side, outlook, pc, target, -1, 0)
    return kind == END_TURN and outlook.ends != 0 and foresee_end(game, side, outlook)


@njit
def foresee_attack(game, book, side, outlook, attacker, defender):
    """Foresee the attack of a minion or hero."""
    if is_hero(attacker):
        return foresee_attack_of_hero(game, book, side, outlook, attacker, defender)
    if is_hero(defender):
        return foresee_hit(game, side, outlook, defender, np.int64(outlook.attack[attacker]), 0)
    given, returned = np.int64(outlook.attack[attacker]), np.int64(outlook.attack[defender])
    return foresee_hit(
        game, side, outlook, defender, given, outlook.poisonous >> attacker & 1
    ) and foresee_hit(game, side, outlook, attacker, returned, outlook.poisonous >> defender & 1)


@njit
def foresee_attack_of_hero(game, book, side, outlook, attacker, defender):
    """Foresee the attack of a hero, unless its weapon breaks or is special."""
    weapon = game.players[side].weapon
    if keywords_of(game, attacker) & (IN_BLOWS | POISONOUS):
        return False
    if weapon.card and (weapon.durability < 2 or weapon.keywords or book.cards[weapon.card].auras):
        return False
    returned = 0 if is_hero(defender) else np.int64(outlook.attack[defender])
    given = attack_of(game, attacker)
    return foresee_hit(game, side, outlook, defender, given, 0) and foresee_hit(
        game, side, outlook, attacker, returned, 0
    )


@njit
def foresee_play(game, book, side, outlook, action, target):
    """Foresee a minion or a spell."""
    player = game.players[side]
    held = player.hand[action >> 9 & 31]
    entry = book.cards[held.card]
    pc = script_of(player, entry, action >> 14 & 3, target)
    if held.attack or held.health or entry.overload and game.event_mask >> OVERLOADED & 1:
        return False
    outlook.later.hands[0] -= 1
    outlook.later.costs -= max(0, np.int64(entry.cost) + held.cost)
    if entry.type == SPELL:
        if outlook.casts == 0 or entry.secret:
            return outlook.casts != 0
        return pc == 0 or foresee_script(
            game, book, side, outlook, pc, target, -1, np.int64(player.spell_damage)
        )
    if entry.type != MINION or not arrives_unheard(outlook, entry):
        return False
    if pc and (entry.event_mask or entry.keywords & (POISONOUS | LIFESTEAL) or player.battlecries_twice):
        return False
    foresee_arrival(outlook, entry, np.int64(held.card))
    return pc == 0 or foresee_script(game, book, side, outlook, pc, target, action >> 5 & 15, 0)


@njit
def foresee_end(game, side, outlook):
    """Foresee the end of a turn: only the hero whose turn it is uses its weapon, and the other side draws."""
    later = outlook.later
    later.hero_attack[0] = 0
    later.hero_attack[1] = weapon_attack(game.players[1 - side])
    later.hands[1] += later.hands[1] < HAND
    later.decks[1] -= 1
    return True


# --- Scripts ---------------------------------------------------------------------------------


@njit
def foresee_script(game, book, side, outlook, pc, target, position, spell_damage):
    """Foresee a script; `position` is the board position of a minion's battlecry, otherwise -1.

    The outlook describes the characters before the script, so only one row may change them.
    """
    changes = 0
    while True:
        row = book.rows[pc]
        op = row.op
        pc += 1
        if op == END:
            return True
        if op == FREEZE and not book.selectors[row.selector].random:
            continue
        if row.value or row.second_value or row.pool or row.card == FOUND or changes:
            return False
        if op == DRAW:
            if not foresee_draw(game, side, outlook, row):
                return False
            continue
        changes += 1
        if op == SUMMON:
            if not foresee_summon(book, outlook, row):
                return False
        elif op == GAIN_ARMOR:
            if game.event_mask >> ARMOR_GAINED & 1:
                return False
            outlook.gain -= outlook.per_health[hero_at(side)] * row.amount
        else:
            mask = foresee_whom(game, book, side, outlook, book.selectors[row.selector], target, position)
            if mask < 0 or not foresee_change(game, side, outlook, row, mask, spell_damage):
                return False


@njit
def foresee_whom(game, book, side, outlook, what, target, position):
    """Return the characters that a row affects, as a mask; -1 if they are not simple to find."""
    if not what.plain or what.random or what.other or what.except_target:
        return -1
    if what.origin == TARGET and what.areas == 0 and target < CHARACTERS:
        return 1 << target
    if what.origin == AREA and (position < 0 or what.areas & MY_MINIONS == 0):
        return area(game, side, np.int64(what.areas))
    if what.origin == NEIGHBOURS and position >= 0 and what.areas == 0:
        outlook.by_position = 1
        player, mask = game.players[side], 0
        if position > 0:
            mask |= 1 << np.int64(player.order[position - 1])
        if position < player.minions:
            mask |= 1 << np.int64(player.order[position])
        return mask
    return -1


@njit
def foresee_change(game, side, outlook, row, mask, spell_damage):
    """Foresee what a row does to a set of characters."""
    op, n, m = row.op, np.int64(row.amount), np.int64(row.second)
    if op == DAMAGE:
        if outlook.hits == 0 or row.flag or game.players[side].doubling:
            return False
        n += spell_damage
    elif op == HEAL:
        if game.event_mask >> HEALED & 1 or game.players[side].doubling or game.players[side].healing_hurts:
            return False
    elif op == GIVE_THIS_TURN:
        m = 0
    elif op != GIVE:
        return False
    if row.keywords & ATTACK_IS_HEALTH:
        return False
    while mask:
        c = first(mask)
        mask &= mask - 1
        if op == DAMAGE:
            simple = foresee_hit(game, side, outlook, c, n, 0)
        elif op == HEAL:
            simple = foresee_healing(game, side, outlook, c, n)
        else:
            simple = foresee_gift(game, side, outlook, c, n, m, np.int64(row.keywords))
        if not simple:
            return False
    return True


@njit
def foresee_draw(game, side, outlook, row):
    """Foresee a draw, if the score does not depend on what the cards cost."""
    drawn = row.side == TO_ME and row.amount <= game.players[side].deck_size
    return drawn and outlook.blind != 0 and game.event_mask >> DREW & 1 == 0


@njit
def foresee_summon(book, outlook, row):
    """Foresee minions summoned to my side."""
    entry = book.cards[row.card]
    if row.side != TO_ME or not arrives_unheard(outlook, entry):
        return False
    for _ in range(min(np.int64(row.amount), BOARD - np.int64(outlook.later.minions[0]))):
        foresee_arrival(outlook, entry, np.int64(row.card))
    return True


# --- What happens to one character -----------------------------------------------------------


@njit
def arrives_unheard(outlook, entry):
    """Tell whether nothing reacts to a new minion of this card, and no aura comes from it or applies to it."""
    return outlook.arrivals != 0 and entry.auras == 0 and entry.event_mask & IN_ARRIVALS == 0


@njit
def foresee_arrival(outlook, entry, card):
    """Foresee a new minion of this card on my side."""
    later, health = outlook.later, np.int64(entry.health)
    outlook.came[outlook.came_count] = card
    outlook.came_count += 1
    later.minions[0] += 1
    later.attack[0] += health if entry.keywords & ATTACK_IS_HEALTH else max(0, np.int64(entry.attack))
    later.health[0] += health
    later.taunts[0] += health * (entry.keywords & TAUNT != 0)


@njit
def foresee_hit(game, side, outlook, c, amount, poison):
    """Foresee damage to one character; my hero must not die of it."""
    if amount <= 0:
        return True
    later, each, bit = outlook.later, side_of(c) ^ side, 1 << c
    if is_hero(c):
        if keywords_of(game, c) & (IMMUNE | IMMUNE_FOR_NOW) == 0:
            later.heroes[each] -= max(0, amount - game.players[side_of(c)].armor)
            outlook.gain += outlook.per_health[c] * amount
        return later.heroes[0] > 0
    if outlook.shielded & bit:
        return True
    if outlook.odd & bit:
        return False
    health = np.int64(outlook.health[c])
    if health <= amount or poison:
        if outlook.deaths == 0 or outlook.missed & bit:
            return False
        later.minions[each] -= 1
        later.attack[each] -= outlook.attack[c]
        outlook.gain += outlook.per_death[c]
        amount = health
    else:
        outlook.gain += outlook.per_health[c] * amount
    later.health[each] -= amount
    later.taunts[each] -= amount * (outlook.taunts & bit != 0)
    return True


@njit
def foresee_healing(game, side, outlook, c, amount):
    later, each, bit = outlook.later, side_of(c) ^ side, 1 << c
    healed = min(amount, np.int64(game.characters[c].damage))
    outlook.gain -= outlook.per_health[c] * healed
    if is_hero(c):
        later.heroes[each] += healed
        return True
    later.health[each] += healed
    later.taunts[each] += healed * (outlook.taunts & bit != 0)
    return outlook.odd & bit == 0


@njit
def foresee_gift(game, side, outlook, c, attack, health, keywords):
    """Foresee attack, health and keywords that are given to one minion."""
    later, each, bit, body = outlook.later, side_of(c) ^ side, 1 << c, game.characters[c]
    if is_hero(c) or outlook.odd & bit or health < 0:
        return False
    more = max(0, np.int64(body.attack) + body.aura_attack + attack) - outlook.attack[c]
    outlook.gain -= outlook.per_attack[c] * more + outlook.per_health[c] * health
    later.attack[each] += more
    later.health[each] += health
    if outlook.taunts & bit:
        later.taunts[each] += health
    elif keywords & TAUNT:
        later.taunts[each] += outlook.health[c] + health
    return True
