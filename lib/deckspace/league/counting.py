"""Games in which every action is counted, to measure the time per action.

They are the games of the league, in the same compiled loops; Hearthstone's usual loop counts turns only.
"""

import time

import numpy as np

from deckspace.agents.hearthstone.entrants import Seats
from deckspace.agents.hearthstone.games import (
    RESULT,
    SCRATCH_TYPE,
    begin_game,
    decide,
    forget_plan,
    take_action,
)
from deckspace.agents.locm.players import new_scratch, play_games
from deckspace.compiling import njit
from deckspace.engine.records import new_record
from deckspace.learning.hearthstone.matches import Match


def hearthstone_actions(games, table, book) -> int:
    """Play whole games of Hearthstone, one per row of GAME_SPEC; return the number of actions."""
    seats = Seats(table, book)
    return int(count_hearthstone(games, seats.rows, book, new_record(SCRATCH_TYPE), np.zeros(1, RESULT)))


def locm_actions(games, table, book) -> int:
    """Play games of LoCM, one per row of GAME_SPEC; return the number of actions in their battles."""
    scratch = new_scratch()
    play_games(games, table, book, scratch)
    return int(scratch.taken)


class Counted(Match):
    """A self-match that counts actions and the processor time that they take."""

    actions, seconds = 0, 0.0

    def step(self, rows):
        seat, games = self.seats[0], self.duels.duels["game"]
        if seat.agent is not None:
            self.actions += int(count_turns(self.duels.duels, rows, *seat.agent, self.duels.book.record))
        before = [game.tobytes() for game in games[rows]]
        start = time.thread_time()
        stepped = super().step(rows)
        self.seconds += time.thread_time() - start
        if seat.agent is None:  # some decisions only begin an action and do not change the game
            after = [game.tobytes() for game in games[rows]]
            self.actions += sum(one != other for one, other in zip(before, after, strict=True))
        return stepped


@njit(nogil=True, cache=True)
def count_hearthstone(games, seats, book, scratch, blank):
    """Play all games in order; return the number of actions."""
    actions, results = 0, blank.copy()
    for k in range(len(games)):
        results[0] = blank[0]
        first, second = seats[games[k].first], seats[games[k].second]
        begin_game(games[k].seed, first, second, book, scratch)
        game = scratch.game
        while not game.over:
            side = np.int64(game.active)
            seat, took = second if side else first, results[0].sides[side]
            take_action(game, book, decide(game, book, seat, scratch, took), scratch, took)
            actions += 1
    return actions


@njit(nogil=True, cache=True)
def count_turns(duels, rows, seat, scratch, took, book):
    """Play an agent's turn in copies of some games, as matches do; return the number of actions."""
    actions = 0
    for i in range(len(rows)):
        scratch.game = duels[rows[i]].game
        game, side = scratch.game, np.int64(duels[rows[i]].seat)
        forget_plan(scratch)
        took.plans = np.int64(game.turn) << 8
        while not game.over and game.active == side:
            take_action(game, book, decide(game, book, seat, scratch, took), scratch, took)
            actions += 1
    return actions
