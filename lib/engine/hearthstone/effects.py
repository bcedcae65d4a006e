"""The interpreter: one row of a script at a time. It knows words, and no card by name."""

import numpy as np

from lib.engine.hearthstone.auras import refresh
from lib.engine.hearthstone.board import (
    add_discount,
    add_secret,
    become_hero,
    become_minion,
    bounce,
    change_side,
    copy_body,
    create,
    deal_damage,
    destroy,
    destroy_weapon,
    discard,
    draw,
    drop_secret,
    enter,
    equip,
    from_deck,
    from_hand,
    grant,
    hand_changed,
    heal,
    hear,
    index_of,
    into_deck,
    leave,
    lose,
    push_deathrattles,
    push_event,
    push_phase,
    push_script,
    shift_waiting,
    silence,
    strengthen,
    summon,
    tell_drawn,
    tell_hurt,
    tell_summoned,
    to_hand,
)
from lib.engine.hearthstone.codes import *
from lib.engine.hearthstone.places import is_hero, is_minion, side_of
from lib.engine.hearthstone.queries import (
    attack_of,
    card_suits,
    controls,
    cost_of,
    first,
    grave_card,
    grave_count,
    health_of,
    holds,
    is_minion_card,
    is_there,
    keywords_of,
    living,
    minions_of,
    number,
    pick,
    select,
    size,
    total_attack,
    total_health,
)
from lib.engine.hearthstone.state import (
    BOARD,
    BORROWED,
    CHARGE_FOR_NOW,
    COPIED,
    DIED_SIDE,
    EXHAUSTED,
    FROM_DECK,
    FROM_POOL,
    FROZEN,
    FULL_MANA,
    HAND,
    LIFESTEAL,
    NOBODY,
    OFFERED,
    SECRETS,
    SEEN,
    SILENCED,
    WAITING,
)
from lib.engine.jit import njit
from lib.engine.rng import below

MOST_IN_HAND = 99  # attack, health or cost that a card in a hand has more or less
MOST_BLOWS = 99  # of a blade that bounces until something dies
MOST = 9999  # attack, health or damage that doubling leads to: they must never be too large to be kept
SPELL_FRAME, POWER_FRAME = 1, 2  # of `frame.spell`


@njit
def step(game, book, work, frame):
    """Do the rows of a script until it ends, or until somebody has to answer to what it did."""
    depth = work.depth
    while True:
        row = book.rows[frame.pc]
        if row.op == END:
            work.depth -= 1
            return
        if row.op == WHEN:
            yes = holds(game, book, work, frame, np.int64(row.condition))
            frame.pc = frame.pc + 1 if yes else row.jump
            continue
        if row.op == JUMP:
            frame.pc = row.jump
            continue
        if not perform(game, book, work, frame, row):
            frame.pc += 1
            frame.left = -1
        if game.stale:
            refresh(game, book, work)
        if work.depth != depth or game.over:
            return


@njit
def amount_of(game, book, work, frame, row):
    """Return the first number of a row."""
    return number(game, book, work, frame, np.int64(row.value)) if row.value else np.int64(row.amount)


@njit
def second_of(game, book, work, frame, row):
    """Return the second number of a row."""
    if row.second_value:
        return number(game, book, work, frame, np.int64(row.second_value))
    return np.int64(row.second)


@njit
def sides_of(frame, row):
    """Return the side that a row is about: 0, 1, or 2 for both."""
    side = np.int64(frame.side)
    if row.side == TO_ME:
        return side
    if row.side == TO_ENEMY:
        return 1 - side
    if row.side == TO_OPPONENT_OF_SUBJECT:
        return 1 - np.int64(frame.event_side)
    if row.side == TO_SUBJECT:
        return np.int64(frame.event_side)
    return np.int64(2)


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
    return min(MOST, n << np.int64(player.doubling)) if frame.spell and player.doubling else n


@njit
def again(frame, n):
    """Count one of n repetitions of a row down; return whether there is one to do."""
    if frame.left < 0:
        frame.left = n
    frame.left -= 1
    return frame.left >= 0


# --- One row -------------------------------------------------------------------------------


@njit
def perform(game, book, work, frame, row):
    """Do one row, or one of its repetitions; return whether the row is to be done again."""
    op = row.op
    if op <= LAST_OF_CHARACTERS:
        return change_characters(game, book, work, frame, row, op)
    if op <= LAST_OF_BOARD:
        return change_board(game, book, work, frame, row, op)
    if op <= LAST_OF_CARDS:
        return change_cards(game, book, work, frame, row, op)
    if op <= LAST_OF_MORE_CARDS:
        return change_more_cards(game, book, work, frame, row, op)
    return change_rest(game, book, work, frame, row, op)


@njit
def source_keywords(game, book, frame, row):
    """Return the keywords of whoever deals a script's damage."""
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
    """Deal a row's damage to all of a set, then let them answer."""
    keywords = source_keywords(game, book, frame, row)
    kind = book.values[row.value].kind if row.value else 0
    anew = kind == V_ROLL or kind == V_ITS_ATTACK  # for every character
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
    tell_hurt(game, work, mask)


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
        tell_hurt(game, work, mask)


@njit
def restore(game, book, work, frame, mask, n):
    """Restore health to a set; healing that hurts is damage."""
    player = game.players[frame.side]
    n = doubled(player, frame, n) if n < 10_000 else n
    if not player.healing_hurts:
        heal(game, work, mask, n)
        return
    rest = mask
    while rest:
        deal_damage(game, book, work, first(rest), n, 0, np.int64(frame.side))
        rest &= rest - 1
    tell_hurt(game, work, mask)


