"""The scales of a league: how many games are played, and where they are stored.

    scale = scales()["own"]
    scale.numbers()["positions"]       # positions that an agent with a budget may simulate per action

By default there is one scale, whose games are in the user's folder. A study with leagues of its own registers its
scales; the first is the main one, whose agents and ratings the table shows.
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


def no_entries(game):
    """Return no additional entries, the default of `Scale.more`."""
    return []


class Scale(NamedTuple):
    """A scale: its name, its numbers (as NUMBERS), the folder of its games, and further settings.

    more(game)     entries that play at this scale only, besides those of the roster
    rules          {game: files that determine the behaviour of rules and agents}; by default those of the package
    ratings        the folder of rating tables, which the table shows
    again          the command that plays its games
    """

    name: str
    numbers: Callable
    folder: Path
    more: Callable = no_entries
    rules: dict = {}
    ratings: Path | None = None
    again: str = "deckspace league play"

    def run_file(self, game) -> Path:
        """Return the run file of a game's league."""
        return self.folder / f"{game}.parquet"


_registered = {}


def register(scale):
    """Register a Scale; it replaces one with the same name."""
    _registered[scale.name] = scale


def scales() -> dict[str, Scale]:
    """Return all scales by name, the main one first."""
    return dict(_registered) or {"own": Scale("own", NUMBERS.copy, files.home() / "league")}


def main_scale() -> Scale:
    """Return the scale whose agents and ratings the table shows."""
    return next(iter(scales().values()))
