"""Tables of matches between models: every condition alike, mirrored cells add up to 100, trainings are the unit."""

import numpy as np
import pandas as pd
import pytest
import torch
from torch.nn.utils import parameters_to_vector

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


def test_yardsticks_are_played_from_both_seats():
    agents = {"random": yardsticks.field(1)["random"]}
    table = yardsticks.against(entrant().policy, GAME, agents, games=20, seed=1)
    assert table.games.tolist() == [20] and table.wins[0] + table.draws[0] <= 20
    with pytest.raises(ValueError, match="must be even, not 7"):
        yardsticks.against(entrant().policy, GAME, agents, games=7, seed=1)


def test_what_has_not_been_trained_is_named():
    assert models.missing(dict.fromkeys(models.NAMES)) == f"All {len(models.NAMES)} models are there."
    assert models.missing({"b0": {}}).startswith("One of 18 models is there; missing: b1, b1.5,")


def test_what_is_expected_and_has_not_been_trained_is_named():
    assert models.missing({"b0": {}}, ("b0", "c5")).startswith("One of two models is there; missing: c5.")
    assert models.missing({}, ("b0", "c5")).startswith("No model is there; missing: b0, c5.")
    assert models.missing({"b0": {}, "c5": {}}, ("b0", "c5")) == "Both models are there."
    assert models.missing({"b0": {}}, ("b0",)) == "The model is there."
    assert models.missing(dict.fromkeys(models.RUNGS), models.RUNGS) == "All ten models are there."
