"""The trained players of the whole card pool: where their weights are, and which heroes they know.

They play by the rules of April 2015. One has learnt battles with given decks (notebooks/54_mastering_player.ipynb), the
other has also learnt to build decks (55_mastering_decks.ipynb). Neither is a model of the paper's ladder. This module does
not load torch.
"""

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

    @property
    def note(self):
        """The words beside its rating in the league."""
        return (
            " with the decks that it builds"
            if self.decks
            else " with nine decks, six of which it had never seen"
        )


GIVEN = "; knows hunters, paladins and warlocks, and of their cards best those of the three starter decks"
PLAYERS = {
    "learnt player": Player(
        f"{RUNS}/given_decks/b3-1.npz",
        STARTERS,
        "learnt battles by playing itself with three decks, by the method of Xiao et al. (2023)" + GIVEN,
    ),
    "learnt player, with decks of its own": Player(
        f"{RUNS}/whole_game/b3-1.npz",
        ("MAGE", "HUNTER", "WARRIOR"),
        "learnt to build decks and to battle by playing itself, by the method of Xiao et al. (2023); knows "
        "mages, hunters and warriors, and brings the decks that it builds for them",
        "data/tables/mastering_decks/decks.csv",
    ),
}


def trained() -> dict:
    """Return the paths of the weights of all trained players, by name."""
    return {
        name: HOME / one.path
        for name, one in PLAYERS.items()
        if all((HOME / path).exists() for path in (one.path, one.decks or one.path))
    }
