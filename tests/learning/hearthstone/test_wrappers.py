"""Gymnasium's and PettingZoo's own checkers accept our games."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from deckspace.agents.hearthstone.beam import Beam
from deckspace.gym import HearthstoneEnv
from deckspace.learning.hearthstone.game import small_game
from deckspace.learning.hearthstone.opponent import Opponent
from deckspace.learning.hearthstone.slots import END_SLOT
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
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)


def results(opponent, games):
    """Return the rewards of games of a learner that ends each turn at once."""
    env = HearthstoneEnv(decks=["Starter Hunter"], opponent=opponent)
    found = []
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            seen, reward, ended, _, _ = env.step(END_SLOT if seen["action_mask"][END_SLOT] else 0)
        found.append(reward)
    return found


@pytest.mark.parametrize("opponent", [Beam("aggro", fair=True), lambda view: view["actions"][-1]])
def test_an_agent_may_be_the_opponent(opponent):
    assert set(results(opponent, 3)) == {-1.0}


def test_an_opponent_does_what_its_agent_says(monkeypatch):
    """Slot by slot its action is done, but for the places of minions."""
    named, done, act = [], [], Opponent.slot

    def noted(self, duels):
        slot = act(self, duels)
        named.append(slot)
        done.append(bool(duels.mask[0, slot]))
        return slot

    monkeypatch.setattr(Opponent, "slot", noted)
    results(Beam("control", fair=True), 3)
    assert len(named) > 50 and all(done) and -1 not in named
