"""Positions set up by hand, their text, and the check that runs scenarios of the original game."""

import gzip
import json
import re

import pytest

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, legal, position
from deckspace.engine.hearthstone.printing import describe_action, describe_game
from deckspace.errors import BadInput
from study.conformance.checks import run
from study.conformance.hearthstone import scenarios
from study.conformance.hearthstone.scenarios import SAMPLE, WRONG, read_scenarios, read_wrong

BOOK = card_book("mastering_2015")
MAGE = {
    "class": "MAGE",
    "hero": {"health": 21, "armor": 2},
    "mana": 7,
    "hand": ["Fireball", {"name": "Wisp", "cost_change": 2}],
    "deck": ["Bloodfen Raptor", "Murloc Raider"],
    "board": ["Wisp", {"name": "Water Elemental", "damage": 2}, {"name": "Wolfrider", "ready": False}],
}
PALADIN = {
    "class": "PALADIN",
    "fatigue": 3,
    "overload_next": 1,
    "secrets": ["Noble Sacrifice", "Redemption"],
    "weapon": {"name": "Truesilver Champion", "durability": 1},
    "board": ["Wisp", {"name": "Sen'jin Shieldmasta", "frozen": True}, "Stormwind Champion"],
}


@pytest.fixture
def game():
    return position(BOOK, MAGE, PALADIN)


@pytest.mark.parametrize(
    "player, sentence",
    [
        ({"hand": ["Fierball"]}, "no card 'Fierball'; the nearest is 'Fireball'"),
        ({"board": ["Wisp"] * 8}, "A board can have at most 7 minions, not 8."),
        ({"board": ["Fireball"]}, "Fireball is a spell, but must be a minion here."),
        ({"secrets": ["Fireball"]}, "Fireball is not a Secret."),
        ({"secrets": ["Vaporize", "Vaporize"]}, "Vaporize is given twice"),
        ({"class": "WIZARD"}, "There is no class 'WIZARD'; choose one of DRUID, HUNTER"),
        ({"hnad": []}, "A player has no 'hnad'; it may have class, hero"),
        ({"board": [{"damage": 1}]}, "A minion needs a name"),
        ({"board": [{"name": "Wisp", "damage": -1}]},
            "A minion's damage must be a whole number from 0 to 999, not -1."),
        ({"board": [{"name": "Wisp", "keywords": ["LOUD"]}]}, "There is no keyword 'LOUD'"),
        ({"board": "Wisp"}, "A board must have a list of minions, not 'Wisp'."),
        ({"mana": True}, "mana must be a whole number from 0 to 10, not True."),
        (["Wisp"], "A player must be a dict"),
    ],
)  # fmt: skip
def test_a_bad_description_is_refused_kindly(player, sentence):
    with pytest.raises(BadInput, match=sentence.replace("(", r"\(").replace("?", r"\?")):
        position(BOOK, player)


# --- Text ----------------------------------------------------------------------------------


def test_a_position_is_readable(game):
    text = describe_game(game, BOOK).splitlines()
    assert text == [
        "turn 19, Mage (player 0) to move",
        "Paladin (player 1): 30 health, mana 10/10 (1 overloaded), Reinforce (2), no deck, fatigue 3",
        "  weapon  Truesilver Champion 4/1",
        "  secrets Noble Sacrifice, Redemption",
        "  board   Wisp 2/2 | Sen'jin Shieldmasta 4/6, taunt, frozen | Stormwind Champion 6/6",
        "Mage (player 0): 21 health, 2 armor, mana 7/10, Fireblast (2), deck 2",
        "  hand    Fireball (4), Wisp (2)",
        "  board   Wisp 1/1, ready | Water Elemental 3/4 of 6, ready | Wolfrider 3/1, charge, ready",
    ]


def test_every_action_is_readable(game):
    texts = [describe_action(game, BOOK, action) for action in legal(game, BOOK)]
    assert len(set(texts)) == len(texts)
    assert set(texts) >= {
        "end the turn", "play Fireball on Stormwind Champion", "play Fireball on Wisp (enemy minion 1)",
        "play Fireball on my hero", "play Wisp", "play Wisp left of Wisp (my minion 1)",
        "Water Elemental attacks Sen'jin Shieldmasta", "use Fireblast on the enemy hero",
    }  # fmt: skip


# --- The check -----------------------------------------------------------------------------


@pytest.fixture
def scenario():
    """One short scenario of our own: Fireball on a Chillwind Yeti."""
    setup = [{"class": "MAGE", "hand": ["Fireball"]}, {"class": "PRIEST", "board": ["Chillwind Yeti"]}]
    step = {"op": "play", "card": "Fireball", "target": "p1.board.0"}
    mage = {"hero": {"class": "MAGE", "health": 30}, "mana": 6, "hand": [], "board": []}
    priest = {"hero": {"class": "PRIEST", "health": 30}, "mana": None, "board": []}
    expected = {"active": 0, "game_over": False, "winner": None, "players": [mage, priest]}
    about = {"id": "a", "card": "Fireball", "setup": {"players": setup}, "actions": [step]}
    return about | {"expected": expected}


