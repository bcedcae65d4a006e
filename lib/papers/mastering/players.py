"""The players of the whole card pool: where their weights are, and what they know. (Known without loading torch.)

They play by the rules of April 2015. Two of them have learnt battles with given decks
(notebooks/54_mastering_player.ipynb), the third one also to build decks (55_mastering_decks.ipynb). None of them is a
model of the paper's ladder.
"""

from typing import NamedTuple

from lib import HOME

RUNS = "data/runs/mastering"
STARTERS = ("HUNTER", "PALADIN", "WARLOCK")  # who has one of the three decks that were given
DECKS = "data/tables/mastering_decks/decks.csv"  # those that the third player brings


class Player(NamedTuple):
    """A file of weights, and the heroes that it has played, on either side."""

    path: str
    heroes: tuple


PLAYERS = {
    "learnt player": Player(f"{RUNS}/given_decks/b3-1.npz", STARTERS),
    "learnt player, begun by imitation": Player(f"{RUNS}/imitation/player-1.npz", STARTERS),
    "learnt player, with decks of its own": Player(
        f"{RUNS}/whole_game/b3-1.npz", ("MAGE", "HUNTER", "WARRIOR")
    ),
}


def there(heroes=None) -> dict:
    """Return the paths of the weights of those players that have been trained, by name; of these heroes alone, if any."""
    return {
        name: HOME / one.path
        for name, one in PLAYERS.items()
        if (HOME / one.path).exists() and heroes in (None, one.heroes)
    }
