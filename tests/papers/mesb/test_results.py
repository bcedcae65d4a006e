"""What is read from the runs of MESB, on tables small enough to follow by hand."""

import numpy as np
import pandas as pd
import pytest

from deckspace.errors import BrokenFile
from study import HOME
from study.papers.mesb import results
from study.papers.mesb.experiments import ARCHETYPES, mapped
from study.pipeline.runs import write_run

HUNTER = "aggro hunter"


def rows(n, seed=1, archetype=HUNTER):
    """A search of n decks as its table has it, all of them elites."""
    rng = np.random.default_rng(seed)
    table = pd.DataFrame({"run": 1, "archetype": archetype, "objective": rng.integers(-500, 500, n)})
    table["wins"] = rng.integers(0, 20, n)
    table["mana_sum"], table["mana_variance"] = rng.integers(60, 150, n), rng.uniform(1, 9, n)
    table["elite"], table["deck"] = True, [["Wisp"] * 2 + ["Murloc Raider"]] * n
    return table


@pytest.fixture
def folder(tmp_path):
    table = pd.concat([rows(300, run, name).assign(run=run) for run in (1, 2) for name in ARCHETYPES])
    write_run(tmp_path / "validation.parquet", table, parameters={"games": 20}, games=72_000)
    write_run(tmp_path / "fair.parquet", rows(300), parameters={"games": 20}, games=6_000)
    return tmp_path


def test_all_searches_are_read(folder):
    searches, records = results.read_searches(folder)
    assert searches.groupby("experiment").size().to_dict() == {"fair": 300, "validation": 3600}
    assert list(records) == ["validation", "fair"]
    assert results.games_played(records).to_dict() == {"fair": 6000, "validation": 72000}
    assert (searches.number < 300).all() and (searches.win_rate == 5 * searches.wins).all()


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no run of MESB"):
        results.read_searches(tmp_path)


def test_a_history_ends_with_the_map(folder):
    searches, _ = results.read_searches(folder)
    one = searches[searches.experiment == "fair"]
    history = results.history(one, points=30)
    final = one.win_rate.to_numpy()[results.elite_numbers(mapped("fair", one))]
    last = history.iloc[-1]
    assert (last.tried, last.elites, last.best, last.average) == (300, len(final), final.max(), final.mean())


def test_the_first_runs_of_the_papers_experiments_must_be_there(folder):
    searches, _ = results.read_searches(folder)
    with pytest.raises(BrokenFile, match="'elite' is missing"):
        results.check_complete(searches)


def test_runs_of_validation_alone_are_no_whole_runs():
    there = [("validation", 1), ("elite", 1), ("balance", 1), ("uniform", 1), ("validation", 2), ("elite", 2)]
    searches = pd.DataFrame(there, columns=["experiment", "run"])
    assert results.whole_runs(searches).index.tolist() == [0, 1, 2]


def map_of(**columns):
    return pd.DataFrame(columns | {"objective": columns.get("objective", columns["health"])})


def test_the_corner_of_a_map_is_dear_and_all_alike():
    elites = map_of(mean=[2, 3, 4, 5], variance=[3, 3, 1, 9], health=[10.0, 10.0, 4.0, 10.0])
    assert results.corner_gap(elites) == -6


def test_the_best_tenth_are_at_least_two():
    elites = map_of(mean=[1.0, 2.0, 3.0], health=[5.0, 7.0, 6.0])
    assert results.best_tenth(elites)["mean"].tolist() == [2.0, 3.0]


def test_a_champion_by_record_is_worth_what_fresh_games_say():
    elites = map_of(health=[9.0, 8.0], fresh=[1.0, 6.0])
    assert results.champion(elites).tolist() == [9, 1, 8, 8, 6]


