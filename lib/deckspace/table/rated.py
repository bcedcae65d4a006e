"""The ratings of opponents in the league: Elo with its interval, from the league's tables.

    rating_of("hearthstone", "MCTS")         # Rating(elo=174.3, low=161.8, high=186.8)
    rating_of("hearthstone", "unknown")      # None: not rated

0 is the mean of all agents in the same table. Without tables (the folder `ratings` of the main scale) no opponent is
rated.
"""

import csv
from functools import cache
from typing import NamedTuple

from deckspace.league.scales import main_scale

NOT_RATED = "not rated"


class Rating(NamedTuple):
    """Elo points, and the ends of their 95 % interval."""

    elo: float
    low: float
    high: float

    def __str__(self):
        return f"Elo {self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})".replace("-", "−")


def ratings(table) -> dict[str, Rating]:
    """Return {name: Rating} from a table of the league; {} if there is none.

    `table` is "hearthstone", "small_game", "locm" (version 1.2) or "locm_15" (version 1.5).
    """
    folder = main_scale().ratings
    return read(folder / f"{table}.csv") if folder else {}


@cache
def read(path):
    """Return the ratings in a file, {} if it is missing or cannot be read."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = [
                (row["agent"], [float(row[name]) for name in ("Elo", "low", "high")])
                for row in csv.DictReader(file)
            ]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {name: Rating(*numbers) for name, numbers in rows}


def rating_of(table, name):
    """Return the Rating of an agent in a table of the league, None if it is not rated."""
    return ratings(table).get(name)


def in_words(rating):
    """Return a rating as text; "not rated" for None."""
    return str(rating) if rating else NOT_RATED
