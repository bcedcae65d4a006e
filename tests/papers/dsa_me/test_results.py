"""What is read from the trials of DSA-ME, on tables small enough to follow by hand; and what the paper printed."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from scipy import stats
from statsmodels.formula.api import ols

from deckspace.errors import BrokenFile
from deckspace.intervals import mean
from study.papers.dsa_me import figures, results
from study.papers.dsa_me.contest import Trial
from study.papers.dsa_me.search import CONDITIONS
from study.papers.dsa_me.trials import PREDICTIONS
from study.pipeline.runs import write_run
from study.pipeline.scorecard import published_claims
from study.pipeline.verdicts import printed, verdict

GAMES = 4


def decks(*each):
    """A table of decks, each (health, wins, turns, hand size), the means of four games."""
    health, wins, turns, hand = map(np.array, zip(*each, strict=True))
    rows = pd.DataFrame({"objective": health * GAMES, "wins": wins, "turns": turns * GAMES})
    rows["hand_size"] = hand * turns * GAMES
    for name in ("cards_drawn", "mana_spent", "mana_wasted", "damage", "cards_played"):
        rows[name] = 0
    rows["iteration"], rows["elite"] = 0, True
    return rows.assign(**dict.fromkeys(PREDICTIONS, np.nan))


# Two decks in one cell (the second better), one elsewhere, one outside the map, in a cell at its edge.
FOUR = decks((-10, 1, 10.1, 3.04), (-4, 2, 10.2, 3.01), (20, 3, 5.6, 6.1), (6, 4, 30, 2.0))


def trial(condition="dsa_me", number=1, rows=FOUR):
    return Trial(condition, number, rows.assign(trial=number), {"parameters": {"games": GAMES}}, "there")


# --- Maps -----------------------------------------------------------------------------------


def test_metrics_of_a_map_made_by_hand():
    found = results.metrics(FOUR, GAMES)
    assert found.health == 20 and found.win_rate == 100
    assert found.cells == pytest.approx(100 * 3 / 1600)
    assert found.qd_score == pytest.approx((26 + 50 + 36) / 60)
    assert found.qd_pyribs == pytest.approx(26 + 50 + 36) and found.qd_text == pytest.approx(-4 + 20 + 6)


def test_a_deck_that_lost_its_cell_does_not_count():
    assert results.metrics(FOUR.assign(wins=[4, 0, 1, 2]), GAMES).win_rate == 50


def test_the_published_grid_has_wider_cells():
    close = decks((0, 1, 5.20, 2), (0, 1, 5.26, 2))
    assert results.metrics(close, GAMES).cells == 2 * results.metrics(close, GAMES, "published").cells


def test_progress_and_metrics_agree():
    last, found = results.progress(FOUR, GAMES).iloc[-1], results.metrics(FOUR, GAMES)
    assert (last.qd_score, 100 * last.cells / 1600) == pytest.approx((found.qd_score, found.cells))


def test_the_ccdf_counts_cells_strictly_above_a_threshold():
    shares = results.ccdf(FOUR, GAMES) * 16
    assert shares[[-30, -5, -4, 5, 6, 19, 20, 30]].tolist() == pytest.approx([3, 3, 2, 2, 1, 1, 0, 0])


def test_decks_needed_are_the_first_that_reach_the_target():
    found = [trial(number=1), trial(number=2, rows=FOUR.iloc[::-1].reset_index(drop=True))]
    growth = results.of_each(found, results.progress)
    assert results.needed(growth, 70 / 60).tolist() == [3, 2]
    never = results.needed(growth, 5)
    assert never.isna().all() and len(never) == 2


def test_a_thinned_growth_keeps_its_end():
    growth = results.of_each([trial()], results.progress)
    assert results.thinned(growth, points=2).evaluations.tolist() == [2, 4]
    assert results.thinned(growth).cells.iloc[-1] == pytest.approx(300 / 1600)


# --- Tables by trial ------------------------------------------------------------------------


@pytest.fixture
def table():
    found = [trial(), trial(number=2, rows=FOUR.assign(objective=0)), trial("map_elites")]
    return results.of_each(found, results.metrics)


def test_only_conditions_with_two_trials_are_compared(table):
    assert results.compared(table, CONDITIONS) == ["dsa_me"]
    assert results.values(table, "dsa_me", "health").tolist() == [20, 0]


def test_a_standard_error_takes_two_trials(table):
    text = results.mean_and_error(table[["health"]])
    assert text.health.to_dict() == {"DSA-ME": "10.00 ± 10.00", "MAP-Elites": "20.00"}


def test_a_difference_is_students_and_widened_for_several_comparisons():
    rows = pd.concat(
        {"a": pd.DataFrame({"m": [1.0, 2, 6]}), "b": pd.DataFrame({"m": [0.0, 1, 1]})}, names=results.KEYS
    )
    found, test = results.more(rows, "m", "a", "b"), stats.ttest_ind([1, 2, 6], [0, 1, 1])
    assert (found.low, found.high) == pytest.approx(tuple(test.confidence_interval()))
    assert results.more(rows, "m", "a", "b", comparisons=6).low == pytest.approx(
        test.confidence_interval(1 - 0.05 / 6).low
    )


def test_a_row_with_an_interval_is_an_estimate_again():
    low, high = stats.t.interval(0.95, 8, 2, 0.5)
    found = results.estimate(pd.Series(dict(difference=2.0, low=low, high=high, n=12)), df=8)
    assert found.se == pytest.approx(0.5) and found.n == 12


def test_a_curve_is_highest_where_its_mean_is():
    """Of four thresholds one is reached by nobody; one of the other three belongs to b."""
    curves = {"a": np.array([[4.0, 2, 1, 0], [4, 2, 1, 0]]), "b": np.array([[3.0, 3, 1, 0]])}
    assert results.highest_share(curves, "a")([0, 1], [0]) == pytest.approx(2 / 3)


# --- Fresh games ----------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    "spoil", [lambda rows: None, lambda rows: rows[1:], lambda rows: rows.assign(trial=2)]
)
def test_missing_fresh_games_are_named(spoil):
    with pytest.raises(
        BrokenFile, match="Elites of dsa_me have played no fresh games: run 32_dsa_me_contest"
    ):
        results.fresh_metrics([trial()], spoil(fresh_of(trial(), FOUR)), GAMES)


# --- Predictions ----------------------------------------------------------------------------


def predicted(rows, *each):
    return rows.assign(**dict(zip(PREDICTIONS, np.array(each, "f8").T, strict=True)))


SAID = predicted(
    FOUR.assign(iteration=[0, 1, 1, 2]),
    (np.nan, np.nan, np.nan),  # a random deck
    (-1, 10.2, 3.01),  # in its cell
    (10, 6.1, 6.0),  # two cells longer, and one down
    (6, 16, 2.0),  # beyond the map, as it is
)


def test_errors_are_predicted_less_real():
    table = results.said(SAID, GAMES)
    assert table.index.tolist() == [1, 2, 3] and table.error_health_difference.tolist() == [3, -10, 0]
    assert table.apart.tolist() == [0, 3, 0] and table.same.tolist() == [True, False, True]


def test_calibration_is_by_iteration():
    table = results.calibration(SAID, GAMES)
    assert table.index.tolist() == [1, 2] and table.decks.tolist() == [2, 1]
    assert table.bias_health_difference.tolist() == [-3.5, 0]
    assert table.mse_health_difference.tolist() == [54.5, 0]
    assert table.same.tolist() == [50, 100] and table.apart.tolist() == [1.5, 0]


def test_decks_without_predictions_have_no_calibration():
    assert len(results.calibration(FOUR, GAMES)) == 0


def test_elites_of_a_surrogate_survive_if_no_better_one_falls_into_their_cell():
    rows = predicted(FOUR, (1, 6, 2), (2, 7, 3), (20, 5.6, 6.1), (4, 9, 5)).drop(columns="iteration")
    found = results.survival(rows, GAMES, grid="correct")
    assert (found.decks, found.kept, found.same) == (4, 75, 25)
    table = results.said(rows, GAMES)
    assert found["apart, all"] == table.apart.mean()
    assert found.apart == table.apart.drop(0).mean()  # the first lost its cell to the second
    assert len(results.believed_map(rows)) == 4


def test_a_surrogates_map_is_counted_on_the_published_grid_where_two_decks_may_share_a_cell():
    rows = predicted(FOUR, (1, 6, 2), (2, 6.95, 3), (3, 7.1, 3), (4, 9, 5))
    assert results.survival(rows, GAMES, grid="correct").decks == 4
    # the third is predicted better than the second, in its cell
    assert results.survival(rows, GAMES).decks == 3
    pd.testing.assert_series_equal(results.survival(rows, GAMES), results.survival(rows.drop(1), GAMES))


def test_the_first_map_is_that_of_the_first_iteration():
    rows = predicted(FOUR, (1, 6, 2), (2, 7, 3), (20, 5.6, 6.1), (4, 9, 5)).assign(iteration=[0, 1, 1, 2])
    pd.testing.assert_series_equal(results.first_map(rows, GAMES), results.survival(rows[1:3], GAMES))


def test_final_surrogates_are_put_beside_those_of_the_trials(tmp_path):
    rows = predicted(FOUR, (1, 6, 2), (2, 7, 3), (20, 5.6, 6.1), (4, 9, 5)).drop(columns="iteration")
    own, other = rows.assign(trial=1), rows[:2].assign(trial=1, way="at once")
    assert results.final_maps(str(tmp_path), own, GAMES).empty
    write_run(tmp_path / "final/played.parquet", other, parameters=dict(games=GAMES), games=0)
    found = results.final_maps(str(tmp_path), own, GAMES)
    assert found.decks.to_dict() == {("in steps", 1): 4, ("at once", 1): 2}
    assert results.final_maps(str(tmp_path), None, None).empty


def test_changed_trials_are_read_once_their_elites_have_played_again(tmp_path):
    one, about = trial(), dict(condition="dsa_me", games=GAMES, fresh_games=GAMES)
    rows = one.rows.assign(deck=[["a card"]] * len(FOUR))
    write_run(tmp_path / "changed/anew/dsa_me/decks.parquet", rows, parameters=about, games=0)
    assert results.read_changed(str(tmp_path), "anew")[0] == []
    again = fresh_of(one, one.elites)
    write_run(tmp_path / "changed/anew/contest/fresh.parquet", again, parameters=about, games=0)
    found, by_fresh = results.read_changed(str(tmp_path), "anew")
    assert [each.condition for each in found] == ["dsa_me"]
    assert by_fresh.loc[("dsa_me", 1), "health"] == results.metrics(one.rows, GAMES).health


def test_the_last_losses_are_those_of_the_last_epoch_of_a_trial(tmp_path):
    rows = pd.DataFrame(dict(trial=[1, 1, 2], iteration=[1, 2, 1], epoch=[20, 20, 20]))
    rows = rows.assign(train_wins=[9.0, 3, 5], train_turns=[1.0, 2, 4], test_wins=[7.0, 7, 7])
    write_run(tmp_path / "losses.parquet", rows, parameters={}, games=0)
    found = [trial("dsa_me_ad", number)._replace(folder=str(tmp_path)) for number in (1, 2)]
    losses = results.last_losses(found)
    assert losses.loc["dsa_me_ad"].to_dict("index") == {1: dict(wins=3, turns=2), 2: dict(wins=5, turns=4)}


def test_a_few_absurd_predictions_decide_the_mean_but_not_the_rest():
    real = np.column_stack([np.zeros(100), np.full(100, 8.0), np.full(100, 3.0)])
    predicted = real + 0.1
    predicted[0, 1] = 1000  # turns
    found = results.errors_of(predicted, real)
    assert found["mse_turns"] > 9000 and found["median_turns"] == pytest.approx(0.01)
    assert found["within_turns"] == pytest.approx((99 * 0.01 + 49) / 100) and found["beyond_turns"] == 100
    assert found["beyond_hand_size"] == 0 and found["mse_hand_size"] == pytest.approx(0.01)


# --- What the paper printed -----------------------------------------------------------------


@pytest.fixture(scope="module")
def made():
    return results.trials_like(results.published("table1"))


def test_made_trials_have_the_printed_means_and_errors(made):
    for row in results.published("table1").itertuples():
        values = results.values(made, row.condition, row.metric)
        assert values.mean() == pytest.approx(float(row.mean))
        assert stats.sem(values) == pytest.approx(float(row.standard_error))
    assert len(made) == 30 and list(made) == list(results.METRICS)


PRINTED = results.published("tests").set_index(["test", "metric"])


@pytest.mark.parametrize("metric", results.METRICS)
def test_the_one_way_tests_of_the_paper_follow_from_its_table(made, metric):
    """To within the rounding of the table: so these are the tests that it made."""
    rows = made.loc[list(results.MAIN_FOUR)].reset_index()
    theirs = float(PRINTED.F["one-way", metric])
    assert pg.anova(rows, dv=metric, between="condition").F[0] == pytest.approx(theirs, rel=0.01)


@pytest.mark.parametrize("metric", results.METRICS)
def test_and_so_do_its_interactions(made, metric):
    rows = made.loc[list(results.WITH_AND_WITHOUT)].reset_index()
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
def test_and_simple_main_effects_with_pooled_error(made, name, metric, p):
    rows = made.loc[list(results.WITH_AND_WITHOUT)].reset_index()
    contrast = f"condition[{name}_ad] - condition[{name}] = 0"
    found = ols(f"{metric} ~ 0 + condition", rows).fit().t_test(contrast)
    assert found.pvalue == pytest.approx(p, abs=0.0006)


def test_table_1_in_the_claims_is_table_1():
    claims = published_claims("dsa_me").set_index("id")
    table = results.published("table1")
    for row in table.itertuples():
        claim = claims.loc[f"table-{row.metric}-{row.condition}"]
        number = printed(claim.published)
        assert (number.value, number.error, number.n) == (float(row.mean), float(row.standard_error), 5)
        assert CONDITIONS[row.condition].label in claim.claim and claim.needs == "paper"
    assert claims.index.str.startswith("table-").sum() == len(table) == 24


def test_the_interactions_in_the_claims_follow_from_table_1():
    table = results.published("table1").set_index(["condition", "metric"]).astype(float)
    claims, signs = published_claims("dsa_me").set_index("id"), np.array([1, -1, -1, 1])
    names = ["dsa_me_ad", "dsa_me", "offline_dsa_me_ad", "offline_dsa_me"]
    for metric in ("win_rate", "health", "cells"):
        rows, number = (
            table.xs(metric, level="metric").loc[names],
            printed(claims.published[f"interaction-{metric}"]),
        )
        assert number.value == pytest.approx(signs @ rows["mean"])
        assert number.error == pytest.approx(np.sqrt((rows.standard_error**2).sum()), abs=0.006)


def test_printed_numbers_hold_of_themselves():
    """A rule that its own published number does not meet could never be reproduced."""
    for claim in published_claims("dsa_me").itertuples():
        if claim.rule.split()[0] == "mean":
            number = printed(claim.published)
            found = mean([number.value - 1e-9, number.value + 1e-9])
            assert verdict(claim.rule, claim.published, found) == "reproduced", claim.id


# --- Figures --------------------------------------------------------------------------------


def test_every_condition_has_a_colour_of_its_own():
    assert set(figures.COLOUR) == set(CONDITIONS) and len(set(figures.COLOUR.values())) == len(CONDITIONS)


def test_the_growth_figure_ends_where_the_maps_do():
    found = [trial(), trial("map_elites", rows=FOUR[:2])]
    grown = results.thinned(results.of_each(found, results.progress))
    above = results.of_each(found, results.ccdf)
    figure = figures.growth(grown, above, ("dsa_me", "map_elites", "frozen"))
    lines = {line.get_color(): line.get_ydata()[-1] for line in figure.axes[0].lines if len(line.get_ydata())}
    assert lines[figures.COLOUR["dsa_me"]] == pytest.approx(112 / 60)
    assert lines[figures.COLOUR["map_elites"]] == pytest.approx(26 / 60)
    labels = [text.get_text() for text in figure.axes[2].get_legend().get_texts()]
    assert labels == ["DSA-ME, 1 trial", "MAP-Elites, 1 trial"]
    plt.close(figure)


def test_every_trial_is_drawn_and_their_mean():
    found = [trial(), trial(number=2, rows=FOUR[:2])]
    grown = results.thinned(results.of_each(found, results.progress))
    figure = figures.growth(grown, results.of_each(found, results.ccdf), ["dsa_me"])
    widths = sorted(line.get_linewidth() for line in figure.axes[0].lines if len(line.get_ydata()))
    assert len(widths) == 3 and widths[0] == widths[1] < widths[2]
    plt.close(figure)


def test_a_mean_is_drawn_as_far_as_all_trials_come():
    curves = pd.DataFrame({1.0: [5.0, 7.0], 2.0: [10.0, np.nan]}, [("dsa_me", 1), ("dsa_me", 2)])
    curves.index = pd.MultiIndex.from_tuples(curves.index, names=results.KEYS)
    figure = figures.efficiency(curves.rename_axis(columns="target"), 2.0)
    thick = max(figure.axes[0].lines, key=lambda line: line.get_linewidth())
    assert thick.get_xdata().tolist() == [1.0] and thick.get_ydata().tolist() == [6.0]
    plt.close(figure)