@njit
def change_characters(game, book, work, frame, row, op):
    """Damage, healing, buffs: what changes the numbers of characters."""
    if op == MISSILES:
        n = amount_of(game, book, work, frame, row)
        if frame.spell == SPELL_FRAME:
            n += game.players[frame.side].spell_damage
        if again(frame, n):
            missile(game, book, work, frame, select(game, book, work, frame, np.int64(row.selector)))
            return True
        return False
    if op == DAMAGE_UNTIL_DEATH:
        return bounce_blade(game, book, work, frame, row)
    mask = select(game, book, work, frame, np.int64(row.selector))
    if mask == 0:
        return False
    if op == DAMAGE:
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
        change_character(game, book, game.characters[c], c, op, n, m, np.int64(row.keywords))
    if game.conditional_auras:
        game.stale = 1
    return False


@njit
def bounce_blade(game, book, work, frame, row):
    """Deal a row's damage to a random one of a set; return whether it goes on: until one of the set dies."""
    mask = select(game, book, work, frame, np.int64(row.selector))
    if frame.left < 0:
        frame.left = MOST_BLOWS
    if living(game, mask) != mask or mask == 0 or frame.left == 0:
        return False
    frame.left -= 1
    each = pick(game, work, mask)
    n = strengthened(game, frame, amount_of(game, book, work, frame, row))
    deal_damage(game, book, work, first(each), n, 0, np.int64(frame.side))
    tell_hurt(game, work, each)
    return True


@njit
def one_bit(game, work, bits):
    """Return one of the bits of a mask, at random."""
    work.random = 1
    for _ in range(below(game, size(bits))):
        bits &= bits - 1
    return bits & -bits


@njit
def swap_health(game, frame, c):
    """Itself and the minion at place c swap their health."""
    if not is_there(game, frame.source, frame.source_stamp):
        return
    mine, theirs = health_of(game, np.int64(frame.source)), health_of(game, c)
    own, other = game.characters[frame.source], game.characters[c]
    own.max_health, own.damage = theirs, 0
    other.max_health, other.damage = mine, 0
    game.hurt = 1
    if game.conditional_auras:
        game.stale = 1  # nobody of the two is damaged now


@njit
def grown(old, more):
    """Return a number that has grown, but not beyond MOST."""
    return max(old, min(MOST, old + more))


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
def change_character(game, book, body, c, op, n, m, keywords):
    """Change the numbers of one character."""
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
        if is_minion(c):
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


# --- The board -----------------------------------------------------------------------------


@njit
def card_of(game, book, work, frame, row):
    """Return the card a row names, the one in the script's mind, or a random one of its pool."""
    if row.pool == 0:
        return np.int64(frame.card) if row.card == FOUND else np.int64(row.card)
    pool = book.pools[row.pool]
    if pool.counted:
        return next_of(book, game.players[frame.side], pool)
    suitable = 0
    for i in range(np.int64(pool.count)):
        suitable += in_pool(game, book, frame, pool, np.int64(book.pool_items[pool.first + i]))
    if suitable == 0:
        return np.int64(0)
    work.random |= suitable > 1
    left = below(game, suitable)
    for i in range(np.int64(pool.count)):
        card = np.int64(book.pool_items[pool.first + i])
        if in_pool(game, book, frame, pool, card):
            if left == 0:
                return card
            left -= 1
    return np.int64(0)


@njit
def next_of(book, player, pool):
    """Return the next card of a pool that is gone through in order, once a game; the last one again and again."""
    player.jades = min(np.int64(pool.count), np.int64(player.jades) + 1)
    return np.int64(book.pool_items[pool.first + player.jades - 1])


@njit
def cost_of_target(game, book, frame):
    """Return what the card of the chosen minion costs, -1 if it is not there."""
    if not is_there(game, frame.target, frame.target_stamp):
        return np.int64(-1)
    return np.int64(book.cards[game.characters[frame.target & 15].card].cost)


@njit
def in_pool(game, book, frame, pool, card):
    """Tell whether a card of a pool may be drawn from it now."""
    if pool.but_itself and card == frame.source_card:
        return False
    if pool.missing and controls(game, game.players[frame.side], card):
        return False
    if pool.but_power and card == game.players[frame.side].power:
        return False
    if pool.but_chosen and (card == frame.parts[0] or card == frame.parts[1]):
        return False
    if pool.same_cost and book.cards[card].cost != cost_of_target(game, book, frame):
        return False
    return not pool.enemy_class or book.cards[card].cls == game.players[1 - frame.side].hero_class


@njit
def change_board(game, book, work, frame, row, op):
    """Freezing, silence, destruction, transformation, summons."""
    if op == SUMMON or op == SUMMON_AROUND:
        if not again(frame, amount_of(game, book, work, frame, row)):
            return False
        to = sides_of(frame, row)
        if row.pool and book.pools[row.pool].counted == 1 and game.players[to & 1].minions >= BOARD:
            return False  # only those that find room count
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
    if mask == 0:
        return False
    if op == BECOME_COPY:
        if is_there(game, frame.source, frame.source_stamp) and first(mask) != frame.source:
            copy_body(game, book, first(mask), np.int64(frame.source))
            game.characters[frame.source].stamp = frame.source_stamp  # it is still the minion that was played
            game.stale = 1
        return False
    if op == SUMMON_COPY:
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
            if game.characters[c].keywords & BORROWED:
                give_back(game, book, work, frame, c)
        elif op == DESTROY:
            if is_hero(c):
                game.characters[c].damage = game.characters[c].max_health
            destroy(game, c)
        elif op == BOUNCE:
            bounce(game, book, c, n)
        elif op == TRANSFORM:
            turn_into(game, book, frame, c, card_of(game, book, work, frame, row))
        elif op == STEAL:
            steal(game, book, work, frame, c, row.flag)
        elif op == INTO_DECK:
            owner, card = sides_of(frame, row) if row.flag else side_of(c), np.int64(game.characters[c].card)
            leave(game, book, c)
            into_deck(game, book, work, owner, card)
    return False


