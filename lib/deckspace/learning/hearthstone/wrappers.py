"""Duels with the interfaces of other libraries: Gymnasium's single and vector environments, and PettingZoo's.

    DuelEnv(game)            one game against an opponent, an agent or random moves; Gymnasium
    DuelVectorEnv(game, n)   n parallel games, a policy against itself; Gymnasium's vector interface
    DuelAEC(game)            one game of two agents in turns; PettingZoo

With `decks` (DECK_LIST_TYPE, shape (m,)) each side gets one of them at random, without deck building. An observation is a
dict of `cards`, `figures` (observation.py) and `action_mask`. In DuelEnv and DuelAEC an illegal slot loses the game, for
checkers and learners without masks; DuelVectorEnv, like `Duels`, raises ValueError.
"""

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from pettingzoo import AECEnv

from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.observation import CARD_COUNT, FIGURE_COUNT
from deckspace.learning.hearthstone.opponent import Opponent
from deckspace.learning.hearthstone.teacher import NOTHING

MAX_CARDS = 2**15 - 1
SIDES = ("player_0", "player_1")


def observation_space(slots):
    """Return the space of a single observation."""
    return spaces.Dict(
        {
            "cards": spaces.Box(0, MAX_CARDS, (CARD_COUNT,), np.int16),
            "figures": spaces.Box(-128, 127, (FIGURE_COUNT,), np.int8),
            "action_mask": spaces.Box(0, 1, (slots,), np.int8),
        }
    )


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
    """One game, seen from side 0; the other side is played by an agent, or at random (None)."""

    metadata = {"render_modes": []}

    def __init__(self, game, decks=None, opponent=None):
        self.game, self.decks, self.running = game, decks, False
        self.opponent = None if opponent is None else Opponent(opponent)
        self.duels = Duels(game, 1, 0, decks)
        self.observation_space = observation_space(self.duels.slots)
        self.action_space = spaces.Discrete(self.duels.slots)

    def reset(self, *, seed=None, options=None):
        """Begin a game, which depends on the seed and the slots taken."""
        super().reset(seed=seed)
        self.duels = Duels(self.game, 1, int(self.np_random.integers(2**62)), self.decks)
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

    def __init__(self, game, num_envs, decks=None):
        self.game, self.num_envs, self.decks = game, num_envs, decks
        self.duels = Duels(game, num_envs, 0, decks)
        self.single_observation_space = observation_space(self.duels.slots)
        self.single_action_space = spaces.Discrete(self.duels.slots)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed=None, options=None):
        """Begin all games."""
        super().reset(seed=seed)
        self.duels = Duels(self.game, self.num_envs, int(self.np_random.integers(2**62)), self.decks)
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

    def __init__(self, game, decks=None):
        super().__init__()
        self.game, self.decks = game, decks
        self.possible_agents = list(SIDES)
        self.rng = np.random.default_rng()
        slots = Duels(game, 1, 0, decks).slots
        self.observation_spaces = dict.fromkeys(SIDES, observation_space(slots))
        self.action_spaces = {name: spaces.Discrete(slots) for name in SIDES}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begin a game."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.duels = Duels(self.game, 1, int(self.rng.integers(2**62)), self.decks)
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
