"""`deckspace simulate AGENT AGENT ...`: let agents play each other many times, and print who beats whom.

Agents go by their names in the roster; those of yours come with `--with MODULE` (deckspace/agents/roster.py). All play
with the same decks, but for those with one of their own, as in "beam Control@Elite Control Warlock".
"""

import argparse
import sys

import deckspace
from deckspace.agents.roster import GAMES, add_option, register_with, roster

POSITIONS = 1_000


def main(arguments=None):
    """Play, and print the table; return the exit status."""
    options = parsed(arguments)
    try:
        register_with(options)
        if options.list:
            print(described(roster(options.game)))
            return 0
        agents = {name: agent_of(name, options) for name in options.agents}
        table = played(agents, options)
    except ValueError as error:
        print(f"deckspace simulate: {error}", *getattr(error, "__notes__", ()), file=sys.stderr)
        return 2
    print(table.to_csv(index=False).strip() if options.csv else table.round(1).to_string(index=False))
    return 0


def parsed(arguments):
    parser = argparse.ArgumentParser(
        prog="deckspace simulate", description="Let agents play each other many times: who beats whom."
    )
    add = parser.add_argument
    add("agents", nargs="*", metavar="AGENT", help='two or more by name, as "beam Control" (--list has all); AGENT@DECK has a deck of its own')  # fmt: skip
    add("--list", action="store_true", help="only list the agents of the game")
    add("--game", choices=GAMES, default=GAMES[0], help="default: %(default)s")
    add("--games", type=int, default=1_000, metavar="N", help="of each two agents (default: %(default)s)")
    add("--seed", type=int, default=1, help="decides everything (default: %(default)s)")
    add(
        "--positions",
        type=int,
        default=POSITIONS,
        metavar="N",
        help="budget of an action (default: %(default)s)",
    )
    add("--cards", metavar="SET", default="mesb", help="of Hearthstone: the card set (default: %(default)s)")
    add("--deck", action="append", dest="decks", metavar="DECK", help="of Hearthstone: the name of a known deck, or a deck code, that all agents play with; may be given more than once (default: all known decks)")  # fmt: skip
    add_option(parser)
    add("--csv", action="store_true", help="print comma-separated values")
    options = parser.parse_args(arguments)
    if not options.list and len({*options.agents}) < 2:
        parser.error("name two agents or more, for example: deckspace simulate random MCTS")
    return options


def described(entries):
    """Return the names of entries and what they do, a line each."""
    width = max(map(len, entries))
    return "\n".join(f"{name:<{width}}  {entry.says}".rstrip() for name, entry in entries.items())


def agent_of(name, options):
    """Return the agent of this name, with its deck if the name has one behind an @.

    Raises ValueError where there is none, or none that plays with any deck.
    """
    name, at, deck = name.partition("@")
    agent = roster(options.game)[name].agent(options.positions)
    if agent is None:
        raise ValueError(f"'{name}' is a trained policy, which plays in the league and at the table only.")
    if at and options.game == "locm":
        raise ValueError(f"'{name}' drafts its deck: @ gives one to agents of Hearthstone.")
    return (agent, deck) if at else agent


def played(agents, options):
    """Return the table of everybody against everybody."""
    if options.game == "locm":
        drafts = -(-options.games // 2)  # each is played on both seats
        return deckspace.locm.play(agents, drafts, seed=options.seed)
    return deckspace.play(agents, options.decks, options.games, seed=options.seed, book=options.cards)
