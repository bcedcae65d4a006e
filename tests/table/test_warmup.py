"""The page is served while a separate process compiles an opponent's code; then the match continues."""

import subprocess
import sys

import pytest

from deckspace import files
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
    """A random opponent that "compiles" until a file exists, as real compilation takes minutes."""
    done = tmp_path / "done"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(done)!r}).exists(): time.sleep(0.01)"
    monkeypatch.setattr(Opponent, "is_ready", property(lambda one: one.name != "random"))
    monkeypatch.setattr(warmup, "COMMAND", [sys.executable, "-c", waits])
    monkeypatch.setattr(warmup, "_processes", {})
    yield done
    done.touch()
    for process in warmup._processes.values():
        process.wait(20)


def test_the_page_stays_usable_and_the_match_goes_on_afterwards(compiling):
    heard = []
    session = Session(heard.append)
    session.handle(START)
    assert "Getting random ready" in heard[-1]["notice"] and heard[-1]["phase"] == "mulligan"
    session.handle({"type": "mulligan", "keep": [0]})
    while heard[-1]["type"] != "compiling":
        message = heard[-1]
        session.handle({"type": "act", "action": 31, "step": message["step"]})
    actions = len(session.match.current["actions"])
    session.handle({"type": "lobby"})
    assert heard[-1]["type"] == "lobby"
    session.handle({"type": "go_on"})
    assert heard[-1]["type"] == "compiling" and len(session.match.current["actions"]) == actions
    compiling.touch()
    warmup._processes["random"].wait(20)
    session.handle({"type": "go_on"})
    assert heard[-1]["type"] == "match" and heard[-1]["notice"] is None
    assert len(session.match.current["actions"]) > actions


def test_ready_opponents_start_at_once_and_one_process_compiles(compiling):
    assert warmup.is_compiling(opponent("random")) and warmup.is_compiling(opponent("random"))
    assert not warmup.is_compiling(opponent("MCTS")) and len(warmup._processes) == 1


def test_a_failed_compilation_does_not_stop_the_page(compiling):
    assert "compiling its code" in warmup.notice(opponent("random"))
    compiling.touch()
    warmup._processes["random"].wait(20)
    assert warmup.notice(opponent("random")) is None  # it is compiled when needed


def test_the_process_thinks_once():
    """Without compilation, and with an agent from a user's module."""
    environment = files.environment(NUMBA_DISABLE_JIT="1", DECKSPACE_WITH="study.registered")
    command = [sys.executable, "-m", "deckspace.table.warmup", "beam network"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
