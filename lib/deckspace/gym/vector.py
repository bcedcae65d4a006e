"""Many parallel games for Gymnasium, in which one policy decides for both sides."""

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from deckspace.errors import BadInput, shown
from deckspace.gym.checks import check_games, check_places, check_seeds, check_slots
from deckspace.gym.games import Games

MODES = {mode.value.lower(): mode for mode in AutoresetMode}


class Vector(VectorEnv):
    """`num_envs` games, a game at each place; the reward goes to the side that took the step.

    What happens when a game ends, `autoreset_mode` says as in Gymnasium's own vector environments, to which this one is equal:

        "SameStep"   the next game begins in the same step; `info["final_obs"]` has the last observation of the old one, a
                     blank one; `info["final_info"]` is empty, since nobody decides after the end
        "NextStep"   the next step ignores the slot at this place, and begins the next game there
        "Disabled"   reset(options={"reset_mask": ended}) begins it, and a step before raises ResetNeeded
    """

    def __init__(self, make, num_envs, autoreset_mode=AutoresetMode.SAME_STEP):
        check_games(num_envs)
        self.mode, self.num_envs = mode_of(autoreset_mode), num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": self.mode}
        self.games = Games(make, num_envs)
        self.single_observation_space, self.single_action_space = self.games.spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed=None, options=None):
        """Begin games, all of them or those in `options["reset_mask"]` (n,) bool.

        A number seeds all places, each differently; a list gives each place the seed that a single game would take,
        or None for a random one.
        """
        places = places_of(options, self.num_envs)
        if isinstance(seed, (list, tuple, np.ndarray)):
            seed = check_seeds(seed, self.num_envs)
            if None not in seed:
                self.np_random = np.random.default_rng(seed)
        else:
            super().reset(seed=seed)
        self.games.begin(places, seed, self.np_random)
        return self.games.seen()

    def step(self, actions):
        """Take a slot in every game; raises ValueError for an illegal slot, before anything is done."""
        if self.mode != AutoresetMode.NEXT_STEP and self.games.over.any():
            place = self.games.over.argmax()
            raise ResetNeeded(f"The game at place {place} is over, or has not begun: call reset().")
        slots = check_slots(actions, self.num_envs, self.games.duels.slots)
        rewards, ended = self.games.step(slots), self.games.over.copy()
        info = {}
        if self.mode == AutoresetMode.SAME_STEP and ended.any():
            info = self.last_of(ended)
            self.games.over[:] = False
        seen, now = self.games.seen()
        return seen, rewards, ended, np.zeros_like(ended), info | now

    def last_of(self, ended):
        """Return the information on games that have ended, under Gymnasium's names."""
        last = np.full(self.num_envs, None)
        for place in np.flatnonzero(ended):
            last[place] = self.games.blank
        return {"final_obs": last, "_final_obs": ended, "final_info": {}, "_final_info": ended}


def mode_of(given):
    """Return an AutoresetMode from itself or its name, in any case; raises BadInput for anything else."""
    mode = MODES.get(given.lower()) if isinstance(given, str) else given
    if not isinstance(mode, AutoresetMode):
        names = ", ".join(each.value for each in AutoresetMode)
        raise BadInput(f"The autoreset_mode must be one of {names}, not {shown(given)}.")
    return mode


def places_of(options, n):
    """Return the mask (n,) bool of the places to be reset: all, unless `options` has one."""
    if "reset_mask" not in (options or {}):
        return np.ones(n, bool)
    return check_places(options["reset_mask"], n)
