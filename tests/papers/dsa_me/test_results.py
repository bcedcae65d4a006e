"""The results of DSA-ME, on tables small enough to follow by hand; and what the paper printed."""

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from scipy import stats
from statsmodels.formula.api import ols

from deckspace.errors import BrokenFile
from deckspace.intervals import Estimate, mean
from study.papers.dsa_me import figures, results
from study.papers.dsa_me.contest import Trial
from study.papers.dsa_me.search import CONDITIONS
from study.papers.dsa_me.trials import PREDICTIONS, believed_map, prediction_errors, quality, survival
from study.pipeline.runs import write_run
from study.results.claims import published_claims
from study.results.reading import Claims
from study.results.verdicts import printed, verdict

GAMES = 4


def decks(*each):
    """A table of decks, each (health, wins, turns, hand size), the means of four games."""
    health, wins, turns, hand = map(np.array, zip(*each, strict=True))
    rows = pd.DataFrame({"objective": health * GAMES, "wins": wins, "turns": turns * GAMES})
    rows["hand_size"] = hand * turns * GAMES
    return rows.assign(iteration=0, elite=True, trial=1, **dict.fromkeys(PREDICTIONS, np.nan))


# Two decks in one cell (the second better), one elsewhere, one outside the map, in a cell at its edge.
FOUR = decks((-10, 1, 10.1, 3.04), (-4, 2, 10.2, 3.01), (20, 3, 5.6, 6.1), (6, 4, 30, 2.0))


def trial(condition="dsa_me", number=1, rows=FOUR, **record):
    record = {"parameters": {"games": GAMES}} | record
    return Trial(condition, number, rows.assign(trial=number), record, "there")


def test_metrics_of_a_map_made_by_hand():
    """A deck that lost its cell does not count, and the published grid has wider cells."""
    found = results.metrics(FOUR, GAMES)
    assert found.health == 20 and found.win_rate == 100
    assert found.cells == pytest.approx(100 * 3 / 1600)
    assert found.qd_score == pytest.approx((26 + 50 + 36) / 60)
    assert found.qd_pyribs == pytest.approx(26 + 50 + 36) and found.qd_text == pytest.approx(-4 + 20 + 6)
    assert results.metrics(FOUR.assign(wins=[4, 0, 1, 2]), GAMES).win_rate == 50
    close = decks((0, 1, 5.20, 2), (0, 1, 5.26, 2))
    assert results.metrics(close, GAMES).cells == 2 * results.metrics(close, GAMES, "published").cells
    shares = results.ccdf(FOUR, GAMES) * 16  # of cells strictly above a threshold
    assert shares[[-30, -5, -4, 5, 6, 19, 20, 30]].tolist() == pytest.approx([3, 3, 2, 2, 1, 1, 0, 0])


def test_progress_ends_with_the_metrics_and_has_a_row_for_decks_that_changed_nothing():
    growth, found = results.progress(FOUR, GAMES), results.metrics(FOUR, GAMES)
    last = growth.iloc[-1]
    assert (last.qd_score, 100 * last.cells / 1600) == pytest.approx((found.qd_score, found.cells))
    fewer = results.progress(FOUR.set_axis([0, 2, 3, 6]), GAMES)
    assert fewer.evaluations.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert fewer.iloc[[0, 2, 3, 6], 1:].to_numpy().tolist() == growth.iloc[:, 1:].to_numpy().tolist()
    assert fewer.qd_score[5] == fewer.qd_score[3]


def test_of_the_growth_of_trials_the_first_deck_that_reaches_a_target_is_read_and_the_end_is_kept():
    found = [trial(number=1), trial(number=2, rows=FOUR.iloc[::-1].reset_index(drop=True))]
    growth = results.of_each(found, results.progress)
    assert results.needed(growth, 70 / 60).tolist() == [3, 2]
    never = results.needed(growth, 5)
    assert never.isna().all() and len(never) == 2
    assert results.thinned(growth[:4], points=2).evaluations.tolist() == [2, 4]
    assert results.thinned(growth).cells.iloc[-1] == pytest.approx(300 / 1600)


