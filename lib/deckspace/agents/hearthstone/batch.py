"""Many games in parallel, each waiting for the action of the player to move.

This serves players that are not compiled: a network on another device, a person, a program. They answer for all
waiting games at once; compiled agents then play until one of these players is to move again.

    batch = Batch(specs, table, book.record)     # rows as for games.play_games, some of the Entrants Outside
    batch.begin()
    while len(rows := batch.waiting()):
        actions, offsets = batch.legal(rows)
        batch.act(rows, [choose(row, actions[a:b]) for row, (a, b) in zip(rows, pairwise(offsets))])
    batch.results                                # as those of games.play_games
"""

import numpy as np

from deckspace.agents.hearthstone.agent import kept
from deckspace.agents.hearthstone.entrants import Seats
from deckspace.agents.hearthstone.games import (
    GAME_SPEC,
    RESULT,
    SCRATCH_TYPE,
    decide,
    finish,
    forget_plan,
    take_action,
)
from deckspace.compiling import njit
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.setup import begin, deal
from deckspace.engine.hearthstone.state import MAX_ACTIONS, new_games
from deckspace.engine.records import new_record, new_records, record_type

ENTRY_TYPE = record_type(  # the data of a game besides its position
    [
        ("spec", GAME_SPEC),
        ("result", RESULT),
        ("spent", "i8"),  # mana spent in the current turn
    ]
)


class Batch:
    """The games of some rows (GAME_SPEC) among the Entrants of a table, dealt but not yet begun.

    `games` (GAME_TYPE, shape (n,)) are the full positions; lib/deckspace/engine/hearthstone/view.py says what a player
    may see of them.
    """

    def __init__(self, specs, table, book):
        self.table, self.book, self.scratch = table, book, new_record(SCRATCH_TYPE)
        self.seats = Seats(table, book)
        self.games, self.entries = new_games(len(specs)), new_records(ENTRY_TYPE, len(specs))
        self.entries.spec = specs
        deal_all(self.games, self.entries, self.seats.rows, book)

    @property
    def results(self):
        """The results of the games (RESULT, shape (n,))."""
        return self.entries.result

    def begin(self, keep=None):
        """Exchange opening hands and begin the games.

        `keep` holds a mask for each game and side, (n, 2); None: the entrants' own mulligans.
        """
        if keep is None:
            keep = np.zeros((len(self.games), 2), "i8")
            keep_all(self.games, self.entries, self.seats.rows, self.book, keep)
        begin_all(self.games, self.book, self.scratch, np.asarray(keep, "i8"))
        self.run(np.arange(len(self.games)))

    def waiting(self):
        """Return the rows of the games that wait for an outside player; all others are over."""
        return np.flatnonzero(self.games.over == 0)

    def to_move(self, rows):
        """Return the number in the table of the entrant that each of these games waits for."""
        specs = self.entries.spec[rows]
        return np.where(self.games.active[rows] == 0, specs["first"], specs["second"])

    def legal(self, rows):
        """Return the legal actions of these games in one array, and the offsets (len(rows) + 1,) of each game's part."""
        offsets = np.zeros(len(rows) + 1, "i8")
        actions = np.zeros(64 * len(rows) + MAX_ACTIONS, "i4")
        done = 0
        while done < len(rows):
            done = list_all(self.games, rows, self.book, self.scratch.work, actions, offsets, done)
            if done < len(rows):
                actions = np.concatenate([actions, np.zeros_like(actions)])
        return actions[: offsets[-1]], offsets

    def act(self, rows, actions):
        """Do one legal action in each of these games, then let compiled players move where it is their turn."""
        actions = np.asarray(actions, "i8")
        act_all(self.games, self.entries, rows, actions, self.book, self.scratch)
        self.run(rows)

    def run(self, rows):
        """Let compiled players move in these games until an outside player is to move or the game is over."""
        run_all(self.games, self.entries, rows, self.seats.rows, self.book, self.scratch)

    def play_out(self):
        """Let the functions that the games wait for play them to the end, and return the results.

        A note on an error in a function names the game and the agent.
        """
        self.begin()
        while len(rows := self.waiting()):
            agents = [self.table.agents[who] for who in self.to_move(rows)]
            self.act(rows, [self.chosen(row, agent) for row, agent in zip(rows, agents, strict=True)])
        return self.results

    def chosen(self, row, agent):
        """Return the action that a Function chooses in a game."""
        try:
            return agent.choose(self.games[row], self.table.book)
        except Exception as error:
            seed, turn = self.entries.spec.seed[row], self.games.turn[row]
            error.add_note(
                f"This happened in turn {turn} of the game with seed {seed}, where {agent.name} was to move."
            )
            raise


@njit(nogil=True, cache=True)
def deal_all(games, entries, seats, book):
    for k in range(len(games)):
        spec = entries[k].spec
        deal(games[k], book, spec.seed, seats[spec.first].deck, seats[spec.second].deck)


@njit(nogil=True, cache=True)
def keep_all(games, entries, seats, book, keep):
    """Write the masks of the cards that the entrants keep of their opening hands."""
    for k in range(len(games)):
        spec = entries[k].spec
        keep[k, 0] = kept(book, games[k].players[0], seats[spec.first].mulligan)
        keep[k, 1] = kept(book, games[k].players[1], seats[spec.second].mulligan)


@njit(nogil=True, cache=True)
def begin_all(games, book, scratch, keep):
    for k in range(len(games)):
        begin(games[k], book, scratch.work, keep[k, 0], keep[k, 1])


@njit(nogil=True, cache=True)
def list_all(games, rows, book, work, actions, offsets, begin):
    """List the legal actions of games from `rows[begin]` on; return the place at which the room ended."""
    for i in range(begin, len(rows)):
        if offsets[i] + MAX_ACTIONS > len(actions):
            return i
        count = legal_actions(games[rows[i]], book, work, actions[offsets[i] :])
        offsets[i + 1] = offsets[i] + count
    return len(rows)


@njit(nogil=True, cache=True)
def act_all(games, entries, rows, actions, book, scratch):
    """Do one action in each of some games."""
    forget_plan(scratch)  # outside players follow no plans
    for i in range(len(rows)):
        k = rows[i]
        take_turn_part(games[k], entries[k], actions[i], book, scratch)


@njit(nogil=True, cache=True)
def run_all(games, entries, rows, seats, book, scratch):
    """Let compiled players move in some games."""
    for i in range(len(rows)):
        k = rows[i]
        game, entry = games[k], entries[k]
        forget_plan(scratch)  # plans end with the turn, and a turn is played without interruption
        while not game.over:
            seat = mover(game, entry, seats)
            if seat.outside:
                break
            action = decide(game, book, seat, scratch, entry.result.sides[np.int64(game.active)])
            take_turn_part(game, entry, action, book, scratch)


@njit
def mover(game, entry, seats):
    """Return the row of the table of the player to move."""
    return seats[entry.spec.second if game.active else entry.spec.first]


@njit
def take_turn_part(game, entry, action, book, scratch):
    """Do one action of a game, and write its result if it is over."""
    side = np.int64(game.active)
    scratch.spent = entry.spent
    take_action(game, book, action, scratch, entry.result.sides[side])
    entry.spent = scratch.spent
    if game.over:
        finish(game, side, entry.result)