@njit
def trigger_deathrattles(game, book, work, mask, leftmost):
    """Let the deathrattles of living minions run, those of the youngest last.

    What they summon comes right beside them, or to the far left.
    """
    while mask:  # the last one put on the stack runs first: begin with the youngest
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
            dead.index = 0  # none of their tokens makes way for those of another
        push_deathrattles(game, book, work, dead, side_of(youngest), place)


@njit
def turn_into(game, book, frame, c, card):
    """Transform the minion at place c; those who meant it still mean it."""
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


@njit
def steal(game, book, work, frame, c, for_now):
    """Take control of an enemy minion; a script that chose it still means it."""
    if side_of(c) == frame.side:
        return
    stamp = game.characters[c].stamp
    to = move_over(game, book, work, frame, c)
    if to == NOBODY:
        return
    if for_now:
        game.characters[to].keywords |= BORROWED | CHARGE_FOR_NOW
    frame.made = to
    frame.made_stamp = stamp


@njit
def give_back(game, book, work, frame, c):
    """Give a minion that was only borrowed back to the other side; a script that chose it still means it."""
    game.characters[c].keywords = np.int64(game.characters[c].keywords) & ~BORROWED
    move_over(game, book, work, frame, c)


@njit
def move_over(game, book, work, frame, c):
    """Move a minion to the other side, with a script that chose it; return its new place, if there is space."""
    stamp = game.characters[c].stamp
    to = change_side(game, book, work, c)
    if to == NOBODY:
        return to
    game.stale = 1
    if frame.target == c and frame.target_stamp == stamp:
        frame.target = to
    return to


@njit
def summon_beside(game, book, work, frame, card, left_first):
    """Summon a token beside itself, right and left in turn."""
    if not is_there(game, frame.source, frame.source_stamp):
        return
    side = np.int64(frame.side)
    index = index_of(game.players[side], frame.source) + 1 - (frame.memory + left_first) % 2
    frame.memory += 1
    c = enter(game, book, side, card, index)
    if c != NOBODY:
        shift_waiting(work, side, index, np.int64(NOBODY))
        tell_summoned(game, work, side, c)


@njit
def resummon(game, book, work, frame, health):
    """Summon the minion that has died as new."""
    card = np.int64(frame.card) if frame.card else np.int64(frame.source_card)
    c = summon(game, book, work, frame, np.int64(frame.side), card, 0)
    if c != NOBODY and health:
        game.characters[c].damage = max(0, np.int64(game.characters[c].max_health) - health)
        game.stale = 1


@njit
def resummon_dead(game, book, work, frame, far):
    """Summon one of the own minions that died this turn; return whether there may be more."""
    if frame.left < 0:
        frame.left = game.died_count
    while frame.left > 0:
        frame.left -= 1
        dead = np.int64(game.died[game.died_count - 1 - frame.left])
        if dead >> DIED_SIDE == frame.side:
            summon(game, book, work, frame, np.int64(frame.side), dead & (1 << DIED_SIDE) - 1, far)
            return True
    return False


@njit
def replace_all(game, book, work, frame, row):
    """Destroy a set, let the dead leave, then summon a token for one of them each time; return whether to go on.

    `frame.memory` is how many of them were on the script's own side; their tokens come first.
    """
    side = np.int64(frame.side)
    if frame.left < 0:
        mask = select(game, book, work, frame, np.int64(row.selector))
        frame.memory = size(mask & minions_of(game, side))
        frame.left = size(mask)
        while mask:
            destroy(game, first(mask))
            mask &= mask - 1
        push_phase(work, DEATHS, side)
        return frame.left > 0
    if frame.left == 0:
        return False
    frame.left -= 1
    mine = frame.memory > 0
    frame.memory -= mine
    summon(game, book, work, frame, side if mine else 1 - side, np.int64(row.card), 1)
    return True


@njit
def summon_copy(game, book, work, frame, side, c, far):
    """Summon an exact copy of the minion at place c."""
    if game.players[side].minions >= BOARD:
        return
    to = summon(game, book, work, frame, side, np.int64(game.characters[c].card), far)
    stamp = game.characters[to].stamp
    copy_body(game, book, c, to)
    game.characters[to].stamp = stamp
    game.stale = 1


@njit
def summon_copies(game, book, work, frame, row, mask):
    """Summon a copy of each minion of a set from left to right, perhaps with other figures."""
    side = np.int64(frame.side)
    for whose in range(2):
        for _ in range(BOARD):  # what is summoned on the way has places of its own: the set stays as it was
            c = leftmost(game, whose, mask)
            if c == NOBODY or game.players[side].minions >= BOARD:
                break
            mask &= ~(1 << c)
            summon_copy(game, book, work, frame, side, c, row.flag)
            if row.second:
                game.characters[frame.made].attack = row.amount
                game.characters[frame.made].max_health = row.second
                game.characters[frame.made].damage = 0


