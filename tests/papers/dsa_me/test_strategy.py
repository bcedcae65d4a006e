"""The player of DSA-ME: networks judged by playing one deck, their training by CMA-ME, and the one that is kept."""

import json
import pickle

import numpy as np
import pytest

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.scores import WEIGHTS
from deckspace.deckbuilding import EVALUATION, Evaluator, opponents
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from study import HOME
from study.papers.dsa_me.strategy import (
    CARD_SET,
    DECK,
    KEPT,
    StrategyEvaluator,
    elites,
    new_search,
    read_strategy,
    rounds,
    strategy_of,
)
from study.pipeline.runs import read_run, write_run

BOOK = card_book(CARD_SET)
SMALL = {"emitters": 2, "batch": 5, "seed": 3}
KEPT_STRATEGY = "data/agents/dsa_me_strategy.json"


@pytest.fixture(scope="module")
def evaluate():
    return StrategyEvaluator(BOOK, deck(DECK), opponents("elite"), games=6, seed=5)


@pytest.fixture(scope="module")
def weights():
    return np.random.default_rng(1).normal(0, 0.2, (4, WEIGHTS))


# --- What a strategy is worth ---------------------------------------------------------------


def test_a_strategy_is_worth_the_same_in_any_batch_and_on_any_number_of_threads(evaluate, weights):
    worth = evaluate(weights, threads=2)
    assert worth.dtype == EVALUATION and len(set(worth["objective"])) > 1
    assert (evaluate(weights[2:3], first=2, threads=1) == worth[2:3]).all()


def test_it_is_what_the_deck_is_worth_when_that_strategy_plays_it(evaluate, weights):
    agent = Beam("network", tuple(weights[1]))
    of_decks = Evaluator(BOOK, "ROGUE", agent, opponents("elite"), games=6, seed=5)
    cards = np.sort([BOOK.number(card) for card in deck(DECK).cards])
    assert (of_decks(cards[None], first=1, threads=1) == evaluate(weights[1:2], first=1, threads=1)).all()


# --- Training -------------------------------------------------------------------------------


def trained(evaluate, evaluations=30, threads=1):
    search = new_search(**SMALL)
    return search, list(rounds(search, evaluate, evaluations, threads=threads))


def same(one, two):
    assert one[1] == two[1]
    for field in ("solution", "objective", "measures", "index", "wins"):
        assert np.array_equal(one[0].archive.data(field), two[0].archive.data(field))


def test_the_seed_decides_and_not_the_threads(evaluate):
    one, two = trained(evaluate), trained(evaluate, threads=2)
    same(one, two)
    other = new_search(**(SMALL | {"seed": 4}))
    assert not np.array_equal(other.ask(), new_search(**SMALL).ask())


def test_a_training_that_was_stopped_ends_as_if_it_had_not(evaluate):
    whole, search = trained(evaluate, 40), new_search(**SMALL)
    first = next(rounds(search, evaluate, 40, threads=1))
    search = pickle.loads(pickle.dumps(search))
    same(whole, (search, [first, *rounds(search, evaluate, 40, done=first["evaluations"], threads=1)]))


def test_rounds_are_whole(evaluate):
    assert [row["evaluations"] for row in trained(evaluate, 25)[1]] == [10, 20, 30]


class Judge:
    """Says what strategies are worth without playing; all of them come to one cell."""

    games = 10

    def __init__(self, objective):
        self.objective = objective  # of the weights, and the number of the first

    def __call__(self, weights, first, threads=None):
        worth = np.zeros(len(weights), EVALUATION)
        worth["turns"], worth["hand_size"] = 10, 4
        worth["objective"] = self.objective(weights, first)
        return worth


worse_and_worse = Judge(lambda weights, first: -(first + np.arange(len(weights))))


class Dealer(Judge):
    """Says of each strategy what was drawn for it."""

    def __init__(self, n):
        rng = np.random.default_rng(2)
        self.worth = np.zeros(n, EVALUATION)
        self.worth["objective"], self.worth["wins"] = rng.normal(0, 90, n), rng.integers(9, size=n)
        self.worth["turns"], self.worth["hand_size"] = rng.uniform(5, 15, n), rng.uniform(1, 7, n)

    def __call__(self, weights, first, threads=None):
        return self.worth[first : first + len(weights)]


def test_the_first_strategies_lie_around_zero():
    asked = new_search(emitters=3, batch=50, sigma=0.05).ask()
    assert asked.shape == (150, WEIGHTS)
    assert abs(asked.mean()) < 0.002 and abs(asked.std() - 0.05) < 0.002


