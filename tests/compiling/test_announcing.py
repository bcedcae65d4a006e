"""The progress of compilations is reported to users who have to wait, and only to them."""

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


def test_only_compilations_are_announced(compiled):
    compiled.write("rules", RULES.format(after=0))
    first, second = compiled.run("rules.play(1)"), compiled.run("rules.play(1)")
    assert first.stdout == "2 play one\n" and second.stdout == "2\n"
    progress_line, ended = first.stderr.splitlines()
    assert re.fullmatch(
        r"compiling rules.play: \d of 2 functions(, about \d+ s left|, finishing)?", progress_line
    )
    assert re.fullmatch(r"compiled rules.play in \d+ s", ended)
    assert second.stderr == ""


def test_short_compilations_are_not_announced(compiled):
    compiled.write("rules", RULES.format(after=60))
    assert compiled.run("rules.play(1)").stderr == ""


@pytest.fixture
def progress(monkeypatch, tmp_path):
    """Return the progress of compiling 100 functions, 20 of them stored, after 40 were compiled in ten seconds."""
    monkeypatch.setenv("DECKSPACE_CACHE", str(tmp_path))
    for k in range(20):
        (tmp_path / f"digest{k}-types").touch()
    functions = {f"f{k}": Source(f"f{k}", f"digest{k}", {}) for k in range(100)}
    progress = announcing.Progress("games.play", functions)
    progress.start = time.monotonic() - 10
    for k in range(20, 60):
        progress.add(f"f{k}")
    return progress


def test_the_remaining_time_is_estimated_from_the_elapsed_time(progress):
    assert str(progress) == "compiling games.play: 60 of 100 functions, about 11 s left"


def test_the_estimate_falls_while_nothing_happens_and_never_rises(progress):
    at, told = progress.start, []
    for waited in range(0, 30, 3):
        progress.start = at - waited
        told.append(str(progress).rpartition(", ")[2])
    left = [int(text.split()[1]) for text in told if text != "finishing"]
    assert left[0] == 11 and left == sorted(left, reverse=True) and told[-1] == "finishing"


def test_nothing_is_estimated_before_the_first_function(progress):
    progress.done = {f"f{k}" for k in range(20)}
    assert str(progress) == "compiling games.play: 20 of 100 functions"
    progress.done |= {f"f{k}" for k in range(98)}
    progress.found = 98  # stored, so that only the last step remains
    assert str(progress) == "compiling games.play: 98 of 100 functions, finishing"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_on_a_terminal_one_line_is_overwritten_and_finally_cleared(monkeypatch, progress):
    monkeypatch.setattr(sys, "stderr", Terminal())
    printer = announcing.Printer()
    printer.report(progress)
    progress.done |= {f"f{k}" for k in range(60, 100)}
    printer.report(progress)
    printer.end(progress)
    assert "\n" not in sys.stderr.getvalue()
    first, second, blank, rest = sys.stderr.getvalue().split("\r")[1:]
    assert len(first) == len(second) and "100 of 100" in second
    assert not blank.strip() and rest == ""
