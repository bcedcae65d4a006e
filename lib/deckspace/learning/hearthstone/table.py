"""Duels as an environment of lib/deckspace/learning/learner.py.

duels = Duels(small_game(random_picks=True), n=256, seed=1)
learner = Learner(Network(duels.game, Sizes(lstm=256)), Table(duels), Settings(...))
"""

import numpy as np

from deckspace.learning.osfp import peeks


class Table:
    """Duels for an actor: observations, legal slots, and the result for side 0 when a game has ended.

    With `chance` (a numpy Generator) both sides peek as in the training of c5: the learner sees a random number of the
    opponent's first picks, and the opponent never more of the learner's (section IV.H). If both sides learn, a coin
    decides who sees more. With `alike` both numbers are independent, which the paper advises against.
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
        """Return the state of all games and of chance."""
        return {"duels": self.duels.state(), "chance": self.chance}

    def restore(self, state):
        """Continue from a `state`."""
        self.duels.restore(state["duels"])
        self.chance = state["chance"]

    def reseed(self, seed):
        """Begin new games everywhere, which draw chance from this seed."""
        self.duels.reseed(seed)
        self.chance = self.chance and np.random.default_rng(seed)

    def seated(self, games, learns):
        """Draw how many picks the sides of new games see of each other; `learns` (k, 2) bool are the learning sides."""
        if self.chance is None:
            return
        sees = peeks(self.chance, len(games), self.duels.game.picks, self.alike)
        target = np.where(learns.all(1), self.chance.integers(2, size=len(games)), learns[:, 1])
        self.duels.reveal(games, np.where(target[:, None] == 0, sees, sees[:, ::-1]))
