"""What the league says of those who can be met: Elo, with its interval, from the tables that its notebook writes.

    rating_of("hearthstone", "MCTS")         # Rating(elo=174.3, low=161.8, high=186.8)
    rating_of("hearthstone", "somebody")     # None: not rated

0 is the mean of all that play in the same table. Without tables (data/tables/league/<scale>) nobody is rated. Of a player
that builds its own decks, which the league cannot rate, `own_decks` tells what its notebook has measured.
"""

import csv
from functools import cache
from typing import NamedTuple

from study import HOME

FOLDER = HOME / "data" / "tables" / "league"
SCALE = "laptop"
NOT_RATED = "not rated"


class Rating(NamedTuple):
    """Elo points, and the ends of their 95 % interval."""

    elo: float
    low: float
    high: float

    def __str__(self):
        return f"Elo {self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})".replace("-", "−")


@cache
def ratings(table) -> dict[str, Rating]:
    """Return {name: Rating} of a table of the league: "hearthstone", "small_game" or "locm"; {} where there is none."""
    try:
        with open(FOLDER / SCALE / f"{table}.csv", newline="") as file:
            rows = [
                (row["agent"], [float(row[name]) for name in ("Elo", "low", "high")])
                for row in csv.DictReader(file)
            ]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {name: Rating(*numbers) for name, numbers in rows}


def rating_of(table, name):
    """Return the Rating of who is called so in a table of the league, None for whoever is not rated."""
    return ratings(table).get(name)


def own_decks(path):
    """Return in words what a player wins with the decks that it builds, on both sides, by the table of its notebook.

    "" where the table is not there or cannot be read.
    """
    try:
        with open(path, newline="") as file:
            _, _, *rows = (row[:5] for row in csv.reader(file))  # its first block, below two headers
        fair = [(name, round(float(points))) for name, points, *_ in rows if not name.endswith("(peeking)")]
        games = {int(row[4]) for row in rows}
    except (OSError, ValueError, IndexError):
        return ""
    if not fair:
        return ""
    *most, last = [f"{points} % against {name}" for name, points in fair]
    told = f"{', '.join(most)} and {last}" if most else last
    return f"with the decks that it builds on both sides it wins {told} ({min(games):,} games each)"


def in_words(rating):
    """Return a rating as it stands beside a name; "not rated" for None."""
    return str(rating) if rating else NOT_RATED
