"""Tables of matches between models: every condition alike, mirrored cells add up to 100, trainings are the unit."""

from itertools import product
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import torch
from torch.nn.utils import parameters_to_vector

from deckspace.learning.hearthstone.matches import Ends, Match
from study.papers.mastering import decks, match_results, models, tables, yardsticks
from untrained import GAME, entrant


@pytest.fixture(scope="module")
def played():
    loaded = {name: {seed: entrant(name, seed) for seed in (1, 2)} for name in ("b0", "b2", "c5")}
    return pd.concat([tables.meet(*pair, GAME, 2, 1) for pair in tables.pairs(loaded)], ignore_index=True)


def test_every_condition_is_played_as_often_and_mirrored_cells_add_up_to_100(played):
    rows = played.groupby(["one", "other", "seed_one", "seat", "hero", "other_hero"]).games.sum()
    assert len(rows) == 6 * 2 * 8 and (rows == 2).all()
    table = tables.rates(played, models.NAMES)
    assert list(table) == ["b0", "b2", "c5"]
    off = ~np.eye(3, dtype=bool)
    assert (table + table.T).to_numpy()[off] == pytest.approx(100)
    assert np.diag(table) == pytest.approx(50, abs=30)  # 32 games each
    for pair in (("b0", "b2"), ("c5", "b0")):
        both = [tables.cell(played, *each).value for each in (pair, pair[::-1])]
        assert sum(both) == pytest.approx(100)


def test_what_the_first_wins_counts_for_the_first():
    ends = Ends(np.array([0, 0, 0, 1]), np.array([1, 1, 0, -1]), np.zeros(4, int))
    where = np.array([(0, 0, 1), (1, 1, 0)])
    rows = tables.tally(ends, where, entrant("b2"), entrant("b0"), GAME, given=False)
    assert rows[["games", "wins", "draws"]].to_numpy().tolist() == [[3, 2, 1], [1, 0, 0]]
    assert tables.by_training(rows)["b2", "b0"].tolist() == pytest.approx([50 * (2.5 / 3 + 0)])


def test_intervals_are_over_trainings(played):
    both = tables.by_training(played)["b2", "b0"]
    assert tables.cell(played, "b2", "b0").n == len(both) == 2
    assert not tables.cell(played[played.seed_one == 1], "b2", "b0").sure
    assert tables.chance(played, "b2", "b0").n == 32


def test_what_a_model_saw_is_kept_where_it_peeks_and_heroes_make_a_game(played):
    seen = played[played.one == "c5"].seen
    assert seen.max() == GAME.picks and played[played.one != "c5"].seen.max() == 0
    assert tables.by_seen(played, "c5", "b2", GAME.picks).games.sum() == 32
    matrix = match_results.hero_game(played, "b2")
    assert np.allclose(matrix, -matrix.T)
    assert match_results.hero_equilibrium(matrix).sum() == pytest.approx(100)


def table_of(rates):
    """Return played games of these win rates (%), {(one, other): (first training, second training)}, of 1,000 games each."""
    rows = [
        (*pair, seed, seed, seat, "MAGE", "MAGE", 500, 5 * rate, 0, 0)
        for pair, both in rates.items()
        for seed, rate in enumerate(both, 1)
        for seat in (0, 1)
    ]
    return pd.DataFrame(rows, columns=[*tables.COLUMNS, "seen"])


def test_what_one_model_wins_of_another_is_no_second_sample():
    found = tables.strongest_first(table_of({("c5", "b4"): (60, 70)}), ["b4", "c5"])
    gap = found.gaps["c5", "b4"]
    assert str(found) == "c5 ~ b4" and (gap.value, gap.df) == (pytest.approx(30), 1)  # a pair for each seed


def test_two_models_are_compared_by_what_they_do_to_a_third():
    table = table_of({("c5", "b4"): (60, 70), ("c5_alike", "b4"): (50, 64)})
    found = match_results.lead(table, "c5", "c5_alike", "b4")
    assert (found.value, found.n) == (pytest.approx(8), 2)


def test_the_strongest_is_first_and_the_table_shows_intervals():
    table = table_of({("b2", "b0"): (60, 70), ("b3", "b0"): (80, 82), ("b3", "b2"): (55, 57)})
    text = tables.rates_with_intervals(table, ["b0", "b2", "b3"])
    assert text.loc["b2", "b0"] == tables.cell(table, "b2", "b0").spelt() and text.loc["b0", "b0"] == ""
    assert text.loc["b0", "b2"].startswith("35.0 [")
    assert tables.strongest_first(table, ["b0", "b2", "b3"]).names == ("b3", "b2", "b0")


