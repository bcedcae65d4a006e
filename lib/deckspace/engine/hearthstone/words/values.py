"""How much: numbers that are found out when they are needed."""

from dataclasses import dataclass, replace

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.filters import Filter
from deckspace.engine.hearthstone.words.who import Who


@dataclass(frozen=True)
class Value:
    """A number to be found out when it is needed: scale * (kind of who) + add."""

    kind: str
    who: Who = None
    filter: Filter = None
    low: int = 0
    high: int = 0
    scale: int = 1
    add: int = 0

    def __mul__(self, n):
        return replace(self, scale=self.scale * n, add=self.add * n)

    __rmul__ = __mul__

    def __add__(self, n):
        return replace(self, add=self.add + n)

    __radd__ = __add__

    def __neg__(self):
        return self * -1


def count(who):
    """How many characters `who` is."""
    return Value("count", who)


def attack_of(who):
    """The attack of `who` (added up)."""
    return Value("attack", who)


def health_of(who):
    """The current health of `who` (added up)."""
    return Value("health", who)


def roll(low, high):
    """A random whole number from low to high, drawn anew for every character."""
    return Value("roll", low=low, high=high)


globals().update({kind: Value(kind) for kind in vocabulary.alone(vocabulary.VALUES)})
