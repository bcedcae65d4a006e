"""What is pressed again and again keeps its place, what has happened is seen, and each thing has one name in both games."""

import time

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By

from deckspace.engine.locm import replay
from deckspace.engine.locm.cards import GREEN as GREEN_ITEM
from deckspace.engine.locm.cards import edition
from deckspace.table import hints, match, page, viewer
from deckspace.table.locm import match as locm
from deckspace.table.locm import view
from table_pages import START, Page, play_on, unpacked
from table_stage import SIZES, Stage, hearthstone, legends

WIDE, _, PHONE = SIZES
SIZED = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
HAND = {"class": "HUNTER", "hand": ["Arcane Shot", "Bloodfen Raptor"], "board": ["Timber Wolf"]}
FOE = {"class": "DRUID", "board": ["Raid Leader"]}
LONG = "tree evolved against StrongOp (ours)"


@pytest.fixture(scope="module")
def stage(browser, tmp_path_factory):
    return Stage(browser, tmp_path_factory.mktemp("stage"))


def find(stage, css):
    return stage.driver.find_element(By.CSS_SELECTOR, css)


def place(stage, css):
    box = "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.x, box.y, box.width]"
    return stage.driver.execute_script(box, css)


def draft(*picked):
    """Return the message of a draft in which cards with these numbers have been picked."""
    message = legends("1.2", phase="draft") | {"offer": [view.card(n, edition()) for n in (4, 5, 6)]}
    del message["view"]
    return message | {"picked": [view.card(n, edition()) for n in picked], "opponent": LONG}


# --- The draft ------------------------------------------------------------------------------


def touch(stage, css, seconds, what="strong"):
    """Touch an element for some time, and return what the card panel says meanwhile, "" where it is not opened."""
    middle = find(stage, css).rect
    finger = ActionBuilder(stage.driver, mouse=PointerInput("touch", "finger"), duration=20)
    point = int(middle["x"] + middle["width"] / 2), int(middle["y"] + middle["height"] / 2)
    finger.pointer_action.move_to_location(*point).pointer_down()
    finger.perform()
    time.sleep(seconds)
    opened = stage.driver.find_elements(By.CSS_SELECTOR, f".reading.open {what}")
    said = opened[0].text if opened else ""
    finger.clear_actions()
    finger = ActionBuilder(stage.driver, mouse=finger.pointer_action.source, duration=20)
    finger.pointer_action.pointer_up()
    finger.perform()
    return said


def test_a_finger_that_rests_on_a_card_of_the_draft_reads_it_and_a_tap_takes_it(touched):
    touched.open(*PHONE, draft())
    assert touch(touched, "[data-id=offer-0]", 0.6) == view.card(4, edition())["name"]
    assert touched.sent("locm_pick") == []
    assert touch(touched, "[data-id=offer-0]", 0.05) == ""
    assert [one["choice"] for one in touched.sent("locm_pick")] == [0]


@SIZED
def test_the_cards_of_the_draft_keep_their_place_as_the_deck_grows(stage, size):
    seen = set()
    for n in (0, 12, 29):
        stage.open(*size, draft(*range(1, n + 1)))
        seen.add(tuple(place(stage, "[data-id=offer-1]")))
        call = find(stage, ".call")
        assert call.text == f"Pick {n + 1} of 30" and call.rect["height"] < 30
    assert len(seen) == 1


def test_the_drafted_cards_are_listed_as_in_the_deck_builder(stage):
    stage.open(*WIDE, draft(1, 1, 2))
    one, two = (view.card(n, edition()) for n in (1, 2))
    shown = [each.text for each in stage.driver.find_elements(By.CSS_SELECTOR, ".so-far button")]
    assert shown == [f"{one['cost']} · {one['name']} ×2", f"{two['cost']} · {two['name']}"]


# --- The board ------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", [hearthstone(HAND, FOE), legends("1.2")], ids=["Hearthstone", "LoCM"])
def test_a_phone_shows_both_names(stage, scene):
    stage.open(*PHONE, scene | {"opponent": LONG})
    names = stage.driver.find_elements(By.CSS_SELECTOR, ".person .who")
    assert [each.text for each in names] == [LONG, "You"] and all(each.is_displayed() for each in names)
    for each in names:
        side = each.find_element(By.XPATH, "./..")
        assert side.rect["y"] <= each.rect["y"] and side.rect["height"] <= 62


