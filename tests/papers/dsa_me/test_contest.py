"""Fresh games for the elites of DSA-ME, and its final surrogates put to the test."""

import json

import numpy as np
import pandas as pd
import pytest

from deckspace.deckbuilding import deck_numbers, measured, seed_of
from deckspace.surrogate import MAIN, bag_of_cards
from small_dsa_me import AGENT, SETTINGS, UNTRAINED, ended
from study.papers.dsa_me import contest as dsa_me_contest
from study.papers.dsa_me import results
from study.papers.dsa_me.grids import MEASURES, new_grid
from study.papers.dsa_me.rules import evaluator, pool
from study.papers.dsa_me.search import Search, fingerprint, surrogate_table, surrogates_file
from study.papers.dsa_me.trials import PREDICTIONS, kept, means, run_of
from study.pipeline.runs import write_run

BOOK, CARDS, _ = pool()
TRIALS = {"map_elites": [1], "dsa_me": [1, 2]}
FRESH_GAMES, SEED = 4, 1  # the seed of the searches: fresh games must be others all the same


def strategy_in(folder, weights):
    path = folder / "strategy.json"
    path.write_text(json.dumps({"weights": weights}))
    return str(path)


@pytest.fixture(scope="module")
def strategy(tmp_path_factory):
    return strategy_in(tmp_path_factory.mktemp("strategy"), UNTRAINED)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, strategy):
    folder, settings = tmp_path_factory.mktemp("runs") / "trials", SETTINGS | {"inner_generations": 20}
    for name, numbers in TRIALS.items():
        searches = {number: Search(name, number, AGENT, settings, threads=1) for number in numbers}
        states = {number: ended(search) for number, search in searches.items()}
        about = dict(parameters=dict(condition=name, trials=numbers) | settings, games=0)
        about["fingerprint"] = fingerprint(strategy)
        decks, record = run_of([kept(search, states[number]) for number, search in searches.items()])
        write_run(folder / name / "decks.parquet", decks, **record, **about)
        if name == "dsa_me":
            surrogates = surrogate_table({number: state.surrogate for number, state in states.items()})
            write_run(surrogates_file(folder / name), surrogates, **about)
    return folder


@pytest.fixture(scope="module")
def found(folder):
    return list(dsa_me_contest.trials(folder))


def test_trials_are_found_and_of_changed_searches_no_surrogate_is_kept(folder, found, tmp_path):
    assert [trial[:2] for trial in found] == [("map_elites", 1), ("dsa_me", 1), ("dsa_me", 2)]
    for trial, lighter in zip(found, dsa_me_contest.trials(folder, cards=False), strict=True):
        assert trial.games == 6 and trial.rows.index[-1] == 59 and len(trial.elites) > 5
        pd.testing.assert_frame_equal(trial.rows.drop(columns="deck"), lighter.rows)
    alone = [trial[:2] for trial in dsa_me_contest.trials(folder, only="dsa_me")]
    assert alone == [trial[:2] for trial in found[1:]]
    assert (found[2].quality.decks.sum(), set(found[2].quality.index)) == (40, {1, 2})
    for place, only, which in [(folder, "lsa_me", " of 'lsa_me'"), (tmp_path, None, "")]:
        with pytest.raises(ValueError, match=f"There is no run{which} of DSA-ME in .*: `./run repro` makes"):
            list(dsa_me_contest.trials(place, only=only))
    changed = {"parameters": found[1].record["parameters"] | {"change": "anew"}}
    judges = dsa_me_contest.with_surrogate([found[0], found[1]._replace(record=changed), found[2]])
    assert [trial.number for trial in judges] == [2]


def test_trials_of_another_player_and_no_games_at_all_are_refused(found, strategy, tmp_path):
    dsa_me_contest.check_player(found, strategy)
    other = strategy_in(tmp_path, [0.5] * len(UNTRAINED))
    with pytest.raises(ValueError, match="was played by other rules, or not by '.*strategy.json': run it"):
        dsa_me_contest.check_player(found, other)
    with pytest.raises(ValueError, match="number of at least 1, not 0"):
        evaluator(AGENT, 0, 1)


