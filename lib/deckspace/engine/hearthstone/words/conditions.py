"""Conditions."""

from dataclasses import dataclass, replace

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.filters import Filter
from deckspace.engine.hearthstone.words.pools import Pool
from deckspace.engine.hearthstone.words.values import Value
from deckspace.engine.hearthstone.words.who import Who


@dataclass(frozen=True)
class Condition:
    kind: str
    who: Who = None
    filter: Filter = None
    n: int = 0
    name: str = ""
    negated: bool = False
    pool: Pool = None
    also: object = None  # another condition that must hold, too
    value: Value = None  # a value that must be `n` or more

    def __invert__(self):
        if self.also:
            raise ValueError("Conditions joined with & cannot be negated together: negate each of them.")
        return replace(self, negated=not self.negated)

    def __and__(self, other):
        """Return the condition that both hold."""
        return replace(self, also=self.also & other if self.also else other)


def exists(who):
    """There is at least one of `who`."""
    return Condition("at_least", who, n=1)


def at_least(n, who):
    return Condition("at_least", who, n=n)


def some_missing(pool):
    """I do not control minions with all cards of the pool."""
    return Condition("some_missing", pool=pool)


def health_at_most(n):
    """My hero has n health or less."""
    return Condition("health_at_most", n=n)


def enemy_health_at_most(n):
    """The enemy hero has n health or less."""
    return Condition("enemy_health_at_most", n=n)


def drawn_is(filter):
    """The last card that this script has drawn passes the filter."""
    return Condition("drawn_is", filter=filter)


def chance(n):
    """A chance of 1 in n."""
    return Condition("chance", n=n)


def power_is(name):
    """My hero power is this card."""
    return Condition("power_is", name=name)


def number_at_least(n, value):
    """A value is n or more."""
    return Condition("number_at_least", n=n, value=value)


def paid(n):
    """The card of the event was played for n mana."""
    return Condition("paid", n=n)


def has_died(name):
    """A minion of this name has died in this game, on either side."""
    return Condition("has_died", name=name)


def hand_has(filter):
    """My hand has another card that passes the filter."""
    return Condition("hand_has", filter=filter)


globals().update({kind: Condition(kind) for kind in vocabulary.alone(vocabulary.CONDITIONS)})
