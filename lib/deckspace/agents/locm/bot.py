"""Runs one of our agents as a bot for the official referee: `deckspace bot locm NAME`.

It reads the referee's text from standard input and answers one line per turn (lib/deckspace/engine/locm/protocol.py). The
first turn tells the version: in 1.5 its cards are those of which decks are constructed.
"""

import argparse
import itertools
import multiprocessing
import sys
import time
from functools import partial

from deckspace.agents.locm.names import check_name
from deckspace.engine.locm.protocol import (
    CONSTRUCTION,
    DRAFT_TURNS,
    ModernView,
    PlayerView,
    commands,
    first_cards,
    read_pick,
    read_turn,
    time_limit,
)

PATIENCE = 0.6  # the share of the referee's time limit after which our bot gives a default answer
START = "fork" if sys.platform == "linux" else "spawn"  # how the thinking process is started
FAILED = -1  # sent by the thinking process in place of an answer's number if it cannot play
# What an impossible position, sent by a faulty referee, can raise.
IMPOSSIBLE = (ArithmeticError, LookupError, TypeError, ValueError)


def think(connection, load):
    """Answer turns that come over a connection, in a separate process, until it closes.

    `load()` returns an agent with `draft(offer)`, `construct()`, `act(game)` and its rule book, which `with_book` replaces. A
    message is (number, turn, answer given to the previous turn, seconds), a reply (number, answer).
    """
    try:
        agent, view = load(), None
    except Exception as error:
        connection.send((FAILED, f"{error}"))
        return
    while True:
        try:
            number, turn, last, seconds = connection.recv()
        except (EOFError, OSError):
            return
        if view is None:
            view = ModernView() if is_modern(turn) else PlayerView()
        try:
            if number == 0 and is_modern(turn):
                agent, answer = construct(agent, view, turn)
            else:
                answer = answer_turn(agent, view, number, turn, last, seconds)
            connection.send((number, answer))
        except IMPOSSIBLE as error:
            cause = f"{type(error).__name__}: {error}"
            connection.send((FAILED, f"Turn {number + 1} of the referee cannot be played ({cause})."))
            return


def is_modern(turn):
    """Tell whether this first turn is the construction of version 1.5, whose cards have areas."""
    return len(turn[-1][0]) > 12


def construct(agent, view, turn):
    """Return (an agent for the cards of version 1.5, the answer that chooses its deck)."""
    from deckspace.engine.locm.cards import rules_of  # loaded by now

    book = rules_of("1.5")
    book.new_cards = 0
    view.see_construction(turn, book)
    agent = agent.with_book(book)
    return agent, view.construction(agent.construct())


def answer_turn(agent, view, number, turn, last, seconds):
    """Return an agent's answer to a turn; `last` is the answer that was sent to the previous one."""
    deadline = time.perf_counter() + seconds
    if not isinstance(view, ModernView):
        if 0 < number <= DRAFT_TURNS:
            view.picks.append(view.offer[read_pick(last, view.offer)])
        if number < DRAFT_TURNS:
            return f"PICK {agent.draft(view.see_draft(turn))}"
    elif number == 1 and last == "PASS":
        view.picks = first_cards([])
    texts = commands(agent, view.see_battle(turn, agent.book), deadline)
    return ";".join(map(view.named, texts)) or "PASS"


def think_beside(connection, load, inherited):
    """Run the thinking process; it closes an inherited copy of its parent's end, so that it ends with its parent."""
    sys.stdout = sys.stderr  # an agent's printed text must not reach the referee
    if inherited is not None:
        inherited.close()
    think(connection, load)


class Thinker:
    """A process that thinks, while the main process watches the clock.

    Loading compiled code takes longer than a draft turn allows, and blocks the interpreter meanwhile.
    """

    def __init__(self, load):
        context = multiprocessing.get_context(START)
        self.connection, theirs = context.Pipe()
        inherited = self.connection if START == "fork" else None
        self.process = context.Process(target=think_beside, args=(theirs, load, inherited), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, number, turn, last, seconds):
        """Return the answer to a turn, or None if it does not come in time; raises ValueError if the process fails."""
        deadline = time.monotonic() + seconds
        self.connection.send((number, turn, last, seconds))
        while self.connection.poll(max(0, deadline - time.monotonic())):
            try:
                replied, answer = self.connection.recv()
            except (EOFError, OSError):
                raise ValueError("The bot's thinking process has ended.") from None
            if replied == FAILED:
                raise ValueError(answer)
            if replied == number:
                return answer
        return None


def run_bot(load, stream=None, out=None, patience=PATIENCE):
    """Play one game as a bot; see `think` for `load`.

    If there is no answer after `patience` (a share of the time limit), it takes the first card of a draft, or passes: in a
    battle, or when it constructs a deck, which then has the first cards.
    """
    stream, out = stream or sys.stdin, out or sys.stdout
    thinker, last, modern = Thinker(load), "", False
    for number in itertools.count():
        turn = read_turn(stream)
        if turn is None:
            return
        modern = modern or (number == 0 and is_modern(turn))
        default = "PASS" if modern or number >= DRAFT_TURNS else "PICK 0"
        last = thinker.ask(number, turn, last, patience * limit_of(number, modern)) or default
        print(last, file=out, flush=True)


def limit_of(number, modern):
    """Return the referee's time limit for a turn, numbered from 0, in seconds."""
    if modern:
        return time_limit(0, number - 1) if number else CONSTRUCTION
    return time_limit(number, None if number < DRAFT_TURNS else number - DRAFT_TURNS)


def ready_agent(name, seed):
    """Return the SoloAgent of this name, with all its code compiled."""
    from deckspace.agents.locm.solo import named_agent, warm

    return warm(named_agent(name, seed))


def main(arguments=None):
    """Run the named agent on standard input and output."""
    parser = argparse.ArgumentParser(
        prog="deckspace bot locm", description="Play LoCM 1.2 or 1.5 as an external bot."
    )
    parser.add_argument("name", help="the agent that plays")
    parser.add_argument("--seed", type=int, default=0, help="the seed of agents that use chance")
    parser.add_argument(
        "--patience",
        type=float,
        default=PATIENCE,
        help="how much of each time limit it uses: 0.5 is half of it, 20 is twenty times as long where nobody measures",
    )
    parser.add_argument("--warm", action="store_true", help="only compile the agent, then stop")
    args = parser.parse_args(arguments)

    load = partial(ready_agent, args.name, args.seed)
    try:
        check_name(args.name)
        load() if args.warm else run_bot(load, patience=args.patience)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