def test_tables_by_trial_are_compared_where_there_are_two_trials_of_a_condition():
    found = [trial(), trial(number=2, rows=FOUR.assign(objective=0)), trial("map_elites")]
    table = results.of_each(found, results.metrics)
    assert results.compared(table, CONDITIONS) == ["dsa_me"]
    assert results.values(table, "dsa_me", "health").tolist() == [20, 0]
    text = results.mean_and_error(table[["health"]])
    assert text.health.to_dict() == {"DSA-ME": "10.00 ± 10.00", "MAP-Elites": "20.00"}


def test_what_each_condition_has_played_is_the_mean_over_its_trials():
    shared = dict(parameters={"games": GAMES, "trials": [1, 2]}, made={"cpu_seconds": 240})
    found = results.overview([trial(**shared), trial(number=2, rows=FOUR[:2], **shared)]).loc["DSA-ME"]
    expected = dict(trials=2, decks=3, games=GAMES, iterations=0, elites=3, cpu_minutes=2)
    assert found.to_dict() == expected


def test_a_difference_is_students_and_widened_for_several_comparisons():
    rows = {"a": pd.DataFrame({"m": [1.0, 2, 6]}), "b": pd.DataFrame({"m": [0.0, 1, 1]})}
    rows, test = pd.concat(rows, names=results.KEYS), stats.ttest_ind([1, 2, 6], [0, 1, 1])
    found, wider = results.more(rows, "m", "a", "b"), results.more(rows, "m", "a", "b", comparisons=6)
    assert (found.low, found.high) == pytest.approx(tuple(test.confidence_interval()))
    assert wider.low == pytest.approx(test.confidence_interval(1 - 0.05 / 6).low)
    low, high = stats.t.interval(0.95, 8, 2, 0.5)  # a row with an interval is an estimate again
    again = results.estimate(pd.Series(dict(difference=2.0, low=low, high=high, n=12)), df=8)
    assert again.se == pytest.approx(0.5) and again.n == 12


def test_a_curve_is_highest_where_its_mean_is():
    """Of four thresholds one is reached by nobody; one of the other three belongs to b."""
    curves = {"a": np.array([[4.0, 2, 1, 0], [4, 2, 1, 0]]), "b": np.array([[3.0, 3, 1, 0]])}
    assert results.highest_share(curves, "a")([0, 1], [0]) == pytest.approx(2 / 3)


def fresh_of(trial, rows):
    return rows.assign(condition=trial.condition, trial=trial.number, row=trial.elites.index)


def test_by_fresh_games_the_best_record_counts_and_cells_may_fall_together():
    one = trial(rows=FOUR.assign(elite=[False, True, True, True]))
    again = decks((8, 1, 10.1, 3.04), (-1, 2, 10.2, 3.01), (9, 0, 14.9, 2.0))
    found = results.fresh_metrics([one], fresh_of(one, again), GAMES).loc[("dsa_me", 1)]
    assert (found.health, found.win_rate) == (-1, 0)  # not the 9 and the 50 % of decks with worse records
    assert found.cells == pytest.approx(100 * 2 / 1600)
    assert found.qd_score == pytest.approx((38 + 39) / 60)
    assert found.qd_kept == pytest.approx((38 + 29 + 39) / 60)
    for few in (None, FOUR[1:], FOUR.assign(trial=2)):
        rows = few if few is None else few.assign(condition="dsa_me").assign(row=few.index)
        with pytest.raises(BrokenFile, match="Elites of dsa_me have no fresh games: run 32_dsa_me"):
            results.fresh_metrics([trial()], rows, GAMES)


def predicted(rows, *each):
    return rows.assign(**dict(zip(PREDICTIONS, np.array(each, "f8").T, strict=True)))


PREDICTED = predicted(
    FOUR.assign(iteration=[0, 1, 1, 2]),
    (np.nan, np.nan, np.nan),  # a random deck
    (-1, 10.2, 3.01),  # in its cell
    (10, 6.1, 6.0),  # two cells longer, and one down
    (6, 16, 2.0),  # beyond the map, as it is
)
FOUR_PREDICTED = predicted(FOUR, (1, 6, 2), (2, 7, 3), (20, 5.6, 6.1), (4, 9, 5))


