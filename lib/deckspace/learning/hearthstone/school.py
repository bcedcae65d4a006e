"""Duels with search agents: one as a teacher, others as opponents.

    school = School(duels, Teacher(eva), {"beam Control": Beam("control", fair=True)}, share=0.5)
    learner = Pupil(policy, school, Settings(...))           # lib/deckspace/learning/imitation.py

A School is a Table (table.py) whose observations also contain `label`, the slot that the teacher would take. A share of
the places has an agent on one side, which plays its whole turn before the learner is asked; sides alternate from game to
game. At the first `guided` places the teacher's slots are played instead of the learner's.
"""

import numpy as np

from deckspace.agents.hearthstone.entrants import seat_of
from deckspace.agents.hearthstone.games import SCRATCH_TYPE, SIDE_TYPE
from deckspace.engine.records import new_record
from deckspace.learning.hearthstone.matches import answer
from deckspace.learning.hearthstone.table import Table
from deckspace.learning.hearthstone.teacher import NOTHING


class School(Table):
    """Duels with given decks for a pupil. Raises ValueError for duels with deck building, which agents cannot do."""

    def __init__(self, duels, teacher=None, agents=None, share=0.0):
        if not len(duels.given):
            raise ValueError("Agents cannot build decks: a school needs duels with given decks.")
        super().__init__(duels)
        self.teacher, self.guided = teacher, 0
        self.known = duels.rules, duels.given, duels.book.record, duels.scratch
        self.label = np.full(duels.n, NOTHING)
        self.seen["label"] = self.label
        self.seats = [seat_of(agent, duels.book.record) for agent in (agents or {}).values()]
        self.agents = [
            (one.rows[0], new_record(SCRATCH_TYPE), new_record(SIDE_TYPE)) for one in self.seats
        ]  # for compiled games: a record, working space, and statistics
        self.guests = np.full(duels.n, -1)  # the agent at each place; the last places have agents
        seats = round(share * duels.n) if self.agents else 0
        self.guests[duels.n - seats :] = np.arange(seats) % max(1, len(self.agents))
        self.let_agents_play()

    def observe(self):
        return self.seen

    def masks(self):
        return self.duels.mask

    def step(self, slots):
        """Take these slots (the teacher's at guided places), then let agents play; return results and ends."""
        guided = (np.arange(self.duels.n) < self.guided) & (self.label != NOTHING)
        self.duels.step(np.where(guided, self.label, slots))
        ended, result = self.duels.ended.copy(), self.duels.result.copy()
        self.let_agents_play(ended, result)
        return result * ended.astype("f4"), ended

    def state(self):
        """Return the state of all games, and the teacher's labels."""
        return super().state() | {"label": self.label}

    def restore(self, state):
        """Continue from a `state`."""
        super().restore(state)
        self.label[:] = state["label"]

    def let_agents_play(self, ended=None, result=None):
        """Let agents play until the pupil is to move everywhere, recording ends of games; then ask the teacher."""
        duels = self.duels
        views = duels.mask, duels.cards, duels.figures, duels.seat
        while len(rows := np.flatnonzero(self.agents_turn())):
            over, how = np.zeros(duels.n, bool), np.zeros(duels.n, "i1")
            for number, agent in enumerate(self.agents):
                mine = rows[self.guests[rows] == number]
                if len(mine):
                    answer(duels.duels, mine, *agent, *self.known, *views, over, how)
            if ended is not None:
                ended |= over
                result[over] = how[over]
        if self.teacher is not None:
            self.label[:] = self.teacher.labels(duels, np.arange(duels.n))

    def agents_turn(self):
        """Return where an agent is to move, (n,) bool; agents alternate sides from game to game."""
        place = np.arange(self.duels.n)
        return (self.guests >= 0) & (self.duels.seat == (place + self.duels.duels["begun"]) % 2)
