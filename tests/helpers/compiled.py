"""Small packages of compiled functions, each called in a new process."""

import os
import subprocess
import sys

from study import HOME

WORK = """
import sys
sys.path.insert(0, {sources!r})
from numba.core import event
class Heard(event.Listener):
    names = []
    def on_start(self, started):
        self.names.append(started.data["dispatcher"].__name__)
    def on_end(self, _):
        pass
event.register("numba:compile", Heard())
import rules
print({expression}, *Heard.names)
"""


class Compiled:
    """Modules in a folder, and a folder of compiled code beside them.

    `write(name, text)` writes a module; `call(expression)` evaluates an expression about the module `rules` in a new
    process, and returns its value as text with the names of the functions that were compiled for it.
    """

    def __init__(self, folder):
        self.sources, self.cache = folder / "sources", folder / "cache"
        self.sources.mkdir()

    def write(self, name, text):
        (self.sources / f"{name}.py").write_text(text)

    def replace(self, name, old, new):
        text = (self.sources / f"{name}.py").read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def run(self, expression, **environment):
        """Return the finished process. Bytecode is not kept: an edit within a second would not be seen."""
        work = WORK.format(sources=str(self.sources), expression=expression)
        around = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
        around |= {"PYTHONPATH": str(HOME / "lib"), "PYTHONDONTWRITEBYTECODE": "1"}
        around |= {"DECKSPACE_CACHE": str(self.cache)} | environment
        return subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, env=around)

    def call(self, expression, **environment):
        done = self.run(expression, **environment)
        assert done.returncode == 0, done.stderr
        value, *names = done.stdout.split()
        return value, names