def test_peeking_and_fair_maps_are_compared_in_the_same_runs():
    fresh = pd.DataFrame({"experiment": ["validation", "validation", "fair"], "run": [1, 2, 1]})
    fresh = fresh.assign(archetype=HUNTER, fair=[False, False, True], games=2, objective=[10, 90, 20])
    table = results.fair_table(fresh)
    assert table.loc[HUNTER, ("searched peeking", "played peeking")] == 5
    assert table.loc[HUNTER, ("searched fair", "played fair")] == 10


def test_a_common_cell_has_the_value_of_the_deck_with_the_better_record():
    elites = rows(2).assign(mana_sum=90, mana_variance=4.0, objective=[10, 20], fresh=[7.0, 3.0])
    assert results.common_grid(elites, "fresh").tolist() == [3.0]


def test_elites_that_never_played_again_are_missed():
    elites = rows(3).assign(experiment="validation", number=range(3))
    elites["archetype"] = pd.Categorical(elites.archetype, ARCHETYPES)
    fresh = elites[["experiment", "run", "number"]].assign(
        archetype=HUNTER, fair=False, games=10, objective=30
    )
    fresh = fresh.rename(columns={"number": "row"})
    assert results.with_fresh(elites, fresh).fresh.tolist() == [3, 3, 3]
    with pytest.raises(BrokenFile, match="21_mesb_contest"):
        results.with_fresh(elites, fresh[:2])


def test_maps_with_the_same_decks_do_not_differ():
    elites = rows(200).assign(fresh=lambda table: table.objective / 20)
    none = elites[:0]
    of = {"validation": elites, "no_growth": elites, "fixed_grid": none, "uniform": none}
    of |= {"uniform_no_growth": elites.assign(run=7)}  # and no other search of that run
    lonely = elites.assign(archetype="control warlock")  # searched with one kind of archive only
    of["validation"] = pd.concat([elites, lonely])
    gaps = results.archive_pairs(of)
    assert list(gaps) == ["growing less 20 x 20, both sliding"]  # nothing is said of what was not searched
    for gap in gaps["growing less 20 x 20, both sliding"].values():
        assert (gap.dropna() == 0).all() and set(gap.index.get_level_values("archetype")) == {HUNTER}
    lacks = results.missing_pairs(of)
    assert lacks["sliding less uniform, both growing"] == "there are no searches of uniform"
    assert lacks["sliding less uniform, both 20 x 20"].endswith("have no archetype and run in common")


def test_shapes_are_compared_within_and_between_classes():
    """Every archetype's map is the same in both runs, and falls in one class where it rises in the others."""
    rising, falling = pd.Series([1.0, 2, 3]), pd.Series([3.0, 2, 1])
    grids = {(run, a): falling if "hunter" in a else rising for run in (1, 2) for a in ARCHETYPES}
    shapes = results.class_shape(grids)
    assert shapes["same archetype"].tolist() == [1, 1]
    assert shapes["other class"].tolist() == pytest.approx([-1 / 3] * 2)
    assert (
        results.class_shape({about: grids[about] for about in grids if about[0] == 1})["same archetype"]
        .isna()
        .all()
    )


def test_meetings_are_read_by_archetype():
    names = [f"{e}/{a}" for e in ("validation", "elite") for a in ARCHETYPES]
    number = np.arange(12)
    won = pd.DataFrame(number[:, None] - number, names, names)  # row less column
    met = pd.concat({1: won}, names=["run", "entrant"])
    assert (results.own_meetings(met, "elite", "validation") == 6).all()
    assert results.meetings_with_all(met, "elite", "validation").loc[1].tolist() == [
        n - 2.5 for n in range(6, 12)
    ]
    assert results.against(met, "validation", ARCHETYPES[0]).loc[1].tolist() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("scale", ["laptop"])
def test_every_claim_is_judged(scale):
    path = HOME / "data" / "tables" / "mesb" / scale / "claims.csv"
    if not path.exists():
        pytest.skip("not yet run at this scale")
    claims = pd.read_csv(path)
    waiting = set(claims.id[(claims.needs == "laptop") & (claims.verdict == "not yet run")])
    assert waiting <= {"grid"}, "only the authors' uniform map may not have been searched here"
