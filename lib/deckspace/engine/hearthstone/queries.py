"""Questions about a position: attack and health, sets of characters, numbers, conditions.

Nothing here changes the game, except for its random generator. Sets of characters are masks of 16 bits. The point of
view is a frame: its side, its source and its target.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first, size
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.eras import STEALTH_IS_NO_SHELTER
from deckspace.engine.hearthstone.places import hero_at, is_hero, is_minion, minion_places, side_of
from deckspace.engine.hearthstone.state import (
    ATTACK_IS_HEALTH,
    BOARD,
    DIED_SIDE,
    DOOMED,
    FULL_MANA,
    GRAVE_COUNT,
    MINION,
    NOBODY,
    SILENCED,
    STEALTH,
    STEALTH_FOR_NOW,
)
from deckspace.engine.rng import below

MINIONS_0 = 0xFE  # the places of side 0's minions; side 1's are eight bits further
HEROES_BOTH = 0x101


@njit
def ask(work, side, source, stamp):
    """Prepare a frame for questions from the point of view of a side and a character."""
    frame = work.query[0]
    frame.side = side
    frame.source = source
    frame.source_stamp = stamp
    frame.target = NOBODY
    frame.subject = NOBODY
    frame.made = NOBODY
    frame.each = NOBODY
    return frame


@njit
def pick(game, work, mask):
    """Return a random character of a mask, as a mask; an empty mask stays empty."""
    n = size(mask)
    if n == 0:
        return 0
    work.random = 1
    for _ in range(below(game, n)):
        mask &= mask - 1
    return mask & -mask


@njit
def pick_some(game, work, mask, n):
    """Return n different random characters of a mask."""
    if size(mask) <= n:
        return mask
    chosen = 0
    for _ in range(n):
        each = pick(game, work, mask)
        chosen |= each
        mask &= ~each
    return chosen


# --- Characters ----------------------------------------------------------------------------


@njit
def health_of(game, c):
    """Return the health of the character at place c."""
    body = game.characters[c]
    return np.int64(body.max_health) + body.aura_health - body.damage


@njit
def is_dying(game, c):
    """Tell whether a character has no health left or is destroyed."""
    return health_of(game, c) <= 0 or game.characters[c].keywords & DOOMED != 0


@njit
def attack_of(game, c):
    """Return the attack of the character at place c, including a hero's weapon."""
    body = game.characters[c]
    if is_hero(c):
        attack = np.int64(body.attack_this_turn) + body.aura_attack
        side = side_of(c)
        if game.active == side:
            weapon = game.players[side].weapon
            if weapon.card != 0:
                attack += weapon.attack + weapon.aura_attack
        return max(attack, 0)
    return minion_attack(game, c)


@njit
def minion_attack(game, c):
    """Return the attack of the minion at place c."""
    body = game.characters[c]
    if (body.keywords | body.aura_keywords) & ATTACK_IS_HEALTH:
        return max(health_of(game, c), 0)
    return max(np.int64(body.attack) + body.aura_attack, 0)


@njit(inline="always")
def keywords_of(game, c):
    """Return the keywords of a character, including those from auras."""
    return np.int64(game.characters[c].keywords) | np.int64(game.characters[c].aura_keywords)


@njit(inline="always")
def minions_of(game, side):
    """Return the minions of a side as a mask."""
    return np.int64(game.present) & minion_places(side)


@njit(inline="always")
def is_there(game, c, stamp):
    """Tell whether the character with this stamp is still at its place."""
    return c != NOBODY and game.characters[c & 15].card != 0 and game.characters[c & 15].stamp == stamp


@njit
def living(game, mask):
    """Return the characters of a mask that are not about to die."""
    for c in range(16):
        if mask >> c & 1 and (health_of(game, c) <= 0 or game.characters[c].keywords & DOOMED):
            mask &= ~(1 << c)
    return mask


@njit
def neighbours(game, c):
    """Return the minions beside the minion at place c, as a mask."""
    player = game.players[side_of(c)]
    mask = 0
    for i in range(np.int64(player.minions)):
        if player.order[i] == c:
            if i > 0:
                mask |= 1 << np.int64(player.order[i - 1])
            if i + 1 < player.minions:
                mask |= 1 << np.int64(player.order[i + 1])
    return mask


