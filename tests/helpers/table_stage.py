"""The page of the table in a browser without its server: a test gives it messages and reads what it sends.

stage = Stage(driver, tmp_path)
stage.hear({"type": "lobby", ...})
stage.sent()                             # the messages that the page has sent
"""

import json
import shutil

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from deckspace.engine.hearthstone import positions
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.locm import replay
from deckspace.engine.locm.cards import edition, with_cards_of
from deckspace.table import view
from deckspace.table.locm import view as locm_view
from deckspace.table.widget import Table

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
FLAGS = ("--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync "
         "--disable-background-networking --disable-component-update --disable-dev-shm-usage").split()  # fmt: skip

SIZES = [(1280, 720), (1440, 900), (390, 844)]
HTML = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>html, body {{ margin: 0 }} {css}</style><div id="here"></div>
<script type="module">
{esm}
</script>"""
START = """
window.sentMessages = []; window.heard = null;
const model = { on: (name, listener) => { window.hearMessage = listener; }, send: (message) => window.sentMessages.push(message) };
Widget.render({ model, el: document.getElementById("here") });
"""
MESB = card_book("mesb")

# What a test asks of a page: texts that are cut, the room that the board takes, texts that are pale,
# names without a role, and movements.
CUT = """
const texts = [...document.querySelectorAll('.card > .text, .card > .name, .minion > .name')].filter((each) => each.offsetParent);
return texts.filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText);
"""
ROOM = """
const board = document.querySelector('.play').getBoundingClientRect();
const out = [...document.querySelectorAll('.play :is(button, .gem, .pile)')].map((each) => each.getBoundingClientRect());
return {below: innerHeight - board.bottom, above: board.top, share: board.width / (innerWidth - (innerWidth > 840 ? 290 : 0)),
        out: out.filter((box) => box.width && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)).length};
"""
PALE = """
const parts = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
const light = (colour) => colour.slice(0, 3).map((each) => each / 255).map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
  .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
const over = (top, below) => top.slice(0, 3).map((each, i) => each * (top[3] ?? 1) + below[i] * (1 - (top[3] ?? 1)));
function ground(element) {
  if (!element) return [255, 255, 255];
  const own = parts(getComputedStyle(element).backgroundColor);
  return own.length === 3 ? own : over(own, ground(element.parentElement));
}
const said = (element) => [...element.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim());
return [...document.querySelectorAll('.deckspace *:not(svg *)')].filter((each) => each.offsetParent && said(each) && !each.closest(':disabled, optgroup, option, .spoken')).map((each) => {
  const lights = [light(parts(getComputedStyle(each).color)), light(ground(each))].sort();
  return [(Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05), each.className + ': ' + each.innerText];
}).filter(([contrast]) => contrast < 4.5);
"""
NAMELESS = """
return [...document.querySelectorAll(':is(div, span, p)[aria-label]:not([role])')].map((each) => each.className);
"""  # whose names no screen reader reads, because they have no role
MOVING = "return document.getAnimations().map((each) => each.effect.getTiming().duration)"


def chromium(folder):
    """Return a new chromium without a screen, or skip the test; `folder` is for its own files."""
    if not (CHROMIUM and DRIVER):
        pytest.skip("The browser test needs chromium and chromedriver on PATH.")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(DRIVER))


class Stage:
    def __init__(self, driver, folder):
        self.driver = driver
        # As if the window had the focus, which a window without a screen may lack.
        driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        path = folder / "stage.html"
        esm = Table._esm.replace("export default", "const Widget =") + START
        path.write_text(HTML.format(css=Table._css, esm=esm), encoding="utf-8")
        self.address = path.as_uri()

    def open(self, width, height, *messages, still=True):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        motion = [{"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": motion})
        self.driver.get(self.address)
        ready = "return typeof window.hearMessage === 'function'"
        WebDriverWait(self.driver, 10).until(lambda driver: driver.execute_script(ready))
        for message in messages:
            self.hear(message)

    def hear(self, message):
        message = json.loads(json.dumps(message, default=float))
        self.driver.execute_script("window.hearMessage(arguments[0])", message)

    def sent(self, kind):
        found = self.driver.execute_script("return window.sentMessages")
        return [one for one in found if one["type"] == kind]


def hearthstone(me, foe, book=MESB, phase="play", choice=None, **other):
    """Return the message that shows a position of Hearthstone, described as in positions.py."""
    game = positions.position(book, me, foe)
    seen = view.shown(game, book, 0, moves=phase == "play")
    if choice:
        seen["choice"] = choice
        seen["cards"] |= {key: view.card(book, key) for key in choice}
        moves = [
            {"action": i, "kind": 4, "source": i, "target": 31, "at": 0, "option": 0}
            for i in range(len(choice))
        ]
        seen["moves"] = moves
    message = {"type": "match", "number": "20260101-000000-abcdef", "opponent": "alpha-beta", "phase": phase}
    message |= {"notice": None, "fresh": True, "best_of": 1, "score": [0, 0], "winner": None, "left": []}
    message |= {"cards": "Basic and Classic", "milliseconds": None, "agent": None, "lines": []}
    message |= {"heroes": [me.get("class", "MAGE"), foe.get("class", "MAGE")], "first": True, "game": 1}
    message |= {"step": 3, "result": None, "conceded": False, "view": seen}
    return message | other


def legends(version, hand=8, lanes=(0, 0, 0, 1, 1, 1), phase="play"):
    """Return the message that shows a position of LoCM with full lanes."""
    book = with_cards_of(edition("1.5"), 5) if version == "1.5" else edition()
    creatures = [n for n in range(1, 121 if version == "1.5" else 161) if book.cards[n].type == 0]
    words = sorted(creatures, key=lambda n: -len(locm_view.text(book.cards[n])))
    boards = [
        [replay.creature(n, lane, book) for n, lane in zip(words[k : k + 6], lanes, strict=True)]
        for k in (0, 6)
    ]
    longest = sorted(
        range(1, 121 if version == "1.5" else 161), key=lambda n: -len(locm_view.text(book.cards[n]))
    )
    game = replay.position(
        replay.side(longest[:hand], boards[0]), replay.side(longest[:4], boards[1]), turn=10
    )
    message = {
        "type": "locm_match",
        "number": "locm-x",
        "opponent": "Beam",
        "phase": phase,
        "version": version,
    }
    message |= {
        "rated": "Elo +576",
        "step": 40,
        "first": True,
        "fresh": True,
        "winner": None,
        "conceded": False,
    }
    return message | {
        "milliseconds": None,
        "agent": None,
        "lines": [],
        "view": locm_view.shown(game, book, 0),
    }
