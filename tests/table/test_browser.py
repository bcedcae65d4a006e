"""The page in a real browser: a deck is built, games are played by clicking and by keys, and nothing breaks it.

Chromium runs without a screen. Where there is none (or no chromedriver beside it), these tests are skipped.
"""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from study import HOME

PATIENCE = 180  # seconds, because code may have to be compiled first
WIDE, PHONE = (1280, 720), (390, 844)

# What a reader might click next: whom something can be done to, then cards, then attacks, then the end of the turn.
NEXT = """
if (document.querySelector('[data-id="again"]')) return null;
const lit = (where) => [...document.querySelectorAll(where)].map((each) => each.dataset.id);
return [...lit('.foe .target'), ...lit('.target'), ...lit('.middle .lit:not(.end)'), ...lit('.hand .lit'), ...lit('.row.me .lit'),
        ...lit('.person.me .lit'), ...lit('.end')][0] || null;
"""
OVERHANG = """
document.getAnimations().forEach((each) => each.finish()); // a card that is still on its way in hangs over
const wide = document.documentElement.clientWidth;
const out = [...document.querySelectorAll('.deckspace *:not(svg *)')].filter((each) => each.getBoundingClientRect().right > wide + 1);
return [Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - wide, out.map((each) => each.className)];
"""
CUT = """
return [...document.querySelectorAll('.hand:not(.small) .text, .minion .name')].filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.innerText);
"""  # texts of cards in the hand that cannot be read to their end
SOCKETS = """
window.sockets = 0;
window.WebSocket = class extends WebSocket {
  constructor(url, ...given) { super(window.cut ? "ws://127.0.0.1:1" : url, ...given); window.sockets += 1; window.socket = this; }
};
"""  # counts the connections that a page makes to its process, and cuts them
HERO = "return document.querySelector('[data-id=build-hero]').value"
ELSEWHERE = "return performance.getEntriesByType('resource').map((one) => one.name).filter((name) => !name.startsWith(location.origin))"


