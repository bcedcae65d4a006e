"""Decks over time: what a training notes on its way, and that it ends as it would without."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from study.papers.mastering import deck_curves, deck_history, decks, training
from study.pipeline.runs import read_run
from untrained import GAME, entrant


@pytest.fixture(scope="module")
def built():
    return deck_history.columns_of(entrant().policy, GAME)


def test_decks_are_built_more_often_at_the_beginning():
    plan = replace(training.plan_of("smoke"), every=1, samples=156 * 512, batch=1024)
    rows = [row for row in range(1, plan.updates + 1) if deck_history.is_due(row, plan)]
    assert rows[:4] == [1, 2, 3, 4] and rows[-1] == plan.updates == 156 and len(rows) <= deck_history.LOOKS
    assert (np.diff(rows)[1:] >= np.diff(rows)[:-1]).mean() > 0.8


def test_decks_are_read_back_from_a_curve(built):
    other = {name: values[:-1] for name, values in built.items()}  # without one card
    curve = pd.DataFrame([{"samples": 10}, {"samples": 20} | built, {"samples": 30} | other])
    history = deck_curves.of_curve(curve)
    assert set(history.samples) == {20, 30} and tuple(history.hero.unique()) == GAME.heroes
    assert history.value.iloc[-1] == 0 and not history.value.isna().any()
    mage = history[(history.hero == "MAGE") & (history.samples == 20)].set_index("what").value
    decks_of_mage = decks.built_tables(entrant().policy, GAME, deck_history.DECKS, deck_history.SEED)["MAGE"]
    assert mage.drop(list(deck_history.MEASURES)).to_dict() == pytest.approx(decks_of_mage.mean().to_dict())
    assert mage.overlap == pytest.approx(decks.variety(decks_of_mage).overlap)
    costs = [GAME.book().table[key].cost for key in decks_of_mage]
    few = deck_curves.most_frequent(history, "MAGE", most=3)
    cards = mage.drop([*deck_history.MEASURES, *few.index])
    assert len(few) == 3 and few.min().min() >= cards.max()
    assert mage.cost == pytest.approx((decks_of_mage * costs).sum(axis=1).mean() / GAME.picks)


def test_building_decks_does_not_change_the_training(tmp_path, monkeypatch):
    numbers = dict(samples=1024, batch=512, period=2048, games=32)
    looks = dict(every=2, looks=1, look_games=20, agent_games=0)
    plan = training.plan_of("smoke", which="big", **numbers, **looks)
    monkeypatch.setattr(deck_history, "DECKS", 4)
    watched = training.train_model("b3", [1], plan, tmp_path / "watched")
    monkeypatch.setattr(deck_history, "is_due", lambda updates, plan: False)
    plain = training.train_model("b3", [1], plan, tmp_path / "plain")
    ours, theirs = (np.load(path.with_name("b3-1.npz")) for path in (plain, watched))
    assert all((ours[name] == theirs[name]).all() for name in ours.files)
    (curve, _), (other, _) = read_run(plain), read_run(watched)
    assert curve.equals(other[curve.columns]) and len(deck_curves.of_curve(other).samples.unique()) == 2
