"""The board as it is seen: it fills the window, cuts no text, and everything on it has a name, by mouse, keys and touch."""

import time

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By

from deckspace.engine.hearthstone.encode import card_book
from deckspace.table import view
from deckspace.table.opponents import GROUPS, about, opponents
from table_stage import CUT, MOVING, NAMELESS, PALE, ROOM, SIZES, Stage, hearthstone, legends

LONG = ["Mindgames", "Spellbender", "Misdirection", "Lord Jaraxxus", "Fireball", "Flamestrike", "Ysera"]
LONG += ["Blade Flurry", "Unleash the Hounds", "Animal Companion"]
MINE = ["Sunwalker", "Frost Elemental", "Amani Berserker", "Loot Hoarder", "Knife Juggler"]
MINE += [{"name": "Emperor Cobra", "ready": False}, {"name": "Kobold Geomancer", "damage": 1}]
THEIRS = [
    "Mogu'shan Warden",
    "Worgen Infiltrator",
    {"name": "Scarlet Crusader", "frozen": True},
    "Raid Leader",
]
THEIRS += ["Harvest Golem", "Windfury Harpy", "Faerie Dragon"]
ME = {
    "class": "MAGE",
    "mana": 7,
    "overload_locked": 2,
    "hand": LONG,
    "board": MINE,
    "secrets": ["Counterspell"],
}
ME |= {"weapon": "Fiery War Axe", "deck": ["Wisp"] * 12, "hero": {"armor": 4}}
FOE = {
    "class": "WARLOCK",
    "hand": ["The Coin", "Wisp"],
    "board": THEIRS,
    "secrets": ["Explosive Trap"],
    "fatigue": 2,
}
SMALL = {"class": "HUNTER", "hand": ["Arcane Shot", "Bloodfen Raptor", "Tracking"], "board": ["Timber Wolf"]}
MULLIGAN = {
    "class": "PALADIN",
    "hand": ["Argent Squire", "Consecration", "Tirion Fordring", "Truesilver Champion"],
}
OPTIONS = ["Mindgames", "Leeroy Jenkins", "Animal Companion"]
WILD = card_book("wild_2020")


def longest():
    """Return a position with the ten longest texts of all cards in the hand."""
    cards = [row.key for row in WILD.table if row.type in ("MINION", "SPELL") and row.collectible]
    hand = sorted(cards, key=lambda key: -len(view.card(WILD, key)["text"]))[:10]
    return hearthstone({"hand": hand}, {}, book=WILD)


SCENES = {
    "longest": longest,
    "full": lambda: hearthstone(ME, FOE),
    "short": lambda: hearthstone({"hand": ["Kobold Geomancer", "Southsea Deckhand"]}, {}),
    "early": lambda: hearthstone(SMALL, {"class": "DRUID", "board": ["Raid Leader"]}),
    "mulligan": lambda: hearthstone(MULLIGAN, {"class": "ROGUE"}, phase="mulligan"),
    "choice": lambda: hearthstone(SMALL, {}, choice=OPTIONS),
    "result": lambda: hearthstone(ME, FOE, phase="over", result="me", winner="me"),
    "locm 1.2": lambda: legends("1.2"),
    "locm 1.5": lambda: legends("1.5"),
}


@pytest.fixture(scope="module")
def stage(browser, tmp_path_factory):
    return Stage(browser, tmp_path_factory.mktemp("stage"))


@pytest.fixture(scope="module")
def scenes():
    return {name: scene() for name, scene in SCENES.items()}


def find(stage, name):
    return stage.driver.find_element(By.CSS_SELECTOR, f'[data-id="{name}"]')


def text(stage, css):
    return stage.driver.find_element(By.CSS_SELECTOR, css).text


def draft():
    """Return the message that shows the fifth pick of a draft."""
    message = legends("1.2", phase="draft")
    cards = [{"key": key} | card for key, card in message["view"]["cards"].items()]
    return message | {"view": None, "offer": cards[:3], "picked": cards[3:7]}


def pool():
    """Return the message that shows a choice of cards in version 1.5."""
    message = legends("1.5", phase="draft")
    return message | {"view": None, "pool": list(message["view"]["cards"].values())}


