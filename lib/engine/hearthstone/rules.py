"""The rules of the game: what may be done, and how what is done unfolds.

`act` puts the phases of an action on a stack of frames, the last one first, and `resolve` works
the stack off: a frame may put others above itself, which happen before it goes on. That is how
the answers to an event come before whatever follows it, without any recursion:

    play a minion   summoned, played | deaths | battlecry | deaths | after played, after summoned | deaths
    cast a spell    played | the spell itself | deaths | after played | deaths
    attack          attack declared | deaths | the blow | deaths | after the attack | deaths
    end the turn    turn ends | deaths | next player | turn starts | deaths | draw | deaths
"""

import numpy as np

from lib.engine.hearthstone import state
from lib.engine.hearthstone.auras import refresh
from lib.engine.hearthstone.board import (
    add_secret,
    bury,
    change_side,
    deal_damage,
    draw,
    drop_secret,
    enter,
    equip,
    from_hand,
    hand_changed,
    lose,
    push,
    push_event,
    push_phase,
    push_script,
    resolve_deaths,
    strengthen,
    tell_hurt,
    use_durability,
)
from lib.engine.hearthstone.codes import *
from lib.engine.hearthstone.effects.interpreter import step
from lib.engine.hearthstone.effects.rows import POWER_FRAME, SPELL_FRAME
from lib.engine.hearthstone.places import hero_at, is_hero, is_minion, places_of, side_of
from lib.engine.hearthstone.queries import (
    HEROES_BOTH,
    area,
    ask,
    attack_of,
    card_suits,
    character_suits,
    cost_of,
    first,
    health_of,
    holds,
    is_there,
    keywords_of,
    living,
    minion_attack,
    neighbours,
    pick,
    power_cost,
    select,
)
from lib.engine.hearthstone.state import (
    BOARD,
    BORROWED,
    CANT_ATTACK,
    CHARGE,
    CHARGE_FOR_NOW,
    CLEAVES,
    DOOMED,
    ELUSIVE,
    EXHAUSTED,
    FORGETFUL,
    FROZEN,
    FULL_MANA,
    HERO_POWER,
    IMMUNE,
    IMMUNE_FOR_NOW,
    IN_DECK,
    IN_HAND,
    IN_PLAY,
    LAST_TURN,
    MEGA_WINDFURY,
    MINION,
    NO_TARGET,
    NOBODY,
    OFFERED,
    SECRETS,
    SILENCED,
    SPARES_HEROES_FOR_NOW,
    SPELL,
    STEALTH,
    STEALTH_FOR_NOW,
    TAUNT,
    WEAPON,
    WINDFURY,
)
from lib.engine.jit import njit
from lib.engine.rng import below

UNTIL_TURN_ENDS = IMMUNE_FOR_NOW | CHARGE_FOR_NOW | SPARES_HEROES_FOR_NOW
HIDDEN = STEALTH | STEALTH_FOR_NOW
UNSEEN = HIDDEN | IMMUNE | IMMUNE_FOR_NOW  # by the enemy's attacks and choices


# --- What may be done ----------------------------------------------------------------------


@njit
def attacks_allowed(game, c):
    """Return how many attacks a character has a turn."""
    keywords = keywords_of(game, c)
    if is_hero(c):
        keywords |= np.int64(game.players[side_of(c)].weapon.keywords)
    if keywords & MEGA_WINDFURY:
        return 4
    return 2 if keywords & WINDFURY else 1


@njit
def can_attack(game, book, c):
    """Tell whether a character of the active player may attack somebody now."""
    if attack_of(game, c) <= 0:  # most heroes have none
        return False
    body = game.characters[c]
    keywords = keywords_of(game, c)
    if keywords & (FROZEN | CANT_ATTACK):
        return False
    if is_minion(c) and keywords & EXHAUSTED and not keywords & (CHARGE | CHARGE_FOR_NOW):
        return False
    return body.attacks < attacks_allowed(game, c)


@njit
def survey(game, work, side):
    """Look at every character once, for the legal actions of `side`; `work` keeps what was seen."""
    hidden, elusive, taunts, ready, seen = 0, 0, 0, 0, 0
    rest = np.int64(game.present) & ~HEROES_BOTH
    while rest:
        c = first(rest)
        rest &= rest - 1
        keywords = keywords_of(game, c)
        seen |= keywords
        hidden |= (keywords & UNSEEN != 0) << c
        elusive |= (keywords & ELUSIVE != 0) << c
        taunts |= (keywords & TAUNT != 0) << c
        # No `and` here: a branch that is guessed wrong costs more than all of these together.
        fresh = (keywords & EXHAUSTED == 0) | (keywords & (CHARGE | CHARGE_FOR_NOW) != 0)
        allowed = 1 + ((keywords & WINDFURY != 0) | 3 * (keywords & MEGA_WINDFURY != 0))
        able = (keywords & (FROZEN | CANT_ATTACK) == 0) & (game.characters[c].attacks < allowed)
        ready |= (fresh & able & (minion_attack(game, c) > 0)) << c
    theirs = places_of(1 - side)
    hidden |= (keywords_of(game, hero_at(1 - side)) & UNSEEN != 0) << hero_at(1 - side)
    hidden &= theirs  # a side's own choices do not mind
    taunts &= theirs & ~hidden
    work.keywords = seen
    work.hidden = hidden
    work.elusive = elusive
    work.ready = ready & ~theirs
    work.victims = taunts if taunts else np.int64(game.present) & theirs & ~hidden


