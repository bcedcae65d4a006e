"""Training a model: it learns, leaves what it should, and goes on where it was killed."""

from dataclasses import replace

import pandas as pd
import pytest
import torch

from deckspace.errors import BadInput
from deckspace.learning.hearthstone.weights import load_policy
from study.papers.mastering.ladder import configuration
from study.papers.mastering.training import Plan, learner_of, look, main, plan_of, ratios, train_model
from study.pipeline.checkpoint import Checkpoint
from study.pipeline.runs import read_run

ENDS = (".npz", ".parquet", ".json")  # of what a run leaves

PLAN = Plan(
    samples=4096,
    batch=512,
    period=1024,
    learning_rate=0.002,
    unroll=16,
    games=32,
    every=4,
    looks=2,
    look_games=20,
    agent_games=4,
    card=8,
    slot=8,
    trunk=32,
    lstm=0,
)


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def checkpoint(tmp_path):
    return Checkpoint("test", {}, folder=tmp_path / "checkpoints", every=0)


@pytest.mark.parametrize("name", ["b0", "c5", "ph"])
def test_what_a_run_leaves(tmp_path, name):
    path = train_model(name, 1, PLAN, tmp_path, checkpoint(tmp_path))
    assert path == tmp_path / f"{name}-1.npz"
    policy, game, record = load_policy(path)
    assert record["peeking"] == (name == "c5") == record["isolated"] and game.pick_hero == (name == "ph")
    curve, about = read_run(tmp_path / f"{name}-1.parquet")
    assert curve.updates.tolist() == [4, 8, 12, 16] and curve.random.notna().tolist() == [False, True] * 2
    assert about["samples"] == record["samples"] >= 4096 and about["games"] > 50
    assert {"seconds", "learning_share"}.isdisjoint(curve.columns)
    assert ("picks_MAGE" in curve.columns) == (name == "ph")
    assert curve.dropna()[["random", "lookahead", "EVA"]].stack().between(0, 1).all()
    assert about["parameters"]["batch"] == 512 and about["added"][0] == 0 and about["frozen"]


def test_the_seed_decides(tmp_path):
    runs = [
        train_model("b3", seed, PLAN, tmp_path / str(i), checkpoint(tmp_path / str(i)))
        for i, seed in enumerate((1, 1, 2))
    ]
    first, again, other = (path.read_bytes() for path in runs)
    assert first == again and first != other
    pd.testing.assert_frame_equal(*(read_run(path.with_suffix(".parquet"))[0] for path in runs[:2]))


# Without and with peeks that chance grants; and with lessons in turns, which a restart must not mix up.
@pytest.mark.parametrize("name", ["b3", "c5", "b3_in_turns"])
def test_a_killed_run_leaves_what_it_would_have_left_in_peace(tmp_path, name):
    class Killed(Exception):
        pass

    def kill(learner):
        if learner.updates == 12:
            raise Killed

    peace = train_model(name, 1, PLAN, tmp_path / "peace", checkpoint(tmp_path))
    with pytest.raises(Killed):
        train_model(name, 1, PLAN, tmp_path, checkpoint(tmp_path), kill)
    seen = []
    path = train_model(
        name, 1, PLAN, tmp_path, checkpoint(tmp_path), lambda learner: seen.append(learner.updates)
    )
    assert seen[0] in (8, 12) and seen[-1] == 16
    assert path.read_bytes() == peace.read_bytes()
    curve, _ = read_run(path.with_suffix(".parquet"))
    pd.testing.assert_frame_equal(curve, read_run(peace.with_suffix(".parquet"))[0])
    assert curve.updates.tolist() == [4, 8, 12, 16] and curve.random.notna().sum() == 2
    assert not (tmp_path / "checkpoints").exists() or not list((tmp_path / "checkpoints").rglob("*.pickle"))


def test_decks_and_battle_learn_in_turns(tmp_path):
    learner = learner_of("b3_in_turns", 1, PLAN)
    learner.update()
    before = [[part.clone() for part in net.parameters()] for net in learner.policy.by_hero]
    changed = set()
    for _ in range(12):
        period = learner.league.period
        learner.update()
        after = [[part.clone() for part in net.parameters()] for net in learner.policy.by_hero]
        moved = [
            any(not torch.equal(one, other) for one, other in zip(*pair, strict=True))
            for pair in zip(before, after, strict=True)
        ]
        assert moved == [period % 2 == 0, period % 2 == 1]
        changed.add(period % 2)
        before = after
    assert changed == {0, 1}


def test_twice_the_actors_is_twice_the_batch_for_as_many_updates(tmp_path):
    path = train_model("b3_double", 1, PLAN, tmp_path, checkpoint(tmp_path))
    record = load_policy(path)[2]
    assert record["updates"] == PLAN.updates and record["settings"]["batch"] == 2 * PLAN.batch
    assert record["plan"]["games"] == 2 * PLAN.games and record["samples"] >= 2 * PLAN.samples


def test_a_weight_of_picks_holds_the_heroes_even_and_nothing_else():
    weak, strong = (
        learner_of("ph", 1, replace(PLAN, pick_entropy=weight, learning_rate=0.02)) for weight in (0.0, 30.0)
    )
    for learner in (weak, strong):
        with torch.no_grad():
            learner.policy.hero[0] = 2.0
        for _ in range(20):
            learner.update()
    apart = [abs(each.policy.hero.diff().item()) for each in (weak, strong)]
    assert apart[1] < 1.7 < apart[0]
    assert {"entropy", "pick_entropy"} <= set(strong.rows[-1]) and "pick_entropy" not in PLAN.written()
    written = PLAN.settings(configuration("ph")).written()["loss"]
    assert written["entropy_weight"] == 0.01 and "pick_entropy_weight" not in written


def test_it_learns_to_beat_random_play():
    plan = replace(PLAN, samples=30_000, period=10_000, trunk=64, look_games=200, batch=1024)
    learner = learner_of("b3", 1, plan)
    while learner.updates < plan.updates:
        learner.update()
    assert look(learner, "b3", plan)["random"] > 0.65


@pytest.mark.parametrize("wrong", [{"reuze": 2}, {"samples": "many"}, {"games": 0}, {"entropy": -1.0}])
def test_a_number_that_is_misspelt_or_cannot_be_is_refused_before_training(wrong):
    with pytest.raises(BadInput, match=next(iter(wrong))):
        plan_of("smoke", **wrong)


def test_every_scale_says_how_it_compares_with_the_paper():
    for scale in ("smoke", "laptop"):
        table = ratios(plan_of(scale))
        assert table.ratio["uses of a sample"] == 1 and table.ratio["samples in a period"] < 1e-2
    paper = ratios(plan_of("paper"))
    assert (paper.ratio.dropna() == 1).all()


def test_an_unknown_scale_is_refused():
    with pytest.raises(SystemExit, match="no 'huge' in 'mastering.huge.train'"):
        main(["b0", "--scale", "huge"])
