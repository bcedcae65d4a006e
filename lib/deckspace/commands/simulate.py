"""`deckspace simulate AGENT AGENT ...`: let agents play each other many times, and print their scores.

Agents are named as in the roster; `--with MODULE` adds your own (deckspace/agents/roster.py). All play with the same
decks, except for agents with their own deck, such as "beam Control@Elite Control Warlock".
"""

import argparse

import deckspace
from deckspace.agents.roster import GAMES, add_option, in_environment, register_with, roster
from deckspace.own_code import reported

POSITIONS, CARDS = 1_000, "mesb"


def main(arguments=None):
    """Play, and print the table; return the exit status."""
    options = parsed(arguments)
    try:
        register_with(options)
        if options.list:
            print(listed(roster(options.game)))
            return 0
        agents = {name: agent_of(name, options) for name in options.agents}
        table = played(agents, options)
    except ValueError as error:
        return reported("deckspace simulate", error)
    print(table.to_csv(index=False).strip() if options.csv else table.round(1).to_string(index=False))
    return 0


def parsed(arguments):
    parser = argparse.ArgumentParser(
        prog="deckspace simulate", description="Let agents play each other many times: who beats whom."
    )
    add = parser.add_argument
    add("agents", nargs="*", metavar="AGENT", help='at least two different names, such as "beam Control" (see --list); AGENT@DECK plays with its own deck')  # fmt: skip
    add("--list", action="store_true", help="only list the agents of the game")
    add("--game", choices=GAMES, default=GAMES[0], help="default: %(default)s")
    add("--games", type=int, default=1_000, metavar="N", help="per pair of agents (default: %(default)s)")
    add("--seed", type=int, default=1, help="decides everything (default: %(default)s)")
    add(
        "--positions",
        type=int,
        metavar="N",
        help=f"for Hearthstone, and for agents of your own: budget per action (default: {POSITIONS})",
    )
    add("--cards", metavar="SET", help=f"for Hearthstone: the card set (default: {CARDS})")
    add("--deck", action="append", dest="decks", metavar="DECK", help="for Hearthstone: the name of a known deck, or a deck code, for all agents; may be given more than once (default: all known decks)")  # fmt: skip
    add_option(parser)
    add("--csv", action="store_true", help="print comma-separated values")
    options = parser.parse_args(arguments)
    if not options.list and len({*options.agents}) < 2:
        parser.error("name at least two different agents, for example: deckspace simulate random MCTS")
    if options.games < 1:
        parser.error(f"--games must be at least 1, not {options.games}")
    if options.game == "locm":
        refuse_useless(parser, options)
    options.positions = POSITIONS if options.positions is None else options.positions
    options.cards = CARDS if options.cards is None else options.cards
    return options


def refuse_useless(parser, options):
    """End the process with a sentence if an option has no effect on games of Legends of Code and Magic."""
    useless = {"--deck": options.decks, "--cards": options.cards}
    if not (options.modules or in_environment()):  # all agents are ours, which have budgets of their own
        useless["--positions"] = options.positions
    for name, given in useless.items():
        if given is not None:
            parser.error(f"{name} is for Hearthstone: leave it out, or leave out --game locm")


def listed(entries):
    """Return one line per entry with its name and description."""
    width = max(map(len, entries))
    return "\n".join(f"{name:<{width}}  {entry.says}".rstrip() for name, entry in entries.items())


def agent_of(name, options):
    """Return the agent of this name, with its deck if an @ and a deck follow.

    Raises ValueError for an unknown name and for an agent that cannot play with any deck.
    """
    name, at, deck = name.partition("@")
    entry = roster(options.game)[name]
    agent = entry.agent(options.positions)
    if agent is None:
        agent = deckspace.hearthstone.Policy(entry.weights)
    if at and options.game == "locm":
        raise ValueError(f"'{name}' drafts its deck: @ gives one to agents of Hearthstone.")
    return (agent, deck) if at else agent


def played(agents, options):
    """Play all agents against each other and return the table."""
    if options.game == "locm":
        drafts = -(-options.games // 2)  # each is played on both seats
        return deckspace.locm.play(agents, drafts, seed=options.seed)
    return deckspace.play(agents, options.decks, options.games, seed=options.seed, book=options.cards)
