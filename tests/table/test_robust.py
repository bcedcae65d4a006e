"""Odd messages, damaged files and killed processes lead to an error message at most."""

import json
import multiprocessing
import random
import signal

import pytest

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.table import match, storage
from deckspace.table.locm import match as locm
from deckspace.table.session import ASKED, Session

HUNTER = deck("Elite Aggro Hunter")
DECK = {"class": HUNTER.hero_class, "cards": list(HUNTER.cards)}
START = {"opponent": "random", "card_set": "mesb", "best_of": 1, "mine": [DECK], "theirs": [DECK]}
ODD = [None, True, 0, -1, 1, 7, 2**70, 0.5, "", "x", "mesb", "MAGE", "../x", "random", "locm-1", "\0", "{", "é" * 50, [], [None],
       [[]], ["Fireball"] * 30, [DECK], [{"class": "MAGE"}], {}, {"class": []}, [0], [1e9]]  # fmt: skip


def opened(heard):
    """Return a page with a match under way and a game of LoCM in its draft."""
    session = Session(lambda message: heard.append(json.loads(json.dumps(message))))
    session.handle({"type": "start", **START})
    session.handle({"type": "mulligan", "keep": [0]})
    session.handle({"type": "locm_start", "opponent": "random"})
    return session


def odd_message(rng):
    """Return a message that no page of ours would send: odd values in fields that are known, and others."""
    kind = rng.choice([each for each in ASKED if "concede" not in each] + ["fly", "__init__", "handle"])
    names = [*ASKED.get(kind, {}), *rng.sample(["type", "x", "self"], rng.randrange(2))]
    message = {"type": kind} | {name: rng.choice(ODD) for name in names}
    if message.get("step") in (0, False):  # the current step
        message["step"] = 1
    return rng.choice(ODD) if rng.random() < 0.05 else message


def test_five_hundred_odd_messages_are_answered_and_the_match_is_unharmed():
    rng, heard = random.Random(20), []
    session = opened(heard)
    number, other = session.match.number, session.locm.number
    step = len(session.match.current["actions"])

    def kept():
        return storage.read("matches", number), storage.read("locm", other)

    before, sorry = kept(), 0
    for _ in range(500):
        message = odd_message(rng)
        if isinstance(message, dict) and message.get("step") == step:
            continue
        heard.clear()
        session.handle(message)
        texts = [each["text"] for each in heard if each["type"] == "sorry"]
        assert all(text and "Traceback" not in text and len(text) < 2000 for text in texts), message
        sorry += len(texts)
        assert kept() == before, message
    assert sorry > 250
    assert match.resume(number).number == number and locm.resume(other).number == other