def lobby():
    found = [
        about(one) | {"card_set": "mesb", "only": None, "heroes": (), "compiles": False}
        for one in opponents().values()
    ]
    message = {
        "type": "lobby",
        "opponents": found,
        "groups": GROUPS,
        "sets": {"mesb": "Basic"},
        "whole": ["mesb"],
        "papers": [],
    }
    return message | {
        "classes": ["MAGE"],
        "matches": [],
        "locm": [],
        "damaged": [],
        "warming": None,
        "saved": [],
    }


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_fills_the_window_and_cuts_no_text(stage, scenes, size):
    for name, scene in scenes.items():
        stage.open(*size, scene)
        room = stage.driver.execute_script(ROOM)
        assert room["below"] < 20 and room["above"] < 60 and room["share"] > 0.94 and room["out"] == 0, (
            name,
            room,
        )
        assert stage.driver.execute_script(CUT) == [], name


SHOWN = """
return [...document.querySelectorAll('.card > .text')].map((each) => [parseFloat(getComputedStyle(each).fontSize), each.innerText, each.title]);
"""


def test_the_longest_text_is_readable_on_its_card_and_whole_beside_the_board(stage, scenes):
    whole = view.card(WILD, "Kazakus")["text"]
    stage.open(1280, 720, scenes["longest"])
    size, words, title = stage.driver.execute_script(SHOWN)[0]
    assert size >= 7 and words.endswith(" …") and whole.startswith(words[:-2]) and title == whole
    ActionChains(stage.driver).move_to_element(find(stage, "hand-0")).perform()
    assert text(stage, ".reading p") == whole


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=["wide", "phone"])
def test_everything_has_a_name_and_can_be_read(stage, scenes, size):
    for name, scene in {**scenes, "lobby": lobby(), "draft": draft(), "pool": pool()}.items():
        stage.open(*size, scene)
        controls = stage.driver.find_elements(
            By.CSS_SELECTOR, "button, select, input, [tabindex='0'], [role='img']"
        )
        assert len(controls) > 5 and all(each.accessible_name.strip() for each in controls), name
        assert stage.driver.execute_script(PALE) == [], name
        assert stage.driver.execute_script(NAMELESS) == [], name


def test_on_a_phone_the_words_above_a_choice_of_cards_keep_to_one_line_each(stage):
    stage.open(*SIZES[2], pool())
    words = [
        *(find(stage, name) for name in ("fill", "empty", "construct")),
        stage.driver.find_element(By.CSS_SELECTOR, ".call"),
    ]
    assert max(each.rect["height"] for each in words) < 40


def test_the_opponents_thoughts_are_a_region_with_a_name(stage, scenes):
    stage.open(*SIZES[0], scenes["early"])
    find(stage, "thinks").click()
    [thoughts] = stage.driver.find_elements(By.CSS_SELECTOR, ".thoughts")
    assert (thoughts.aria_role, thoughts.accessible_name) == ("region", "what the opponent thought")
    find(stage, "thinks").click()


def test_the_focus_is_seen(stage, scenes):
    stage.open(*SIZES[0], scenes["full"])
    seen = set()
    for _ in range(25):
        ActionChains(stage.driver).send_keys("\ue004").perform()  # Tab
        style = (
            "const now = document.activeElement; return [now.dataset.id, getComputedStyle(now).outlineStyle]"
        )
        name, outline = stage.driver.execute_script(style)
        assert outline == "solid", name
        seen.add(name)
    assert len(seen) > 20


def test_signs_and_changed_numbers_are_on_the_board(stage, scenes):
    stage.open(*SIZES[0], scenes["full"])
    minions = {
        each.accessible_name.split(",")[0]: each
        for each in stage.driver.find_elements(By.CSS_SELECTOR, ".minion")
    }
    signs = {
        "Sunwalker": "Divine Shield, Taunt",
        "Loot Hoarder": "Deathrattle",
        "Worgen Infiltrator": "Stealth",
    }
    signs |= {
        "Scarlet Crusader": "Divine Shield, Frozen",
        "Emperor Cobra": "Poisonous, asleep",
    }
    signs |= {"Knife Juggler": "reacts to events", "Kobold Geomancer": "Spell Damage"}
    for name, words in signs.items():
        assert minions[name].accessible_name.endswith(words)
        assert len(minions[name].find_elements(By.CSS_SELECTOR, ".sign svg")) == len(words.split(", "))
    gem = ".health.worse", ".attack.better"  # damaged; beside Raid Leader
    assert [bool(minions["Kobold Geomancer"].find_elements(By.CSS_SELECTOR, css)) for css in gem] == [
        True,
        False,
    ]
    assert [bool(minions["Harvest Golem"].find_elements(By.CSS_SELECTOR, css)) for css in gem] == [
        False,
        True,
    ]


