"""The start pages of both games: what a choice changes, what opponents are called, and where a built deck goes."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from deckspace.table.locm.opponents import opponents as locm_opponents
from deckspace.table.opponents import about, opponents
from table_stage import SIZES, Stage, hearthstone, legends

SETS = {"mesb": "Basic", "mastering_2015": "April 2015"}
ANY = {
    "card_set": "mesb",
    "only": None,
    "heroes": [],
    "says": "plays",
    "rated": "not rated",
    "group": "Medium",
}
ANY |= {"strength": "", "rating": "Elo +18 (+9 to +28)", "elo": 18.0, "compiles": False}
TRAINED = ANY | {"card_set": "mastering_2015", "only": "mastering_2015", "heroes": ["HUNTER", "MAGE"]}
KNOWN = [
    ANY | {"name": "beam"},
    ANY | {"name": "MCTS", "card_set": "eva_2018"},
    TRAINED | {"name": "learnt"},
    TRAINED | {"name": "hunters", "heroes": ["HUNTER"]},
]
OPPONENTS = [{"title": one["name"]} | one for one in KNOWN]
SPARE = """
const list = document.querySelector('[data-id="opponent"]'), style = getComputedStyle(list), drawing = document.createElement("canvas").getContext("2d");
drawing.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
return list.clientWidth - parseFloat(style.paddingLeft) - drawing.measureText(list.selectedOptions[0].text).width;
"""


def lobby(**changes):
    message = {"type": "lobby", "opponents": OPPONENTS, "groups": {"Medium": "average"}, "sets": SETS}
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
    assert (
        told == "“learnt” plays only “April 2015”, so Cards has changed; your choice of “Mage” does not fit."
    )
    pick(stage, "opponent", "hunters")
    told = found(stage, '[data-id="changed"]')[0].text
    assert told == "“hunters” knows only the classes Hunter; your choice of “Mine” does not fit."
    pick(stage, "opponent", "learnt")
    assert chosen(stage, "mine-0") == ["Bows (Hunter)"] and not found(stage, '[data-id="changed"]')


def test_opponents_have_titles_and_are_listed_from_the_weakest_on(stage):
    by_elo = [
        ANY | {"name": f"b3_triple-{elo}", "title": f"learnt, {elo}", "elo": elo}
        for elo in (9.0, -30.0, 20.4)
    ]
    stage.open(*SIZES[2], lobby(opponents=by_elo), decks("mesb"))
    shown = [each.text for each in found(stage, '[data-id="opponent"] option')]
    assert shown == ["learnt, -30.0 · Elo −30", "learnt, 9.0 · Elo +9", "learnt, 20.4 · Elo +20"]
    assert found(stage, ".about")[0].text.startswith("learnt, 9.0 (medium): plays.")


def test_the_longest_title_is_not_cut(stage):
    """Compare the width of the list with that of its text in the same font; an arrow needs about 20 pixels."""
    name = "learnt player, with decks of its own"
    longest = ANY | {"name": name, "title": name, "elo": 229.0, "rating": "Elo +229 (+183 to +274)"}
    for size in SIZES[:2]:
        stage.open(*size, lobby(opponents=[longest]), decks("mesb"))
        assert stage.driver.execute_script(SPARE) > 20


def test_the_first_opponent_at_locm_is_the_nearest_to_the_mean(stage):
    some = [
        ANY | {"name": name, "title": name, "elo": elo} for name, elo in (("Beam", 236.0), ("tree", -2.1))
    ]
    stage.open(*SIZES[0], lobby())
    other = {
        "type": "locm_lobby",
        "opponents": {"1.2": [*some, ANY | {"name": "new", "title": "new", "elo": None}]},
    }
    stage.hear(other | {"groups": lobby()["groups"], "matches": [], "damaged": [], "warming": None})
    assert chosen(stage, "locm-opponent") == ["tree · Elo −2"]
    some[0]["first"] = True
    stage.open(
        *SIZES[0],
        lobby(),
        other
        | {"groups": lobby()["groups"], "matches": [], "damaged": [], "warming": None}
        | {"opponents": {"1.2": some}},
    )
    assert chosen(stage, "locm-opponent") == ["Beam · Elo +236 · for a first game"]


def test_the_minutes_that_are_left_never_rise(stage):
    stage.open(*SIZES[0], lobby(warming={"done": 0, "of": 0, "seconds": 0}))
    assert "one to three minutes" in found(stage, ".warming")[0].text
    for seconds, told in (
        (130, "about 3 minutes"),
        (70, "about 2 minutes"),
        (9, "a minute"),
        (70, "a minute"),
    ):
        stage.hear({"type": "warming", "state": {"done": 5, "of": 9, "seconds": seconds}})
        assert found(stage, ".warming")[0].text.endswith(f"{told} left.")


def test_one_opponent_is_preset_for_a_first_game_and_says_why(stage):
    some = [one | {"first": one["name"] == "MCTS"} for one in OPPONENTS]
    stage.open(*SIZES[2], lobby(opponents=some), decks("mesb", ("Mage", "MAGE")))
    assert chosen(stage, "opponent") == ["MCTS · Elo +18 · for a first game"]
    said = found(stage, ".about")[0]
    assert "It is preset, for a first game, because" in said.text and "Ratings are Elo points" in said.text
    assert said.rect["y"] > found(stage, '[data-id="opponent"]')[0].rect["y"]
    assert "Elo" not in found(stage, ".lobby > p")[0].text
    pick(stage, "opponent", "beam")
    assert "first game" not in found(stage, ".about")[0].text


@pytest.mark.parametrize("known", [opponents(), locm_opponents(), locm_opponents("1.5")])
def test_the_opponent_for_a_first_game_is_gentle(known):
    [first] = [one for one in map(about, known.values()) if one["first"]]
    assert first["group"] == "Gentle"


def test_a_deck_that_is_being_filled_up_is_played_as_soon_as_it_is_full(stage):
    message = legends("1.5", phase="draft")
    pool = list(message.pop("view")["cards"].values())[:15]
    stage.open(*SIZES[0], message | {"pool": pool})
    page = found(stage, ".deckspace")[0]
    page.send_keys("fp")
    assert found(stage, '[data-id="fill"]')[0].text == "Filling up …" and not stage.sent("locm_construct")
    deck = [1 + i // 2 for i in range(30)]
    stage.hear({"type": "locm_filled", "cards": deck})
    assert [each["cards"] for each in stage.sent("locm_construct")] == [deck]


def test_the_board_of_locm_says_what_a_rune_does(stage):
    for version, words in (("1.2", "5 runes: +1 card at ♥ 25"), ("1.5", "+1 card at ♥ 25")):
        stage.open(*SIZES[0], legends(version))
        stock = found(stage, ".person.me .stock")[0]
        assert stock.text == words and "one more card in the next turn" in stock.get_attribute("title")


# --- The deck builder ----------------------------------------------------------------------


def build(stage, *cards):
    """Open the builder with a deck of these cards, of which the pool holds two."""
    pool = [
        {"key": name, "name": name, "cost": cost, "most": most, "set": "Basic", "type": "MINION", "text": ""}
        | {"attack": 1, "health": 1, "race": None, "rarity": None, "class": "NEUTRAL"}
        for name, cost, most in (("Wisp", 0, 2), ("Cho", 2, 1), *((f"Filler {i}", 3, 2) for i in range(14)))
    ]
    stage.open(*SIZES[0], lobby(), decks("mesb", ("Mage", "MAGE")))
    press(stage, "tab-decks")
    stage.hear(lobby())
    stage.hear({"type": "cards", "card_set": "mesb", "hero": "MAGE", "cards": pool})
    for name in cards:
        press(stage, f"add-{name}")


def press(stage, name):
    found(stage, f'[data-id="{name}"]')[0].click()


def judged(stage, cards, *faults):
    stage.hear({"type": "checked", "of": cards, "faults": faults, "code": None if faults else "AAEC"})


def test_the_builder_takes_no_card_too_many_and_says_why(stage):
    build(stage, "Wisp", "Wisp", "Wisp")
    said = '[data-id="refusal"]'
    assert found(stage, said)[0].text == "A deck holds at most 2 of Wisp."
    press(stage, "add-Cho")
    assert not found(stage, said)
    press(stage, "add-Cho")
    assert found(stage, said)[0].text == "Cho is legendary: a deck holds only one."
    assert found(stage, ".deck h2")[0].text == "3 cards of 30"
    copies = [each.get_attribute("data-copies") for each in found(stage, ".cards .card")[:3]]
    assert copies == ["2", "1", ""]
    bars = [each.text.split() for each in found(stage, ".deck .curve div")]
    assert bars[:4] == [["2", "0"], ["1"], ["1", "2"], ["3"]]


def test_the_builder_fills_a_deck_up(stage):
    build(stage, "Cho")
    press(stage, "fill")
    assert found(stage, ".deck h2")[0].text == "30 cards of 30"
    copies = {
        each.get_attribute("data-key"): each.get_attribute("data-copies")
        for each in found(stage, ".cards .card")
    }
    assert copies.pop("Cho") == "1" and set(copies.values()) <= {"", "1", "2"}


def test_a_full_deck_takes_no_more_and_all_faults_are_seen(stage):
    full = [f"Filler {i // 2}" for i in range(28)] + ["Wisp", "Wisp"]
    build(stage, *full, "Cho")
    assert found(stage, '[data-id="refusal"]')[0].text.startswith("The deck is full")
    judged(stage, full, *(f"Fault {i}." for i in range(9)))
    [box] = found(stage, '[data-id="faults"]')
    assert box.text.endswith("Fault 8.")
    assert stage.driver.execute_script("return arguments[0].scrollHeight <= arguments[0].clientHeight", box)


def test_a_saved_deck_is_played_with_one_click(stage):
    build(stage, "Wisp")
    judged(stage, ["Wisp"])
    stage.driver.execute_script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    press(stage, "copy-code")
    assert stage.driver.execute_script("return window.copied") == "AAEC"
    assert not found(stage, '[data-id="play-with"]')
    stage.hear({"type": "saved", "name": "Mine", "saved": ["Mine"]})
    press(stage, "play-with")
    stage.hear(lobby())
    known, own = (
        decks("mesb", (name, "MAGE"), origin=origin) for name, origin in (("Old", ""), ("Mine", "your own"))
    )
    stage.hear(known | {"decks": known["decks"] + own["decks"]})
    assert chosen(stage, "mine-0") == ["Mine (Mage, your own)"]


# --- The browser's Back button --------------------------------------------------------------


def where(stage):
    return stage.driver.execute_script("return document.querySelector('.deckspace').dataset.where")


def back(stage):
    """Press the Back button, and return what the page then asks for."""
    stage.driver.execute_script("window.sentMessages.length = 0")
    stage.driver.back()
    asked = "return window.sentMessages?.map((each) => each.type)"
    WebDriverWait(stage.driver, 5).until(
        lambda driver: "stage.html" not in driver.current_url or driver.execute_script(asked)
    )
    return stage.driver.execute_script(asked)


@pytest.mark.parametrize("answer", ["match", "decks"])
def test_back_leads_from_everywhere_to_the_lobby_and_from_there_away(stage, answer):
    stage.driver.get("data:text/html,before")
    stage.open(*SIZES[0], lobby())
    for _ in range(2):
        if answer == "match":
            stage.hear(hearthstone({"class": "MAGE"}, {"class": "DRUID"}))
        else:
            found(stage, "[data-id=tab-decks]")[0].click()
            stage.hear(lobby())
        assert where(stage) == answer
        assert back(stage) == ["lobby"]
        stage.hear(lobby())
        assert where(stage) == "lobby"
    assert back(stage) is None and stage.driver.current_url.startswith("data:")


def test_back_leads_from_a_battle_to_the_lobby_of_its_game(stage):
    stage.open(*SIZES[0], lobby(), legends("1.2"))
    assert back(stage) == ["locm"]


def test_after_the_lobby_was_reached_by_a_button_back_leads_away(stage):
    stage.driver.get("data:text/html,before")
    stage.open(*SIZES[0], lobby(), hearthstone({"class": "MAGE"}, {"class": "DRUID"}))
    found(stage, "[data-id=tab-lobby]")[0].click()
    stage.hear(lobby())
    assert back(stage) is None and stage.driver.current_url.startswith("data:")
