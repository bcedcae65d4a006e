"""Odd messages, damaged files and killed processes lead to an error message at most."""

import copy
import multiprocessing
import os
import random
import signal

import pytest

from deckspace.table import match, results, storage
from deckspace.table.locm import match as locm
from deckspace.table.opponents import Opponent
from deckspace.table.session import MESSAGES
from table_pages import DECK, START, Page

ODD = [None, True, 0, -1, 1, 7, 2**70, 0.5, "", "x", "mesb", "MAGE", "../x", "random", "locm-1", "\0", "{", "é" * 50, [], [None],
       [[]], ["Fireball"] * 30, [DECK], [{"class": "MAGE"}], {}, {"class": []}, [0], [1e9]]  # fmt: skip


def opened():
    page = Page()
    page.begin()
    page.ask("locm_start", opponent="random", version="1.2")
    return page


def odd_message(rng):
    """Return a message that no page of ours would send: odd values in fields that are known, and others."""
    kind = rng.choice([each for each in MESSAGES if "concede" not in each] + ["fly", "__init__", "handle"])
    names = [*MESSAGES.get(kind, {}), *rng.sample(["type", "x", "self"], rng.randrange(2))]
    message = {"type": kind} | {name: rng.choice(ODD) for name in names}
    if message.get("step") in (0, False):  # the current step
        message["step"] = 1
    return rng.choice(ODD) if rng.random() < 0.05 else message


def test_five_hundred_odd_messages_are_answered_and_the_match_is_unharmed():
    rng, page = random.Random(20), opened()
    number, other = page.session.match.number, page.session.locm.number
    step = len(page.session.match.current["actions"])

    def kept():
        return storage.read("matches", number), storage.read("locm", other)

    before, sorry = kept(), 0
    for _ in range(500):
        message = odd_message(rng)
        if isinstance(message, dict) and message.get("step") == step:
            continue
        page.heard.clear()
        page.session.handle(message)
        texts = [each["text"] for each in page.heard if each["type"] == "sorry"]
        assert all("Traceback" not in text and not text[0].islower() for text in texts), message
        sorry += len(texts)
        assert kept() == before, message
    assert sorry > 250
    assert match.resume(number).number == number and locm.resume(other).number == other


BROKEN = ["", "\0", "{", "[]", "null", "{}", '{"format": 1}', '{"number":' + "[" * 3000, "é\ud800"]
NO_CARDS = [f'{{"card_set": "mesb", "class": "MAGE", "cards": [{card}]}}' for card in ("3", '"Nobody"')]
LISTS = {"lobby": {}, "locm": {}, "decks": {"card_set": "mesb"}, "hello": {"match": "locm-damaged"}}
OPENED = {"matches": ("resume", "number"), "locm": ("locm_resume", "number"), "decks": ("load_deck", "name")}


