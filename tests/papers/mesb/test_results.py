"""What is read from the runs of MESB, on tables small enough to follow by hand."""

import numpy as np
import pandas as pd
import pytest

from deckspace.engine.hearthstone.tables import card_table
from deckspace.errors import BrokenFile
from deckspace.intervals import mean_of_pairs
from study import HOME
from study.papers.mesb import results
from study.papers.mesb.deck_space import deck_counts, quantile
from study.papers.mesb.experiments import ARCHETYPES, EXPERIMENTS, elite_numbers, kept, mapped
from study.pipeline.runs import write_run

HUNTER = "aggro hunter"


def rows(n, seed=1, archetype=HUNTER):
    """A search of n decks as its table has it, all of them elites."""
    rng = np.random.default_rng(seed)
    table = pd.DataFrame({"run": 1, "archetype": archetype, "objective": rng.integers(-500, 500, n)})
    table["wins"] = rng.integers(0, 20, n)
    costs = rng.integers(0, 9, (n, 30))
    table["mana_sum"], table["mana_variance"] = costs.sum(axis=1), costs.var(axis=1)
    table["elite"], table["deck"] = True, [["Wisp"] * 2 + ["Murloc Raider"]] * n
    return table


@pytest.fixture
def folder(tmp_path):
    searches = [rows(300, run, name).assign(run=run) for run in (1, 2) for name in ARCHETYPES]
    for name, table, games in (("validation", pd.concat(searches), 72_000), ("fair", rows(300), 6_000)):
        table = kept(name, table.reset_index(drop=True), 20)
        write_run(tmp_path / f"{name}.parquet", table, parameters={"games": 20}, games=games)
    return tmp_path


def test_all_searches_are_read_and_missing_ones_named(folder):
    searches, records = results.read_searches(folder)
    assert searches.groupby("experiment").size().to_dict() == {"fair": 300, "validation": 3600}
    assert list(records) == ["validation", "fair"]
    assert results.games_played(records).to_dict() == {"fair": 6000, "validation": 72000}
    assert (searches.number < 300).all() and (searches.win_rate == 5 * searches.wins).all()
    with pytest.raises(ValueError, match="no run of MESB"):
        results.read_searches(folder / "empty")
    with pytest.raises(BrokenFile, match="'elite' is missing"):
        results.check_complete(searches)
    # A history ends with the map.
    one = searches[searches.experiment == "fair"]
    history = results.history(one)
    final = one.win_rate.to_numpy()[elite_numbers(mapped("fair", one))]
    last = history.iloc[-1]
    assert (last.tried, last.elites, last.best, last.average) == (300, len(final), final.max(), final.mean())
    assert history.tried.tolist() == list(range(3, 301, 3))
    assert results.map_sizes(searches)["fair"] == "{} x {}".format(*mapped("fair", one).dims)


def test_a_deck_that_is_no_elite_keeps_its_place_among_all_decks(tmp_path):
    table = rows(300)
    table["elite"] = table.index % 3 == 0
    write_run(tmp_path / "fair.parquet", kept("fair", table, 20), parameters={"games": 20}, games=6_000)
    read, elite = results.read_searches(tmp_path)[0], table.elite
    assert read.mana_variance[elite].equals(table.mana_variance[elite])
    assert read.mana_variance.to_numpy() == pytest.approx(table.mana_variance.to_numpy(), rel=1e-12)
    assert read.objective.where(elite, 0).equals(table.objective.where(elite, 0).astype(float))
    assert read.loc[~elite, ["objective", "wins", "deck"]].isna().all(axis=None)
    cells = [mapped("fair", each).boundaries for each in (read, table)]
    assert np.allclose(*map(np.concatenate, cells), rtol=1e-12)


def test_runs_of_validation_alone_are_no_whole_runs():
    there = [("validation", 1), ("elite", 1), ("balance", 1), ("uniform", 1), ("validation", 2), ("elite", 2)]
    searches = pd.DataFrame(there, columns=["experiment", "run"])
    assert results.whole_runs(searches).index.tolist() == [0, 1, 2]


def map_of(**columns):
    return pd.DataFrame(columns | {"objective": columns.get("objective", columns["health"])})


