"""The figures of MESB: the numbers that are printed in them. How they look, somebody has to look at."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from deckspace.engine.hearthstone.encode import card_book
from study.papers.mesb import figures as mesb_figures
from study.papers.mesb.deck_space import deck_counts, frame, shares
from study.papers.mesb.experiments import ARCHETYPES, MEASURES, mapped


def test_decks_are_counted_in_the_cells_of_the_archive_and_few_hold_half_of_them():
    rng = np.random.default_rng(1)
    costs = rng.binomial(8, rng.uniform(0.2, 0.6, (450, 1)), (450, 30))
    rows = pd.DataFrame({"mana_sum": costs.sum(axis=1), "mana_variance": costs.var(axis=1)})
    archive = mapped("validation", rows.assign(objective=rng.normal(size=450)))
    expected = np.bincount(archive.index_of(rows[list(MEASURES)].to_numpy()), minlength=archive.cells)
    found = mesb_figures.crowds(rows, archive.boundaries)
    assert found.tolist() == sorted(expected.tolist(), reverse=True)
    for crowd, few in (([4, 2, 1, 1], 1), ([3, 3, 1, 1], 2), ([1, 1, 1, 1, 1], 3)):
        axes = plt.figure().subplots()
        mesb_figures.draw_crowds(axes, np.array(crowd))
        assert f"in {few} of {len(crowd)} cells" in axes.get_title()


def test_bins_hold_all_legal_decks_and_what_the_search_reached_is_said_in_their_share():
    """No value lies between two bins."""
    counts = deck_counts(card_book("mesb").table, "HUNTER")
    edges = mesb_figures.bins(frame(counts))
    assert shares(counts, *edges).sum() == pytest.approx(1)
    for of, bounds in zip(("mean", "variance"), edges, strict=True):
        assert np.abs(np.subtract.outer(frame(counts)[of].unique(), bounds)).min() > 1e-4
    everywhere = frame(counts)  # a deck of every kind
    for rows, share in ((everywhere, "100.0%"), (everywhere[everywhere["mean"] > 6], "0.0%")):
        assert f"{share} of them" in mesb_figures.populations(rows, counts).axes[1].get_title()


def test_a_cross_marks_what_is_not_common_and_cards_of_other_classes_are_left_out():
    before = pd.DataFrame(25.0, ["Sunwalker", "Explosive Shot"], ARCHETYPES)
    changes = {"Sunwalker": {"attack": "-3"}, "Explosive Shot": {"cost": "+2"}}
    figure = mesb_figures.card_changes(before, before + 1, changes)
    left, right = figure.axes[:2]
    texts = [[text.get_text() for text in axes.texts] for axes in (left, right)]
    assert texts == [["25 ×"] * 8, ["26"] * 8]  # 6 archetypes, and 2 of hunters
    names = [label.get_text() for label in left.get_yticklabels()]
    assert names == ["Sunwalker (attack -3)", "Explosive Shot (cost +2)"]


def test_a_card_is_drawn_for_each_pair_of_runs_and_named_where_it_is_asked_for():
    index = pd.MultiIndex.from_product([[1, 2, 3], ARCHETYPES[:2]], names=["run", "archetype"])
    held = pd.DataFrame({"Wisp": [10, 0, 30, 0, 50, 0], "Onyxia": [0, 9, 0, 8, 0, 7]}, index)
    figure = mesb_figures.cards_in_two_runs(held, [("Wisp", ARCHETYPES[0])])
    named = [tuple(axes.collections[1].get_offsets()[0]) for axes in figure.axes]
    assert named == [(10, 30), (10, 50), (30, 50)]
    assert [text.get_text() for text in figure.legends[0].texts] == [f"Wisp, {ARCHETYPES[0]}"]


def test_what_the_paper_prints_stands_in_brackets():
    before = pd.DataFrame(90.0, ["Sunwalker"], ARCHETYPES)
    printed = [("before", "Sunwalker", ARCHETYPES[3], "99"), ("after", "Sunwalker", ARCHETYPES[0], "28.8")]
    figure = mesb_figures.card_changes(before, before, {"Sunwalker": {"attack": "-3"}}, printed)
    texts = [[text.get_text() for text in axes.texts] for axes in figure.axes[:2]]
    assert texts == [["90"] * 3 + ["90\n(99)"] + ["90"] * 2, ["90\n(28.8)"] + ["90"] * 5]


def test_luck_is_the_mean_of_record_minus_fresh():
    rows = pd.DataFrame({"experiment": "elite", "archetype": np.repeat(ARCHETYPES, 2), "fresh": [1, 6] * 6})
    table = rows.assign(recorded=rows.fresh + np.arange(12))
    titles = [axes.get_title() for axes in mesb_figures.luck(table).axes]
    assert titles[3] == "aggro hunter\nrecorded minus fresh: +0.5"
    assert titles[0] == "control hunter\nrecorded minus fresh: +2.5"


def test_each_measure_of_archives_has_a_panel_with_the_mean_of_each_kind():
    names = [f"measure {n}" for n in range(6)]
    index = pd.MultiIndex.from_product(
        [names, [1, 2], ["aggro hunter"]], names=["measure", "run", "archetype"]
    )
    compared = pd.DataFrame({"sliding": range(12), "uniform": range(12, 24)}, index)
    panels = mesb_figures.archives(compared).axes
    assert [axes.get_title() for axes in panels] == names
    means = [axes.containers[0].lines[0].get_ydata().tolist() for axes in panels]
    assert means == [[2 * n + 0.5, 2 * n + 12.5] for n in range(6)]
