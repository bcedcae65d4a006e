"""One game for learners: Gymnasium's and PettingZoo's own checkers accept it, and rewards are those of its result."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.locm.baseline2 import WeakOp
from deckspace.engine.locm.cards import cards
from deckspace.gym import HearthstoneAEC, HearthstoneEnv, HearthstoneSelfPlay, LocmAEC, LocmEnv, LocmSelfPlay
from deckspace.learning.hearthstone.opponent import Opponent
from deckspace.learning.hearthstone.slots import END_SLOT
from deckspace.learning.locm import slots
from deckspace.learning.locm.environment import PHASES
from deckspace.learning.locm.observation import OFFER

SINGLE = {
    "hearthstone": lambda: HearthstoneEnv("small"),
    "either side": lambda: HearthstoneEnv("small", side=None),
    "self-play": lambda: HearthstoneSelfPlay("small"),
    "locm self-play": lambda: LocmSelfPlay("1.5"),
    **{f"locm {book} {phase}": lambda b=book, p=phase: LocmEnv(b, p) for book in ("official", "1.5") for phase in PHASES},
}  # fmt: skip
TURNS = {"hearthstone": lambda: HearthstoneAEC("small"), "locm": lambda: LocmAEC("1.5")}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", SINGLE)
def test_gymnasiums_checker_accepts_every_single_game(game):
    check_env(SINGLE[game](), skip_render_check=True)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", TURNS)
def test_pettingzoos_checkers_accept_games_of_two_agents(game):
    api_test(TURNS[game](), num_cycles=300)
    seed_test(TURNS[game], num_cycles=50)
    parallel_api_test(turn_based_aec_to_parallel(TURNS[game]()), 100)
    with pytest.raises(AssertionError, match="not generally safe"):
        aec_to_parallel(TURNS[game]())


def random_slot(mask, rng):
    return rng.choice(np.flatnonzero(mask))


def test_two_agents_in_turns_play_the_game_that_one_plays_against_itself():
    one, two, rng = HearthstoneSelfPlay("small"), HearthstoneAEC("small"), np.random.default_rng(1)
    (seen, info), ended = one.reset(seed=8), False
    two.reset(seed=8)
    while not ended:
        mover = f"player_{info['seat']}"
        assert two.agent_selection == mover and (two.infos[mover]["action_mask"] == info["action_mask"]).all()
        assert all((two.observe(mover)[name] == seen[name]).all() for name in seen)
        slot = random_slot(seen["action_mask"], rng)
        two.step(slot)
        seen, reward, ended, _, info = one.step(slot)
    assert reward == two.rewards[mover] and sum(two.rewards.values()) == 0 and two.terminations[mover]


@pytest.mark.parametrize("game", ["hearthstone", "self-play", "locm official both"])
def test_a_slot_that_is_not_legal_loses_a_single_game(game):
    env = SINGLE[game]()
    seen, _ = env.reset(seed=1)
    illegal = np.flatnonzero(seen["action_mask"] == 0)[0]
    last, reward, over, _, info = env.step(illegal)
    assert (reward, over, info["illegal"]) == (-1.0, True, True) and not last["figures"].any()
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(illegal)
    fresh, _ = env.reset()
    assert (fresh["action_mask"] == env.action_masks()).all() and not fresh["action_mask"].all()


def test_a_side_sees_only_its_own_decisions():
    for side in (0, 1):
        env, rng = HearthstoneEnv("small", side=side), np.random.default_rng(1)
        (seen, info), ended = env.reset(seed=1), False
        while not ended:
            assert info["seat"] == side
            seen, reward, ended, _, info = env.step(random_slot(seen["action_mask"], rng))
        assert reward == (1 - 2 * side) * env.games.duels.result[0]
    sides = {HearthstoneEnv("small", side=None).reset(seed=seed)[1]["seat"] for seed in range(8)}
    assert sides == {0, 1}
    with pytest.raises(ValueError, match="1, or None for either at random, not 2"):
        HearthstoneEnv("small", side=2)


def test_gymnasium_makes_them_by_name():
    env = gymnasium.make("deckspace/Hearthstone-v0", rules="small")
    assert (env.reset(seed=1)[0]["figures"] == HearthstoneEnv("small").reset(seed=1)[0]["figures"]).all()
    assert isinstance(gymnasium.make("deckspace/LocmSelfPlay-v0", phase="battle").unwrapped, LocmSelfPlay)


def returns(env, choose, games):
    """Return the rewards of games of a learner."""
    found = []
    for seed in range(games):
        (seen, _), ended = env.reset(seed=seed), False
        while not ended:
            seen, reward, ended, _, _ = env.step(choose(seen))
        found.append(reward)
    return found


def end_at_once(seen):
    return END_SLOT if seen["action_mask"][END_SLOT] else 0


def test_an_agent_may_be_the_opponent_which_does_what_it_says(monkeypatch):
    """Slot by slot its action is done, but for the places of minions."""
    hasty = HearthstoneEnv(decks=["Starter Hunter"], opponent=lambda view: view["actions"][-1])
    assert set(returns(hasty, end_at_once, 3)) == {-1.0}
    done, act = [], Opponent.slot

    def noted(self, duels):
        slot = act(self, duels)
        done.append(slot != -1 and duels.mask[0, slot])
        return slot

    monkeypatch.setattr(Opponent, "slot", noted)
    beam = HearthstoneEnv(decks=["Starter Hunter"], opponent=Beam("control", fair=True))
    assert set(returns(beam, end_at_once, 3)) == {-1.0}
    assert len(done) > 50 and all(done)


@pytest.mark.parametrize("book", [None, "1.5", cards("1.5", seed=3)], ids=["1.2", "1.5", "one list"])
def test_an_agent_of_locm_beats_whoever_passes(book):
    env = LocmEnv(book, opponent=WeakOp())
    assert set(returns(env, lambda seen: seen["action_mask"].argmax(), 3)) == {-1.0}
    rng = np.random.default_rng(1)
    env = LocmEnv(book, opponent=lambda view: view.actions[-1])
    assert set(returns(env, lambda seen: random_slot(seen["action_mask"], rng), 6)) <= {-1.0, 1.0}


def test_a_deck_is_judged_by_games_of_the_chosen_agent():
    """WeakOp uses no items: with a deck of creatures it beats decks picked at random."""
    env = LocmEnv(phase="draft", player=WeakOp())

    def creature(seen):
        offer = seen["cards"][OFFER:]
        return slots.PICKS + int(np.argmax((offer[:, 0] == 1) & (offer[:, 1] == 0)))

    assert np.mean(returns(env, creature, 60)) > 0.2