def test_numbers_of_a_map():
    """The corner is dear and all alike; a tenth is at least two; fresh games say what a champion is worth."""
    elites = map_of(mean=[2, 3, 4, 5], variance=[3, 3, 1, 9], health=[10.0, 10.0, 4.0, 10.0])
    assert results.corner_gap(elites) == -6
    elites = map_of(mean=[1.0, 2.0, 3.0], health=[5.0, 7.0, 6.0])
    assert results.best_tenth(elites)["mean"].tolist() == [2.0, 3.0]
    elites = map_of(health=[9.0, 8.0], fresh=[1.0, 6.0])
    assert results.champion(elites).tolist() == [9, 1, 8, 8, 6]
    elites = rows(2).assign(mana_sum=90, mana_variance=4.0, objective=[10, 20], fresh=[7.0, 3.0])
    assert results.common_grid(elites, "fresh").tolist() == [3.0]  # of the better record in a common cell


def test_peeking_and_fair_maps_are_compared_in_the_same_runs():
    fresh = pd.DataFrame({"experiment": ["validation", "validation", "fair"], "run": [1, 2, 1]})
    fresh = fresh.assign(archetype=HUNTER, fair=[False, False, True], games=2, objective=[10, 90, 20])
    table = results.fair_table(fresh)
    assert table.loc[HUNTER, ("searched peeking", "played peeking")] == 5
    assert table.loc[HUNTER, ("searched fair", "played fair")] == 10


def test_elites_that_never_played_again_are_missed():
    elites = rows(3).assign(experiment="validation", number=range(3))
    elites["archetype"] = pd.Categorical(elites.archetype, ARCHETYPES)
    fresh = elites[["experiment", "run", "number"]].rename(columns={"number": "row"})
    fresh = fresh.assign(archetype=HUNTER, fair=False, games=10, objective=30)
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
    assert list(gaps) == ["growing minus 20 x 20, both sliding"]  # nothing is said of what was not searched
    for gap in gaps["growing minus 20 x 20, both sliding"].values():
        assert (gap.dropna() == 0).all() and set(gap.index.get_level_values("archetype")) == {HUNTER}
    lacks = results.missing_pairs(of)
    alone = lacks["sliding minus uniform, both growing"]
    assert alone == "there are no searches of the authors' uniform grid, growing"
    assert lacks["sliding minus uniform, both 20 x 20"].endswith("have no archetype and run in common")
    assert f"sliding minus uniform, both growing ({alone}); " in results.not_compared(of)
    assert results.not_compared(dict.fromkeys(EXPERIMENTS, elites)) == "All pairs are compared at this scale."


def test_a_sentence_says_what_has_not_been_run():
    of = dict.fromkeys(EXPERIMENTS, rows(1))
    assert results.not_run(of) == "All experiments have been run at this scale."
    of |= {"fair": rows(0), "fixed_grid": rows(0)}
    grid = "a uniform grid over wider ranges, 20 x 20 from the start"
    assert results.not_run(of) == f"Not run at this scale: {grid}; a player that does not peek."


def test_shapes_of_two_runs_are_compared_within_and_between_classes():
    """Every archetype's map is the same in both runs, and falls in one class where it rises in the others."""
    rising, falling = pd.Series([1.0, 2, 3]), pd.Series([3.0, 2, 1])
    grids = {(run, a): falling if "hunter" in a else rising for run in (1, 2) for a in ARCHETYPES}
    shapes = results.class_shape(grids)
    assert shapes.index.tolist() == [(1, 2)] and shapes["same archetype"].tolist() == [1]
    assert shapes["other class"].tolist() == pytest.approx([-1 / 3])
    one_run = {about: grid for about, grid in grids.items() if about[0] == 1}
    assert mean_of_pairs(results.class_shape(one_run)["same archetype"]).n == 0


