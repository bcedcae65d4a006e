"""What may be asked of a league on the command line."""

import argparse

from deckspace.agents import roster


def parsed(arguments):
    """Return the options; where they cannot be, argparse says so and ends the process."""
    parser = parser_of_league()
    options = parser.parse_args(arguments)
    if (options.what == "add") != (options.name is not None):
        parser.error("say who is to play, as in: add MCTS")
    return options


def parser_of_league():
    parser = argparse.ArgumentParser(prog="deckspace league", description="Who beats whom.")
    parser.add_argument(
        "what",
        nargs="?",
        choices=["add", "play"],
        help="add: an agent plays all others; play: everybody does; neither: show the table",
    )
    parser.add_argument("name", nargs="?", help="the agent that is to play, as its entry is called")
    parser.add_argument("--game", choices=roster.GAMES, default="hearthstone")
    parser.add_argument("--scale", metavar="NAME", help="how thoroughly it is played (default: the main one)")
    roster.add_option(parser)
    return parser