@njit
def leftmost(game, side, mask):
    """Return the first minion of a set on a side's board, NOBODY if none of them is there."""
    for i in range(np.int64(game.players[side].minions)):
        c = np.int64(game.players[side].order[i])
        if mask >> c & 1:
            return c
    return np.int64(NOBODY)


@njit
def resurrect(game, book, work, frame):
    """Summon one of the own minions that died in this game, at random; return whether there was one."""
    player = game.players[frame.side]
    total = 0
    for i in range(np.int64(player.grave_count)):
        total += grave_count(player.graves[i])
    if total == 0 or player.minions >= BOARD:
        return False
    work.random |= total > 1
    left = below(game, total)
    for i in range(np.int64(player.grave_count)):
        left -= grave_count(player.graves[i])
        if left < 0:
            summon(game, book, work, frame, np.int64(frame.side), grave_card(player.graves[i]), 0)
            return True
    return False


@njit
def put_into_play(game, book, work, frame, row):
    """Summon a random minion of some kind out of a hand or deck, or a copy of it that stays there."""
    side = sides_of(frame, row)
    player = game.players[side]
    from_the_deck, a_copy = row.flag & 1 == 0, row.flag & 2 != 0
    if player.minions >= BOARD:
        return
    i = random_card(game, book, work, player, np.int64(row.filter), from_the_deck)
    if i < 0:
        return
    attack, health = 0, 0
    if from_the_deck:
        card = np.int64(player.deck[i]) if a_copy else from_deck(player, i)
    else:
        attack, health = np.int64(player.hand[i].attack), np.int64(player.hand[i].health)
        card = np.int64(player.hand[i].card) if a_copy else from_hand(player, i)
        hand_changed(game, book)
    c = summon(game, book, work, frame, side, card, row.flag & 4)
    if c != NOBODY and row.second:
        game.characters[c].attack = row.amount
        game.characters[c].max_health = row.second
    elif c != NOBODY and (attack or health):
        strengthen(game, c, attack, health)


@njit
def come_from_deck(game, book, work, frame):
    """A card that answers from a deck is summoned out of it."""
    side = np.int64(frame.side)
    player = game.players[side]
    if player.minions >= BOARD:
        return
    for i in range(np.int64(player.deck_size)):
        if player.deck[i] == frame.source_card:
            summon(game, book, work, frame, side, from_deck(player, np.int64(i)), 1)
            return


@njit
def random_card(game, book, work, player, what, in_deck):
    """Return the index of a random card that passes a filter in a deck or a hand, -1 if none does."""
    n = np.int64(player.deck_size) if in_deck else np.int64(player.hand_size)
    found = 0
    for i in range(n):
        card = np.int64(player.deck[i]) if in_deck else np.int64(player.hand[i].card)
        found += what == 0 or card_suits(book, card, book.selectors[what])
    if found == 0:
        return np.int64(-1)
    if found > 1:
        work.random = 1
    left = below(game, found)
    for i in range(n):
        card = np.int64(player.deck[i]) if in_deck else np.int64(player.hand[i].card)
        if what == 0 or card_suits(book, card, book.selectors[what]):
            if left == 0:
                return np.int64(i)
            left -= 1
    return np.int64(-1)


@njit
def random_minion(game, book, work, player, in_deck):
    """Return the index of a random minion card in a deck or a hand, -1 if there is none."""
    n = np.int64(player.deck_size) if in_deck else np.int64(player.hand_size)
    found, at = 0, np.int64(-1)
    for i in range(n):
        card = np.int64(player.deck[i]) if in_deck else np.int64(player.hand[i].card)
        if is_minion_card(book, card):
            found += 1
            if below(game, found) == 0:
                at = np.int64(i)
    if found > 1:
        work.random = 1
    return at


@njit
def summon_from_deck(game, book, work, frame, fallback):
    """Summon a copy of a random minion of the enemy's deck, or else this token."""
    enemy = game.players[1 - frame.side]
    i = random_minion(game, book, work, enemy, True)
    card = np.int64(enemy.deck[i]) if i >= 0 else fallback
    summon(game, book, work, frame, np.int64(frame.side), card, 0)


@njit
def swap_with_hand(game, book, work, frame):
    """Itself changes places with a random minion of the hand."""
    if not is_there(game, frame.source, frame.source_stamp):
        return
    c, side = np.int64(frame.source), np.int64(frame.side)
    player = game.players[side]
    i = random_minion(game, book, work, player, False)
    if i < 0:
        return
    card, itself = from_hand(player, i), np.int64(game.characters[c].card)
    leave(game, book, c)
    to_hand(player, itself, 0, SEEN)
    tell_summoned(game, work, side, enter(game, book, side, card, np.int64(player.minions)))


# --- Cards ---------------------------------------------------------------------------------