@njit
def beside(game, work, c):
    """Return the same for an effect, and record that it depends on positions on the board."""
    work.by_position = 1
    return neighbours(game, c)


@njit
def area(game, side, areas):
    """Return the characters of some areas, from the point of view of a side."""
    mine, theirs = hero_at(side), hero_at(1 - side)
    mask = 0
    if areas & 1:
        mask |= 1 << mine
    if areas & 2:
        mask |= np.int64(game.present) & (MINIONS_0 << mine)
    if areas & 4:
        mask |= 1 << theirs
    if areas & 8:
        mask |= np.int64(game.present) & (MINIONS_0 << theirs)
    return mask


# --- Filters -------------------------------------------------------------------------------


@njit(inline="always")
def is_minion_card(book, card):
    """Tell whether a card is a minion."""
    return book.cards[card].type == MINION


@njit
def card_suits(book, card, what):
    """Tell whether a card passes a filter, as far as the filter applies to cards."""
    return is_alike(book, card, what) and (what.deathrattle == 0 or book.cards[card].deathrattle == 1)


@njit(cache=True)  # called from Python, too, for the pools of a book
def is_alike(book, card, what):
    """Tell the same, except for Deathrattles, which characters in play may have lost or been granted."""
    entry = book.cards[card]
    return (
        (what.type == 0 or entry.type == what.type)
        and (what.race == 0 or entry.race == what.race)
        and (what.not_race == 0 or entry.race != what.not_race)
        and (what.any_class == 1 or entry.cls == what.cls)
        and (what.rarity == 0 or entry.rarity == what.rarity)
        and (what.cost_min < 0 or entry.cost >= what.cost_min)
        and (what.cost_max < 0 or entry.cost <= what.cost_max)
        and (what.secret == 0 or entry.secret == 1)
        and (what.overload == 0 or entry.overload > 0)
        and (what.collectible == 0 or entry.collectible == 1)
        and (what.spell_damage == 0 or entry.spell_damage > 0)
        and (what.battlecry == 0 or entry.battlecry == 1)
        and (what.name == 0 or card == what.name)
        and (what.not_name == 0 or card != what.not_name)
    )


@njit
def character_suits(game, book, c, what):
    """Tell whether a character passes a filter."""
    keywords = keywords_of(game, c)
    damage = game.characters[c].damage
    attack = attack_of(game, c) if what.attack_min >= 0 or what.attack_max >= 0 else 0
    return (
        (what.keywords == 0 or keywords & what.keywords != 0)
        and keywords & what.lacking == 0
        and (what.damaged == 0 or (damage > 0) == (what.damaged == 1))
        and (what.attack_min < 0 or attack >= what.attack_min)
        and (what.attack_max < 0 or attack <= what.attack_max)
        and is_alike(book, game.characters[c].card, what)
        and (what.deathrattle == 0 or has_deathrattle(game, book, c))
    )


@njit
def has_deathrattle(game, book, c):
    """Tell whether a minion has a Deathrattle, its own or a granted one."""
    body = game.characters[c]
    for k in range(np.int64(body.grants)):
        if book.cards[FIRST_GRANT + (np.int64(body.granted[k]) & 127)].death:
            return True
    return book.cards[body.card].deathrattle == 1 and body.keywords & SILENCED == 0


@njit
def filtered(game, book, mask, what):
    """Return the characters of a mask that pass a filter."""
    rest = mask
    while rest:
        c = first(rest)
        rest &= rest - 1
        if not character_suits(game, book, c, what):
            mask &= ~(1 << c)
    return mask


# --- Sets of characters --------------------------------------------------------------------


