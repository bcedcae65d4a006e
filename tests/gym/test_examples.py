"""The examples learn something within seconds."""

import runpy
import sys
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

    maskable_ppo.main(["--steps", "4096", "--tests", "4"])
    learnt, *scores = capsys.readouterr().out.splitlines()
    assert learnt.startswith("learnt from 4096 decisions") and len(scores) == 2
    assert scores[0].startswith("against random: ") and scores[0].endswith("in 4 games")


@pytest.mark.parametrize(
    "example, package, extra",
    [
        ("masked_ppo", "torch", "learn"),
        ("maskable_ppo", "torch", "sb3"),
        ("maskable_ppo", "sb3_contrib", "sb3"),
    ],
)
def test_an_example_without_its_packages_ends_with_one_sentence(monkeypatch, example, package, extra):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"deckspace.gym.examples.{example}", raising=False)
    with pytest.raises(SystemExit) as end:
        runpy.run_module(f"deckspace.gym.examples.{example}", run_name="__main__")
    assert (
        f'This example needs the package {package}, which is not installed: pip install "deckspace[{extra}]".'
        == end.value.code
    )


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (["--games", "0"], "argument --games: '0' is not a whole number from 1"),
        (["--games", "abc"], "'abc' is not a whole number from 1"),
        (["--seconds", "-3"], "'-3' is not a number from 0"),
        (["--rate", "nan"], "'nan' is not a number from 0"),
    ],
)
def test_an_option_that_cannot_be_is_refused_before_anything_is_learnt(capsys, wrong, sentence):
    with pytest.raises(SystemExit):
        masked_ppo.main(wrong)
    assert sentence in capsys.readouterr().err


def test_help_says_what_each_option_means_and_its_default(capsys):
    with pytest.raises(SystemExit):
        masked_ppo.main(["--help"])
    assert "games at the same time (default: 256)" in " ".join(capsys.readouterr().out.split())