@njit
def change_cards(game, book, work, frame, row, op):
    """Drawing, adding, copying and discarding cards."""
    side = np.int64(frame.side)
    me, enemy = game.players[side], game.players[1 - side]
    if op == CHEAPEN_DRAWN:
        if frame.card and me.hand_size and me.hand[me.hand_size - 1].card == frame.card:
            me.hand[me.hand_size - 1].cost -= row.amount
        return False
    if op == LOOK_AT_THREE:
        return look_at_three(game, work, frame, me)
    if op == DRAW_UNTIL:
        return draw_until(game, book, work, frame, row)
    if op == COPY_PLAYED:
        taker = game.players[sides_of(frame, row)]
        if create(game, book, taker, np.int64(frame.card), 0, SEEN):
            copy_parts(taker.hand[taker.hand_size - 1], work.parts)
            if row.flag:
                taker.hand[taker.hand_size - 1].cost = -np.int64(book.cards[frame.card].cost)
        return False
    if op == COPY_FROM_ENEMY_HAND:
        if enemy.hand_size:
            work.random |= enemy.hand_size > 1
            held = enemy.hand[below(game, np.int64(enemy.hand_size))]
            if create(game, book, me, np.int64(held.card), 0, COPIED):
                held.origin = SEEN  # whoever copies it looks at it
                copy_parts(me.hand[me.hand_size - 1], held.parts)
        return False
    if op == COPY_FROM_ENEMY_DECK:
        copy_from_deck(game, book, work, me, enemy, np.int64(row.amount))
        return False
    if op == DISCARD:
        discard_some(game, book, work, side, amount_of(game, book, work, frame, row))
        return False
    if not again(frame, amount_of(game, book, work, frame, row)):
        return False
    to = sides_of(frame, row)
    if op == DRAW:
        frame.card = draw(game, book, work, to)
    elif op == DRAW_LIKE:
        draw_like(game, book, work, frame, row, me, side)
    elif op == ADD:
        card = card_of(game, book, work, frame, row)
        origin = FROM_POOL + np.int64(row.pool) if row.pool else FROM_DECK if row.flag else SEEN
        if card and create(game, book, game.players[to & 1], card, 0, origin):
            frame.card = card
    return True


@njit
def discard_some(game, book, work, side, n):
    """Discard n random cards of a hand, all before anybody answers."""
    player = game.players[side]
    work.random |= player.hand_size > 1 and n < HAND
    for _ in range(min(n, np.int64(player.hand_size))):
        discard(game, book, work, side, below(game, np.int64(player.hand_size)))


@njit
def copy_parts(held, parts):
    """Give the copy of a spell the parts that the spell is made of."""
    held.parts[0] = parts[0]
    held.parts[1] = parts[1]


@njit
def draw_until(game, book, work, frame, row):
    """Draw a card if a hand holds fewer than a row's number; return whether more may be wanted.

    It is tried as often as there were cards missing at first, so an empty deck hurts so many times.
    """
    to = sides_of(frame, row)
    missing = row.amount - np.int64(game.players[to].hand_size)
    if missing <= 0 or not again(frame, missing):
        return False
    frame.card = draw(game, book, work, to)
    return True


@njit
def draw_like(game, book, work, frame, row, me, side):
    """Put a random card of some kind from the deck into the hand, or something instead."""
    i = random_card(game, book, work, me, np.int64(row.filter), True)
    if i < 0:
        if row.card:
            create(game, book, me, np.int64(row.card), 0, SEEN)
        return
    card = from_deck(me, i)
    frame.card = card if to_hand(me, card, 0, FROM_DECK) else 0
    if frame.card:
        hand_changed(game, book)
        me.cards_drawn += game.active == side
        tell_drawn(game, book, work, side, card)


@njit
def copy_from_deck(game, book, work, me, enemy, n):
    """Put copies of n different random cards of the enemy's deck, at most three, into the hand."""
    size = np.int64(enemy.deck_size)
    work.random |= size > 1
    first_one = below(game, size) if size else np.int64(0)
    further = np.int64(0)  # how far the second one is from the first
    for k in range(min(n, size)):
        away = np.int64(0)
        if k == 1:
            away = 1 + below(game, size - 1)
            further = away
        elif k == 2:
            away = 1 + below(game, size - 2)
            away += away >= further
        create(game, book, me, np.int64(enemy.deck[(first_one + away) % size]), 0, COPIED)


@njit
def change_more_cards(game, book, work, frame, row, op):
    """What later sets do to cards: choices, changes in the hand, cards that go into decks."""
    to = sides_of(frame, row)
    player = game.players[to & 1]
    if op == OFFER:
        offer(game, book, work, frame, row)
    elif op == ASK:
        return ask_player(game, work, frame)
    elif op == TAKE_CHOSEN:
        if frame.card:
            origin = FROM_POOL + np.int64(row.pool) if row.pool else np.int64(frame.origin)
            create(game, book, player, np.int64(frame.card), 0, origin)
    elif op == KEEP_CHOICE:
        frame.parts[1] = frame.card if frame.parts[0] else 0
        frame.parts[0] = frame.parts[0] if frame.parts[0] else frame.card
    elif op == MAKE_SPELL:
        make_spell(game, book, frame, row, player)
    elif op == DO_PARTS:
        return do_part(game, book, work, frame, row)
    elif op == SHUFFLE_IN:
        if not again(frame, amount_of(game, book, work, frame, row)):
            return False
        card = card_of(game, book, work, frame, row)
        if card:
            into_deck(game, book, work, to & 1, card)
        return True
    elif op == MILL:
        player.deck_size = max(0, np.int64(player.deck_size) - amount_of(game, book, work, frame, row))
    elif op == CHEAPEN_HAND:
        cheapen_hand(book, player, row, amount_of(game, book, work, frame, row))
    elif op == TRANSFORM_DRAWN:
        if frame.card and player.hand_size and player.hand[player.hand_size - 1].card == frame.card:
            from_hand(player, np.int64(player.hand_size) - 1)
            create(game, book, player, np.int64(row.card), 0, SEEN)
    elif op == DISCARD_DRAWN:
        if frame.card and player.hand_size and player.hand[player.hand_size - 1].card == frame.card:
            discard(game, book, work, to & 1, np.int64(player.hand_size) - 1)
    elif op == GROW_IN_HAND:
        n, m = amount_of(game, book, work, frame, row), second_of(game, book, work, frame, row)
        for i in range(np.int64(player.hand_size)):
            if player.hand[i].card == frame.source_card:
                player.hand[i].attack = min(MOST_IN_HAND, np.int64(player.hand[i].attack) + n)
                player.hand[i].health = min(MOST_IN_HAND, np.int64(player.hand[i].health) + m)
    elif op == COPY_TO_HAND:
        copy_to_hand(game, book, work, frame, row, player)
    elif op == REVEAL:
        i = random_card(game, book, work, player, np.int64(row.filter), True)
        frame.card = player.deck[i] if i >= 0 else 0
    elif op == COPY_CHEAPEST:
        copy_cheapest(game, book, work, to & 1, np.int64(row.filter))
    elif op == DO_CHOSEN:
        do_chosen(game, book, work, frame)
    elif op == UPGRADE:
        upgrade(game, book, player, np.int64(frame.source_card), np.int64(row.card), np.int64(row.amount))
    elif op == GIVE_IN_HAND:
        give_in_hand(game, book, work, player, row)
    return False


