"""Duels as games of lib/deckspace/learning/learner.py.

duels = Duels(small_game(random_picks=True), n=256, seed=1)
learner = Learner(Network(duels.game, Sizes(lstm=256)), Table(duels), Settings(...))
"""

import numpy as np

from deckspace.learning.osfp import peeks


class Table:
    """Duels for an actor: what is seen, what is legal, and the result for side 0 where a game has ended.

    With `chance` (numpy's Generator) both sides peek as in the training of c5: the learner sees so many of the
    other's first picks, and its opponent never more of the learner's (section IV.H). Where both sides learn, a coin
    says who sees more. With `alike` the opponent sees as many as chance says, too: what the paper advises against.
    """

    def __init__(self, duels, chance=None, alike=False):
        self.duels, self.chance, self.alike = duels, chance, alike
        self.seen = {"cards": duels.cards, "figures": duels.figures, "seat": duels.seat}

    def observe(self):
        return self.seen

    def masks(self):
        return self.duels.mask

    def step(self, slots):
        self.duels.step(slots)
        return self.duels.result * self.duels.ended.astype("f4"), self.duels.ended

    def state(self):
        """All games as they stand, and chance."""
        return {"duels": self.duels.state(), "chance": self.chance}

    def restore(self, state):
        """Go on with the games that `state` gave."""
        self.duels.restore(state["duels"])
        self.chance = state["chance"]

    def seated(self, games, learns):
        """Draw what the sides of games that begin see of each other; `learns` (k, 2) bool says who learns."""
        if self.chance is None:
            return
        sees = peeks(self.chance, len(games), self.duels.game.picks, self.alike)
        target = np.where(learns.all(1), self.chance.integers(2, size=len(games)), learns[:, 1])
        self.duels.reveal(games, np.where(target[:, None] == 0, sees, sees[:, ::-1]))
