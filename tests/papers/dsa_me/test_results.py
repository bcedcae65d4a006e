"""What is read from the trials of DSA-ME, on tables small enough to follow by hand; and what the paper printed."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from scipy import stats
from statsmodels.formula.api import ols

from lib.papers.dsa_me import figures, results
from lib.papers.dsa_me.contest import Trial
from lib.papers.dsa_me.search import CONDITIONS
from lib.papers.dsa_me.trials import PREDICTIONS
from lib.pipeline.runs import BrokenRun
from lib.pipeline.scorecard import published_claims, verdict

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


def test_the_better_one_is_named_first():
    row = pd.Series(dict(difference=-2.0, low=-3.0, high=-1.0, n=6))
    assert results.ordered("a", "b", row) == ("b > a", -3.0, -1.0, 6)
    assert results.ordered("a", "b", -row)[0] == "a > b"


def test_only_what_could_be_computed_is_claimed():
    assert results.told(0.049, 5)[0] == "significant" and results.told(0.05, 5)[0] == "not significant"
    assert results.told(np.nan, 5)[0] is None
    assert [results.told(0.2, n, least=10)[0] for n in (9, 10)] == [None, "not significant"]
    assert results.told(0.01, 4, least=10)[0] == "significant"


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
    with pytest.raises(BrokenRun, match="Elites of dsa_me have played no fresh games: run 32_dsa_me_contest"):
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
    found = results.survival(rows, GAMES)
    assert (found.decks, found.kept, found.same) == (4, 75, 25)
    assert len(results.believed_map(rows)) == 4


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
    printed = float(PRINTED.F["one-way", metric])
    assert pg.anova(rows, dv=metric, between="condition").F[0] == pytest.approx(printed, rel=0.01)


@pytest.mark.parametrize("metric", results.METRICS)
def test_and_so_do_its_interactions(made, metric):
    rows = made.loc[list(results.WITH_AND_WITHOUT)].reset_index()
    rows["ad"], rows["model"] = rows.condition.str.endswith("_ad"), rows.condition.str.startswith("offline")
    tests = pg.anova(rows, dv=metric, between=["model", "ad"], ss_type=2).set_index("Source")
    printed = PRINTED.F["interaction", metric]
    if printed:
        assert tests.F["model * ad"] == pytest.approx(float(printed), rel=0.01)
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
        assert float(claim.published) == float(row.mean)
        assert claim.rule.split()[:2] == ["margin", row.standard_error]
        assert CONDITIONS[row.condition].label in claim.claim
    assert claims.index.str.startswith("table-").sum() == len(table) == 24


def test_every_claim_can_be_judged_and_holds_of_the_published_numbers():
    """A rule that its own published number does not meet could never be reproduced."""
    for claim in published_claims("dsa_me").itertuples():
        number = claim.published if claim.rule.split()[0] in ("order", "same") else float(claim.published)
        ends = (number - 1e-6, number + 1e-6) if claim.rule.startswith("margin") else (None, None)
        assert verdict(claim.rule, claim.published, number, *ends) == "reproduced", claim.id


# --- Figures --------------------------------------------------------------------------------


def test_every_condition_has_a_colour_of_its_own():
    assert set(figures.COLOUR) == set(CONDITIONS) and len(set(figures.COLOUR.values())) == len(CONDITIONS)


def test_a_band_is_the_t_interval():
    low, high = figures.t_band(pd.Series([1.0, 2, 6]))
    expected = stats.ttest_1samp([1, 2, 6], 0).confidence_interval()
    assert (low, high) == pytest.approx((expected.low, expected.high))
    assert figures.t_band(pd.Series([3.0])) == (3, 3)


def test_the_growth_figure_ends_where_the_maps_do():
    found = [trial(), trial("map_elites", rows=FOUR[:2])]
    grown = results.thinned(results.of_each(found, results.progress))
    figure = figures.growth(grown, results.of_each(found, results.ccdf))
    lines = {line.get_color(): line.get_ydata()[-1] for line in figure.axes[0].lines if len(line.get_ydata())}
    assert lines[figures.COLOUR["dsa_me"]] == pytest.approx(112 / 60)
    assert lines[figures.COLOUR["map_elites"]] == pytest.approx(26 / 60)
    plt.close(figure)


def test_trials_that_never_got_there_are_crossed():
    decks = pd.Series(
        [10.0, 12, np.nan], pd.MultiIndex.from_tuples([("dsa_me", 1), ("dsa_me", 2), ("random", 1)])
    )
    figure = figures.efficiency(decks.rename_axis(results.KEYS), 40)
    crosses = [line for line in figure.axes[0].lines if line.get_marker() == "x"]
    assert [line.get_xdata().tolist() for line in crosses] == [[40]]
    assert [text.get_text() for text in figure.axes[0].texts] == ["1 of 1"]
    plt.close(figure)
