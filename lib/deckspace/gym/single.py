"""A single game for Gymnasium: of a policy against itself, or against an opponent."""

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from deckspace.agents.roster import roster
from deckspace.errors import BadInput, shown
from deckspace.gym.checks import check_slot
from deckspace.gym.games import Games, first_of

POSITIONS = 1000  # that an agent with a budget, given by its name, may simulate for an action
ALL = np.ones(1, bool)
NOTHING = -1  # no slot: the opponent's agent has none for what it wants


class SelfPlay(gymnasium.Env):
    """One game, in which one policy decides for both sides; an illegal slot loses it, for learners without masks."""

    metadata = {"render_modes": []}

    def __init__(self, make):
        self.games = Games(make)
        self.observation_space, self.action_space = self.games.spaces()

    def reset(self, *, seed=None, options=None):
        """Begin a game, which depends on the seed and the slots taken; without a seed, the one after the last."""
        super().reset(seed=seed)
        self.games.begin(ALL, seed, self.np_random)
        return self.seen()

    def step(self, action):
        """Take a slot; the reward of whoever takes it is 1 for a win, -1 for a loss. Raises ResetNeeded after the end."""
        self.check_on()
        slot = check_slot(action, self.games.duels.slots)
        if not self.games.duels.mask[0, slot]:
            self.games.lose(0, self.np_random)
            seen, info = self.seen()
            return seen, -1.0, True, False, info | {"illegal": True}
        reward = self.take(slot)
        seen, info = self.seen()
        return seen, reward, self.over(), False, info

    def take(self, slot):
        """Take a legal slot and return the reward."""
        return float(self.games.step([slot])[0])

    def seen(self):
        seen, info = self.games.seen()
        return first_of(seen), first_of(info) | {"seat": int(info["seat"][0])}

    def over(self):
        return bool(self.games.over[0])

    def check_on(self):
        """Raise ResetNeeded unless a game is going on."""
        if self.over():
            raise ResetNeeded("The game is over, or has not begun: call reset() for the next one.")

    def action_masks(self):
        """Return the mask of legal slots (slots,) bool, by the name that sb3-contrib looks for.

        Raises ResetNeeded after the end, and before the first reset.
        """
        self.check_on()
        return self.games.seen()[1]["action_mask"][0].astype(bool)


class Against(SelfPlay):
    """One game, seen from one `side`: 0, which moves first, 1, or None for one of them at random in each game.

    The other side plays at random (`opponent` None) or as an object with `slot(duels)` says.
    """

    def __init__(self, make, opponent=None, side=0):
        if side not in (0, 1, None):
            raise BadInput(
                f"The side must be 0, which moves first, 1, or None for either at random, not {shown(side)}."
            )
        super().__init__(make)
        self.opponent, self.given, self.side = opponent, side, side or 0

    def reset(self, *, seed=None, options=None):
        """Begin a game, and let the opponent move if it is first."""
        super().reset(seed=seed)
        self.side = int(self.np_random.integers(2)) if self.given is None else self.given
        self.answer()
        return self.seen()

    def take(self, slot):
        """Take a legal slot, let the opponent answer, and return the reward."""
        reward = super().take(slot)
        return reward if self.over() else self.answer()

    def answer(self):
        """Let the opponent move until the learner decides; return the learner's reward."""
        reward = 0.0
        while not self.over() and self.games.duels.seat[0] != self.side:
            reward -= super().take(self.slot_of_opponent())
        return reward

    def slot_of_opponent(self):
        """Return the opponent's slot: its agent's, or a random one without an agent."""
        duels = self.games.duels
        mask, slot = duels.mask[0], self.opponent.slot(duels) if self.opponent else NOTHING
        return slot if slot != NOTHING and mask[slot] else self.np_random.choice(np.flatnonzero(mask))


def agent_named(who, game):
    """Return the agent of a name in the roster, anything else as it is. Raises BadInput, with known names, for an unknown one."""
    return roster(game)[who].agent(POSITIONS) if isinstance(who, str) else who
