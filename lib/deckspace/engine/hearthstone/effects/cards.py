"""Effects on cards in hands and decks: drawing, adding, copying, discarding, and changing them."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.costs import cost_of
from deckspace.engine.hearthstone.effects.choices import (
    ask_player,
    do_chosen,
    do_part,
    look_at_three,
    make_spell,
    offer,
)
from deckspace.engine.hearthstone.effects.pools import card_of, random_card
from deckspace.engine.hearthstone.effects.rows import again, amount_of, second_of, sides_of
from deckspace.engine.hearthstone.hands import (
    announce_draw,
    create,
    discard,
    draw,
    from_deck,
    from_hand,
    hand_changed,
    hear,
    into_deck,
    to_hand,
)
from deckspace.engine.hearthstone.queries import card_suits, is_minion_card, select
from deckspace.engine.hearthstone.state import COPIED, FROM_DECK, FROM_POOL, HAND, SEEN
from deckspace.engine.rng import below

MAX_IN_HAND = 99  # the largest change of attack, health or cost of a card in a hand


@njit
def change_cards(game, book, work, frame, row, op):
    """Draw, add, copy or discard cards."""
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
                held.origin = SEEN  # the copying player looks at it
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
def change_more_cards(game, book, work, frame, row, op):
    """Carry out the effects of later sets on cards: choices, changes in the hand, cards shuffled into decks."""
    to = sides_of(frame, row)
    player = game.players[to & 1]
    if op == OFFER:
        return offer(game, book, work, frame, row)
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
                player.hand[i].attack = min(MAX_IN_HAND, np.int64(player.hand[i].attack) + n)
                player.hand[i].health = min(MAX_IN_HAND, np.int64(player.hand[i].health) + m)
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


# --- Drawing and discarding ----------------------------------------------------------------


@njit
def draw_until(game, book, work, frame, row):
    """Draw a card if a hand holds fewer than a row's number; return whether to continue.

    There are as many draws as cards missing at first, so an empty deck deals fatigue damage for each of them.
    """
    to = sides_of(frame, row)
    missing = row.amount - np.int64(game.players[to].hand_size)
    if missing <= 0 or not again(frame, missing):
        return False
    frame.card = draw(game, book, work, to)
    return True


@njit
def draw_like(game, book, work, frame, row, me, side):
    """Put a random card of some kind from the deck into the hand, or another card instead."""
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
        announce_draw(game, book, work, side, card)


@njit
def discard_some(game, book, work, side, n):
    """Discard n random cards of a hand, all before any reactions."""
    player = game.players[side]
    work.random |= player.hand_size > 1 and n < HAND
    for _ in range(min(n, np.int64(player.hand_size))):
        discard(game, book, work, side, below(game, np.int64(player.hand_size)))


# --- Copies --------------------------------------------------------------------------------


@njit
def copy_parts(held, parts):
    """Give the copy of a spell the parts of the original."""
    held.parts[0] = parts[0]
    held.parts[1] = parts[1]


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
def copy_cheapest(game, book, work, side, what):
    """Put an exact copy of the cheapest card of a hand that passes a filter into this hand."""
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
def copy_to_hand(game, book, work, frame, row, player):
    """Put a new card of each minion of a set into a hand, from left to right."""
    mask = select(game, book, work, frame, np.int64(row.selector))
    for side in range(2):
        for i in range(np.int64(game.players[side].minions)):
            c = np.int64(game.players[side].order[i])
            if mask >> c & 1:
                create(game, book, player, np.int64(game.characters[c].card), 0, SEEN)


# --- Changes in the hand -------------------------------------------------------------------


@njit
def cheapen_hand(book, player, row, n):
    """Reduce the costs of the cards in a hand that pass a filter by n."""
    for i in range(np.int64(player.hand_size)):
        held = player.hand[i]
        if row.filter == 0 or card_suits(book, held.card, book.selectors[row.filter]):
            held.cost = max(-MAX_IN_HAND, np.int64(held.cost) - n)


@njit
def give_in_hand(game, book, work, player, row):
    """Give attack and health to the minions in a hand that pass a filter, to all or to one at random."""
    what = np.int64(row.filter)
    only = random_card(game, book, work, player, what, False) if row.flag else np.int64(-1)
    for i in range(np.int64(player.hand_size)):
        held = player.hand[i]
        if row.flag and i != only or not is_minion_card(book, held.card):
            continue
        if what == 0 or card_suits(book, held.card, book.selectors[what]):
            held.attack = min(MAX_IN_HAND, np.int64(held.attack) + row.amount)
            held.health = min(MAX_IN_HAND, np.int64(held.health) + row.second)


@njit
def upgrade(game, book, player, old, new, n):
    """Count an event for each card of this kind in a hand; the n-th time, it becomes another card."""
    for i in range(np.int64(player.hand_size)):
        held = player.hand[i]
        if held.card == old:
            held.count += 1
            if held.count >= n:
                held.card = new
                held.count = 0
                hear(game, book, player, new)
