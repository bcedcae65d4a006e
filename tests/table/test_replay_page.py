"""A replay as one file: it plays from the disk without a network, shows what the server sends, and obeys no text in it."""

import re
from dataclasses import replace

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from deckspace.__main__ import main
from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.positions import position
from deckspace.table import match as matches
from deckspace.table import page, storage, viewer
from deckspace.table.locm import match
from deckspace.table.locm.viewer import Viewer as Locm
from deckspace.table.view import open_view
from table_pages import play_on, unpacked
from table_stage import CUT, MESB, MOVING, NAMELESS, PALE, ROOM, SIZES, Stage, legends

DECKS = [deck(f"Elite Aggro {hero}") for hero in ("Hunter", "Warlock", "Paladin")]
LARGEST = 200_000  # bytes of a page
HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
DRAWN = """
const all = (css) => [...document.querySelectorAll(css)];
const side = (who, i) => ({
  health: Number(document.querySelector(`.person.${who} .hero`).dataset.health),
  mana: document.querySelector(`.person.${who} .mana b`).innerText,
  minions: all(`.row.${who} .minion`).map((each) => each.getAttribute('aria-label').split(', ').slice(0, 2)),
  hand: all('.hand')[i].querySelectorAll('.card').length,
});
const read = () => ({ foe: side('foe', 0), me: side('me', 1) });
const steps = [read()];
while (!document.querySelector('.line:last-child').ariaCurrent) { document.querySelector('[data-id="forward"]').click(); steps.push(read()); }
return steps;
"""  # what is seen at each step, from this one to the last


def recorded():
    decks = deck("Elite Aggro Hunter"), deck("Elite Control Warlock")
    return replay.record(MESB, *decks, seed=7)[0]


def of_locm(version):
    one = match.begin("random", 4, version)
    if version == "1.5":
        one.construct(one.filled([]))
    return Locm(play_on(one))


STEPS = len(recorded().actions) + 1  # with the mulligan
GAMES = {
    "Hearthstone": lambda: viewer.of_replay(recorded()),
    "LoCM 1.2": lambda: of_locm("1.2"),
    "LoCM 1.5": lambda: of_locm("1.5"),
}


