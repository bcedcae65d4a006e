"""Always: what holds as long as a card is in play, and what cards cost."""

from dataclasses import dataclass

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.conditions import Condition
from deckspace.engine.hearthstone.words.filters import Filter
from deckspace.engine.hearthstone.words.who import ITSELF, ME, Who


@dataclass(frozen=True)
class Aura:
    """What a card does as long as it is in play (`cost` also in hand).

    kind: one of vocabulary.AURAS: "stats" (attack, health, keywords to `who`), "cost" (of cards like `filter`
    of `side`), "own_cost" (the card itself, in hand), "weapon" (attack of my weapon), "doubling" ...
    """

    kind: str
    who: Who = None
    attack: object = 0
    health: object = 0
    keywords: int = 0
    amount: object = 0
    filter: Filter = Filter()
    side: str = ME
    condition: Condition = None
    least: int = 0
    flag: int = 0


def aura(who, attack=0, health=0, keywords=0, condition=None):
    """`who` have more attack, health, keywords while this is in play and the condition holds."""
    return Aura("stats", who, attack, health, keywords, condition=condition)


def enrage(attack=0, keywords=0):
    """While it is damaged it has more attack and keywords."""
    return Aura("stats", ITSELF, attack, 0, keywords, condition=Condition("self_damaged"))


def while_(condition, attack=0, health=0, keywords=0):
    """While the condition holds, itself has these."""
    return Aura("stats", ITSELF, attack, health, keywords, condition=condition)


def weapon_aura(attack, condition=None):
    return Aura("weapon", amount=attack, condition=condition)


def costs(filter, more, side=ME, least=0, condition=None):
    """Cards like this in that hand cost `more` (negative: less, but not less than `least`)."""
    return Aura("cost", amount=more, filter=filter, side=side, least=least, condition=condition)


def costs_itself(more, condition=None):
    """In hand it costs this much more (negative: less), while the condition holds; a number or a Value."""
    return Aura("own_cost", amount=more, condition=condition)


globals().update({kind: Aura(kind) for kind in vocabulary.alone(vocabulary.AURAS)})
