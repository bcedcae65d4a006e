"""Random LoCM games with a checker of invariants, which every position must satisfy."""

import sys

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import size
from deckspace.engine.locm.cards import CREATURE, edition, with_cards_of
from deckspace.engine.locm.rules import act, legal_actions, offer_cards, shuffle_decks, start
from deckspace.engine.locm.state import BOARD, DECK, HAND, LANE, MAX_ACTIONS, PASS, new_games
from deckspace.engine.rng import below

# What can be wrong with a position; the checker returns the index of the first that is.
FAULTS = (
    "nothing",
    "health at or below an unbroken rune",
    "more than 13 mana, or mana out of bounds",
    "more cards in hand or on the board than allowed",
    "a place of the deck in two zones, or out of order",
    "a card came back or changed",
    "a creature that cannot be",
    "next_draw below 1",
    "a living player lost or a dead one plays on",
    "a turn after the last",
    "an action listed twice",
)
FINE, RUNES, MANA, SIZES, ZONES, CARDS, CREATURES, DRAWS, WINNER, TURNS, ACTIONS = range(len(FAULTS))

# How often, out of 16, a policy passes although it could act.
UNIFORM, EAGER, LAZY = -1, 0, 15

NUMBERS = ("fault", "actions", "turns", "winner", "hand", "board", "mana")
OUTCOME = np.dtype([("digest", "u8"), *((name, "i8") for name in NUMBERS)])


@njit
def side_fault(player, book):
    """Return what is wrong with one player."""
    if player.runes > 5 or (player.runes > 0 and player.hp <= 5 * player.runes):
        return RUNES
    if not 0 <= player.mana <= player.max_mana <= 12 + player.bonus:
        return MANA
    if player.hand_size > HAND or player.board_size > BOARD or player.drawn > DECK:
        return SIZES
    if player.next_draw < 1:
        return DRAWS
    lanes = 0
    for i in range(player.board_size):
        one = player.board[i]
        card = book.cards[player.deck[one.place]]
        if card.type != CREATURE or one.attack < 0 or one.defense < 1 or one.lane > 1:
            return CREATURES
        if one.keywords > 63 or one.can_attack > 1 or one.has_attacked > 1:
            return CREATURES
        lanes += one.lane
    if lanes > LANE or player.board_size - lanes > LANE:
        return SIZES
    return FINE


@njit
def in_play(player):
    """Return the places of the cards in hand or on the board, as bits; twins share the place of their card."""
    bits = 0
    for i in range(player.hand_size):
        bits |= 1 << np.int64(player.hand[i])
    for i in range(player.board_size):
        if player.board[i].twin == 0:
            bits |= 1 << np.int64(player.board[i].place)
    return bits


@njit
def twins(player):
    """Count the twins on a player's board."""
    count = 0
    for i in range(player.board_size):
        count += player.board[i].twin > 0
    return count


@njit
def zones_fault(player, spent):
    """Return what is wrong with where a player's cards are; `spent` has the bits of those gone."""
    bits = in_play(player)
    if size(bits) != player.hand_size + player.board_size - twins(player) or bits >> np.int64(player.drawn):
        return ZONES
    for i in range(1, player.hand_size):
        if player.hand[i] <= player.hand[i - 1]:
            return ZONES
    return CARDS if bits & spent else FINE


@njit
def fault_of(game, book, spent, actions, count):
    """Return the first fault of a position, FINE for none."""
    for p in range(2):
        fault = side_fault(game.players[p], book)
        if fault == FINE:
            fault = zones_fault(game.players[p], spent[p])
        if fault != FINE:
            return fault
        if game.winner < 0 and game.players[p].hp <= 0:
            return WINNER
    if game.winner >= 0 and game.players[1 - game.winner].hp > 0:
        return WINNER
    if game.turn > 110 or game.turn % 2 != game.current:
        return TURNS
    for i in range(count):
        for j in range(i):
            if actions[i] == actions[j]:
                return ACTIONS
    return FINE


@njit
def digest_of(digest, memory):
    """Mix the numbers of a game's memory into a running digest (FNV-1a)."""
    for number in memory:
        digest = (digest ^ np.uint64(number)) * np.uint64(1099511628211)
    return digest


@njit
def choose(game, actions, count, policy):
    if policy == UNIFORM or count == 1:
        return actions[below(game, count)]
    return PASS if below(game, 16) < policy else actions[1 + below(game, count - 1)]


@njit
def watch_game(game, memory, book, seed, policy, space, outcome):
    """Play a random game from its seed, looking at every position."""
    actions, pool, offers, spent = space
    game.rng = seed
    if not book.constructed:
        offer_cards(game, book, pool, offers)
    for p in range(2):
        for i in range(DECK):
            game.players[p].deck[i] = (
                1 + below(game, book.card_count) if book.constructed else offers[i, below(game, 3)]
            )
    shuffle_decks(game)
    start(game, book)
    spent[:] = 0
    digest = np.uint64(14695981039346656037)
    while True:
        count = legal_actions(game, book, actions)
        outcome.fault = fault_of(game, book, spent, actions, count)
        digest = digest_of(digest, memory)
        for p in range(2):
            player = game.players[p]
            spent[p] = ((1 << np.int64(player.drawn)) - 1) & ~in_play(player)
            outcome.hand = max(outcome.hand, player.hand_size)
            outcome.board = max(outcome.board, player.board_size)
            outcome.mana = max(outcome.mana, player.max_mana)
        if game.winner >= 0 or outcome.fault != FINE:
            break
        act(game, book, choose(game, actions, count, policy))
        outcome.actions += 1
    outcome.turns, outcome.winner, outcome.digest = game.turn, game.winner, digest


@njit(nogil=True, cache=True)
def watch(games, memory, book, seeds, policy, space, outcomes):
    """Play and check one random game a seed, until one is at fault; games is working space."""
    for k in range(len(seeds)):
        watch_game(games[0], memory, book, seeds[k], policy, space, outcomes[k])
        if outcomes[k].fault != FINE:
            return


def watched(seeds, policy, edition_name="official"):
    outcomes = np.recarray(len(seeds), OUTCOME, buf=np.zeros(len(seeds) * OUTCOME.itemsize, "u1"))
    space = (np.zeros(MAX_ACTIONS, "i2"), np.zeros(160, "u1"), np.zeros((DECK, 3), "u1"), np.zeros(2, "i8"))
    games, book = new_games(1), with_cards_of(edition(edition_name), 1)
    watch(games, games.view(np.ndarray).view("u1"), book, np.asarray(seeds, "u8"), policy, space, outcomes)
    return np.array(outcomes)


if __name__ == "__main__":  # in a process of its own, so that NUMBA_DISABLE_JIT can be set
    name, number, how = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with np.errstate(over="ignore"):
        print(watched(range(number), how, name).tolist())
