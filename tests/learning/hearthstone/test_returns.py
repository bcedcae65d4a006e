"""The returns of two sides in turns are those of lib/learning/losses.py, taken side by side."""

import numpy as np
import torch

from lib.learning.hearthstone.returns import returns
from lib.learning.losses import upgo_returns, vtrace


def worth(values, ratios, seats, ended, results, low=0.001, high=1.007, gamma=1.0, trace=1.0):
    arrays = [np.zeros(values.shape, "f4") for _ in range(3)]
    valid = np.zeros(values.shape, bool)
    returns(values, ratios, seats, ended, results, low, high, gamma, trace, *arrays, valid)
    return *arrays, valid


def random_stretch(rng, steps=40, n=6):
    values = rng.normal(size=(steps, n)).astype("f4")
    ratios = rng.lognormal(0, 1, (steps, n)).astype("f4")
    seats = rng.integers(2, size=(steps, n)).astype("u1")
    ended = rng.random((steps, n)) < 0.1
    results = np.where(ended, rng.integers(-1, 2, (steps, n)), 0).astype("i1")
    return values, ratios, seats, ended, results


def one_side(column, side, gamma):
    """Work out one side of one game by lib/learning/losses.py: its own decisions in a row."""
    values, ratios, seats, ended, results = column
    own = np.flatnonzero(seats == side)
    until = [*own[1:], len(seats)]
    ends = [np.flatnonzero(ended[a:b]) for a, b in zip(own, until, strict=True)]
    dones = torch.tensor([len(each) > 0 for each in ends])
    signs = 1 - 2 * side
    rewards = [float(results[a + each[0]]) * signs if len(each) else 0.0 for a, each in zip(own, ends, strict=True)]
    last = len(own) if dones[-1] else len(own) - 1  # a last decision that goes on is the value to come
    as_tensor = [torch.tensor(np.array(each))[:, None] for each in (ratios[own], rewards, values[own])]
    rho, reward, value = (each[:last].float() for each in as_tensor)
    ahead = torch.zeros(1) if dones[-1] else torch.tensor([values[own[-1]]])
    dones = dones[:last, None]
    clip = (0.001, 1.007)
    targets, advantages = vtrace(rho, reward, value, ahead, dones, gamma, clip, clip)
    gained = upgo_returns(reward, value, ahead, dones, gamma) - value
    return own[:last], targets[:, 0], advantages[:, 0], gained[:, 0]


def test_each_side_of_each_game_has_the_returns_of_its_own_decisions():
    stretch = random_stretch(np.random.default_rng(1))
    for gamma in (1.0, 0.99):
        targets, advantages, upgo, valid = worth(*stretch, gamma=gamma)
        counted = 0
        for k in range(stretch[0].shape[1]):
            for side in range(2):
                own, *theirs = one_side([each[:, k] for each in stretch], side, gamma)
                assert valid[own, k].all()
                for mine, other in zip((targets, advantages, upgo), theirs, strict=True):
                    np.testing.assert_allclose(mine[own, k], other, rtol=1e-4, atol=1e-4)
                counted += len(own)
        assert counted == valid.sum()


def test_on_policy_and_undiscounted_the_target_is_the_result():
    values, _, seats, ended, results = random_stretch(np.random.default_rng(2))
    ended[-1] = True
    results[-1] = 1
    targets, _, _, valid = worth(values, np.ones_like(values), seats, ended, results)
    assert valid.all()
    for k in range(values.shape[1]):
        for t in range(len(values)):
            end = t + np.flatnonzero(ended[t:, k])[0]
            assert abs(targets[t, k] - results[end, k] * (1 - 2 * int(seats[t, k]))) < 1e-5
