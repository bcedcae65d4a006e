"""Gymnasium's and PettingZoo's own checkers accept our games."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from deckspace.agents.hearthstone.beam import Beam
from deckspace.gym import HearthstoneAEC, HearthstoneEnv, HearthstoneVector
from deckspace.learning.hearthstone.game import small_game
from deckspace.learning.hearthstone.opponent import Opponent
from deckspace.learning.hearthstone.slots import END_SLOT


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_accepts_a_single_game_and_pettingzoo_one_of_two():
    check_env(HearthstoneEnv(small_game()), skip_render_check=True)
    api_test(HearthstoneAEC(small_game()), num_cycles=300)
    seed_test(lambda: HearthstoneAEC(small_game()), num_cycles=50)


def test_many_games_side_by_side_reward_whoever_ends_them():
    env = HearthstoneVector(20, small_game())
    seen, info = env.reset(seed=1)
    rng, rewards = np.random.default_rng(1), []
    for _ in range(120):
        assert env.observation_space.contains(seen)
        side = np.where(info["seat"] == 0, 1, -1)
        slots = np.array([rng.choice(np.flatnonzero(row)) for row in seen["action_mask"]])
        seen, reward, ended, cut, info = env.step(slots)
        assert not cut.any() and not reward[~ended].any() and (reward == env.duels.result * side).all()
        rewards += reward[ended].tolist()
    assert len(rewards) > 20 and max(rewards) == 1


def test_a_slot_that_is_not_legal_loses_a_single_game():
    env = HearthstoneEnv(small_game())
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)


def results(opponent, games):
    """Return the rewards of games of a learner that ends each turn at once."""
    env = HearthstoneEnv(decks=["Starter Hunter"], opponent=opponent)
    found = []
    for seed in range(games):
        (seen, _), ended = env.reset(seed=seed), False
        while not ended:
            seen, reward, ended, _, _ = env.step(END_SLOT if seen["action_mask"][END_SLOT] else 0)
        found.append(reward)
    return found


def test_an_agent_may_be_the_opponent_which_does_what_it_says(monkeypatch):
    """Slot by slot its action is done, but for the places of minions."""
    assert set(results(lambda view: view["actions"][-1], 3)) == {-1.0}
    done, act = [], Opponent.slot

    def noted(self, duels):
        slot = act(self, duels)
        done.append(slot != -1 and duels.mask[0, slot])
        return slot

    monkeypatch.setattr(Opponent, "slot", noted)
    assert set(results(Beam("control", fair=True), 3)) == {-1.0}
    assert len(done) > 50 and all(done)
