"""A copy of the repository in a folder of its own, where DVC may run without touching our results."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from lib import HOME


def copy_repository(to: Path) -> Path:
    """Copy every file under version control, as it stands, and nothing else: what a fresh clone has."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=HOME, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (HOME / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HOME / name, to / name)
    subprocess.run(["git", "init", "-q"], cwd=to, check=True)
    return to


def dvc(home, *args) -> str:
    """Run DVC in a copy, where it must succeed."""
    done = run_dvc(home, *args)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_dvc(home, *args):
    """Run DVC in a copy; its stages find our Python, and the copy's own lib."""
    folder = os.path.dirname(sys.executable)
    environment = os.environ | {"PATH": folder + os.pathsep + os.environ["PATH"], "PYTHONPATH": str(home)}
    command = [sys.executable, "-m", "dvc", *args]
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True)


def status(home) -> dict:
    """The stages that DVC would run again, of those that have been run at least once."""
    lock = home / "dvc.lock"
    known = yaml.safe_load(lock.read_text())["stages"] if lock.exists() else {}
    changed = json.loads(dvc(home, "status", "--json"))
    return {name: changes for name, changes in changed.items() if name in known}
