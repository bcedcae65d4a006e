"""Who: sets of characters, as areas of the table or by what they have to do with the event; and sides."""

from dataclasses import dataclass, replace

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.filters import Filter

MY_HERO, MY_MINIONS, ENEMY_HERO, ENEMY_MINIONS = 1, 2, 4, 8  # areas, as bits
ME, ENEMY, BOTH = "me", "enemy", "both"
SUBJECT = "subject"  # whose card, minion or turn the event is about


@dataclass(frozen=True)
class Who:
    """A set of characters: an area of the table or a special one, filtered, and perhaps a random few."""

    base: str = "area"
    areas: int = 0
    filter: Filter = Filter()
    other: bool = False  # without the card itself
    random: int = 0  # that many of them at random; 0: all
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
    """One character chosen when the card is played, out of `who`.

    A minion may be played when there is nobody to choose; then all of the clause is left out.
    """

    base: str = "target"
    who: Who = characters

    def __call__(self, who):
        return Chosen(who=who)

    def __and__(self, what):
        """One chosen out of those of `who` that are like this."""
        return replace(self, who=self.who & what)


chosen = Chosen()


def other(who):
    """All of `who` but the card itself."""
    return replace(who, other=True)


def but_target(who):
    """All of `who` but the chosen one."""
    return replace(who, except_target=True)


def among(who, area):
    """Those of `who` that are of this area too: `among(target, my_minions)`."""
    both = who.filter & area.filter
    if area.base != "area" or area.random:
        both = replace(
            both, clash="`among` takes an area second, as in `among(target, my_minions)`, all of it."
        )
    areas = who.areas & area.areas if who.areas else area.areas
    except_target = who.except_target or area.except_target
    return replace(who, areas=areas, filter=both, other=who.other or area.other, except_target=except_target)


def one(who):
    """One of `who`, at random."""
    return some(1, who)


def some(n, who):
    """`n` different ones of `who`, at random."""
    if who.random:
        who = who & Filter(clash=f"Of {who.random} drawn by chance no others can be drawn; draw once.")
    return replace(who, random=n)
