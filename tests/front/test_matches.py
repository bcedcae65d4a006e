"""Agents against agents through the front door."""

from itertools import permutations

import pytest
from statsmodels.stats.proportion import proportion_confint

import deckspace as ds
from deckspace.errors import BadInput
from deckspace.hearthstone import matches
from deckspace.scores import Score, names_of
from study import HOME

DECKS = ["Starter Hunter", "Starter Warlock"]


def first_action(view):
    return view["actions"][0]


def test_everybody_meets_everybody_and_the_seed_decides_it_all():
    agents = {"one": ds.Random(), "two": ds.Beam("aggro"), "three": ds.Random()}
    table = ds.play(agents, DECKS, games=24, seed=3, threads=1, progress=False)
    pairs = list(zip(table.agent, table.opponent, strict=True))
    assert pairs == list(permutations(agents, 2))
    assert table.equals(ds.play(agents, DECKS, games=24, seed=3, threads=2, progress=False))
    back = table.set_index(["opponent", "agent"]).loc[pairs]
    assert (table.wins.to_numpy() + back.wins.to_numpy() + table.draws.to_numpy() == 24).all()
    assert (table.low < table.score).all() and (table.score < table.high).all()


def test_all_pairs_of_decks_and_both_seats_have_equal_shares():
    specs = matches.specs_of([0, 1], [2, 3], 16, seed=1)
    met = {(int(one), int(other)) for one, other in zip(specs["first"], specs["second"], strict=True)}
    assert met == {(a, b) for one in (0, 1) for other in (2, 3) for a, b in ((one, other), (other, one))}
    assert (specs["first"][::2] < 2).all() and (specs["second"][1::2] < 2).all()


def test_agents_may_bring_decks_of_their_own():
    table = ds.play([(ds.Random(), DECKS[0]), (ds.Random(), DECKS[1])], games=10, progress=False)
    assert table.agent.tolist() == ["Random() #1", "Random() #2"]
    seen = set()

    def looking(view):
        heroes = [player["hero"]["class"] for player in view["players"]]
        seen.add((heroes[view["side"]], heroes[1 - view["side"]]))
        return view["actions"][0]

    ds.play([(looking, DECKS[0]), (ds.Random(), DECKS[1])], games=4, progress=False)
    assert seen == {("HUNTER", "WARLOCK")}


def test_names_say_what_an_agent_was_made_with():
    agents = [ds.Beam("control", width=2), ds.MCTS(positions=50), first_action, ds.Greedy((0.5,) * 21)]
    assert names_of(agents)[0] == "Beam(score='control', width=2) (peeking)"
    assert names_of(agents)[2:] == ["first_action", "Greedy(weights=<21 numbers>) (peeking)"]
    assert names_of([ds.Beam(fair=True)]) == ["Beam(fair=True)"]


def test_a_genome_has_one_name_in_both_columns():
    genomes = [ds.locm.Linear([weight] * 20) for weight in (0, 1)]
    table = ds.locm.evaluate(genomes[0], genomes[1:], drafts=1, each=True)
    assert (table.agent.tolist(), table.opponent.tolist()) == (["Linear"], ["Linear"])
    assert ds.locm.evaluate(*genomes, drafts=1).games == 2


def test_one_game_is_not_some_games():
    assert repr(Score.of(1, 1)).endswith("in 1 game") and repr(Score.of(2, 1)).endswith("in 2 games")


def test_intervals_of_scores_are_wilsons():
    for wins in (0, 1, 17, 40):
        score, ends = Score.of(40, wins), proportion_confint(wins, 40, method="wilson")
        assert [score.low / 100, score.high / 100] == pytest.approx(ends, abs=1e-11)


def test_a_field_is_met_as_a_whole_or_one_by_one():
    field = {"one": ds.Random(), "other": ds.Beam("aggro")}
    whole = ds.evaluate(ds.Random(), field, DECKS, games=32)
    each = ds.evaluate(ds.Random(), field, DECKS, games=32, each=True)
    assert each.opponent.tolist() == ["one", "other"] and each.games.tolist() == [16, 16]
    assert each.wins.sum() == whole.wins and each.wins[0] > each.wins[1]
    with pytest.raises(BadInput, match="give games=16 or more"):
        ds.evaluate(ds.Random(), field, DECKS, games=14, each=True)
    drafted = ds.locm.evaluate(ds.locm.WeakOp(), [ds.locm.Random(), ds.locm.Beam()], drafts=8, each=True)
    assert drafted.games.tolist() == [16, 16] and drafted.wins[0] > drafted.wins[1]


def test_a_trained_policy_plays_like_any_agent_what_it_has_learnt():
    policy = ds.hearthstone.Policy(HOME / "data/runs/mastering/given_decks/b3-1.npz")
    how = dict(games=12, book="mastering_2015")
    assert ds.evaluate(policy, [ds.Random(), first_action], DECKS, **how).wins >= 11
    assert policy.name == "b3-1" and policy.mulligan == "keep_cheap"
    with pytest.raises(
        BadInput, match="knows only the cards of 'mastering_2015': give book='mastering_2015'"
    ):
        ds.evaluate(policy, ds.Random(), DECKS, games=2)
    with pytest.raises(BadInput, match="knows only the heroes Hunter, Paladin, Warlock, not Rogue"):
        ds.evaluate(policy, ds.Random(), "Classic Miracle Rogue", **how)
    with pytest.raises(BadInput, match="'b0-1' has learnt games with 8 cards and 12 health, not whole games"):
        ds.hearthstone.Policy(HOME / "data/runs/mastering/laptop/b0-1.npz")
