"""Set a game of ours to a recorded state of SabberStone.

What a recorded state does not show is kept where the same minion is still there.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone import rules
from deckspace.engine.hearthstone.board import become_minion
from deckspace.engine.hearthstone.costs import cost_of
from deckspace.engine.hearthstone.hands import hear_all
from deckspace.engine.hearthstone.legal import attacks_allowed
from deckspace.engine.hearthstone.places import hero_at, is_minion
from deckspace.engine.hearthstone.queries import attack_of, keywords_of
from deckspace.engine.hearthstone.state import (
    BOARD,
    CHARACTERS,
    EXHAUSTED,
    FROZEN,
    FULL_MANA,
    HAND,
    IMMUNE,
    IMMUNE_FOR_NOW,
    NO_WINNER,
    OFFERED,
    SILENCED,
)
from study.conformance.hearthstone.sabberstone_views import (
    CHARGE_FLAG,
    D_FLAG,
    E_FLAG,
    MEANING,
    OWN,
    has_deathrattle,
    where_before,
)


@njit(cache=True)
def settle(game, book, work, view, ids, links, order, spare):
    """Make our game show what `view` shows; keep what is not shown where the same minion is still there."""
    game.turn, game.active, game.over, game.winner = view.turn, view.active, view.over, NO_WINNER
    settle_choice(game.choice, view)
    take_minions(game, book, view, ids, links, spare)
    for side in range(2):
        settle_player(game, book, view.players[side], side)
    game.stale = 1
    rules.refresh(game, book, work)
    for side in range(2):  # with the auras known, what everybody has without them
        settle_numbers(game, book, view.players[side], side, view.active == side)
    game.stale = 1
    rules.refresh(game, book, work)
    for side in range(2):
        settle_costs(game, book, work, view.players[side], side)
    link(game, book, ids, view, links, order)


@njit(cache=True)
def settle_choice(choice, view):
    """Offer what `view` offers if a script of ours waits for a choice; if it offers nothing, end our choice."""
    if not view.offered[0]:
        choice.count = choice.waiting_count = 0
    if choice.count:
        choice.count = 0
        for i in range(OFFERED):
            choice.options[i] = view.offered[i]
            choice.count += view.offered[i] != 0


@njit(cache=True)
def take_minions(game, book, view, ids, links, spare):
    """Put the minions of `view` onto the board: those that we have with their whole state, others as printed."""
    for c in range(CHARACTERS):
        spare.characters[c] = game.characters[c]
    used = 0
    for side in range(2):
        me, shown = game.players[side], view.players[side]
        for i in range(BOARD):
            place = hero_at(side) + 1 + i
            card = np.int64(shown.board[i].card)
            body = game.characters[place]
            if card == 0:
                body.card = body.event_mask = 0
                game.present = np.int64(game.present) & ~(1 << place)
                continue
            source = find_minion(spare, links, used, ids[side, i], card, side)
            if source:
                used |= 1 << source
                game.characters[place] = spare.characters[source]
            else:
                become_minion(game, book, place, card)
            game.present |= 1 << place
            me.order[i] = place
        me.minions = shown.minions


@njit(cache=True)
def find_minion(spare, links, used, entity, card, side):
    """Return the place of a minion in our old board, 0 if it is new: by entity id, else an unknown one of ours."""
    for c in range(CHARACTERS):
        if (
            is_minion(c)
            and not used >> c & 1
            and spare.characters[c].card == card
            and entity_at(spare, links, c) == entity
        ):
            return c
    for c in range(hero_at(side) + 1, hero_at(side) + 8):
        if not used >> c & 1 and spare.characters[c].card == card and entity_at(spare, links, c) == 0:
            return c
    return 0


@njit(cache=True)
def settle_player(game, book, shown, side):
    """Set mana, hand, deck, secrets and weapon of a player."""
    me = game.players[side]
    me.armor, me.max_mana, me.mana = shown.armor, shown.crystals, shown.mana
    me.overload_locked, me.overload_next, me.fatigue = shown.locked, shown.owed, shown.fatigue
    if shown.combo != (me.cards_played > 0):
        me.cards_played = shown.combo
    me.power, me.power_used = shown.power, shown.power_used
    for i in range(HAND):
        if i >= shown.hand_size:
            me.hand[i].card = me.hand[i].cost = me.hand[i].origin = 0
        elif i >= me.hand_size or me.hand[i].card != shown.hand[i].card:
            me.hand[i].card, me.hand[i].cost, me.hand[i].origin = shown.hand[i].card, 0, 0
    me.hand_size, me.deck_size = shown.hand_size, shown.deck_size
    for i in range(shown.deck_size):
        me.deck[i] = shown.deck[shown.deck_size - 1 - i]
    hear_all(game, book, me)
    for i in range(shown.secret_count):
        if i >= me.secret_count or me.secrets[i].card != shown.secrets[i]:
            me.secrets[i].card, me.secrets[i].stamp = shown.secrets[i], game.stamp
            game.stamp += 1
    me.secret_count = shown.secret_count
    if me.weapon.card != shown.weapon:
        me.weapon.card, me.weapon.stamp = shown.weapon, game.stamp
        me.weapon.keywords = book.cards[shown.weapon].keywords
        me.weapon.event_mask = book.cards[shown.weapon].event_mask
        game.stamp += 1


@njit(cache=True)
def settle_numbers(game, book, shown, side, active):
    """Set attack, health and keywords of a side's characters so that with the auras they are as shown."""
    me, hero = game.players[side], game.characters[hero_at(side)]
    hero.damage = hero.max_health - shown.health
    me.weapon.durability = shown.weapon_durability
    me.weapon.attack = shown.weapon_attack - (me.weapon.aura_attack if shown.weapon else 0)
    if active:
        hero.attack_this_turn += shown.attack - attack_of(game, hero_at(side))
    hero.keywords = set_bit(np.int64(hero.keywords), FROZEN, shown.frozen)
    if not shown.immune:
        hero.keywords = np.int64(hero.keywords) & ~(IMMUNE | IMMUNE_FOR_NOW)
    elif not keywords_of(game, hero_at(side)) & (IMMUNE | IMMUNE_FOR_NOW):
        hero.keywords = np.int64(hero.keywords) | IMMUNE_FOR_NOW
    hero.attacks = shown.attacks
    for i in range(me.minions):
        settle_minion(game, hero_at(side) + 1 + i, shown.board[i], active)