def drag(stage, name, to):
    ActionChains(stage.driver, duration=20).drag_and_drop(find(stage, name), to).perform()
    return [one["action"] for one in stage.sent("act") + stage.sent("locm_act")]


def middle(stage, name):
    box = find(stage, name).rect
    return int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2)


def moves(scene, **parts):
    return [move for move in scene["view"]["moves"] if parts.items() <= move.items()]


def test_a_card_is_dragged_to_the_board_and_a_minion_to_its_target(stage, scenes):
    scene = scenes["early"]
    stage.open(*SIZES[0], scene)
    assert drag(stage, "hand-1", find(stage, "hand-0")) == []  # back into the hand
    assert stage.driver.find_elements(By.CSS_SELECTOR, ".picked, .arrow, .carried") == []
    [at_left, _] = moves(scene, kind=1, source=1)
    row = stage.driver.find_element(By.CSS_SELECTOR, ".row.me")
    point = ActionChains(stage.driver, duration=20).click_and_hold(find(stage, "hand-1"))
    point.move_to_element_with_offset(row, -300, 0).perform()
    [carried, row] = [stage.driver.find_element(By.CSS_SELECTOR, css).rect for css in (".carried", ".row.me")]
    assert abs(carried["x"] + carried["width"] / 2 - (row["x"] + row["width"] / 2 - 300)) < 3
    point.release().perform()
    assert [one["action"] for one in stage.sent("act")] == [at_left["action"]]
    assert stage.driver.find_elements(By.CSS_SELECTOR, ".carried") == []
    stage.open(*SIZES[0], scene)
    [attack] = moves(scene, kind=2, target=scene["view"]["foe"]["hero"]["place"])
    assert drag(stage, f"minion-{attack['source']}", find(stage, "foe-hero")) == [attack["action"]]


def test_a_card_is_dragged_by_a_finger(stage, scenes):
    scene = scenes["early"]
    stage.open(*SIZES[2], scene)
    [shot] = moves(scene, kind=1, source=0, target=scene["view"]["foe"]["hero"]["place"])
    finger = ActionBuilder(stage.driver, mouse=PointerInput("touch", "finger"), duration=20)
    way = [middle(stage, name) for name in ("hand-0", "hand-1", "foe-hero")]
    finger.pointer_action.move_to_location(*way[0]).pointer_down()
    finger.pointer_action.move_to_location(*way[1]).move_to_location(*way[2]).pointer_up()
    finger.perform()
    assert [one["action"] for one in stage.sent("act")] == [shot["action"]]


def test_a_creature_is_dragged_to_its_target_in_locm(stage, scenes):
    scene = scenes["locm 1.2"]
    stage.open(*SIZES[0], scene)
    attack = moves(scene, kind=3)[0]
    aim = f"foe-{attack['target'] - 1}" if attack["target"] else "foe-player"
    assert drag(stage, f"me-{attack['source']}", find(stage, aim)) == [attack["action"]]


def after_an_attack(scene):
    """Return the scene after the user's first minion has killed the enemy's."""
    hurt = hearthstone(SMALL | {"hero": {"health": 25}}, {"class": "DRUID"})
    attacker, target = scene["view"]["me"]["board"][0]["place"], scene["view"]["foe"]["board"][0]["place"]
    line = {
        "who": "me",
        "text": "It attacks.",
        "then": [],
        "attacker": attacker,
        "target": target,
        "played": None,
    }
    return hurt | {"lines": [line], "fresh": False, "step": 4}


RAISED = """const done = arguments[0], moves = document.getAnimations().map((each) => each.finished);
Promise.allSettled(moves).then(() => setTimeout(() => done(document.querySelectorAll('.match [style*=z-index]').length), 50));"""


