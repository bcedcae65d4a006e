"""`deckspace bot GAME NAME`: run an agent as an external bot, by the protocol of the game's referee."""

import argparse

from deckspace.agents.locm import bot as locm

GAMES = {"locm": locm.main}


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="deckspace bot",
        description="Run an agent as an external bot, over standard input and output.",
        epilog="`deckspace bot GAME --help` lists the options of a game.",
    )
    parser.add_argument("game", choices=GAMES, help="locm: Legends of Code and Magic 1.2 and 1.5")
    return GAMES[parser.parse_args(arguments[:1]).game](arguments[1:])
