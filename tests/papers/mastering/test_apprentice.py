"""A player that begins by imitation: both lessons, what they leave, and a run that is killed between them."""

from dataclasses import replace

import pandas as pd
import pytest

from deckspace.learning.hearthstone.weights import load_policy
from study.papers.mastering.apprentice import main, plan_of, train_player
from study.pipeline.checkpoint import Checkpoint
from study.pipeline.runs import read_run

LESSONS = dict(imitation=2048, reinforcement=2048, batch=512, games=32)
PLAN = replace(plan_of("given_decks"), every=4, looks=1, look_games=18, **LESSONS)


def checkpoint(tmp_path):
    return Checkpoint("test", {}, folder=tmp_path / "checkpoints", every=0)


def test_both_lessons_leave_a_policy_and_one_curve(tmp_path):
    path = train_player(1, PLAN, tmp_path, checkpoint(tmp_path))
    curve, about = read_run(path.with_suffix(".parquet"))
    assert curve.lesson.tolist() == [1, 1, 2, 2] and curve.updates.tolist() == [4, 8, 12, 16]
    assert curve["beam Control"].notna().tolist() == [False, True] * 2
    taught, _, _ = load_policy(tmp_path / "taught-1.npz")
    player, game, record = load_policy(path)
    assert any((a != b).any() for a, b in zip(taught.parameters(), player.parameters(), strict=True))
    assert game.heroes == ("HUNTER", "PALADIN", "WARLOCK") and record["plan"]["teacher"] == "EVA"
    assert about["samples"] == record["samples"] >= 4096


def test_a_run_killed_in_either_lesson_leaves_what_it_would_have_left_in_peace(tmp_path):
    class Killed(Exception):
        pass

    peace = train_player(1, PLAN, tmp_path / "peace", checkpoint(tmp_path))
    for last in (4, 12):

        def kill(learner, last=last):
            if learner.updates == last:
                raise Killed

        with pytest.raises(Killed):
            train_player(1, PLAN, tmp_path, checkpoint(tmp_path), kill)
    path = train_player(1, PLAN, tmp_path, checkpoint(tmp_path))
    for name in ("player-1.npz", "taught-1.npz"):
        assert path.with_name(name).read_bytes() == peace.with_name(name).read_bytes()
    curves = (read_run(each.with_suffix(".parquet"))[0] for each in (path, peace))
    pd.testing.assert_frame_equal(*curves)


def test_who_is_nobody_and_what_is_no_share_are_refused():
    with pytest.raises(ValueError, match="no agent 'Control'; choose one of random, lookahead"):
        replace(PLAN, teacher="Control")
    with pytest.raises(ValueError, match="guided must be a share from 0 to 1, not 2"):
        replace(PLAN, guided=2)
    with pytest.raises(SystemExit, match="no 'huge'"):
        main(["--scale", "huge"])
