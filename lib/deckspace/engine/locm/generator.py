"""The cards of version 1.5: 120 for each seed, exactly those of the official referee.

A card's cost is its budget, from which its properties are bought in random order: each takes
`budget * multiplier - price`, and one that costs more than is left is not bought. What then remains is spent on attack and
on defense, with a random bonus each.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.locm.cards import BLUE, CARD_TYPE, CREATURE, RED
from deckspace.engine.locm.random_java import derived_seed, fraction, shuffle, start_random
from deckspace.engine.records import new_record, record_type

GENERATED = 120  # cards
LEAST, RANGE = 1.0, 2.0  # of the bonus for attack and for defense


def choices(*rows):
    """Return (value, weight, multiplier 1, price 0) of what can be drawn, by weight, as the referee goes through them."""
    full = [(*row, *(1, 0)[len(row) - 2 :]) for row in rows]
    return np.array(sorted(full, key=lambda row: row[1]), "f8")


VALUE, WEIGHT, MULTIPLIER, PRICE = range(4)
TYPES = choices((0, 0.4), (1, 0.2), (2, 0.2), (3, 0.2))
COSTS = choices(*((cost, 0.1) for cost in range(13)))
AREAS = choices((0, 50), (1, 25, 0.7), (2, 25, 0.6))
KEYWORD_COUNTS = choices((0, 10), (1, 5), (2, 3), (3, 2), (4, 1), (5, 1), (6, 1))
KEYWORDS = choices(*((bit, 1, 1, 1) for bit in range(6)))
DRAWS = choices((0, 100), (1, 50), (2, 25, 1, 1), (3, 25, 1, 1), (4, 5, 1, 2))
HEALS = choices((0, 100), (1, 50), (2, 25, 1, 1), (3, 25, 1, 1))
HITS = choices((0, 100), (-1, 50), (-2, 25, 1, 1), (-3, 25, 1, 1))

# Each choice draws from a generator of its own; they are started in this order.
TYPE, COST, AREA, ORDER, KEYWORD_COUNT, KEYWORD, DRAW, HEAL, HIT = range(9)
ATTACK_BONUS, DEFENSE_BONUS, SEED = 9, 10, 11
PROPERTIES = np.array([AREA, KEYWORD, DRAW, HEAL, HIT])
WORK_TYPE = record_type(
    [("cards", CARD_TYPE, GENERATED), ("states", "u8", SEED + 1), ("order", "i8", len(PROPERTIES))]
)


def generate(book, seed):
    """Write the 120 cards of a seed into a rule book, in rows 1 to 120."""
    write_cards(book, np.uint64(seed), new_record(WORK_TYPE))


@njit(cache=True)
def write_cards(book, seed, work):
    """Do the same in compiled code, with working space."""
    start_random(work.states, SEED, seed)
    for i in range(SEED):
        start_random(work.states, i, derived_seed(work.states, SEED))
    work.order[:] = PROPERTIES
    for k in range(GENERATED):
        draw_card(work.cards[k], work.states, work.order)
    row = 1
    for cost in range(len(COSTS)):
        for k in range(GENERATED):
            if work.cards[k].cost == cost:
                book.cards[row] = work.cards[k]
                row += 1


@njit
def draw_card(card, states, order):
    """Draw one card; its properties come in an order that goes on from the last card's."""
    card.type, card.cost, card.keywords = value(TYPES, states, TYPE), value(COSTS, states, COST), 0
    shuffle(states, ORDER, order)
    budget = np.float64(card.cost)
    for each in order:
        if each == AREA:
            card.area, budget = buy(AREAS, states, AREA, budget)
        elif each == DRAW:
            card.card_draw, budget = buy(DRAWS, states, DRAW, budget)
        elif each == HEAL:
            card.player_hp, budget = buy(HEALS, states, HEAL, budget)
        elif each == HIT:
            card.enemy_hp, budget = buy(HITS, states, HIT, budget)
        elif card.type != BLUE:
            card.keywords, budget = buy_keywords(states, budget)
    spend(card, states, budget)


@njit
def row_of(table, states, i, without=0):
    """Return the index of a row that is drawn by weight; the bits of `without` exclude some."""
    total = 0.0
    for row in range(len(table)):
        if not without >> row & 1:
            total += table[row, WEIGHT]
    left, found = fraction(states, i) * total, 0
    for row in range(len(table)):
        if not without >> row & 1:
            found = row
            left -= table[row, WEIGHT]
            if left < 0:
                break
    return found


@njit
def value(table, states, i):
    """Return a value that is drawn by weight."""
    return np.int64(table[row_of(table, states, i), VALUE])


@njit
def after(table, row, budget):
    """Return (whether a row of a table can be bought, the budget then)."""
    left = budget * table[row, MULTIPLIER] - table[row, PRICE]
    if left < 0:  # the referee takes the price back, which may change the last digit
        return False, (left + table[row, PRICE]) / table[row, MULTIPLIER]
    return True, left


@njit
def buy(table, states, i, budget):
    """Return (the value of a drawn property, or 0 if it is too expensive, the budget left)."""
    row = row_of(table, states, i)
    bought, left = after(table, row, budget)
    return np.int64(table[row, VALUE]) if bought else 0, left


@njit
def buy_keywords(states, budget):
    """Return (different keywords as bits, as many as drawn until one is too expensive, the budget left)."""
    found = 0
    for _ in range(value(KEYWORD_COUNTS, states, KEYWORD_COUNT)):
        row = row_of(KEYWORDS, states, KEYWORD, found)  # here a row is the keyword's bit
        bought, budget = after(KEYWORDS, row, budget)
        if not bought:
            break
        found |= 1 << row
    return found, budget


@njit
def spend(card, states, budget):
    """Set attack and defense from what is left of the budget."""
    attack = np.int64(budget + (fraction(states, ATTACK_BONUS) * RANGE + LEAST))
    defense = np.int64(budget + (fraction(states, DEFENSE_BONUS) * RANGE + LEAST))
    if card.type == CREATURE:
        attack, defense = max(0, attack), max(1, defense)
    elif card.type == BLUE:
        attack, defense = 0, -defense
    elif card.type == RED:
        attack, defense = -attack, -defense
    card.attack, card.defense = attack, defense