def test_with_the_seed_of_its_search_an_elite_is_worth_what_was_recorded(found):
    """To the last point of health: so opponents, player and deck are those of the search.

    And no fresh game was played before.
    """
    games, streams = [], (dsa_me_contest.FRESH, dsa_me_contest.INNER)
    for trial in found:
        fresh = [dsa_me_contest.own_seed(trial, SEED, stream) for stream in streams]
        for seed in (*fresh, seed_of(SEED, trial.number, trial.condition)):
            evaluate = evaluator(AGENT, 6, seed)
            games += evaluate.specs(60, 0)["seed"].tolist()
        for row, elite in list(trial.elites.iterrows())[::5]:
            worth = evaluate(deck_numbers(evaluate.book, [elite.deck]), first=row)[0]
            assert (worth["objective"], worth["wins"]) == (elite.objective, elite.wins)
            assert worth["turns"] * 6 == pytest.approx(elite.turns)
    assert len(games) == len(set(games)) == 3 * 3 * 60 * 6


def test_each_elite_has_a_row_of_fresh_games_which_are_read_where_some_were_played(found, tmp_path):
    fresh = [dsa_me_contest.play_again(trial, AGENT, FRESH_GAMES, SEED) for trial in found]
    for trial, again in zip(found, fresh, strict=True):
        assert again.row.tolist() == trial.elites.index.tolist()
        assert (again.condition == trial.condition).all() and (again.trial == trial.number).all()
        figures = means(again, FRESH_GAMES)
        assert again.wins.between(0, FRESH_GAMES).all() and figures.turns.between(3, 30).all()
        assert figures.hand_size.between(0, 10).all()
    assert results.read_contest(tmp_path, "fresh") == (None, None)
    about = {"fresh_games": FRESH_GAMES}
    write_run(tmp_path / "contest/fresh.parquet", pd.concat(fresh), parameters=about, games=0)
    rows, games = results.read_contest(tmp_path, "fresh")
    assert games == FRESH_GAMES and len(rows) == sum(map(len, fresh))


def test_what_the_surrogate_believes_in_is_played_for_real(found):
    trial = found[-1]
    rows = dsa_me_contest.play_believed(trial, AGENT, FRESH_GAMES, SEED)
    decks = dsa_me_contest.believed(trial, SEED).data("solution")
    predicted = dsa_me_contest.surrogate_of(trial).predict(bag_of_cards(decks, CARDS))
    assert np.allclose(rows[list(PREDICTIONS)], predicted, atol=1e-3) and len(rows) > 20
    cells = new_grid().index_of(predicted[:, 1:3])
    assert len(set(cells)) > 0.95 * len(rows)  # one elite per cell, but for rounding at the edges
    seed = dsa_me_contest.own_seed(trial, SEED, dsa_me_contest.INNER)
    worth = evaluator(AGENT, FRESH_GAMES, seed)(decks, threads=1)
    assert rows.objective.tolist() == worth["objective"].tolist()
    assert np.allclose(means(rows, FRESH_GAMES)[list(MEASURES)], measured(worth, MEASURES))
    assert (rows.condition == "dsa_me").all() and (rows.trial == 2).all()


def test_held_out_errors_are_those_of_the_decks_of_another_trial(folder, found):
    rows = results.held_out(folder.parent)
    assert rows[["trial", "tested_on"]].to_numpy().tolist() == [[1, 2], [2, 1]]
    judge, other = dsa_me_contest.with_surrogate(found)
    bags = bag_of_cards(deck_numbers(BOOK, other.rows.deck), CARDS)
    predicted = dsa_me_contest.surrogate_of(judge).predict(bags)
    real = means(other.rows, 6)[["objective", *MEASURES]].to_numpy()
    for i, name in enumerate(MAIN):
        assert rows[f"mse_{name}"][0] == pytest.approx(np.mean((predicted[:, i] - real[:, i]) ** 2), rel=1e-4)
        assert rows[f"variance_{name}"][0] == pytest.approx(real[:, i].var(), rel=1e-4)
