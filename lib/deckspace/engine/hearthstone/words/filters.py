"""Filters: properties of characters or cards, which are joined to a set with `&`: `minions & damaged`."""

from dataclasses import dataclass, replace
from operator import or_

from deckspace.engine.hearthstone.state import FROZEN, KEYWORDS


@dataclass(frozen=True)
class Filter:
    """Properties of a character or card; zero or empty fields do not matter."""

    type: str = ""  # MINION, SPELL, WEAPON
    race: str = ""
    not_race: str = ""
    cls: str = ""
    rarity: str = ""
    keywords: int = 0  # must have one of these
    lacking: int = 0  # must have none of these
    attack_min: int = -1
    attack_max: int = -1
    cost_min: int = -1
    cost_max: int = -1
    damaged: int = 0  # 1: is damaged, 2: is not
    secret: int = 0  # 1: is a secret
    overload: int = 0  # 1: has Overload
    collectible: int = 0  # 1: is collectible
    name: str = ""  # is this card
    not_name: str = ""  # is another card
    spell_damage: int = 0  # 1: has Spell Damage
    battlecry: int = 0
    deathrattle: int = 0
    clash: str = ""  # why no card can pass, or why the filter cannot be expressed: the message with which it is refused

    def __and__(self, other):
        """Return the filter for what passes both, with a `clash` if they contradict each other or cannot be joined."""
        pairs = {name: (mine, getattr(other, name)) for name, mine in vars(self).items()}
        joined = {
            name: JOIN[name](*pair) if name in JOIN else pair[0] or pair[1] for name, pair in pairs.items()
        }
        return Filter(**joined).checked(pairs)

    def checked(self, pairs):
        """Return the filter, with a `clash` for the first incompatible pair of joined values."""
        differing = [name for name in ONE_ONLY if all(pairs[name]) and pairs[name][0] != pairs[name][1]]
        if differing and not self.clash:
            one, other = (FORMATS.get(differing[0], str)(value) for value in pairs[differing[0]])
            return replace(self, clash=ONE_ONLY[differing[0]].format(one, other))
        for what in ("attack", "cost"):
            low, high = getattr(self, f"{what}_min"), getattr(self, f"{what}_max")
            if 0 <= high < low and not self.clash:
                return replace(
                    self,
                    clash=f"No {what} is at least {low} and at most {high}; drop one of these limits.",
                )
        return self


JOIN = {  # how two limits are joined (-1 means none); of other fields, at most one of the two is set
    "attack_min": max,
    "cost_min": max,
    "attack_max": lambda *both: min(both) if min(both) >= 0 else max(both),
    "cost_max": lambda *both: min(both) if min(both) >= 0 else max(both),
    "lacking": or_,
}
ONE_ONLY = {  # fields that can be set only once, and the error messages
    "type": "No card is both {} and {}; ask for one type.",
    "race": "No minion is both {} and {}; ask for one race.",
    "cls": "No card is both of {} and {}; ask for one class.",
    "rarity": "No card is both {} and {}; ask for one rarity.",
    "keywords": "A filter cannot ask for {} and for {}; having(A | B) asks for one of them.",
    "damaged": "No character is both {} and {}; ask for one of them.",
    "name": "No card is both {} and {}; ask for one name.",
    "not_name": "A filter cannot leave out both {} and {}; leave out one.",
}
FORMATS = {  # the formats of values in these messages, if not unchanged
    "keywords": lambda bits: " | ".join(word for word, bit in KEYWORDS.items() if bits & bit),
    "damaged": lambda which: ("", "damaged", "undamaged")[which],
}


damaged = Filter(damaged=1)
undamaged = Filter(damaged=2)
frozen = Filter(keywords=FROZEN)
spells = Filter(type="SPELL")
minion_cards = Filter(type="MINION")
weapon_cards = Filter(type="WEAPON")
secrets = Filter(type="SPELL", secret=1)
with_battlecry = Filter(battlecry=1)
with_deathrattle = Filter(deathrattle=1)
overloading = Filter(overload=1)
collectible = Filter(collectible=1)
any_card = Filter()


def race(name):
    return Filter(race=name)


def not_race(name):
    return Filter(not_race=name)


def of_class(name):
    return Filter(cls=name)


def rarity(name):
    return Filter(rarity=name)


def having(keywords):
    return Filter(keywords=keywords)


def lacking(keywords):
    return Filter(lacking=keywords)


def attack_at_most(n):
    return Filter(attack_max=n)


def attack_at_least(n):
    return Filter(attack_min=n)


def cost(n):
    return Filter(cost_min=n, cost_max=n)


def named(name):
    return Filter(name=name)


def not_named(name):
    return Filter(not_name=name)