@njit
def origin(game, book, work, frame, selector):
    """Return the set that a selector starts from."""
    kind = selector.origin
    if kind == AREA:
        return area(game, np.int64(frame.side), np.int64(selector.areas))
    if kind == TARGET or kind == BESIDE_TARGET or kind == AROUND_TARGET:
        if not is_there(game, frame.target, frame.target_stamp):
            return 0
        c = np.int64(frame.target)
        mask = 0 if kind == BESIDE_TARGET else 1 << c
        return mask if kind == TARGET else mask | beside(game, work, c)
    if kind == ITSELF or kind == NEIGHBOURS:
        if not is_there(game, frame.source, frame.source_stamp):
            return 0
        return 1 << np.int64(frame.source) if kind == ITSELF else beside(game, work, np.int64(frame.source))
    if kind == SUBJECT:
        return 1 << np.int64(frame.subject) if is_there(game, frame.subject, frame.subject_stamp) else 0
    if kind == MADE:
        return 1 << np.int64(frame.made) if is_there(game, frame.made, frame.made_stamp) else 0
    if kind == BYSTANDERS:
        return other_to_attack(game, book, work)
    if kind == ATTACKER:
        return 1 << np.int64(work.attacker) if is_there(game, work.attacker, work.attacker_stamp) else 0
    return 1 << np.int64(work.defender) if is_there(game, work.defender, work.defender_stamp) else 0


@njit
def select(game, book, work, frame, number):
    """Return the set of characters of selector `number`, as a mask."""
    if number == 0:
        return 0
    selector = book.selectors[number]
    mask = origin(game, book, work, frame, selector)
    if selector.origin != AREA and selector.areas:
        mask &= area(game, np.int64(frame.side), np.int64(selector.areas))
    if selector.other and is_there(game, frame.source, frame.source_stamp):
        mask &= ~(1 << np.int64(frame.source))
    if selector.except_target and frame.target != NOBODY:
        mask &= ~(1 << np.int64(frame.target))
    if not selector.plain:
        mask = filtered(game, book, mask, selector)
    if selector.random:
        if not work.dying_too:
            mask = living(game, mask)
        mask = (
            pick(game, work, mask)
            if selector.random == 1
            else pick_some(game, work, mask, np.int64(selector.random))
        )
    return mask


# --- Numbers -------------------------------------------------------------------------------


@njit
def total_attack(game, mask):
    """Return the sum of the attacks of a set."""
    total = 0
    while mask:
        total += attack_of(game, first(mask))
        mask &= mask - 1
    return total


@njit
def total_health(game, mask):
    """Return the sum of the health of a set."""
    total = 0
    while mask:
        total += health_of(game, first(mask))
        mask &= mask - 1
    return total


@njit
def weapon_attack(player):
    """Return the attack of a player's weapon; 0 without one."""
    return max(0, np.int64(player.weapon.attack) + player.weapon.aura_attack) if player.weapon.card else 0


@njit
def deaths(game, side):
    """Return the number of a side's minions that died this turn."""
    n = 0
    for i in range(np.int64(game.died_count)):
        n += np.int64(game.died[i]) >> DIED_SIDE == side
    return n


@njit
def number(game, book, work, frame, which):
    """Return the number for value `which`."""
    value = book.values[which]
    side = np.int64(frame.side)
    me, enemy = game.players[side], game.players[1 - side]
    kind = value.kind
    n = 0
    if kind == V_COUNT:
        n = size(select(game, book, work, frame, value.selector))
    elif kind == V_ATTACK:
        n = total_attack(game, select(game, book, work, frame, value.selector))
    elif kind == V_HEALTH:
        n = total_health(game, select(game, book, work, frame, value.selector))
    elif kind == V_COST_OF_DRAWN:
        n = np.int64(book.cards[frame.card].cost) if frame.card else 0
    elif kind == V_ROLL:
        work.random = 1
        n = np.int64(value.low) + below(game, np.int64(value.high) - value.low + 1)
    elif kind == V_EVENT_AMOUNT:
        n = np.int64(frame.amount)
    elif kind == V_WEAPON_ATTACK:
        n = weapon_attack(me)
    elif kind == V_WEAPON_DURABILITY:
        n = np.int64(me.weapon.durability) if me.weapon.card else 0
    elif kind == V_ENEMY_WEAPON_DURABILITY:
        n = np.int64(enemy.weapon.durability) if enemy.weapon.card else 0
    elif kind == V_HERO_ATTACK:
        n = attack_of(game, hero_at(side))
    elif kind == V_MY_ARMOR:
        n = np.int64(me.armor)
    elif kind == V_MY_HAND:
        n = np.int64(me.hand_size)
    elif kind == V_ENEMY_HAND:
        n = np.int64(enemy.hand_size)
    elif kind == V_CARDS_PLAYED_BEFORE:
        n = np.int64(me.cards_played) - 1
    elif kind == V_MY_MISSING_HEALTH:
        n = np.int64(game.characters[hero_at(side)].damage)
    elif kind == V_ENEMY_HEALTH:
        n = health_of(game, hero_at(1 - side))
    elif kind == V_MEMORY:
        n = np.int64(frame.memory)
    elif kind == V_FRIENDS_DIED:
        n = deaths(game, side)
    elif kind == V_ALL_DIED:
        n = np.int64(game.died_count)
    elif kind == V_HAND_GAP:
        n = max(0, np.int64(enemy.hand_size) - me.hand_size)
    else:
        n = rarer_number(game, frame, kind)
    return n * value.scale + value.add