@pytest.mark.parametrize("kind", ["matches", "locm", "decks"])
@pytest.mark.parametrize(
    "text", ["", "\0", "[]", "null", "{}", '{"format": 1}', '{"number":' + "[" * 3000, "é\ud800"]
)
def test_a_damaged_file_gets_a_sentence_and_breaks_no_page(kind, text, played):
    """The lobby, both lists and the page that requests the file continue to work."""
    (played / kind).mkdir(parents=True)
    (played / kind / "locm-spoilt.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    heard = []
    session = Session(heard.append)
    asked = {"matches": "resume", "locm": "locm_resume", "decks": "load_deck"}[kind]
    field = "name" if kind == "decks" else "number"
    session.handle({"type": asked, field: "locm-spoilt"})
    assert heard[-1]["type"] == "sorry" and "spoilt" in heard[-1]["text"]
    for kind_of_list, fields in (
        ("lobby", {}),
        ("locm", {}),
        ("decks", {"card_set": "mesb"}),
        ("hello", {"match": "locm-spoilt"}),
    ):
        session.handle({"type": kind_of_list, **fields})
        assert any(each["type"] in ("lobby", "locm_lobby", "decks") for each in heard[-2:])


def test_damaged_replays_get_a_sentence():
    """A real replay with a changed letter or a missing end, sixty times."""
    kept, _ = replay.record(card_book("mesb"), HUNTER, deck("Elite Control Warlock"), seed=7)
    text, rng, heard = replay.to_text(kept), random.Random(3), []
    session, refused = Session(heard.append), 0
    for _ in range(60):
        at = rng.randrange(len(text))
        spoilt = (
            text[:at]
            + rng.choice(["", "9", "x", '"', "[", "}"])
            + (text[at + 1 :] if rng.random() < 0.8 else "")
        )
        session.handle({"type": "watch", "number": None, "game": None, "text": spoilt})
        assert heard[-1]["type"] in ("sorry", "replay") and "Traceback" not in str(heard[-1].get("text"))
        refused += heard[-1]["type"] == "sorry"
    assert refused > 40


def test_damaged_deck_codes_get_a_sentence():
    heard, rng = [], random.Random(4)
    session = Session(heard.append)
    session.handle({"type": "check", "card_set": "mesb", "hero": "HUNTER", "cards": DECK["cards"]})
    code = heard[-1]["code"]
    for _ in range(100):
        at = rng.randrange(len(code))
        spoilt = code[:at] + rng.choice("Aa9+/=!é\n") + code[at + 1 :][: rng.randrange(2) * 500]
        session.handle({"type": "read_code", "card_set": "mesb", "code": spoilt})
        assert heard[-1]["type"] in ("sorry", "deck")


def serve_until_killed(line):
    """Play on a page, and stop in the middle of an action, before it is written."""
    heard = []
    session = Session(heard.append)
    session.handle({"type": "start", **START})
    session.handle({"type": "mulligan", "keep": [0]})
    for _ in range(6):
        message = heard[-1]
        session.handle(
            {"type": "act", "action": message["view"]["moves"][-1]["action"], "step": message["step"]}
        )
    line.send((session.match.number, len(session.match.current["actions"])))
    session.match.save = lambda: line.send("writing") or line.recv()
    message = heard[-1]
    session.handle({"type": "act", "action": message["view"]["moves"][0]["action"], "step": message["step"]})


def test_a_match_outlives_a_server_that_was_killed(played):
    """kill -9 in the middle of an action: the match continues after the last stored action."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve_until_killed, args=(theirs,))
    server.start()
    number, actions = ours.recv()
    assert ours.recv() == "writing"
    server.kill()
    server.join(20)
    assert server.exitcode == -signal.SIGKILL
    heard = []
    session = Session(heard.append)
    session.handle({"type": "hello", "match": number})
    message = heard[-1]
    assert message["type"] == "match" and message["fresh"] and message["step"] == actions
    while message["phase"] == "play":
        session.handle(
            {"type": "act", "action": message["view"]["moves"][0]["action"], "step": message["step"]}
        )
        message = heard[-1]
    assert message["phase"] == "over" and not list(played.glob("matches/*.tmp"))


def test_two_browsers_at_once_do_not_mix():
    """They play alternately, and one of them also in the other's match."""
    pages = [([], None), ([], None)]
    pages = [(heard, opened(heard)) for heard, _ in pages]
    for _ in range(5):
        for heard, session in pages:
            current = session.match
            if current.phase == "play":
                session.handle(
                    {"type": "act", "action": current.legal()[-1], "step": len(current.current["actions"])}
                )
                assert heard[-1]["number"] == current.number
    (heard, one), (_, other) = pages
    assert one.match.number != other.match.number and one.locm.number != other.locm.number
    one.handle({"type": "resume", "number": other.match.number})
    if one.match.phase == "play":
        one.handle({"type": "act", "action": one.match.legal()[0], "step": len(one.match.current["actions"])})
        assert heard[-1]["type"] == "match"
        other.handle({"type": "concede"})
        assert "another tab" in pages[1][0][-1]["text"]
