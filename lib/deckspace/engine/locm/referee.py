"""The referee's side of the text protocol: any program that plays LoCM can play against any agent.

A player is an object with ``draft(offer) -> pick`` and ``act(game) -> action`` (one of ours, see
`Inside`), or a command line (`Outside`), run in a process group of its own, which reads the
referee's lines and answers within the time limits. A bot that crashes, hangs or talks nonsense
loses that game, and the log says why in one line.
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
    take,
)
from deckspace.engine.locm.state import ATTACK, PASS, USE, place_of
from deckspace.errors import Illegal

TOLERANCE = 0.1  # of a time limit that may be overrun, as in the paper's tournament
LONGEST = 1 << 16  # characters in a line; a bot that writes more talks nonsense
LOG = logging.getLogger(__name__)


class Lost(Exception):
    """Why a player has lost the game on the spot, as the end of a sentence: 'crashed (status 1)'."""


class Match(NamedTuple):
    """A finished game."""

    winner: int  # 0: the player that moved first
    fault: str  # why the loser lost on the spot, or ""
    game: object  # the last position, or None if the draft was not finished
    picks: list  # of both players
    commands: list  # all that were carried out, PASS included: with the seeds the whole game


# --- Players -------------------------------------------------------------------------------


class Inside:
    """An agent of ours, asked directly."""

    def __init__(self, agent, name="agent"):
        self.agent, self.name = agent, name

    def pick(self, offer, turn, player, book):
        """Return the answer to a draft turn."""
        return f"PICK {self.agent.draft(offer)}"

    def play(self, table):
        """Return the answer to a battle turn."""
        return ";".join(protocol.commands(self.agent, copy(table.game)))

    def close(self):
        """Nothing to clean up."""


class Outside:
    """A bot in a process of its own, asked through the text protocol."""

    def __init__(self, command, tolerance=TOLERANCE, stderr=subprocess.DEVNULL):
        self.words = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.words:
            raise ValueError("A bot needs a command line.")
        self.name, self.slack, self.stderr = shlex.join(self.words), 1 + tolerance, stderr
        self.process = self.thread = None

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

    def play(self, table):
        """Return the answer to a battle turn; raises Lost."""
        return self.ask(table.lines(), table.limit())

    def ask(self, lines, limit):
        """Send lines and return the line that comes back within the time limit (s); raises Lost."""
        deadline = time.monotonic() + limit * self.slack
        if self.process is None:
            self.start()
        answers = SimpleQueue()
        # A thread waits, for Windows cannot wait for a pipe with a time limit.
        self.thread = Thread(target=self.exchange, args=(lines, answers), daemon=True)
        self.thread.start()
        try:
            line = answers.get(timeout=max(0, deadline - time.monotonic()))
        except Empty:
            raise Lost(f"took more than {1000 * limit:.0f} ms") from None
        if line.endswith(b"\n"):
            return line.decode(errors="replace").rstrip("\r\n")
        raise Lost("talked nonsense: a line without end" if len(line) == LONGEST else self.crash())

    def exchange(self, lines, answers):
        """Send lines, and put the line that comes back among the answers; what a dead bot says is empty."""
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines).encode())
            self.process.stdin.flush()
            answers.put(self.process.stdout.readline(LONGEST))
        except OSError:
            answers.put(b"")

    def crash(self):
        """Return how the process ended."""
        try:
            status = self.process.wait(0.5)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"crashed (killed by signal {-status})" if status < 0 else f"stopped (exit status {status})"

    def close(self):
        """Kill the bot and all it has started (on Windows, the bot alone)."""
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
            with suppress(OSError):  # what it did not read
                self.process.stdin.close()
            self.process.stdout.close()


# --- Games ---------------------------------------------------------------------------------


def play_match(players, draft, seed, book):
    """Play one game and return its Match.

    `players` are a fresh `Inside` or `Outside` each, the one that moves first at the beginning;
    both are closed in the end. `draft` and `seed` are the seeds of offers and shuffles.
    """
    picks, commands, game = [[], []], [], None
    try:
        for turn, offer in enumerate(offers_of(draft, book).tolist()):
            for blame in range(2):
                picks[blame].append(pick(players[blame], offer, turn, blame, book))
        game = from_seeds(draft, seed, picks, book)
        table = Table(game, book, commands)
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
    """Return which card a player takes from an offer; raises Lost."""
    answer = player.pick(offer, turn, p, book)
    try:
        return protocol.read_pick(answer, offer)
    except ValueError as error:
        raise Lost(f"talked nonsense in draft turn {turn + 1}: {error}") from None


class Table:
    """A battle: the game, and what the referee remembers beside it to tell the players."""

    def __init__(self, game, book, commands):
        self.game, self.book, self.commands = game, book, commands
        self.draws, self.actions = 1, []  # cards the mover should have drawn; the enemy's actions
        self.worn = set()  # instance ids of creatures that fought or were the target of an item

    def lines(self):
        """Return what the player to move is told."""
        return protocol.battle_lines(self.game, self.book, self.draws, self.worn, self.actions)

    def limit(self):
        """Return the seconds the player to move has."""
        return protocol.time_limit(0, int(self.game.turn) // 2)

    def ask(self, player):
        """Let the player to move play its turn; raises Lost. Who died drawing is asked in vain."""
        answer = player.play(self)
        try:
            wanted = [(text, *read_command(text)) for text in protocol.read_commands(answer)]
        except Nonsense as error:
            raise Lost(f"talked nonsense in turn {self.game.turn}: {error}") from None
        self.actions = []
        for text, kind, card, target in wanted:
            if kind != PASS and self.game.winner < 0:
                self.carry_out(text, kind, card, target)

    def carry_out(self, text, kind, card, target):
        """Carry out one command if it is legal now, else skip it."""
        try:
            action = find_action(self.game, self.book, kind, card, target)
        except Illegal as error:
            LOG.debug("Skipped %s: %s", text, error)
            return
        words = command_text(self.game, self.book, action)
        number = int(self.game.players[self.game.current].deck[place_of(int(self.game.current), card)])
        take(self.game, self.book, action)
        self.commands.append(words)
        self.actions.append((number, words))
        self.worn |= {ATTACK: {card, target}, USE: {target}}.get(kind, set())

    def end_turn(self):
        """End the turn of the player to move."""
        self.draws = int(self.game.players[1 - self.game.current].next_draw)
        self.commands.append("PASS")
        take(self.game, self.book, PASS)