@njit
def targets(game, book, work, side, selector, is_spell):
    """Return which characters may be chosen for a card or power with this selector (after a survey)."""
    what = book.selectors[selector]
    if what.origin == AREA and what.plain:
        mask = area(game, side, np.int64(what.areas))
    else:
        mask = select(game, book, work, ask(work, side, NOBODY, 0), selector)
    mask &= ~np.int64(work.hidden)
    return mask & ~np.int64(work.elusive) if is_spell else mask


@njit
def secret_at(player, card):
    """Return where a secret is among a player's secrets, -1 if it is not in play."""
    for i in range(np.int64(player.secret_count)):
        if player.secrets[i].card == card:
            return i
    return -1


@njit
def affordable(game, book, work, side):
    """Return the cards of the hand that there is mana for, and space if they are minions, as bits."""
    player = game.players[side]
    usual = usual_costs(game, player)
    mask = 0
    for i in range(np.int64(player.hand_size)):
        mask |= is_affordable(game, book, work, side, i, usual) & 1 << i
    return mask


@njit
def usual_costs(game, player):
    """Tell whether nothing in play changes what a player's cards cost."""
    return (game.cost_auras == 0) & (player.discount_count == 0)


@njit
def is_affordable(game, book, work, side, index, usual):
    """Return -1 if there is mana for a card of the hand, and space if it is a minion, otherwise 0.

    `usual` is what `usual_costs` says. The answer has all bits set or none, and comes of subtractions alone: the
    compiler makes branches of comparisons, and nobody can guess which card is affordable.
    """
    player = game.players[side]
    entry = book.cards[player.hand[index].card]
    cost = np.int64(entry.cost) + player.hand[index].cost
    if not usual or entry.own_cost:
        cost = cost_of(game, book, work, side, index)
    space = np.int64(player.minions) - BOARD >> 63
    return (cost - player.mana - 1 >> 63) & (space | ~minion_bits(entry))


@njit
def minion_bits(entry):
    """Return -1 for the card of a minion, 0 for any other (MINION is the first of the types)."""
    return np.int64(entry.type) - MINION - 1 >> 63


@njit
def playable(game, book, work, side, index):
    """Tell whether an affordable card may be played, as far as it is not about targets."""
    player = game.players[side]
    card = book.cards[player.hand[index].card]
    if card.secret and (player.secret_count >= SECRETS or secret_at(player, player.hand[index].card) >= 0):
        return False
    require = np.int64(card.require)
    return require == 0 or holds(game, book, work, ask(work, side, NOBODY, 0), require)


@njit
def targets_of_card(game, book, work, side, index, option):
    """Return whom a card of the hand may be aimed at; -1 if it is not aimed, or need not be."""
    held = game.players[side].hand[index]
    entry = book.cards[held.card]
    if entry.made_up:
        return targets_of_parts(game, book, work, side, held, 1 if entry.made_up == 2 else len(held.parts))
    selector = np.int64(entry.target)
    if option:
        selector = np.int64(entry.option_targets[option - 1])
    elif entry.combo and game.players[side].cards_played:
        selector = np.int64(entry.combo_target)
    if selector == 0:
        return -1
    if entry.more and not holds(
        game, book, work, ask(work, side, NOBODY, 0), np.int64(book.more[entry.more].aims_if)
    ):
        return -1
    mask = targets(game, book, work, side, selector, entry.type == SPELL or entry.type == HERO_POWER)
    return -1 if mask == 0 and entry.type != SPELL and entry.type != HERO_POWER else mask


@njit
def targets_of_parts(game, book, work, side, held, n):
    """Return whom a made-up spell may be aimed at; -1 if none of its first n parts is aimed."""
    for k in range(n):
        selector = np.int64(book.cards[held.parts[k]].target) if held.parts[k] else 0
        if selector:
            return targets(game, book, work, side, selector, True)
    return -1