@njit
def do_chosen(game, book, work, frame):
    """Let the card chosen have its effect on the minion that the script belongs to."""
    if frame.card and is_there(game, frame.source, frame.source_stamp):
        pc = np.int64(book.cards[frame.card].play)
        script = push_script(
            game, work, np.int64(frame.side), pc, np.int64(frame.source), np.int64(frame.card)
        )
        script.target = frame.source
        script.target_stamp = frame.source_stamp


@njit
def upgrade(game, book, player, old, new, n):
    """Count for each card of this kind in a hand what it waits for; at the n-th time it becomes another."""
    for i in range(np.int64(player.hand_size)):
        held = player.hand[i]
        if held.card == old:
            held.count += 1
            if held.count >= n:
                held.card = new
                held.count = 0
                hear(game, book, player, new)


@njit
def give_in_hand(game, book, work, player, row):
    """Give minions of a hand that pass a filter more attack and health, all or one at random."""
    what = np.int64(row.filter)
    only = random_card(game, book, work, player, what, False) if row.flag else np.int64(-1)
    for i in range(np.int64(player.hand_size)):
        held = player.hand[i]
        if row.flag and i != only or not is_minion_card(book, held.card):
            continue
        if what == 0 or card_suits(book, held.card, book.selectors[what]):
            held.attack = min(MOST_IN_HAND, np.int64(held.attack) + row.amount)
            held.health = min(MOST_IN_HAND, np.int64(held.health) + row.second)


@njit
def copy_cheapest(game, book, work, side, what):
    """Put a copy of the card of a hand into it that passes a filter and costs least, as it is."""
    player = game.players[side]
    found, least, at = 0, 0, 0
    for i in range(np.int64(player.hand_size)):
        if what and not card_suits(book, player.hand[i].card, book.selectors[what]):
            continue
        cost = cost_of(game, book, work, side, i)
        if found and cost > least:
            continue
        found = found + 1 if found and cost == least else 1
        least = cost
        if below(game, found) == 0:
            at = i
        work.random |= found > 1
    if found and create(game, book, player, np.int64(player.hand[at].card), 0, SEEN):
        player.hand[player.hand_size - 1] = player.hand[at]


@njit
def cheapen_hand(book, player, row, n):
    """Let the cards of a hand that pass a filter cost n less."""
    for i in range(np.int64(player.hand_size)):
        held = player.hand[i]
        if row.filter == 0 or card_suits(book, held.card, book.selectors[row.filter]):
            held.cost = max(-MOST_IN_HAND, np.int64(held.cost) - n)


@njit
def copy_to_hand(game, book, work, frame, row, player):
    """Put a card of each minion of a set into a hand, from left to right."""
    mask = select(game, book, work, frame, np.int64(row.selector))
    for side in range(2):
        for i in range(np.int64(game.players[side].minions)):
            c = np.int64(game.players[side].order[i])
            if mask >> c & 1:
                create(game, book, player, np.int64(game.characters[c].card), 0, SEEN)


# --- Choices -------------------------------------------------------------------------------


@njit
def offer(game, book, work, frame, row):
    """Put a card, or random ones of a pool, none twice, among the options of a choice to come."""
    choice = game.choice
    if choice.count:  # another choice is open: this script begins anew when its turn comes
        wait(game, work, frame, np.int64(frame.pc))
        return
    for _ in range(amount_of(game, book, work, frame, row)):
        card = (
            card_of(game, book, work, frame, row)
            if row.pool == 0
            else unoffered(game, book, work, frame, row)
        )
        if card and work.offered < OFFERED:
            choice.options[work.offered] = card
            choice.origin = FROM_POOL + np.int64(row.pool) if row.pool else SEEN
            work.offered += 1


@njit
def is_offered(game, work, card):
    """Tell whether a card is among the options already."""
    for k in range(np.int64(work.offered)):
        if game.choice.options[k] == card:
            return True
    return False


@njit
def unoffered(game, book, work, frame, row):
    """Return a random card of a pool that is not among the options yet, 0 if there is none."""
    pool = book.pools[row.pool]
    suitable = 0
    for i in range(np.int64(pool.count)):
        card = np.int64(book.pool_items[pool.first + i])
        suitable += in_pool(game, book, frame, pool, card) and not is_offered(game, work, card)
    if suitable == 0:
        return np.int64(0)
    work.random |= suitable > 1
    left = below(game, suitable)
    for i in range(np.int64(pool.count)):
        card = np.int64(book.pool_items[pool.first + i])
        if in_pool(game, book, frame, pool, card) and not is_offered(game, work, card):
            if left == 0:
                return card
            left -= 1
    return np.int64(0)