@pytest.mark.parametrize("still, setting", [(False, "on"), (True, "on"), (False, "off")])
def test_movements_are_short_and_can_be_switched_off(stage, scenes, still, setting):
    stage.open(*SIZES[0], scenes["early"], still=still)
    box = find(stage, "motion")
    if box.is_selected() != (setting == "on"):
        box.click()
    stage.hear(after_an_attack(scenes["early"]))
    found = stage.driver.execute_script(MOVING)
    assert len(found) >= 3 if (still, setting) == (False, "on") else found == []
    assert all(150 <= each <= 250 for each in found)
    assert stage.driver.execute_async_script(RAISED) == 0  # nothing stays above the result of the game
    if setting == "off":
        find(stage, "motion").click()


def test_the_opponents_turn_is_shown_action_by_action(stage, scenes):
    stage.open(*SIZES[0], scenes["early"])
    stage.driver.execute_script("localStorage.setItem('deckspace-pace', '300')")
    for step, words in ((4, "It plays a card."), (5, "It ends its turn.")):
        line = {
            "who": "foe",
            "text": words,
            "then": [],
            "attacker": None,
            "target": None,
            "played": "Timber Wolf",
        }
        stage.hear(scenes["early"] | {"fresh": False, "agent": 1.0, "lines": [line], "step": step})
    log = stage.driver.execute_async_script(
        "const read = () => document.querySelector('.log').innerText; const first = read(), done = arguments[0];"
        "setTimeout(() => { const second = read(); setTimeout(() => done([first, second, read()]), 300); }, 450);"
    )
    assert [each.count("It ") for each in log] == [0, 1, 2]
    assert text(stage, ".played .name") == "Timber Wolf"


def test_the_mulligan_marks_what_goes(stage, scenes):
    stage.open(*SIZES[2], scenes["mulligan"])
    ActionChains(stage.driver, duration=20).move_to_element(find(stage, "hand-2")).perform()
    assert stage.driver.find_elements(By.CSS_SELECTOR, ".large") == []  # it would hide the mark
    find(stage, "hand-2").click()
    marked = stage.driver.find_elements(By.CSS_SELECTOR, ".card.goes")
    assert [each.get_attribute("data-id") for each in marked] == ["hand-2"]
    find(stage, "keep").click()
    assert [one["keep"] for one in stage.sent("mulligan")] == [[0, 1, 3]]


def test_a_hint_is_asked_for_and_marked(stage, scenes):
    scene = scenes["early"]
    stage.open(*SIZES[0], scene)
    find(stage, "hint").click()
    assert [one["step"] for one in stage.sent("hint")] == [scene["step"]]
    [attack] = moves(scene, kind=2, target=scene["view"]["foe"]["hero"]["place"])
    stage.hear({"type": "hint", "action": attack["action"], "says": "Timber Wolf attacks the enemy hero."})
    assert "Timber Wolf attacks the enemy hero" in text(stage, ".hint")
    marked = stage.driver.find_elements(By.CSS_SELECTOR, ".hinted")
    assert {each.get_attribute("data-id") for each in marked} == {"foe-hero", f"minion-{attack['source']}"}


def test_opponents_are_grouped_by_strength(stage):
    stage.open(*SIZES[0], lobby())
    groups = stage.driver.find_elements(By.CSS_SELECTOR, '[data-id="opponent"] optgroup')
    assert groups[0].get_attribute("label").startswith("Gentle: ") and "random" in groups[0].text
    assert "of its games against an average agent" in text(stage, ".about")


def test_sounds_are_off_until_they_are_wanted(stage, scenes):
    stage.open(*SIZES[0], scenes["early"], still=False)
    count = "window.tones = 0; const make = AudioContext.prototype.createOscillator;"
    count += (
        "AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); }"
    )
    stage.driver.execute_script(count)
    stage.hear(after_an_attack(scenes["early"]))
    assert stage.driver.execute_script("return window.tones") == 0
    find(stage, "sounds").click()
    stage.hear(scenes["early"] | {"fresh": False})
    assert stage.driver.execute_script("return window.tones") > 0
    find(stage, "sounds").click()