PRIEST = {"class": "PRIEST", "hand": ["Holy Light", "Holy Fire"], "hero": {"health": 20}}
EDGE = "return [...document.querySelectorAll('.target')].map((each) => getComputedStyle(each).borderColor)"
GREEN, RED = "rgb(99, 227, 134)", "rgb(255, 116, 102)"


@pytest.mark.parametrize(
    "me, source, colour",
    [
        (PRIEST, "me-power", GREEN),
        (PRIEST, "hand-0", GREEN),
        (PRIEST, "hand-1", RED),
        (PRIEST | {"board": ["Auchenai Soulpriest"]}, "me-power", RED),
        (HAND, "hand-0", RED),
    ],
)
def test_whom_a_card_heals_is_green_and_whom_it_hurts_is_red(stage, me, source, colour):
    stage.open(*WIDE, hearthstone(me, FOE))
    find(stage, f"[data-id={source}]").click()
    assert set(stage.driver.execute_script(EDGE)) == {colour}
    assert find(stage, ".call").text == f"Choose a target in {'green' if colour == GREEN else 'red'}"


def test_the_own_creatures_that_an_item_of_locm_helps_are_green(stage):
    book = edition()
    green = next(n for n in range(1, 161) if book.cards[n].type == GREEN_ITEM)
    game = replay.position(replay.side([green], [1]), replay.side(board=[1]), turn=10)
    stage.open(*WIDE, legends("1.2") | {"view": view.shown(game, book, 0)})
    find(stage, "[data-id=hand-0]").click()
    assert stage.driver.execute_script(EDGE) == [GREEN]
    assert find(stage, ".call").text == "Choose a target in green."


HIDDEN = """
return [...document.querySelectorAll('.target')].filter((each) => {
  const box = each.getBoundingClientRect();
  return !each.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}).map((each) => each.dataset.id);
"""  # targets whose middle is not seen
CROWD = {"class": "MAGE", "hand": ["Fireball"] * 10, "board": ["Wisp"] * 7}


@pytest.mark.parametrize(
    "scene, source",
    [
        (hearthstone(CROWD, CROWD), "me-power"),
        (hearthstone(CROWD, CROWD), "hand-9"),
        (legends("1.2"), "me-0"),
    ],
)
def test_on_a_phone_every_target_is_seen_while_one_is_chosen(touched, scene, source):
    touched.open(*PHONE, scene)
    touched.driver.execute_script("scrollTo(0, document.body.scrollHeight)")
    find(touched, f"[data-id={source}]").click()
    assert touched.driver.find_elements(By.CSS_SELECTOR, ".target")
    assert touched.driver.execute_script(HIDDEN) == []


KEYWORDS = legends("1.2")


def worded(part):
    """Return the place of the first card of the hand, or own creature, with Guard, and what is said of it."""
    for i, one in enumerate(KEYWORDS["view"]["me"][part]):
        if "Guard (" in (text := one.get("says") or KEYWORDS["view"]["cards"][str(one["card"])]["text"]):
            return i, text
    raise AssertionError(f"no Guard among {part}")


@pytest.mark.parametrize("part, name", [("hand", "hand"), ("board", "me")])
def test_in_a_battle_a_finger_that_rests_on_a_card_reads_what_its_keywords_do(touched, part, name):
    i, text = worded(part)
    touched.open(*PHONE, KEYWORDS)
    touch(touched, f"[data-id={name}-{i}]", 0.6, "p")
    assert touch(touched, f"[data-id={name}-{i}]", 0.6, "p") == text
    assert touched.sent("locm_act") == [] and touched.driver.find_elements(By.CSS_SELECTOR, ".target") == []


@SIZED
def test_a_hint_moves_no_button(stage, size):
    scene = hearthstone(HAND, FOE)
    stage.open(*size, scene)
    before = [place(stage, f"[data-id={name}]") for name in ("hint", "end")]
    [move, *_] = scene["view"]["moves"]
    says = "Play Bloodfen Raptor to the left of Timber Wolf."
    stage.hear({"type": "hint", "action": move["action"], "says": says})
    assert find(stage, ".hint").text == "Hint: Play Bloodfen Raptor to the left of Timber Wolf."
    for name, was in zip(("hint", "end"), before, strict=True):
        assert place(stage, f"[data-id={name}]") == pytest.approx(was, abs=1)