@pytest.mark.parametrize("kind", OPENED)
@pytest.mark.parametrize("text", [*BROKEN, '{"card_set": "mesb"}', *NO_CARDS])
def test_a_damaged_file_gets_a_sentence_and_breaks_no_page(kind, text, played):
    """The lobby, both lists, the table of results and the page that requests the file continue to work."""
    (played / kind).mkdir(parents=True)
    (played / kind / "locm-damaged.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    page, (asked, field) = Page(), OPENED[kind]
    sorry = page.ask(asked, **{field: "locm-damaged"})
    assert sorry["type"] == "sorry" and "damaged" in sorry["text"]
    for lists, more in LISTS.items():
        page.ask(lists, **more)
        assert any(each["type"] in ("lobby", "locm_lobby", "decks") for each in page.heard[-2:])
    assert match.listed()[0] == [] and results.table_records() == []
    assert str(played / kind / "locm-damaged.json") in page.ask("lobby")["damaged"]


SAVE_DECK = {"type": "save_deck", "name": "Mine", "card_set": "mesb", "hero": "MAGE", "cards": []}
WRONG = [None, True, 5, -1, 0.5, "x", [], ["x"], [None, 5], {}, {"MAGE": 5}]


def spoiled(record):
    """Yield copies of a record, in each of which one field, at any depth, has a wrong value (of a list, the first)."""
    for key in list(record) if isinstance(record, dict) else range(len(record[:1])):
        for value in [*WRONG, *(spoiled(record[key]) if isinstance(record[key], (dict, list)) else ())]:
            one = dict(record) if isinstance(record, dict) else list(record)
            one[key] = value
            yield one


@pytest.mark.parametrize("kind", ["matches", "locm"])
def test_no_wrong_value_in_a_file_stops_the_page(kind, monkeypatch):
    monkeypatch.setattr(Opponent, "is_ready", True)  # which takes its time to find out
    page = opened()
    one = page.session.match if kind == "matches" else page.session.locm
    good, number, listing = copy.deepcopy(one.saved), one.number, {"matches": "lobby", "locm": "locm"}[kind]
    for bad in spoiled(good):
        storage.write(kind, number, bad)
        answer = page.ask(listing)
        assert answer["type"] in ("lobby", "locm_lobby"), bad
        for row in answer["matches"]:
            assert type(row["opponent"]) is type(row["begun"]) is str and not answer["damaged"]
        if not answer["matches"]:
            assert answer["damaged"] == [str(storage.folder(kind) / f"{number}.json")]
        resumed = Page().ask(*OPENED[kind][:1], number=number)
        assert resumed["type"] in ("sorry", "match", "locm_match"), bad


@pytest.mark.parametrize("kind, message", [("matches", START | {"type": "start"}), ("decks", SAVE_DECK)])
def test_where_nothing_can_be_saved_a_sentence_names_the_way_out(kind, message, played):
    played.write_text("a file, where no folder can be")
    page = Page()
    page.session.handle(message)
    assert page.heard[-1]["type"] == "sorry"
    text = page.heard[-1]["text"]
    assert f"Nothing can be saved in {played / kind} (Not a directory)" in text and "DECKSPACE_PLAYED" in text


def test_a_fault_of_the_table_itself_gets_a_sentence_too(monkeypatch):
    page = Page()
    monkeypatch.setattr(page.session, "on_lobby", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        page.ask("lobby")
    assert page.heard[-1]["type"] == "sorry" and "division by zero" in page.heard[-1]["text"]


def test_damaged_deck_codes_get_a_sentence():
    page, rng = Page(), random.Random(4)
    code = page.ask("check", card_set="mesb", hero="HUNTER", cards=DECK["cards"])["code"]
    for _ in range(100):
        at = rng.randrange(len(code))
        damaged = code[:at] + rng.choice("Aa9+/=!é\n") + code[at + 1 :][: rng.randrange(2) * 500]
        assert page.ask("read_code", card_set="mesb", code=damaged)["type"] in ("sorry", "deck")


def serve_until_killed(line):
    """Play on a page, and stop in the middle of an action, before it is written."""
    page = Page()
    page.begin()
    for _ in range(6):
        page.move(-1)
    current = page.session.match
    line.send((current.number, len(current.current["actions"])))
    fsync = os.fsync

    def write(file):  # what is written is in a partial file by now
        line.send("writing")
        line.recv()
        fsync(file)

    os.fsync = write
    page.move()


def test_a_match_outlives_a_server_that_was_killed(played):
    """kill -9 in the middle of an action: the match continues after the last stored action."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve_until_killed, args=(theirs,))
    server.start()
    number, actions = ours.recv()
    assert ours.recv() == "writing"
    assert len(list((played / "matches").iterdir())) == 2, "the match, and what has been written of the next"
    server.kill()
    server.join(20)
    assert server.exitcode == -signal.SIGKILL
    page = Page()
    answer = page.ask("hello", match=number)
    assert answer["type"] == "match" and answer["step"] == actions
    assert answer["fresh"] and len(answer["lines"]) >= actions  # the whole log is sent again
    assert page.play_out()["phase"] == "over"
    assert [path.name for path in (played / "matches").iterdir()] == [f"{number}.json"]
