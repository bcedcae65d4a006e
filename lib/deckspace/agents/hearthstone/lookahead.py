"""One-step lookahead: try every action, and take the one after which the position is best.

It tries every action on a copy of the game with guessed hidden cards and evaluates the position after it
(evaluation.py), for the end of the turn after the opponent's draw. This repeats with new guesses and new chance until
the budget is spent; the action with the best average is taken, the first of equals.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.hearthstone.agent import MAX_THOUGHTS
from deckspace.agents.hearthstone.budget import (
    BUDGET_TYPE,
    SPENT_TYPE,
    Searcher,
    imagine,
    is_spent,
    leave_out_the_same,
    start,
)
from deckspace.agents.hearthstone.evaluation import evaluate
from deckspace.compiling import njit
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import GAME_TYPE, MAX_ACTIONS
from deckspace.engine.records import record_type
from deckspace.engine.rng import GOLDEN, mix

LOOKAHEAD_TYPE = record_type([("budget", BUDGET_TYPE)])
LOOK_TYPE = record_type(
    [
        ("imagined", GAME_TYPE),  # the game with guessed hidden cards
        ("child", GAME_TYPE),  # the same after an action
        ("actions", "i4", MAX_ACTIONS),
        ("count", "i8"),
        ("totals", "i8", MAX_ACTIONS),  # sum of the values after each action
        ("spent", SPENT_TYPE),
    ]
)


@dataclass(frozen=True)
class Lookahead(Searcher):
    """Looks one action ahead, repeatedly while its budget lasts, and at least once at each action.

    >>> import deckspace as ds
    >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Starter Warlock", seed=1)
    >>> game.ask(ds.Lookahead(positions=50)) in game.legal()
    True
    """

    SETTINGS, ROOM = LOOKAHEAD_TYPE, LOOK_TYPE

    @staticmethod
    @njit(cache=True)
    def act(game, book, work, settings, room, decision):
        """Return the action with the highest average value, the first of equals."""
        side = np.int64(game.active)
        start(game, settings.budget, room.spent, decision.number)
        count = leave_out_the_same(game, book, room.actions, legal_actions(game, book, work, room.actions))
        room.count = count
        for k in range(count):
            room.totals[k] = 0
        while count > 1:
            try_all(game, book, work, settings, room, side, count)
            if is_spent(room.spent):
                break
        best = 0
        for k in range(1, count):
            if room.totals[k] > room.totals[best]:
                best = k
        decision.nodes = room.spent.nodes
        return np.int64(room.actions[best])

    def thoughts(self, game, book, room, decision, action):
        """Return the best actions with their average values."""
        if not decision.nodes:  # there was only one action
            return []
        worth = room.totals[: room.count] * room.count / int(decision.nodes)
        best = np.argsort(-worth, kind="stable")[:MAX_THOUGHTS]
        return [(describe_action(game, book, int(room.actions[k])), float(worth[k])) for k in best]


@njit(inline="always")
def try_all(game, book, work, settings, room, side, count):
    """Try every action once, with one guess at the hidden cards."""
    room.imagined = game
    imagine(room.imagined, book, work, settings.budget, room.spent)
    child = room.child
    for k in range(count):
        room.child = room.imagined
        room.spent.rng += GOLDEN
        child.rng = mix(room.spent.rng)
        act(child, book, work, np.int64(room.actions[k]))
        room.totals[k] += evaluate(child, book, side)
    room.spent.nodes += count
