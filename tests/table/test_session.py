"""A page gets answers to its requests; invalid ones get an error message, and the match is unharmed."""

import json
import re

import pytest

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import legal, position
from deckspace.engine.hearthstone.state import PLAY, decode
from deckspace.table import log, match, storage, viewer
from deckspace.table import page as table_page
from table_pages import DECK, HUNTER, START, Page, unpacked

BOOK = card_book("mesb")


@pytest.fixture
def page():
    return Page()


def test_a_page_plays_by_the_moves_that_it_is_sent(page):
    answer = page.begin()
    assert answer["view"]["yours"] and answer["phase"] == "play"
    end = {"action": 31, "step": answer["step"]}
    page.ask("act", **end)
    assert "out of date" in page.ask("act", **end)["text"]  # a click counts once
    page.heard.pop()
    answer = page.play_out()
    assert answer["phase"] == "over" and answer["result"] in ("me", "foe", "nobody")
    assert page.ask("lobby")["matches"][0]["winners"] == [answer["result"]]


@pytest.mark.parametrize("begin", [lambda page: page.begin(), lambda page: page.draft("StrongOp")])
def test_thoughts_are_sent_only_when_they_are_asked_for(page, begin):
    begin(page)
    for on in (False, True):
        page.session.handle({"type": "thoughts", "on": on})
        page.heard = page.heard[-1:]
        page.move()
        assert any(message.get("thoughts") for message in page.heard) == on


def test_a_deck_is_built_checked_shared_and_kept(page):
    pool = page.ask("cards", card_set="mesb", hero="MAGE")["cards"]
    assert {"Fireball", "Wisp"} <= {card["key"] for card in pool}
    assert all(card["most"] in (1, 2) and card["set"] == "Basic and Classic" for card in pool)
    checked = page.ask("check", card_set="mesb", hero="MAGE", cards=["Fireball"] * 3 + ["Backstab"])
    assert len(checked["faults"]) == 3 and checked["code"] is None
    checked = page.ask("check", card_set="mesb", hero="HUNTER", cards=DECK["cards"])
    assert checked["faults"] == []
    read = page.ask("read_code", card_set="mesb", code=f"### Mine\n#\n{checked['code']}\n")
    assert read["hero"] == "HUNTER" and sorted(read["cards"]) == sorted(DECK["cards"])
    saved = page.ask("save_deck", name="Mine", card_set="mesb", hero="HUNTER", cards=DECK["cards"])
    assert saved["saved"] == ["Mine"]
    assert page.ask("load_deck", name="Mine")["cards"] == DECK["cards"]
    assert page.ask("decks", card_set="mesb")["decks"][-1]["name"] == "Mine"


NAMES = ("Mine", "mine", "Zoo / 2: the best?", "../x", "\N{SNOWMAN} Frost", ".", "x" * 100)


def test_a_deck_may_have_any_name(page, played):
    for name in NAMES:
        page.ask("save_deck", name=name, card_set="mesb", hero="HUNTER", cards=DECK["cards"])
        page.ask("save_deck", name=name, card_set="mesb", hero="MAGE", cards=[])
    assert set(page.ask("lobby")["saved"]) == set(NAMES)
    for name in NAMES:
        assert page.ask("load_deck", name=name)["hero"] == "MAGE"
        assert page.heard[-1]["name"] == name
    assert len(list((played / "decks").iterdir())) == len(NAMES)
    for name in ("", " ", "x" * 101):
        answer = page.ask("save_deck", name=name, card_set="mesb", hero="HUNTER", cards=[])
        assert answer["text"] == "Give the deck a name of 1 to 100 characters."


def test_a_deck_that_was_saved_under_its_name_is_still_there(page, played):
    (played / "decks").mkdir(parents=True)
    kept = {"card_set": "mesb", "class": "HUNTER", "cards": DECK["cards"]}
    (played / "decks" / "My old deck.json").write_text(json.dumps(kept))
    assert page.ask("load_deck", name="My old deck")["cards"] == DECK["cards"]


def test_a_replay_is_sent_as_a_whole_and_saved_as_a_page(page):
    kept, end = replay.record(card_book("mesb"), HUNTER, deck("Elite Control Warlock"), seed=7)
    assert "No replay is open" in page.ask("save_replay")["text"]
    game = unpacked(page.ask("watch", number=None, game=None, text=replay.to_text(kept))["packed"])
    assert len(game["views"]) == len(game["lines"]) == len(kept.actions) + 2
    last = game["views"][-1]
    assert last["over"] and last["turn"] == int(end.turn) and game["lines"][-1]["text"]
    saved = page.ask("save_replay")
    assert saved["name"] == "the-first-player-against-the-second-player.html"
    assert saved["text"] == table_page.of(kept)