class Opened:
    """A page in the browser, and a user's actions on it."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, address):
        self.driver.get("about:blank")  # or another step of the same page would not load it anew
        self.driver.get(address)
        return self.ready()

    def ready(self):
        WebDriverWait(self.driver, 20).until(lambda driver: self.all(".replay .hero"))
        return self

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def find(self, name):
        return self.driver.find_element(By.CSS_SELECTOR, f'[data-id="{name}"]')

    def press(self, *keys):
        self.driver.find_element(By.CSS_SELECTOR, ".deckspace").send_keys(*keys)

    def ask(self, script, *given):
        return self.driver.execute_script(script, *given)

    @property
    def step(self):
        return int(re.search(r"(\d+) of", self.text(".where"))[1])

    def text(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css).text


@pytest.fixture
def alone(browser, tmp_path):
    """Return what writes a page and opens it from the disk, with the network off, and with little motion."""
    browser.execute_cdp_cmd("Network.enable", {})
    off = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", off)
    motion(browser, "reduce")
    metrics = {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def opened(game, hash=""):
        path = tmp_path / "game.html"
        path.write_text(page.of(game), encoding="utf-8")
        return Opened(browser).open(path.as_uri() + hash)

    yield opened
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", off | {"offline": False})


def motion(browser, wanted):
    features = [{"name": "prefers-reduced-motion", "value": wanted}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def seen(one):
    """Return what is to be seen of a player in a view of the server."""
    health = one["hero"]["health"] if "hero" in one else one["hp"]
    minions = [[each["name"], f"{each['attack']}/{each['health']}"] for each in by_lane(one["board"])]
    mana = f"{one['mana']}/{one['max_mana']}"
    return {"health": health, "mana": mana, "minions": minions, "hand": len(one["hand"])}


def by_lane(board):
    return sorted(board, key=lambda each: each.get("lane", 0))


@pytest.mark.parametrize("game", GAMES)
def test_from_the_disk_each_step_is_what_the_server_would_show(alone, tmp_path, game):
    one = GAMES[game]()
    opened = alone(one)
    drawn = opened.ask(DRAWN)
    views = [one.at(step)["view"] for step in range(one.steps + 1)]
    assert drawn == [{who: seen(view[who]) for who in ("foe", "me")} for view in views]
    packed = re.search('const GAME = "([^"]*)"', (tmp_path / "game.html").read_text(encoding="utf-8"))[1]
    kept = unpacked(packed)
    assert [view | {"cards": {key: kept["cards"][key] for key in view["cards"]}} for view in views] == [
        kept["views"][i] | {"cards": view["cards"]} for i, view in enumerate(views)
    ]
    assert opened.ask("return performance.getEntriesByType('resource').length") == 0
    assert (tmp_path / "game.html").stat().st_size < LARGEST


def test_the_curve_has_a_chance_for_each_turn_and_ends_with_the_winner():
    one = viewer.of_replay(recorded())
    steps, chances = zip(*page.chances(one), strict=True)
    turns = [int(game.turn) for game in one.positions]
    assert [turns[step] for step in steps[:-1]] == sorted(set(turns))[1:] and steps[-1] == one.steps
    assert all(0 <= chance <= 1 for chance in chances)
    assert chances[-1] == one.at(one.steps)["view"]["won"]
    other = viewer.of_replay(recorded())
    other.side = 1
    assert [1 - chance for _, chance in page.chances(other)] == pytest.approx(list(chances))


def test_the_first_step_of_a_replay_is_the_mulligan():
    first, second = recorded().players
    begun = replace(recorded(), players=(first, replace(second, keep=(0, 1))), actions=(), state=None)
    one = viewer.of_replay(begun)
    dealt, started = (one.at(step)["view"]["foe"]["hand"] for step in (0, 1))
    assert len(dealt) == 4 and [card["key"] for card in dealt[:2]] == [card["key"] for card in started[:2]]
    assert one.at(0)["line"]["text"] == "The opening hands are dealt."
    keeps, exchanges, coin, begins, draws = one.at(1)["line"]["then"]
    names = [one.book.table[card["key"]].name for card in [*dealt[2:4], *started[2:4]]]
    assert keeps == "The first player keeps all cards."
    assert exchanges == "The second player exchanges {}, {} for {}, {}.".format(*names)
    assert coin == "The Coin comes into the second player's hand."
    assert begins == "The first player's turn 1 begins." and draws.endswith(
        " comes into the first player's hand."
    )


def test_it_plays_by_itself_to_the_end_and_stops_when_it_is_told(alone):
    opened = alone(recorded())
    opened.driver.find_element(By.CSS_SELECTOR, '[data-id="pace"] option[value="250"]').click()
    opened.press(" ")
    WebDriverWait(opened.driver, 20).until(lambda driver: opened.step >= 2)
    opened.press(" ")
    stopped = opened.step
    assert opened.find("play-pause").text == "▶ Play"
    opened.ask("document.querySelector('[data-id=pace]').value = '0'; document.querySelector('[data-id=pace]').dispatchEvent(new Event('change'))")  # fmt: skip
    assert opened.step == stopped
    opened.find("play-pause").send_keys(" ")  # its own key, once
    assert opened.find("play-pause").text != "▶ Play"
    WebDriverWait(opened.driver, 60).until(lambda driver: " won." in opened.text(".where"))
    assert opened.find("play-pause").text == "▶ Play" and opened.step == STEPS


def test_a_step_is_reached_by_link_key_line_and_curve(alone):
    opened = alone(recorded(), "#step=5")
    assert opened.step == 5
    opened.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert opened.step == 6
    slider = opened.find("slider")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert opened.step == 7 and slider.get_attribute("aria-valuetext").startswith("7 of")
    slider.click()  # its middle
    assert abs(opened.step - STEPS / 2) < 3
    assert opened.all(".curve-of-chances .chances")[0].get_attribute("d").count("L") > 5
    opened.find("line-9").click()
    assert opened.step == 9
    assert [each.get_attribute("data-id") for each in opened.all(".log [aria-current]")] == ["line-9"]
    opened.ask("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    opened.find("copy-link").click()
    assert opened.ask("return window.copied").endswith("game.html#step=9")
    opened.ask("location.hash = 'step=3'")
    WebDriverWait(opened.driver, 5).until(lambda driver: opened.step == 3)
    opened.ask("location.hash = 'step=1e9'")
    WebDriverWait(opened.driver, 5).until(lambda driver: opened.step == STEPS)


def test_one_step_forwards_moves_what_changes_unless_movements_are_unwanted(alone):
    opened = alone(recorded())
    opened.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert opened.ask(MOVING) == []
    motion(opened.driver, "no-preference")
    found = opened.ask("document.querySelector('[data-id=forward]').click();" + MOVING)
    assert found and all(150 <= each <= 250 for each in found)
    jumped = opened.ask("document.querySelector('[data-id=last]').click();" + MOVING)
    assert jumped == []


def test_no_text_of_a_game_is_obeyed(alone, tmp_path):
    one = viewer.of_replay(recorded())
    one.names, one.about = (HOSTILE, "<b>" + HOSTILE), HOSTILE
    opened = alone(one, "#step=2")
    text = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert text.count("<script") == text.count("</script") == 1
    assert opened.ask("return [window.hacked, document.images.length]") == [None, 0]
    assert HOSTILE in opened.driver.title and HOSTILE in opened.find("me-hero").accessible_name
    tried = "const one = document.createElement('script'); one.textContent = 'window.hacked = 1'; document.body.append(one)"
    assert opened.ask(f"{tried}; return window.hacked") is None  # the page allows no other script


# --- At the table ---------------------------------------------------------------------------


def scene(view, **about):
    """Return a game of one position as the server sends it."""
    game = {
        "game": "hearthstone",
        "names": ["alpha-beta", "MCTS"],
        "about": "A scene.",
        "judged": "It is even.",
    }
    game |= {"views": [view | {"over": True, "won": True}], "cards": view["cards"], "lines": [viewer.DEALT]}
    return {"type": "replay", "packed": page.packed(game | {"chances": [[0, 0.5]]} | about)}


SCENES = {
    "Hearthstone": lambda: scene(open_view(position(MESB, ME, FOE), MESB, 0)),
    "LoCM 1.5": lambda: scene(legends("1.5")["view"], game="locm"),
}
MINIONS = [
    "Sunwalker",
    "Frost Elemental",
    "Amani Berserker",
    "Loot Hoarder",
    "Knife Juggler",
    "Emperor Cobra",
]
ME = {"class": "MAGE", "hand": ["Fireball"] * 10, "board": [*MINIONS, "Kobold Geomancer"]}
ME |= {"secrets": ["Counterspell"], "weapon": "Fiery War Axe", "deck": ["Wisp"] * 9}
FOE = {"class": "WARLOCK", "hand": ["Lord Jaraxxus"] * 9, "board": [*MINIONS, "Raid Leader"]}


@pytest.fixture
def stage(browser, tmp_path):
    return Stage(browser, tmp_path)


def test_the_line_of_the_shown_step_can_be_read(alone):
    opened = alone(viewer.of_replay(recorded()), "#step=1")
    assert opened.all("[aria-current=step] .then") and opened.ask(PALE) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCENES)
def test_it_fills_the_window_can_be_read_and_everything_has_a_name(stage, name, size):
    stage.open(*size, SCENES[name]())
    opened = Opened(stage.driver).ready()
    room = opened.ask(ROOM)
    assert room["below"] < 20 and room["above"] < 60 and room["share"] > 0.94 and room["out"] == 0, room
    assert opened.ask(CUT) == [] and opened.ask(PALE) == [] and opened.ask(NAMELESS) == []
    controls = opened.all("button, select, input, summary, [tabindex='0'], [role='img']")
    assert len(controls) > 20 and all(
        each.accessible_name.strip() for each in controls if each.is_displayed()
    )
    for one in ("play-pause", "slider", "line-0", "save-page"):
        opened.ask("document.querySelector(`[data-id=${arguments[0]}]`).focus({ focusVisible: true })", one)
        assert opened.ask("return getComputedStyle(document.activeElement).outlineStyle") == "solid", one


def test_at_the_table_a_link_opens_a_replay_at_its_step_and_a_button_saves_it(stage):
    stage.address += "#replay=one_game&step=4"
    stage.open(*SIZES[0])
    assert [one["name"] for one in stage.sent("watch_paper")] == ["one_game"]
    assert stage.sent("hello") == [{"type": "hello", "match": None}]
    game = page.whole(viewer.of_replay(recorded()))
    stage.hear({"type": "replay", "packed": page.packed(game)})
    opened = Opened(stage.driver).ready()
    assert opened.step == 4 and "#" not in opened.driver.current_url
    opened.ask("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    opened.find("copy-link").click()
    assert opened.ask("return window.copied").endswith("#replay=one_game&step=4")
    opened.find("save-page").click()
    assert len(stage.sent("save_replay")) == 1
    opened.ask("URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; }")  # fmt: skip
    stage.hear({"type": "page", "name": "game.html", "text": "<!doctype html>"})
    WebDriverWait(opened.driver, 5).until(
        lambda driver: opened.ask("return window.saved") == "<!doctype html>"
    )


def test_a_command_writes_the_page(tmp_path, capsys):
    path = tmp_path / "game.json"
    replay.write(recorded(), path)
    assert main(["replay", str(path), "--out", str(tmp_path / "page.html")]) == 0
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.of(recorded())
    assert "page.html#step=5" in capsys.readouterr().out
    path.write_text("{}")
    assert main(["replay", str(path)]) == 2
    assert "This is not a replay" in capsys.readouterr().err


@pytest.mark.parametrize("given", [[""], ["."], ["game.json", "--out", ""], ["game.json", "--out", "."]])
def test_the_command_refuses_a_name_that_is_none(tmp_path, monkeypatch, capsys, given):
    monkeypatch.chdir(tmp_path)
    replay.write(recorded(), tmp_path / "game.json")
    assert main(["replay", *given]) == 2
    assert capsys.readouterr().err == "deckspace replay: '.' is a folder, not a file.\n"


@pytest.mark.parametrize("given", [["game.html"], ["game.html", "--out", "./game.html"]])
def test_the_command_does_not_replace_the_replay_by_its_page(tmp_path, monkeypatch, capsys, given):
    monkeypatch.chdir(tmp_path)
    replay.write(recorded(), tmp_path / "game.html")
    before = (tmp_path / "game.html").read_bytes()
    assert main(["replay", *given]) == 2
    assert "would replace the replay" in capsys.readouterr().err
    assert (tmp_path / "game.html").read_bytes() == before


def test_the_command_shows_the_last_game_of_a_match_or_the_one_that_is_asked_for(tmp_path, capsys):
    decks = {each.hero_class: list(each.cards) for each in DECKS}
    one = matches.begin("random", "mesb", decks, decks, best_of=5, seed=3)
    for _ in range(2):
        one.next_game()
        one.mulligan([])
        one.concede()
    one.next_game()
    command = [
        "replay",
        str(storage.folder("matches") / f"{one.number}.json"),
        "--out",
        str(tmp_path / "a.html"),
    ]
    for more, game in ([[], 2], [["--game", "1"], 1]):
        assert main([*command, *more]) == 0
        assert f"Game {game} of 3" in capsys.readouterr().out
        shown = page.of(viewer.from_match(one.number, game - 1))
        assert (tmp_path / "a.html").read_text(encoding="utf-8") == shown
    for number, why in (("3", "not over yet"), ("4", "no game 4: this match has 3"), ("0", "no game 0")):
        assert main([*command, "--game", number]) == 2
        assert why in capsys.readouterr().err
