"""Duels as an environment of the general learner."""

import numpy as np
import pytest
import torch

from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.game import small_game
from deckspace.learning.hearthstone.network import Sizes, network
from deckspace.learning.hearthstone.table import Table
from deckspace.learning.learner import Learner
from deckspace.learning.settings import Settings

TINY = dict(card=8, slot=8, trunk=16)


@pytest.mark.parametrize("lstm, isolated", [(0, False), (8, False), (8, True)])
def test_the_learner_takes_duels_as_they_are(lstm, isolated):
    duels = Duels(small_game(health=4), 4, seed=1)
    policy = network(duels.game, Sizes(**TINY, lstm=lstm), isolated)
    settings = Settings(learning_rate=0.01, batch=64, unroll=16, period=64)
    learner = Learner(policy, Table(duels), settings, seed=1)
    before = [part.detach().clone() for part in policy.parameters()]
    figures = learner.update()
    assert figures["rho"] == pytest.approx(1, abs=1e-4)  # on policy at first
    for _ in range(3):
        figures = learner.update()
    assert learner.league.added[0] == 0 and learner.samples == 128
    moved = [not torch.equal(*pair) for pair in zip(before, policy.parameters(), strict=True)]
    assert np.mean(moved) > 0.9  # all but the number of the hero, which nobody picks
    assert all(np.isfinite(number) for number in figures.values())
    assert figures["rho"] == pytest.approx(1, abs=0.3)


def test_the_learner_never_sees_less_than_its_opponent_unless_both_see_alike():
    duels = Duels(small_game(), 3000, seed=3)
    table, learns = Table(duels, np.random.default_rng(1)), np.zeros((3000, 2), bool)
    learns[:1000, 0] = learns[1000:2000, 1] = learns[2000:] = True
    table.seated(np.arange(3000), learns)
    sees = duels.duels.sees.astype(int)
    assert (sees[:1000, 0] >= sees[:1000, 1]).all() and (sees[1000:2000, 1] >= sees[1000:2000, 0]).all()
    first, second = sees[2000:].T
    assert 0.2 < (first > second).mean() < 0.7 and 0.2 < (second > first).mean() < 0.7
    assert sees.min() == 0 and sees.max() == 8
    assert sees[:1000, 0].mean() == pytest.approx(4, abs=0.3)

    learns[:] = True, False
    Table(duels, np.random.default_rng(1), alike=True).seated(np.arange(3000), learns)
    assert duels.duels.sees.astype(int).mean(axis=0) == pytest.approx([4, 4], abs=0.2)


def test_a_training_that_goes_on_without_its_games_does_not_play_the_first_ones_again():
    def learner():
        duels = Duels(small_game(health=4), 4, seed=1)
        table = Table(duels, np.random.default_rng(1))
        return Learner(
            network(duels.game, Sizes(**TINY)), table, Settings(batch=64, unroll=16), seed=1
        ), table

    one, table = learner()
    first = table.duels.duels.seed.copy()
    one.update()
    state = one.state(whole=False)
    seeds = []
    for _ in range(2):
        other, table = learner()
        other.restore(state)
        seeds.append(table.duels.duels.seed.tolist())
    assert seeds[0] == seeds[1] and not set(seeds[0]) & set(first.tolist())
    assert table.chance.random() != np.random.default_rng(1).random()
