"""Positions set up by hand, their text, and the check that runs scenarios of the original game."""

import gzip
import json
import re

import pytest

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, legal, position, snapshot
from deckspace.engine.hearthstone.printing import describe_action, describe_game
from deckspace.engine.hearthstone.slow_motion import named_action
from deckspace.errors import BadInput
from study.conformance import checks
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


def test_a_position_says_what_it_was_told(game):
    shown = snapshot(game, BOOK)
    mage, paladin = shown["players"]
    assert (shown["active"], shown["game_over"], shown["winner"]) == (0, False, None)
    assert (mage["hero"]["class"], mage["hero"]["health"], mage["hero"]["armor"]) == ("MAGE", 21, 2)
    assert (mage["power"], mage["mana"], mage["max_mana"]) == ("Fireblast", 7, 10)
    assert (mage["hand"], mage["hand_costs"]) == (["Fireball", "Wisp"], [4, 2])
    assert mage["deck"] == ["Bloodfen Raptor", "Murloc Raider"]
    assert [(one["name"], one["health"]) for one in mage["board"][:2]] == [
        ("Wisp", 1),
        ("Water Elemental", 4),
    ]
    assert all(one["can_attack"] for one in mage["board"])
    assert paladin["weapon"] == {"name": "Truesilver Champion", "attack": 4, "durability": 1}
    assert (paladin["secrets"], paladin["fatigue"]) == (["Noble Sacrifice", "Redemption"], 3)
    assert paladin["overload_next"] == 1


def test_a_silenced_or_changed_minion_and_auras_count_at_once():
    taken = {"name": "Amani Berserker", "damage": 1, "silenced": True}
    grown = {"name": "Wisp", "attack": 4, "max_health": 5, "keywords": ["TAUNT"], "attacks": 1}
    board = [taken, grown, {"name": "Amani Berserker", "damage": 1}, "Kobold Geomancer"]
    me, enemy = snapshot(position(BOOK, {"board": board}, PALADIN), BOOK)["players"]
    silenced, wisp, enraged, _ = me["board"]
    assert (silenced["attack"], silenced["silenced"], enraged["attack"], me["spell_damage"]) == (
        2,
        True,
        5,
        1,
    )
    assert (wisp["attack"], wisp["health"], wisp["taunt"], wisp["can_attack"]) == (4, 5, True, False)
    assert (enemy["board"][0]["attack"], enemy["board"][0]["max_health"]) == (2, 2)