@pytest.fixture
def judged(tmp_path, check):
    """Run the check on a file of these scenarios."""

    def run(scenarios, *arguments):
        path = tmp_path / "some.json.gz"
        path.write_bytes(gzip.compress(json.dumps(scenarios).encode()))
        return check("scenarios", path, *arguments)

    return run


def test_the_engine_agrees_with_the_original():
    report = run("scenarios")
    assert report.ok, str(report)


def test_a_scenario_passes_and_is_told_step_by_step(judged, scenario):
    status, text = judged([scenario])
    assert status == 0 and "all agrees" in text and "Fireball" not in text
    text = judged([scenario], "--show", "a")[1]
    assert "--> play Fireball on Chillwind Yeti" in text and "as expected" in text


DIFFERENCES = [
    "a (play Fireball on p1.board.0)", "p0.mana is 6, should be 5", "p0.hand is empty, should be Wisp",
    "p1.hero.health is 30, should be 24", "p1.board is empty, should be Chillwind Yeti 4/5",
]  # fmt: skip
YETI = {"name": "Chillwind Yeti", "attack": 4, "health": 5}


def test_what_differs_is_named_field_by_field(judged, scenario):
    mage, priest = scenario["expected"]["players"]
    mage["mana"], mage["hand"], priest["hero"]["health"], priest["board"] = 5, ["Wisp"], 24, [YETI]
    status, text = judged([scenario], "--failures")
    assert status == 1 and [line for line in DIFFERENCES if line not in text] == []


def test_refusals_are_checked(judged, scenario):
    step, (mage, priest) = scenario["actions"][0], scenario["expected"]["players"]
    step["legal"] = False
    assert "should be refused" in judged([scenario])[1]
    step["op"], step["source"], step["target"] = "attack", "p0.hero", "p1.hero"
    mage["mana"], mage["hand"], priest["board"] = 10, ["Fireball"], [YETI]
    assert judged([scenario])[0] == 0
    step["legal"] = True
    assert "should be legal" in judged([scenario])[1]


def test_scenarios_are_chosen_and_those_with_other_cards_counted_apart(judged, scenario):
    other, wrong = (json.loads(json.dumps(scenario)) | {"card": "Wisp"} for _ in range(2))
    other["setup"]["players"][0]["deck"] = ["Kazakus"]
    status, text = judged([scenario, other])
    assert status == 0 and "not counted" in text and "1 of some.json.gz" in text
    status, text = judged([other])
    assert status == 2 and "have cards that are not built" in text  # nothing was compared, so nothing agrees
    wrong["expected"]["players"][0]["mana"] = 5
    assert judged([scenario, wrong], "--card", "Fireball")[0] == 0
    status, text = judged([scenario, wrong], "--card", "Wisp")
    assert status == 1 and "Wisp" in text
    status, text = judged([scenario], "--card", "Sprint")
    assert status == 2 and "one of those asked for" in text


BADLY_WRITTEN = "Scenario a is not written as it should be"


@pytest.mark.parametrize(
    "spoil, sentence",
    [
        (lambda s: s.pop("setup"), "Scenario 0 of .* has no 'setup'"),
        (lambda s: s["setup"]["players"][0].update(hand=["Wisp"] * 11), BADLY_WRITTEN),
        (lambda s: s["actions"][0].update(op="sing"), BADLY_WRITTEN),
        (lambda s: s["expected"]["players"][1]["hero"].update(health=None), "has null as 'health'"),
        (lambda s: s["expected"]["players"][0].update(mana=None), "has null as 'mana'"),  # whose turn it is
        (lambda s: s["expected"]["players"][1]["hero"].pop("health"), "has no 'health'"),
        (lambda s: s["expected"]["players"][1].update(board=[{"name": "Wisp"}]), "has no 'attack'"),
        (lambda s: s["expected"]["players"][0].update(hand="Wisp"), "is 'Wisp', which is no list"),
        (lambda s: s["setup"]["players"][0].update(deck=["Wipsp"]), "no set has a card 'Wipsp'"),
        (lambda s: s["setup"]["players"][0].update(deck=[1e300]), BADLY_WRITTEN),
        (lambda s: s.update(id=7), "has 7 as id; it takes a text"),
    ],
)
def test_a_file_that_is_none_is_refused_kindly(judged, scenario, spoil, sentence):
    spoil(scenario)
    status, text = judged([scenario])
    assert status == 2 and re.search(sentence, text)


def test_wrong_scenarios_exist_and_have_a_reason():
    known = {one["id"] for path in SAMPLE.iterdir() for one in read_scenarios(path)}
    for name, reason in read_wrong(WRONG).items():
        assert name in known and len(reason) > 20


def test_a_scenario_in_which_something_was_lost_fails(monkeypatch):
    def losing(*arguments):
        game = after(*arguments)
        game.lost = 1
        return game

    every = read_scenarios(next(SAMPLE.glob("*.json*")))
    scenario = next(each for each in every if scenarios.outcome(BOOK, each) == [])
    monkeypatch.setattr(scenarios, "after", losing)
    assert scenarios.run(BOOK, scenario)[0].endswith("something was lost for want of room")
