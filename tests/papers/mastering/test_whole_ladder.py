"""The ladder in the whole game: what is there is measured, everything else is named as not yet run."""

from functools import partial

import pandas as pd
import pytest
import yaml

from study import HOME
from study.papers.mastering import match_results, models, tables, theory, whole_ladder, yardsticks
from study.papers.mastering.ladder import configuration, game
from study.papers.mastering.training import plan_of
from study.pipeline.graph import stages

RUNS = "data/runs/mastering/smoke"  # b0 and b3


@pytest.fixture(scope="module")
def trained():
    return models.runs(RUNS)


def met(one, other, wins, games=400):
    """Return games of two models in which the first has won `wins` on each seat."""
    rows = [(one, other, 1, 1, seat, "MAGE", "MAGE", games, wins, 0, 0) for seat in (0, 1)]
    return pd.DataFrame(rows, columns=[*tables.COLUMNS, "seen"])


def test_the_rungs_are_the_models_of_table_1_and_what_leads_from_one_to_the_next():
    assert models.RUNGS == ("b0", "b1", "b1.5", "b2", "b3", "b3_lower", "b3_upper", "b3_ppo", "b4", "c5")
    assert {name for pair in whole_ladder.STEPS.values() for name in pair} == set(models.RUNGS)


def test_every_rung_can_be_trained_by_the_plan_of_the_whole_game():
    plan = plan_of("big_ladder")
    assert (plan.samples, plan.period, plan.which) == (20_000_000, 1_000_000, "big")
    made = [game(configuration(name), plan.which) for name in models.RUNGS]
    assert all((each.picks, each.health, len(each.heroes)) == (30, 30, 3) for each in made)


def test_the_list_in_the_graph_names_the_models_that_are_there():
    variables = yaml.safe_load((HOME / "dvc.yaml").read_text())["vars"]
    listed = next(each["big_ladder"] for each in variables if "big_ladder" in each)
    assert set(listed) == set(models.runs("data/runs/mastering/big_ladder")) <= set(models.RUNGS)
    assert all(f"mastering_big_ladder@big_ladder-{name}" in stages() for name in listed)


def test_a_further_model_of_the_whole_game_leaves_what_was_read_of_the_small_game_valid():
    for judge in ("mastering_read@laptop", "mastering_insight@laptop"):
        assert not [
            dep for dep in stages()[judge]["deps"] if "data/runs/mastering/big_ladder".startswith(dep)
        ]


def test_a_self_match_differs_from_half_by_standard_errors():
    played = pd.concat([met("b0", "b0", 220), met("b0", "b1", 300)])
    error = 100 * (0.55 * 0.45 / 800) ** 0.5
    assert whole_ladder.self_matches(played).to_dict() == pytest.approx({"b0": 5 / error})


def test_progress_has_a_row_for_each_rung_and_numbers_of_those_that_are_there(trained):
    table = whole_ladder.progress(trained)
    assert tuple(table.index) == models.RUNGS and set(table.index[table.samples.notna()]) == {"b0", "b3"}
    first = trained["b3"][1]["trainings"][0]
    assert table.samples["b3"] == first["samples"] / 1e6
    assert table.period["b3"] == pytest.approx(100 * first["samples"] / 3.2e8)
    assert table.loc["b3", [*whole_ladder.AGENTS]].between(0, 100).all()
    shown = whole_ladder.shown(table)
    assert shown.samples["b1"] == "not yet run" and shown.EVA["b1"] == ""


def test_steps_have_intervals_over_games_and_only_models_that_have_met():
    games = met("b3", "b0", 240)
    found = whole_ladder.gains(games)
    assert "No step" in whole_ladder.climbed(games)  # several steps
    assert list(found) == ["b3 against b0"]
    assert found["b3 against b0"].value == pytest.approx(10) and found["b3 against b0"].n == 800
    assert "up: 1, down: 0" in whole_ladder.climbed(met("b1", "b0", 240))
    assert "up: 0, down: 1" in whole_ladder.climbed(met("b0", "b1", 240))
    assert "gives no verdict" in whole_ladder.climbed(met("b1", "b0", 240))
    assert whole_ladder.table1(games).loc["b0", "b3"].startswith("40.0 [")
    assert "**no verdict**" in match_results.step_lines(games, whole_ladder.STEPS)
    printed = match_results.printed_steps(theory.table1(), whole_ladder.STEPS)
    assert printed["b3 against b0"] == pytest.approx(25.7) and printed["b1 against b0"] == 7


def test_the_answer_says_what_is_missing(trained):
    empty = pd.DataFrame(columns=[*tables.COLUMNS, "seen"]), pd.DataFrame(columns=yardsticks.COLUMNS)
    said = whole_ladder.answer(trained, *empty)
    assert "Two of ten models have been trained** (b0, b3)" in said and "Not yet run: b1, b1.5, b2," in said
    assert "No step of the ladder can be measured yet" in said and "No model has met" in said
    assert "No model has been trained yet" in whole_ladder.answer({}, *empty)


def test_the_strongest_is_the_one_with_most_points_against_agents_that_do_not_peek():
    row = partial(dict, seed=1, games=100, draws=0)
    rows = [row(model="b0", agent="EVA", wins=60), row(model="b3", agent="EVA", wins=50)]
    rows += [row(model="b3", agent=agent, wins=100) for agent in ("random", "EVA (peeking)")]
    said = whole_ladder.strong(pd.DataFrame(rows)[yardsticks.COLUMNS])
    assert (
        "b0 has the most points" in said
        and "papers**: 60.0 [" in said
        and "not told apart from b3 (tests" in said
    )
    below = [
        row(model=model, agent="EVA", wins=46) for model in ("b1", "b2")
    ]  # p is 0.047 for each, without correction
    said = whole_ladder.strong(pd.DataFrame([rows[0], *below])[yardsticks.COLUMNS])
    assert "not told apart from b1, b2 (tests" in said
    table = whole_ladder.against_agents(pd.DataFrame(rows)[yardsticks.COLUMNS])
    assert list(table.index) == ["b0", "b3"] and table.EVA["b3"].startswith("50.0 [")