def test_errors_are_predicted_less_real_and_quality_is_by_iteration():
    errors = prediction_errors(PREDICTED, GAMES)
    assert errors.index.tolist() == [1, 2, 3] and errors.error_health_difference.tolist() == [3, -10, 0]
    assert errors.apart.tolist() == [0, 3, 0] and errors.same.tolist() == [True, False, True]
    table = quality(PREDICTED, GAMES).set_index("iteration")
    assert table.index.tolist() == [1, 2] and table.decks.tolist() == [2, 1]
    assert table.bias_health_difference.tolist() == [-3.5, 0]
    assert table.mse_health_difference.tolist() == [54.5, 0]
    assert table.same.tolist() == [50, 100] and table.apart.tolist() == [1.5, 0]
    assert table.within_turns.tolist() == pytest.approx([0.125, 225]) and table.mse_turns[2] == 14**2
    assert table.kept[1] == survival(PREDICTED[1:3], GAMES).kept
    assert len(quality(FOUR, GAMES)) == 0  # without predictions


def test_calibration_first_maps_and_last_losses_are_read_from_records():
    table = quality(PREDICTED, GAMES)
    iterations = pd.concat([table, table.assign(trial=2)]).to_dict("list")
    found = [trial(number=number, iterations=iterations) for number in (1, 2)]
    assert results.calibration(found).decks.loc["dsa_me"].tolist() == [2, 1, 2, 1]
    assert results.first_maps(found).kept.tolist() == [table.kept[0]] * 2
    losses = [dict(trial=1, turns=2, wins=3), dict(trial=2, turns=4, wins=5)]
    last = results.last_losses([trial("dsa_me_ad", number, losses=losses) for number in (1, 2)])
    assert last.loc["dsa_me_ad"].to_dict("index") == {1: dict(wins=3, turns=2), 2: dict(wins=5, turns=4)}


def test_elites_of_a_surrogate_survive_if_no_better_one_falls_into_their_cell():
    found = survival(FOUR_PREDICTED, GAMES, grid="correct")
    assert (found.decks, found.kept, found.same) == (4, 75, 25)
    assert (
        found["same, kept"] == 25
    )  # nobody better falls into the cell of the only one that is where it was predicted
    table = prediction_errors(FOUR_PREDICTED, GAMES)
    assert found["apart, all"] == table.apart.mean()
    assert found.apart == table.apart.drop(0).mean()  # the first lost its cell to the second
    assert len(believed_map(FOUR_PREDICTED)) == 4
    # On the published grid two decks may share a cell: the third is predicted better than the second.
    rows = predicted(FOUR, (1, 6, 2), (2, 6.95, 3), (3, 7.1, 3), (4, 9, 5))
    assert (survival(rows, GAMES, grid="correct").decks, survival(rows, GAMES).decks) == (4, 3)
    pd.testing.assert_series_equal(survival(rows, GAMES), survival(rows.drop(1), GAMES))


def test_final_surrogates_are_put_beside_those_of_the_trials(tmp_path):
    assert results.final_maps(str(tmp_path), FOUR_PREDICTED, GAMES).empty
    other = survival(FOUR_PREDICTED[:2], GAMES).to_dict() | dict(trial=1, way="at once", mse_turns=3.0)
    write_run(tmp_path / "final/surrogates.parquet", pd.DataFrame([other]), parameters={}, games=0)
    found = results.final_maps(str(tmp_path), FOUR_PREDICTED, GAMES)
    assert found.decks.to_dict() == {("in steps", 1): 4, ("at once", 1): 2}
    errors = pd.DataFrame(dict(trial=[1, 1], tested_on=[2, 3], mse_turns=[1.0, 4]))
    off = results.final_errors(str(tmp_path), errors)
    assert off.mse_turns.to_dict() == {("in steps", 1): 2.5, ("at once", 1): 3}
    assert results.final_maps(str(tmp_path), None, None).empty


def test_the_maps_of_the_authors_surrogates_are_put_beside_those_of_the_trials(tmp_path):
    assert results.scheduled_maps(str(tmp_path), FOUR_PREDICTED, GAMES).empty
    played = survival(FOUR_PREDICTED[:2], GAMES).to_dict() | dict(number=1)
    rows = [played | dict(surrogate=name) for name in results.BY_SCHEDULE]
    write_run(tmp_path / "authors/surrogates.parquet", pd.DataFrame(rows[:-1]), parameters={}, games=0)
    found = results.scheduled_maps(str(tmp_path), FOUR_PREDICTED, GAMES)
    assert list(found.index) == [(name, 1) for name in results.BY_SCHEDULE]
    assert found.decks.tolist() == [2] * (len(rows) - 1) + [4]
    assert results.scheduled_maps(str(tmp_path), None, None).empty


