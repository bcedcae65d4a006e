"""Training a model: it learns, leaves what it should, and continues after it was killed."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pandas as pd
import pytest
import torch
from torch.nn.utils import parameters_to_vector

from deckspace.errors import BadInput, BrokenFile
from deckspace.learning.hearthstone.matches import DRAWN, Match
from deckspace.learning.hearthstone.weights import load_policy
from study.papers.mastering import models
from study.papers.mastering.ladder import configuration
from study.papers.mastering.training import (
    Evaluations,
    Plan,
    learner_of,
    look,
    main,
    plan_of,
    ratios,
    train_model,
)
from study.pipeline.checkpoint import Checkpoint
from study.pipeline.runs import read_run

LOOKS = dict(every=4, looks=2, look_games=20, agent_games=4)
SIZES = dict(card=8, slot=8, trunk=32, lstm=0)
PLAN = Plan(samples=4096, batch=512, period=1024, learning_rate=0.002, unroll=16, games=32, **LOOKS, **SIZES)


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def trained(name, folder, seeds=(1,), plan=PLAN, report=None):
    """Train a model in a folder that also has the checkpoints; return the paths of its curves and its first weights."""
    saves = partial(Checkpoint, folder=folder / "checkpoints", every=0)
    path = train_model(name, list(seeds), plan, folder, saves, report)
    return path, folder / f"{name}-{seeds[0]}.npz"


@pytest.mark.parametrize("name", ["b0", "c5", "ph"])
def test_what_a_training_leaves(tmp_path, name):
    path, weights = trained(name, tmp_path)
    policy, game, record = load_policy(weights)
    assert record["peeking"] == (name == "c5") == record["isolated"] and game.pick_hero == (name == "ph")
    curve, about = models.training(weights)
    assert curve.updates.tolist() == [4, 8, 12, 16] and curve.random.notna().tolist() == [False, True] * 2
    assert about["samples"] == record["samples"] >= 4096 and about["games"] > 50
    assert about["sha256"] == record["sha256"] and about["cpu_seconds"] > 0
    assert {"seconds", "learning_share"}.isdisjoint(curve.columns)
    assert ("picks_MAGE" in curve.columns) == (name == "ph")
    assert curve.dropna()[["random", "lookahead", "EVA"]].stack().between(0, 1).all()
    assert read_run(path)[1]["parameters"]["batch"] == 512 and about["added"][0] == 0 and about["frozen"]


class Killed(Exception):
    pass


def kill(learner, at=12, seed=2):
    if (learner.seed, learner.updates) == (seed, at):
        raise Killed


# Without peeks, with peeks that chance grants, and with lessons in turns, which a restart must not mix up.
@pytest.mark.parametrize("name", ["b3", "c5", "b3_in_turns"])
def test_a_killed_training_continues_and_ends_as_if_it_had_not_been_killed(tmp_path, name):
    peace, weights = trained(name, tmp_path / "peace", (1, 2))
    first, second = (weights.with_name(f"{name}-{seed}.npz").read_bytes() for seed in (1, 2))
    assert first != second
    with pytest.raises(Killed):
        trained(name, tmp_path, (1, 2), report=kill)
    seen = []
    path, _ = trained(name, tmp_path, (1, 2), report=lambda one: seen.append((one.seed, one.updates)))
    assert seen[0] in ((2, 8), (2, 12)) and seen[-1] == (2, 16)  # the first seed is not trained again
    assert [(tmp_path / f"{name}-{seed}.npz").read_bytes() for seed in (1, 2)] == [first, second]
    (curves, about), (others, _) = read_run(path), read_run(peace)
    pd.testing.assert_frame_equal(curves, others)
    assert curves.updates.tolist() == 2 * [4, 8, 12, 16] and curves.seed.tolist() == 4 * [1] + 4 * [2]
    assert about["games"] == sum(each["games"] for each in about["trainings"])
    curve, training = models.training(tmp_path / f"{name}-2.npz")
    assert training["seed"] == 2 and curve.seed.tolist() == 4 * [2]
    assert not list(tmp_path.rglob("*.pickle"))


def test_weights_that_are_not_kept_are_missed_with_the_command_that_makes_them(tmp_path, monkeypatch):
    path, _ = trained("b3", tmp_path / "data/runs/mastering/smoke", (1, 2))
    monkeypatch.setattr(models, "HOME", tmp_path)
    found = models.found("data/runs/mastering/smoke")
    assert {each.seed: each.name for each in models.load_all(found)["b3"].values()} == {1: "b3", 2: "b3"}
    assert list(models.curves(models.runs("data/runs/mastering/smoke")).seed.unique()) == [1, 2]
    found["b3"][2].unlink()
    makes = r"b3-2 are not kept.*`./run repro mastering_train_smoke@smoke-b3 --force`"
    with pytest.raises(BrokenFile, match=makes):
        models.load_all(found)


def test_an_evaluation_that_ends_while_others_are_collected_is_not_lost():
    class Ends(Future):
        def done(self):
            """Not yet when it is asked first."""
            return super().done() or self.set_result({"random": 0.5})

    asked, row = Evaluations("b3", PLAN, aside=False), {}
    asked.asked = [(row, Ends())]
    asked.collect()
    asked.collect()
    assert row == {"random": 0.5} and not asked.asked


def test_decks_and_battle_learn_in_turns():
    learner = learner_of("b3_in_turns", 1, PLAN)
    learner.update()
    changed = set()
    for _ in range(12):
        nets, period = learner.policy.by_hero, learner.league.period
        before = [parameters_to_vector(net.parameters()).clone() for net in nets]
        learner.update()
        after = [parameters_to_vector(net.parameters()) for net in nets]
        moved = [not torch.equal(*pair) for pair in zip(before, after, strict=True)]
        assert moved == [period % 2 == 0, period % 2 == 1]
        changed.add(period % 2)
    assert changed == {0, 1}


def test_twice_the_actors_is_twice_the_batch_for_as_many_updates(tmp_path):
    record = load_policy(trained("b3_double", tmp_path)[1])[2]
    assert record["updates"] == PLAN.updates and record["settings"]["batch"] == 2 * PLAN.batch
    assert record["plan"]["games"] == 2 * PLAN.games and record["samples"] >= 2 * PLAN.samples


@pytest.mark.parametrize("name", ["b3", "b3_double"])
def test_the_schedules_of_a_plan_end_with_its_samples(name):
    model = configuration(name)
    plan = replace(PLAN, last_rate=0.2, entropy=0.05, last_entropy=0.003).times(model.times)
    half, end = (plan.settings(model).at(part * plan.samples) for part in (0.5, 1))
    assert (half[0], end[0]) == pytest.approx((0.6 * PLAN.learning_rate, 0.2 * PLAN.learning_rate))
    assert (half[1].entropy_weight, end[1].entropy_weight) == pytest.approx((0.0265, 0.003))


def test_a_weight_of_picks_holds_the_heroes_even_and_nothing_else():
    plans = [replace(PLAN, pick_entropy=weight, learning_rate=0.02) for weight in (0.0, 30.0)]
    weak, strong = (learner_of("ph", 1, plan) for plan in plans)
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
    assert look(learner.policy.eval(), "b3", plan)["random"] > 0.65


@pytest.mark.parametrize("name, sees", [("b4", (0, 0)), ("c5", (DRAWN, 0))])
def test_a_model_that_peeks_is_evaluated_as_it_plays(name, sees, monkeypatch):
    """It sees a random number of picks of random play, which sees none; agents with given decks show none."""
    asked = []

    class Recorded(Match):
        def __init__(self, *players, sees, **how):
            asked.append((players[3] is None, sees))
            super().__init__(*players, sees=sees, **how)

    monkeypatch.setattr("study.papers.mastering.training.Match", Recorded)
    look(learner_of(name, 1, PLAN).policy.eval(), name, PLAN)
    assert asked[0] == (True, sees) and set(asked[1:]) == {(False, (0, 0))}


@pytest.mark.parametrize("wrong", [{"reuze": 2}, {"samples": "many"}, {"games": 0}, {"entropy": -1.0}])
def test_a_number_that_is_misspelt_or_cannot_be_is_refused_before_training(wrong):
    with pytest.raises(BadInput, match=next(iter(wrong))):
        plan_of("smoke", **wrong)


@pytest.mark.parametrize(
    "options, sentence",
    [
        ("--scale huge", "no 'huge' in 'mastering.huge.train'"),
        ("--processes 0", "The processes must be at least 1, not 0"),
        ("--out README.md", "'--out' takes a folder, which 'README.md' is not"),
        ("--out /proc/nowhere", "'--out' cannot be written"),
    ],
)
def test_a_wrong_option_is_refused_before_training(options, sentence, monkeypatch):
    monkeypatch.setattr("study.papers.mastering.training.join", lambda: pytest.fail("it has begun"))
    with pytest.raises(SystemExit, match=sentence):
        main(["b0", *options.split()])


@pytest.mark.parametrize("processes, told", [(1, ["b0"]), (2, ["b0", "b3"])])
def test_models_that_are_not_finished_are_named(processes, told, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("study.papers.mastering.training.train_model", lambda *_: None)
    monkeypatch.setattr(
        "study.papers.mastering.training.ProcessPoolExecutor", lambda n, _: ThreadPoolExecutor(n)
    )
    main(["b0", "b3", "--scale", "smoke", "--out", str(tmp_path), "--processes", str(processes)])
    assert capsys.readouterr().out == "".join(
        f"{name} is not finished: the same command goes on.\n" for name in told
    )


def test_models_that_are_trained_one_after_the_other_share_the_minutes(tmp_path, monkeypatch):
    now, given = [1000.0], []

    def five_minutes(*job):
        now[0] += 300
        given.append(job[-2])
        return tmp_path

    monkeypatch.setattr("study.papers.mastering.training.train_model", five_minutes)
    monkeypatch.setattr("study.papers.mastering.training.time", SimpleNamespace(monotonic=lambda: now[0]))
    main(["b0", "b3", "--scale", "smoke", "--out", str(tmp_path), "--minutes", "12"])
    assert given == pytest.approx([12, 7])


def test_every_scale_says_how_it_compares_with_the_paper():
    for scale in ("smoke", "laptop"):
        table = ratios(plan_of(scale))
        assert table.ratio["uses of a sample"] == 1 and table.ratio["samples in a period"] < 1e-2
    assert (ratios(plan_of("paper")).ratio.dropna() == 1).all()


def test_a_training_that_must_stop_leaves_what_goes_on_without_its_games(tmp_path):
    """It stops after an update, though a row of its curve takes four."""
    seen = []

    def stopped(minutes):
        def pulse(learner):
            seen.append(learner.updates)

        saves = partial(Checkpoint, folder=tmp_path / "kept", every=3600)
        return train_model("b3", [1], PLAN, tmp_path, saves, minutes=minutes, pulse=pulse)

    assert stopped(0) is None and seen == [1]
    assert stopped(0) is None and seen == [1, 2]
    path = stopped(5)
    curve, about = models.training(path.with_name("b3-1.npz"))
    assert seen == list(range(1, 17)) and curve.updates.tolist() == [4, 8, 12, 16]
    assert about["samples"] >= 4096 and curve.random.notna().tolist() == [False, True] * 2
