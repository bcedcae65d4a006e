"""The command-line options of a league."""

import argparse

from deckspace.agents import roster


def parsed(arguments):
    """Return the options; argparse reports invalid ones and ends the process."""
    parser = parser_of_league()
    options = parser.parse_args(arguments)
    if (options.what == "add") != (options.name is not None):
        parser.error("name the agent that is to play, as in: add MCTS")
    return options


def parser_of_league():
    parser = argparse.ArgumentParser(prog="deckspace league", description="Who beats whom.")
    parser.add_argument(
        "what",
        nargs="?",
        choices=["add", "play"],
        help="add: one agent plays all others; play: all agents do; neither: show the table",
    )
    parser.add_argument(
        "name",
        nargs="?",
        help="the name of the agent that is to play, or its file: my.json (weights or a genome) or my.npz (a policy)",
    )
    about = "locm: Legends of Code and Magic, with a table for each of its versions 1.2 and 1.5 (default: %(default)s)"
    parser.add_argument("--game", choices=roster.GAMES, default="hearthstone", help=about)
    parser.add_argument("--scale", metavar="NAME", help="the scale of the league (default: the main one)")
    roster.add_option(parser)
    return parser
