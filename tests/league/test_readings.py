"""The evaluations of ratings in the reading notebook."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf

from deckspace.intervals import Estimate
from deckspace.league import ratings
from study.league import readings
from toy_league import fit, results


def test_the_learnt_policy_is_the_last_of_the_ladder_that_is_there():
    names = ["EVA", "b0-1", "b3-1", "b3-2", "c5-1", "ph-1", "b3_ppo-1"]
    assert readings.last_of_the_ladder(names) == ["b3-1", "b3-2"]
    assert readings.last_of_the_ladder(["EVA", "random"]) == []


def test_no_circle_among_many_triples_shows_none():
    order = {pair: 0.9 for pair in combinations("abcd", 2)}
    met = {"order": ratings.meetings(results(order))}
    found = readings.circular({"order": ratings.cycles(met["order"])}, met, "order")
    assert found.value == found.low == 0 < found.high and found.n == 4


def test_the_worst_deck_is_judged_against_fair_agents_with_a_wider_interval():
    parts = [results({("EVA", other): rate}).assign(deck_one=deck, deck_other="x") for other, deck, rate in (
        ("MCTS", "good", 0.7), ("MCTS", "bad", 0.4), ("MCTS (peeking)", "bad", 0.0))]  # fmt: skip
    games = pd.concat(parts)
    worst = readings.worst_deck(games, "EVA")
    assert worst.value == pytest.approx(40) and worst.n == 400
    assert worst.low < 35.4 and worst.high > 44.7  # Wilson's of 95 %: 35.3 to 44.9
    scores = readings.scores_by_deck(games, ["EVA"]).loc["EVA"].dropna()
    assert scores.to_dict() == pytest.approx({"good": 70, "bad": 40})


def test_variance_is_found_where_it_is():
    rng = np.random.default_rng(1)
    agents, decks, both = rng.normal(0, 20, 15), rng.normal(0, 6, 8), rng.normal(0, 4, (15, 8))
    rows = [
        (venue, f"a{i:02}", f"d{j}", 50 + agents[i] + decks[j] + both[i, j] + rng.normal(0, 2))
        for i, j in np.ndindex(15, 8)
        for venue in "xy"
    ]
    table = pd.DataFrame(rows, columns=["venue", "entry", "deck", "Elo"]).assign(everything=1)
    parts = {"agent": "0 + C(entry)", "deck": "0 + C(deck)", "agent with a deck": "0 + C(entry):C(deck)"}
    fitted = smf.mixedlm("Elo ~ 1", table, groups="everything", vc_formula=parts).fit()
    found = ratings.components(fitted)
    for name, drawn in (("agent", agents), ("deck", decks), ("agent with a deck", both)):
        assert found.deviation[name] == pytest.approx(drawn.std(), rel=0.25), name
    assert found.deviation["left over"] == pytest.approx(2, rel=0.2)
    assert found["per cent"].sum() == pytest.approx(100)
    agent = readings.component(fitted, "agent with a deck")
    assert 0 < agent.low < found.variance["agent with a deck"] == agent.value < agent.high
    interplay = readings.interplay(table, sorted(set(table.entry))).to_numpy()
    assert np.corrcoef(interplay.ravel(), both.ravel())[0, 1] > 0.8


def test_who_stands_above_and_who_below_is_told_without_a_sign():
    above, even = Estimate(49, 34, 64, 100), Estimate(-2, -16, 12, 100)
    turned = Estimate(-49, -64, -34, 100)
    assert readings.stands(above, turned) == "49 [34, 64] points above"
    assert readings.stands(turned, above) == "49 [34, 64] points below"
    assert readings.stands(even, Estimate(2, -12, 16, 100)) == "even (-2 [-16, 12] points) with"


def test_ratings_are_compared_with_all_that_are_fair_and_with_the_same_agent_that_peeks():
    rates = {("a", "a (peeking)"): 0.2, ("a", "b"): 0.6, ("b", "c"): 0.7, ("a (peeking)", "c"): 0.9}
    fitted = fit(results(rates))
    elo = ratings.ELO * fitted.params
    gains = readings.peeking_gains(fitted)
    assert list(gains) == ["a", "mean"] and gains["mean"] == gains["a"]
    assert gains["a"].value == pytest.approx(elo["a (peeking)"] - elo["a"]) and gains["a"].low > 0
    assert readings.against_all(fitted, "a").value == pytest.approx(elo["a"] - (elo["b"] + elo["c"]) / 2)
