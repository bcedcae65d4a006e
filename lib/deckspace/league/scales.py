"""How thoroughly a league is played, and where its games are kept.

    scale = scales()["own"]
    scale.numbers()["positions"]       # what an agent with a budget may simulate for each action

Without more, there is one scale, whose games are in the user's folder. A study that has played leagues of its own
registers its scales; the first of them is the main one, whose agents and ratings the table shows.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from deckspace import files

NUMBERS = {
    "positions": 1000,
    "suites": ["starter", "elite"],
    "drawn": 4,
    "games": 2,
    "drafts": 200,
    "seed": 1,
}


def nobody(game):
    """Return the entries of a game that play at one scale only: none."""
    return []


class Scale(NamedTuple):
    """A name, numbers as NUMBERS, the folder of the games, and what else belongs to it.

    more(game)     entries that play at this scale only, beside those of the roster
    rules          {game: files whose content decides what rules and agents do}; of the package itself, if not given
    ratings        the folder of tables of ratings, by which the table says how strong everybody is
    again          the command that plays its games
    """

    name: str
    numbers: Callable
    folder: Path
    more: Callable = nobody
    rules: dict = {}
    ratings: Path | None = None
    again: str = "deckspace league play"

    def run_file(self, game) -> Path:
        """Return the file of a game's league."""
        return self.folder / f"{game}.parquet"


_registered = {}


def register(scale):
    """Let a Scale be known from now on; one of the same name takes its place."""
    _registered[scale.name] = scale


def scales() -> dict[str, Scale]:
    """Return all scales by name, the main one first."""
    return dict(_registered) or {"own": Scale("own", NUMBERS.copy, files.home() / "league")}


def main_scale() -> Scale:
    """Return the scale whose agents and ratings the table shows."""
    return next(iter(scales().values()))