@njit(cache=True)
def settle_minion(game, c, shown, active):
    """Set one minion's own numbers and keywords so that with the auras they are as shown."""
    body = game.characters[c]
    body.max_health = shown.max_health - body.aura_health
    body.damage = shown.max_health - shown.health
    body.attack += shown.attack - attack_of(game, c)
    body.spell_damage = shown.spell_damage
    keywords, given = np.int64(body.keywords), np.int64(body.aura_keywords)
    flags = np.int64(shown.letters)
    for i in range(len(MEANING)):
        if not flags >> i & 1:
            keywords &= ~MEANING[i]
        elif not (keywords | given) & MEANING[i]:
            keywords |= OWN[i]
    if keywords & SILENCED:
        body.event_mask = body.grants = 0
    body.attacks = shown.attacks if active else 0
    tired = body.attacks >= attacks_allowed(game, c)
    if not tired and not flags & CHARGE_FLAG:
        keywords = set_bit(keywords, EXHAUSTED, flags & E_FLAG)
    body.keywords = keywords


@njit(cache=True)
def set_bit(bits, bit, on):
    """Return `bits` with a bit set or cleared."""
    return bits | bit if on else bits & ~bit


@njit(cache=True)
def settle_costs(game, book, work, shown, side):
    """Change the costs of cards in hand that are not as shown."""
    me = game.players[side]
    for i in range(me.hand_size):
        if shown.hand[i].cost == cost_of(game, book, work, side, i):
            continue
        me.hand[i].cost = 0
        for _ in range(FULL_MANA):  # more than once, where an aura stops at a cost of 1
            me.hand[i].cost += shown.hand[i].cost - cost_of(game, book, work, side, i)


# --- Who is where --------------------------------------------------------------------------


@njit(cache=True)
def link(game, book, ids, view, links, order):
    """Record which entity is where: `ids[side, i]` is the entity id of the i-th minion from the left."""
    links.turn = view.turn
    for c in range(CHARACTERS):
        links.entity[c] = 0
    for side in range(2):
        me, shown = game.players[side], view.players[side]
        links.tired[hero_at(side)] = shown.exhausted
        for i in range(me.minions):
            c = np.int64(me.order[i])
            order[side, i] = c
            links.entity[c], links.stamp[c] = ids[side, i], game.characters[c].stamp
            letters = shown.board[i].letters
            links.tired[c] = letters & E_FLAG != 0
            links.attacks[c] = shown.board[i].attacks
            links.odd_rattle[c] = (letters & D_FLAG != 0) != has_deathrattle(game, book, c)


@njit(cache=True)
def entity_at(game, links, c):
    """Return the entity id of the minion at place c, 0 if it is new."""
    old = where_before(game, links, c)
    return np.int64(links.entity[old]) if old >= 0 else 0