@njit
def list_targets(game, side, mask, out, n, base):
    """List one action for each target: the own hero, the other one, the other minions, the own ones."""
    me, enemy = game.players[side], game.players[1 - side]
    if mask >> hero_at(side) & 1:
        out[n] = base | hero_at(side)
        n += 1
    if mask >> hero_at(1 - side) & 1:
        out[n] = base | hero_at(1 - side)
        n += 1
    for i in range(np.int64(enemy.minions)):
        if mask >> enemy.order[i] & 1:
            out[n] = base | np.int64(enemy.order[i])
            n += 1
    for i in range(np.int64(me.minions)):
        if mask >> me.order[i] & 1:
            out[n] = base | np.int64(me.order[i])
            n += 1
    return n


@njit
def list_plain(player, entry, index, out, n):
    """List the ways to play a card that asks for nothing: one, or for a minion one for every position."""
    base = np.int64(state.PLAY << 16) | index << 9 | NO_TARGET
    for position in range(np.int64(player.minions) + 1 if entry.type == MINION else 1):
        out[n] = base | position << 5
        n += 1
    return n


@njit
def list_option(game, book, work, side, index, option, out, n):
    """List all ways to play one card of the hand with one option (0: it has none)."""
    player = game.players[side]
    entry = book.cards[player.hand[index].card]
    if option and not holds(
        game, book, work, ask(work, side, NOBODY, 0), np.int64(entry.option_requires[option - 1])
    ):
        return n
    mask = targets_of_card(game, book, work, side, index, option)
    base = np.int64(state.PLAY << 16) | option << 14 | index << 9
    if entry.type != MINION:
        if mask < 0:
            out[n] = base | NO_TARGET
            return n + 1
        return list_targets(game, side, mask, out, n, base)
    begin = n
    if mask < 0:
        out[n] = base | NO_TARGET
        n += 1
    else:
        n = list_targets(game, side, mask, out, n, base)
    return spread(out, begin, n, np.int64(player.minions) + 1)


@njit
def spread(out, begin, end, positions):
    """Repeat each action listed from `begin` on for every position on the board."""
    n = end - begin
    for k in range(n):
        i = n - 1 - k
        action = out[begin + i]
        for position in range(positions):
            out[begin + i * positions + position] = action | position << 5
    return begin + n * positions


@njit
def list_power(game, book, work, side, out, n):
    """List the uses of the hero power."""
    player = game.players[side]
    entry = book.cards[player.power]
    if player.power_used or player.power == 0 or power_cost(game, book, side) > player.mana:
        return n
    if not holds(game, book, work, ask(work, side, NOBODY, 0), np.int64(entry.require)):
        return n
    base = np.int64(state.POWER << 16)
    selector = power_selector(player, entry)
    if selector == 0:
        out[n] = base | NO_TARGET
        return n + 1
    return list_targets(game, side, targets(game, book, work, side, selector, True), out, n, base)


@njit
def power_selector(player, entry):
    """Return the selector of what a hero power may be aimed at, 0 if it is not aimed."""
    if player.power_hits_minions and entry.options[0]:
        return np.int64(entry.option_targets[0])
    return np.int64(entry.target)


@njit
def list_attacks(game, c, mask, out, n):
    """List the attacks of one character: minions from the left, then the hero."""
    enemy = game.players[1 - side_of(c)]
    base = np.int64(state.ATTACK << 16) | c << 9
    for i in range(np.int64(enemy.minions)):
        if mask >> enemy.order[i] & 1:
            out[n] = base | np.int64(enemy.order[i])
            n += 1
    hero = hero_at(1 - side_of(c))
    if mask >> hero & 1:
        out[n] = base | hero
        n += 1
    return n


@njit(cache=True)
def legal_actions(game, book, work, out):
    """List all legal actions of the active player in `out` and return how many: END_TURN is the first."""
    if game.over:
        return 0
    if game.choice.count:
        for i in range(np.int64(game.choice.count)):
            out[i] = np.int64(state.CHOOSE << 16) | i << 9 | NO_TARGET
        return np.int64(game.choice.count)
    out[0] = np.int64(state.END_TURN << 16) | NO_TARGET
    n = np.int64(1)
    side = np.int64(game.active)
    player = game.players[side]
    survey(game, work, side)
    cards = affordable(game, book, work, side)
    while cards:
        index = first(cards)
        cards &= cards - 1
        entry = book.cards[player.hand[index].card]
        if entry.plain:
            n = list_plain(player, entry, index, out, n)
        elif not playable(game, book, work, side, index):
            continue
        elif entry.options[0]:
            n = list_option(game, book, work, side, index, 1, out, n)
            n = list_option(game, book, work, side, index, 2, out, n)
        else:
            n = list_option(game, book, work, side, index, 0, out, n)
    n = list_power(game, book, work, side, out, n)
    for i in range(np.int64(player.minions)):
        c = np.int64(player.order[i])
        if work.ready >> c & 1:
            n = list_attacks(game, c, victims(game, work, c), out, n)
    if can_attack(game, book, hero_at(side)):
        n = list_attacks(game, hero_at(side), np.int64(work.victims), out, n)
    return n


