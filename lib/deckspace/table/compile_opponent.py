"""Compiles an opponent's code in a separate process, so that the page stays usable meanwhile.

compile_opponent.is_compiling(opponent)                      # starts compiling if the code is not on disk
python -m deckspace.table.compile_opponent "beam Control"    # the command of that process
"""

import subprocess
import sys

from deckspace import files
from deckspace.agents.roster import in_environment, register_from

TEXT = (
    "Getting {name} ready: its code is being compiled, only once, which takes from a few seconds to three minutes. You can "
    "use the page meanwhile; this notice goes when it is done."
)
COMMAND = [sys.executable, "-m", "deckspace.table.compile_opponent"]
_processes = {}  # by the name of the opponent


def is_compiling(opponent) -> bool:
    """Tell whether an opponent's code is being compiled, which this starts if necessary.

    Also False if the process has failed: then the code is compiled when it is needed, and the page waits.
    """
    if opponent.is_ready:
        return False
    if opponent.name not in _processes:
        quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        command = [*COMMAND, opponent.name]
        _processes[opponent.name] = subprocess.Popen(command, env=files.environment(), **quiet)
    return _processes[opponent.name].poll() is None


def notice(opponent):
    """Return the notice for the page while an opponent's code is being compiled, otherwise None."""
    return TEXT.format(name=opponent.title) if is_compiling(opponent) else None


def main(name):
    """Let an opponent choose one action in a throwaway game."""
    from deckspace.engine.hearthstone.replay import Player
    from deckspace.table.decks import paper_decks
    from deckspace.table.opponents import opponent
    from deckspace.table.players import player_of
    from deckspace.table.rules import rules_of

    register_from(in_environment())
    one = opponent(name)
    rules, deck = rules_of(one.card_set), paper_decks(one.card_set)[0]
    players = [Player(deck["class"], tuple(deck["cards"]))] * 2
    player_of(one.agent, rules.book).choose(rules.started(players, 1))


if __name__ == "__main__":
    main(sys.argv[1])
