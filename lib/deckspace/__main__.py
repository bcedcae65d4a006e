"""The command line: `deckspace COMMAND`, or `python -m deckspace COMMAND`."""

import argparse
import os
import sys
from importlib import import_module

from deckspace import __version__, files, own_code
from deckspace.errors import is_unwritable, told
from deckspace.extras import MissingExtra, needed_for

COMMANDS = {  # name: (the module whose main(arguments) runs it, what it does)
    "play": ("table.serve", "play against agents in your browser"),
    "replay": ("commands.replay", "make a page of a recorded game, which plays in any browser"),
    "simulate": ("commands.simulate", "let agents play each other many times: who beats whom"),
    "league": ("commands.league", "the ratings of all agents; play a new one against all others"),
    "qd": ("commands.qd", "searches for decks, ranked by what they find; let your own compete"),
    "bot": ("commands.bot", "run an agent as an external bot for the referee of Legends of Code and Magic"),
    "bench": ("commands.bench", "measure how fast the engine is on this machine"),
}


def main(arguments=None):
    """Run a command; return the exit status."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    name = parsed(arguments[:1]).command
    try:
        with needed_for(f"deckspace {name}"):
            status = import_module(f"deckspace.{COMMANDS[name][0]}").main(arguments[1:])
        sys.stdout.flush()
        return status
    except MissingExtra as missing:
        print(f"deckspace: {missing}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"deckspace {name}: stopped.", file=sys.stderr)
        return 130
    except (Exception, SystemExit) as error:
        if isinstance(error, BrokenPipeError) and is_unread():
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains as it ends
            return 0
        if own_code.is_users(error):
            return own_code.reported(f"deckspace {name}", error)
        if isinstance(error, MemoryError):
            print(f"deckspace {name}: There is not enough memory: {error}", file=sys.stderr)
            return 1
        if not isinstance(error, OSError):
            raise
        place = f" Results are kept in {files.home()}, unless DECKSPACE_HOME names another folder."
        print(f"deckspace {name}: {told(error)}.{place if is_unwritable(error) else ''}", file=sys.stderr)
        return 1


def is_unread() -> bool:
    """Tell whether whoever read the output, such as `head`, has stopped."""
    try:
        print(flush=True)
    except BrokenPipeError:
        return True
    return False


def parsed(arguments):
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:<{width}}  {about}" for name, (_, about) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="deckspace",
        description="Engines of two card games, and agents that play them.",
        epilog=f"commands:\n{listed}\n\n`deckspace COMMAND --help` explains one of them.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help="one of the commands below")
    parser.add_argument("--version", action="version", version=f"deckspace {__version__}")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
