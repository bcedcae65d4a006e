"""The command-line options of a league, and what they ask for."""

import argparse

from deckspace.agents import roster
from deckspace.errors import BadInput
from deckspace.league import entries
from deckspace.league.scales import scales


def parsed(arguments):
    """Return the options; argparse reports invalid ones and ends the process."""
    parser = parser_of_league()
    options = parser.parse_args(arguments)
    if (options.what == "add") != (options.name is not None):
        parser.error(
            "'add' takes the name of the agent that is to play, as in 'add MCTS', and nothing else takes one"
        )
    return options


def asked(options):
    """Return the name of the agent that is to play (None: all do), the game and the Scale, after registering all agents.

    Raises BadInput for an agent, a file or a scale that is not there.
    """
    mine = None
    if options.name and entries.is_file(options.name):
        mine = entries.entry_of(options.name, options.game)
    roster.register_with(options)
    scale = chosen(options.scale)
    if mine:
        roster.register(mine)
        return mine.name, mine.game, scale
    return options.name and known(options.name, options.game, scale), options.game, scale


def chosen(name=None):
    """Return the Scale with this name, or the main one. Raises BadInput for an unknown name."""
    found = scales()
    if name is not None and name not in found:
        raise BadInput(f"There is no scale '{name}' of the league: choose one of {', '.join(found)}.")
    return found[name] if name else next(iter(found.values()))


def known(name, game, scale):
    """Return the name of an agent of the league as it is spelt there; raises BadInput for one that is not."""
    here = entrants(game, scale)
    for other in set(roster.GAMES) - {game}:
        if name not in here and name in entrants(other, scale):
            raise BadInput(f"'{name}' plays another game: add --game {other}.")
    return here[name].name


def entrants(game, scale):
    """Return the Entries of a league."""
    everybody = [*roster.roster(game).values(), *scale.more(game)]
    return roster.Entries(game, {each.name: each for each in everybody if roster.LEAGUE in each.places})


def parser_of_league():
    parser = argparse.ArgumentParser(
        prog="deckspace league",
        description="The agents of a game by their ratings: who beats whom.",
        epilog="Games are kept, also those of a stopped run: none is played twice.",
    )
    parser.add_argument(
        "what",
        nargs="?",
        choices=["add", "play"],
        help="add: one agent plays all others; play: all agents do; neither: show the table",
    )
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME|FILE",
        help="the name of the agent that is to play, or its file: my.json (weights or a genome) or my.npz (a policy)",
    )
    about = "locm: Legends of Code and Magic, with a table for each of its versions 1.2 and 1.5 (default: %(default)s)"
    parser.add_argument("--game", choices=roster.GAMES, default="hearthstone", help=about)
    parser.add_argument("--scale", metavar="NAME", help="the scale of the league (default: the main one)")
    roster.add_option(parser)
    return parser
