"""What is read from the runs of MESB, on tables small enough to follow by hand."""

import numpy as np
import pandas as pd
import pytest

from lib import HOME
from lib import mesb_results as results
from lib.engine.hearthstone.tables import card_table
from lib.mesb_experiments import ARCHETYPES
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


def test_a_history_ends_with_the_map_and_its_best_never_falls_between_two_remaps(folder):
    searches, _ = results.read_searches(folder)
    history = results.history(searches[searches.experiment == "fair"], points=30)
    assert history.tried.iloc[-1] == 300 and (history.best >= history.average).all()
    one = next(rows for _, rows in results.each_search(searches[searches.experiment == "fair"]))
    assert history.elites.iloc[-1] == len(set(results.elite_numbers(mapped(one))))


def mapped(one):
    from lib.mesb_experiments import mapped

    return mapped("fair", one)


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


def test_nearly_all_decks_are_where_random_decks_are():
    from lib.deck_space import deck_counts
    from lib.deckbuilding import candidates, random_deck
    from lib.engine.hearthstone.encode import card_book

    book = card_book("mesb")
    rng, cards = np.random.default_rng(1), candidates(book, "PALADIN")
    costs = np.array([book.record.cards["cost"][random_deck(rng, cards)] for _ in range(2000)])
    table = pd.DataFrame({"mean": costs.mean(axis=1), "variance": costs.var(axis=1)})
    reach = results.reached(table, deck_counts(card_table("mesb"), "PALADIN"))
    assert reach["span"] > 90 and reach["span-bins"] < 30


@pytest.mark.parametrize("scale", ["laptop"])
def test_every_claim_is_judged(scale):
    path = HOME / "data" / "tables" / "mesb" / scale / "claims.csv"
    if not path.exists():
        pytest.skip("not yet run at this scale")
    assert (pd.read_csv(path).verdict != "not yet run").all()
