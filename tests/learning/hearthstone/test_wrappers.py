"""Gymnasium's and PettingZoo's own checkers accept our games."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from deckspace.learning.hearthstone.game import small_game
from deckspace.learning.hearthstone.wrappers import DuelAEC, DuelEnv, DuelVectorEnv


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_accepts_a_single_game():
    check_env(DuelEnv(small_game()), skip_render_check=True)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_a_game_of_two():
    api_test(DuelAEC(small_game()), num_cycles=300)
    seed_test(lambda: DuelAEC(small_game()), num_cycles=50)


def test_many_games_side_by_side_reward_whoever_ends_them():
    env = DuelVectorEnv(small_game(), 20)
    seen, info = env.reset(seed=1)
    rng, rewards = np.random.default_rng(1), []
    for _ in range(120):
        assert env.observation_space.contains(seen)
        movers = info["seat"]
        slots = np.array([rng.choice(np.flatnonzero(row)) for row in seen["action_mask"]])
        seen, reward, ended, cut, info = env.step(slots)
        assert not cut.any() and not reward[~ended].any()
        assert (reward == env.duels.result * np.where(movers == 0, 1, -1)).all()
        rewards += reward[ended].tolist()
    assert len(rewards) > 20 and max(rewards) == 1


def test_a_slot_that_is_not_legal_loses_a_single_game():
    env = DuelEnv(small_game())
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})