def test_changed_trials_are_read_once_their_elites_have_played_again(tmp_path):
    one, about = trial(), dict(condition="dsa_me", games=GAMES, fresh_games=GAMES)
    rows = one.rows.assign(deck=[["a card"]] * len(FOUR), row=range(4))
    write_run(tmp_path / "changed/anew/dsa_me/decks.parquet", rows, parameters=about, games=0)
    assert results.read_changed(str(tmp_path), "anew")[0] == []
    again = fresh_of(one, one.elites)
    write_run(tmp_path / "changed/anew/contest/fresh.parquet", again, parameters=about, games=0)
    found, by_fresh = results.read_changed(str(tmp_path), "anew")
    assert [each.condition for each in found] == ["dsa_me"]
    assert by_fresh.loc[("dsa_me", 1), "health"] == results.metrics(one.rows, GAMES).health


def test_a_few_absurd_predictions_decide_the_mean_but_not_the_rest():
    real = np.column_stack([np.zeros(100), np.full(100, 8.0), np.full(100, 3.0)])
    predicted = real + 0.1
    predicted[0, 1] = 1000  # turns
    found = results.errors_of(predicted, real)
    assert found["mse_turns"] > 9000 and found["median_turns"] == pytest.approx(0.01)
    assert found["within_turns"] == pytest.approx((99 * 0.01 + 49) / 100) and found["beyond_turns"] == 100
    assert found["beyond_hand_size"] == 0 and found["mse_hand_size"] == pytest.approx(0.01)
    table = results.error_table(pd.DataFrame([found, found | {"mse_turns": found["mse_turns"] + 2}]))
    assert table.loc["turns", "mean"] == found["mse_turns"] + 1 and table.loc["turns", "beyond"] == 100


MADE = results.trials_like(results.published("table1"))
PRINTED = results.published("tests").set_index(["test", "metric"])


@pytest.mark.parametrize("metric", results.METRICS)
def test_the_analyses_of_variance_of_the_paper_follow_from_its_table(metric):
    """To within the rounding of the table: so these are the tests that it made."""
    rows = MADE.loc[list(results.MAIN_FOUR)].reset_index()
    theirs = float(PRINTED.F["one-way", metric])
    assert pg.anova(rows, dv=metric, between="condition").F[0] == pytest.approx(theirs, rel=0.01)
    rows = MADE.loc[list(results.WITH_AND_WITHOUT)].reset_index()
    rows["ad"], rows["model"] = rows.condition.str.endswith("_ad"), rows.condition.str.startswith("offline")
    tests = pg.anova(rows, dv=metric, between=["model", "ad"], ss_type=2).set_index("Source")
    theirs = PRINTED.F["interaction", metric]
    if theirs:
        assert tests.F["model * ad"] == pytest.approx(float(theirs), rel=0.01)
    else:
        assert PRINTED.p["interaction", metric] == "not significant" and tests.p_unc["model * ad"] > 0.05


@pytest.mark.parametrize(
    "name, metric, p",
    [("dsa_me", "win_rate", 0.024), ("dsa_me", "health", 0.003), ("offline_dsa_me", "cells", 0)],
)
def test_and_simple_main_effects_with_pooled_error(name, metric, p):
    rows = MADE.loc[list(results.WITH_AND_WITHOUT)].reset_index()
    contrast = f"condition[{name}_ad] - condition[{name}] = 0"
    found = ols(f"{metric} ~ 0 + condition", rows).fit().t_test(contrast)
    assert found.pvalue == pytest.approx(p, abs=0.0006)


def test_table_1_is_that_of_the_claims_and_interactions_follow_from_it():
    table, claims = results.published("table1"), published_claims("dsa_me").set_index("id")
    for row in table.itertuples():
        values = results.values(MADE, row.condition, row.metric)
        found = float(row.mean), float(row.standard_error)
        assert (values.mean(), stats.sem(values)) == pytest.approx(found)
        claim = claims.loc[f"table-{row.metric}-{row.condition}"]
        number = printed(claim.published)
        assert (number.value, number.error, number.n) == (*found, 5)
        assert CONDITIONS[row.condition].label in claim.claim and claim.needs == "paper"
    assert claims.index.str.startswith("table-").sum() == len(table) == 24
    assert len(MADE) == 30 and list(MADE) == list(results.METRICS)
    names = ["dsa_me_ad", "dsa_me", "offline_dsa_me_ad", "offline_dsa_me"]
    table = table.set_index(["metric", "condition"]).astype(float)
    for metric in ("win_rate", "health", "cells"):
        rows, number = table.loc[metric].loc[names], printed(claims.published[f"interaction-{metric}"])
        assert number.value == pytest.approx([1, -1, -1, 1] @ rows["mean"])
        assert number.error == pytest.approx(np.sqrt((rows.standard_error**2).sum()), abs=0.006)