class Page:
    """A tab, and a user's actions in it."""

    def __init__(self, driver, address):
        self.driver, self.address = driver, address
        self.size(*WIDE)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SOCKETS})
        self.driver.get(self.address)
        self.find("[data-id=play]:not([disabled]), .match")
        self.driver.execute_script("localStorage.setItem('deckspace-pace', '0')")

    def size(self, width, height):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def until(self, found, what, seconds=PATIENCE):
        """Wait until `found()` returns something true, and return it; the page may be redrawn meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if result := found():
                    return result
            except WebDriverException:
                pass
            time.sleep(0.02)
        raise AssertionError(f"{what}; the page says: {self.text()[:600]}")

    def find(self, css):
        return self.until(lambda: next(iter(self.all(css)), None), f"no {css}")

    def act(self, css, deed):
        """Do something to the first matching element, and return what comes of it."""
        return self.until(lambda: (deed(self.find(css)),), f"{css} changes all the time")[0]

    def click(self, name):
        self.act(f'[data-id="{name}"]', self.press)

    def press(self, found):
        """Click an element; the mouse leaves first what it has enlarged."""
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 0, "y": 0})
        found.click()

    def type(self, keys, css=".deckspace"):
        self.act(css, lambda found: found.send_keys(keys))

    def choose(self, name, text):
        def chosen():
            for option in self.all(f'[data-id="{name}"] option'):
                if text in option.text:
                    option.click()
                    return True

        self.until(chosen, f"no {text} in {name}")

    def text(self, css="body"):
        found = "return (document.querySelector(arguments[0]) || {innerText: ''}).innerText"
        return self.driver.execute_script(found, css)

    def says(self, words, css=".notice"):
        self.until(lambda: words in self.text(css), f"no '{words}' in {css}")

    def begin(self, opponent="random"):
        self.click("tab-lobby")
        self.choose("opponent", opponent)
        self.find("[data-id=play]:not([disabled])")
        self.click("play")
        self.find('[data-id="keep-all"]')

    def moves(self, most=400):
        """Click highlighted elements, at most this many times, until the game is over; return what was clicked."""
        clicked = []
        while len(clicked) < most and not self.all('[data-id="again"]'):
            name = self.driver.execute_script(NEXT)
            try:
                self.press(self.all(f'[data-id="{name}"]')[0])
                clicked.append(name)
            except (IndexError, WebDriverException):
                time.sleep(0.02)  # the opponent is thinking, or the page has redrawn the board
        return clicked


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("played"))
    environment = os.environ | {"DECKSPACE_PLAYED": folder, "PYTHONPATH": str(HOME / "lib")}
    command = "-m deckspace.table.serve --with study.registered --no-browser --port 8950"
    how = {"stdout": subprocess.PIPE, "env": environment, "text": True, "start_new_session": True}
    server = subprocess.Popen([sys.executable, *command.split()], **how)
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", server.stdout.readline())
        assert found, "the server did not start"
        yield found[0]
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


@pytest.fixture(scope="module")
def page(browser, address):
    yield Page(browser, address)


def test_the_page_fetches_nothing_from_elsewhere_and_requires_its_token(page):
    assert page.driver.title == "Deckspace"
    assert page.driver.execute_script(ELSEWHERE) == []
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(page.address.partition("?")[0], timeout=10)
    said = refused.value.read().decode()
    assert refused.value.code == 403 and "<title>Deckspace" in said
    assert "the terminal shows" in said and "under Continue" in said
    [cookie] = [one for one in page.driver.get_cookies() if one["name"].startswith("deckspace-")]
    assert cookie["sameSite"] == "Strict" and cookie["httpOnly"]


def test_a_whole_game_is_played_by_clicking_and_goes_on_after_a_reload(page):
    page.begin("random")
    page.click("hand-0")
    page.click("keep")
    page.find('[data-id="end"]')
    page.moves(12)
    page.find(".log .line")
    page.driver.refresh()
    page.find('[data-id="end"], [data-id="again"], [data-id="cancel"], .choose')
    assert page.all(".log .line"), "the log is told again"
    clicked = page.moves()
    page.says("game", ".result")
    assert len(clicked) > 5 and re.search(r"have won|have lost|draw", page.text(".result"))
    redraw = int(re.search(r"response (\d+) ms", page.text(".timing"))[1])
    assert redraw < 2000  # a busy machine; on an idle one it is well under 100


def test_a_game_that_is_over_can_be_watched(page):
    page.click("watch")
    page.says("0 of", ".middle")
    page.click("forward")
    page.says("1 of", ".middle")
    page.click("last")
    page.says(" won.", ".middle")
    page.type(Keys.ARROW_LEFT)
    page.click("first")
    page.says("0 of", ".middle")


def test_a_turn_is_played_by_keys_alone(page):
    page.begin("random")
    page.type("1")
    page.says("Exchange 1 of", ".middle")
    page.click("keep-all")
    page.find('[data-id="end"]')
    before = page.text(".middle")
    page.type("e")
    page.until(lambda: page.text(".middle") != before and page.all('[data-id="end"]'), "no second turn")
    assert "You end the turn" in page.text(".log")


def test_two_tabs_have_a_match_each(page):
    first = page.driver.current_window_handle
    before = page.text(".log")
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(page.address)
        page.find("[data-id=play]:not([disabled])")
        page.says(", turn 2", ".matches")  # the other match, which could be resumed here
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)
    assert page.text(".log") == before


def test_the_back_button_leads_from_a_match_to_the_lobby_where_it_goes_on(page):
    page.begin("random")
    page.click("keep-all")
    page.find('[data-id="end"]')
    page.says("The Coin comes into", ".log")
    page.driver.back()
    page.find("[data-id=play]:not([disabled])")
    page.act('.matches [data-id^="resume-"]', lambda found: found.click())
    page.find('[data-id="end"]')
    page.says("The Coin comes into", ".log")


def test_three_clicks_on_play_are_one_match(page):
    page.click("tab-lobby")
    page.find("[data-id=play]:not([disabled])")
    before = len(page.all('.matches [data-id^="resume-"]'))
    page.driver.execute_script(
        "const play = document.querySelector('[data-id=play]'); for (const _ of '123') play.click()"
    )
    page.find('[data-id="keep-all"]')
    page.click("tab-lobby")
    page.find("[data-id=play]:not([disabled])")
    assert len(page.all('.matches [data-id^="resume-"]')) == before + 1


def test_a_best_of_five_is_played_game_by_game(page):
    page.click("tab-lobby")
    page.choose("opponent", "random")
    page.choose("best-of", "Best of 5")
    page.find('[data-id="mine-2"]')
    page.find("[data-id=play]:not([disabled])")
    page.click("play")
    page.says("with which deck do you begin?", ".result")
    for game in range(3):
        page.act('.result [data-id^="next-"]', lambda found: found.click())
        page.click("keep-all")
        page.click("concede")
        if not game:
            page.says("Really concede?", "[data-id=concede]")
            page.until(lambda: page.text("[data-id=concede]") == "Concede", "the question stays")
            page.click("concede")  # it asks again
        time.sleep(0.6)  # a double click concedes nothing
        page.click("concede")
        page.says(f"0:{game + 1}", ".result")
    page.says("The match is lost, 0:3", ".result")
    page.click("again")
    page.choose("best-of", "One game")


def test_a_deck_is_built_by_clicking(page):
    page.click("tab-decks")
    page.find('[data-id="by-cost"]')
    page.choose("by-cost", "2")
    page.says("The deck has 0 cards", '[data-id="faults"]')
    page.type("None yet", '[data-id="deck-name"]')
    page.click("save")
    page.says("Saved as “None yet”, but it cannot be played before it is legal.")
    for name in [each.get_attribute("data-id") for each in page.all(".cards .card")]:
        while not page.text(".deck h2").startswith("30 ") and page.all(f'[data-id="{name}"]:not(.full)'):
            page.click(name)
    page.says("30 cards of 30", ".deck h2")
    page.says("This deck is legal", ".good")
    code = page.act('[data-id="code"]', lambda found: found.get_attribute("value"))
    assert code.startswith("AAE")
    page.click("empty")
    page.says("0 cards of 30", ".deck h2")
    page.type(code, '[data-id="code-in"]')
    page.click("read-code")
    page.says("30 cards of 30", ".deck h2")
    page.type(Keys.CONTROL + "a" + Keys.NULL + "Twos: 2/2 & co.", '[data-id="deck-name"]')
    page.click("save")
    page.says("Saved as")
    page.choose("start-from", "Elite Aggro Hunter")  # still offered after saving
    page.until(lambda: page.driver.execute_script(HERO) == "HUNTER", "the deck is not there")
    page.click("tab-lobby")
    page.find("[data-id=play]:not([disabled])")
    page.choose("mine-0", "Twos: 2/2 & co.")


def test_a_replay_that_is_broken_or_too_long_gets_a_sentence(page, tmp_path):
    page.click("tab-replays")
    page.type('{"seed": 1}', '[data-id="replay-text"]')
    page.click("open-text")
    page.says("This is not a replay")
    (tmp_path / "long.json").write_text(" " * 2_000_001)
    page.type(str(tmp_path / "long.json"), '[data-id="file"]')
    page.says("“long.json” is too large for a replay")
    page.click("tab-lobby")
    page.find("[data-id=play]:not([disabled])")


def test_a_phone_shows_all_without_scrolling_sideways(page):
    page.size(*PHONE)
    for where, what in (("decks", "by-name"), ("replays", "file"), ("lobby", "play")):
        page.click(f"tab-{where}")
        page.find(f'[data-id="{what}"]')
        assert page.driver.execute_script(OVERHANG) == [0, []], where
    page.begin("random")
    assert page.driver.execute_script(CUT) == []
    page.click("keep-all")
    page.moves(40)
    assert page.driver.execute_script(OVERHANG) == [0, []]
    for name in ("thinks", "tab-decks", "again" if page.all('[data-id="again"]') else "concede"):
        page.driver.execute_script(f"document.querySelector('[data-id=\"{name}\"]').scrollIntoView()")
        assert page.act(f'[data-id="{name}"]', lambda found: found.is_displayed()), name


def test_legends_of_code_and_magic_is_drafted_and_played(page):
    """Use the phone's width from the previous test, without horizontal scrolling."""
    page.click("tab-locm")
    page.choose("locm-opponent", "random")
    page.click("locm-play")
    for pick in range(30):
        page.says(f"Pick {pick + 1} of 30", ".play")
        assert page.driver.execute_script(CUT) == []
        page.click("offer-0")
    page.find('[data-id="end"], [data-id="again"]')
    page.click("thinks")
    page.moves(25)
    page.says("legal actions", ".thoughts")
    assert page.driver.execute_script(OVERHANG) == [0, []]
    page.click("tab-locm")
    page.click("locm-play")
    page.says("will appear in its next turn", ".thoughts")  # thoughts of another game are not shown
    page.click("tab-locm")
    page.act(".matches li:nth-child(2) button", lambda found: found.click())  # back to the battle
    page.find(".lanes")
    page.moves()
    page.says("the game", ".result")  # won or lost: the seed is another one each time
    page.click("watch")
    page.type(Keys.END, "[data-id=slider]")
    page.says(" won.", ".middle")
    page.click("others")
    page.click("paper-one_game")
    page.says("0 of", ".middle")


