"""What is read from the runs of MESB, on tables small enough to follow by hand."""

import numpy as np
import pandas as pd
import pytest

from lib import HOME
from lib import mesb_results as results
from lib.engine.hearthstone.tables import card_table
from lib.mesb_experiments import ARCHETYPES, mapped
from lib.runs import BrokenRun, write_run

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
    for run in (1, 2):
        table = pd.concat([rows(300, run, name) for name in ARCHETYPES]).assign(run=run)
        write_run(tmp_path / f"validation/{run}.parquet", table, parameters={"games": 20}, games=36_000)
    write_run(tmp_path / "fair.parquet", rows(300), parameters={"games": 20}, games=6_000)
    return tmp_path


def test_all_searches_are_read_whether_their_runs_are_in_one_file_or_in_many(folder):
    searches, records = results.read_searches(folder)
    assert searches.groupby("experiment").size().to_dict() == {"fair": 300, "validation": 3600}
    assert list(records) == ["validation/1.parquet", "validation/2.parquet", "fair.parquet"]
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
    with pytest.raises(BrokenRun, match="'elite' is missing"):
        results.check_complete(searches)


def map_of(**columns):
    return pd.DataFrame(columns | {"objective": columns.get("objective", columns["health"])})


def test_the_corner_of_a_map_is_dear_and_all_alike():
    elites = map_of(mean=[2, 3, 4, 5], variance=[3, 3, 1, 9], health=[10.0, 10.0, 4.0, 10.0])
    assert results.corner_gap(elites) == -6


def test_the_best_tenth_are_at_least_two():
    elites = map_of(mean=[1.0, 2.0, 3.0], health=[5.0, 7.0, 6.0])
    assert results.best_tenth(elites)["mean"].tolist() == [2.0, 3.0]


def test_decks_with_a_card_are_set_against_those_without():
    elites = map_of(mean=[2.0, 4.0, 3.0], health=[0] * 3, deck=[["Wisp"], ["Wisp"], ["Onyxia"]])
    assert results.with_less_without(elites, "Onyxia", "mean") == 0
    assert results.with_less_without(elites.assign(mean=[2, 4, 5]), "Onyxia", "mean") == 2


def test_a_champion_by_record_is_worth_what_fresh_games_say():
    elites = map_of(health=[9.0, 8.0], fresh=[1.0, 6.0])
    assert results.champion(elites).tolist() == [9, 1, 8, 6]


def test_a_ranking_follows_the_sign_and_keeps_the_interval_of_the_difference():
    row = pd.Series(dict(mean=-1.0, low=-2.0, high=0.5, pairs=6))
    assert results.as_order("one", "other", row) == ("other > one", -2.0, 0.5, 6)


def test_claims_without_the_interval_that_they_need_stay_open():
    measured = {"open": (1, np.nan, np.nan, 1), "judged": (1, 0, 2, 3), "without": ("a", None, None, 1)}
    assert list(results.complete(measured)) == ["judged", "without"]


def test_peeking_and_fair_maps_are_compared_in_the_same_runs():
    fresh = pd.DataFrame({"experiment": ["validation", "validation", "fair"], "run": [1, 2, 1]})
    fresh = fresh.assign(archetype=HUNTER, fair=[False, False, True], games=2, objective=[10, 90, 20])
    table = results.fair_table(fresh)
    assert table.loc[HUNTER, ("searched peeking", "played peeking")] == 5
    assert table.loc[HUNTER, ("searched fair", "played fair")] == 10


def test_a_card_counts_once_in_a_deck_and_cards_that_nobody_holds_count_too():
    elites = rows(4)
    elites.at[0, "deck"] = ["Wisp"]
    shares = results.card_shares(elites, card_table("mesb"))
    assert shares.loc[(1, HUNTER), ["Wisp", "Murloc Raider", "Sunwalker"]].tolist() == [100, 75, 0]


def test_a_common_cell_has_the_value_of_the_deck_with_the_better_record():
    elites = rows(2).assign(mana_sum=90, mana_variance=4.0, objective=[10, 20], fresh=[7.0, 3.0])
    assert results.common_grid(elites, "fresh").tolist() == [3.0]


def test_meetings_count_both_seats():
    games = [("a", "b", 80), ("b", "a", 60)]
    table = pd.DataFrame(games, columns=["first", "second", "wins"]).assign(run=1, kind="best", games=100)
    met = results.meetings(table)["best"].loc[1]
    assert met.loc["a", "b"] == pytest.approx(60) and met.loc["b", "a"] == pytest.approx(40)
    assert met.loc["a", "a"] == 50


def test_elites_that_never_played_again_are_missed():
    elites = rows(3).assign(experiment="validation", number=range(3))
    elites["archetype"] = pd.Categorical(elites.archetype, ARCHETYPES)
    fresh = elites[["experiment", "run", "number"]].assign(
        archetype=HUNTER, fair=False, games=10, objective=30
    )
    fresh = fresh.rename(columns={"number": "row"})
    assert results.with_fresh(elites, fresh).fresh.tolist() == [3, 3, 3]
    with pytest.raises(BrokenRun, match="21_mesb_contest"):
        results.with_fresh(elites, fresh[:2])


def test_maps_with_the_same_decks_do_not_differ():
    elites = rows(200).assign(fresh=lambda table: table.objective / 20)
    compared = results.compare_archives({"sliding": elites, "no growth": elites})
    gaps = dict(results.archive_gaps(compared.dropna()))
    assert all((gap == 0).all() for gap in gaps.values()) and len(gaps) == 4


def test_a_range_is_covered_between_the_extremes():
    decks = {(sum_, sum_ * sum_): 1 for sum_ in range(101)}  # of one card each: the mean is the sum
    values = pd.Series([20, 60])
    assert results.range_covered(values / 30, decks, "mean") == pytest.approx(0.4, abs=0.01)


def test_most_decks_are_where_random_decks_are():
    from lib.deck_space import deck_counts
    from lib.deckbuilding import candidates, random_deck
    from lib.engine.hearthstone.encode import card_book

    book = card_book("mesb")
    rng, cards = np.random.default_rng(1), candidates(book, "PALADIN")
    costs = np.array([book.record.cards["cost"][random_deck(rng, cards)] for _ in range(2000)])
    table = pd.DataFrame({"mean": costs.mean(axis=1), "variance": costs.var(axis=1)})
    reach = results.reached(table, deck_counts(card_table("mesb"), "PALADIN"))
    assert reach["span"] > 80 and reach["span-bins"] < 15
    assert reach["ranges"] > 80


@pytest.mark.parametrize("scale", ["laptop"])
def test_every_claim_is_judged(scale):
    path = HOME / "data" / "tables" / "mesb" / scale / "claims.csv"
    if not path.exists():
        pytest.skip("not yet run at this scale")
    assert (pd.read_csv(path).verdict != "not yet run").all()
