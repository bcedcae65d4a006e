"""Ratings, cycles and Nash averages in cases with known answers."""

from types import SimpleNamespace

import numpy as np
import pytest

from deckspace.league import ratings
from deckspace.league.play import Kept, play
from toy_league import fit, league, results

STRENGTHS = {"a": 300.0, "b": 100.0, "c": 0.0, "d": -150.0, "e": -250.0}
CIRCLE = {("paper", "rock"): 0.8, ("paper", "scissors"): 0.2, ("rock", "scissors"): 0.8}


@pytest.fixture(scope="module")
def drawn():
    return play(league(STRENGTHS), 5000, 1, Kept())


def test_known_strengths_are_found(drawn):
    table = ratings.standings(fit(drawn))
    assert list(table.index) == list(STRENGTHS) and list(table["rank"]) == [1, 2, 3, 4, 5]
    assert abs(table.Elo.sum()) < 1e-6
    for name, elo in STRENGTHS.items():
        assert abs(table.Elo[name] - elo) < 15 and table.low[name] < table.Elo[name] < table.high[name]
    gap = ratings.difference(fit(drawn), "a", "c")
    assert gap.low < 300 < gap.high and gap.high - gap.low < 40
    mean = ratings.mean_difference(fit(drawn), [("a", "c"), ("b", "d")])
    assert abs(mean.value - 275) < 15 and ratings.rate(0) == 50


def test_equals_keep_their_order_whatever_the_last_digits_say():
    shares = {"ab": 0.5, "ac": 0.8, "bc": 0.8, "ad": 0.6, "bd": 0.6, "cd": 0.5}
    fitted = fit(results({tuple(pair): share for pair, share in shares.items()}))
    for noise in (-1e-12, 1e-12):
        params = fitted.params + noise * (fitted.params.index == "a")
        again = SimpleNamespace(params=params, conf_int=fitted.conf_int)
        assert list(ratings.standings(again).index) == ["a", "b", "d", "c"]


def test_one_who_has_lost_all_has_a_rating_and_scores_count_halves_of_draws():
    table = ratings.standings(fit(results({("a", "b"): 1.0, ("a", "c"): 0.6, ("b", "c"): 0.0})))
    assert np.isfinite(table.to_numpy(float)).all() and list(table.index) == ["a", "c", "b"]
    table = ratings.scores(results({("a", "b"): 0.5}, games=20).assign(draws=2))
    assert table.score.to_dict() == {"a": 60.0, "b": 40.0} and (table.games == 20).all()
    names = ["EVA", "EVA (peeking)", "MCTS", "other (peeking)"]
    assert ratings.who_peeks_too(names) == [("EVA (peeking)", "EVA")]


def test_a_circle_is_one_cycle_that_no_rating_explains_and_an_order_is_none(drawn):
    circle = results(CIRCLE)
    off = [ratings.unexplained(games, ratings.standings(fit(games)).Elo).value for games in (drawn, circle)]
    assert abs(off[0]) < 1 and off[1] > 95
    order, met = ratings.meetings(drawn), ratings.meetings(circle)
    found = ratings.cycles(met)
    assert len(found) == 1 and set(found.iloc[0, :3]) == {"rock", "paper", "scissors"}
    assert found.weakest[0] == pytest.approx(0.8) and ratings.triples(met) == 1
    few = ratings.meetings(results(CIRCLE, games=10))
    assert ratings.cycles(few).empty and ratings.triples(few) == 0 and ratings.cycles(order).empty
    even, best = (ratings.nash_average(each, redraws=5) for each in (met, order))
    assert even.share.to_numpy() == pytest.approx([100 / 3] * 3) and abs(even["against it"]).max() < 1e-6
    assert best.share["a"] == pytest.approx(100) and best.drawn["a"] == 100 and best["against it"]["e"] < -40