def test_emitters_that_add_nothing_start_again():
    rows = list(rounds(new_search(**SMALL), worse_and_worse, 30))
    # The very first strategy fills the only cell: its emitter has a parent, and the other has none.
    assert [row["restarts"] for row in rows] == [1, 3, 5]
    assert [row["cells"] for row in rows] == [1, 1, 1]


def test_parents_are_those_that_were_added_and_a_new_cell_counts_more_than_a_better_elite():
    judge = Judge(lambda weights, first: np.r_[-50, -49, np.full(len(weights) - 2, -99)])
    asked, search = new_search(emitters=1, batch=200).ask(), new_search(emitters=1, batch=200)
    next(rounds(search, judge, 200))
    shares = np.log(2.5) - np.log([1, 2])  # of CMA-ES with two parents
    mean = (shares / shares.sum()) @ asked[:2]
    assert np.allclose(search.ask().mean(axis=0), mean, atol=0.02)
    assert (
        abs((asked[0] - asked[1]) * (2 * shares[0] / shares.sum() - 1)).max() > 0.05
    )  # not the other way round


def test_a_new_start_is_drawn_by_the_seed_too():
    searches = [new_search(emitters=4, batch=10, seed=seed) for seed in (1, 1)]
    dealer = Dealer(40)
    dealer.worth = np.concatenate([dealer.worth] * 2)  # the second round finds nothing better
    for search in searches:
        assert [row["restarts"] for row in rounds(search, dealer, 80)] == [0, 4]
    assert np.array_equal(searches[0].ask(), searches[1].ask())


def test_strategies_become_better():
    judge = Judge(lambda weights, first: 10 * weights.sum(axis=1))
    rows = list(rounds(new_search(emitters=2, batch=20, seed=1), judge, 4000))
    assert rows[-1]["mean"] > rows[0]["mean"] + 2


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"emitters": 0}, "'emitters' must be a whole number"),
        ({"batch": 2.5}, "'batch' must be"),
        ({"sigma": 0}, "is above 0"),
    ],
)
def test_settings_that_make_no_search_are_refused(change, complaint):
    with pytest.raises(ValueError, match=complaint):
        new_search(**(SMALL | change))


# --- What is kept ---------------------------------------------------------------------------


def test_elites_come_best_first_and_the_best_keep_their_weights():
    dealer = Dealer(400)
    dealer.worth["objective"][7] = 999
    asked, search = new_search(emitters=2, batch=100).ask(), new_search(emitters=2, batch=100)
    row, table = list(rounds(search, dealer, 400))[-1], elites(search)
    assert len(table) == row["cells"] > KEPT and table.objective.is_monotonic_decreasing
    assert table.objective[0] == row["best"] == 99.9 and table.wins[0] == dealer.worth["wins"][7]
    assert (table.weights[0] == asked[7]).all()
    assert table.objective.isin(dealer.worth["objective"][200:] / 10).any()
    assert row["qd_score"] == pytest.approx(((table.objective + 30) / 60).sum())
    assert table.weights[:KEPT].map(len).eq(WEIGHTS).all() and table.weights[KEPT:].isna().all()


def test_a_strategy_comes_back_from_its_file_and_from_its_run(tmp_path, evaluate):
    table = elites(trained(evaluate)[0])
    best = strategy_of(table, run="a run", seed=3)
    (tmp_path / "it.json").write_text(json.dumps(best))
    write_run(tmp_path / "elites.parquet", table, parameters={}, games=0, best=best)
    for name in ("it.json", "elites.parquet"):
        assert read_strategy(tmp_path / name) == Beam("network", tuple(table.weights[0]))
    assert (best["run"], best["objective"], best["wins"]) == ("a run", table.objective[0], table.wins[0])


@pytest.mark.parametrize(
    "content, complaint",
    [
        (None, "There is no strategy in"),
        ("{}", r"holds no strategy \(KeyError\)"),
        ("weights", r"holds no strategy \(JSONDecodeError\)"),
        ('{"weights": [1, 2]}', "must have 109 finite weights"),
        (json.dumps({"weights": [float("nan")] * WEIGHTS}), "must have 109 finite weights"),
    ],
)
def test_a_file_without_a_strategy_is_one_sentence(tmp_path, content, complaint):
    if content is not None:
        (tmp_path / "it.json").write_text(content)
    with pytest.raises(ValueError, match=complaint):
        read_strategy(tmp_path / "it.json")


@pytest.mark.skipif(not (HOME / KEPT_STRATEGY).exists(), reason="no strategy has been trained yet")
def test_the_strategy_that_is_kept_is_the_best_of_the_run_it_names():
    kept = json.loads((HOME / KEPT_STRATEGY).read_text())
    table, record = read_run(kept["run"])
    assert kept == record["best"]
    assert kept["objective"] == table.objective.max() == table.objective[0]
    assert kept["weights"] == table.weights[0].tolist()
