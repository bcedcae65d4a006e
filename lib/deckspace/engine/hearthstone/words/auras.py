"""Auras: continuous effects of cards in play, and changes of costs."""

from dataclasses import dataclass

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.conditions import Condition
from deckspace.engine.hearthstone.words.filters import Filter
from deckspace.engine.hearthstone.words.who import ITSELF, ME, Who


@dataclass(frozen=True)
class Aura:
    """A continuous effect of a card in play (of kind "own_cost", in hand).

    kind: one of vocabulary.AURAS: "stats" (attack, health, keywords of `who`), "cost" (of cards of a `side` that pass
    `filter`), "own_cost" (of the card itself, in hand), "weapon" (attack of my weapon), "doubling", ...
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
    """Give `who` attack, health and keywords while this is in play and the condition holds."""
    return Aura("stats", who, attack, health, keywords, condition=condition)


def enrage(attack=0, keywords=0):
    """Give itself attack and keywords while it is damaged."""
    return Aura("stats", ITSELF, attack, 0, keywords, condition=Condition("self_damaged"))


def while_(condition, attack=0, health=0, keywords=0):
    """Give itself attack, health and keywords while the condition holds."""
    return Aura("stats", ITSELF, attack, health, keywords, condition=condition)


def weapon_aura(attack, condition=None):
    return Aura("weapon", amount=attack, condition=condition)


def costs(filter, more, side=ME, least=0, condition=None):
    """Let cards like this in a side's hand cost `more` (negative: less, but not less than `least`)."""
    return Aura("cost", amount=more, filter=filter, side=side, least=least, condition=condition)


def costs_itself(more, condition=None):
    """Let the card cost `more` (a number or a Value; negative: less) in hand while the condition holds."""
    return Aura("own_cost", amount=more, condition=condition)


globals().update({kind: Aura(kind) for kind in vocabulary.alone(vocabulary.AURAS)})
