"""Fresh games for the elites of DSA-ME, and its final surrogates put to the test."""

import json

import numpy as np
import pandas as pd
import pytest

from deckspace.agents.hearthstone.scores import WEIGHTS
from deckspace.deckbuilding import deck_numbers, measured
from deckspace.engine.hearthstone.encode import card_book
from deckspace.surrogate import MAIN, bag_of_cards
from study.papers.dsa_me import contest as dsa_me_contest
from study.papers.dsa_me import results
from study.papers.dsa_me.grids import MEASURES, new_grid
from study.papers.dsa_me.search import Search, fingerprint, seed_of, surrogate_table, surrogates_file
from study.papers.dsa_me.strategy import CARD_SET, read_strategy
from study.papers.dsa_me.trials import PREDICTIONS, means, table
from study.pipeline.checkpoint import Checkpoint
from study.pipeline.runs import write_run

BOOK = card_book(CARD_SET)
SETTINGS = dict(evaluations=60, games=6, initial=20, batch=10, inner_generations=20, seed=1)
TRIALS = {"map_elites": [1], "dsa_me": [1, 2]}
FRESH_GAMES, SEED = 4, 1  # the seed of the searches: fresh games must be others all the same


@pytest.fixture(scope="module")
def strategy(tmp_path_factory):
    """A strategy that was never trained."""
    path = tmp_path_factory.mktemp("strategy") / "any.json"
    path.write_text(json.dumps({"weights": np.random.default_rng(0).normal(0, 0.1, WEIGHTS).tolist()}))
    return str(path)


@pytest.fixture(scope="module")
def agent(strategy):
    return read_strategy(strategy)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, strategy, agent):
    """Small runs, as the notebook writes them."""
    folder, rules = tmp_path_factory.mktemp("runs") / "trials", fingerprint(strategy)
    for name, numbers in TRIALS.items():
        tables, surrogates = [], {}
        for number in numbers:
            search = Search(name, number, agent, SETTINGS, fingerprint=rules, threads=1)
            *_, state = search.steps()
            tables.append(table(search, state))
            surrogates[number] = state.surrogate
        about = dict(parameters=dict(condition=name, trials=numbers) | SETTINGS, games=0, fingerprint=rules)
        write_run(folder / name / "decks.parquet", pd.concat(tables), **about)
        if name == "dsa_me":
            write_run(surrogates_file(folder / name), surrogate_table(surrogates), **about)
    return folder


@pytest.fixture(scope="module")
def found(folder):
    return list(dsa_me_contest.trials(folder))


@pytest.fixture(scope="module")
def fresh(found, agent):
    return [dsa_me_contest.play_again(trial, agent, FRESH_GAMES, SEED) for trial in found]


# --- What was found -------------------------------------------------------------------------


def test_trials_are_found(found):
    assert [trial[:2] for trial in found] == [("map_elites", 1), ("dsa_me", 1), ("dsa_me", 2)]
    for trial in found:
        assert trial.games == 6 and list(trial.rows.index) == list(range(60)) and len(trial.elites) > 5
    assert [trial.number for trial in dsa_me_contest.with_surrogate(found)] == [1, 2]


def test_of_changed_searches_no_surrogate_is_kept(found):
    record = {"parameters": found[1].record["parameters"] | {"change": "anew"}}
    changed = found[1]._replace(record=record)
    assert dsa_me_contest.with_surrogate([found[0], changed, found[2]]) == [found[2]]


def test_without_the_cards_all_else_is_the_same(folder, found):
    for trial, lighter in zip(found, dsa_me_contest.trials(folder, cards=False), strict=True):
        pd.testing.assert_frame_equal(trial.rows.drop(columns="deck"), lighter.rows)


def test_a_folder_without_runs_is_refused(tmp_path):
    with pytest.raises(ValueError, match="There is no run of DSA-ME in .*: `./run repro` makes them."):
        list(dsa_me_contest.trials(tmp_path))


def test_a_condition_can_be_taken_alone(folder, found):
    alone = [trial[:2] for trial in dsa_me_contest.trials(folder, only="dsa_me")]
    assert alone == [trial[:2] for trial in found if trial.condition == "dsa_me"]
    with pytest.raises(ValueError, match="There is no run of 'lsa_me' of DSA-ME in"):
        list(dsa_me_contest.trials(folder, only="lsa_me"))


def test_trials_of_another_player_are_refused(found, strategy, tmp_path):
    dsa_me_contest.check_player(found, strategy)
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"weights": [0.5] * WEIGHTS}))
    with pytest.raises(ValueError, match="was played by other rules, or not by '.*other.json': run it again"):
        dsa_me_contest.check_player(found, str(other))


# --- Fresh games ----------------------------------------------------------------------------


def test_with_the_seed_of_its_search_an_elite_is_worth_what_was_recorded(found, agent):
    """To the last point of health: so opponents, player and deck are those of the search."""
    for trial in found:
        evaluate = dsa_me_contest.evaluator(agent, 6, seed_of(1, trial.condition, trial.number))
        for row, elite in list(trial.elites.iterrows())[::5]:
            worth = evaluate(deck_numbers(evaluate.book, [elite.deck]), first=row)[0]
            assert (worth["objective"], worth["wins"]) == (elite.objective, elite.wins)
            assert worth["turns"] * 6 == pytest.approx(elite.turns)