@njit
def ask_player(game, work, frame):
    """Stop the script until its player has chosen; without options it goes on with no card in mind."""
    game.choice.count = work.offered
    work.offered = 0
    frame.card = 0
    if game.choice.count:
        note_script(game.choice.script, frame, np.int64(frame.pc) + 1)
        work.depth -= 1
    return False


@njit
def wait(game, work, frame, pc):
    """Let a script wait, at this row, until the choices before it are made."""
    choice = game.choice
    if choice.waiting_count < WAITING:
        note_script(choice.waiting[choice.waiting_count], frame, pc)
        choice.waiting_count += 1
    else:
        lose(game)
    work.depth -= 1


@njit
def note_script(waiting, frame, pc):
    """Note what a script needs in order to go on later."""
    waiting.pc = pc
    waiting.card = frame.source_card
    waiting.source = frame.source
    waiting.source_stamp = frame.source_stamp if frame.source != NOBODY else 0
    waiting.target = frame.target
    waiting.target_stamp = frame.target_stamp if frame.target != NOBODY else 0
    waiting.memory = frame.memory
    waiting.parts[0] = frame.parts[0]
    waiting.parts[1] = frame.parts[1]
    waiting.side = frame.side
    waiting.spell = frame.spell


@njit
def look_at_three(game, work, frame, me):
    """Take three cards off the deck; the player has to choose one."""
    choice = game.choice
    if choice.count:
        wait(game, work, frame, np.int64(frame.pc))
        return False
    work.offered = min(3, np.int64(me.deck_size))
    for i in range(np.int64(work.offered)):
        me.deck_size -= 1
        choice.options[i] = me.deck[me.deck_size]
    choice.origin = FROM_DECK
    return ask_player(game, work, frame)


@njit
def make_spell(game, book, frame, row, player):
    """Put that spell of a pool into a hand which can be made of the parts kept, and note them in their order."""
    pool = book.pools[row.pool]
    for i in range(np.int64(pool.count)):
        card = np.int64(book.pool_items[pool.first + i])
        parts = book.pools[book.cards[card].parts]
        one, other = place_in(book, parts, frame.parts[0]), place_in(book, parts, frame.parts[1])
        if one < 0 or other < 0:
            continue
        if create(game, book, player, card, 0, FROM_POOL + np.int64(row.pool)):
            held = player.hand[player.hand_size - 1]
            held.parts[0] = frame.parts[0] if one < other else frame.parts[1]
            held.parts[1] = frame.parts[1] if one < other else frame.parts[0]
        return


@njit
def place_in(book, pool, card):
    """Return where a card stands in a pool, -1 if it is not there."""
    for i in range(np.int64(pool.count)):
        if book.pool_items[pool.first + i] == card:
            return i
    return -1


@njit
def do_part(game, book, work, frame, row):
    """Let the next part of a made-up spell have its effect; return whether there may be more."""
    if row.flag or not again(frame, len(frame.parts)):
        return False
    part = np.int64(frame.parts[len(frame.parts) - 1 - frame.left])
    if part:
        script = push_script(game, work, np.int64(frame.side), np.int64(book.cards[part].play), NOBODY, part)
        script.spell = frame.spell
        script.target = frame.target
        script.target_stamp = frame.target_stamp
    return True


# --- Everything else -----------------------------------------------------------------------


@njit
def change_rest(game, book, work, frame, row, op):
    """Weapons, mana, heroes, secrets, and what happens to an attack or a spell on its way."""
    side = np.int64(frame.side)
    player = game.players[side]
    to = sides_of(frame, row)
    if op == EQUIP:
        card = card_of(game, book, work, frame, row)
        if to != 1:
            equip(game, book, work, 0, card)
        if to != 0:
            equip(game, book, work, 1, card)
    elif op == DESTROY_WEAPON:
        destroy_weapon(game, book, work, to)
    elif op == GIVE_WEAPON:
        give_weapon(game, book, work, frame, row, to)
    elif op == KEEP_DURABILITY:
        work.keep_durability = 1
    elif op == GAIN_ARMOR:
        n = amount_of(game, book, work, frame, row)
        player.armor += n
        if n > 0:
            push_event(game, work, ARMOR_GAINED, side, NOBODY, n, 0)
    elif op == MANA:
        player.mana = min(FULL_MANA, np.int64(player.mana) + row.amount)
    elif op == CRYSTALS:
        give_crystals(game.players[to & 1], np.int64(row.amount), row.flag)
    elif op == DISCOUNT:
        what, uses = np.int64(row.filter), np.int64(row.second)
        set_to, lasting = row.flag & 1, row.flag >> 1
        add_discount(game, game.players[to & 1], what, np.int64(row.amount), uses, set_to, lasting)
    elif op == GRANT:
        mask = select(game, book, work, frame, np.int64(row.selector))
        while mask:
            grant(game, book, first(mask), np.int64(row.card), side)
            mask &= mask - 1
    elif op == REPLACE_HERO:
        replace_hero(game, book, work, frame, row)
    elif op == REPLACE_POWER:
        card = card_of(game, book, work, frame, row)
        if card:
            player.power = card
            player.power_used = 0
    elif op == COUNTER:
        work.countered = 1
    elif op == REDIRECT:
        mask = select(game, book, work, frame, np.int64(row.selector))
        if mask:
            work.defender = first(mask)
            work.defender_stamp = game.characters[first(mask)].stamp
    elif op == RETARGET:
        mask = select(game, book, work, frame, np.int64(row.selector))
        if mask:
            work.spell_target = first(mask)
            work.spell_target_stamp = game.characters[first(mask)].stamp
    elif op == DESTROY_SECRETS:
        drop_secrets(game, work, game.players[to & 1], np.int64(row.amount))
    elif op == KEEP_ALIVE:
        player.cannot_die = 1
    elif op == KEEP_ONE:
        keep_one(game, work)
    elif op == GAIN_STATS_OF:
        gain_stats(game, book, work, frame, row)
    elif op == REMEMBER:
        frame.memory = amount_of(game, book, work, frame, row)
    elif op == UNLOCK_MANA:
        player.mana = min(FULL_MANA, np.int64(player.mana) + player.overload_locked)
        player.overload_locked = 0
        player.overload_next = 0
    elif op == SPEND_MANA:
        player.mana_spent += player.mana
        player.mana = 0
    elif op == SECRET_FROM_DECK:
        secret_from_deck(game, book, work, player)
    elif op == STEAL_SECRET:
        steal_secret(game, book, work, player, game.players[1 - side])
    elif op == SECRETS_FROM_DECK:
        for _ in range(SECRETS):
            secret_from_deck(game, book, work, player)
    return False


