"""Compiling an opponent's code in a process of its own, so that the page stays usable meanwhile.

    warmup.is_compiling(opponent)          # begins it where it is needed, and has not been done on this machine
    python -m deckspace.table.warmup             # what that process does

Numba keeps what it has compiled on disk, where the page's own process finds it afterwards. A mark beside it says that it
is there; its name has the checksum of the file that the code is in. Each tab of a browser has a process of its own, and a
locked file beside the mark says that one of them is at it.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from deckspace import files
from deckspace.table import minds

TEXT = "Getting {name} ready: its code is compiled, once on this machine, in one to three minutes. The page can be used meanwhile."
ELSEWHERE = "Getting {name} ready: another page is compiling its code, and this one waits for that, three minutes at most. The page can be used meanwhile."
COMMAND = [sys.executable, "-m", "deckspace.table.warmup"]
_process = None


def mark() -> Path:
    """Return the file that says that the code is compiled."""
    checksum = hashlib.sha256(Path(minds.__file__).read_bytes()).hexdigest()[:12]
    return Path(os.environ.get("NUMBA_CACHE_DIR") or tempfile.gettempdir()) / f"table-{checksum}.compiled"


def is_compiling(opponent) -> bool:
    """Tell whether an opponent's code is not there yet, and see that it is being compiled.

    False also if that has failed: then it is compiled where it is needed, and the page waits.
    """
    global _process
    if not opponent.compiles or mark().exists():
        return False
    _process = _process or begun()
    return _process is None or _process.poll() is None


def notice(opponent):
    """Return what is to be said while an opponent's code is being compiled, None otherwise."""
    if not is_compiling(opponent):
        return None
    return (TEXT if _process else ELSEWHERE).format(name=opponent.name)


def begun():
    """Return the process that compiles, begun now; None while another page's is at it.

    The process holds the lock as long as it lives, however it ends.
    """
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = {name: value for name, value in files.environment().items() if name != "NUMBA_CACHE_DIR"}
    with open(f"{mark()}.lock", "a") as lock:  # nothing is written: it is held
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        return subprocess.Popen(COMMAND, env=environment, pass_fds=[lock.fileno()], **quiet)


def main():
    """Have an opponent whose code is not there think once, about a game of nobody's."""
    from deckspace.engine.hearthstone.decks import deck
    from deckspace.engine.hearthstone.replay import Player
    from deckspace.table.minds import mind_of
    from deckspace.table.opponents import opponent
    from deckspace.table.rules import rules_of

    one, cards = opponent("EVA"), deck("Aggro Pirate Warrior")
    rules = rules_of(one.card_set)
    players = [Player(cards.hero_class, cards.cards)] * 2
    mind_of(one.agent, rules.book).choose(rules.begun(players, 1))
    mark().touch()


if __name__ == "__main__":
    main()