SHAPES = """
return [...document.querySelectorAll('.hand > .card')].map((each) => each.getBoundingClientRect()).map((box) => box.height / box.width);
"""


@pytest.mark.parametrize("n", [1, 3, 5, 6, 10])
def test_no_hand_is_stretched_on_a_phone(stage, n):
    stage.open(*SIZES[2], hearthstone(ME | {"hand": LONG[:n]}, FOE))
    shapes = stage.driver.execute_script(SHAPES)
    assert len(shapes) == n and max(shapes) <= 2.2


COVERED = """
const top = (box) => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
const notice = document.querySelector('.notice').getBoundingClientRect();
const under = (box) => box.left < notice.right && notice.left < box.right && box.top < notice.bottom && notice.top < box.bottom;
return [...document.querySelectorAll('header button')].filter((each) => under(each.getBoundingClientRect()) || top(each.getBoundingClientRect()) !== each)
  .map((each) => each.innerText).concat(top(notice).closest('.notice') && innerWidth > 840 ? ['the notice takes clicks'] : []);
"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_notice_covers_no_button(stage, scenes, size):
    long = "Its code must be compiled first, which takes one to three minutes. " * 3
    for words in ("Saved.", long):
        stage.open(*size, scenes["early"] | {"notice": words})
        assert stage.driver.execute_script(COVERED) == []


def test_a_double_click_does_not_concede(stage, scenes):
    stage.open(*SIZES[0], scenes["early"])
    twice = "for (const _ of [1, 2]) document.querySelector('[data-id=concede]').click()"
    stage.driver.execute_script(twice)
    assert find(stage, "concede").text == "Really concede?" and stage.sent("concede") == []
    time.sleep(0.6)
    find(stage, "concede").click()
    assert len(stage.sent("concede")) == 1


def test_dragging_from_a_gap_selects_no_text(stage, scenes):
    stage.open(*SIZES[0], scenes["early"])
    hand = stage.driver.find_element(By.CSS_SELECTOR, ".hand")
    pull = ActionChains(stage.driver, duration=20).move_to_element_with_offset(hand, -400, 0).click_and_hold()
    pull.move_to_element(find(stage, "foe-hero")).release().perform()
    assert stage.driver.execute_script("return String(getSelection())") == ""


CLIPPED = """
const words = (text) => { const all = document.createRange(); all.selectNodeContents(text); return all.getBoundingClientRect(); };
const texts = [...document.querySelectorAll('.card > .text')].filter((each) => words(each).bottom > each.getBoundingClientRect().bottom - 1);
const subjects = [...document.querySelectorAll('.play .art')].filter((art) => {
  const [room, box] = [art, art.querySelector('.subject > path')].map((each) => each.getBoundingClientRect());
  return box.height && (box.top < room.top || box.bottom > room.bottom || box.left < room.left || box.right > room.right);
});
return [...texts, ...subjects].map((each) => each.className + ' of ' + each.parentNode.innerText);
"""  # texts whose last letters end less than a pixel above their lower edge, and pictures whose subject does not fit


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_neither_letters_nor_pictures_are_clipped(stage, scenes, size):
    for name in ("full", "longest", "short", "choice", "locm 1.2"):
        stage.open(*size, scenes[name])
        assert stage.driver.execute_script(CLIPPED) == [], name


def test_a_rematch_ends_the_movements_of_the_last_game(stage, scenes):
    stage.open(*SIZES[0], scenes["early"], still=False)
    stage.hear(after_an_attack(scenes["early"]))
    moving = "return [...document.querySelectorAll('.rise, .ghost')].map((each) => each.innerText)"
    assert stage.driver.execute_script(moving)
    stage.hear(scenes["mulligan"] | {"fresh": False, "number": "20260101-000001-abcdef"})
    assert stage.driver.execute_script(moving) == []


ON_NAMES = """
const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const [number, ...names] = [document.querySelector('.rise.hurt'), ...document.querySelectorAll('.title, .minion .name')].map((each) => {
  const words = document.createRange(); words.selectNodeContents(each); return words.getBoundingClientRect(); });
