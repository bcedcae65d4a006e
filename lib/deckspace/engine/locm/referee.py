"""The referee's side of the text protocol, which lets any LoCM program play against any agent.

A player is one of our agents, an object with ``draft(offer) -> pick`` and ``act(game) -> action`` (`Inside`), or a
command line (`Outside`), which runs in a process group of its own, reads the referee's lines and answers within the
time limits. A bot that crashes, hangs or sends an invalid answer loses the game, and the log gives the reason in one
line.
"""

import logging
import os
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from deckspace.engine.locm import protocol
from deckspace.engine.locm.replay import (
    Nonsense,
    command_text,
    copy,
    find_action,
    from_seeds,
    offers_of,
    read_command,
    shuffled,
    take,
)
from deckspace.engine.locm.state import ATTACK, DECK, PASS, SUMMON, USE
from deckspace.errors import Illegal

TOLERANCE = 0.1  # the share by which a time limit may be exceeded, as in the paper's tournament
LONGEST = 1 << 16  # characters in a line; a longer answer is invalid
LOG = logging.getLogger(__name__)


class Lost(Exception):
    """A player forfeits the game, for a reason as the end of a sentence: 'crashed (status 1)'."""


class Match(NamedTuple):
    """A finished game."""

    winner: int  # 0: the player that moved first
    fault: str  # why the loser forfeited, or ""
    game: object  # the last position, or None if the draft was not finished
    picks: list  # of both players
    commands: list  # all executed commands including PASS, which define the game together with the seeds


# --- Players -------------------------------------------------------------------------------


class Inside:
    """An agent, called directly."""

    def __init__(self, agent, name="agent"):
        self.agent, self.name = agent, name

    def pick(self, offer, turn, player, book):
        """Return the answer to a draft turn."""
        return f"PICK {self.agent.draft(offer)}"

    def construct(self, book):
        """Return the answer to the turn of construction."""
        return protocol.construction_text(self.agent.construct())

    def play(self, table):
        """Return the answer to a battle turn."""
        return ";".join(map(table.named, protocol.commands(self.agent, copy(table.game))))

    def close(self):
        """Do nothing: there is nothing to clean up."""


class Outside:
    """A bot in a separate process, called through the text protocol; time limits are multiplied by `patience`."""

    def __init__(self, command, tolerance=TOLERANCE, stderr=subprocess.DEVNULL, patience=1.0):
        self.words = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.words:
            raise ValueError("A bot needs a command line.")
        self.name, self.slack, self.stderr = shlex.join(self.words), 1 + tolerance, stderr
        self.process, self.thread, self.patience = None, None, patience

    def start(self):
        """Start the process; raises Lost."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self.stderr}
        try:
            self.process = subprocess.Popen(self.words, start_new_session=True, **pipes)
        except OSError as error:
            raise Lost(f"could not be started ({error.strerror})") from None

    def pick(self, offer, turn, player, book):
        """Return the answer to a draft turn; raises Lost."""
        lines = protocol.draft_lines(offer, turn, player, book)
        return self.ask(lines, protocol.time_limit(turn))

    def construct(self, book):
        """Return the answer to the turn of construction; raises Lost."""
        return self.ask(protocol.construction_lines(book), protocol.CONSTRUCTION)

    def play(self, table):
        """Return the answer to a battle turn; raises Lost."""
        return self.ask(table.lines(), table.limit())

    def ask(self, lines, limit):
        """Send lines and return the answer that comes within the time limit (seconds); raises Lost."""
        limit *= self.patience
        deadline = time.monotonic() + limit * self.slack
        if self.process is None:
            self.start()
        answers = SimpleQueue()
        # A thread waits, because Windows cannot wait for a pipe with a time limit.
        self.thread = Thread(target=self.exchange, args=(lines, answers), daemon=True)
        self.thread.start()
        try:
            line = answers.get(timeout=max(0, deadline - time.monotonic()))
        except Empty:
            raise Lost(f"took more than {1000 * limit:.0f} ms") from None
        if line.endswith(b"\n"):
            return line.decode(errors="replace").rstrip("\r\n")
        raise Lost("sent an invalid answer: the line is too long" if len(line) == LONGEST else self.crash())

    def exchange(self, lines, answers):
        """Send lines, and put the answer into a queue; the answer of a dead bot is empty."""
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines).encode())
            self.process.stdin.flush()
            answers.put(self.process.stdout.readline(LONGEST))
        except OSError:
            answers.put(b"")

    def crash(self):
        """Return a description of how the process ended."""
        try:
            status = self.process.wait(0.5)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"crashed (killed by signal {-status})" if status < 0 else f"stopped (exit status {status})"

    def close(self):
        """Kill the bot and all its child processes (on Windows, only the bot)."""
        if self.process is None:
            return
        if os.name == "nt":
            self.process.kill()
        else:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.thread.join(1)
        if not self.thread.is_alive():
            with suppress(OSError):  # if it has not read everything
                self.process.stdin.close()
            self.process.stdout.close()


# --- Games ---------------------------------------------------------------------------------


def play_match(players, draft, seed, book):
    """Play one game and return its Match.

    `players` are two new `Inside` or `Outside`, the one that moves first in front; both are closed at the end. `draft`
    and `seed` are the seeds of offers (or cards) and shuffles.
    """
    picks, commands, game, names = [[], []], [], None, None
    try:
        if book.constructed:
            for blame in range(2):
                picks[blame] = construct(players[blame], book)
            names = protocol.order_of_choosing(shuffled([range(1, DECK + 1)] * 2, seed))
        else:
            for turn, offer in enumerate(offers_of(draft, book).tolist()):
                for blame in range(2):
                    picks[blame].append(pick(players[blame], offer, turn, blame, book))
        game = from_seeds(draft, seed, picks, book)
        table = Table(game, book, commands, names)
        while True:
            blame = int(game.current)
            table.ask(players[blame])
            if game.winner >= 0:
                break
            table.end_turn()
        return Match(int(game.winner), "", game, picks, commands)
    except Lost as fault:
        LOG.warning("Player %d (%s) %s and loses.", blame + 1, players[blame].name, fault)
        return Match(1 - blame, str(fault), game, picks, commands)
    finally:
        for player in players:
            player.close()


def pick(player, offer, turn, p, book):
    """Return the index of the card that a player takes from an offer; raises Lost."""
    answer = player.pick(offer, turn, p, book)
    try:
        return protocol.read_pick(answer, offer)
    except ValueError as error:
        raise Lost(f"sent an invalid answer in draft turn {turn + 1}: {error}") from None


def construct(player, book):
    """Return the numbers of the cards of a player's deck; raises Lost."""
    try:
        return protocol.read_construction(player.construct(book), book)
    except ValueError as error:
        raise Lost(f"sent an invalid deck: {error}") from None


