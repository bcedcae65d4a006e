"""The players of the whole card pool: where their weights are, and what they know. (Known without loading torch.)

They play by the rules of April 2015. Two of them have learnt battles with given decks
(notebooks/54_mastering_player.ipynb), the third one also to build decks (55_mastering_decks.ipynb). None of them is a
model of the paper's ladder.
"""

import csv
from typing import NamedTuple

from study import HOME

RUNS, CARD_SET = "data/runs/mastering", "mastering_2015"
STARTERS = ("HUNTER", "PALADIN", "WARLOCK")  # who has one of the three decks that were given


class Player(NamedTuple):
    """A file of weights, the heroes that it has played on either side, and its own words at the table."""

    path: str
    heroes: tuple
    says: str
    decks: str | None = (
        None  # a table of the decks that it has built, and brings; None: it learnt with given ones
    )


GIVEN = "; knows hunters, paladins and warlocks, and of their cards best those of the three starter decks"
PLAYERS = {
    "learnt player": Player(
        f"{RUNS}/given_decks/b3-1.npz",
        STARTERS,
        "learnt battles by playing itself with three decks, as the model b3 of Xiao et al. (2023) learns"
        + GIVEN,
    ),
    "learnt player, begun by imitation": Player(
        f"{RUNS}/imitation/player-1.npz",
        STARTERS,
        "imitated EVA at first, then learnt battles against search agents; no agent of the papers" + GIVEN,
    ),
    "learnt player, with decks of its own": Player(
        f"{RUNS}/whole_game/b3-1.npz",
        ("MAGE", "HUNTER", "WARRIOR"),
        "learnt to build decks and to battle by playing itself, as the model b3 of Xiao et al. (2023) learns; knows "
        "mages, hunters and warriors, and brings the decks that it builds for them",
        "data/tables/mastering_decks/decks.csv",
    ),
}


def there() -> dict:
    """Return the paths of the weights of those players that have been trained, by name."""
    return {name: HOME / one.path for name, one in PLAYERS.items() if (HOME / one.path).exists()}


def note(one) -> str:
    """Return what is to be said beside a Player's rating; of who builds its own decks, which the league cannot rate, in place of it."""
    if one.decks is None:
        return " with nine decks there, six of which it had never seen"
    shares = own_decks((HOME / one.decks).with_name("strength.csv"))
    return ", for most decks there are of heroes that it does not know" + (f"; {shares}" if shares else "")


def own_decks(path):
    """Return in words what a player wins with the decks that it builds, on both sides, by the table of its notebook.

    "" where the table is not there or cannot be read.
    """
    try:
        with open(path, newline="", encoding="utf-8") as file:
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
