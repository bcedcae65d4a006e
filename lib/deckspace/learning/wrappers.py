"""Duels with the interfaces of other libraries: Gymnasium's single and vector environments, and PettingZoo's.

    DuelEnv(make)            one game against an opponent, an agent or random moves; Gymnasium
    DuelVectorEnv(make, n)   n parallel games, a policy against itself; Gymnasium's vector interface
    DuelAEC(make)            one game of two agents in turns; PettingZoo

`make(n, seed)` returns n parallel games, Duels of Hearthstone or of LoCM (learning/<game>/environment.py). An observation is
a dict of `cards` and `figures`, whose meaning the game's observation.py explains, and `action_mask`. In DuelEnv and DuelAEC
an illegal slot loses the game, for checkers and learners without masks; DuelVectorEnv, like Duels, raises ValueError.
"""

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from pettingzoo import AECEnv

SIDES = ("player_0", "player_1")
NOTHING = -1  # no slot: the opponent's agent has none for what it wants


def observation_space(duels):
    """Return the space of a single observation."""
    return spaces.Dict(
        {
            "cards": box(duels.cards, duels.least),
            "figures": box(duels.figures, np.iinfo(duels.figures.dtype).min),
            "action_mask": spaces.Box(0, 1, (duels.slots,), np.int8),
        }
    )


def box(rows, least):
    """Return the space of one row of an array of whole numbers."""
    return spaces.Box(least, np.iinfo(rows.dtype).max, rows.shape[1:], rows.dtype.type)


def observations(duels):
    """Return copies of the current observations of all duels."""
    return {
        "cards": duels.cards.copy(),
        "figures": duels.figures.copy(),
        "action_mask": duels.mask.astype("i1"),
    }


def first_of(batch):
    """Return the first row of a batch of observations."""
    return {name: rows[0] for name, rows in batch.items()}


class DuelEnv(gymnasium.Env):
    """One game, seen from side 0; the other side plays at random (None) or as an object with `slot(duels)` says."""

    metadata = {"render_modes": []}

    def __init__(self, make, opponent=None):
        self.make, self.opponent, self.running = make, opponent, False
        self.duels = make(1, 0)
        self.observation_space = observation_space(self.duels)
        self.action_space = spaces.Discrete(self.duels.slots)

    def reset(self, *, seed=None, options=None):
        """Begin a game, which depends on the seed and the slots taken."""
        super().reset(seed=seed)
        self.duels = self.make(1, int(self.np_random.integers(2**62)))
        self.running = True
        self.answer()
        return first_of(observations(self.duels)), {}

    def step(self, action):
        """Take a slot; the reward is 1 for a win, -1 for a loss. Raises ResetNeeded after the end of a game."""
        if not self.running:
            raise ResetNeeded("The game is over: call reset() for the next one.")
        if not self.duels.mask[0, action]:
            self.running = False
            return first_of(observations(self.duels)), -1.0, True, False, {"illegal": True}
        self.duels.step([action])
        ended, result = self.over() or self.answer() or (False, 0)
        self.running = not ended
        return first_of(observations(self.duels)), float(result), ended, False, {}

    def answer(self):
        """Let the other side move until side 0 decides; return (True, result) if that ends the game."""
        while self.duels.seat[0] != 0:
            self.duels.step([self.slot_of_opponent()])
            if self.duels.ended[0]:
                return self.over()
        return None

    def slot_of_opponent(self):
        """Return the other side's slot: its agent's, or a random one without an agent."""
        mask, slot = self.duels.mask[0], self.opponent.slot(self.duels) if self.opponent else NOTHING
        return slot if slot != NOTHING and mask[slot] else self.np_random.choice(np.flatnonzero(mask))

    def over(self):
        """Return (True, result for side 0) if the last step ended the game."""
        return (True, int(self.duels.result[0])) if self.duels.ended[0] else None


class DuelVectorEnv(VectorEnv):
    """Many parallel games, in which one policy decides for both sides.

    The reward goes to the side that took the step: 1 or -1 if it ends a game; `info["seat"]` is the side that decides
    next. When a game ends, the next one begins in the same step.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, make, num_envs):
        self.make, self.num_envs = make, num_envs
        self.duels = make(num_envs, 0)
        self.single_observation_space = observation_space(self.duels)
        self.single_action_space = spaces.Discrete(self.duels.slots)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed=None, options=None):
        """Begin all games."""
        super().reset(seed=seed)
        self.duels = self.make(self.num_envs, int(self.np_random.integers(2**62)))
        return observations(self.duels), {"seat": self.duels.seat.copy()}

    def step(self, actions):
        """Take a slot in every game; raises ValueError for an illegal slot."""
        movers = self.duels.seat.copy()
        self.duels.step(actions)
        rewards = self.duels.result * np.where(movers == 0, 1.0, -1.0)
        info = {"seat": self.duels.seat.copy()}
        ended = self.duels.ended.copy()
        return observations(self.duels), rewards, ended, np.zeros_like(ended), info


class DuelAEC(AECEnv):
    """One game of two agents in turns."""

    metadata = {"name": "deckspace_duel_v0", "is_parallelizable": False, "render_modes": []}
    render_mode = None

    def __init__(self, make):
        super().__init__()
        self.make = make
        self.possible_agents = list(SIDES)
        self.rng = np.random.default_rng()
        duels = make(1, 0)
        self.observation_spaces = dict.fromkeys(SIDES, observation_space(duels))
        self.action_spaces = {name: spaces.Discrete(duels.slots) for name in SIDES}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begin a game."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.duels = self.make(1, int(self.rng.integers(2**62)))
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos = {name: {} for name in SIDES}
        self.blank = {name: np.zeros_like(each) for name, each in first_of(observations(self.duels)).items()}
        self.agent_selection = SIDES[int(self.duels.seat[0])]

    def observe(self, agent):
        """Return an agent's observation when it decides; a blank one while it waits."""
        over = any(self.terminations.values())
        return self.blank if over or agent != self.agent_selection else first_of(observations(self.duels))

    def step(self, action):
        """Take a slot for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(SIDES, 0.0)
        if not self.duels.mask[0, action]:
            self.end(-1 if agent == SIDES[0] else 1)
        else:
            self.duels.step([action])
            if self.duels.ended[0]:
                self.end(int(self.duels.result[0]))
            else:
                self.agent_selection = SIDES[int(self.duels.seat[0])]
        self._accumulate_rewards()

    def end(self, result):
        """End the game with a result for side 0."""
        self.rewards = {SIDES[0]: float(result), SIDES[1]: -float(result)}
        self.terminations = dict.fromkeys(SIDES, True)