class Table:
    """A battle: the game, and what the referee remembers for its messages to the players.

    `names` maps our instance ids to those of the messages, if these are others (protocol.order_of_choosing).
    """

    def __init__(self, game, book, commands, names=None):
        self.game, self.book, self.commands = game, book, commands
        self.names = names or {}
        self.ours = {shown: own for own, shown in self.names.items()}
        self.draws, self.actions = 1, []  # cards that the mover should have drawn; the enemy's last actions
        self.worn = set()  # instance ids of creatures that have fought or been the target of an item

    def lines(self):
        """Return the lines for the player to move."""
        return protocol.battle_lines(self.game, self.book, self.draws, self.worn, self.actions, self.names)

    def named(self, text):
        """Return one of our commands with the instance ids of the messages."""
        word, *ids = text.split()
        for i in range(1 if word == "SUMMON" else len(ids)):  # a lane is no instance id
            ids[i] = str(self.names.get(int(ids[i]), ids[i]))
        return " ".join([word, *ids])

    def limit(self):
        """Return the time limit of the player to move in seconds."""
        return protocol.time_limit(0, int(self.game.turn) // 2)

    def ask(self, player):
        """Let the player to move play its turn; raises Lost. A player that died from drawing is asked, too."""
        answer = player.play(self)
        try:
            wanted = [(text, *read_command(text)) for text in protocol.read_commands(answer)]
        except Nonsense as error:
            raise Lost(f"sent an invalid answer in turn {self.game.turn}: {error}") from None
        self.actions = []
        for text, kind, card, target in wanted:
            if kind != PASS and self.game.winner < 0:
                target = target if kind == SUMMON else self.ours.get(target, target)
                self.carry_out(text, kind, self.ours.get(card, card), target)

    def carry_out(self, text, kind, card, target):
        """Carry out one command if it is legal, otherwise skip it."""
        try:
            action = find_action(self.game, self.book, kind, card, target)
        except Illegal as error:
            LOG.debug("Skipped %s: %s", text, error)
            return
        words = command_text(self.game, self.book, action)
        me = self.game.players[self.game.current]
        source = action >> 3 & 7
        number = int(me.deck[me.board[source].place if kind == ATTACK else me.hand[source]])
        take(self.game, self.book, action)
        self.commands.append(words)
        self.actions.append((number, self.named(words)))
        self.worn |= {ATTACK: {card, target}, USE: {target}}.get(kind, set())

    def end_turn(self):
        """End the turn of the player to move."""
        self.draws = int(self.game.players[1 - self.game.current].next_draw)
        self.commands.append("PASS")
        take(self.game, self.book, PASS)