@njit
def has_secret(player, card):
    """Tell whether a Secret of this card is in play."""
    for i in range(np.int64(player.secret_count)):
        if player.secrets[i].card == card:
            return True
    return False


@njit
def secret_from_deck(game, book, work, player):
    """Put a random Secret out of a player's deck into play, none that is there already."""
    if player.secret_count >= SECRETS:
        return
    found, at = 0, np.int64(-1)
    for i in range(np.int64(player.deck_size)):
        if book.cards[player.deck[i]].secret and not has_secret(player, player.deck[i]):
            found += 1
            if below(game, found) == 0:
                at = np.int64(i)
    if at >= 0:
        work.random |= found > 1
        add_secret(game, player, from_deck(player, at), FROM_DECK, book)


@njit
def steal_secret(game, book, work, me, enemy):
    """Take control of a random Secret of the enemy that is not in play here, in its old place in the order of play.

    If there is none, or no space, a random one is destroyed.
    """
    new = 0
    for i in range(np.int64(enemy.secret_count)):
        new |= (not has_secret(me, enemy.secrets[i].card)) << i
    taken = new != 0 and me.secret_count < SECRETS
    mask = pick(game, work, new if taken else (1 << np.int64(enemy.secret_count)) - 1)
    if mask == 0:
        return
    i = first(mask)
    card, stamp = np.int64(enemy.secrets[i].card), np.int64(enemy.secrets[i].stamp)
    drop_secret(game, enemy, i)
    if taken:
        add_secret(game, me, card, SEEN, book)
        me.secrets[me.secret_count - 1].stamp = stamp


@njit
def give_weapon(game, book, work, frame, row, side):
    """Change the numbers of a side's weapon."""
    weapon = game.players[side].weapon
    if weapon.card:
        weapon.attack += amount_of(game, book, work, frame, row)
        weapon.durability += second_of(game, book, work, frame, row)
        if weapon.durability <= 0:
            destroy_weapon(game, book, work, side)


@njit
def give_crystals(player, n, full):
    """Change how many mana crystals a player has."""
    before = np.int64(player.max_mana)
    player.max_mana = min(FULL_MANA, max(0, before + n))
    if full:
        player.mana = min(FULL_MANA, np.int64(player.mana) + player.max_mana - before)
    player.mana = min(
        np.int64(player.mana), max(np.int64(player.max_mana), np.int64(player.mana) + min(0, n))
    )


@njit
def replace_hero(game, book, work, frame, row):
    """Replace a hero, its class, power and weapon; the minion that did it leaves the board."""
    side = np.int64(frame.side)
    if is_minion(frame.source) and is_there(game, frame.source, frame.source_stamp):
        leave(game, book, np.int64(frame.source))
    become_hero(game, book, side, np.int64(row.card))
    player = game.players[side]
    player.hero_class = book.cards[row.card].cls
    if not row.flag:
        player.armor = 0
    player.power = row.amount
    player.power_used = 0
    if row.second:
        equip(game, book, work, side, np.int64(row.second))


@njit
def drop_secrets(game, work, player, n):
    """Destroy n random secrets of a player, or all."""
    if n == 0:
        player.secret_count = 0
        game.stale = 1
    for _ in range(min(n, np.int64(player.secret_count))):
        work.random |= player.secret_count > 1
        drop_secret(game, player, below(game, np.int64(player.secret_count)))


@njit
def keep_one(game, work):
    """Destroy all minions but one random one."""
    mask = minions_of(game, 0) | minions_of(game, 1)
    mask &= ~pick(game, work, mask)
    while mask:
        destroy(game, first(mask))
        mask &= mask - 1


@njit
def gain_stats(game, book, work, frame, row):
    """Itself gains the attack and health of a set."""
    mask = select(game, book, work, frame, np.int64(row.selector))
    if mask and is_there(game, frame.source, frame.source_stamp):
        body = game.characters[frame.source]
        body.attack = grown(np.int64(body.attack), total_attack(game, mask))
        body.max_health = grown(np.int64(body.max_health), total_health(game, mask))