@njit
def victims(game, work, c):
    """Return whom the attacker at place c may attack (after a survey)."""
    mask = np.int64(work.victims)
    return mask & ~HEROES_BOTH if keywords_of(game, c) & SPARES_HEROES_FOR_NOW else mask


# --- Doing it ------------------------------------------------------------------------------


@njit(cache=True)
def act(game, book, work, action):
    """Do one legal action, with all that follows from it."""
    declare(game, book, work, action)
    resolve(game, book, work)


@njit(inline="always")
def declare(game, book, work, action):
    """Put the phases of an action on the stack."""
    work.depth = 0
    work.random = 0
    work.by_position = 0
    work.broken_count = 0
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
    """Work off the stack of frames."""
    if game.stale:
        refresh(game, book, work)
    while work.depth > 0 and not game.over:
        advance(game, book, work)
        if work.depth == 0 and game.choice.waiting_count and not game.choice.count:
            next_choice(game, work)
    if work.overflow:
        work.overflow = 0
        lose(game)


@njit(inline="always")
def advance(game, book, work):
    """Do what the frame on top of the stack says; that of a script stays until its last row."""
    frame = work.frames[work.depth - 1]
    kind = frame.kind
    if kind == SCRIPT:
        step(game, book, work, frame)
        return
    work.depth -= 1
    if kind == DEATHS:
        if game.hurt:
            resolve_deaths(game, book, work)
    elif kind == EVENT:
        find_listeners(game, book, work, frame)
        push_answers(game, work, frame)
    elif kind == TRIGGER:
        answer(game, book, work, frame)
    elif kind == CAST:
        cast(game, book, work, np.int64(frame.side), np.int64(frame.card), np.int64(frame.pc))
    elif kind == COMBAT:
        blow(game, book, work)
    elif kind == AFTER_PLAY:
        after_play(game, work, frame)
    elif kind == AFTER_BLOW:
        work.attacker = NOBODY
        work.defender = NOBODY
    elif kind == SHIELD_DOWN:
        hero = game.characters[hero_at(np.int64(frame.side))]
        hero.keywords = np.int64(hero.keywords) & ~IMMUNE
    elif kind == TURN_ENDING:
        finish_turn(game, book, work)
    elif kind == TURN_BEGINNING:
        begin_turn(game, book, work)
    elif kind == DRAW_CARD:
        draw(game, book, work, np.int64(frame.side))
    elif kind == BURIAL:
        bury(game, game.players[frame.side], np.int64(frame.card))
    if game.stale:
        refresh(game, book, work)


# --- Playing a card ------------------------------------------------------------------------


@njit
def pay(player, cost):
    """Pay mana."""
    player.mana -= cost
    player.mana_spent += cost


@njit
def use_discounts(book, player, card):
    """Count down the promises that this card has used."""
    kept = 0
    for i in range(np.int64(player.discount_count)):
        discount = player.discounts[i]
        used = discount.uses and (
            discount.filter == 0 or card_suits(book, card, book.selectors[discount.filter])
        )
        if used:
            discount.uses -= 1
        if not used or discount.uses:
            player.discounts[kept] = discount
            kept += 1
    player.discount_count = kept


@njit
def play_card(game, book, work, index, target, position, option):
    """Play a card of the hand."""
    side = np.int64(game.active)
    player = game.players[side]
    paid = cost_of(game, book, work, side, index)
    pay(player, paid)
    held = player.hand[index]
    attack, health, work.parts[0], work.parts[1] = held.attack, held.health, held.parts[0], held.parts[1]
    work.card_origin = held.origin
    card = from_hand(player, index)
    hand_changed(game, book)
    if player.discount_count:
        use_discounts(book, player, card)
    entry = book.cards[card]
    pc = script_of(player, entry, option, target)
    player.cards_played += 1
    player.overload_next += entry.overload
    if entry.type == MINION:
        c = play_minion(game, book, work, side, card, pc, target, position, paid)
        if attack or health:
            strengthen(game, c, attack, health)
    else:
        play_other(game, book, work, side, card, pc, target, paid)
    if entry.overload:
        push_event(game, work, OVERLOADED, side, NOBODY, np.int64(entry.overload), card)


@njit
def script_of(player, entry, option, target):
    """Return the first row of what a card does when it is played now, 0 if nothing."""
    pc, selector = np.int64(entry.play), np.int64(entry.target)
    if option:
        pc, selector = np.int64(entry.options[option - 1]), np.int64(entry.option_targets[option - 1])
    elif entry.combo and player.cards_played:
        pc, selector = np.int64(entry.combo), np.int64(entry.combo_target)
    if selector and target == NO_TARGET:
        pc = np.int64(0)  # nobody was there to be chosen
    return pc


