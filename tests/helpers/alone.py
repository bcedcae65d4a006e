"""The wheel alone: built, installed into a new environment, and used from an empty folder.

    python tests/helpers/alone.py [PYTHON]      # about 500 MB and some minutes; PYTHON: the interpreter to try it on

It fails if packages conflict, the README's example does not run, or anything is written outside of the cache folder. It
needs the standard library only.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
SOURCES = ("LICENSE", "README.md", "pyproject.toml", "lib")


def wheel_of_checkout(folder, *options):
    """Build the wheel in `folder` and return its path; from a copy, as a build leaves files behind."""
    copy = folder / "copy"
    copy.mkdir()
    for name in SOURCES:
        take = shutil.copytree if (HOME / name).is_dir() else shutil.copy
        take(HOME / name, copy / name)
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", *options, "-w", str(folder), str(copy)]
    subprocess.run(build, check=True)
    return next(folder.glob("deckspace-*.whl"))


class Environment:
    """A virtual environment with nothing but the wheel and what it needs, and an empty folder to work in."""

    def __init__(self, folder, python):
        self.env, self.here, self.home = (folder / name for name in ("env", "here", "home"))
        for each in (self.here, self.home):
            each.mkdir()
        subprocess.run([python, "-m", "venv", self.env], check=True)
        self.tools = self.env / ("Scripts" if os.name == "nt" else "bin")
        at_home = {"HOME": self.home, "USERPROFILE": self.home, "LOCALAPPDATA": self.home}
        kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
        self.variables = kept | {name: str(path) for name, path in at_home.items()}
        self.variables["DECKSPACE_CACHE"] = str(folder / "cache")

    def run(self, *command):
        """Run a command of the environment in the empty folder; return its output."""
        found = shutil.which(command[0], path=self.tools)
        place = {"cwd": self.here, "env": self.variables, "stdout": subprocess.PIPE, "text": True}
        return subprocess.run([found, *command[1:]], check=True, **place).stdout

    def files(self):
        """Return when each file outside of the cache folder was written."""
        files = (path for place in (self.env, self.here, self.home) for path in place.rglob("*"))
        return {path: path.stat().st_mtime_ns for path in files if path.is_file()}


def example():
    """Return the README's example of using the engine."""
    text = (HOME / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^## Use the engine$.*?^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit("README.md shows no example below '## Use the engine'.")
    return found[1]


def main(python=sys.executable):
    lines = example()
    with tempfile.TemporaryDirectory() as folder:
        wheel = wheel_of_checkout(Path(folder))
        print(f"{wheel.name}: {wheel.stat().st_size / 2**20:.2f} MB")
        alone = Environment(Path(folder), python)
        alone.run("python", "-m", "pip", "install", "-q", str(wheel))
        for question in (["--version"], ["-m", "pip", "check"]):
            print(alone.run("python", *question).strip())
        before = alone.files()
        for command in (("python", "-m", "deckspace", "--help"), ("deckspace", "--version")):
            alone.run(*command)
        for _ in range(2):  # the second time with compiled code
            print(alone.run("python", "-c", lines))
        after = alone.files()
        written = sorted(str(path) for path in after if after[path] != before.get(path))
        if written:
            sys.exit("Written outside of the cache folder:\n" + "\n".join(written))


if __name__ == "__main__":
    main(*sys.argv[1:])
