"""Whoever waits for the compiler is told what it does and how far it is, and nobody else."""

import io
import re
import sys
import time

import pytest

from deckspace.compiling import announcing
from deckspace.compiling.sources import Source

RULES = """
import time
from deckspace.compiling import announcing, njit
announcing.AFTER = {after}

@njit
def one(n):
    return n + 1

@njit(cache=True)
def play(n):
    return one(n)
"""


def test_it_is_said_when_something_is_compiled_and_only_then(compiled):
    compiled.write("rules", RULES.format(after=0))
    first, second = compiled.run("rules.play(1)"), compiled.run("rules.play(1)")
    assert first.stdout == "2 play one\n" and second.stdout == "2\n"
    told, ended = first.stderr.splitlines()
    assert re.fullmatch(r"compiling rules.play: \d of 2 functions, about \d+ s left", told)
    assert re.fullmatch(r"compiled rules.play in \d+ s", ended)
    assert second.stderr == ""


def test_what_is_compiled_in_a_moment_is_not_worth_a_word(compiled):
    compiled.write("rules", RULES.format(after=60))
    assert compiled.run("rules.play(1)").stderr == ""


@pytest.fixture
def progress(monkeypatch, tmp_path):
    """The compilation of 100 functions, of which 20 are kept, after ten seconds, in which 40 have been compiled."""
    monkeypatch.setenv("DECKSPACE_CACHE", str(tmp_path))
    for k in range(20):
        (tmp_path / f"digest{k}-types").touch()
    progress = announcing.Progress(
        "games.play", {f"f{k}": Source(f"f{k}", f"digest{k}", {}) for k in range(100)}
    )
    progress.done |= {f"f{k}" for k in range(20, 60)}
    progress.began = time.monotonic() - 10
    return progress


def test_what_is_left_is_reckoned_from_what_has_been_done(progress):
    assert str(progress) == "compiling games.play: 60 of 100 functions, about 11 s left"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_on_a_terminal_one_line_is_written_over_and_leaves_nothing(monkeypatch, progress):
    monkeypatch.setattr(sys, "stderr", Terminal())
    printer = announcing.Printer()
    printer.say(progress)
    progress.done |= {f"f{k}" for k in range(60, 100)}
    printer.say(progress)
    printer.end(progress)
    assert "\n" not in sys.stderr.getvalue()
    first, second, blank, rest = sys.stderr.getvalue().split("\r")[1:]
    assert len(first) == len(second) and "100 of 100" in second
    assert not blank.strip() and rest == ""


def test_elsewhere_a_line_is_written_now_and_then(monkeypatch, progress):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    printer = announcing.Printer()
    for _ in range(3):
        printer.say(progress)
    progress.began -= announcing.SELDOM
    printer.say(progress)
    printer.end(progress)
    assert [line.split()[0] for line in sys.stderr.getvalue().splitlines()] == [
        "compiling",
        "compiling",
        "compiled",
    ]