def test_verdicts_are_shown_beside_our_values_and_counted_by_section(tmp_path):
    claims = Claims("dsa_me", "paper", tmp_path)
    claims["table-health-dsa_me"] = Estimate(22.0, 21.5, 22.5, 5, 0.2, 4)
    assert results.marked(claims, "table-health-dsa_me").item() == "🟢 22 [21.5, 22.5]"
    both = results.marked(claims, "table-health-dsa_me", printed=True)
    assert both.item() == "🟢 22 [21.5, 22.5] (22.3 ± 0.16)"
    counts = results.by_section(claims)
    assert counts.loc["all", "all"] == len(claims.known) and counts["🟢 reproduced"].sum() == 2
    assert counts.index[0] == "5, Table 1" and counts.columns.tolist()[0] == "🟢 reproduced"


def test_printed_numbers_hold_of_themselves():
    """A rule that its own published number does not meet could never be reproduced."""
    for claim in published_claims("dsa_me").itertuples():
        if claim.rule.split()[0] == "mean":
            number = printed(claim.published)
            found = mean([number.value - 1e-9, number.value + 1e-9])
            assert verdict(claim.rule, claim.published, found) == "reproduced", claim.id


def test_the_growth_figure_ends_where_the_maps_do():
    assert set(figures.COLOUR) == set(CONDITIONS) and len(set(figures.COLOUR.values())) == len(CONDITIONS)
    found = [trial(), trial("map_elites", rows=FOUR[:2])]
    grown = results.thinned(results.of_each(found, results.progress))
    above = results.of_each(found, results.ccdf)
    figure = figures.growth(grown, above, ("dsa_me", "map_elites", "frozen"))
    lines = {line.get_color(): line.get_ydata()[-1] for line in figure.axes[0].lines if len(line.get_ydata())}
    assert lines[figures.COLOUR["dsa_me"]] == pytest.approx(112 / 60)
    assert lines[figures.COLOUR["map_elites"]] == pytest.approx(26 / 60)
    labels = [text.get_text() for text in figure.axes[2].get_legend().get_texts()]
    assert labels == ["DSA-ME, 1 trial", "MAP-Elites, 1 trial"]


def test_the_printed_ends_are_diamonds_and_a_mean_ends_with_its_first_trial():
    every = [(at, at / 100, at / 1000) for at in (5000, 10_000)]
    rows = [("dsa_me", n, *each) for n in (1, 2) for each in every[: 3 - n]]
    grown = pd.DataFrame(rows, columns=["condition", "trial", "evaluations", "qd_score", "cells"])
    above = results.of_each([trial(), trial(number=2)], results.ccdf)
    printed = pd.DataFrame({"qd_score": [90.0], "cells": [9.0]}, ["dsa_me"])
    axes = figures.growth(grown, above, ("dsa_me",), printed).axes
    marks = [line.get_ydata() for line in axes[0].lines + axes[1].lines if line.get_marker() == "D"]
    assert marks == [[90], [9]]
    thick = max(axes[0].lines, key=lambda line: line.get_linewidth())
    assert thick.get_xdata().tolist() == [5000]
    few = figures.growth(grown[grown.evaluations < 10_000], above, ("dsa_me",), printed).axes
    assert not [line for axis in few for line in axis.lines if line.get_marker() == "D"]


def test_a_mean_is_drawn_as_far_as_all_trials_come():
    index = pd.MultiIndex.from_product([["dsa_me"], [1, 2]], names=results.KEYS)
    curves = pd.DataFrame({1.0: [5.0, 7.0], 2.0: [10.0, np.nan]}, index)
    figure = figures.efficiency(curves.rename_axis(columns="target"), 2.0)
    thick = max(figure.axes[0].lines, key=lambda line: line.get_linewidth())
    assert thick.get_xdata().tolist() == [1.0] and thick.get_ydata().tolist() == [6.0]
