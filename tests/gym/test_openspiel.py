"""Hearthstone in OpenSpiel: OpenSpiel's own check plays it, and its games are those of the environments."""

import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import deckspace.gym.openspiel  # noqa: F401 (enters the game)
from deckspace.gym import HearthstoneSelfPlay

GAME = pyspiel.load_game("deckspace_hearthstone")


def test_openspiels_own_check_accepts_random_games():
    pyspiel.random_sim_test(GAME, num_sims=3, serialize=True, verbose=False)


def test_a_game_takes_the_course_that_it_takes_in_gymnasium():
    env, state, observation = HearthstoneSelfPlay("small"), GAME.new_initial_state(), make_observation(GAME)
    seen, info = env.reset(seed=7)
    chance = random.Random(7)
    state.apply_action(7)
    while not state.is_terminal():
        assert state.current_player() == info["seat"]
        assert state.legal_actions() == np.flatnonzero(info["action_mask"]).tolist()
        observation.set_from(state, state.current_player())
        assert (observation.dict["figures"] == seen["figures"]).all()
        observation.set_from(state, 1 - state.current_player())
        assert not observation.tensor.any()
        mover, slot = info["seat"], chance.choice(state.legal_actions())
        state.apply_action(slot)
        seen, reward, ended, _, info = env.step(slot)
    assert ended and state.returns() == pytest.approx([reward, -reward][:: 1 if mover == 0 else -1])


def test_a_state_prints_what_has_been_taken():
    state = GAME.new_initial_state()
    assert str(state) == "before chance has picked a seed"
    state.apply_action(3)
    assert str(state) == "3"


def test_a_copy_goes_on_alone():
    state = GAME.new_initial_state()
    state.apply_action(3)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert len(state.history()) == 1 and state.current_player() == 0 and copy.current_player() == 1
    assert pickle.loads(pickle.dumps(copy)).legal_actions() == copy.legal_actions()
