"""Games between our agents and external bots, programs that speak the referee's protocol.

    arena.play(play_games, specs, [Beam(8), Program("java -jar bot.jar")], book, threads=2)

takes the same rows and returns the same results as games among our agents, only more slowly. A bot that crashes, hangs
or sends an invalid answer loses the game. It runs with all rights of the user, so run only programs that you trust.
"""

import hashlib
import shlex
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from deckspace.agents.locm.players import RESULT, name_of
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.locm.cards import with_cards_of
from deckspace.engine.locm.referee import TOLERANCE, Inside, Outside, play_match
from deckspace.errors import is_number

VERSIONS = ("1.2", "1.5")


@dataclass(frozen=True)
class Program:
    """A program that speaks the referee's protocol: its command line, started anew for every game.

    `versions` are those of the game that it speaks, of "1.2" and "1.5". It may take `patience` times as long as the referee
    allows: 1 second for its first answer in the draft and in the battle, 0.1 for others in the draft, 0.2 in the battle; in
    version 1.5, 4 seconds for its deck. Raises ValueError for a command line that is empty or cannot be split, for a patience
    that is not positive, and for an unknown version.

    >>> import deckspace as ds
    >>> ds.locm.Program("python3 their_bot.py", patience=3, versions=("1.2", "1.5")).name
    'python3 their_bot.py'
    """

    command: str
    patience: float = 1.0
    name: str = ""
    versions: tuple = VERSIONS[:1]

    def __post_init__(self):
        try:
            words = shlex.split(self.command)
        except (ValueError, AttributeError, TypeError) as error:
            raise ValueError(f"A program needs a command line, not {self.command!r:.100}: {error}.") from None
        if not words:
            raise ValueError("A program needs a command line, such as 'java -jar bot.jar'.")
        if not is_number(self.patience) or not self.patience > 0:
            raise ValueError(
                f"The patience with a program must be a positive number, not {self.patience!r:.100}."
            )
        if not self.versions or isinstance(self.versions, str) or not set(self.versions) <= set(VERSIONS):
            raise ValueError(
                f"The versions of a program must be a tuple of some of {' and '.join(VERSIONS)}, not {self.versions!r:.100}."
            )
        object.__setattr__(self, "name", self.name or self.command)

    def check_speaks(self, book):
        """Raise ValueError unless it speaks the version of a rule book."""
        version = VERSIONS[int(book.constructed)]
        if version not in self.versions:
            raise ValueError(
                f"The program {self.name!r:.100} speaks version {' and '.join(self.versions)} only: if it speaks {version}, "
                f"name that among its versions."
            )

    def about(self):
        """Return a text that determines how it plays: its command line and a hash of each file in it."""
        files = [Path(word) for word in shlex.split(self.command) if Path(word).is_file()]
        hashes = [hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files]
        return f"{self.command} {self.patience} {' '.join(hashes)}"


def play_games(games, contestants, book, tolerance=TOLERANCE):
    """Play one game per row of `games` (GAME_SPEC) and return a RESULT array of the same length.

    `contestants` holds an agent, a Program or the command line of a bot for each number in the rows; `tolerance` is the share
    of a time limit by which a bot may exceed it. Raises ValueError if a Program does not speak the version of the book.
    """
    for one in contestants:
        if isinstance(one, Program):
            one.check_speaks(book)
    results = np.zeros(len(games), RESULT)
    for spec, result in zip(games, results, strict=True):
        own = with_cards_of(book, int(spec["draft"]))
        players = [
            player_of(contestants[number], own, int(spec["seed"]) + p, tolerance)
            for p, number in enumerate((spec["first"], spec["second"]))
        ]
        write_result(result, play_match(players, int(spec["draft"]), int(spec["seed"]), own))
    return results


def player_of(player, book, seed, tolerance):
    """Return a player for one game (engine/locm/referee.py)."""
    if isinstance(player, Program):
        return Outside(player.command, tolerance, patience=player.patience)
    if isinstance(player, (str, list, tuple)):
        return Outside(player, tolerance)
    return Inside(SoloAgent(player, book, seed), name_of(player))


def write_result(result, match):
    """Write a finished Match into a row of results, without `looked`, which is unknown for bots."""
    result["winner"] = match.winner
    if match.game is not None:
        result["turns"] = match.game.turn + 1
        result["hp"] = [match.game.players[p].hp for p in range(2)]
