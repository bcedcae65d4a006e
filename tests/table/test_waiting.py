"""A page that waits for its server shows that it does, and for what."""

import time

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from table_stage import SIZES, Stage, hearthstone

SMALL = {"class": "HUNTER", "hand": ["Arcane Shot"], "board": ["Timber Wolf"]}


@pytest.fixture
def stage(browser, tmp_path):
    stage = Stage(browser, tmp_path)
    stage.open(*SIZES[0])
    return stage


def page(stage):
    return stage.driver.find_element(By.CSS_SELECTOR, ".deckspace")


def click(stage, name):
    stage.driver.find_element(By.CSS_SELECTOR, f'[data-id="{name}"]').click()


def waits(stage):
    WebDriverWait(stage.driver, 5).until(lambda driver: page(stage).get_attribute("aria-busy") == "true")
    return page(stage).value_of_css_property("cursor") == "progress"


def test_a_new_page_says_on_the_boards_green_what_it_waits_for(stage):
    opening = stage.driver.find_element(By.CSS_SELECTOR, ".opening")
    assert "Looking for the agents" in opening.text and waits(stage)
    assert "gradient" in opening.value_of_css_property("background-image") and opening.rect["height"] > 600


def test_a_click_that_takes_long_shows_until_the_answer_that_it_is_worked_on(stage):
    stage.hear(hearthstone(SMALL, SMALL))
    assert page(stage).get_attribute("aria-busy") == "false"
    click(stage, "end")
    assert waits(stage)
    stage.hear({"type": "wait", "text": "Compiling …"})  # no answer yet
    assert waits(stage)
    stage.hear(hearthstone(SMALL, SMALL, step=4))
    assert page(stage).get_attribute("aria-busy") == "false"


def test_thoughts_say_what_their_per_cent_are(stage):
    thought = {"agent": 1, "lines": [{"who": "foe", "text": "It acts.", "then": [], "played": None}]}
    thought |= {
        "thoughts": [["step 1 of a plan of 2: act", 0.68]],
        "per_cent": "Per cent: its chance to win.",
    }
    stage.hear(hearthstone(SMALL, SMALL))
    click(stage, "thinks")
    stage.hear(hearthstone(SMALL, SMALL, step=4, fresh=False) | thought)
    box = WebDriverWait(stage.driver, 5).until(
        lambda driver: (
            (one := driver.find_element(By.CSS_SELECTOR, ".thoughts")) and "68 %" in one.text and one
        )
    )
    assert box.text.startswith("Per cent: its chance to win.")
    click(stage, "thinks")  # off, as the next test expects it


def test_the_page_does_not_wait_for_a_message_without_an_answer(stage):
    stage.hear(hearthstone(SMALL, SMALL))
    click(stage, "thinks")
    time.sleep(0.4)
    assert page(stage).get_attribute("aria-busy") == "false" and len(stage.sent("thoughts")) == 1


@pytest.mark.parametrize(
    "again", [{"type": "go_on"}, {"type": "hint", "step": 3}], ids=lambda one: one["type"]
)
def test_what_must_be_compiled_first_is_asked_for_again(stage, again):
    stage.hear(hearthstone(SMALL, SMALL, step=3))
    stage.hear({"type": "compiling", "text": "Compiling …", "again": again})
    WebDriverWait(stage.driver, 5).until(lambda driver: stage.sent(again["type"]) == [again])


def test_no_hint_is_asked_for_again_after_the_user_has_played_on(stage):
    stage.hear(hearthstone(SMALL, SMALL, step=3))
    stage.hear({"type": "compiling", "text": "Compiling …", "again": {"type": "hint", "step": 3}})
    stage.hear(hearthstone(SMALL, SMALL, step=4))
    time.sleep(2.2)
    assert stage.sent("hint") == []


def test_the_notice_of_a_compilation_goes_as_soon_as_it_is_done(stage):
    """Even if the user does nothing meanwhile, as during the mulligan."""
    text, ready = "Getting it ready …", {"type": "ready"}
    stage.hear(hearthstone(SMALL, SMALL, phase="mulligan", notice=text))
    notice = stage.driver.find_element(By.CSS_SELECTOR, ".notice")
    WebDriverWait(stage.driver, 5).until(lambda driver: len(stage.sent("ready")) == 1)
    stage.hear({"type": "compiling", "text": text, "again": ready})
    assert notice.text == text
    WebDriverWait(stage.driver, 5).until(lambda driver: len(stage.sent("ready")) == 2)
    stage.hear(ready)
    assert not notice.is_displayed()
    time.sleep(2.2)
    assert len(stage.sent("ready")) == 2