@njit
def rarer_number(game, frame, kind):
    """Return the number for a value of the rarer kinds."""
    side = np.int64(frame.side)
    me = game.players[side]
    if kind == V_ITS_ATTACK:
        return attack_of(game, np.int64(frame.each)) if frame.each != NOBODY else 0
    if kind == V_MY_MANA:
        return np.int64(me.mana)
    if kind == V_MY_SPELL_DAMAGE:
        return np.int64(me.spell_damage)
    if kind == V_CARDS_DISCARDED:
        return np.int64(me.discards)
    if kind == V_TOTEMS_SUMMONED:
        return np.int64(me.totems)
    if kind == V_DAMAGE_DEALT:
        return np.int64(frame.dealt)
    return 0


# --- Conditions ----------------------------------------------------------------------------


@njit
def hand_has(book, player, what):
    """Tell whether a hand has a card that passes a filter."""
    for i in range(np.int64(player.hand_size)):
        if card_suits(book, player.hand[i].card, what):
            return True
    return False


@njit
def target_is_gone(game, frame):
    """Tell whether the chosen character has died or is about to."""
    if not is_there(game, frame.target, frame.target_stamp):
        return True
    c = np.int64(frame.target)
    return health_of(game, c) <= 0 or game.characters[c].keywords & DOOMED != 0


@njit
def holds(game, book, work, frame, which):
    """Tell whether condition `which` holds; condition 0 always does."""
    while which:
        condition = book.conditions[which]
        if not holds_alone(game, book, work, frame, condition):
            return False
        which = np.int64(condition.also)
    return True


