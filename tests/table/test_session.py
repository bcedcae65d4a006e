"""A page gets answers to its requests; invalid ones get an error message, and the match is unharmed."""

import json

import pytest

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.table.session import ASKED, Session

HUNTER = deck("Elite Aggro Hunter")
DECK = {"class": HUNTER.hero_class, "cards": list(HUNTER.cards)}
START = {
    "type": "start",
    "opponent": "random",
    "card_set": "mesb",
    "best_of": 1,
    "mine": [DECK],
    "theirs": [DECK],
}


class Page:
    """A page that collects the messages to it."""

    def __init__(self):
        self.heard = []
        self.session = Session(lambda message: self.heard.append(json.loads(json.dumps(message))))

    def ask(self, kind, **fields):
        """Ask, and return the last answer."""
        self.session.handle({"type": kind, **fields})
        return self.heard[-1]

    def begin(self):
        self.session.handle(START)
        answer = self.ask("mulligan", keep=[0])
        assert answer["view"]["yours"] and answer["phase"] == "play"
        return answer


@pytest.fixture
def page():
    return Page()


def test_a_page_plays_by_the_moves_that_it_is_sent(page):
    answer = page.begin()
    while answer["phase"] == "play":
        answer = page.ask("act", action=answer["view"]["moves"][0]["action"], step=answer["step"])
    assert answer["phase"] == "over" and answer["result"] in ("me", "foe", "nobody")
    assert page.ask("lobby")["matches"][0]["winners"] == [answer["result"]]


@pytest.mark.parametrize(
    "message",
    [
        None, [], "act", {}, {"type": 3}, {"type": "fly"}, {"type": "__init__"}, {"type": "act"}, {"type": "act", "action": "1", "step": 0},
        {"type": "act", "action": True, "step": 0}, {"type": "act", "action": 10**30, "step": 0}, {"type": "act", "action": 0, "step": -5},
        {"type": "mulligan", "keep": [0]}, {"type": "next", "hero": "MAGE"}, {"type": "resume", "number": "../../etc/passwd"},
        {"type": "start", "opponent": "random"}, {**START, "best_of": 3}, {**START, "mine": [DECK, DECK]}, {**START, "mine": ["x"]},
        {**START, "mine": [{"class": "HUNTER", "cards": [1] * 30}]}, {**START, "card_set": "../mesb"}, {**START, "opponent": "me"},
        {"type": "cards", "card_set": "mesb", "hero": "JESTER"}, {"type": "step", "step": 3}, {"type": "load_deck", "name": "none"},
        {"type": "watch", "number": None, "game": None, "text": "{"}, {"type": "watch", "number": None, "game": None, "text": None},
        {"type": "save_deck", "name": "../x", "card_set": "mesb", "hero": "MAGE", "cards": []},
        {"type": "read_code", "card_set": "mesb", "code": "no code"}, {"type": "read_code", "card_set": "mesb", "code": ""},
    ],
    ids=lambda message: json.dumps(message)[:40],
)  # fmt: skip
def test_a_broken_message_gets_a_sentence_and_the_match_is_unharmed(page, message):
    page.begin()
    before = json.dumps(page.session.match.kept)
    page.heard.clear()
    page.session.handle(message)
    assert page.heard[-1]["type"] == "sorry" and not page.heard[-1]["text"][0].islower()
    assert json.dumps(page.session.match.kept) == before


def test_every_message_has_its_answer():
    assert all(hasattr(Session, f"on_{kind}") for kind in ASKED)


def test_a_click_counts_once(page):
    answer = page.begin()
    end = {"action": 31, "step": answer["step"]}
    page.ask("act", **end)
    assert "out of date" in page.ask("act", **end)["text"]


def test_two_tabs_do_not_mix():
    one, other = Page(), Page()
    answer, untouched = one.begin(), other.begin()
    assert answer["number"] != untouched["number"]
    one.ask("concede")
    assert other.session.match.phase == "play" and other.heard[-1] == untouched


def test_a_tab_that_comes_back_goes_on(page):
    answer = page.begin()
    again = Page()
    back = again.ask("hello", match=answer["number"])
    assert back["fresh"] and back["view"] == page.heard[-1]["view"] and back["step"] == answer["step"]


def test_thoughts_are_sent_only_when_they_are_asked_for(page):
    page.session.handle(START | {"opponent": "beam Control"})
    answer = page.ask("mulligan", keep=[])
    page.ask("act", action=31, step=answer["step"])
    assert not any("thoughts" in message for message in page.heard)
    page.session.handle({"type": "thoughts", "on": True})
    page.ask("act", action=31, step=page.heard[-1]["step"])
    assert any(message.get("thoughts") for message in page.heard)


def test_a_deck_is_built_checked_shared_and_kept(page):
    pool = page.ask("cards", card_set="mesb", hero="MAGE")["cards"]
    assert {"Fireball", "Wisp"} <= {card["key"] for card in pool} and all(
        card["most"] in (1, 2) for card in pool
    )
    checked = page.ask("check", card_set="mesb", hero="MAGE", cards=["Fireball"] * 3 + ["Backstab"])
    assert any("4 cards" in fault for fault in checked["faults"]) and any(
        "3 times" in fault for fault in checked["faults"]
    )
    assert any("ROGUE card" in fault for fault in checked["faults"]) and checked["code"] is None
    checked = page.ask("check", card_set="mesb", hero="HUNTER", cards=DECK["cards"])
    assert checked["faults"] == []
    read = page.ask("read_code", card_set="mesb", code=f"### Mine\n#\n{checked['code']}\n")
    assert read["hero"] == "HUNTER" and sorted(read["cards"]) == sorted(DECK["cards"])
    assert page.ask("save_deck", name="Mine", card_set="mesb", hero="HUNTER", cards=DECK["cards"])[
        "saved"
    ] == ["Mine"]
    assert page.ask("load_deck", name="Mine")["cards"] == DECK["cards"]
    assert page.ask("decks", card_set="mesb")["decks"][-1]["name"] == "Mine"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"card_set": "mesb"}', '{"card_set":"mesb","class":"MAGE","cards":[3]}',
                                  '{"card_set":"mesb","class":"MAGE","cards":["Nobody"]}'])  # fmt: skip
def test_a_broken_deck_gets_a_sentence(page, played, text):
    folder = played / "decks"
    folder.mkdir(parents=True)
    (folder / "spoilt.json").write_text(text)
    assert "spoilt" in page.ask("load_deck", name="spoilt")["text"]
    assert all(one["from"] != "your own" for one in page.ask("decks", card_set="mesb")["decks"])


def test_a_replay_is_stepped_through_forwards_and_back(page):
    kept, end = replay.record(card_book("mesb"), HUNTER, deck("Elite Control Warlock"), seed=7)
    start = page.ask("watch", number=None, game=None, text=replay.to_text(kept))
    assert start["step"] == 0 and start["steps"] == len(kept.actions) and start["line"] is None
    last = page.ask("step", step=start["steps"])
    assert last["view"]["over"] and last["view"]["turn"] == int(end.turn) and last["line"]["text"]
    assert page.ask("step", step=0) == start
    assert "from 0 to" in page.ask("step", step=start["steps"] + 1)["text"]


def test_an_unfinished_game_cannot_be_watched(page):
    number = page.begin()["number"]
    assert "not over yet" in page.ask("watch", number=number, game=0, text=None)["text"]
    page.ask("concede")
    assert page.ask("watch", number=number, game=0, text=None)["type"] == "replay"
