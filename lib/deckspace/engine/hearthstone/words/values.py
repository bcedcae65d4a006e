"""Values: numbers that are computed when they are needed."""

from dataclasses import dataclass, replace

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.filters import Filter
from deckspace.engine.hearthstone.words.who import Who


@dataclass(frozen=True)
class Value:
    """A number computed when it is needed: scale * (kind of who) + add."""

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
    """Return the number of characters in `who`."""
    return Value("count", who)


def attack_of(who):
    """Return the total attack of `who`."""
    return Value("attack", who)


def health_of(who):
    """Return the total current health of `who`."""
    return Value("health", who)


def roll(low, high):
    """Return a random whole number from low to high, drawn for each character."""
    return Value("roll", low=low, high=high)


globals().update({kind: Value(kind) for kind in vocabulary.alone(vocabulary.VALUES)})