return names.filter((box) => overlap(number, box)).length;
"""


def test_a_number_of_damage_lies_on_no_name(stage, scenes):
    stage.open(*SIZES[0], scenes["early"], still=False)
    hurt = hearthstone(SMALL, {"class": "DRUID", "board": ["Raid Leader"], "hero": {"health": 18}})
    stage.hear(hurt | {"fresh": False, "step": 4})
    assert stage.driver.execute_script(ON_NAMES) == 0


HIDDEN = """
const large = document.querySelector('.large > .card').getBoundingClientRect();
const own = [...document.querySelectorAll('.person.me > button, .row')].map((each) => each.getBoundingClientRect());
return [large.width, own.filter((box) => large.left < box.right && box.left < large.right && large.top < box.bottom - 6 && box.top < large.bottom).length];
"""


def test_a_card_is_enlarged_unless_the_panel_beside_the_board_explains_it(stage, scenes):
    stage.open(*SIZES[0], scenes["full"])
    ActionChains(stage.driver, duration=20).move_to_element(find(stage, "hand-4")).perform()
    assert "Fireball" in text(stage, ".reading")
    assert stage.driver.find_elements(By.CSS_SELECTOR, ".large") == []


def test_an_enlarged_card_hides_neither_the_hero_nor_minions(stage, scenes):
    stage.open(*SIZES[2], scenes["full"])
    for i in range(10):
        card = find(stage, f"hand-{i}")
        ActionChains(stage.driver, duration=20).move_to_element(card).perform()
        width, hidden = stage.driver.execute_script(HIDDEN)
        assert width > 1.1 * card.rect["width"] and hidden == 0
    stage.hear(scenes["full"] | {"fresh": False, "step": 4})
    assert stage.driver.find_elements(By.CSS_SELECTOR, ".large") == []


def test_after_a_click_with_the_mouse_keys_do_not_press_the_button(stage, scenes):
    stage.open(*SIZES[0], scenes["early"])
    ActionChains(stage.driver).send_keys("\ue004").perform()  # Tab: the page has been used by keys
    find(stage, "hint").click()
    [attack] = moves(scenes["early"], kind=2, target=scenes["early"]["view"]["foe"]["hero"]["place"])
    stage.hear({"type": "hint", "action": attack["action"], "says": "Timber Wolf attacks the enemy hero."})
    ActionChains(stage.driver).send_keys("\ue007").perform()  # Enter
    assert len(stage.sent("hint")) == 1
    ActionChains(stage.driver).send_keys("e").perform()
    assert len(stage.sent("act")) == 1


def test_the_result_says_how_the_game_ended_and_can_be_put_aside(stage, scenes):
    lost = hearthstone(ME, FOE | {"hero": {"health": 12}}, phase="over", result="foe", winner="foe")
    lost["view"]["me"]["hero"]["health"] = 0
    stage.open(*SIZES[0], lost)
    turn = (lost["view"]["turn"] + 1) // 2
    assert text(stage, ".result .call") == "You have lost the game."
    assert text(stage, ".details") == f"Turn {turn}: your health is 0, the opponent's 12."
    find(stage, "look").click()
    covered = "const at = document.querySelector('.row.me .minion:nth-child(4)').getBoundingClientRect();"
    covered += "return !document.elementFromPoint(at.left + at.width / 2, at.top + 8).closest('.minion')"
    assert not stage.driver.execute_script(covered)
    ActionChains(stage.driver).send_keys("\ue00c").perform()  # Escape
    assert find(stage, "rematch").is_displayed() and stage.driver.execute_script(covered)


@pytest.mark.parametrize(
    "scene, key",
    [
        ("early", "End turn (E)"),
        ("result", "Look at the board (Esc)"),
        ("lobby", "Keys: 1 to 9"),
        ("pool", "Fill up (F)"),
    ],
)
def test_without_a_keyboard_no_keys_are_named(touched, scenes, scene, key):
    touched.open(*SIZES[2], {"lobby": lobby, "pool": pool}.get(scene, lambda: scenes[scene])())
    words = touched.driver.execute_script(
        "const main = document.querySelector('main'); return [main.textContent, main.innerText]"
    )
    assert key in words[0] and not any(each in words[1] for each in ("(E)", "(Esc)", "(?)", "(F)", "Keys:"))
