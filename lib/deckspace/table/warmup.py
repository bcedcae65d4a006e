"""Compiling an opponent's code in a process of its own, so that the page stays usable meanwhile.

    warmup.is_compiling(opponent)          # begins it where it is needed, and the code is not on disk
    python -m deckspace.table.warmup             # what that process does

Each tab of a browser has a process of its own, and a locked file beside the compiled code says that one of them is at it.
"""

import subprocess
import sys

from deckspace import files
from deckspace.compiling import is_ready
from deckspace.compiling.folder import folder

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None

TEXT = "Getting {name} ready: its code is compiled, in one to three minutes. The page can be used meanwhile."
ELSEWHERE = "Getting {name} ready: another page is compiling its code, and this one waits for that, three minutes at most. The page can be used meanwhile."
COMMAND = [sys.executable, "-m", "deckspace.table.warmup"]
_process = None


def is_compiled(opponent) -> bool:
    """Tell whether an opponent's code is on disk."""
    return is_ready(getattr(opponent.agent, "act", None))


def is_compiling(opponent) -> bool:
    """Tell whether an opponent's code is not there yet, and see that it is being compiled.

    False also if that has failed: then it is compiled where it is needed, and the page waits.
    """
    global _process
    if not opponent.compiles or is_compiled(opponent):
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
    environment = files.environment()
    process = {"env": environment} | dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    try:
        if fcntl:
            folder().mkdir(parents=True, exist_ok=True)
            with open(folder() / "table.lock", "ab") as lock:  # nothing is written: it is held
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return subprocess.Popen(COMMAND, pass_fds=[lock.fileno()], **process)
    except BlockingIOError:
        return None
    except OSError:  # there is no place for it
        pass
    return subprocess.Popen(COMMAND, **process)  # each page compiles for itself


def main():
    """Have an opponent whose code is not there think once, about a game of nobody's."""
    from deckspace.engine.hearthstone.decks import deck
    from deckspace.engine.hearthstone.replay import Player
    from deckspace.table.opponents import opponent
    from deckspace.table.players import player_of
    from deckspace.table.rules import rules_of

    one, cards = opponent("EVA"), deck("Aggro Pirate Warrior")
    rules = rules_of(one.card_set)
    players = [Player(cards.hero_class, cards.cards)] * 2
    player_of(one.agent, rules.book).choose(rules.begun(players, 1))


if __name__ == "__main__":
    main()
