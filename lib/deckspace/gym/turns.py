"""One game of two agents in turns, for PettingZoo."""

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from deckspace.gym.checks import check_slot
from deckspace.gym.games import Games, first_of
from deckspace.gym.single import ALL

SIDES = ("player_0", "player_1")


class Turns(AECEnv):
    """One game of two agents in turns; an illegal slot loses it. Whoever waits sees a blank observation without legal slots.

    There is no parallel form: a side decides several times while the other waits, so PettingZoo's `aec_to_parallel`, whose agents
    all act in every step, refuses it; its `turn_based_aec_to_parallel` accepts it and ignores the action of whoever waits.
    """

    metadata = {"name": "deckspace_duel_v0", "is_parallelizable": False, "render_modes": []}
    render_mode = None

    def __init__(self, make):
        super().__init__()
        self.games, self.possible_agents, self.agents = Games(make), list(SIDES), []
        self.chance, _ = seeding.np_random()
        self.blank = self.games.blank | {"action_mask": np.zeros_like(self.games.blank["action_mask"])}
        seen, slot = self.games.spaces()
        self.observation_spaces, self.action_spaces = dict.fromkeys(SIDES, seen), dict.fromkeys(SIDES, slot)

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begin a game."""
        if seed is not None:
            self.chance, _ = seeding.np_random(seed)
        self.games.begin(ALL, seed, self.chance)
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.go_on()

    def go_on(self):
        """Select the agent that decides next, and say what is legal for it."""
        self.agent_selection = SIDES[self.games.duels.seat[0]]
        self.infos = {agent: {"action_mask": self.observe(agent)["action_mask"]} for agent in SIDES}

    def observe(self, agent):
        """Return an agent's observation when it decides; a blank one while it waits."""
        if self.games.over[0] or agent != self.agent_selection:
            return self.blank
        return first_of(self.games.seen()[0])

    def last(self, observe=True):
        """Return what the selected agent sees, its rewards since its last step, whether the game is over, and its infos."""
        self.check_on()
        return super().last(observe)

    def check_on(self):
        """Raise ResetNeeded unless there is an agent that decides, or has to learn of the end."""
        if not self.agents:
            raise ResetNeeded(
                "The game is over for both agents, or has not begun: call reset() for the next one."
            )

    def step(self, action):
        """Take a slot for the selected agent."""
        self.check_on()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        slot = check_slot(action, self.games.duels.slots)
        self._cumulative_rewards[agent] = 0.0
        if self.games.duels.mask[0, slot]:
            reward = float(self.games.step([slot])[0])
        else:
            self.games.lose(0, self.chance)
            reward = -1.0
        self.rewards = {each: reward if each == agent else 0.0 - reward for each in SIDES}
        self.terminations = dict.fromkeys(SIDES, bool(self.games.over[0]))
        if self.games.over[0]:
            self.infos = {each: {"action_mask": self.blank["action_mask"]} for each in SIDES}
        else:
            self.go_on()
        self._accumulate_rewards()