@njit
def set_target(game, frame, target):
    """Give a frame its target."""
    if target < 16:
        frame.target = target
        frame.target_stamp = game.characters[target].stamp


@njit
def play_minion(game, book, work, side, card, pc, target, position, paid):
    """Put a minion on the board and let its battlecry follow."""
    c = enter(game, book, side, card, position)
    game.players[side].minions_played += 1
    answered = game.event_mask & (1 << AFTER_SUMMONED | 1 << AFTER_PLAYED | 1 << PLAYED | 1 << SUMMONED)
    if answered:
        push_phase(work, DEATHS, side)
        push_event(game, work, AFTER_SUMMONED, side, c, 0, card)
        push_event(game, work, AFTER_PLAYED, side, c, 0, card)
    if pc:
        twice = game.players[side].battlecries_twice and pc == book.cards[card].play
        for _ in range(2 if twice else 1):
            push_phase(work, DEATHS, side)
            frame = push_script(game, work, side, pc, c, card)
            set_target(game, frame, target)
    if answered:
        push_phase(work, DEATHS, side)
        push_event(game, work, PLAYED, side, c, paid, card)
        push_event(game, work, SUMMONED, side, c, 0, card)
    return c


@njit
def play_other(game, book, work, side, card, pc, target, paid):
    """Cast a spell or equip a weapon, after the answers to its being played."""
    work.countered = 0
    work.spell_target = NOBODY
    answered = game.event_mask & (1 << PLAYED | 1 << AFTER_PLAYED | 1 << TARGETED)
    if target < 16:
        work.spell_target = target
        work.spell_target_stamp = game.characters[target].stamp
    push_phase(work, DEATHS, side)
    if not answered:
        cast(game, book, work, side, card, pc)
        return
    after = push(work, AFTER_PLAY, side)
    after.card = card
    push_phase(work, DEATHS, side)
    frame = push(work, CAST, side)
    frame.card = card
    frame.pc = pc
    push_phase(work, DEATHS, side)
    push_event(game, work, PLAYED, side, NOBODY, paid, card)
    if target < 16:
        push_event(game, work, TARGETED, side, target, 0, card)


@njit
def after_play(game, work, frame):
    """A spell has been cast, unless it was countered."""
    if not work.countered:
        push_event(game, work, AFTER_PLAYED, np.int64(frame.side), NOBODY, 0, np.int64(frame.card))


@njit
def cast(game, book, work, side, card, pc):
    """Let a spell or weapon have its effect, unless it was countered."""
    entry = book.cards[card]
    if work.countered:
        return
    if entry.type == WEAPON:
        equip(game, book, work, side, card)
    if entry.secret:
        add_secret(game, game.players[side], card, np.int64(work.card_origin), book)
    elif pc:
        twice = entry.battlecry and game.players[side].battlecries_twice
        for _ in range(2 if twice else 1):
            script = push_script(game, work, side, pc, NOBODY, card)
            script.spell = SPELL_FRAME if entry.type == SPELL else 0
            script.target = work.spell_target
            script.target_stamp = work.spell_target_stamp
            script.parts[0] = work.parts[0]
            script.parts[1] = work.parts[1]


@njit
def use_power(game, book, work, target):
    """Use the hero power."""
    side = np.int64(game.active)
    player = game.players[side]
    pay(player, power_cost(game, book, side))
    player.power_used += 1
    push_phase(work, DEATHS, side)
    entry = book.cards[player.power]
    aimed = player.power_hits_minions and entry.options[0]
    pc = np.int64(entry.options[0]) if aimed else np.int64(entry.play)
    frame = push_script(game, work, side, pc, NOBODY, np.int64(player.power))
    frame.spell = POWER_FRAME
    set_target(game, frame, target)


@njit
def choose(game, work, option):
    """Go on with the script that has asked, the chosen card in its mind; the others are gone."""
    choice = game.choice
    push_phase(work, DEATHS, np.int64(choice.script.side))
    frame = go_on(work, choice.script)
    frame.card = choice.options[option]
    frame.origin = choice.origin
    choice.count = 0
    for i in range(OFFERED):
        choice.options[i] = 0


@njit
def go_on(work, waiting):
    """Put a script that has been waiting back on the stack and return its frame."""
    frame = push(work, SCRIPT, waiting.side)
    frame.pc = waiting.pc
    frame.source = waiting.source
    frame.source_card = waiting.card
    frame.source_stamp = waiting.source_stamp
    frame.target = waiting.target
    frame.target_stamp = waiting.target_stamp
    frame.memory = waiting.memory
    frame.spell = waiting.spell
    frame.parts[0] = waiting.parts[0]
    frame.parts[1] = waiting.parts[1]
    return frame


