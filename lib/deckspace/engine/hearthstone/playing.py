"""Playing a card and using the hero power."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.board import destroy, enter, strengthen
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.costs import cost_of, power_cost, use_discounts
from deckspace.engine.hearthstone.effects.rows import POWER_FRAME, SPELL_FRAME
from deckspace.engine.hearthstone.eras import ONLY_WHO_HEARD_IT, SIMULATORS
from deckspace.engine.hearthstone.hands import from_hand, hand_changed
from deckspace.engine.hearthstone.secrets import add_secret
from deckspace.engine.hearthstone.stack import push, push_event, push_phase, push_script
from deckspace.engine.hearthstone.state import MINION, NO_TARGET, NOBODY, SPELL, WAS_PLAYED, WEAPON
from deckspace.engine.hearthstone.weapons import equip

WHEN_A_MINION_IS_PLAYED = 1 << PLAYED | 1 << AFTER_PLAYED | 1 << SUMMONED | 1 << AFTER_SUMMONED | 1 << COMES


@njit
def pay(player, cost):
    """Pay mana."""
    player.mana -= cost
    player.mana_spent += cost


@njit
def play_card(game, book, work, index, target, position, option):
    """Play a card from the hand."""
    side = np.int64(game.active)
    player = game.players[side]
    paid = cost_of(game, book, work, side, index)
    pay(player, paid)
    held = player.hand[index]
    attack, health, work.parts[0], work.parts[1] = held.attack, held.health, held.parts[0], held.parts[1]
    work.card_origin = held.origin
    doomed = held.doomed
    card = from_hand(player, index)
    hand_changed(game, book)
    if player.discount_count:
        use_discounts(book, player, card)
    entry = book.cards[card]
    pc = script_of(player, entry, option, target)
    player.cards_played += 1
    if entry.type != SPELL or book.era >= SIMULATORS:
        player.overload_next += entry.overload
    if entry.type == MINION:
        c = play_minion(game, book, work, side, card, pc, target, position, paid)
        if attack or health:
            strengthen(game, c, attack, health)
        if doomed:
            destroy(game, c)
            push_phase(work, DEATHS, side)
    else:
        play_other(game, book, work, side, card, pc, target, paid)
    if entry.overload:
        push_event(game, work, OVERLOADED, side, NOBODY, np.int64(entry.overload), card)


@njit
def script_of(player, entry, option, target):
    """Return the first row of the script of a card that is played now; 0 if it has none."""
    pc, selector = np.int64(entry.play), np.int64(entry.target)
    if option:
        pc, selector = np.int64(entry.options[option - 1]), np.int64(entry.option_targets[option - 1])
    elif entry.combo and player.cards_played:
        pc, selector = np.int64(entry.combo), np.int64(entry.combo_target)
    if selector and target == NO_TARGET:
        pc = np.int64(0)  # there was no target to choose
    return pc


@njit
def set_target(game, frame, target):
    """Give a frame its target."""
    if target < 16:
        frame.target = target
        frame.target_stamp = game.characters[target].stamp


@njit
def play_minion(game, book, work, side, card, pc, target, position, paid):
    """Put a minion on the board, followed by its battlecry."""
    c = enter(game, book, side, card, position)
    game.players[side].minions_played += 1
    if book.era < SIMULATORS:
        game.characters[c].came = WAS_PLAYED
    answered = game.event_mask & WHEN_A_MINION_IS_PLAYED
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
        work.auras_wait = book.era < SIMULATORS
        push_phase(work, DEATHS, side)
        push_event(game, work, PLAYED, side, c, paid, card)
        push_event(game, work, SUMMONED, side, c, 0, card)
        push_event(game, work, COMES, side, c, 0, card)
    return c


@njit
def play_other(game, book, work, side, card, pc, target, paid):
    """Cast a spell or equip a weapon, after the reactions to its being played."""
    work.countered = 0
    work.spell_target = NOBODY
    answered = game.event_mask & (1 << PLAYED | 1 << AFTER_PLAYED | 1 << TARGETED)
    if target < 16:
        work.spell_target = target
        work.spell_target_stamp = game.characters[target].stamp
    push_phase(work, DEATHS, side)
    if not answered and book.era >= ONLY_WHO_HEARD_IT:
        cast(game, book, work, side, card, pc)
        return
    after = push(work, AFTER_PLAY, side)
    after.card = card
    push_phase(work, DEATHS, side)
    if not answered:
        cast(game, book, work, side, card, pc)
        return
    frame = push(work, CAST, side)
    frame.card = card
    frame.pc = pc
    push_phase(work, DEATHS, side)
    push_event(game, work, PLAYED, side, NOBODY, paid, card)
    if target < 16:
        push_event(game, work, TARGETED, side, target, 0, card)


@njit
def after_play(game, work, frame):
    """Trigger the reactions to a spell that has been cast, unless it was countered."""
    if not work.countered:
        push_event(game, work, AFTER_PLAYED, np.int64(frame.side), NOBODY, 0, np.int64(frame.card))


@njit
def cast(game, book, work, side, card, pc):
    """Apply the effect of a spell or weapon, unless it was countered."""
    entry = book.cards[card]
    if work.countered:
        return
    if entry.type == SPELL and book.era < SIMULATORS:
        game.players[side].overload_next += entry.overload
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
