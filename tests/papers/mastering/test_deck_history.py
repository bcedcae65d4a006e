"""Decks over time: what is noted on the way of a training, which ends as it would without."""

import numpy as np
import pandas as pd
import pytest

from deckspace.learning.hearthstone.weights import judged
from study.papers.mastering import deck_curves, deck_history, decks, training
from study.papers.mastering.ladder import configuration, game
from untrained import GAME, entrant


def test_there_are_more_looks_at_the_beginning():
    rows = sorted(deck_history.looked_at(156))
    assert rows[:4] == [1, 2, 3, 4] and rows[-1] == 156 and len(rows) <= deck_history.LOOKS
    assert (np.diff(rows)[1:] >= np.diff(rows)[:-1]).mean() > 0.8
    assert deck_history.looked_at(1) == {1}


def test_columns_of_decks_are_read_back():
    built = decks.built_tables(entrant().policy, GAME, 6, seed=1)
    noted = deck_history.noted_decks(built, GAME)
    curve = pd.DataFrame([{"samples": 10, "loss": 1.0}, {"samples": 20} | noted])
    history = deck_curves.of_curve(curve)
    assert set(history.samples) == {20} and tuple(history.hero.unique()) == GAME.heroes
    mage = history[history.hero == "MAGE"].set_index("what").value
    cards = mage.drop(list(deck_history.MEASURES))
    assert cards.sum() == pytest.approx(GAME.picks)
    assert cards.to_dict() == pytest.approx(
        built["MAGE"].mean().to_dict() | dict.fromkeys(set(cards.index) - set(built["MAGE"]), 0)
    )
    assert mage.overlap == pytest.approx(decks.variety(built["MAGE"]).overlap)
    costs = [GAME.book().table[key].cost for key in built["MAGE"]]
    assert mage.cost == pytest.approx((built["MAGE"] * costs).sum(axis=1).mean() / GAME.picks)


def test_building_decks_changes_nothing_of_the_training(tmp_path):
    numbers = dict(
        samples=4096, batch=512, period=2048, games=32, every=2, looks=2, look_games=20, agent_games=0
    )
    plan = training.plan_of("smoke", **numbers)
    playing = judged(game(configuration("b3"), plan.which))
    watch = deck_history.Watch(plan, playing, n=4)
    plain = training.train_model("b3", 1, plan, tmp_path / "plain")
    watched = training.train_model("b3", 1, plan, tmp_path / "watched", report=watch)
    ours, theirs = (np.load(path) for path in (plain, watched))
    assert all((ours[name] == theirs[name]).all() for name in ours.files)
    curve, other = (pd.read_parquet(path.with_suffix(".parquet")) for path in (plain, watched))
    assert curve.equals(other[curve.columns]) and len(deck_curves.of_curve(other).samples.unique()) > 2


def test_figures_have_a_panel_for_each_measure_and_hero():
    noted = deck_history.noted_decks(decks.built_tables(entrant().policy, GAME, 6, seed=1), GAME)
    history = deck_curves.of_curve(pd.DataFrame([{"samples": 10} | noted, {"samples": 40} | noted]))
    measures = deck_curves.measures_figure(history)
    assert [len(ax.lines) for ax in measures.axes] == [2, 2, 2]
    cards = deck_curves.cards_figure(history, GAME)
    shown = [deck_curves.most_frequent(history, hero).shape for hero in GAME.heroes]
    assert [ax.images[0].get_array().shape for ax in cards.axes] == shown
    assert shown[0] == (deck_curves.SHOWN, 2)
