"""A tiny game of building and battle: pick two of six cards in turns, then play one of them; the stronger card wins."""

import numpy as np

from lib.learning.network import BATTLE, BUILD, Shape

SHAPE = Shape(
    cards=6,
    scalars=1,
    groups={"picked": (2, 0), "hand": (2, 1)},
    pointed=("hand",),
    other_actions=1,
    heroes=2,
)


class DuelTable:
    """Cards are as strong as their number; the other's are hidden. Heroes are random and mean nothing."""

    def __init__(self, n, seed=0, uniform=0.0):
        self.rng, self.n, self.uniform = np.random.default_rng(seed), n, uniform
        self.turn = np.zeros(n, int)  # 0 to 3: picks, 4 and 5: plays
        self.decks, self.played = np.full((n, 2, 2), -1), np.zeros(n, int)
        self.hero = self.rng.integers(2, size=(n, 2))
        self.seen = {"scalars": np.zeros((n, 1), "f4"), "hand_features": np.zeros((n, 2, 1), "f4")}

    def observe(self):
        g, seat = np.arange(self.n), self.turn % 2
        self.seen["seat"], self.seen["stage"] = seat, np.where(self.turn < 4, BUILD, BATTLE)
        self.seen["hero"] = self.hero[g, seat]
        self.seen["opponent_hero"] = np.where(self.turn < 4, -1, self.hero[g, 1 - seat])
        self.seen["picked_cards"] = self.seen["hand_cards"] = self.decks[g, seat]
        self.seen["uniform"] = (self.turn < 2) & (self.hero[g, seat] < self.uniform)
        return self.seen

    def masks(self):
        mask = np.zeros((self.n, SHAPE.actions), bool)
        building = self.turn < 4
        mask[building] = True
        mask[building, self.decks[building, self.turn[building] % 2, 0]] &= self.turn[building] < 2
        mask[~building, :2] = True  # the third is never legal in battle
        return mask

    def step(self, actions):
        g, seat = np.arange(self.n), self.turn % 2
        assert self.masks()[g, actions].all(), "an illegal action was taken"
        building = self.turn < 4
        self.decks[g[building], seat[building], self.turn[building] // 2] = actions[building]
        card = self.decks[g, seat, np.minimum(actions, 1)]
        dones = self.turn == 5
        rewards = np.where(dones, np.sign(self.played - card), 0).astype("f4")
        self.played = np.where(self.turn == 4, card, self.played)
        self.turn = np.where(dones, 0, self.turn + 1)
        self.decks[dones] = -1
        return rewards, dones
