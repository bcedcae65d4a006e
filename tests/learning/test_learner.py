"""Actors and learner: contents of segments, learning, and work in several processes.

papers/mastering/test_training.py kills a training, which goes on."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from deckspace.learning.learner import Learner, train
from deckspace.learning.losses import Losses
from deckspace.learning.osfp import SELF
from deckspace.learning.settings import Settings
from poker_table import PokerTable, Tabular
from study import HOME

SMALL = Settings(learning_rate=0.03, batch=256, unroll=8, period=1500)
HELPERS = HOME / "tests" / "helpers"


def poker(n=16, settings=SMALL, memory=0, **options):
    return Learner(Tabular(memory), PokerTable(n, 1), settings, **({"seed": 3} | options))


def segments(learner, n):
    """Let actors play until n segments are complete, and return them as dicts of arrays that begin with time."""
    found = np.zeros(0, int)
    while len(found) < n:
        found = np.append(found, learner.actors[0].act())
    batch = learner.segments.batch(found[:n])
    start, seen = batch.pop("start").numpy(), batch.pop("seen")
    return [
        {name: part[:, k].numpy() for name, part in (batch | seen).items()} | {"start": start[k]}
        for k in range(n)
    ]


def test_segments_are_decisions_of_one_seat_with_results_at_their_last_own_decision():
    """In Kuhn poker the second player decides once or never, the first once or twice; only the last is paid."""
    learner = poker(memory=1)
    for each in segments(learner, 60):
        sets, done = each["set"], each["done"]
        assert len(set(each["seat"])) == 1 and len(sets) == 9
        assert (each["reward"][~done] == 0).all() and set(np.abs(each["reward"][done])) <= {0.5, 1.0}
        again = np.isin(sets[1:] // 3, 3)  # the second decision of the first player, after pass and bet
        assert (again == ~done).all()
        assert np.exp(each["log_mu"]) == pytest.approx(0.5)  # untrained, two legal actions
        assert each["start"][0] == (1 if sets[0] // 3 == 3 else 0)  # decisions so far in this game


@pytest.mark.parametrize("sides, learning", [("both", 2), ("one", 1)])
def test_learning_from_self_play(sides, learning):
    learner = poker(settings=Settings(batch=256, unroll=8, p=1.0, self_play_sides=sides))
    assert (learner.actors[0].learns.sum(axis=1) == learning).all()
    assert (
        np.concatenate(learner.actors[0].env.learners).sum() == 16 * learning
    )  # the environment was informed


def test_only_the_learner_learns_against_frozen_models_and_results_are_recorded():
    """It always bets, and a frozen model that always passes gives in, on either seat."""
    learner = poker(settings=Settings(batch=256, unroll=8, p=0.0))
    meek = {name: part.clone() for name, part in learner.policy.state_dict().items()}
    meek["logits.weight"][:, 0] = 50.0
    learner.league.end_period(meek)
    with torch.no_grad():
        learner.policy.logits.weight[:, 1] = 50.0
    learner.begin(PokerTable(64, 2))
    assert learner.actors[0].learns.sum(axis=1).tolist() == [1] * 64
    assert (np.sort(learner.actors[0].who, axis=1) == [SELF, 0]).all()
    found = segments(learner, 100)
    assert all((each["reward"] == 0.5 * each["done"]).all() for each in found)
    assert {each["seat"][0] for each in found} == {0, 1}
    assert learner.league.score[0] == learner.league.games[0] == learner.actors[0].ended > 200


def test_few_guests_are_at_the_table_at_a_time_and_all_models_in_the_long_run():
    learner = poker(settings=Settings(batch=256, unroll=8, p=0.5, guests=2))
    for _ in range(6):
        learner.league.end_period(learner.policy.state_dict())
        learner.league.count = 99  # so that the next is added, too
    learner.begin(PokerTable(16, 2))
    actors, met, before = learner.actors[0], np.zeros(7), None
    for _ in range(2000):
        invited = actors.invited(50)
        met += np.bincount(invited + 1, minlength=7)
        assert set(invited) - {SELF} <= set(actors.guests) and len(actors.guests) == 2
        if before is not None:
            assert (actors.guests != before).sum() <= 1  # one of them is exchanged
        before = actors.guests.copy()
        actors.finish(np.zeros(16), np.arange(16) < 4)  # four games end
    assert met / met.sum() == pytest.approx([0.5, *[1 / 12] * 6], abs=0.03)


def test_learning_rate_and_entropy_fall_in_a_line_until_the_horizon():
    settings = replace(SMALL, horizon=1000, last_rate=0.2, last_entropy=0.002)
    rates, losses = zip(*(settings.at(samples) for samples in (0, 500, 1000, 2000)), strict=True)
    assert rates == pytest.approx([0.03, 0.018, 0.006, 0.006])
    assert [each.entropy_weight for each in losses] == pytest.approx([0.01, 0.006, 0.002, 0.002])
    assert SMALL.at(2000) == (0.03, SMALL.loss)
    learner = poker(settings=settings)
    for _ in range(5):
        rate, loss = settings.at(learner.samples)
        found = learner.update()
        assert learner.adam.param_groups[0]["lr"] == rate
        parts = found["policy"] + found["upgo"] + found["value"] + loss.entropy_weight * found["entropy"]
        assert found["loss"].item() == pytest.approx(parts.item(), abs=1e-6)
    assert rate < 0.02


def test_it_learns_kuhn_poker():
    """NashConv starts at 0.917, and cycles for a long time before it approaches an equilibrium."""
    settings = replace(SMALL, loss=Losses(entropy_weight=0.1), batch=1024, period=20_000)
    learner = train(poker(128, settings), 120)
    assert learner.policy.nash_conv() < 0.35
    assert learner.league.added == [0] and learner.samples == 61_440
    curve = learner.curve
    assert curve.updates.tolist() == list(range(10, 121, 10)) and (curve.ratio < 1.6).all()


@pytest.mark.parametrize("production, buffer, age", [(1, "queue", 2.5), (3, "queue", 8.2), (3, "ring", 1.5)])
def test_excess_samples_age_in_the_queue(production, buffer, age):
    settings = Settings(batch=256, unroll=8, production=production, buffer=buffer, capacity=4)
    learner = train(poker(32, settings), 60)
    flow = learner.buffer.flow
    assert flow.mean_age == pytest.approx(age, abs=1.0)
    assert (flow.refused > 20) == (production > 1 and buffer == "queue")
    assert flow.ratio == pytest.approx(1, abs=0.2) if buffer == "queue" else flow.ratio > 2


def test_a_ring_that_is_overwritten_between_two_updates_leaves_room():
    settings = Settings(batch=128, unroll=4, production=3, reuse=1, buffer="ring")
    learner = train(poker(4, settings), 4)
    assert learner.buffer.flow.lost > 100 and learner.updates == 4


def test_a_batch_in_parts_is_the_same_batch():
    """Equal except for rounding, which Adam amplifies where the true gradient is zero, as for illegal actions."""
    runs = [train(poker(settings=replace(SMALL, part=part)), 3).policy.logits.weight for part in (0, 32)]
    assert torch.allclose(runs[0], runs[1], atol=1e-3) and runs[0].abs().max() > 0.05


def test_a_training_with_two_groups_of_games_ends_the_same_if_it_is_saved_and_goes_on():
    """While one group is decided, a step of the other is under way."""

    def learner():
        groups = [PokerTable(16, seed) for seed in (1, 2)]
        return Learner(Tabular(), groups, replace(SMALL, period=400), seed=3)

    def trained(saves=False, restores=False):
        made = learner()
        for _ in range(12):
            made.update()
            state = pickle.dumps(made.state()) if saves else None
            if restores:
                made = learner()
                made.restore(pickle.loads(state))
        return made.games, made.league.met, made.policy.logits.weight.tolist()

    quiet = trained()
    assert quiet[1] and quiet == trained(saves=True)
    assert quiet == trained(saves=True, restores=True)


def test_a_game_without_a_legal_action_is_named():
    learner = poker()
    learner.actors[0].env.mask[3] = False
    with pytest.raises(ValueError, match="no legal action"):
        learner.update()


def test_two_processes_have_the_same_weights_and_the_same_history(tmp_path):
    """From a ring, where each uses another number of fresh samples, which ends periods."""
    torchrun = [Path(sys.executable).with_name("torchrun"), "--standalone", "--nproc_per_node=2"]
    command = [*torchrun, HELPERS / "train_together.py", "ring", tmp_path]
    paths = os.pathsep.join(map(str, (HOME / "lib", HELPERS)))
    environment = os.environ | {"PYTHONPATH": paths, "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr[-3000:]
    first, second = (json.loads((tmp_path / f"{rank}.json").read_text()) for rank in (0, 1))
    assert first == second and first["added"][0] == 0