def test_places_cut_the_legal_decks_into_equal_parts():
    """Also of elites whose variance was recorded with another last bit."""
    counts = deck_counts(card_table("mesb"), "HUNTER")
    halves = {of: quantile(counts, of, 0.5) for of in ("mean", "variance")}
    elites = pd.DataFrame({"archetype": HUNTER} | {of: [half, 0.0, 99.0] for of, half in halves.items()})
    elites["mana_sum"], elites["mana_variance"] = [90, 0, 300], elites.variance
    places = results.placed(elites, {"hunter": counts})[["mana_sum", "mana_variance"]].to_numpy()
    assert places[0] == pytest.approx([0.5, 0.5], abs=0.02)
    assert (places[1] < 1e-9).all() and (places[2] > 1 - 1e-9).all()
    near = elites.assign(variance=np.nextafter(elites.variance, 0))
    again = results.placed(near, {"hunter": counts})["mana_variance"]
    assert again.to_numpy() == pytest.approx(places[:, 1], abs=1e-9)


def test_records_are_confirmed_by_the_same_map_and_contradicted_by_another():
    cells = dict(mana_sum=[60, 90, 120], mana_variance=4.0, objective=1)
    one = pd.DataFrame(cells | {"run": 1, "health": [1.0, 2, 3], "fresh": [1.0, 2, 3]})
    other = one.assign(run=2, health=[3.0, 2, 1], fresh=[3.0, 2, 1])
    assert results.records_confirmed(pd.concat([one, other])).tolist() == [1, -1]
    assert results.maps_agree(pd.concat([one, other])) == -1
    assert results.maps_agree(pd.concat([one, one.assign(run=2)])) == 1
    assert np.isnan(results.records_confirmed(one)).all()


def test_peeking_is_worth_the_mean_over_archetypes_run_by_run():
    fresh = pd.DataFrame({"archetype": np.repeat([HUNTER, "aggro paladin"], 2), "fair": [False, True] * 2})
    fresh = fresh.assign(experiment="validation", run=1, games=2, objective=[10, 4, 6, 4])
    assert results.worth_of_peeking(fresh).to_dict() == {1: 2}


def test_meetings_are_read_by_archetype():
    names = [f"{e}/{a}" for e in ("validation", "elite") for a in ARCHETYPES]
    number = np.arange(12)
    won = pd.DataFrame(number[:, None] - number, names, names)  # row less column
    met = pd.concat({1: won}, names=["run", "entrant"])
    assert (results.own_meetings(met, "elite", "validation") == 6).all()
    with_all = results.meetings_with_all(met, "elite", "validation").loc[1]
    assert with_all.tolist() == [n - 2.5 for n in range(6, 12)]
    assert results.against(met, "validation", ARCHETYPES[0]).loc[1].tolist() == [1, 2, 3, 4, 5]


def test_every_claim_is_judged():
    claims = pd.read_csv(HOME / "data/tables/mesb/laptop/claims.csv")
    waiting = set(claims.id[(claims.needs == "laptop") & (claims.verdict == "not yet run")])
    assert waiting <= {"grid"}, "only the authors' uniform map may not have been searched here"


def test_each_map_is_measured_and_halved_on_its_own():
    elites = map_of(mean=[1.0, 2, 3, 1, 5], health=[4.0, 6, 8, 1, 3])
    elites = elites.assign(run=[1, 1, 1, 2, 2], archetype=HUNTER)
    means = results.by_search(elites, lambda rows: rows.health.mean())
    assert means[HUNTER].to_dict() == {1: 6, 2: 2}
    assert results.each_map(elites, results.expensive_half)["mean"].tolist() == [3, 5]


def test_maps_of_other_archetypes_are_all_pairs_but_the_hunters():
    alike = pd.DataFrame(0.5, ARCHETYPES, ARCHETYPES)
    alike.loc["aggro hunter", "control hunter"] = alike.loc["control hunter", "aggro hunter"] = 9
    assert results.other_pairs(pd.concat({"validation": alike})) == 0.5


def test_on_a_grid_of_any_resolution_the_archive_that_holds_more_is_ahead():
    two = rows(2).assign(mana_sum=[60, 120], mana_variance=[4.0, 8.0], fresh=0.0)  # each adds 30 / 60
    found = results.qd_by_resolution(two, two[:1])
    assert list(found) == list(results.SIDES) and (found == 0.5).all(axis=None)
    assert (results.qd_by_resolution(two[:1], two) == -0.5).all(axis=None)
