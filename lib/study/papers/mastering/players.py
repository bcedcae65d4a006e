"""The players of the whole card pool: where their weights are, and what they know. (Known without loading torch.)

They play by the rules of April 2015. Two of them have learnt battles with given decks
(notebooks/54_mastering_player.ipynb), the third one also to build decks (55_mastering_decks.ipynb). None of them is a
model of the paper's ladder.
"""

from typing import NamedTuple

from study import HOME

RUNS = "data/runs/mastering"
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


def with_given_decks() -> dict:
    """Return those that have been trained with given decks, as `there` does."""
    return {name: path for name, path in there().items() if PLAYERS[name].decks is None}