@njit
def holds_alone(game, book, work, frame, condition):
    """Tell whether a condition holds, without those joined to it."""
    kind = condition.kind
    side = np.int64(frame.side)
    me, enemy = game.players[side], game.players[1 - side]
    yes = True
    if kind == C_AT_LEAST:
        yes = size(select(game, book, work, frame, condition.selector)) >= condition.n
    elif kind == C_HEALTH_AT_MOST:
        yes = health_of(game, hero_at(side)) <= condition.n
    elif kind == C_ENEMY_HEALTH_AT_MOST:
        yes = health_of(game, hero_at(1 - side)) <= condition.n
    elif kind == C_DRAWN_IS:
        what = book.selectors[condition.filter]
        yes = frame.card != 0 and (condition.filter == 0 or card_suits(book, frame.card, what))
    elif kind == C_CHANCE:
        work.random = 1
        yes = below(game, np.int64(condition.n)) == 0
    elif kind == C_POWER_IS:
        yes = me.power == condition.card
    elif kind == C_HAND_HAS:
        yes = hand_has(book, me, book.selectors[condition.filter])
    elif kind == C_HAS_WEAPON:
        yes = me.weapon.card != 0
    elif kind == C_ENEMY_HAS_WEAPON:
        yes = enemy.weapon.card != 0
    elif kind == C_HAS_SECRET:
        yes = me.secret_count > 0
    elif kind == C_ENEMY_HAS_SECRET:
        yes = enemy.secret_count > 0
    elif kind == C_HAS_SPACE:
        yes = me.minions < BOARD
    elif kind == C_ENEMY_HAS_SPACE:
        yes = enemy.minions < BOARD
    elif kind == C_IS_MY_TURN:
        yes = game.active == side
    elif kind == C_COMBO_ACTIVE:
        yes = me.cards_played > 1
    elif kind == C_TARGET_DIED:
        yes = target_is_gone(game, frame)
    elif kind == C_FULL_MANA:
        yes = me.max_mana >= FULL_MANA
    elif kind == C_HAND_NOT_EMPTY:
        yes = me.hand_size > 0
    elif kind == C_SPELL_TARGETS_MINION:
        yes = work.spell_target != NOBODY and is_minion(work.spell_target)
    elif kind == C_ATTACKER_IS_HERO:
        yes = work.attacker != NOBODY and is_hero(work.attacker)
    elif kind == C_DEFENDER_IS_MY_HERO:
        yes = frame.amount == hero_at(side)  # as declared: another Secret may have redirected it since
    elif kind == C_DEFENDER_IS_MY_MINION:
        yes = side_of(frame.amount) == side and is_minion(frame.amount)
    elif kind == C_DEFENDER_IS_MINION:
        yes = work.defender != NOBODY and is_minion(work.defender)
    elif kind == C_OTHER_CHOICE_OF_ATTACK:
        yes = other_to_attack(game, book, work) != 0
    elif kind == C_SELF_DAMAGED:
        yes = frame.source != NOBODY and game.characters[frame.source & 15].damage > 0
    elif kind == C_FIRST_MINION_THIS_TURN:
        yes = game.players[game.active].minions_played == 0
    elif kind == C_SOME_MISSING:
        yes = some_missing(game, book, me, book.pools[condition.pool])
    elif kind == C_NUMBER_AT_LEAST:
        yes = number(game, book, work, frame, np.int64(condition.value)) >= condition.n
    elif kind == C_NO_DUPLICATES:
        yes = no_duplicates(me)
    elif kind == C_ITSELF_LIVES:
        yes = (
            is_there(game, frame.source, frame.source_stamp)
            and living(game, 1 << np.int64(frame.source)) != 0
        )
    elif kind == C_PAID:
        yes = frame.amount == condition.n
    elif kind == C_HAS_DIED:
        yes = has_died(me, condition.card) or has_died(enemy, condition.card)
    elif kind == C_FRIEND_HAS_DIED:
        yes = me.grave_count > 0
    return yes != (condition.negated == 1)


@njit
def controls(game, player, card):
    """Tell whether a player controls a minion with this card."""
    for i in range(np.int64(player.minions)):
        if game.characters[player.order[i]].card == card:
            return True
    return False


@njit
def no_duplicates(player):
    """Tell whether a player's deck has no duplicates."""
    for i in range(np.int64(player.deck_size)):
        for k in range(i):
            if player.deck[i] == player.deck[k]:
                return False
    return True


@njit
def grave_card(grave):
    """Return the card of an entry of `graves`, the minions that died in this game."""
    return np.int64(grave) & (1 << GRAVE_COUNT) - 1


@njit
def grave_count(grave):
    """Return the number of minions of an entry of `graves`."""
    return np.int64(grave) >> GRAVE_COUNT


@njit
def has_died(player, card):
    """Tell whether a minion with this card has died on a player's side in this game."""
    for i in range(np.int64(player.grave_count)):
        if grave_card(player.graves[i]) == card:
            return True
    return False


@njit
def some_missing(game, book, player, pool):
    """Tell whether a card of a pool is missing on a player's board."""
    for i in range(np.int64(pool.count)):
        if not controls(game, player, book.pool_items[pool.first + i]):
            return True
    return False


@njit
def other_to_attack(game, book, work):
    """Return to whom the attack going on can be sent instead: all characters but the attacker and the defender."""
    mask = np.int64(game.present)
    if book.era < STEALTH_IS_NO_SHELTER:
        for c in range(16):
            mask &= ~((game.characters[c].keywords & (STEALTH | STEALTH_FOR_NOW) != 0) << c)
    if work.attacker != NOBODY:
        mask &= ~(1 << np.int64(work.attacker))
    if work.defender != NOBODY:
        mask &= ~(1 << np.int64(work.defender))
    return living(game, mask)
