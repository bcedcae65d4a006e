"""Games in parallel do what Gymnasium's own vector environment does with single games, in each of its modes."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from deckspace.gym import HearthstoneSelfPlay, HearthstoneVector, LocmSelfPlay, LocmVector, small_rules

RULES = small_rules(health=4)  # over soon
SEEDS = [3, 1, 4]
MODES = ("SameStep", "NextStep", "Disabled")
GAMES = {  # a single game, and many of them
    "hearthstone": (lambda: HearthstoneSelfPlay(RULES), lambda mode: HearthstoneVector(3, RULES, autoreset_mode=mode)),
    "locm": (lambda: LocmSelfPlay(phase="battle"), lambda mode: LocmVector(3, phase="battle", autoreset_mode=mode)),
}  # fmt: skip


def random_slots(mask, rng):
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def assert_same(ours, theirs):
    for mine, other in zip(ours[:-1], theirs[:-1], strict=True):
        if isinstance(mine, dict):
            assert mine.keys() == other.keys()
            assert all((mine[name] == other[name]).all() for name in mine)
        else:
            assert (mine == other).all()
    for name in ("seat", "action_mask"):
        assert (ours[-1][name] == theirs[-1][name]).all()
    assert ("final_obs" in ours[-1]) == ("final_obs" in theirs[-1])
    if "final_obs" in ours[-1]:
        for mine, other in zip(ours[-1]["final_obs"], theirs[-1]["final_obs"], strict=True):
            assert (mine is None) == (other is None)
            assert mine is None or all((mine[name] == other[name]).all() for name in mine)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_that_of_single_games(game, mode):
    one, many = GAMES[game]
    ours, theirs, rng, games = (
        many(mode),
        SyncVectorEnv([one] * 3, autoreset_mode=mode),
        np.random.default_rng(1),
        0,
    )
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    assert_same(seen := ours.reset(seed=SEEDS), theirs.reset(seed=SEEDS))
    while games < 9:
        slots = random_slots(seen[0]["action_mask"], rng)
        assert_same(seen := ours.step(slots), theirs.step(slots))
        ended = seen[2]
        games += ended.sum()
        if mode == "Disabled" and ended.any():
            assert (seen[0]["action_mask"][ended] == 1).all()
            with pytest.raises(ResetNeeded, match="over"):
                ours.step(slots)
            seen = ours.reset(options={"reset_mask": ended})
            reset = theirs.reset(options={"reset_mask": ended})[0]
            assert all((seen[0][name] == reset[name]).all() for name in reset)


def test_a_number_seeds_all_games_differently_and_a_mask_resets_only_some():
    env = HearthstoneVector(8, "small")
    first, _ = env.reset(seed=5)
    assert len({row.tobytes() for row in first["figures"]}) > 1
    slots = first["action_mask"].argmax(axis=1)
    later, *_ = env.step(slots)
    mask = np.arange(8) < 2
    again, _ = env.reset(seed=5, options={"reset_mask": mask})
    for name in first:
        assert (again[name][mask] == first[name][mask]).all()
        assert (again[name][~mask] == later[name][~mask]).all()


def test_a_place_without_a_seed_gets_a_random_one():
    def seeds(given):
        env = HearthstoneVector(2, "small")
        return [env.games.duels.duels.seed.tolist() for _ in range(2) if env.reset(seed=given)]

    first, second = seeds([5, None]), seeds([None, None])
    assert first[0][0] == first[1][0] and len({first[0][1], first[1][1], *second[0], *second[1]}) == 6


def test_games_that_are_left_are_followed_by_others():
    env = HearthstoneVector(4, "small")
    env.reset(seed=5)
    before = env.games.duels.duels.seed.copy()
    env.reset()
    assert (env.games.duels.duels.seed != before).all()


def test_the_reward_goes_to_whoever_ends_a_game():
    env = HearthstoneVector(20, "small")
    seen, info = env.reset(seed=1)
    rng, rewards = np.random.default_rng(1), []
    for _ in range(120):
        assert env.observation_space.contains(seen)
        side = np.where(info["seat"] == 0, 1, -1)
        seen, reward, ended, cut, info = env.step(random_slots(seen["action_mask"], rng))
        assert not cut.any() and not reward[~ended].any() and (reward == env.games.duels.result * side).all()
        rewards += reward[ended].tolist()
    assert len(rewards) > 20 and max(rewards) == 1


def test_gymnasium_makes_many_games_by_name_and_its_wrappers_count_them():
    env = gymnasium.make_vec("deckspace/HearthstoneSelfPlay-v0", 4, rules="small")
    assert isinstance(env, HearthstoneVector)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    (seen, info), rng = env.reset(seed=1), np.random.default_rng(1)
    while "episode" not in info:
        seen, *_, info = env.step(random_slots(seen["action_mask"], rng))
    assert info["episode"]["l"].max() > 16


def test_the_name_of_a_mode_may_be_in_any_case():
    assert HearthstoneVector(2, "small", autoreset_mode="nextstep").mode == AutoresetMode.NEXT_STEP


@pytest.mark.parametrize(
    "what, sentence",
    [
        (lambda: HearthstoneVector(2, "small", autoreset_mode="Never"), "one of NextStep, SameStep, Disabled, not 'Never'"),
        (lambda: HearthstoneVector(2, "tiny"), 'Rules, "small" or "big", not .tiny.'),
        (lambda: HearthstoneVector(2, "small").reset(seed=[1]), "one for each of the 2 games, not 1"),
        (lambda: HearthstoneVector(2, "small").reset(seed=[-1, 2]), "A seed must be a whole number from 0 to .*, not -1"),
        (lambda: HearthstoneVector(2, "small").reset(seed=["a", "b"]), "A seed must be a whole number from 0 to .*, not 'a'"),
        (lambda: HearthstoneVector(2, "small").reset(options={"reset_mask": [False, False]}), "2 values True or False"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_in_one_sentence(what, sentence):
    with pytest.raises(ValueError, match=sentence):
        what()