@pytest.mark.parametrize(
    "player, sentence",
    [
        ({"hand": ["Fierball"]}, "no card 'Fierball'; the nearest is 'Fireball'"),
        ({"board": ["Wisp"] * 8}, "A board can have at most 7 minions, not 8."),
        ({"hand": ["Wisp"] * 11}, "A hand can have at most 10 cards, not 11."),
        ({"board": ["Fireball"]}, "Fireball is a spell, but must be a minion here."),
        ({"weapon": "Wisp"}, "Wisp is a minion, but must be a weapon here."),
        ({"secrets": ["Fireball"]}, "Fireball is not a Secret."),
        ({"secrets": ["Vaporize", "Vaporize"]}, "Vaporize is given twice"),
        ({"class": "WIZARD"}, "There is no class 'WIZARD'; choose one of DRUID, HUNTER"),
        ({"hnad": []}, "A player has no 'hnad'; it may have class, hero"),
        ({"board": [{"damage": 1}]}, "A minion needs a name"),
        ({"board": [{"name": "Wisp", "damage": -1}]},
            "A minion's damage must be a whole number from 0 to 999, not -1."),
        ({"board": [{"name": "Wisp", "keywords": ["LOUD"]}]}, "There is no keyword 'LOUD'"),
        ({"board": "Wisp"}, "A board must have a list of minions, not 'Wisp'."),
        ({"hero": {"health": 31}}, "A hero's health must be a whole number from 1 to 30, not 31."),
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
    assert {
        "end the turn",
        "play Fireball on Stormwind Champion",
        "play Fireball on Wisp (enemy minion 1)",
    } <= set(texts)
    assert {"play Fireball on my hero", "play Wisp", "play Wisp left of Wisp (my minion 1)"} <= set(texts)
    assert {"Water Elemental attacks Sen'jin Shieldmasta", "use Fireblast on the enemy hero"} <= set(texts)


def test_an_action_leaves_the_game_it_is_tried_on_alone(game):
    before = game.tobytes()
    fireball = named_action(game, BOOK, "play Fireball on my hero")
    hit = snapshot(after(game, BOOK, fireball), BOOK)["players"][0]
    assert (hit["hero"]["armor"], hit["hero"]["health"], hit["mana"], hit["hand"]) == (0, 17, 3, ["Wisp"])
    assert game.tobytes() == before


# --- The check -----------------------------------------------------------------------------


@pytest.fixture
def scenario():
    """One short scenario of our own: Fireball on a Chillwind Yeti."""
    setup = [{"class": "MAGE", "hand": ["Fireball"]}, {"class": "PRIEST", "board": ["Chillwind Yeti"]}]
    step = {"op": "play", "card": "Fireball", "target": "p1.board.0"}
    mage = {"hero": {"class": "MAGE", "health": 30}, "mana": 6, "hand": [], "board": []}
    priest = {"hero": {"class": "PRIEST", "health": 30}, "mana": None, "board": []}
    expected = {"active": 0, "game_over": False, "winner": None, "players": [mage, priest]}
    return {
        "id": "a",
        "card": "Fireball",
        "setup": {"players": setup},
        "actions": [step],
        "expected": expected,
    }


def check(capsys, tmp_path, scenarios, *arguments):
    """Run the check on a file of these scenarios: (exit status, what it printed)."""
    path = tmp_path / "some.json.gz"
    path.write_bytes(gzip.compress(json.dumps(scenarios).encode()))
    status = checks.main(["scenarios", str(path), *arguments])
    return status, "".join(capsys.readouterr())


def test_the_engine_agrees_with_the_original():
    report = run("scenarios")
    assert report.ok, str(report)


def test_a_scenario_passes_and_is_told_step_by_step(capsys, tmp_path, scenario):
    status, text = check(capsys, tmp_path, [scenario])
    assert status == 0 and "all agrees" in text and "Fireball" not in text
    text = check(capsys, tmp_path, [scenario], "--show", "a")[1]
    assert "--> play Fireball on Chillwind Yeti" in text and "as expected" in text


DIFFERENCES = [
    "a (play Fireball on p1.board.0)", "p0.mana is 6, should be 5", "p0.hand is empty, should be Wisp",
    "p1.hero.health is 30, should be 24", "p1.board is empty, should be Chillwind Yeti 4/5",
]  # fmt: skip


def test_what_differs_is_named_field_by_field(capsys, tmp_path, scenario):
    mage, priest = scenario["expected"]["players"]
    mage["mana"], mage["hand"], priest["hero"]["health"] = 5, ["Wisp"], 24
    priest["board"] = [{"name": "Chillwind Yeti", "attack": 4, "health": 5}]
    status, text = check(capsys, tmp_path, [scenario], "--failures")
    assert status == 1 and [line for line in DIFFERENCES if line not in text] == []


def test_refusals_are_checked(capsys, tmp_path, scenario):
    step, (mage, priest) = scenario["actions"][0], scenario["expected"]["players"]
    step["legal"] = False
    assert "should be refused" in check(capsys, tmp_path, [scenario])[1]
    step["op"], step["source"], step["target"] = "attack", "p0.hero", "p1.hero"
    mage["mana"], mage["hand"] = 10, ["Fireball"]
    priest["board"] = [{"name": "Chillwind Yeti", "attack": 4, "health": 5}]
    assert check(capsys, tmp_path, [scenario])[0] == 0
    step["legal"] = True
    assert "should be legal" in check(capsys, tmp_path, [scenario])[1]


def test_scenarios_with_other_cards_are_counted_apart(capsys, tmp_path, scenario):
    other = json.loads(json.dumps(scenario))
    other["setup"]["players"][0]["deck"] = ["Kazakus"]
    status, text = check(capsys, tmp_path, [scenario, other])
    assert status == 0 and "not counted" in text and "1 of some.json.gz" in text
    status, text = check(capsys, tmp_path, [other])
    assert status == 2 and "have cards that are not built" in text  # nothing was compared, so nothing agrees


def test_scenarios_are_chosen(capsys, tmp_path, scenario):
    wrong = json.loads(json.dumps(scenario | {"id": "b", "card": "Wisp"}))
    wrong["expected"]["players"][0]["mana"] = 5
    assert check(capsys, tmp_path, [scenario, wrong], "--card", "Fireball")[0] == 0
    status, text = check(capsys, tmp_path, [scenario, wrong], "--card", "Wisp")
    assert status == 1 and "Wisp" in text
    status, text = check(capsys, tmp_path, [scenario], "--card", "Sprint")
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
def test_a_file_that_is_none_is_refused_kindly(capsys, tmp_path, scenario, spoil, sentence):
    spoil(scenario)
    status, text = check(capsys, tmp_path, [scenario])
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