def test_the_notice_about_a_hint_covers_nothing_of_the_game(stage):
    stage.open(*WIDE, hearthstone(HAND, FOE))
    stage.hear({"type": "compiling", "text": hints.NOTICE, "again": {"type": "hint", "step": 3}})
    notice, board = find(stage, ".notice").rect, find(stage, ".match").rect
    assert notice["height"] > 10 and notice["y"] + notice["height"] <= board["y"]


LAST = (
    "const log = document.querySelector('.log'); return log.scrollHeight - log.clientHeight - log.scrollTop"
)


def test_the_last_line_of_the_log_is_whole_when_the_time_of_the_answer_appears(stage):
    line = {
        "who": "me",
        "text": "You play a card.",
        "then": ["It comes."],
        "attacker": None,
        "target": None,
        "played": None,
    }
    many = {"lines": [line] * 30, "milliseconds": 3.0, "cards": "Basic and Classic, January 2019 (MESB)"}
    stage.open(*WIDE, hearthstone(HAND, FOE) | many)
    done = "const done = arguments[0]; requestAnimationFrame(() => setTimeout(done, 100))"
    stage.driver.execute_async_script(done)
    assert stage.driver.execute_script(LAST) <= 1


def test_without_a_mouse_and_keys_a_card_is_touched_to_be_read(touched):
    touched.open(*PHONE, hearthstone(HAND, FOE))
    assert find(touched, ".reading p").text == "Hold a card to read it."


def test_e_ends_the_mulligan_once(stage):
    hand = {"class": "PALADIN", "hand": ["Argent Squire", "Consecration", "Tirion Fordring"]}
    stage.open(*WIDE, hearthstone(hand, FOE, phase="mulligan"))
    find(stage, "[data-id=hand-1]").click()
    ActionChains(stage.driver).send_keys("ee").perform()
    assert [one["keep"] for one in stage.sent("mulligan")] == [[0, 2]]


def test_a_page_that_is_loaded_again_still_shows_what_the_opponent_thinks(stage):
    stage.open(*WIDE, hearthstone(HAND, FOE))
    find(stage, "[data-id=thinks]").click()
    stage.open(*WIDE, hearthstone(HAND, FOE))
    assert [one["on"] for one in stage.sent("thoughts")] == [True] and find(
        stage, "[data-id=thinks]"
    ).is_selected()
    find(stage, "[data-id=thinks]").click()
    stage.open(*WIDE, hearthstone(HAND, FOE))
    assert stage.sent("thoughts") == [] and not find(stage, "[data-id=thinks]").is_selected()


# --- The end of a game ----------------------------------------------------------------------


def ended(game, first):
    """Return the message of a game that the user has lost; `first`: the user began."""
    if game == "LoCM":
        return legends("1.2", phase="over") | {"winner": "foe", "first": first, "fresh": False}
    over = hearthstone(HAND, FOE, phase="over", result="foe", winner="foe", fresh=False)
    return over | {"first": first, "rematch_first": not first}


@pytest.mark.parametrize("game", ["Hearthstone", "LoCM"])
def test_the_result_comes_into_view_and_its_buttons_stand_apart(stage, game):
    stage.open(*PHONE, hearthstone(HAND, FOE) if game == "Hearthstone" else legends("1.2"))
    stage.driver.execute_script("scrollTo(0, document.body.scrollHeight)")
    assert stage.driver.execute_script("return scrollY") > 100
    stage.hear(ended(game, True))
    box = "const box = document.querySelector('.result').getBoundingClientRect(); return [box.top, innerHeight - box.bottom]"
    assert min(stage.driver.execute_script(box)) >= 0
    boxes = [each.rect for each in stage.driver.find_elements(By.CSS_SELECTOR, ".result button")]
    apart = [
        max(abs(one["x"] - two["x"]) - one["width"] * (one["x"] < two["x"]) - two["width"] * (two["x"] < one["x"]),
            abs(one["y"] - two["y"]) - one["height"])
        for i, one in enumerate(boxes) for two in boxes[:i]
    ]  # fmt: skip
    assert len(boxes) == 4 and min(apart) >= 10


