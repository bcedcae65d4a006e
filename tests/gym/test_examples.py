"""The examples learn something within seconds."""

from importlib.util import find_spec

import numpy as np
import pytest
import torch

import deckspace as ds
from deckspace.gym.examples import masked_ppo
from deckspace.gym.examples.masked_ppo import Settings


def test_masked_ppo_beats_random_play_after_some_batches(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(masked_ppo.time, "process_time", lambda: next(clock))
    policy, decisions = masked_ppo.learn(Settings(seconds=8, games=64, steps=32, minibatch=256))
    assert decisions == 7 * 64 * 32
    assert masked_ppo.score(policy.slot, None, 40).score > 65


def test_what_follows_counts_against_whoever_moved_if_the_other_side_decides():
    """With perfect values and lambda 1, the return of each decision is the result for the side that took it."""
    env = ds.gym.HearthstoneVector(16, ds.gym.small_rules(health=4))
    policy = masked_ppo.Policy(env.single_observation_space)
    seen, info = env.reset(seed=1)
    seats, results = [], []
    step = env.step

    def noted(slots):
        seats.append(info_now["seat"])
        found = step(slots)
        info_now.update(found[4])
        results.append((found[2], np.where(seats[-1] == 0, found[1], -found[1])))
        return found

    info_now = dict(info)
    env.step = noted
    *_, batch = masked_ppo.play(env, policy, seen, info, Settings(steps=100, trace=1.0))
    returns = batch["returns"].view(100, 16).flip(0)
    result = np.zeros(16)
    known = np.zeros(16, bool)
    for t in reversed(range(100)):
        ended, of_side_0 = results[t]
        result, known = np.where(ended, of_side_0, result), known | ended
        expected = torch.from_numpy(np.where(seats[t] == 0, result, -result)).float()
        assert torch.allclose(returns[t][known], expected[known], atol=1e-4)
    assert known.all() and len(set(result)) > 1


@pytest.mark.skipif(
    not find_spec("sb3_contrib"), reason='sb3-contrib is not installed: pip install "deckspace[sb3]"'
)
def test_maskable_ppo_learns_and_says_how_well_it_plays(capsys):
    from deckspace.gym.examples import maskable_ppo

    maskable_ppo.main(steps=4096, tests=4)
    learnt, *scores = capsys.readouterr().out.splitlines()
    assert learnt.startswith("learnt from 4096 decisions") and len(scores) == 2
    assert scores[0].startswith("against random: ") and scores[0].endswith("in 4 games")
