"""The trained players of the whole card pool: where their weights are, and which heroes they know.

They play by the rules of April 2015. Two have learnt battles with given decks (notebooks/54_mastering_player.ipynb), the
third has also learnt to build decks (55_mastering_decks.ipynb). None is a model of the paper's ladder. This module does
not load torch.
"""

import csv
from typing import NamedTuple

from study import HOME

RUNS, CARD_SET = "data/runs/mastering", "mastering_2015"
STARTERS = ("HUNTER", "PALADIN", "WARLOCK")  # the heroes of the three given decks


class Player(NamedTuple):
    """A file of weights, the heroes that the player knows on either side, and what the table says about it."""

    path: str
    heroes: tuple
    says: str
    decks: str | None = None  # a table of the decks that it brings; None: it learnt with given ones


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


def trained() -> dict:
    """Return the paths of the weights of all trained players, by name."""
    return {name: HOME / one.path for name, one in PLAYERS.items() if (HOME / one.path).exists()}


def note(one) -> str:
    """Return the words beside a Player's rating, or in its place if it builds its decks, which the league cannot rate."""
    if one.decks is None:
        return " with nine decks, six of which it had never seen"
    shares = own_decks((HOME / one.decks).with_name("strength.csv"))
    why = ", because it does not know the heroes of most decks of the league"
    return f"{why}; {shares}" if shares else why


def own_decks(path):
    """Return in words what a player wins with its own decks on both sides, from the table of its notebook.

    "" if the table is missing or cannot be read.
    """
    try:
        with open(path, newline="", encoding="utf-8") as file:
            _, _, *rows = (row[:5] for row in csv.reader(file))  # the first block, below two headers
        fair = [(name, round(float(points))) for name, points, *_ in rows if not name.endswith("(peeking)")]
        games = {int(row[4]) for row in rows}
    except (OSError, ValueError, IndexError):
        return ""
    if not fair:
        return ""
    *most, last = [f"{points} % against {name}" for name, points in fair]
    scores = f"{', '.join(most)} and {last}" if most else last
    return f"with the decks that it builds on both sides it wins {scores} ({min(games):,} games each)"
