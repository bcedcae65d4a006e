"""Duels at the table of the general learner."""

import numpy as np
import pytest
import torch

from lib.learning.hearthstone.environment import Duels
from lib.learning.hearthstone.game import small_game
from lib.learning.hearthstone.network import Policy, Sizes
from lib.learning.hearthstone.table import Seated, Table
from lib.learning.learner import Learner
from lib.learning.settings import Settings


@pytest.mark.parametrize("memory", [0, 8])
def test_the_learner_takes_duels_as_they_are(memory):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    duels = Duels(small_game(health=4), 4, seed=1)
    policy = Seated(Policy(duels.game, Sizes(card=8, slot=8, trunk=16, memory=memory)))
    settings = Settings(learning_rate=0.01, batch=64, unroll=16, period=64)
    learner = Learner(policy, Table(duels), settings, seed=1)
    before = policy.policy.value.weight.clone()
    for _ in range(4):
        figures = learner.update()
    assert learner.league.added[0] == 0 and learner.samples == 128
    assert not torch.equal(before, policy.policy.value.weight)
    assert all(np.isfinite(number) for number in figures.values())
    assert figures["rho"] == pytest.approx(1, abs=0.3)


def test_the_first_pass_over_fresh_samples_is_on_policy():
    """What acted and what is learnt agree on every probability, with memory and masks."""
    torch.set_num_threads(1)
    torch.manual_seed(2)
    duels = Duels(small_game(health=4), 4, seed=2)
    policy = Seated(Policy(duels.game, Sizes(card=8, slot=8, trunk=16, memory=8)))
    learner = Learner(policy, Table(duels), Settings(batch=64, unroll=16), seed=1)
    figures = learner.update()
    assert figures["rho"] == pytest.approx(1, abs=1e-4) and figures["rho_above_1.2"] == 0
