"""The small game of Hearthstone in OpenSpiel (needs "deckspace[openspiel]").

    import pyspiel
    import deckspace.gym.openspiel
    game = pyspiel.load_game("deckspace_hearthstone")

A player's actions are the slots of deckspace.gym. Chance moves once, in the beginning: it picks one of SEEDS seeds, from which all
that is random follows. So histories can be replayed, but whoever searches with copies of a state, as OpenSpiel's MCTS does,
foresees what will be drawn.
"""

from functools import cache

import numpy as np

from deckspace.extras import needed_for
from deckspace.gym.games import Games, arrays_of, first_of
from deckspace.gym.hearthstone import duels
from deckspace.gym.rules import small_rules
from deckspace.gym.single import ALL

with needed_for("deckspace.gym.openspiel"):
    import pyspiel
    from pyspiel import GameType, PlayerId

SEEDS = 1024
TYPE = GameType(
    short_name="deckspace_hearthstone",
    long_name="A small game of Hearthstone",
    dynamics=GameType.Dynamics.SEQUENTIAL,
    chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=GameType.Information.IMPERFECT_INFORMATION,
    utility=GameType.Utility.ZERO_SUM,
    reward_model=GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
)
MOST_SLOTS = 100 * small_rules().turns  # of a game; nobody takes a hundred in a turn


@cache
def table():
    """Return the one game on which all states take their steps."""
    return Games(duels(small_rules(), None, None))


class Hearthstone(pyspiel.Game):
    """The small game, with deck building."""

    def __init__(self, params=None):
        sizes = dict(num_distinct_actions=table().duels.slots, max_chance_outcomes=SEEDS, num_players=2)
        worth = dict(min_utility=-1.0, max_utility=1.0, utility_sum=0.0)
        super().__init__(TYPE, pyspiel.GameInfo(**sizes, **worth, max_game_length=MOST_SLOTS), params or {})

    def new_initial_state(self):
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(table().blank)


class State(pyspiel.State):
    """A state: the arrays of its game, and what the side that decides sees; None before chance has moved."""

    def __init__(self, game):
        super().__init__(game)
        self.arrays, self.seen, self.seat, self.result = None, None, PlayerId.CHANCE, 0.0

    def current_player(self):
        return self.seat

    def is_terminal(self):
        return self.seat == PlayerId.TERMINAL

    def returns(self):
        return [self.result, 0.0 - self.result]

    def chance_outcomes(self):
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player):
        return np.flatnonzero(self.seen["action_mask"]).tolist()

    def _apply_action(self, action):
        games, mover = table(), self.seat
        if self.arrays is None:
            games.begin(ALL, int(action), None)
        else:
            games.put([0], self.arrays)
            games.over[:] = False
            self.result = float(games.step([action])[0]) * (1 - 2 * mover)
        self.arrays = [each.copy() for each in arrays_of(games.duels)]
        self.seen = first_of(games.seen()[0])
        self.seat = PlayerId.TERMINAL if games.over[0] else int(games.duels.seat[0])

    def _action_to_string(self, player, action):
        return f"{'seed' if player < 0 else 'slot'} {action}"

    def __str__(self):
        taken = " ".join(map(str, self.history()))
        return taken or "before chance has picked a seed"


class Observer:
    """What a player sees when it decides; zeros while it waits."""

    def __init__(self, blank):
        cards, figures = blank["cards"].size, blank["figures"].size
        self.tensor = np.zeros(cards + figures, np.float32)
        self.dict = {"cards": self.tensor[:cards], "figures": self.tensor[cards:]}

    def set_from(self, state, player):
        """Write the observation of a player into the tensor."""
        for name, part in self.dict.items():
            part[:] = state.seen[name].ravel() if player == state.seat else 0

    def string_from(self, state, player):
        self.set_from(state, player)
        return str(self.tensor.tolist())


pyspiel.register_game(TYPE, Hearthstone)
