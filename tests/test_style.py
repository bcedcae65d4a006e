"""The style that the commit hooks enforce, for commits without them."""

import subprocess
import sys

import pytest

from study import HOME


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=lambda check: check[0])
def test_ruff_finds_nothing(check):
    command = [sys.executable, "-m", "ruff", *check, "--no-cache", "."]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