def test_a_replay_that_is_opened_and_saved_is_judged_once(page, monkeypatch):
    judged = []
    monkeypatch.setattr(viewer.Viewer, "is_judged_at_once", True)
    monkeypatch.setattr(viewer.Viewer, "chance", lambda self, game: judged.append(game) or 0.5)
    page.ask("watch_paper", name="one_game")
    turns = len(judged)
    assert "const GAME" in page.ask("save_replay")["text"] and len(judged) == turns > 0


def test_an_unfinished_game_cannot_be_watched(page):
    number = page.begin()["number"]
    assert "not over yet" in page.ask("watch", number=number, game=0, text=None)["text"]
    page.ask("concede")
    assert page.ask("watch", number=number, game=0, text=None)["type"] == "replay"


both_games = pytest.mark.parametrize(
    "begin, kind",
    [(lambda page: page.begin(), ""), (lambda page: page.draft("StrongOp"), "locm_")],
    ids=["hearthstone", "locm"],
)


@both_games
def test_a_hint_is_a_legal_action_and_changes_nothing(page, begin, kind):
    shown = begin(page)
    answer = page.ask(f"{kind}hint", step=shown["step"])
    assert answer["type"] == "hint" and answer["says"].endswith(".") and not answer["says"].startswith("You")
    assert answer["action"] in [move["action"] for move in shown["view"]["moves"]]
    assert page.ask(f"{kind}hint", step=shown["step"]) == answer
    assert "out of date" in page.ask(f"{kind}hint", step=shown["step"] + 1)["text"]
    page.ask(f"{kind}concede")
    assert "only in your own turn" in page.ask(f"{kind}hint", step=shown["step"])["text"]


@both_games
def test_a_page_that_is_out_of_date_is_shown_the_present_state(page, begin, kind, monkeypatch):
    shown = begin(page)
    end = {"action": shown["view"]["moves"][0]["action"], "step": shown["step"]}
    with monkeypatch.context() as full:
        full.setattr(storage, "write", lambda *what: 1 / 0)
        with pytest.raises(ZeroDivisionError):  # the page has not learnt of its own action
            page.ask(f"{kind}act", **end)
    page.heard.clear()
    assert "it has been updated" in page.ask(f"{kind}act", **end)["text"]
    *updates, _ = page.heard
    assert updates and updates[0]["fresh"] and updates[-1]["step"] > end["step"]
    assert updates[-1]["view"]["yours"], "the opponent has answered"


def test_the_mulligan_is_the_first_line_of_the_log(page):
    dealt = [card["key"] for card in page.ask("start", **START)["view"]["me"]["hand"]]
    page.ask("mulligan", keep=[0])
    told = next(message for message in page.heard if message["lines"])
    held = [card["key"] for card in told["view"]["me"]["hand"]]
    n = len(dealt)
    mine, theirs, *_ = told["lines"][0]["then"]
    assert mine == f"You exchange {', '.join(dealt[1:])} for {', '.join(held[1:n])}."
    assert theirs == "The opponent keeps all cards." or re.fullmatch(
        r"The opponent exchanges \d cards?\.", theirs
    )
    assert match.resume(page.session.match.number).log[0] == told["lines"][0]


@both_games
def test_a_rematch_changes_who_begins(page, begin, kind):
    first = begin(page)
    assert "only after the" in page.ask(f"{kind}rematch")["text"]
    page.ask(f"{kind}concede")
    again = page.ask(f"{kind}rematch")
    assert again["first"] != first["first"] and again["number"] != first["number"]
    assert again["opponent"] == first["opponent"] and again.get("heroes") == first.get("heroes")


def test_a_played_secret_stays_secret(page):
    """The page is shown the card that an opponent plays, but not which Secret it was."""
    game = position(BOOK, {"class": "MAGE"}, {"class": "MAGE", "hand": ["Counterspell", "Arcane Missiles"]})
    game.active = 1
    for action in legal(game, BOOK):
        if decode(action)[0] == PLAY:
            lines = [log.entry(game, BOOK, action, side) for side in (0, 1)]
            secret = decode(action)[1] == 0
            assert [line["played"] for line in lines] == (
                [None, "Counterspell"] if secret else ["Arcane Missiles"] * 2
            )
