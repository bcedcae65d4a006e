"""The base of agents that search with a budget: the budget, when it is spent, and what they may see.

A budget applies to one decision, which is one action. It is either a number of simulated positions, so that a game is
reproducible from its seed, or a number of milliseconds of processor time (clock.py), which is not reproducible: how
far a search gets depends on the machine.
"""

from dataclasses import dataclass, field

import numpy as np

from deckspace.agents.hearthstone.agent import Agent
from deckspace.agents.hearthstone.clock import NANOSECONDS, THREAD_TIME, now
from deckspace.agents.hearthstone.fair import HIDDEN_TYPE, guess
from deckspace.compiling import njit
from deckspace.engine.hearthstone.state import END_TURN, MINION, PLAY
from deckspace.engine.records import record_type
from deckspace.engine.rng import GOLDEN, derive, mix
from deckspace.errors import check_whole, is_number, shown

BETWEEN_LOOKS = 16  # positions simulated between two looks at the clock
MAX_POSITIONS, MAX_MILLISECONDS = 10**7, 10**5

BUDGET_TYPE = record_type(
    [
        ("positions", "i8"),
        ("nanoseconds", "i8"),  # if not 0, used instead of positions
        ("fair", "u1"),
        ("unused", "u1", 7),
    ]
)
SPENT_TYPE = record_type(  # the cost of a decision so far
    [
        ("rng", "u8"),  # for all guesses and all chance in it
        ("nodes", "i8"),  # positions simulated
        ("limit", "i8"),  # the number of positions, or the time, at which it ends
        ("next_look", "i8"),  # the number of positions at which the clock is next read
        ("timed", "u1"),
        ("late", "u1"),
        ("unused", "u1", 6),
        ("hidden", HIDDEN_TYPE),
    ]
)


@dataclass(frozen=True)
class Searcher(Agent):
    """An agent with a budget per action: `positions` to simulate or, if not 0, `milliseconds` of processor time.

    If it is `fair`, it guesses hidden cards, again and again (fair.py); otherwise it peeks. By default it keeps its
    whole opening hand. Raises ValueError for an invalid budget.
    """

    positions: int = 1000
    milliseconds: float = 0
    fair: bool = True
    mulligan: str = field(default="keep_all", kw_only=True)

    def __post_init__(self):
        super().__post_init__()
        check_whole("The number of positions in a budget", self.positions, 1, MAX_POSITIONS)
        if not is_number(self.milliseconds) or not 0 <= self.milliseconds <= MAX_MILLISECONDS:
            raise ValueError(
                f"A budget must be a number of milliseconds from 0 to {MAX_MILLISECONDS}, not {shown(self.milliseconds)}."
            )
        if self.milliseconds and THREAD_TIME is None:
            raise ValueError(
                "This system has no clock for the time of a thread: use a budget of positions instead."
            )

    def write(self, settings):
        settings.budget.positions, settings.budget.fair = self.positions, self.fair
        settings.budget.nanoseconds = round(self.milliseconds * NANOSECONDS)


@njit
def start(game, budget, spent, decision):
    """Begin a decision; the number `decision` must differ between the decisions of its player in this game."""
    spent.rng = derive(game.rng, 2 * decision + game.active + 2)
    spent.nodes = spent.next_look = spent.late = 0
    spent.timed = budget.nanoseconds != 0
    spent.limit = now() + budget.nanoseconds if spent.timed else budget.positions


@njit
def is_spent(spent):
    """Tell whether the budget of a decision is spent."""
    if not spent.timed:
        return spent.nodes >= spent.limit
    if spent.nodes >= spent.next_look:
        spent.next_look = spent.nodes + BETWEEN_LOOKS
        spent.late = now() >= spent.limit
    return spent.late != 0


@njit(inline="always")
def imagine(copy, book, work, budget, spent):
    """Turn a copy of a game into a guess of the player to move, a new one each time, unless it peeks."""
    spent.rng += GOLDEN
    copy.rng = mix(spent.rng)
    if budget.fair:
        guess(copy, book, work, np.int64(copy.active), spent.hidden)


# --- Pruning of actions --------------------------------------------------------------------


@njit
def leave_out_the_same(game, book, actions, count):
    """Remove equivalent actions from `count` legal ones, keeping their order; return how many are left.

    Only the first of equal cards in the hand is played, and minions only to the right of all others: their position
    matters to few cards, and positions would soon use up a budget.
    """
    player = game.players[np.int64(game.active)]
    left, same = 0, np.int64(copies_in_hand(player))
    for k in range(count):
        action = np.int64(actions[k])
        if action >> 16 == PLAY:
            index = action >> 9 & 31
            is_minion = book.cards[player.hand[index].card].type == MINION
            if same >> index & 1 or (is_minion and action >> 5 & 15 != player.minions):
                continue
        actions[left] = action
        left += 1
    return left


@njit
def copies_in_hand(player):
    """Return a mask of the cards of a hand that duplicate one further left."""
    mask = np.int64(0)
    for i in range(1, np.int64(player.hand_size)):
        for k in range(i):
            if is_like(player.hand[i], player.hand[k]):
                mask |= 1 << i
    return mask


@njit
def is_like(one, other):
    """Tell whether two cards of a hand are equal in all that their holder knows."""
    return (
        one.card == other.card
        and one.cost == other.cost
        and one.attack == other.attack
        and one.health == other.health
        and one.count == other.count
        and one.parts[0] == other.parts[0]
        and one.parts[1] == other.parts[1]
    )


@njit
def ends_turn(action):
    return action >> 16 == END_TURN
