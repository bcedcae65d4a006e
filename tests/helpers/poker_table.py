"""Kuhn poker as an environment for learners: n hands in parallel, each waiting for the player to move."""

import numpy as np
import pyspiel
import torch
from torch import nn

from deckspace.learning import tree_games
from deckspace.learning.losses import masked_log_probabilities
from deckspace.learning.network import Policy

KUHN = pyspiel.load_game("kuhn_poker")
HISTORIES = ("", "p", "b", "pb")


def number(key):
    """Return the number of an information set, whose key is the own card and the history, such as "1pb"."""
    return 3 * HISTORIES.index(key[1:]) + int(key[0])


class PokerTable:
    """The actions are 0 (pass), 1 (bet) and 2, which is never legal; seat 0 moves first."""

    def __init__(self, n, seed=0):
        self.n, self.rng = n, np.random.default_rng(seed)
        self.seen = {name: np.zeros(n, "i8") for name in ("seat", "set")}
        self.mask = np.tile([True, True, False], (n, 1))
        self.rewards, self.dones = np.zeros(n, "f4"), np.zeros(n, bool)
        self.states, self.learners = [None] * n, []
        for i in range(n):
            self.deal(i)

    def deal(self, i):
        self.states[i] = KUHN.new_initial_state()
        for card in self.rng.permutation(3)[:2]:
            self.states[i].apply_action(card)

    def observe(self):
        for i, state in enumerate(self.states):
            self.seen["seat"][i] = state.current_player()
            self.seen["set"][i] = number(state.information_state_string())
        return self.seen

    def masks(self):
        return self.mask

    def seated(self, games, learns):
        self.learners.append(learns)

    def step(self, actions):
        self.rewards[:], self.dones[:] = 0, False
        for i, action in enumerate(actions):
            assert action < 2, "an illegal action was taken"
            self.states[i].apply_action(int(action))
            if self.states[i].is_terminal():
                self.rewards[i], self.dones[i] = self.states[i].returns()[0] / 2, True
                self.deal(i)
        return self.rewards, self.dones

    def state(self):
        return self.rng, [each.history() for each in self.states]

    def restore(self, state):
        self.rng, histories = state
        for i, history in enumerate(histories):
            self.states[i] = KUHN.new_initial_state()
            for action in history:
                self.states[i].apply_action(action)


class Tabular(Policy):
    """A logit for each action and a value for each of the 12 information sets; `memory` is carried, not used."""

    def __init__(self, memory=0):
        super().__init__()
        self.memory = memory
        self.logits, self.values = nn.Embedding(12, 3), nn.Embedding(12, 1)
        nn.init.zeros_(self.logits.weight), nn.init.zeros_(self.values.weight)

    def encode(self, observation):
        return observation["set"], None

    def at(self, more, rows):
        return None

    def remember(self, features, state, more):
        return features, state + 1

    def heads(self, features, more):
        return self.logits(features), self.values(features)[:, 0]

    def nash_conv(self):
        """Exactly, by lib/deckspace/learning/tree_games.py."""
        game, plans = tree_games.game("kuhn"), []
        for side in game.sides:
            sets = torch.tensor([number(key) for key in side.keys])
            logits = self.logits(sets)[:, :2]
            chances = masked_log_probabilities(logits, torch.ones_like(logits).bool()).exp()
            plans.append(tree_games.plan(side, chances.detach().numpy()))
        return tree_games.nash_conv(game, plans)
