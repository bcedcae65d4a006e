"""The random agent: it draws uniformly from all legal actions, PASS included.

It chooses exactly the action that a draw from the list of `legal_actions` would, but makes no list: it counts the
actions of every card without branches (a processor spends most of a random game on mispredicted branches), draws a
number, and finds the action with this number.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.locm.agent import BuiltIn
from deckspace.compiling import njit
from deckspace.engine.locm.cards import BLUE, CREATURE
from deckspace.engine.locm.replay import legal
from deckspace.engine.locm.rules import card_in_hand, guarded, lane_size
from deckspace.engine.locm.state import ATTACK, BOARD, GUARD, HAND, LANE, PASS, SUMMON, USE
from deckspace.engine.rng import below

# The slots in which actions are counted: PASS, own creatures in lane 0, own creatures in lane 1, the hand.
LANE_0, LANE_1, CARDS_HELD = 1, 1 + BOARD, 1 + 2 * BOARD
SLOTS = CARDS_HELD + HAND


@njit(cache=True)
def draft_uniform(game, book, agent, scratch):
    """Return one of the offered cards at random."""
    return below(game, scratch.offered)


@njit(cache=True)
def act_uniform(game, book, agent, scratch):
    """Return a legal action drawn from `game.rng`."""
    total = count_actions(game, book, scratch.counts)
    scratch.looked += total
    return nth_action(game, book, scratch.counts, below(game, total))


@njit(inline="always")
def count_targets(enemy):
    """Count the targets of attacks in lane 0 and in lane 1: guards, or else the player and all creatures."""
    left = right = left_guards = right_guards = 0
    for i in range(BOARD):
        here = np.int64(i < enemy.board_size)
        lane = here & np.int64(enemy.board[i].lane)
        guard = np.int64(enemy.board[i].keywords & GUARD != 0)
        left += here & ~lane
        right += lane
        left_guards += here & ~lane & guard
        right_guards += lane & guard
    return (
        left_guards if left_guards > 0 else left + 1,
        right_guards if right_guards > 0 else right + 1,
    )


@njit
def count_actions(game, book, counts):
    """Write the number of actions of each slot into `counts` (SLOTS,); return their sum."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    counts[0] = total = 1
    targets_0, targets_1 = count_targets(enemy)
    right = 0
    for i in range(BOARD):
        here = np.int64(i < me.board_size)
        lane = here & np.int64(me.board[i].lane)
        able = here & np.int64(me.board[i].can_attack)
        right += lane
        counts[LANE_0 + i] = (able & ~lane) * targets_0
        counts[LANE_1 + i] = (able & lane) * targets_1
        total += counts[LANE_0 + i] + counts[LANE_1 + i]
    rooms = np.int64(me.board_size - right < LANE) + np.int64(right < LANE)
    return total + count_cards(me, enemy, book, rooms, counts)


@njit(inline="always")
def count_cards(me, enemy, book, rooms, counts):
    """Count the actions of every card in the hand, `rooms` lanes being free for creatures."""
    mine, theirs = np.int64(me.board_size), np.int64(enemy.board_size)
    by_type = rooms | mine << 8 | theirs << 16 | (theirs + 1) << 24  # a byte for each card type
    total = 0
    for i in range(HAND):
        card = card_in_hand(me, book, i)
        playable = np.int64(i < me.hand_size) & np.int64(card.cost <= me.mana)
        counts[CARDS_HELD + i] = playable * (by_type >> 8 * np.int64(card.type) & 255)
        total += counts[CARDS_HELD + i]
    return total


@njit
def nth_action(game, book, counts, n):
    """Return action number `n` in the order of `legal_actions`, given the counted slots."""
    slot = 0
    while n >= counts[slot]:
        n -= counts[slot]
        slot += 1
    if slot == 0:
        return PASS
    if slot >= CARDS_HELD:
        return nth_of_card(game, book, slot - CARDS_HELD, n)
    if slot >= LANE_1:
        return nth_attack(game, slot - LANE_1, 1, n)
    return nth_attack(game, slot - LANE_0, 0, n)


@njit(inline="always")
def nth_of_card(game, book, index, n):
    """Return action number `n` of the card at `index` of the hand."""
    me = game.players[game.current]
    card = card_in_hand(me, book, index)
    if card.type == CREATURE:
        lane = n if lane_size(me, 0) < LANE else 1
        return SUMMON << 6 | index << 3 | lane
    return USE << 6 | index << 3 | n + (card.type != BLUE)


@njit(inline="always")
def nth_attack(game, index, lane, n):
    """Return attack number `n` of own creature `index` in `lane`."""
    enemy = game.players[1 - game.current]
    guard = guarded(enemy, lane)
    if n == 0 and not guard:
        return ATTACK << 6 | index << 3
    n -= not guard  # the player itself was number 0
    for j in range(enemy.board_size):
        if enemy.board[j].lane == lane and (not guard or enemy.board[j].keywords & GUARD):
            if n == 0:
                return ATTACK << 6 | index << 3 | j + 1
            n -= 1
    return PASS  # not reached: n is below the number of targets


@dataclass(frozen=True, kw_only=True)
class Random(BuiltIn):
    """Takes a card or a legal action at random, all with equal probability.

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.Random(), [ds.locm.Random()], drafts=2).games
    4
    """

    kind, drafts, acts = "random", draft_uniform, act_uniform

    def thoughts(self, seat, describe):
        n = len(legal(seat.before, seat.book))
        return [(f"one of {n} legal actions, {100 / n:.0f} % each", None)]
