"""Guesses at hidden cards: the order of both decks, and the enemy's hand.

A player knows which cards its own deck still holds, all thirty offers of the draft (the enemy had the same) and every
card that the enemy has played. A constructed deck is assumed to hold the same cards as the player's own. The enemy's unseen cards are assumed to be those that the player would have picked from
the offers that do not explain a played card. Both lists have an order independent of the real one, and are shuffled
for each guess.
"""

import numpy as np

from deckspace.agents.locm.searching import best_of_offer
from deckspace.compiling import njit
from deckspace.engine.locm.cards import CARDS
from deckspace.engine.locm.rules import bring_forward
from deckspace.engine.locm.state import DECK


@njit
def list_unknown(game, book, agent, offers, tree):
    """List the cards that the mover may draw and those that the enemy may hold or draw, before a search."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    tree.my_count = 0
    for i in range(me.drawn, DECK):
        insert_sorted(tree.mine, tree.my_count, me.deck[i])
        tree.my_count += 1
    if book.constructed:
        list_own(me, enemy, tree)
    elif offers[0, 0] == 0:
        list_any_card(tree)
    else:
        list_offered(enemy, agent, offers, tree)


@njit
def insert_sorted(cards, count, card):
    """Insert a card into the first `count` cards, which are sorted."""
    while count > 0 and cards[count - 1] > card:
        cards[count] = cards[count - 1]
        count -= 1
    cards[count] = card


@njit
def list_any_card(tree):
    """If no draft is known, the enemy may hold anything: list every fourth card."""
    tree.their_count = CARDS // 4
    for i in range(tree.their_count):
        tree.theirs[i] = 4 * i + 1


@njit
def list_own(me, enemy, tree):
    """List one's own cards without those that the enemy has played."""
    for i in range(DECK):
        insert_sorted(tree.theirs, i, me.deck[i])
    tree.their_count = DECK
    for place in range(enemy.drawn):
        if not holds(enemy, place):
            tree.their_count -= remove(tree.theirs, tree.their_count, enemy.deck[place])


@njit
def remove(cards, count, card):
    """Remove a card from the first `count` cards, if it is there; return 1 if it was, else 0."""
    found = 0
    for i in range(count):
        if found:
            cards[i - 1] = cards[i]
        elif cards[i] == card:
            found = 1
    return found


@njit
def list_offered(enemy, agent, offers, tree):
    """List one card for each offer that does not explain a card played by the enemy."""
    taken = np.int64(0)
    for place in range(enemy.drawn):
        if not holds(enemy, place):
            taken |= offer_with(offers, enemy.deck[place], taken)
    tree.their_count = 0
    for i in range(DECK):
        if not taken >> i & 1:
            tree.theirs[tree.their_count] = offers[i, best_of_offer(agent, offers[i])]
            tree.their_count += 1


@njit
def holds(player, place):
    """Tell whether the card from this place in the deck is in a player's hand."""
    for i in range(player.hand_size):
        if player.hand[i] == place:
            return True
    return False


@njit
def offer_with(offers, card, taken):
    """Return the bit of the first offer, not yet `taken`, that contains this card; 0 if none does."""
    for i in range(DECK):
        if not taken >> i & 1:
            for j in range(3):
                if offers[i, j] == card:
                    return np.int64(1) << i
    return np.int64(0)


@njit
def guess(world, me, tree):
    """Replace all cards that player `me` cannot know by guesses."""
    mine, enemy = world.players[me], world.players[1 - me]
    for i in range(tree.my_count):
        bring_forward(world, tree.mine, i, tree.my_count)
        mine.deck[DECK - tree.my_count + i] = tree.mine[i]
    hidden = enemy.hand_size + DECK - enemy.drawn
    for i in range(min(hidden, tree.their_count)):
        bring_forward(world, tree.theirs, i, tree.their_count)
        place = enemy.hand[i] if i < enemy.hand_size else enemy.drawn + i - enemy.hand_size
        enemy.deck[place] = tree.theirs[i]
