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
from study.papers.dsa_me import strategy
from study.papers.dsa_me.rules import CARD_SET, DECK
from study.papers.dsa_me.strategy import elites, new_search, read_strategy, rounds
from study.pipeline.runs import read_run, write_run

BOOK = card_book(CARD_SET)
SMALL = {"emitters": 2, "batch": 5, "seed": 3}
KEPT_STRATEGY = "data/agents/dsa_me_strategy.json"


@pytest.fixture(scope="module")
def evaluate():
    return strategy.StrategyEvaluator(BOOK, deck(DECK), opponents("elite"), games=6, seed=5)


def test_a_strategy_is_worth_what_the_deck_is_worth_when_it_plays_it(evaluate):
    """The same in any batch and on any number of threads."""
    weights = np.random.default_rng(1).normal(0, 0.2, (4, WEIGHTS))
    worth = evaluate(weights, threads=2)
    assert worth.dtype == EVALUATION and len(set(worth["objective"])) > 1
    assert (evaluate(weights[2:3], first=2, threads=1) == worth[2:3]).all()
    agent = Beam("network", tuple(weights[1]))
    of_decks = Evaluator(BOOK, "ROGUE", agent, opponents("elite"), games=6, seed=5)
    cards = np.sort([BOOK.number(card) for card in deck(DECK).cards])
    assert (of_decks(cards[None], first=1, threads=1) == worth[1:2]).all()


def after_training(evaluate, evaluations=30, threads=1):
    search = new_search(**SMALL)
    return search, list(rounds(search, evaluate, evaluations, threads=threads))


def same(one, two):
    assert one[1] == two[1]
    for field in ("solution", "objective", "measures", "index", "wins"):
        assert np.array_equal(one[0].archive.data(field), two[0].archive.data(field))


def test_the_seed_decides_and_neither_threads_nor_interruptions(evaluate):
    whole = after_training(evaluate, 35)
    assert [row["evaluations"] for row in whole[1]] == [10, 20, 30, 40]  # rounds are whole
    same(whole, after_training(evaluate, 35, threads=2))
    search = new_search(**SMALL)
    first = next(rounds(search, evaluate, 35, threads=1))
    search = pickle.loads(pickle.dumps(search))
    same(whole, (search, [first, *rounds(search, evaluate, 35, done=first["evaluations"], threads=1)]))
    other = new_search(**(SMALL | {"seed": 4}))
    assert not np.array_equal(other.ask(), new_search(**SMALL).ask())


class Judge:
    """Evaluates strategies without playing."""

    games = 10

    def __init__(self, worth):
        self.worth = worth  # by the weights, and the number of the first

    def __call__(self, weights, first, threads=None):
        worth = np.zeros(len(weights), EVALUATION)
        for name, values in self.worth(weights, first).items():
            worth[name] = values
        return worth


def in_one_cell(objective):
    return Judge(lambda *about: dict(turns=10, hand_size=4, objective=objective(*about)))


def test_the_first_strategies_lie_around_zero_and_emitters_that_add_nothing_start_again():
    asked = new_search(emitters=3, batch=50, sigma=0.05).ask()
    assert asked.shape == (150, WEIGHTS)
    assert abs(asked.mean()) < 0.002 and abs(asked.std() - 0.05) < 0.002
    worse_and_worse = in_one_cell(lambda weights, first: -(first + np.arange(len(weights))))
    rows = list(rounds(new_search(**SMALL), worse_and_worse, 30))
    # The very first strategy fills the only cell: its emitter has a parent, and the other has none.
    assert [row["restarts"] for row in rows] == [1, 3, 5]
    assert [row["cells"] for row in rows] == [1, 1, 1]


def test_parents_are_those_that_were_added_and_a_new_cell_counts_more_than_a_better_elite():
    judge = in_one_cell(lambda weights, first: np.r_[-50, -49, np.full(len(weights) - 2, -99)])
    asked, search = new_search(emitters=1, batch=200).ask(), new_search(emitters=1, batch=200)
    next(rounds(search, judge, 200))
    shares = np.log(2.5) - np.log([1, 2])  # of CMA-ES with two parents
    mean = (shares / shares.sum()) @ asked[:2]
    assert np.allclose(search.ask().mean(axis=0), mean, atol=0.02)
    other_way_round = (shares[::-1] / shares.sum()) @ asked[:2]
    assert abs(mean - other_way_round).max() > 0.05


def test_settings_that_make_no_search_are_refused():
    for change, complaint in (({"batch": 2.5}, "'batch' must be a whole"), ({"sigma": 0}, "is above 0")):
        with pytest.raises(ValueError, match=complaint):
            new_search(**(SMALL | change))


def test_elites_come_best_first_with_their_weights():
    rng = np.random.default_rng(2)
    dealt = {"objective": rng.normal(0, 90, 400), "wins": rng.integers(9, size=400)}
    dealt |= {"turns": rng.uniform(5, 15, 400), "hand_size": rng.uniform(1, 7, 400)}
    dealt["objective"][7] = 999
    judge = Judge(lambda _, first: {name: values[first : first + 200] for name, values in dealt.items()})
    asked, search = new_search(emitters=2, batch=100).ask(), new_search(emitters=2, batch=100)
    row, table = list(rounds(search, judge, 400))[-1], elites(search)
    assert len(table) == row["cells"] and table.objective.is_monotonic_decreasing
    assert table.objective[0] == row["best"] == 99.9 and table.wins[0] == dealt["wins"][7]
    assert (table.weights[0] == asked[7]).all()
    assert table.objective.isin(dealt["objective"][200:] / 10).any()
    assert row["qd_score"] == pytest.approx(((table.objective + 30) / 60).sum())


def test_a_strategy_comes_back_from_its_file_and_from_its_run(tmp_path, evaluate):
    table = elites(after_training(evaluate)[0])
    best = strategy.strategy_of(table, run="a run", seed=3)
    (tmp_path / "it.json").write_text(json.dumps(best))
    write_run(tmp_path / "elites.parquet", table[["objective"]], parameters={}, games=0, best=[best])
    agent = Beam("network", tuple(table.weights[0]))
    assert read_strategy(tmp_path / "it.json") == agent
    assert strategy.trained(tmp_path / "elites.parquet") == {3: agent}
    assert (best["run"], best["objective"], best["wins"]) == ("a run", table.objective[0], table.wins[0])


@pytest.mark.parametrize(
    "content, complaint",
    [
        (None, "There is no strategy in"),
        ("weights", r"holds no strategy \(JSONDecodeError"),
        ('{"weights": [1, 2]}', "it must have 109 finite weights"),
        (json.dumps({"weights": [float("nan")] * WEIGHTS}), "it must have 109 finite weights"),
    ],
)
def test_a_file_without_a_strategy_is_reported_in_one_sentence(tmp_path, content, complaint):
    if content is not None:
        (tmp_path / "it.json").write_text(content)
    with pytest.raises(ValueError, match=complaint):
        read_strategy(tmp_path / "it.json")


def test_the_strategy_that_is_kept_is_the_best_of_the_run_it_names():
    kept = json.loads((HOME / KEPT_STRATEGY).read_text())
    table, record = read_run(kept["run"])
    assert kept == record["best"][0] and kept["objective"] == pytest.approx(table.objective.max())
