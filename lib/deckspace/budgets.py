"""What a search for decks may be asked for, by name: a domain and a budget (qd.py, which uses them, is slow to import)."""

from numbers import Integral
from typing import NamedTuple

from deckspace.errors import BadInput, shown

ARCHETYPES = tuple(
    f"{strategy} {hero}" for hero in ("hunter", "paladin", "warlock") for strategy in ("aggro", "control")
)
DOMAINS = ("rogue", *ARCHETYPES)


class Scale(NamedTuple):
    """How many decks a search may evaluate, and how many games each of them plays."""

    decks: int
    games: int


SCALES = {"smoke": Scale(300, 6), "laptop": Scale(1_500, 48), "paper": Scale(10_000, 200)}


def scale_of(scale) -> Scale:
    """Return a Scale given by name or as itself. Raises BadInput for others, and for one without decks or games."""
    found = SCALES.get(scale) if isinstance(scale, str) else scale
    if not isinstance(found, Scale):
        raise BadInput(
            f"There is no scale {shown(scale)}: choose one of {', '.join(SCALES)}, or give a Scale."
        )
    if not all(isinstance(number, Integral) and number > 0 for number in found):
        raise BadInput(
            f"A Scale needs whole numbers of decks and games, both at least 1, not {shown(found)}."
        )
    return found
