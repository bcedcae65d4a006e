"""Alpha-beta search with iterative deepening over guessed positions.

A line of play consists of own actions, the end of the turn, and actions of the opponent's reply; the position after
it is evaluated (evaluation.py). The player to move maximises the value, the opponent minimises it. The depth grows
while the budget lasts: 1, 2, 3, ... own actions and half as many of the reply; each iteration tries the best action
of the last one first. The last own action of a line is followed by the end of the turn, so that no line looks better
only because the reply to it is not searched.

Several guesses at hidden cards (fair.py) share the budget. Each votes for its best action, and the action with most
votes is chosen; of equals, the one that received its first vote first.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.hearthstone.budget import (
    BUDGET_TYPE,
    SPENT_TYPE,
    Searcher,
    ends_turn,
    imagine,
    is_spent,
    leave_out_the_same,
    start,
)
from deckspace.agents.hearthstone.evaluation import LOST, WON, evaluate
from deckspace.agents.hearthstone.hashing import hash_of
from deckspace.compiling import njit
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import END_TURN, GAME_TYPE, MAX_ACTIONS, NO_TARGET
from deckspace.engine.records import record_type
from deckspace.engine.rng import GOLDEN, mix
from deckspace.errors import check_whole

STEPS = 12  # own actions in the longest line
FRAMES = STEPS + STEPS // 2 + 8  # positions on a line; choices take a frame but do not count as actions
LISTED = 400  # actions that are considered in a position
SEEN = 1 << 13  # entries of the transposition table
MAX_GUESSES = 32
HIGHEST, LOWEST = WON + 1, LOST - 1

ALPHABETA_TYPE = record_type([("budget", BUDGET_TYPE), ("guesses", "u1"), ("unused", "u1", 7)])


FRAME_TYPE = record_type(  # a position on the current line
    [
        ("game", GAME_TYPE),
        ("key", "u8"),
        ("actions", "i4", LISTED),
        ("count", "i4"),
        ("next", "i4"),  # actions tried so far
        ("alpha", "i4"),  # the value that the searching player is sure of elsewhere
        ("best", "i4"),  # value so far
        ("choice", "i4"),  # index of the action that leads to it
        ("left", "i2"),  # own actions left on this line
        ("answers", "i2"),  # the opponent's actions left on this line
    ]
)
VALUE_TYPE = record_type(
    [("key", "u8"), ("value", "i4"), ("exact", "i4")]
)  # exact 0: value is an upper bound
BOARD_TYPE = record_type(
    [
        ("imagined", GAME_TYPE),
        ("frames", FRAME_TYPE, FRAMES),
        ("seen", VALUE_TYPE, SEEN),
        ("salt", "u8"),  # separates the table entries of one iteration from all others
        ("limited", "i4"),  # whether the depth limit cut a line in this iteration
        ("value", "i4"),  # of the position evaluated last
        ("actions", "i4", MAX_ACTIONS),  # in the real position
        ("listed", "i4", MAX_ACTIONS),  # in the current position
        ("votes", "i4", LISTED),
        ("spent", SPENT_TYPE),
    ]
)


@dataclass(frozen=True)
class AlphaBeta(Searcher):
    """Alpha-beta search over `guesses` guesses at hidden cards, which share the budget; if it peeks, in the true position.

    With 1000 positions per action and the decks of EVA's paper, few guesses are better than many.

    >>> import deckspace as ds
    >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Starter Warlock", seed=1)
    >>> game.ask(ds.AlphaBeta(positions=50)) in game.legal()
    True
    """

    SETTINGS, ROOM = ALPHABETA_TYPE, BOARD_TYPE

    guesses: int = 2

    def __post_init__(self):
        super().__post_init__()
        check_whole("The number of guesses", self.guesses, 1, MAX_GUESSES)

    def write(self, settings):
        super().write(settings)
        settings.guesses = self.guesses if self.fair else 1

    @staticmethod
    @njit(cache=True)
    def act(game, book, work, settings, board, decision):
        """Return the action with the most votes."""
        budget, guesses = settings.budget, np.int64(settings.guesses)
        start(game, budget, board.spent, decision.number)
        count = leave_out_the_same(game, book, board.actions, legal_actions(game, book, work, board.actions))
        if count == 1:
            return np.int64(board.actions[0])
        count = min(count, LISTED)
        board.votes[:count] = 0
        chosen, whole = np.int64(0), np.int64(board.spent.limit)
        began = whole - budget.nanoseconds if board.spent.timed else 0
        for k in range(guesses):
            board.imagined = game
            imagine(board.imagined, book, work, budget, board.spent)
            board.spent.limit = began + (whole - began) * (k + 1) // guesses
            board.spent.late = 0
            vote = deepen(book, work, board)
            board.votes[vote] += 1
            if board.votes[vote] > board.votes[chosen]:
                chosen = vote
        decision.nodes = board.spent.nodes
        return np.int64(board.actions[chosen])

    def thoughts(self, game, book, board, decision, action):
        """Return how many positions it has tried: none if there was only one action."""
        return [(f"{int(decision.nodes)} positions tried", None)]


@njit(inline="always")
def deepen(book, work, board):
    """Search one guess with iterative deepening; return the index of its best action in the real position's list."""
    side, best, action = np.int64(board.imagined.active), np.int64(0), np.int64(-1)
    for steps in range(1, STEPS + 1):
        board.limited = 0
        board.spent.rng += GOLDEN
        board.salt = mix(board.spent.rng)
        open_frame(book, work, board, 0, side, steps, steps // 2)
        put_first(board.frames[0], action)
        finished = search(book, work, board, side, action < 0)
        top = board.frames[0]
        if top.choice >= 0:
            action = np.int64(top.actions[top.choice])
        if not finished or not board.limited or is_spent(board.spent):
            break
    while board.actions[best] != action:
        best += 1
    return best


@njit
def put_first(frame, action):
    """Move an action to the front of a frame's list."""
    for k in range(np.int64(frame.count)):
        if frame.actions[k] == action:
            frame.actions[k] = frame.actions[0]
            frame.actions[0] = action


# --- One iteration -------------------------------------------------------------------------


@njit(inline="always")
def search(book, work, board, side, must):
    """Find the value of the first frame's position; return False if the budget ran out before.

    If `must` is set, it continues until it knows the value of at least one action.
    """
    depth = 0
    while depth >= 0:
        frame = board.frames[depth]
        mine = frame.game.active == side
        if frame.next == frame.count or (not mine and frame.best <= frame.alpha):
            remember(board, frame)
            depth -= 1
            if depth >= 0:
                take(board.frames[depth], np.int64(frame.best), side)
        elif is_spent(board.spent) and (board.frames[0].choice >= 0 or not must):
            return False
        elif go_down(book, work, board, depth, side):
            depth += 1
        else:
            take(frame, np.int64(board.value), side)
    return True


@njit(inline="always")
def go_down(book, work, board, depth, side):
    """Do the next action of a frame; return True to search on from there, otherwise `board.value` is its value."""
    frame, child = board.frames[depth], board.frames[depth + 1]
    action = np.int64(frame.actions[frame.next])
    frame.next += 1
    child.game = frame.game
    child.game.rng = mix(frame.game.rng + np.uint64(frame.next) * GOLDEN)
    counts = 0 if frame.game.choice.count or ends_turn(action) else 1
    mine = frame.game.active == side
    act(child.game, book, work, action)
    board.spent.nodes += 1
    left, answers = np.int64(frame.left), np.int64(frame.answers)
    if mine:
        left -= counts
    else:
        answers -= counts
    is_mine = child.game.active == side
    back = not mine and is_mine
    if child.game.over or back or (not is_mine and answers <= 0) or depth + 2 == FRAMES:
        board.limited |= not (child.game.over or back)
        board.value = evaluate(child.game, book, side)
        return False
    child.alpha = max(frame.alpha, frame.best) if mine else frame.alpha
    child.key = key_of(board, child.game, left, answers)
    if is_known(board, child):
        return False
    open_frame(book, work, board, depth + 1, side, left, answers)
    return True


@njit(inline="always")
def open_frame(book, work, board, depth, side, left, answers):
    """Open a frame and list the actions of its position; the first frame holds the guessed position."""
    frame = board.frames[depth]
    if depth == 0:
        frame.game = board.imagined
        frame.alpha = LOWEST
        frame.key = key_of(board, frame.game, left, answers)
    frame.left, frame.answers = left, answers
    frame.next, frame.choice = 0, -1
    mine = frame.game.active == side
    frame.best = LOWEST if mine else HIGHEST
    if mine and left <= 0 and not frame.game.choice.count:
        board.limited = 1
        frame.actions[0], frame.count = END_TURN << 16 | NO_TARGET, 1
        return
    list_actions(book, work, board, frame)


@njit(inline="always")
def list_actions(book, work, board, frame):
    """List the actions of a frame's position, with attacks first and the end of the turn last."""
    count = legal_actions(frame.game, book, work, board.listed)
    count = min(leave_out_the_same(frame.game, book, board.listed, count), LISTED)
    for k in range(count):
        frame.actions[k] = board.listed[count - 1 - k]
    frame.count = count


@njit
def take(frame, value, side):
    """Update a frame with the value of the action tried last."""
    if (value > frame.best) if frame.game.active == side else (value < frame.best):
        frame.best, frame.choice = value, frame.next - 1


# --- Transposition table -----------------------------------------------------------------------


@njit
def key_of(board, game, left, answers):
    """Return the key of a position with these numbers of actions left on its line."""
    return mix(hash_of(game) ^ board.salt) + np.uint64(left << 8 | answers)


@njit
def is_known(board, frame):
    """Tell whether the table decides a position's value; if so, it is `board.value`."""
    entry = board.seen[np.int64(frame.key & np.uint64(SEEN - 1))]
    board.value = entry.value
    return entry.key == frame.key and (entry.exact != 0 or entry.value <= frame.alpha)


@njit
def remember(board, frame):
    """Store the value of a frame's position, as exact or as an upper bound."""
    entry = board.seen[np.int64(frame.key & np.uint64(SEEN - 1))]
    entry.key, entry.value = frame.key, frame.best
    entry.exact = frame.best > frame.alpha