@njit
def next_choice(game, work):
    """Let the script that has waited longest behind a choice go on."""
    choice = game.choice
    push_phase(work, DEATHS, np.int64(choice.waiting[0].side))
    go_on(work, choice.waiting[0])
    choice.waiting_count -= 1
    for i in range(np.int64(choice.waiting_count)):
        choice.waiting[i] = choice.waiting[i + 1]


# --- Events --------------------------------------------------------------------------------


@njit
def listen(work, event, stamp, trigger, source, side, card, secret):
    """Add one who answers to an event, in the order of play; to an attack all secrets answer first."""
    n = np.int64(work.listening)
    if n >= state.LISTENERS:
        work.overflow += 1
        return
    i = n
    while i > 0:
        other = work.listeners[i - 1]
        secrets_first = event == ATTACKS and other.secret != secret
        if (other.secret > secret) if secrets_first else (other.stamp <= stamp):
            break
        work.listeners[i] = other
        i -= 1
    listener = work.listeners[i]
    listener.stamp = stamp
    listener.trigger = trigger
    listener.source = source
    listener.side = side
    listener.card = card
    listener.secret = secret
    work.listening = n + 1


@njit
def suits(game, book, frame, trigger, source, side, stamp):
    """Tell whether an event is one that a trigger answers to, its condition aside."""
    whose = MINE if frame.event_side == side else THEIRS
    if not trigger.sides & whose:
        return False
    itself = source != NOBODY and frame.subject == source and frame.subject_stamp == stamp
    if trigger.relation == ONLY_ITSELF and not itself:
        return False
    about_character = trigger.kinds != 0
    if itself and (trigger.relation == ONLY_OTHERS or not about_character):
        return False
    if about_character and frame.subject != NOBODY:
        kind = MINIONS if is_minion(frame.subject) else HEROES
        if not trigger.kinds & kind:
            return False
        if trigger.filter and not character_suits(
            game, book, np.int64(frame.subject), book.selectors[trigger.filter]
        ):
            return False
        return True
    return trigger.filter == 0 or card_suits(book, frame.card, book.selectors[trigger.filter])


@njit
def listen_to(game, book, work, frame, card, source, side, stamp, secret):
    """Add those triggers of a card that answer to an event."""
    entry = book.cards[card]
    if not np.int64(entry.event_mask) >> frame.pc & 1:
        return
    for i in range(np.int64(entry.first_trigger), np.int64(entry.first_trigger) + np.int64(entry.triggers)):
        trigger = book.triggers[i]
        if trigger.zone != IN_PLAY:
            continue
        if trigger.event == frame.pc and suits(game, book, frame, trigger, source, side, stamp):
            listen(work, frame.pc, stamp, i, source, side, card, secret)


@njit
def listen_from_hand_and_deck(game, book, work, frame, side):
    """Add the cards of a hand and a deck that answer to an event, each kind of card once."""
    player = game.players[side]
    for i in range(np.int64(player.hand_size)):
        card = np.int64(player.hand[i].card)
        seen = 0
        for k in range(i):
            seen += player.hand[k].card == card
        if not seen:
            listen_hidden(game, book, work, frame, card, side, IN_HAND)
    for i in range(np.int64(player.deck_size)):
        card = np.int64(player.deck[i])
        seen = 0
        for k in range(i):
            seen += player.deck[k] == card
        if not seen:
            listen_hidden(game, book, work, frame, card, side, IN_DECK)


@njit
def listen_hidden(game, book, work, frame, card, side, zone):
    """Add those triggers of a card in a hand or deck that answer to an event from there."""
    entry = book.cards[card]
    if not np.int64(book.more[entry.more].hidden_mask) >> frame.pc & 1:
        return
    for i in range(np.int64(entry.first_trigger), np.int64(entry.first_trigger) + np.int64(entry.triggers)):
        trigger = book.triggers[i]
        if trigger.event == frame.pc and trigger.zone == zone:
            if suits(game, book, frame, trigger, NOBODY, side, 0):
                listen(work, frame.pc, game.stamp, i, NOBODY, side, card, 0)


@njit
def find_listeners(game, book, work, frame):
    """Find all who answer to an event."""
    work.listening = 0
    event = np.int64(frame.pc)
    present, hearing = np.int64(game.present), 0
    while present:  # who hears of it is collected without a branch: few do, and nobody can guess who
        c = first(present)
        present &= present - 1
        hearing |= (np.int64(game.characters[c].event_mask) >> event & 1) << c
    while hearing:
        c = first(hearing)
        hearing &= hearing - 1
        body = game.characters[c]
        stamp = np.int64(body.stamp)
        if not body.keywords & SILENCED:
            listen_to(game, book, work, frame, np.int64(body.card), c, side_of(c), stamp, 0)
        for k in range(np.int64(body.grants)):
            effect = np.int64(body.granted[k])
            listen_to(game, book, work, frame, FIRST_GRANT + (effect & 127), c, effect >> 7, stamp, 0)
    for side in range(2):
        player = game.players[side]
        if np.int64(player.weapon.event_mask) >> event & 1:
            stamp = np.int64(player.weapon.stamp)
            listen_to(game, book, work, frame, np.int64(player.weapon.card), hero_at(side), side, stamp, 0)
        if np.int64(player.listening) >> event & 1:
            listen_from_hand_and_deck(game, book, work, frame, side)
        if side != game.active:
            for k in range(np.int64(player.secret_count)):
                secret = player.secrets[k]
                listen_to(
                    game, book, work, frame, np.int64(secret.card), NOBODY, side, np.int64(secret.stamp), 1
                )


