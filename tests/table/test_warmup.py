"""While an opponent's code is compiled, in a process of its own, the page is answered; then the match goes on."""

import sys

import pytest

from deckspace.engine.hearthstone.decks import deck
from deckspace.table import warmup
from deckspace.table.opponents import Opponent, opponent
from deckspace.table.session import Session

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


@pytest.fixture
def compiling(monkeypatch, tmp_path):
    """An opponent at random that "compiles" until a file is there, in place of EVA, which takes minutes."""
    done = tmp_path / "done"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(done)!r}).exists(): time.sleep(0.01)"
    monkeypatch.setattr(Opponent, "compiles", property(lambda one: one.name == "random"))
    monkeypatch.setattr(warmup, "COMMAND", [sys.executable, "-c", waits])
    monkeypatch.setattr(warmup, "is_compiled", lambda one: (tmp_path / "compiled").exists())
    monkeypatch.setenv("DECKSPACE_CACHE", str(tmp_path))
    monkeypatch.setattr(warmup, "_process", None)
    yield done
    done.touch()
    if warmup._process:
        warmup._process.wait(20)


def test_the_page_stays_usable_and_the_match_goes_on_afterwards(compiling):
    heard = []
    session = Session(heard.append)
    session.handle(START)
    assert "Getting random ready" in heard[-1]["notice"] and heard[-1]["phase"] == "mulligan"
    session.handle({"type": "mulligan", "keep": [0]})
    while heard[-1]["type"] != "compiling":
        told = heard[-1]
        session.handle({"type": "act", "action": 31, "step": told["step"]})
    actions = len(session.match.current["actions"])
    session.handle({"type": "lobby"})
    assert heard[-1]["type"] == "lobby"
    session.handle({"type": "go_on"})
    assert heard[-1]["type"] == "compiling" and len(session.match.current["actions"]) == actions
    compiling.touch()
    warmup._process.wait(20)
    session.handle({"type": "go_on"})
    assert heard[-1]["type"] == "match" and heard[-1]["notice"] is None
    assert len(session.match.current["actions"]) > actions


def test_who_is_compiled_already_is_not_waited_for(compiling, tmp_path):
    (tmp_path / "compiled").touch()
    assert not warmup.is_compiling(opponent("random")) and warmup._process is None
    (tmp_path / "compiled").unlink()
    assert warmup.is_compiling(opponent("random")) and not warmup.is_compiling(opponent("MCTS"))


def test_of_two_pages_one_compiles_and_the_other_waits_and_says_so(compiling, tmp_path):
    one = opponent("random")
    assert "its code is compiled" in warmup.notice(one)
    first, warmup._process = warmup._process, None  # now as the other page, which is a process of its own
    assert "another page is compiling" in warmup.notice(one) and warmup._process is None
    (tmp_path / "compiled").touch()
    assert warmup.notice(one) is None
    (tmp_path / "compiled").unlink()
    compiling.touch()
    first.wait(20)
    assert "its code is compiled" in warmup.notice(one)  # the first one has ended and left nothing behind
    warmup._process.wait(20)
    assert warmup.notice(one) is None  # so has this one: it is compiled where it is needed
