"""An agent in a file plays in the league under the file's name, and a mistake in the file is one sentence."""

import json

import pytest

import deckspace as ds
from deckspace.agents.hearthstone.greedy import WEIGHTS
from deckspace.agents.locm.agent import about
from deckspace.errors import BadInput
from deckspace.league import locm
from deckspace.league.entries import entry_of
from study import HOME

HALVES = dict.fromkeys(WEIGHTS, 0.5)


def written(tmp_path, content, name="my.json"):
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_weights_and_genomes_become_agents_that_play(tmp_path):
    entry = entry_of(written(tmp_path, HALVES))
    assert (entry.name, entry.game, entry.method) == ("my", "hearthstone", "evolved greedy")
    assert entry.agent(0).fair and ds.evaluate(entry.agent(0), ds.Random(), games=20).wins > 12
    entry = entry_of(written(tmp_path, ds.locm.to_json(ds.locm.Linear([1] * 20))))
    assert (entry.name, entry.game, entry.agent(0).name) == ("my", "locm", "my")
    policy = HOME / "data/runs/mastering/given_decks/b3-1.npz"
    assert (entry_of(policy).name, entry_of(policy).weights) == ("b3-1", policy)


@pytest.mark.parametrize(
    "content, sentence",
    [
        ("{", "my.json' is not valid JSON: "),
        ("[" * 100_000, "my.json' is not valid JSON: "),
        (json.dumps(HALVES).replace("0.5", "9" * 400, 1), "each a number from 0 to 1: [A-Z]+ is 9{100}[.]"),
        (HALVES | {"HHR": -0.5}, "each a number from 0 to 1: HHR is -0.5."),
        ([1, 2], "my.json' holds no agent: it must have EVA's 21 weights by name"),
        ({"hello": 1}, "holds no agent"),
        (HALVES | {"HHR": "high"}, "each a number from 0 to 1: HHR is 'high'."),
        (HALVES | {"other": 1.0}, "each a number from 0 to 1: there is no weight 'other'."),
        ({"HHX": 0.5, "BMAR": 0.5}, "each a number from 0 to 1: there is no weight 'HHX'."),
        ({"BMAR": 0.5}, "each a number from 0 to 1: HHR is missing."),
        (
            {"representation": "Linear", "weights": [1]},
            "my.json' cannot play: A Linear genome needs a list of 20 .*; this one has 1",
        ),
    ],
)
def test_a_mistake_is_a_sentence(tmp_path, content, sentence):
    with pytest.raises(BadInput, match=sentence) as refused:
        entry_of(written(tmp_path, content))
    assert "\n" not in str(refused.value)


def test_weights_of_hearthstone_are_refused_in_the_league_of_locm(tmp_path):
    with pytest.raises(BadInput, match="my.json' is read as weights of Hearthstone: leave out --game locm"):
        entry_of(written(tmp_path, HALVES), "locm")


def test_a_missing_file_and_one_of_python_are_told(tmp_path):
    with pytest.raises(
        BadInput, match="my.py' is a module: name one of the agents .*, and add --with .*my.py"
    ):
        entry_of(written(tmp_path, "", "my.py"))
    with pytest.raises(BadInput, match="There is no file 'nowhere.json'"):
        entry_of("nowhere.json")


@pytest.mark.parametrize(
    "name, game, why",
    [
        ("my.zip", "hearthstone", "does not read .*my.zip': a model of another library"),
        ("my.npz", "locm", "my.npz' is read as a policy of Hearthstone: a policy of LoCM"),
    ],
)
def test_a_model_that_the_league_cannot_read_is_told_how_it_enters(tmp_path, name, game, why):
    with pytest.raises(BadInput, match=f"{why} enters as a function of a view .* add --with MODULE"):
        entry_of(written(tmp_path, "", name), game)


class Strength:
    """An evaluation function of a user."""

    def __init__(self, health):
        self.health = health

    def card_values(self, features):
        return features[:, 0] + features[:, 1]

    def state_value(self, features):
        return self.health * (features[:, 2] - features[:, 8])


def test_a_genome_of_ones_own_enters_like_any_agent():
    entries = [ds.Entry("mine", lambda n: Strength(0.25), "evolved", game="locm")]
    league = locm.locm(entries).only(["mine", "random"])
    rows = league.meet(league.venues["official"], league.entries["mine"], league.entries["random"], 1, seed=1)
    assert rows.games.sum() == 2 and locm.milliseconds(league, games=2)["official"]["mine"] > 0
    keys = {about(ds.locm.Greedy(Strength(health))) for health in (0.25, 0.25, 0.5)}
    assert len(keys) == 2 and about(league.entries["mine"].player) in keys


def test_an_entry_that_is_not_an_agent_is_refused_before_any_game():
    with pytest.raises(
        ValueError, match="A LoCM agent must be an Agent with drafts and acts, .*, not 'Beam'"
    ):
        locm.locm([ds.Entry("mine", lambda n: "Beam", "beam", game="locm")])
