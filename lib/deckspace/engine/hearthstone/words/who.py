"""Sets of characters, as areas of the board or by their roles in the event; and sides."""

from dataclasses import dataclass, replace

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.filters import Filter

MY_HERO, MY_MINIONS, ENEMY_HERO, ENEMY_MINIONS = 1, 2, 4, 8  # areas, as bits
ME, ENEMY, BOTH = "me", "enemy", "both"
SUBJECT = "subject"  # the side of the event's card, minion or turn


@dataclass(frozen=True)
class Who:
    """A set of characters: an area of the board or a special set, filtered, and possibly a random part of it."""

    base: str = "area"
    areas: int = 0
    filter: Filter = Filter()
    other: bool = False  # without the card itself
    random: int = 0  # the number of random ones; 0: all
    except_target: bool = False

    def __and__(self, what):
        return replace(self, filter=self.filter & what)


characters = Who(areas=15)
everyone = characters
minions = Who(areas=MY_MINIONS | ENEMY_MINIONS)
heroes = Who(areas=MY_HERO | ENEMY_HERO)
friends = Who(areas=MY_HERO | MY_MINIONS)
enemies = Who(areas=ENEMY_HERO | ENEMY_MINIONS)
my_minions = Who(areas=MY_MINIONS)
enemy_minions = Who(areas=ENEMY_MINIONS)
my_hero = Who(areas=MY_HERO)
enemy_hero = Who(areas=ENEMY_HERO)
but_my_hero = Who(areas=MY_MINIONS | ENEMY_HERO | ENEMY_MINIONS)
nobody = Who(areas=0)

globals().update({base: Who(base) for base in vocabulary.BASES if base != "area"})
ITSELF = Who("itself")


@dataclass(frozen=True)
class Chosen(Who):
    """A character of `who` that is chosen when the card is played.

    A minion may be played without a possible choice; its clause is then omitted.
    """

    base: str = "target"
    who: Who = characters

    def __call__(self, who):
        return Chosen(who=who)

    def __and__(self, what):
        """Return the chosen one of those in `who` that pass a filter."""
        return replace(self, who=self.who & what)


chosen = Chosen()


def other(who):
    """Return `who` without the card itself."""
    return replace(who, other=True)


def but_target(who):
    """Return `who` without the chosen one."""
    return replace(who, except_target=True)


def among(who, area):
    """Return those of `who` that are also in an area: `among(target, my_minions)`."""
    both = who.filter & area.filter
    if area.base != "area" or area.random:
        both = replace(
            both, clash="`among` must have a whole area second, as in `among(target, my_minions)`."
        )
    areas = who.areas & area.areas if who.areas else area.areas
    except_target = who.except_target or area.except_target
    return replace(who, areas=areas, filter=both, other=who.other or area.other, except_target=except_target)


def one(who):
    """Return a random one of `who`."""
    return some(1, who)


def some(n, who):
    """Return `n` different random ones of `who`."""
    if who.random:
        who = who & Filter(clash=f"From {who.random} random ones, no others can be drawn; draw only once.")
    return replace(who, random=n)