def test_no_fresh_game_was_played_before(found, agent):
    games = []
    for trial in found:
        own = seed_of(SEED, trial.condition, trial.number)
        streams = (dsa_me_contest.FRESH, dsa_me_contest.INNER)
        for seed in (own, *(dsa_me_contest.own_seed(trial, SEED, stream) for stream in streams)):
            games += dsa_me_contest.evaluator(agent, 6, seed).specs(60, 0)["seed"].tolist()
    assert len(games) == len(set(games)) == 3 * 3 * 60 * 6


def test_each_elite_has_a_row_with_what_was_counted(found, fresh):
    for trial, again in zip(found, fresh, strict=True):
        assert again.row.tolist() == trial.elites.index.tolist()
        assert (again.condition == trial.condition).all() and (again.trial == trial.number).all()
        figures = means(again, FRESH_GAMES)
        assert again.wins.between(0, FRESH_GAMES).all() and figures.turns.between(3, 30).all()
        assert figures.hand_size.between(0, 10).all()


def test_elites_are_worth_less_in_fresh_games(found, fresh):
    """They were chosen by their luck, and with few games that is much."""
    recorded = pd.concat([trial.elites.objective / trial.games for trial in found]).to_numpy()
    again = pd.concat(fresh).objective.to_numpy() / FRESH_GAMES
    best = recorded.argsort()[-20:]
    assert (recorded - again)[best].mean() > 2


def test_fresh_games_are_the_same_on_any_number_of_threads(found, fresh, agent):
    for threads in (1, 3):
        again = dsa_me_contest.play_again(found[-1], agent, FRESH_GAMES, SEED, threads)
        pd.testing.assert_frame_equal(again, fresh[-1])


def test_stopped_and_gone_on_with_they_are_the_same(folder, fresh, agent, tmp_path):
    """What the notebook does, broken off; each time the trials are read anew."""
    for stop in (1, 99):
        saved, found = Checkpoint("it", {}, folder=tmp_path, every=0), list(dsa_me_contest.trials(folder))
        tables = saved.load() or []
        assert len(tables) == (0 if stop == 1 else 1)
        for trial in found[len(tables) : stop]:
            tables.append(dsa_me_contest.play_again(trial, agent, FRESH_GAMES, SEED))
            saved.save(tables)
    pd.testing.assert_frame_equal(pd.concat(tables), pd.concat(fresh))


def test_no_games_are_refused(agent):
    with pytest.raises(ValueError, match="at least one fresh game, not 0"):
        dsa_me_contest.evaluator(agent, 0, 1)


# --- The final surrogate --------------------------------------------------------------------


def test_what_the_surrogate_believes_in_is_played_for_real(found, agent):
    trial = found[-1]
    rows = dsa_me_contest.play_believed(trial, agent, FRESH_GAMES, SEED)
    decks = deck_numbers(BOOK, rows.deck)
    surrogate, cards = dsa_me_contest.surrogate_of(trial)
    said = surrogate.predict(bag_of_cards(decks, cards))
    assert np.allclose(rows[list(PREDICTIONS)], said, atol=1e-3) and len(rows) > 20
    cells = new_grid().index_of(said[:, 1:3])
    assert len(set(cells)) > 0.95 * len(rows)  # one elite a cell, but for rounding at the edges
    evaluate = dsa_me_contest.evaluator(
        agent, FRESH_GAMES, dsa_me_contest.own_seed(trial, SEED, dsa_me_contest.INNER)
    )
    worth = evaluate(decks, threads=1)
    assert rows.objective.tolist() == worth["objective"].tolist()
    assert np.allclose(means(rows, FRESH_GAMES)[list(MEASURES)], measured(worth, MEASURES))
    again = dsa_me_contest.play_believed(trial, agent, FRESH_GAMES, SEED, threads=3)
    pd.testing.assert_frame_equal(again, rows)


def test_held_out_errors_are_those_of_the_decks_of_another_trial(folder, found):
    rows = results.held_out(folder.parent)
    assert rows[["trial", "tested_on"]].to_numpy().tolist() == [[1, 2], [2, 1]]
    judge, other = dsa_me_contest.with_surrogate(found)
    surrogate, cards = dsa_me_contest.surrogate_of(judge)
    said = surrogate.predict(bag_of_cards(deck_numbers(BOOK, other.rows.deck), cards))
    real = means(other.rows, 6)[["objective", *MEASURES]].to_numpy()
    for i, name in enumerate(MAIN):
        assert rows[f"mse_{name}"][0] == pytest.approx(np.mean((said[:, i] - real[:, i]) ** 2), rel=1e-4)
        assert rows[f"variance_{name}"][0] == pytest.approx(real[:, i].var(), rel=1e-4)


# --- Reading what was kept ------------------------------------------------------------------


def test_fresh_games_are_read_where_some_were_played(fresh, tmp_path):
    assert results.read_contest(tmp_path, "fresh") == (None, None)
    about = {"fresh_games": FRESH_GAMES}
    write_run(tmp_path / "contest/fresh.parquet", pd.concat(fresh), parameters=about, games=0)
    rows, games = results.read_contest(tmp_path, "fresh")
    assert games == FRESH_GAMES and len(rows) == sum(map(len, fresh))
