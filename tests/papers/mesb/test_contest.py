"""Fresh games for elites: the same opponents and cards, other games; and who beats whom."""

import numpy as np
import pandas as pd
import pytest

from deckspace.agents.hearthstone.games import RESULT
from deckspace.deckbuilding import deck_numbers, seed_of
from study.papers.mesb import contest as mesb_contest
from study.papers.mesb import experiments as mesb_experiments
from study.pipeline.runs import write_run

SETTINGS = dict(evaluations=30, games=6, initial=20, batch=10, seed=1, parallel="synchronous")
ONCE, TWICE = ("balance", "own_balance", "fixed_grid"), ("validation", "elite", "fair")
PLAYED = {name: [1, 2] if name in TWICE else [1] for name in ("validation", "elite", *ONCE, "fair")}
FRESH_GAMES, PAIR_GAMES, SEED = 4, 6, 2
ARCHETYPES, SEARCH = mesb_experiments.ARCHETYPES, ["experiment", "run", "archetype"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mesb")
    for name, runs in PLAYED.items():
        earlier = (folder / f"{file}.parquet" for file in ("validation", "elite"))
        (adversaries, changes), tables = mesb_experiments.given(name, *earlier, runs), []
        for run in runs:
            for each in ARCHETYPES:
                about = name, each, run
                *_, tried = mesb_experiments.search(*about, adversaries[run], changes[run], SETTINGS)
                tables.append(mesb_experiments.table(*about, *tried))
        by_run = {str(run): changed for run, changed in changes.items()}
        parameters = dict(experiment=name, runs=runs, changes=by_run) | SETTINGS
        write_run(folder / f"{name}.parquet", pd.concat(tables), parameters=parameters, games=0)
    return folder


@pytest.fixture(scope="module")
def found(folder):
    return list(mesb_contest.searches(folder))


@pytest.fixture(scope="module")
def opponents(found):
    return mesb_contest.opponents_of(found)


def again(search, fair, opponents, **more):
    against = opponents[search.experiment, search.run]
    return mesb_contest.play_again(search, fair, against, FRESH_GAMES, SEED, **more)


@pytest.fixture(scope="module")
def fresh(found, opponents):
    return pd.concat([again(*job, opponents) for job in mesb_contest.jobs(found)], ignore_index=True)


@pytest.fixture(scope="module")
def field(found, fresh):
    return mesb_contest.field(found, fresh, 1)


def test_every_search_is_found_once_by_experiment_run_and_archetype(found):
    played = [name for name in mesb_experiments.EXPERIMENTS if name in PLAYED]
    expected = [(name, run, archetype) for name in played for run in PLAYED[name] for archetype in ARCHETYPES]
    assert [search[:3] for search in found] == expected
    for search in found:
        assert list(search.rows.index) == list(range(30)) and search.elites.deck.notna().all()
        assert search.record["parameters"]["experiment"] == search.experiment


def test_a_folder_without_runs_and_a_run_without_its_validation_are_refused(found, tmp_path):
    with pytest.raises(ValueError, match="There is no run of MESB in .*: `./run repro` makes them."):
        list(mesb_contest.searches(tmp_path))
    rest = [search for search in found if search.experiment != "validation"]
    with pytest.raises(ValueError, match="Run 1 of elite met decks of run 1 of validation, which is not"):
        mesb_contest.opponents_of(rest)


def test_with_the_seed_of_its_search_an_elite_is_worth_what_was_recorded(found, opponents):
    """To the last point of health: so opponents, changed cards, player and deck are those of the search.

    And no fresh game was played before, even if both seeds are equal.
    """
    games = set()
    for search in found:
        against, fair = opponents[search.experiment, search.run], search.experiment == "fair"
        own = seed_of(SETTINGS["seed"], search.run, mesb_experiments.ARCHETYPES.index(search.archetype))
        for seed in (mesb_contest.fresh_seed(search, SETTINGS["seed"]), own):
            evaluate = mesb_contest.evaluator(search, fair, against, SETTINGS["games"], seed)
            games.add(frozenset(evaluate.specs(30, 0)["seed"].tolist()))
        for row, elite in list(search.elites.iterrows())[::10]:
            worth = evaluate(deck_numbers(evaluate.book, [elite.deck]), first=row)[0]
            assert (worth["objective"], worth["wins"]) == (elite.objective, elite.wins), search[:3]
    searched = {(search.run, search.archetype) for search in found}  # the same games in all experiments
    assert len(games) == len(searched) + len(found)
    assert len(set().union(*games)) == len(games) * 30 * SETTINGS["games"]


def test_each_elite_has_a_row_for_each_of_its_players(found, fresh):
    """Fair and peeking players meet the same games, and do not always play alike."""
    by_player = {about: rows.row.tolist() for about, rows in fresh.groupby([*SEARCH, "fair"])}
    expected = {(*search[:3], False): list(search.elites.index) for search in found}
    fair = [search for search in found if search.experiment in ("validation", "fair")]
    assert by_player == expected | {(*search[:3], True): list(search.elites.index) for search in fair}
    assert set(fresh.games) == {FRESH_GAMES} and fresh.wins.between(0, FRESH_GAMES).all()
    both = fresh[fresh.experiment == "validation"]
    differ = both[both.fair].objective.to_numpy() != both[~both.fair].objective.to_numpy()
    assert 0.05 < differ.mean() < 0.6  # where nothing hidden mattered, the same game is played twice


def test_fresh_games_are_the_same_on_any_number_of_threads_and_whenever_they_are_played(folder, fresh):
    """The notebook goes on where it was stopped, with searches that it has read anew."""
    found = list(mesb_contest.searches(folder))
    opponents, jobs = mesb_contest.opponents_of(found), mesb_contest.jobs(found)
    for job in (jobs[0], jobs[-1]):
        tables = [again(*job, opponents, threads=threads) for threads in (1, 3)]
        pd.testing.assert_frame_equal(*tables)
    pd.testing.assert_frame_equal(tables[0], fresh.tail(len(tables[0])).reset_index(drop=True))


def test_elites_are_worth_less_in_fresh_games_than_was_recorded(found, fresh):
    """They are chosen by their luck, so with few games a deck and many decks this is sure."""
    rows = [mesb_contest.recorded(search) for search in found]
    assert (rows[0].recorded * SETTINGS["games"]).round(6).tolist() == found[0].elites.objective.tolist()
    assert rows[0].row.tolist() == found[0].elites.index.tolist()
    assert rows[-1].fair.all() and not rows[0].fair.any()
    same = pd.concat(rows).merge(fresh, on=[*SEARCH, "row", "fair"])
    assert len(same) == sum(map(len, rows))
    best = same.sort_values("recorded").groupby(SEARCH).tail(3)
    assert (best.recorded - best.objective / best.games).mean() > 2


def test_the_elites_of_both_experiments_enter_and_each_kind_sends_its_decks(found, fresh, field):
    """The champion of a search is the paper's best deck."""
    entrants = [f"{name}/{archetype}" for name in ("validation", "elite") for archetype in ARCHETYPES]
    assert field.entrant.unique().tolist() == entrants
    search = next(search for search in found if search[:3] == ("elite", 1, "aggro warlock"))
    mine = field[field.entrant == "elite/aggro warlock"]
    assert mine.objective.tolist() == search.elites.objective.tolist()
    peeking = fresh.set_index(SEARCH).loc[search[:3]]
    assert mine.fresh.tolist() == peeking.objective.tolist()
    for kind, column in (("best", "objective"), ("fresh best", "fresh")):
        for name, squad in mesb_contest.squads(field, kind).items():
            (row,) = squad
            assert field.entrant[row] == name
            assert field[column][row] == field[field.entrant == name][column].max()
    everyone = mesb_contest.squads(field, "map")
    assert np.concatenate(list(everyone.values())).tolist() == list(range(len(field)))
    table = mesb_contest.validations(found)[1]
    for archetype in ARCHETYPES:
        (row,) = mesb_contest.squads(field, "best")[f"validation/{archetype}"]
        assert tuple(field.deck[row]) == mesb_experiments.best_player(table, archetype).cards


def test_every_pair_meets_and_each_moves_first_in_one_half(found, field):
    """The seed decides a tournament, and not the number of threads."""
    met, again = (mesb_contest.tournament(field, PAIR_GAMES, SEED, 1, threads=threads) for threads in (1, 3))
    pd.testing.assert_frame_equal(again, met)
    assert not mesb_contest.tournament(field, PAIR_GAMES, SEED + 1, 1).health.equals(met.health)
    for kind, pairs in (("best", 12 * 11), ("fresh best", 12 * 11), ("map", 12 * 12)):
        rows = met[met.kind == kind]
        assert len(rows) == pairs == len(set(zip(rows["first"], rows["second"], strict=True)))
    assert set(met.games) == {PAIR_GAMES // 2} and met.wins.between(0, PAIR_GAMES // 2).all()
    assert met.games.sum() == mesb_contest.tournament_games(found, 1, PAIR_GAMES)
    assert mesb_contest.tournament_runs(found) == [1, 2]
    validation = [search for search in found if search.experiment != "elite"]
    assert mesb_contest.tournament_games(validation, 1, 2) == 6 * 5 * 2 + 6 * 6
    sure = met[met.games == met.wins]
    assert len(sure) > 10 and (sure.health > 0).all()
    assert (met[met.wins == 0].health <= 0).all()


def test_who_moves_first_is_of_the_first_entrants_squad():
    squads = {"a": np.array([0, 1, 2]), "b": np.array([7])}
    pairs = mesb_contest.pairings(squads, "map")
    games = mesb_contest.specs(pairs, squads, 20, np.random.default_rng(1))
    assert pairs == [("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")]
    seen = [{side: set(part[side].tolist()) for side in ("first", "second")} for part in np.split(games, 4)]
    a, b = {0, 1, 2}, {7}
    assert [(each["first"], each["second"]) for each in seen] == [(a, a), (a, b), (b, a), (b, b)]
    assert len(set(games["seed"].tolist())) == 80


def test_games_are_added_up_for_the_first_and_meetings_count_both_seats():
    results = np.zeros(4, RESULT)
    results["winner"] = [0, 2, 1, 0]
    results["sides"]["health"] = [(30, -2), (0, 0), (-5, 12), (3, 0)]
    table = mesb_contest.tally([("a", "b"), ("b", "a")], results)
    assert table[["first", "second"]].to_numpy().tolist() == [["a", "b"], ["b", "a"]]
    assert table[["games", "wins", "health"]].to_numpy().tolist() == [[2, 1, 32], [2, 1, -14]]
    games = [("a", "b", 80), ("b", "a", 60)]
    table = pd.DataFrame(games, columns=["first", "second", "wins"]).assign(run=1, kind="best", games=100)
    met = mesb_contest.meetings(table)["best"].loc[1]
    assert met.loc["a", "b"] == pytest.approx(60) and met.loc["b", "a"] == pytest.approx(40)
    assert met.loc["a", "a"] == 50