HEROES = ("HUNTER", "MAGE", "WARRIOR")
CIRCLE = {("MAGE", "HUNTER"), ("HUNTER", "WARRIOR"), ("WARRIOR", "MAGE")}


def test_the_share_of_the_likeliest_hero_is_the_mean_over_trainings():
    """In the first training the mage beats both others; in the second each hero beats another."""
    games = pd.DataFrame(
        [
            ("b0", "b0", seed, seed, 0, *pair, 100, 50 + 20 * ((pair in won) - (pair[::-1] in won)), 0, 0)
            for seed, won in ((1, {("MAGE", "HUNTER"), ("MAGE", "WARRIOR")}), (2, CIRCLE))
            for pair in product(HEROES, repeat=2)
        ],
        columns=[*tables.COLUMNS, "seen"],
    )
    found = match_results.equilibrium_share(games, "b0")
    assert (found.value, found.n) == (pytest.approx((100 + 100 / 3) / 2), 2)


def test_a_model_whose_decks_differ_is_more_varied():
    """It builds two decks without a common card, the other model the same deck twice."""
    rows = [
        (model, seed, "MAGE", deck, card, 1)
        for model, built in {"b1": ("vw", "xy"), "b0": ("vw", "vw")}.items()
        for seed in (1, 2)
        for deck, cards in enumerate(built)
        for card in cards
    ]
    found = match_results.more_varied(pd.DataFrame(rows, columns=decks.COLUMNS), "b1", "b0")
    assert found.value == pytest.approx(4 - 2)


def test_random_decks_differ_more_than_those_of_one_model(monkeypatch):
    monkeypatch.setattr(match_results, "load", lambda path: SimpleNamespace(game=GAME))
    found = match_results.random_varieties({"b0": {1: ""}}, GAME.heroes, n=20)
    assert (found.effective > 10).all() and (found.overlap < 60).all() and (found.entropy > 4).all()


def test_curves_are_read_where_they_were_measured():
    curves = pd.DataFrame({"model": "ph", "seed": 1, "samples": [10, 20, 30, 40], "gradient": [9, 9, 1, 3]})
    curves["random"] = [0.5, 0.6, 0.7, np.nan]
    curves["picks_MAGE"] = [0.5, 0.6, 0.9, 0.1]
    curves["rho_below_0.001"] = [0, 0, 0.02, 0.06]
    assert match_results.last_picks(curves).loc[1, "MAGE"] == pytest.approx(90)
    assert match_results.tiny_ratios(curves, "ph")[1] == pytest.approx(2)
    assert match_results.unsteady(curves, "ph")[1] == pytest.approx(2**0.5 / 2)


def test_points_against_yardsticks_are_in_the_order_of_the_ladder():
    rows = [("b1", 1, "random", 10, 9, 0), ("b0", 1, "random", 10, 5, 2), ("b0", 2, "random", 10, 8, 0)]
    points = match_results.yardstick_points(pd.DataFrame(rows, columns=yardsticks.COLUMNS))
    assert list(points.index) == ["b0", "b1"] and points["random"].tolist() == [70, 90]


def test_who_sees_more_of_a_deck_is_compared_with_the_same_who_sees_less():
    table = table_of({("c5", "b4"): (50, 50)}).assign(seen=[2, 6] * 2, wins=[200, 300, 250, 300])
    found = match_results.seen_more(table, "c5", "b4", picks=8)
    assert (found.value, found.n) == (pytest.approx((20 + 10) / 2), 2)


def test_picks_that_end_between_one_hero_and_both_alike():
    rows = [
        (weight, seed, samples, likeliest)
        for weight, ends in {0.01: (99, 91), 0.3: (80, 54)}.items()
        for seed, last in enumerate(ends, 1)
        for samples, likeliest in ((10, 50), (20, last))
    ]
    table = pd.DataFrame(rows, columns="weight seed samples likeliest".split())
    likeliest = match_results.likeliest_pick(table)
    assert likeliest.unstack("weight").to_numpy().tolist() == [[99, 80], [91, 54]]
    found = match_results.picks_between(likeliest)
    assert (found.value, found.low, found.high) == (25, 25, 25)


