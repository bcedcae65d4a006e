"""Whoever waits for the compiler is told so, and nobody else."""

import os
import subprocess
import sys

from study import HOME

KERNEL = "from numba import njit\n\n@njit(cache=True)\ndef double(x):\n    return 2 * x\n"
WORK = """
import deckspace.engine, deckspace.compiling.announcing, numba, sys, time
sys.path.insert(0, {folder!r})
numba.config.CACHE_DIR = {folder!r}
deckspace.compiling.announcing.AFTER = {after}
import kernel
print(kernel.double(21))
time.sleep(0.2)
"""


def play(folder, after=0):
    work = WORK.format(folder=str(folder), after=after)
    environment = os.environ | {"PYTHONPATH": str(HOME / "lib")}
    environment.pop("NUMBA_DISABLE_JIT", None)
    return subprocess.run(
        [sys.executable, "-c", work], capture_output=True, text=True, env=environment, check=True
    )


def test_it_is_said_when_something_is_compiled_and_only_then(tmp_path):
    (tmp_path / "kernel.py").write_text(KERNEL)
    first, second = play(tmp_path), play(tmp_path)
    assert first.stdout == second.stdout == "42\n"
    assert first.stderr == "compiling (about a minute, once)\n"
    assert second.stderr == ""


def test_what_is_compiled_in_a_moment_is_not_worth_a_word(tmp_path):
    (tmp_path / "kernel.py").write_text(KERNEL)
    assert play(tmp_path, after=60).stderr == ""
