"""The start pages of both games: what a choice changes, what opponents are called, and where a built deck goes."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from table_stage import SIZES, Stage, needs_a_browser

pytestmark = needs_a_browser
SETS = {"mesb": "Basic", "mastering_2015": "April 2015"}
ANY = {
    "card_set": "mesb",
    "only": None,
    "heroes": [],
    "says": "plays",
    "rated": "not rated",
    "group": "Middling",
}
ANY |= {"strength": "", "rating": "Elo +18 (+9 to +28)", "elo": 18.0, "compiles": False}
TRAINED = ANY | {"card_set": "mastering_2015", "only": "mastering_2015", "heroes": ["HUNTER", "MAGE"]}
OPPONENTS = [
    ANY | {"name": "beam"},
    ANY | {"name": "MCTS", "card_set": "eva_2018"},
    TRAINED | {"name": "learnt"},
    TRAINED | {"name": "hunters", "heroes": ["HUNTER"]},
]


def lobby(**changes):
    message = {"type": "lobby", "opponents": OPPONENTS, "groups": {"Middling": "average"}, "sets": SETS}
    message |= {"whole": [*SETS], "classes": ["MAGE", "HUNTER"], "papers": [], "matches": [], "locm": []}
    return message | {"damaged": [], "warming": None, "saved": []} | changes


def decks(card_set, *names, origin="from the papers"):
    found = [{"name": name, "class": hero, "cards": ["Wisp"], "from": origin} for name, hero in names]
    return {"type": "decks", "card_set": card_set, "decks": found}


@pytest.fixture
def stage(browser, tmp_path):
    return Stage(browser, tmp_path)


def found(stage, css):
    return stage.driver.find_elements(By.CSS_SELECTOR, css)


def pick(stage, name, value):
    Select(found(stage, f'[data-id="{name}"]')[0]).select_by_value(value)


def chosen(stage, *names):
    return [Select(found(stage, f'[data-id="{name}"]')[0]).first_selected_option.text for name in names]


def test_another_opponent_leaves_the_cards_or_says_why_not(stage):
    stage.open(*SIZES[0], lobby(), decks("mesb", ("Warlock", "WARLOCK"), ("Mage", "MAGE")))
    pick(stage, "mine-0", "1")
    pick(stage, "opponent", "MCTS")
    assert chosen(stage, "set", "mine-0") == ["Basic", "Mage (Mage)"] and not found(
        stage, '[data-id="changed"]'
    )
    pick(stage, "opponent", "learnt")
    stage.hear(decks("mastering_2015", ("Mine", "MAGE"), ("Bows", "HUNTER")))
    told = found(stage, '[data-id="changed"]')[0].text
    assert told == "learnt plays only “April 2015”, so Cards has changed; your choice of “Mage” does not fit."
    pick(stage, "opponent", "hunters")
    told = found(stage, '[data-id="changed"]')[0].text
    assert told == "hunters knows only the classes Hunter; your choice of “Mine” does not fit."
    pick(stage, "opponent", "learnt")
    assert chosen(stage, "mine-0") == ["Bows (Hunter)"] and not found(stage, '[data-id="changed"]')
