"""Machine code is made of what Python calls; what compiled functions call is compiled once and kept as a part."""

import os
import subprocess
import sys

import pytest

from study import HOME

RULES = """
import numba
from deckspace.compiling import njit

@njit
def cube(x):
    if x > 1000:
        raise ValueError("too large to cube")
    return x * x * x

@njit
def cubes(n):
    total = 0
    for k in range(n):
        total += cube(k)
    return total

@njit(cache=True)
def play(n):
    return cubes(n) + cube(n)

@njit(cache=True)
def check(n):
    return cubes(n) - cube(n)

@njit
def fight(unused, attack, also_unused, health):  # calls itself, so that it is not inlined
    if health <= attack % 3:
        return attack
    return fight(unused, attack + 1, also_unused, health - 1) + fight(unused, attack, also_unused, health - 2)

def total(n):
    return fight(0.5 * n, n, n, n + 5) + fight(1.5 * n, n + 1, 2 * n, n + 2)

@njit
def duel(n):
    return fight(0.5, n, n, 12)

score, judge = njit(total, cache=True), numba.njit(total)
"""
WORK = """
import deckspace.engine, numba, sys
from numba.core import event
sys.path.insert(0, {folder!r})
numba.config.CACHE_DIR = {folder!r}
class Heard(event.Listener):
    names = []
    def on_start(self, started):
        self.names.append(started.data["dispatcher"].__name__)
    def on_end(self, _):
        pass
event.register("numba:compile", Heard())
import rules
print({call}, *Heard.names)
"""


@pytest.fixture
def call(tmp_path):
    """Return what evaluates an expression in a process of its own: its value, and the names of what is compiled."""
    (tmp_path / "rules.py").write_text(RULES)
    environment = os.environ | {"PYTHONPATH": str(HOME / "lib")}
    environment.pop("NUMBA_DISABLE_JIT", None)

    def evaluated(expression):
        work = WORK.format(folder=str(tmp_path), call=expression)
        command = [sys.executable, "-c", work]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        value, *names = done.stdout.split()
        return value, names

    return evaluated


def test_a_process_compiles_only_what_no_other_has(call):
    assert call("rules.play(3)") == ("36", ["play", "cubes", "cube"])
    assert call("rules.play(3)") == ("36", [])
    assert call("rules.check(3)") == ("-18", ["check"])


def test_a_part_that_python_calls_becomes_machine_code_then(call):
    value, compiled = call("f'{rules.play(3)},{rules.cube(3)},{rules.cube(4)}'")
    assert (value, compiled) == ("36,27,64", ["play", "cubes", "cube", "cube"])


def test_a_part_raises_what_it_has_to_say(call):
    with pytest.raises(subprocess.CalledProcessError) as raised:
        call("rules.play(2000)")
    assert "ValueError: too large to cube" in raised.value.stderr


def test_a_damaged_part_is_compiled_again(call, tmp_path):
    call("rules.play(3)")
    kept = sorted((tmp_path / "parts").iterdir())
    assert len(kept) == 2
    for file in kept:
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    assert call("rules.check(3)") == ("-18", ["check", "cubes", "cube"])


def test_a_kernel_of_numbas_own_calls_no_part_that_another_has_changed(call):
    """In machine code arguments that nobody uses are dropped: who calls such a function by its name would crash."""
    call("rules.score(7)")  # from now on it comes from the disk
    ours, numbas, plain = call("f'{rules.score(7)},{rules.judge(7)},{rules.total(7)}'")[0].split(",")
    assert ours == numbas == plain


def test_a_function_that_calls_itself_with_other_types_is_refused(call):
    """The first call is compiled for the constant 12, those inside for any number."""
    with pytest.raises(subprocess.CalledProcessError) as raised:
        call("rules.duel(7)")
    assert "rules.fight calls itself with arguments" in raised.value.stderr
