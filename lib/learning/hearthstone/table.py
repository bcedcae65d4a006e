"""Duels as games of lib/learning/learner.py, and the policy of duels as one of its policies.

duels = Duels(small_game(random_picks=True), n=256, seed=1)
learner = Learner(Seated(Policy(duels.game, Sizes(memory=256))), Table(duels), Settings(...))
"""

import torch
from torch import nn

from lib.learning.hearthstone.slots import BATTLE_SLOTS


class Table:
    """Duels for an actor: what is seen, what is legal, and the result for side 0 where a game has ended."""

    def __init__(self, duels):
        self.duels = duels
        self.seen = {"cards": duels.cards, "figures": duels.figures, "seat": duels.seat}

    def observe(self):
        return self.seen

    def masks(self):
        return self.duels.mask

    def step(self, slots):
        self.duels.step(slots)
        return self.duels.result * self.duels.ended.astype("f4"), self.duels.ended


class Seated(nn.Module):
    """A policy of duels (network.py) for a learner, who masks by itself: see lib/learning/network.py, `Policy`."""

    def __init__(self, policy):
        super().__init__()
        self.policy, self.memory = policy, 2 * policy.sizes.memory
        everything = torch.ones(1, BATTLE_SLOTS + len(policy.candidates), dtype=torch.bool)
        self.register_buffer("everything", everything, persistent=False)

    def forward(self, observation, state):
        memory = state.unflatten(1, (2, -1)) if self.memory else None
        seen = observation["cards"], observation["figures"]
        logs, values, memory = self.policy(*seen, self.everything.expand(len(seen[0]), -1), memory)
        return logs, values, memory.flatten(1) if self.memory else state

    def unroll(self, observation, state, dones):
        """Logits (T, B, slots) and values (T, B), all at once where nothing is remembered."""
        if not self.memory:
            flat = {name: part.flatten(0, 1) for name, part in observation.items()}
            logs, values, _ = self(flat, state)
            return logs.unflatten(0, dones.shape), values.unflatten(0, dones.shape)
        steps = []
        for t, done in enumerate(dones):
            *step, state = self({name: part[t] for name, part in observation.items()}, state)
            state = state * ~done[:, None]
            steps.append(step)
        return tuple(torch.stack(part) for part in zip(*steps, strict=True))
