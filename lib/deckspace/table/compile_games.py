"""Compiles the games once, in a process that starts with the server, while the pages show how far it is.

    with compiling():             # in the server
        ...
    progress()                    # in the process of a page: {"done": 120, "of": 400, "seconds": 55}, None afterwards

The process plays on a page that nobody sees, so that all that a page needs is compiled.
"""

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from deckspace import files
from deckspace.agents.roster import in_environment, register_from
from deckspace.compiling import announcing
from deckspace.whole_files import whole_file

FILE = "DECKSPACE_COMPILING"  # names a file in the environment, which exists while the process compiles
COMMAND = [sys.executable, "-m", "deckspace.table.compile_games"]
UNKNOWN = {"done": 0, "of": 0, "seconds": 0}


@contextmanager
def compiling():
    """Let a process compile the games during the body."""
    with TemporaryDirectory(prefix="deckspace-", ignore_cleanup_errors=True) as folder:
        os.environ[FILE] = str(Path(folder) / "progress.json")
        tell(UNKNOWN)
        quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        process = subprocess.Popen(COMMAND, env=files.environment(), **quiet)
        threading.Thread(target=lambda: process.wait() is None or end(), daemon=True).start()
        try:
            yield
        finally:
            process.terminate()
            process.wait()


def tell(state):
    with whole_file(os.environ[FILE]) as file:
        file.write(json.dumps(state).encode())


def end():
    """Record that the process has ended. If it has failed, the pages compile what they need."""
    Path(os.environ[FILE]).unlink(missing_ok=True)


def progress():
    """Return how much is compiled: the functions that are done, of how many, and the seconds left; None if all is."""
    try:
        return json.loads(Path(os.environ[FILE]).read_bytes())
    except (KeyError, OSError):
        return None


class Teller:
    """Writes the progress of a compilation to the file."""

    def report(self, progress):
        left = progress.left()
        found = {"done": len(progress.done), "of": progress.total}
        tell(UNKNOWN if left is None else found | {"seconds": round(left)})

    def end(self, progress):
        """Do nothing: the file goes when the process ends."""


def main():
    """Compile what the beginning of a game of each kind needs."""
    from deckspace.compiling.sources import chain_of
    from deckspace.table.opponents import FIRST, opponents

    register_from(in_environment())
    first = opponents()[FIRST["hearthstone"]]
    if first.is_ready:
        return
    announcing.listeners.append(Teller())
    with TemporaryDirectory() as folder, announcing.announced("the games", chain_of(first.agent.act)):
        os.environ["DECKSPACE_PLAYED"] = folder
        play(first)


def play(opponent):
    """Let an opponent begin a game of Hearthstone, and another one of LoCM."""
    from deckspace.table.decks import paper_decks
    from deckspace.table.opponents import FIRST
    from deckspace.table.session import Session

    heard = []
    page = Session(heard.append)
    deck = {name: paper_decks(opponent.card_set)[0][name] for name in ("class", "cards")}
    start = {"opponent": opponent.name, "card_set": opponent.card_set, "best_of": 1}
    page.handle({"type": "start", **start, "mine": [deck], "theirs": [deck]})
    page.handle({"type": "mulligan", "keep": []})
    page.handle({"type": "act", "action": page.match.legal()[-1], "step": heard[-1]["step"]})
    page.handle({"type": "locm_start", "opponent": FIRST["locm"], "version": "1.2"})
    while page.locm.phase == "draft":
        page.handle({"type": "locm_pick", "choice": 0, "step": page.locm.step})


if __name__ == "__main__":
    main()