@njit
def push_answers(game, work, frame):
    """Put the answers to an event on the stack, the oldest on top."""
    # The event's frame has left the stack: its numbers are read before any is pushed.
    subject, subject_stamp = frame.subject, frame.subject_stamp
    amount, card, event_side = frame.amount, frame.card, frame.event_side
    for k in range(np.int64(work.listening)):
        listener = work.listeners[work.listening - 1 - k]
        answer_frame = push(work, TRIGGER, listener.side)
        answer_frame.pc = listener.trigger
        answer_frame.source = listener.source
        answer_frame.source_card = listener.card
        answer_frame.source_stamp = listener.stamp
        if listener.source != NOBODY:
            answer_frame.source_stamp = game.characters[listener.source].stamp
        answer_frame.memory = listener.stamp
        answer_frame.spell = SPELL_FRAME if listener.secret else 0
        answer_frame.subject = subject
        answer_frame.subject_stamp = subject_stamp
        answer_frame.amount = amount
        answer_frame.card = card
        answer_frame.event_side = event_side


@njit
def is_dying(game, c):
    """Tell whether a character is at no health or destroyed."""
    return health_of(game, c) <= 0 or game.characters[c].keywords & DOOMED != 0


@njit
def is_mortally_wounded(game, work):
    """Tell whether the attacker is still there, but has no health left: it sets off no more secrets."""
    return (
        is_there(game, work.attacker, work.attacker_stamp) and health_of(game, np.int64(work.attacker)) <= 0
    )


@njit
def still_answers(game, book, work, frame, trigger):
    """Tell whether an answer that has waited can still be given."""
    side = np.int64(frame.side)
    if frame.source != NOBODY:
        if not is_there(game, frame.source, frame.source_stamp):
            return False
        if (
            is_minion(frame.source)
            and not np.int64(game.characters[frame.source].event_mask) >> trigger.event & 1
        ):
            return False
    if trigger.event == ATTACKS and trigger.secret and is_mortally_wounded(game, work):
        return False
    if trigger.secret and trigger.event == AFTER_PLAYED and frame.subject != NOBODY:
        if not is_there(game, frame.subject, frame.subject_stamp) or is_dying(game, np.int64(frame.subject)):
            return False
    if trigger.event == PLAYED and trigger.secret and work.countered:
        return False
    if trigger.secret and game.active == side:
        return False
    return True


@njit
def spend_grant(game, book, c, effect):
    """Take an effect that happens once from a character, which then no longer waits for its event."""
    body = game.characters[c]
    kept, found = 0, False
    for k in range(np.int64(body.grants)):
        if not found and body.granted[k] & 127 == effect:
            found = True
            continue
        body.granted[kept] = body.granted[k]
        kept += 1
    body.grants = kept
    if is_minion(c):  # what a hero answers to was never its card's: it may listen in vain
        body.event_mask = 0 if body.keywords & SILENCED else book.cards[body.card].event_mask
        for k in range(kept):
            body.event_mask |= book.cards[FIRST_GRANT + (np.int64(body.granted[k]) & 127)].event_mask


@njit
def answer(game, book, work, frame):
    """Turn an answer that has waited into a script, if it can still be given."""
    trigger = book.triggers[frame.pc]
    if not still_answers(game, book, work, frame, trigger):
        return
    if not holds(game, book, work, frame, np.int64(trigger.condition)):
        return
    side = np.int64(frame.side)
    if trigger.secret:
        player = game.players[side]
        i = secret_at(player, np.int64(frame.source_card))
        if i < 0:
            return
        drop_secret(game, player, i)
    if trigger.once:
        spend_grant(game, book, np.int64(frame.source), np.int64(frame.source_card) - FIRST_GRANT)
    # The frame itself goes on as the script, with the secret's revelation below it.
    script = work.frames[work.depth]
    work.depth += 1
    script.kind = SCRIPT
    script.pc = trigger.pc
    script.memory = 0
    script.left = -1
    if trigger.secret and game.event_mask >> SECRET_REVEALED & 1:
        reveal(game, work, side)


