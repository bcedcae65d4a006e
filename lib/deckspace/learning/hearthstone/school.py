"""Duels in which search agents take part: one says what it would do, others sit on the other side.

    school = School(duels, Teacher(eva), {"beam Control": Beam("control", fair=True)}, share=0.5)
    learner = Pupil(policy, school, Settings(...))           # lib/deckspace/learning/imitation.py

It is a Table (table.py) that shows a learner one thing more: `label`, the slot that the teacher would take. A share
of the places have an agent on one side, which plays its whole turn before the learner is asked; who sits where
changes from game to game. In the first `guided` places the teacher's slots are played instead of the learner's.
"""

import numpy as np

from deckspace.agents.hearthstone.entrants import seat_of
from deckspace.agents.hearthstone.games import SCRATCH_TYPE, SIDE_TYPE
from deckspace.engine.records import new_record
from deckspace.learning.hearthstone.matches import answer
from deckspace.learning.hearthstone.table import Table
from deckspace.learning.hearthstone.teacher import NOTHING


class School(Table):
    """Duels with given decks for a pupil. Raises ValueError where decks are built, which no agent can do."""

    def __init__(self, duels, teacher=None, agents=None, share=0.0):
        if not len(duels.given):
            raise ValueError("Agents build no decks: a school is of duels with given decks.")
        super().__init__(duels)
        self.teacher, self.guided = teacher, 0
        self.known = duels.rules, duels.given, duels.book.record, duels.scratch
        self.label = np.full(duels.n, NOTHING)
        self.seen["label"] = self.label
        self.seats = [seat_of(agent, duels.book.record) for agent in (agents or {}).values()]
        self.agents = [
            (one.rows[0], new_record(SCRATCH_TYPE), new_record(SIDE_TYPE)) for one in self.seats
        ]  # as compiled games know them: a record, what each thinks in, and what is counted
        self.guests = np.full(duels.n, -1)  # which agent sits at each place: from the last one down
        seats = round(share * duels.n) if self.agents else 0
        self.guests[duels.n - seats :] = np.arange(seats) % max(1, len(self.agents))
        self.let_agents_play()

    def observe(self):
        return self.seen

    def masks(self):
        return self.duels.mask

    def step(self, slots):
        """Take these slots (the teacher's where it guides), and the turns of agents; return results and ends."""
        told = (np.arange(self.duels.n) < self.guided) & (self.label != NOTHING)
        self.duels.step(np.where(told, self.label, slots))
        ended, result = self.duels.ended.copy(), self.duels.result.copy()
        self.let_agents_play(ended, result)
        return result * ended.astype("f4"), ended

    def state(self):
        """All games as they stand, and what the teacher says of them."""
        return super().state() | {"label": self.label}

    def restore(self, state):
        """Go on with the games that `state` gave."""
        super().restore(state)
        self.label[:] = state["label"]

    def let_agents_play(self, ended=None, result=None):
        """Let agents play until the pupil is asked everywhere; note how games end. Then ask the teacher."""
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
        """Tell (n,) bool where an agent is to move: it sits on one side in one game, on the other in the next."""
        place = np.arange(self.duels.n)
        return (self.guests >= 0) & (self.duels.seat == (place + self.duels.duels["begun"]) % 2)
