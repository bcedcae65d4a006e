"""The costs of cards and hero powers, and the discounts on them."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.places import side_of
from deckspace.engine.hearthstone.queries import HEROES_BOTH, ask, card_suits, holds, number
from deckspace.engine.hearthstone.stack import note_loss
from deckspace.engine.hearthstone.state import DISCOUNTS, NOBODY, SILENCED

MAX_OFF = 99  # the largest sum of discounts on a cost


# --- Costs ---------------------------------------------------------------------------------


@njit
def cost_of(game, book, work, side, index):
    """Return the current cost of the card at `index` of a side's hand."""
    player = game.players[side]
    card = np.int64(player.hand[index].card)
    entry = book.cards[card]
    cost = np.int64(entry.cost) + player.hand[index].cost
    if entry.own_cost:
        frame = ask(work, side, NOBODY, 0)
        if holds(game, book, work, frame, np.int64(book.more[entry.more].own_cost_if)):
            cost += number(game, book, work, frame, np.int64(entry.own_cost))
    if game.cost_auras:
        cost = cost_by_auras(game, book, work, side, card, cost)
    if player.discount_count:
        cost = cost_by_discounts(book, player, card, cost)
    return max(0, cost)


@njit
def cost_by_auras(game, book, work, side, card, cost):
    """Return a cost after all auras on costs."""
    rest = np.int64(game.present) & ~HEROES_BOTH
    while rest:
        c = first(rest)
        rest &= rest - 1
        body = game.characters[c]
        entry = book.cards[body.card]
        if (entry.auras == 0) | (body.keywords & SILENCED != 0):
            continue
        for i in range(np.int64(entry.first_aura), np.int64(entry.first_aura) + np.int64(entry.auras)):
            aura = book.auras[i]
            whose = MINE if side_of(c) == side else THEIRS
            if aura.kind != A_COST or not aura.sides & whose:
                continue
            if aura.filter and not card_suits(book, card, book.selectors[aura.filter]):
                continue
            # A condition such as "your first minion this turn" refers to the player who pays.
            if not holds(game, book, work, ask(work, side, c, body.stamp), aura.condition):
                continue
            cost = max(cost + aura.amount, min(np.int64(aura.least), cost))
    return cost


@njit
def cost_by_discounts(book, player, card, cost):
    """Return a cost after a player's discounts for this turn."""
    for i in range(np.int64(player.discount_count)):
        discount = player.discounts[i]
        if discount.filter and not card_suits(book, card, book.selectors[discount.filter]):
            continue
        cost = 0 if discount.set_to else max(0, cost + discount.amount)
    return cost


@njit
def power_cost(game, book, side):
    """Return the cost of a side's hero power."""
    return np.int64(book.cards[game.players[side].power].cost)


# --- Discounts -----------------------------------------------------------------------------


@njit
def add_discount(game, player, what, amount, uses, set_to, lasting):
    """Let cards of filter `what` cost less this turn or, if `lasting`, until they are played."""
    if player.discount_count >= DISCOUNTS and strengthen_discount(
        player, what, amount, uses, set_to, lasting
    ):
        return
    if player.discount_count < DISCOUNTS:
        discount = player.discounts[player.discount_count]
        discount.filter = what
        discount.amount = amount
        discount.uses = uses
        discount.set_to = set_to
        discount.lasting = lasting
        player.discount_count += 1
    else:
        note_loss(game)


@njit
def strengthen_discount(player, what, amount, uses, set_to, lasting):
    """Add a discount to an existing one for the same cards; return whether there was one."""
    for i in range(np.int64(player.discount_count)):
        old = player.discounts[i]
        same_cards = old.filter == what and old.uses == uses
        if same_cards and old.set_to == set_to and old.lasting == lasting:
            old.amount = max(-MAX_OFF, min(MAX_OFF, np.int64(old.amount) + amount))
            return True
    return False


@njit
def use_discounts(book, player, card):
    """Count down the discounts that this card has used."""
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
def keep_lasting_discounts(player):
    """Remove the discounts of this turn."""
    kept = 0
    for i in range(np.int64(player.discount_count)):
        if player.discounts[i].lasting:
            player.discounts[kept] = player.discounts[i]
            kept += 1
    player.discount_count = kept