@njit
def reveal(game, work, side):
    """Let everybody answer to a secret's being revealed, after it has done what it does."""
    push_event(
        game, work, SECRET_REVEALED, side, NOBODY, 0, np.int64(work.frames[work.depth - 1].source_card)
    )
    top = work.depth - 1
    work.query[1] = work.frames[top]
    work.frames[top] = work.frames[top - 1]
    work.frames[top - 1] = work.query[1]


# --- Attacks -------------------------------------------------------------------------------


@njit
def forget_deaths(game, work, depth):
    """Take back the look for deaths at this depth of the stack, if nobody is hurt and nothing waits on it."""
    if work.depth == depth + 1 and not game.hurt:
        work.depth = depth


@njit
def attack(game, book, work, c, target):
    """Declare an attack."""
    side = side_of(c)
    body = game.characters[c]
    body.attacks += 1
    body.keywords = np.int64(body.keywords) & ~HIDDEN
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
        body.keywords |= IMMUNE
        push_phase(work, SHIELD_DOWN, side)
    if not game.event_mask & (
        1 << ATTACKS | 1 << AFTER_ATTACK
    ):  # nobody answers: no need to wait for anybody
        blow(game, book, work)
        forget_deaths(game, work, depth)
        return
    push_phase(work, AFTER_BLOW, side)
    push_event(game, work, AFTER_ATTACK, side, c, 0, 0)
    push_phase(work, DEATHS, side)
    push_phase(work, COMBAT, side)
    push_phase(work, DEATHS, side)
    push_event(game, work, ATTACKS, side, c, target, 0)  # whoever it goes to in the end


@njit
def times_forgetful(game, c):
    """Return how often an attacker may forget whom it attacks: for itself or its weapon, and for an aura."""
    body = game.characters[c]
    own = np.int64(body.keywords)
    if is_hero(c):
        own |= np.int64(game.players[side_of(c)].weapon.keywords)
    return np.int64(own & FORGETFUL != 0) + np.int64(body.aura_keywords & FORGETFUL != 0)


@njit
def wrong_target(game, work, side, target):
    """Return whom a forgetful attacker attacks: half of the time another enemy, if there is one."""
    work.random = 1
    if below(game, 2) == 0:
        return target
    others = pick(game, work, living(game, places_of(1 - side) & np.int64(game.present) & ~(1 << target)))
    return first(others) if others else target


@njit
def blow(game, book, work):
    """Exchange the blows of an attack, unless somebody has gone."""
    if not is_there(game, work.attacker, work.attacker_stamp):
        return
    if not is_there(game, work.defender, work.defender_stamp):
        return
    a, d = np.int64(work.attacker), np.int64(work.defender)
    if is_dying(game, a) or is_dying(game, d):
        return
    given, returned = attack_of(game, a), np.int64(game.characters[d].aura_attack)
    if is_minion(d):
        returned = attack_of(game, d)  # a hero strikes back with no more than an aura gives it
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
    tell_hurt(game, work, 1 << a | 1 << d | beside)


@njit
def weapon_shields(game, book, side):
    """Tell whether a hero is immune while it attacks."""
    card = game.players[side].weapon.card
    if card == 0:
        return False
    entry = book.cards[card]
    return entry.auras and book.auras[entry.first_aura].kind == A_IMMUNE_WHILE_ATTACKING


# --- Turns ---------------------------------------------------------------------------------


@njit
def end_turn(game, book, work):
    """End the turn: its last answers, then the next player's turn begins."""
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
    """What lasted until the end of the turn ends; the frozen that could have attacked thaw."""
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
        theirs = side_of(c) ^ side  # 0 or 1: what is not theirs begins anew, without a branch
        if keywords & FROZEN and not theirs and body.attacks == 0 and not is_tired(game, c):
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
def keep_lasting_discounts(player):
    """Forget the discounts of this turn."""
    kept = 0
    for i in range(np.int64(player.discount_count)):
        if player.discounts[i].lasting:
            player.discounts[kept] = player.discounts[i]
            kept += 1
    player.discount_count = kept


@njit
def is_tired(game, c):
    """Tell whether a minion could not have attacked this turn since it has only just come."""
    keywords = keywords_of(game, c)
    return is_minion(c) and keywords & EXHAUSTED != 0 and keywords & (CHARGE | CHARGE_FOR_NOW) == 0


@njit
def give_back(game, book, work, side):
    """Borrowed minions go back."""
    for k in range(1, 8):
        c = hero_at(side) + k
        if game.characters[c].card and game.characters[c].keywords & BORROWED:
            game.characters[c].keywords = np.int64(game.characters[c].keywords) & ~BORROWED
            change_side(game, book, work, c)
            game.stale = 1


@njit
def begin_turn(game, book, work):
    """Hand the turn over: mana, overload, fresh minions; then answers to the start, then the draw."""
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