@pytest.mark.parametrize("game", ["Hearthstone", "LoCM"])
def test_both_games_offer_the_same_afterwards_and_say_who_begins(stage, game):
    for first, begins in ((True, "the opponent goes first"), (False, "you go first")):
        stage.open(*WIDE, ended(game, first))
        assert find(stage, ".call").text.startswith("You have lost the game")
        buttons = [each.text for each in stage.driver.find_elements(By.CSS_SELECTOR, ".result button")]
        assert buttons == [f"Rematch, {begins}", "New match", "Watch the replay", "Look at the board (Esc)"]
        assert len(stage.driver.find_elements(By.CSS_SELECTOR, ".result .lit")) == 1
    ActionChains(stage.driver).send_keys("\ue00c").perform()  # Escape
    assert find(stage, "[data-id=look]").text == "Show the result (Esc)"


def test_the_user_begins_the_rematch_of_a_match_that_the_opponent_began():
    asked = Page()
    for _ in range(3):
        shown = asked.ask("start", **START)
        asked.ask("mulligan", keep=[])
        after = asked.ask("concede")
        assert after["rematch_first"] == (not shown["first"])
        assert asked.ask("rematch")["first"] == after["rematch_first"]


# --- Replays, lists and other pages ---------------------------------------------------------


@SIZED
@pytest.mark.parametrize("game", ["Hearthstone", "LoCM"])
def test_a_replay_shows_a_card_beside_its_player_and_not_on_the_controls(stage, size, game):
    if game == "LoCM":
        whole = page.whole(locm_viewer(), judged=False)
    else:
        whole = page.whole(viewer.from_match(finished().number, 0), judged=False)
    stage.open(*size)
    stage.hear({"type": "replay", "packed": page.packed(whole)})
    time.sleep(0.5)
    for who in ("me", "foe"):
        step = next(
            i for i, line in enumerate(whole["lines"]) if line and line["played"] and line["who"] == who
        )
        go = "const slider = document.querySelector('[data-id=slider]'); slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))"
        stage.driver.execute_script(go, step - 1)
        find(stage, "[data-id=forward]").click()
        top, bottom = edges(stage, ".played")
        controls, own, other = (edges(stage, css) for css in CONTROLS[who])
        assert bottom <= controls[0] + 3 or top >= controls[1] - 3
        assert abs(top + bottom - sum(own)) < abs(top + bottom - sum(other))


CONTROLS = {
    who: (".replay > .middle", f".person.{who}", f".person.{other}")
    for who, other in (("me", "foe"), ("foe", "me"))
}


def edges(stage, css):
    box = find(stage, css).rect
    return box["y"], box["y"] + box["height"]


def finished():
    """Return a match that is over, against an opponent that has a title."""
    one = match.begin(
        "random", "mesb", {HUNTER["class"]: HUNTER["cards"]}, {HUNTER["class"]: HUNTER["cards"]}, seed=3
    )
    one.next_game()
    return play_on(one)


HUNTER = START["mine"][0]


def locm_viewer():
    from deckspace.table.locm import viewer as of_locm

    return of_locm.from_match(play_on(locm.begin("random", 4)).number)


@pytest.mark.parametrize("where", ["tab-replays", "tab-locm", "tab-decks"])
def test_a_click_is_seen_to_be_heard_within_a_tenth_of_a_second(stage, where):
    stage.open(*WIDE, hearthstone(HAND, FOE))
    clicked = "const done = arguments[1]; document.querySelector(`[data-id=${arguments[0]}]`).click();"
    clicked += "setTimeout(() => done(document.querySelector('.deckspace').getAttribute('aria-busy')), 100)"
    assert stage.driver.execute_async_script(clicked, where) == "true"
    bar = "return getComputedStyle(document.querySelector('header'), '::after').height"
    assert stage.driver.execute_script(bar) == "3px"


def test_an_opponent_has_one_name_everywhere():
    asked, name = Page(), "tree-strong_op/1"
    asked.ask("locm_start", opponent=name, version="1.2")
    title = asked.ask("locm_concede")["opponent"]
    assert title != name and asked.ask("locm")["matches"][0]["opponent"] == title
    one = play_on(locm.begin(name, 4))
    row = asked.ask("lobby")["locm"][0]
    assert (row["number"], row["opponent"]) == (one.number, title)
    assert unpacked(asked.ask("locm_watch", number=one.number)["packed"])["names"] == ["You", title]
    said = [each for each in asked.ask("locm")["opponents"]["1.2"] if "-" in each["name"]]
    assert len(said) > 5 and not any(
        each["name"].split("/")[0].split(":")[-1] in each["says"] for each in said
    )
