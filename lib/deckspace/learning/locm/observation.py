"""What a learner sees of LoCM: a row of figures for each card, and figures of the players.

    cards     (rows, FIGURES) int8    8 rows for the hand, 6 each for one's own and the enemy's board, 30 for one's own deck,
                                      sorted by number (in battle the cards left in it), then one for each card to pick from;
                                      rows without a card are 0
    figures   (16,) int16             whether it is the battle, and one's turns or picks so far; of oneself, then of the
                                      enemy: health, mana, mana per turn, cards in the deck, runes, cards drawn next turn,
                                      cards in hand

The figures of a card are 1; type, cost, attack, defense; 1 or 0 for each of the six keywords; own health, enemy's health,
cards drawn, area; then on the board the lane and whether the creature can attack, in one's deck 0, 0, and to pick from the
copies in one's own deck. What a player cannot see is not there.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.locm.state import BOARD, DECK, HAND

FIGURES = 17
MINE, THEIRS, LEFT, OFFER = HAND, HAND + BOARD, HAND + 2 * BOARD, HAND + 2 * BOARD + DECK
SIDE = 7
PLAYERS = 2 + 2 * SIDE


@njit
def observe(game, book, picked, offers, copies, cards, figures):
    """Write what the player to move sees, who has `picked` so many cards.

    `offers` (30, 3) are those of a draft; `copies` (160,) is working space.
    """
    me, enemy = game.players[game.current], game.players[1 - game.current]
    cards[:] = 0
    figures[:] = 0
    battle = picked == DECK
    figures[0], figures[1] = battle, game.turn // 2 if battle else picked
    write_deck(me, book, picked, copies, cards)
    if not battle:
        write_offer(book, offers[picked], copies, cards)
        return
    write_side(me, figures[2 : 2 + SIDE])
    write_side(enemy, figures[2 + SIDE :])
    for i in range(me.hand_size):
        write_card(cards[i], book.cards[me.deck[me.hand[i]]])
    write_board(me, book, cards[MINE:THEIRS])
    write_board(enemy, book, cards[THEIRS:LEFT])


@njit
def write_card(row, card):
    """Write the figures of a card."""
    row[0], row[1], row[2] = 1, card.type, card.cost
    row[3], row[4] = card.attack, card.defense
    write_keywords(row, card.keywords)
    row[11], row[12], row[13], row[14] = card.player_hp, card.enemy_hp, card.card_draw, card.area


@njit
def write_keywords(row, keywords):
    for i in range(6):
        row[5 + i] = keywords >> i & 1


@njit
def write_board(player, book, rows):
    """Write the creatures of a player in order of arrival."""
    for i in range(player.board_size):
        one, row = player.board[i], rows[i]
        write_card(row, book.cards[player.deck[one.place]])
        row[3], row[4] = min(one.attack, 127), min(one.defense, 127)
        write_keywords(row, one.keywords)
        row[15], row[16] = one.lane, one.can_attack


@njit
def write_deck(me, book, picked, copies, cards):
    """Write the cards picked so far, or those left in the deck, sorted by number: their order is hidden."""
    first, end = (me.drawn, DECK) if picked == DECK else (0, picked)
    copies[:] = 0
    for i in range(first, end):
        copies[me.deck[i] - 1] += 1
    row = LEFT
    for i in range(book.card_count):
        for _ in range(copies[i]):
            write_card(cards[row], book.cards[i + 1])
            row += 1


@njit
def write_offer(book, offer, copies, cards):
    """Write the cards of which one is to be picked, with their copies in the deck."""
    count = book.card_count if book.constructed else 3
    for k in range(count):
        number = k + 1 if book.constructed else np.int64(offer[k])
        write_card(cards[OFFER + k], book.cards[number])
        cards[OFFER + k, 16] = copies[number - 1]


@njit
def write_side(player, figures):
    """Write the figures of a player."""
    figures[0], figures[1], figures[2] = player.hp, player.mana, player.max_mana
    figures[3], figures[4] = DECK - player.drawn, player.runes
    figures[5], figures[6] = player.next_draw, player.hand_size
