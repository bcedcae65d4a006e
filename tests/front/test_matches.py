"""Agents against agents through the front door."""

import pytest

import deckspace as ds
from deckspace.hearthstone import matches
from deckspace.scores import Score, names_of

DECKS = ["Starter Hunter", "Starter Warlock"]


def first_action(view):
    return view["actions"][0]


def test_everybody_meets_everybody_and_the_seed_decides_it_all():
    agents = {"one": ds.Random(), "two": ds.Beam("aggro"), "three": ds.Random()}
    table = ds.play(agents, DECKS, games=24, seed=3, threads=1, progress=False)
    assert [tuple(pair) for pair in table[["agent", "opponent"]].values] == [
        (one, other) for one in agents for other in agents if one != other
    ]
    assert table.equals(ds.play(agents, DECKS, games=24, seed=3, threads=2, progress=False))
    back = table.set_index(["opponent", "agent"]).loc[list(zip(table.agent, table.opponent, strict=True))]
    assert (table.wins.to_numpy() + back.wins.to_numpy() + table.draws.to_numpy() == 24).all()
    assert (table.low < table.score).all() and (table.score < table.high).all()


def test_all_pairs_of_decks_and_both_seats_have_equal_shares():
    specs = matches.specs_of([0, 1], [2, 3], 16, seed=1)
    met = {(int(one), int(other)) for one, other in zip(specs["first"], specs["second"], strict=True)}
    assert met == {(a, b) for one in (0, 1) for other in (2, 3) for a, b in ((one, other), (other, one))}
    assert (specs["first"][::2] < 2).all() and (specs["second"][1::2] < 2).all()


def test_a_function_of_a_view_plays_beside_compiled_agents():
    """An agent that always ends the turn loses to any other."""
    score = ds.evaluate(first_action, [ds.Random(), ds.Beam("aggro")], DECKS, games=20)
    assert score.wins == 0 and score.games == 20 and score.low == 0.0


def test_agents_may_bring_decks_of_their_own():
    table = ds.play([(ds.Random(), DECKS[0]), (ds.Random(), DECKS[1])], games=10, progress=False)
    assert table.agent.tolist() == ["Random() #1", "Random() #2"]


def test_names_say_what_an_agent_was_made_with():
    agents = [ds.Beam("control", width=2), ds.MCTS(positions=50), first_action, ds.Greedy((0.5,) * 21)]
    assert names_of(agents)[0] == "Beam(score='control', width=2) (peeking)"
    assert names_of(agents)[2:] == ["first_action", "Greedy(weights=<21 numbers>) (peeking)"]
    assert names_of([ds.Beam(fair=True)]) == ["Beam(fair=True)"]


def test_scores_are_wilsons():
    """The intervals are those of statsmodels."""
    from statsmodels.stats.proportion import proportion_confint

    for wins in (0, 1, 17, 40):
        score = Score.of(40, wins)
        assert (score.low, score.high) == pytest.approx(
            [100 * end for end in proportion_confint(wins, 40, method="wilson")], abs=1e-9
        )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: ds.play([ds.Random()]), "A match needs at least two agents, not 1"),
        (
            lambda: ds.play([ds.Random(), ds.Random()], games=0),
            "The number of games must be a whole number of at least 1, not 0.",
        ),
        (lambda: ds.evaluate(ds.Random(), []), "The field is empty"),
        (lambda: ds.play([ds.Random(), "mcts"], DECKS), "not 'mcts': a name is looked up with ds.roster"),
        (lambda: ds.play([ds.Random(), ds.Beam], DECKS), "make one, as in Beam(...)"),
        (lambda: ds.play([(ds.Random(),)] * 2), "must be followed by its deck: (agent, deck)"),
        (lambda: ds.play([(ds.Random(), DECKS[0])] * 2, DECKS[1]), "Each agent brings a deck of its own"),
        (lambda: ds.play([ds.Random(), ds.Random()], ["Starter Huntr"]), "the nearest is 'Starter Hunter'"),
        (
            lambda: ds.evaluate(lambda view: 7, ds.Random(), DECKS),
            "The agent <lambda> cannot do what it returned",
        ),
    ],
)
def test_impossible_matches_are_refused_in_a_sentence(wrong, message):
    with pytest.raises(ValueError) as refused:
        wrong()
    assert message in str(refused.value)