def test_every_model_is_described_by_what_it_changes():
    rows = [("b1", seed, 2e6, random, 0.5) for seed, random in ((1, 0.9), (2, 1.0))]
    curves = pd.DataFrame([*rows, ("b0", 1, 2e6, 1.0, 0.4)], columns="model seed samples random EVA".split())
    found = match_results.described(curves)
    assert list(found.index) == ["b0", "b1"] and found.base.tolist() == ["", "b0"]
    assert found.loc["b1", ["what changes", "trainings", "samples", "random"]].tolist() == [
        "no discount",
        2,
        2,
        95,
    ]


def test_how_far_trainings_are_apart_is_told_beside_chance():
    played = table_of({("b2", "b0"): (52, 58)})
    assert match_results.spreads(played).loc[("b0", "b2"), "over trainings"] == pytest.approx(18**0.5)
    said = match_results.spread_sentence(played)
    assert "by 4.2 points" in said and "alone would move it by 1.6" in said
    assert "one of each" in match_results.spread_sentence(played[played.seed_one == 1])


def test_a_model_is_compared_with_those_frozen_before_its_last_period():
    training = {"seed": 3, "frozen": [[1, 0, 10, -1.0], [2, 0, 20, 0.5], [2, 1, 10, 0.1]]}
    past = match_results.against_frozen({"b3": (None, {"trainings": [training, {"seed": 4, "frozen": []}]})})
    assert past.to_numpy().tolist() == [["b3", 3, pytest.approx(15), 30]]


def test_networks_of_heroes_are_exchanged():
    one = entrant("b4", isolated=True)
    other = tables.exchanged(one)
    assert other.name == "b4 exchanged" and one.policy.by_hero[0] is not other.policy.by_hero[1]
    nets = one.policy.by_hero[0], other.policy.by_hero[1]
    assert torch.equal(*(parameters_to_vector(net.parameters()) for net in nets))


def test_a_policy_builds_legal_decks_that_can_be_compared():
    one = entrant()
    made = decks.built(one.policy, GAME, 12, seed=1)
    table = decks.rows(one, made, GAME)
    assert set(made) == set(GAME.heroes) and all((each.sum(1) == GAME.picks).all() for each in made.values())
    mage = decks.counts(table, "b0", "MAGE")
    assert decks.frequencies(mage).sum() == pytest.approx(GAME.picks)
    assert len(decks.closest(mage)) == GAME.picks
    assert decks.variety(np.array([[2, 2, 0]] * 4)).tolist() == pytest.approx([2, 2, 0, 100])
    assert decks.variety(np.array([[2, 2, 0, 0], [0, 0, 2, 2]])).tolist() == pytest.approx([4, 4, 1, 0])


def test_both_games_of_a_deal_have_its_decks_on_the_same_seats_and_the_players_exchanged(monkeypatch):
    played = []

    class Recorded(Match):
        def play(self, n):
            played.append(self)
            return super().play(n)

    monkeypatch.setattr(yardsticks, "Match", Recorded)
    agents = {name: yardsticks.field(1)[name] for name in ("random", "lookahead")}
    yardsticks.against(entrant().policy, GAME, agents, games=20, seed=1)
    one, other = played
    assert (one.pairs[::2] == one.pairs[1::2]).all() and len(np.unique(one.pairs)) > 5
    assert one.side.tolist() == [0, 1] * 10 and (one.pairs == other.pairs).all()


def test_yardsticks_are_played_from_both_seats():
    agents = {name: yardsticks.field(1)[name] for name in ("random", "lookahead")}
    table = yardsticks.against(entrant().policy, GAME, agents, games=20, seed=1)
    assert table.games.tolist() == [20, 20] and table.wins[0] + table.draws[0] <= 20
    assert table.wins[1] < 5, "who has learnt nothing loses to an agent that looks ahead"
    with pytest.raises(ValueError, match="must be even, not 7"):
        yardsticks.against(entrant().policy, GAME, agents, games=7, seed=1)


def test_what_has_not_been_trained_is_named():
    assert models.missing(dict.fromkeys(models.NAMES)) == f"All {len(models.NAMES)} models are there."
    assert models.missing({"b0": {}}).startswith("One of 18 models is there; missing: b1, b1.5,")
    assert models.missing({"b0": {}}, ("b0", "c5")).startswith("One of two models is there; missing: c5.")
    assert models.missing({}, ("b0", "c5")).startswith("No model is there; missing: b0, c5.")
    assert models.missing({"b0": {}, "c5": {}}, ("b0", "c5")) == "Both models are there."
    assert models.missing({"b0": {}}, ("b0",)) == "The model is there."
    assert models.missing(dict.fromkeys(models.RUNGS), models.RUNGS) == "All ten models are there."
