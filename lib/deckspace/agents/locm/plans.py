"""Plans: a whole turn, decided at once and then followed action by action.

An agent that decides whole turns makes a plan with `clear_plan` and `add_step`, and answers from it as long as the game
matches the plan. Agents need no other memory: a plan that does not fit the position is replaced by a new one.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.locm.rules import act
from deckspace.engine.locm.state import BOARD, DECK, GAME_TYPE, HAND, PASS
from deckspace.engine.records import record_type
from deckspace.engine.rng import GOLDEN, mix

STEPS = 40  # more than any turn needs: 8 cards, 12 attacks and the end

PLAN_TYPE = record_type(
    [
        ("game", GAME_TYPE),  # where the plan leads, as far as it has been made
        ("actions", "i2", STEPS),
        ("states", "u8", STEPS),  # hash of the view of the position that each action is meant for
        ("length", "i8"),
        ("next", "i8"),
        ("mine", "u1", BOARD),  # for scripts: the numbers of creatures on both boards and places in hand
        ("theirs", "u1", BOARD),  # when the turn begins, in the script's own order
        ("held", "u1", HAND),
        ("status", "u1", HAND + 2 * BOARD),  # of all these cards, see baseline1.py
        ("mana", "i8"),
        ("used", "i8"),
    ]
)


@njit
def clear_plan(plan, game):
    """Begin a plan at this position."""
    plan.length, plan.next = 0, 0
    plan.game.rng = game.rng
    copy_game(plan.game, game)


@njit
def copy_game(target, source):
    """Copy a game without its random state."""
    target.turn, target.current, target.winner = source.turn, source.current, source.winner
    target.twins = source.twins
    target.players[0] = source.players[0]
    target.players[1] = source.players[1]


@njit
def add_step(plan, book, action):
    """Add a legal action to the plan and carry it out in the plan's game (PASS only ends the plan)."""
    plan.states[plan.length] = view_hash(plan.game)
    plan.actions[plan.length] = action
    plan.length += 1
    if action != PASS:
        act(plan.game, book, action)


@njit
def end_plan(plan, book):
    """End the planned turn, unless it has decided the game."""
    if plan.game.winner < 0:
        add_step(plan, book, PASS)


@njit
def next_step(plan, game):
    """Return the planned action for this position, or -1 if there is none."""
    if plan.next >= plan.length or plan.states[plan.next] != view_hash(game):
        return -1
    plan.next += 1
    return np.int64(plan.actions[plan.next - 1])


@njit
def follow(scratch, game):
    """Return the first step of a new plan, whose steps count as actions that were evaluated."""
    scratch.looked += scratch.plan.length
    return next_step(scratch.plan, game)


@njit
def number_of(creature):
    """Return a number that no other creature of its player has: its card's place in the deck, or a twin's beyond these."""
    return DECK + np.int64(creature.twin) if creature.twin else np.int64(creature.place)


@njit
def find(player, number):
    """Return the index on the board of the creature with this number, or -1."""
    for i in range(player.board_size):
        if number_of(player.board[i]) == number:
            return np.int64(i)
    return -1


@njit
def find_in_hand(player, place):
    """Return the index in the hand of the card from this place in the deck, or -1."""
    for i in range(player.hand_size):
        if player.hand[i] == place:
            return np.int64(i)
    return -1


@njit
def view_hash(game):
    """Return a 64-bit hash of a position within a turn, as the mover sees it.

    The order of creatures and cards does not count, nor do decks and the enemy's hand.
    """
    me, enemy = game.players[game.current], game.players[1 - game.current]
    total = board_print(me) + GOLDEN * board_print(enemy)
    for i in range(me.hand_size):
        total += mix(np.uint64(256) + np.uint64(me.deck[me.hand[i]]))
    numbers = np.uint64(game.turn)
    numbers = numbers << np.uint64(8) | np.uint64(me.mana)
    numbers = numbers << np.uint64(8) | np.uint64(me.next_draw)
    numbers = numbers << np.uint64(16) | np.uint64(np.int64(me.hp) + 4096)
    numbers = numbers << np.uint64(16) | np.uint64(np.int64(enemy.hp) + 4096)
    return mix(total ^ mix(numbers) ^ game.rng)


@njit
def board_print(player):
    """Return a 64-bit hash of a board; the order of the creatures does not count."""
    total = np.uint64(0)
    for i in range(player.board_size):
        one = player.board[i]
        number = np.uint64(one.attack)
        number = number << np.uint64(16) | np.uint64(one.defense)
        number = number << np.uint64(8) | np.uint64(one.keywords)
        number = number << np.uint64(1) | np.uint64(one.lane)
        number = number << np.uint64(1) | np.uint64(one.can_attack)
        number = number << np.uint64(1) | np.uint64(one.has_attacked)
        total += mix(number + GOLDEN)
    return total
