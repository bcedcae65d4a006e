"""What every agent has in common: its way with the first hand."""

from dataclasses import dataclass

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.setup import KEEP_ALL

CHEAP = 3  # mana: what the mulligans go by
MULLIGANS = ("keep_cheap", "keep_expensive", "keep_all")
KEEP_CHEAP, KEEP_EXPENSIVE, KEEP_ALL_CARDS = range(len(MULLIGANS))


@dataclass(frozen=True, kw_only=True)
class Agent:
    """A way to play; each kind is a class in a file of its own, entered in entrants.py.

    `mulligan` says which cards of the first hand it keeps: "keep_cheap" those that cost 3 or less, "keep_expensive" the
    others, as the programs of the papers do by mistake, or "keep_all". Raises ValueError for what is unknown or does not fit.
    """

    mulligan: str = "keep_expensive"

    def __post_init__(self):
        one_of("mulligan", self.mulligan, MULLIGANS)

    def write(self, settings):
        """Write what is special about this agent into the record of its kind's settings, if it has any."""


@njit
def kept(book, player, mulligan):
    """Return which cards of the first hand are kept, as a mask or KEEP_ALL."""
    if mulligan == KEEP_ALL_CARDS:
        return np.int64(KEEP_ALL)
    mask = np.int64(0)
    for i in range(np.int64(player.hand_size)):
        cheap = book.cards[player.hand[i].card].cost <= CHEAP
        if cheap == (mulligan == KEEP_CHEAP):
            mask |= 1 << i
    return mask


def one_of(what, name, known):
    """Raise ValueError unless a name is known."""
    if name not in known:
        raise ValueError(f"There is no Hearthstone {what} {name!r}; choose one of {', '.join(known)}.")


def in_range(what, n, most):
    """Raise ValueError unless a number is from 1 to `most`."""
    if not (isinstance(n, int) and 1 <= n <= most):
        raise ValueError(f"The {what} is a whole number from 1 to {most}, not {n!r}.")
