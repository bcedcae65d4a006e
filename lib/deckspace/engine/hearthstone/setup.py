"""The beginning of a game: heroes, shuffled decks, opening hands, the mulligan, and the first turn.

All games begin here: batches of whole games, games played step by step, replays, tests.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.decks import CLASSES, SIZE, check_deck
from deckspace.engine.hearthstone.hands import to_hand
from deckspace.engine.hearthstone.positions import hero_of
from deckspace.engine.hearthstone.rules import resolve
from deckspace.engine.hearthstone.state import CLASSES as CLASS_NUMBERS
from deckspace.engine.hearthstone.state import FROM_DECK, NO_WINNER, SEEN
from deckspace.engine.hearthstone.turns import begin_turn
from deckspace.engine.hearthstone.weapons import become_hero
from deckspace.engine.records import new_record, record_type
from deckspace.engine.rng import below, derive
from deckspace.errors import shown

GAME_STREAM = 1  # the random stream of a game's seed for the game itself
OPENING_HAND = (3, 4)  # cards dealt; the second player gets the Coin, too
LEAST = 2 * max(OPENING_HAND)  # cards in a deck: an opening hand of four may be exchanged for four others
KEEP_ALL = -1  # the mask that keeps all cards of an opening hand

DECK_LIST_TYPE = record_type(  # a player's deck and hero
    [
        ("cards", "u2", SIZE),
        ("count", "u2"),
        ("hero", "u2"),
        ("power", "u2"),
        ("hero_class", "u1"),
        ("unused", "u1", 5),
        ("listening", "u4"),  # events that a card reacts to from the hand or deck
    ]
)


# --- Decks ---------------------------------------------------------------------------------


def deck_list(book, hero_class, cards, legal=True):
    """Return a deck of card keys and its hero as a record of DECK_LIST_TYPE.

    `legal` is False for illegal decks, which are then not checked. Raises BadInput, with a sentence for each fault of a
    deck, and ValueError for an unknown class.
    """
    deck = new_record(DECK_LIST_TYPE)
    if legal:
        check_deck(cards, hero_class, book.table)
    elif hero_class not in CLASSES:
        raise ValueError(f"There is no hero class {shown(hero_class)}; choose one of {', '.join(CLASSES)}.")
    elif not LEAST <= len(cards) <= SIZE:
        raise ValueError(f"A deck must have {LEAST} to {SIZE} cards, not {len(cards)}.")
    deck.cards[: len(cards)] = [book.table.number(card) + 1 for card in cards]
    deck.count = len(cards)
    deck.listening = events_heard(book.record, deck.cards)
    deck.hero = hero_of(book, hero_class)
    deck.power = book.number(book.row(int(deck.hero)).hero_power)
    deck.hero_class = CLASS_NUMBERS.index(hero_class)
    return deck


def write_cards(decks, cards, record):
    """Put 30 cards each (numbers of a Book's record) into decks (DECK_LIST_TYPE, (n,)); `cards` may be (n, 30) or (30,)."""
    decks.cards, decks.count, decks.listening = cards, SIZE, events_heard(record, cards)


def events_heard(record, cards):
    """Return the events that any of some cards (..., n) reacts to from the hand or deck, as masks (...)."""
    return np.bitwise_or.reduce(record.more["hidden_mask"][record.cards["more"][cards]], axis=-1)


# --- The beginning -------------------------------------------------------------------------


@njit(cache=True)
def deal(game, book, seed, first, second):
    """Give both sides of a blank game their heroes, shuffled decks (DECK_LIST_TYPE) and opening hands."""
    game.rng = derive(seed, GAME_STREAM)
    game.stamp = 1
    for side in range(2):
        set_side(game, book, side, second if side else first)
        shuffle(game, game.players[side])
        deal_hand(game.players[side], OPENING_HAND[side])


@njit(cache=True)
def begin(game, book, work, first_kept, second_kept):
    """Do both mulligans, with the kept cards as masks or KEEP_ALL, and begin the first turn."""
    mulligan(game, game.players[0], first_kept)
    mulligan(game, game.players[1], second_kept)
    first_turn(game, book, work)


@njit
def set_side(game, book, side, deck):
    """Give a side its hero and its unshuffled deck."""
    set_hero(game, book, side, np.int64(deck.hero), np.int64(deck.power), np.int64(deck.hero_class))
    player = game.players[side]
    player.deck_size = deck.count
    player.listening = deck.listening
    game.event_mask |= deck.listening
    for i in range(np.int64(deck.count)):
        player.deck[i] = deck.cards[i]


@njit(cache=True)
def set_hero(game, book, side, hero, power, hero_class):
    """Give a side its hero and hero power."""
    become_hero(game, book, side, hero)
    game.players[side].power = power
    game.players[side].hero_class = hero_class


@njit
def shuffle(game, player):
    """Shuffle a deck."""
    for k in range(np.int64(player.deck_size) - 1):
        i = player.deck_size - 1 - k
        j = below(game, i + 1)
        card = player.deck[i]
        player.deck[i] = player.deck[j]
        player.deck[j] = card


@njit
def deal_hand(player, n):
    """Move the top n cards of a deck to the hand."""
    for _ in range(n):
        player.deck_size -= 1
        to_hand(player, player.deck[player.deck_size], 0, FROM_DECK)


@njit
def mulligan(game, player, keep):
    """Replace the cards of the opening hand that are not in the mask `keep`, then shuffle them into the deck."""
    if keep == KEEP_ALL:
        return
    n = np.int64(player.hand_size)
    replaced = 0
    for i in range(n):
        if not keep >> i & 1:
            old = player.hand[i].card
            player.deck_size -= 1
            player.hand[i].card = player.deck[player.deck_size]
            # replaced cards stay above the rest of the deck, where they cannot be drawn yet
            player.deck[player.deck_size] = old
            replaced += 1
    player.deck_size += replaced
    shuffle(game, player)


@njit
def first_turn(game, book, work):
    """Begin the first player's first turn; the second player gets the Coin."""
    to_hand(game.players[1], np.int64(book.coin), 0, SEEN)
    game.active = 1
    game.turn = 0
    game.winner = NO_WINNER
    work.depth = 0
    work.random = 0
    begin_turn(game, book, work)
    resolve(game, book, work)