def test_a_deck_is_chosen_for_version_1_5(page):
    """Use the phone's width, and keys alone for one card; a reload keeps what was chosen."""
    page.click("tab-locm")
    page.choose("locm-version", "1.5")
    page.choose("locm-opponent", "random")
    page.click("locm-play")
    for name in ("add-7", "add-7", "add-7"):  # two copies at most
        page.click(name)
    page.says("2 of 30 cards", ".middle")
    page.choose("by-sort", "type")
    page.choose("by-type", "Blue items")
    page.until(lambda: len(page.all(".cards .card")) < 120, "all types")
    page.driver.refresh()
    page.says("2 of 30 cards", ".middle")
    page.click("remove-7")
    page.type([Keys.ARROW_RIGHT, "f"])
    page.says("30 of 30 cards", ".middle")
    page.type(Keys.BACKSPACE, '[data-id="remove-7"]')
    page.says("Play (1 to go)", ".middle")
    page.type([Keys.ENTER], '[data-id="add-7"]')
    assert page.driver.execute_script(OVERHANG) == [0, []]
    page.type("p")
    page.find('[data-id="end"], [data-id="again"]')
    page.moves()
    page.says("the game", ".result")  # won or lost: the seed is another one each time


def test_a_page_keeps_its_connection(page):
    """A click during a reconnection is lost; a server with a short ping timeout disconnects after 30 seconds."""
    while (opened := page.driver.execute_script("return performance.now()")) < 32_000:
        time.sleep(32 - opened / 1000)
    assert page.driver.execute_script("return window.sockets") == 1


def test_a_lost_connection_is_told_at_once_and_taken_back_when_it_is_there_again(page):
    page.driver.execute_script("window.cut = true; window.socket.close()")
    page.says("new address that the terminal shows, where they are listed under Continue")
    page.driver.execute_script("window.cut = false")
    page.until(lambda: not page.text(".notice"), "the notice stays")
    page.click("tab-lobby")
    page.find("[data-id=play]:not([disabled])")
