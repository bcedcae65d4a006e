"""The vocabulary in which cards are written: who, how much, if, when, and what happens.

A card's behaviour is one clause, or a tuple of clauses. A clause is a head (when) followed by
actions: ``play >> damage(6, chosen)``. Words are plain values without any effect of their own:
encode.py turns them into rows of small integers for the interpreter (effects/), and describe.py
into English. Numbers and keywords (cost, Taunt, Spell Damage, Overload ...) are not behaviour:
they are in the tables.

Words that take no argument have no line here: they come from the tables of vocabulary.py, where their English
is, as `itself` (a `Who`), `my_hand` (a `Value`), `has_weapon` (a `Condition`) and `doubling` (an `Aura`). So do
actions that need at most a number and a set, as `freeze(who)`, `gain_armor(n)`, `set_attack(n, who)`, `counter()`,
and the heads of events: `hurt(who)`, `turn_ends(side)`, `played(filter, side)`.

``me`` is always whoever controls the card; `my_...` and `enemy_...` are seen from there.
"""

from dataclasses import dataclass, field, replace
from operator import or_

from lib.engine.hearthstone import vocabulary
from lib.engine.hearthstone.state import (  # noqa: F401  (keywords are words too)
    CANT_ATTACK,
    CHARGE,
    CHARGE_FOR_NOW,
    DIVINE_SHIELD,
    ELUSIVE,
    FORGETFUL,
    FREEZES,
    FROZEN,
    IMMUNE,
    IMMUNE_FOR_NOW,
    IN_DECK,
    IN_HAND,
    IN_PLAY,
    KEYWORDS,
    POISONOUS,
    SPARES_HEROES_FOR_NOW,
    STEALTH,
    STEALTH_FOR_NOW,
    TAUNT,
    WINDFURY,
)

# --- Who: sets of characters ---------------------------------------------------------------

MY_HERO, MY_MINIONS, ENEMY_HERO, ENEMY_MINIONS = 1, 2, 4, 8  # areas, as bits


@dataclass(frozen=True)
class Filter:
    """What a character or card must be like. Zero or empty: anything will do."""

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
    name: str = ""  # is this very card
    not_name: str = ""  # is any other card
    spell_damage: int = 0  # 1: has Spell Damage
    battlecry: int = 0
    deathrattle: int = 0
    clash: str = ""  # why nothing can be so, or what cannot be said; encode.py refuses the card with it

    def __and__(self, other):
        """What passes both filters; where they contradict each other, or cannot be joined, they `clash`."""
        pairs = {name: (mine, getattr(other, name)) for name, mine in vars(self).items()}
        joined = {
            name: JOIN[name](*pair) if name in JOIN else pair[0] or pair[1] for name, pair in pairs.items()
        }
        return Filter(**joined).checked(pairs)

    def checked(self, pairs):
        """Return the filter, with a word on the first of these pairs of joined values that does not go together."""
        differing = [name for name in ONE_ONLY if all(pairs[name]) and pairs[name][0] != pairs[name][1]]
        if differing and not self.clash:
            one, other = (SAID.get(differing[0], str)(value) for value in pairs[differing[0]])
            return replace(self, clash=ONE_ONLY[differing[0]].format(one, other))
        for what in ("attack", "cost"):
            low, high = getattr(self, f"{what}_min"), getattr(self, f"{what}_max")
            if 0 <= high < low and not self.clash:
                return replace(
                    self,
                    clash=f"No {what} is at least {low} and at most {high}; one of these limits has to go.",
                )
        return self


JOIN = {  # how two limits are joined (-1 is none); of everything else one of the two says something
    "attack_min": max,
    "cost_min": max,
    "attack_max": lambda *both: min(both) if min(both) >= 0 else max(both),
    "cost_max": lambda *both: min(both) if min(both) >= 0 else max(both),
    "lacking": or_,
}
ONE_ONLY = {  # what a filter can ask for once, and the sentence for twice
    "type": "No card is both {} and {}; ask for one type.",
    "race": "No minion is both {} and {}; ask for one race.",
    "cls": "No card is both of {} and {}; ask for one class.",
    "rarity": "No card is both {} and {}; ask for one rarity.",
    "keywords": "A filter cannot ask for {} and for {}; having(A | B) asks for one of them.",
    "damaged": "No character is both {} and {}; ask for one of them.",
    "name": "No card is both {} and {}; ask for one name.",
    "not_name": "A filter cannot leave out both {} and {}; leave out one.",
}
SAID = {  # how a value is written in these sentences, if not as it is
    "keywords": lambda bits: " | ".join(word for word, bit in KEYWORDS.items() if bits & bit),
    "damaged": lambda which: ("", "damaged", "undamaged")[which],
}


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


# Filters, joined to a set with `&`: `minions & damaged`, `my_minions & race("BEAST")`.
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
with_deathrattle = Filter(deathrattle=1)
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


# --- Which side, which cards ---------------------------------------------------------------

ME, ENEMY, BOTH = "me", "enemy", "both"
SUBJECT = "subject"  # whose card, minion or turn the event is about


@dataclass(frozen=True)
class Pool:
    """Cards that a random effect draws from: a list of keys, or all collectible ones of a filter."""

    keys: tuple = ()
    filter: Filter = None
    but_itself: bool = False
    missing: bool = False  # only those that are not among my minions
    enemy_class: bool = False  # only those of the class of the enemy's hero
    counted: int = 0  # not by chance, but one after the other, once each in a game: see `next_of`
    but_power: bool = False  # only those that are not my hero power
    but_chosen: bool = False  # only those that this script has not chosen yet
    same_cost: bool = False  # only those that cost as much as the target
    pools: tuple = ()  # the cards of all these pools


def one_of(*keys):
    """One of these cards, at random."""
    return Pool(keys=keys)


def any_one_of(*pools):
    """The cards of all these pools or keys together; of a single pool itself."""
    as_pools = [pool if isinstance(pool, Pool) else one_of(pool) for pool in pools]
    if len(as_pools) == 1:
        return as_pools[0]
    if all(pool.keys for pool in as_pools):
        return one_of(*(key for pool in as_pools for key in pool.keys))
    return Pool(pools=tuple(each for pool in as_pools for each in pool.pools or (pool,)))


def any_of(filter):
    """A random implemented collectible card like this (the set's own pool: say so in describe)."""
    return Pool(filter=filter)


def any_of_enemy_class(filter=any_card):
    """A random implemented collectible card like this, of the class of the enemy's hero."""
    return Pool(filter=filter, enemy_class=True)


def any_of_same_cost(filter):
    """A random implemented collectible card like this that costs as much as the target."""
    return Pool(filter=filter, same_cost=True)


def next_of(*keys, without_room=False):
    """The next one of these cards each time in a game, in this order, then the last one again and again.

    One that finds no room on the board comes next time, or is passed over if those `without_room` count.
    """
    return Pool(keys=keys, counted=2 if without_room else 1)


def missing(*keys):
    """One of these cards, at random, but none that is among my minions."""
    return Pool(keys=keys, missing=True)


# --- How much ------------------------------------------------------------------------------


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

# --- If ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Condition:
    kind: str
    who: Who = None
    filter: Filter = None
    n: int = 0
    name: str = ""
    negated: bool = False
    pool: Pool = None
    also: object = None  # another condition, which must hold as well
    value: Value = None  # a number that has to be `n` or more

    def __invert__(self):
        if self.also:
            raise ValueError("Several conditions joined with & cannot be negated together: negate each.")
        return replace(self, negated=not self.negated)

    def __and__(self, other):
        """Both conditions hold."""
        return replace(self, also=self.also & other if self.also else other)


def exists(who):
    """There is at least one of `who`."""
    return Condition("at_least", who, n=1)


def at_least(n, who):
    return Condition("at_least", who, n=n)


def some_missing(pool):
    """At least one card of the pool is not among my minions."""
    return Condition("some_missing", pool=pool)


def health_at_most(n):
    """My hero has n health or less."""
    return Condition("health_at_most", n=n)


def enemy_health_at_most(n):
    """The enemy hero has n health or less."""
    return Condition("enemy_health_at_most", n=n)


def drawn_is(filter):
    """The card that this script has drawn last is like this."""
    return Condition("drawn_is", filter=filter)


def chance(n):
    """One time in n."""
    return Condition("chance", n=n)


def power_is(name):
    """My hero power is this card."""
    return Condition("power_is", name=name)


def number_at_least(n, value):
    """A number worked out in the game is n or more."""
    return Condition("number_at_least", n=n, value=value)


def paid(n):
    """The card that the event is about was paid with n mana."""
    return Condition("paid", n=n)


def has_died(name):
    """A minion of this name has died in this game, on either side."""
    return Condition("has_died", name=name)


def hand_has(filter):
    """I hold another card like this."""
    return Condition("hand_has", filter=filter)


globals().update({kind: Condition(kind) for kind in vocabulary.alone(vocabulary.CONDITIONS)})

# --- What happens --------------------------------------------------------------------------


def _in_a_row(actions):
    """Return an action, or a tuple of actions and of such tuples, as one tuple of actions."""
    if isinstance(actions, tuple):
        return tuple(each for action in actions for each in _in_a_row(action))
    return (actions,)


found = "found"  # in the place of a card: the one that the script has drawn, chosen or noted, or that the event is about


@dataclass(frozen=True)
class Action:
    """One step. `word` is the interpreter's name of it; the rest are its arguments."""

    word: str
    who: Who = nobody
    amount: object = 0  # an int or a Value
    second: object = 0  # health of a buff, number of tokens ...
    keywords: int = 0
    card: object = None  # a key, a Pool, or None
    side: str = ME
    filter: Filter = None
    clause: object = None  # of a granted effect
    condition: Condition = None  # of a branch
    then: tuple = ()
    otherwise: tuple = ()
    flag: int = 0


def _simple(word, phrase):
    """Return the function that makes an action whose English asks for a number, a set, both or nothing, else None."""
    asks = {{"amount": "n", "whose": "who"}.get(name, name) for name in vocabulary.arguments(phrase)}
    makers = {
        (): lambda: Action(word),
        ("n",): lambda n: Action(word, amount=n),
        ("who",): lambda who: Action(word, who),
        ("n", "who"): lambda n, who: Action(word, who, n),
    }
    function = makers.get((*sorted(asks),))
    if function:
        function.__name__, function.__doc__ = word, f"{phrase}."
    return function


globals().update(
    {
        word: _simple(word, phrase)
        for group, phrases in vocabulary.ACTIONS.items()
        for word, phrase in phrases.items()
        if group != "steps" and phrase is not vocabulary.TOLD and _simple(word, phrase)
    }
)
# What follows takes other arguments, or there is more to be known of it.


def damage(n, who):
    """Deal n damage to each of `who`: all are hit before anything answers. Spells add Spell Damage."""
    return Action("damage", who, n)


def missiles(n, who):
    """n times 1 damage, each to one random living character of `who`. Spells add Spell Damage to n."""
    return Action("missiles", who, n)


def damage_from_target(n, who):
    """Deal n damage to `who`, dealt by the chosen minion (its Poisonous counts)."""
    return Action("damage", who, n, flag=1)


def heal(n, who):
    """Restore n health to each of `who`."""
    return Action("heal", who, n)


def heal_fully(who):
    return Action("heal", who, 10_000)


def give(who, attack=0, health=0, keywords=0):
    """Give each of `who` attack, health and keywords, for good."""
    return Action("give", who, attack, health, keywords)


def give_spell_damage(who, n):
    """Give each minion of `who` Spell Damage +n, for good; silence takes it away."""
    return Action("give_spell_damage", who, n)


def give_this_turn(who, attack=0, keywords=0):
    """Give attack until the end of the turn (heroes too); keywords as their _FOR_NOW forms."""
    return Action("give_this_turn", who, attack, 0, keywords)


def take(who, keywords):
    """Take these keywords away."""
    return Action("take", who, keywords=keywords)


def set_health(n, who):
    """Set health and maximum health of minions; of a hero the current health."""
    return Action("set_health", who, n)


def bounce(who, cost=0):
    """Return minions to their owners' hands, with this change of cost; a full hand destroys them."""
    return Action("bounce", who, cost)


def transform(who, card):
    """Turn each of `who` into this card (a key or a pool)."""
    return Action("transform", who, card=card)


def become_copy(of):
    """Itself turns into an exact copy of the only one of `of` (damage and enchantments too, auras not)."""
    return Action("become_copy", of)


def steal(who):
    """Take control of each of `who`, as far as there is space."""
    return Action("steal", who)


def steal_for_now(who):
    """Take control until the end of the turn; they may attack."""
    return Action("steal", who, flag=1)


def summon(card, n=1, side=ME, far=False):
    """Summon n tokens (a key, or a pool: a random one each). n may be a Value.

    A minion's own go right beside it (a deathrattle's where it stood), others to the far right; with
    `far` all do.
    """
    return Action("summon", amount=n, card=card, side=side, flag=int(far))


def summon_around(card, n, left_first=False):
    """Summon n tokens beside itself, the first to its right, the next to its left, and so on, or `left_first`.

    No more than there is space for.
    """
    return Action("summon_around", amount=n, card=card, flag=int(left_first))


def summon_copy(of, side=ME):
    """Summon an exact copy of the only one of `of` (enchantments included)."""
    return Action("summon_copy", of, side=side)


def resummon(health=0):
    """Summon the minion that has just died, as new (with this health, if not 0)."""
    return Action("resummon", amount=health)


def resummon_dead(far=True):
    """Summon my minions that died this turn, as new, in the order of their deaths, to the far right.

    If not `far`, each appears right beside the minion that summons them.
    """
    return Action("resummon_dead", flag=int(far))


def replace_all(who, card):
    """Destroy all of `who`; when their Deathrattles are done, summon a token for each, on its side."""
    return Action("replace_all", who, card=card)


def summon_from_enemy_deck(fallback):
    """Summon a copy of a random minion of the enemy's deck; if there is none, this token."""
    return Action("summon_from_enemy_deck", card=fallback)


def swap_with_hand():
    """Itself changes places with a random minion of my hand; both go to the far right, as new.

    The minion cannot attack this turn. Without one in the hand nothing happens.
    """
    return Action("swap_with_hand")


def draw(n=1, side=ME):
    """Draw n cards (n may be a Value)."""
    return Action("draw", amount=n, side=side)


def draw_like(filter, n=1, instead=None):
    """Put n random cards of this kind from my deck into my hand; for each missing one, `instead`."""
    return Action("draw_like", amount=n, filter=filter, card=instead)


def add(card, n=1, side=ME, unseen=False):
    """Put n cards (a key, or a pool: a random one each) into a hand.

    `unseen`: the card named here is one that the other side has not seen, as a copy of a card just drawn.
    """
    return Action("add", amount=n, card=card, side=side, flag=int(unseen))


def copy_from_enemy_deck(n):
    """Put copies of n random cards of the enemy's deck into my hand."""
    return Action("copy_from_enemy_deck", amount=n)


def copy_played(side, free=False):
    """Put a copy of the card that the event is about into a hand: ME, ENEMY or `"opponent"` of who played it.

    A `free` one costs nothing.
    """
    return Action("copy_played", side=side, flag=int(free))


def discard(n=1):
    """Discard n random cards."""
    return Action("discard", amount=n)


def discard_hand():
    return Action("discard", amount=HAND_ALL)


HAND_ALL = 99


def draw_until(n, side=ME):
    """Draw until the hand holds n cards."""
    return Action("draw_until", amount=n, side=side)


def discover(*pools):
    """Choose one of three cards to have: three random ones of a pool, or one of each of three pools (or keys)."""
    return choose_from(*pools) + (Action("take_chosen", card=any_one_of(*pools)),)


def choose_from(*pools):
    """Choose one of three cards, as in `discover`, for what follows: `found` is the card chosen."""
    times = 3 if len(pools) == 1 else 1
    return (*(Action("offer", card=pool, amount=times) for pool in pools), Action("ask"))


def keep_choice():
    """Keep the card chosen as a part of the spell that this script makes."""
    return Action("keep_choice")


def make_spell(*keys):
    """Put the one of these spells into my hand that can be made of the two parts kept (`do_parts` says which can)."""
    return Action("make_spell", card=one_of(*keys))


def do_parts(*keys, idle=False):
    """Of a made-up spell: do what its two parts do, which are two of these spells, done in this order.

    An `idle` one does nothing, but is aimed as its first part would be.
    """
    return Action("do_parts", card=one_of(*keys), flag=int(idle))


def shuffle_in(card, n=1, side=ME):
    """Shuffle n cards (a key, a pool, or what is `found`) into a deck."""
    return Action("shuffle_in", amount=n, card=card, side=side)


def mill(n=1, side=ME):
    """Discard the top n cards of a deck."""
    return Action("mill", amount=n, side=side)


def cheapen_hand(n, filter=any_card, side=ME):
    """The cards in a hand that are like this cost n less, for good."""
    return Action("cheapen_hand", amount=n, filter=filter, side=side)


def transform_drawn(card):
    """The card drawn last becomes this one."""
    return Action("transform_drawn", card=card)


def discard_drawn():
    """The card drawn last is discarded."""
    return Action("discard_drawn")


def resurrect(n=1):
    """Summon n random minions of mine that died in this game."""
    return Action("resurrect", amount=n)


def grow_in_hand(attack=0, health=0):
    """This card, in my hand, gets more attack and health."""
    return Action("grow_in_hand", amount=attack, second=health)


def damage_until_death(n, who):
    """Deal n damage to one of `who` at random, and again until one of them dies."""
    return Action("damage_until_death", who, n)


def copy_to_hand(who):
    """Put a new card of each of `who` into my hand."""
    return Action("copy_to_hand", who)


def into_deck(who, side=None):
    """Shuffle minions into their owners' decks, or all into the deck of one side."""
    return Action("into_deck", who, side=side or ME, flag=int(side is not None))


def trigger_deathrattles(who, leftmost=False):
    """Let the Deathrattles of `who` run; their tokens come right beside them, or to the far left."""
    return Action("trigger_deathrattles", who, flag=int(leftmost))


def aim_at(who):
    """From here on the only one of `who` is the target."""
    return Action("aim_at", who)


def summon_copies(of, attack=0, health=0, far=False):
    """Summon a copy of each of `of`, from left to right; with a `health`, of this attack and health.

    They come right beside the minion that summons them, or to the far right.
    """
    return Action("summon_copies", of, attack, health, flag=int(far))


def reveal(filter):
    """Look at a random card like this in my deck, which stays there: it is `found`, and counts as the one drawn."""
    return Action("reveal", filter=filter)


def upgrade(card, n):
    """Of a card in the hand: the n-th time that this happens, it becomes this card."""
    return Action("upgrade", amount=n, card=card)


def give_in_hand(filter, attack, health, one_of_them=False):
    """Give the minions like this in my hand more attack and health, or one of them at random."""
    return Action("give_in_hand", amount=attack, second=health, filter=filter, flag=int(one_of_them))


def copy_cheapest(filter):
    """Put a copy of the card like this in my hand that costs least into my hand, one of them at random."""
    return Action("copy_cheapest", filter=filter)


def note_card(who):
    """From here on the card of the only one of `who` is `found`, and SUBJECT is its side."""
    return Action("note_card", who)


def give_one_keyword(who, keywords):
    """Give each of `who` one of these keywords, at random."""
    return Action("give_one_keyword", who, keywords=keywords)


IN_THE_DECK, IN_THE_HAND = 0, 1


def put_into_play(filter, where=IN_THE_DECK, side=ME, copy=False, attack=0, health=0, far=False):
    """Summon a random minion like this out of a deck or hand, or a copy of it, for whoever has it.

    With a `health`, it has this attack and health in place of its own. With `far` it comes to the far right.
    """
    flag = where | 2 * copy | 4 * far
    return Action("put_into_play", amount=attack, second=health, filter=filter, flag=flag, side=side)


def cheapen_drawn(n):
    """The card drawn last costs n less."""
    return Action("cheapen_drawn", amount=n)


def look_at_three():
    """Choose one of the top three cards of my deck to draw; the others are discarded."""
    return (Action("look_at_three"), Action("take_chosen"))


def equip(card, side=ME):
    return Action("equip", card=card, side=side)


def destroy_weapon(side=ENEMY):
    return Action("destroy_weapon", side=side)


def give_weapon(attack=0, durability=0, side=ME):
    """Change the numbers of a weapon; at no durability it is destroyed."""
    return Action("give_weapon", amount=attack, second=durability, side=side)


def gain_mana(n):
    """Mana of this turn only, up to ten."""
    return Action("mana", amount=n)


def gain_crystals(n, full=False, side=ME):
    """Change the number of mana crystals, empty ones or full ones; n may be negative (full ones go too)."""
    return Action("crystals", amount=n, flag=int(full), side=side)


def discount(filter, n, uses=0, side=ME):
    """This turn (its holder's next, for the enemy) cards like this cost n less; uses 0: all of them."""
    return Action("discount", amount=-n, filter=filter, second=uses, side=side)


def lasting_discount(filter, n, uses=1):
    """The next cards like this, this turn or later, cost n less."""
    return Action("discount", amount=-n, filter=filter, second=uses, flag=2)


def for_nothing(filter, uses=0, side=ME):
    """As `discount`, but the cards cost 0."""
    return Action("discount", filter=filter, second=uses, side=side, flag=1)


def grant(who, clause, once=False):
    """Give each of `who` this clause as an effect of its own; heroes can have one too.

    `me` in it is whoever granted it, but in a deathrattle the minion's controller. If `once`, it is
    gone after it has happened.
    """
    return Action("grant", who, clause=clause, flag=int(once))


def replace_hero(card, power, weapon=None, keep_armor=False):
    """The hero is replaced by this card's (its health); itself, a minion, leaves the board."""
    return Action("replace_hero", card=card, clause=(power, weapon), flag=int(keep_armor))


def replace_power(card):
    return Action("replace_power", card=card)


def destroy_secrets(n=0, side=ENEMY):
    """Destroy n random secrets; 0: all."""
    return Action("destroy_secrets", amount=n, side=side)


def remember(n):
    """Put a number aside for `memory`."""
    return Action("remember", amount=n)


def require(condition):
    """The card can only be played if this holds."""
    return Action("require", condition=condition)


def when(condition, then, otherwise=()):
    """If the condition holds now, the first action or tuple of actions, else the second."""
    return Action("when", condition=condition, then=_in_a_row(then), otherwise=_in_a_row(otherwise))


# --- When ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Head:
    """When a clause happens. `who` says which subject the event must have, seen from the card."""

    event: str
    who: Who = None  # of events about characters
    filter: Filter = Filter()  # of events about cards
    side: str = BOTH  # whose card, turn or secret it is
    condition: Condition = None
    zone: int = IN_PLAY  # where the card is that answers

    def __rshift__(self, action):
        return Clause(self, _in_a_row(action))

    def where(self, condition):
        """The same, but only if this condition holds, and those said before."""
        return replace(self, condition=self.condition & condition if self.condition else condition)


@dataclass(frozen=True)
class Clause:
    head: Head
    actions: tuple = field(default_factory=tuple)

    def __rshift__(self, action):
        return replace(self, actions=(*self.actions, *_in_a_row(action)))


play = Head("play")  # a spell's effect, a battlecry, a hero power's effect
combo = Head("combo")  # in place of `play`, if another card has been played this turn
option_1, option_2 = Head("option_1"), Head("option_2")  # Choose One
death = Head("death")  # deathrattle
drawn = Head("drawn")  # when this card is drawn, before anybody answers to it
thrown = Head("thrown")  # when this card is discarded, before anybody answers to it
aimed = Head("option_1")  # of a hero power, in place of `play`, where it can target minions


def choose(first, second):
    """Choose One: each option is an action or a chain `play >> ...`."""
    # A clause that begins with anything but `play` stays whole, to be refused with the card's name (grammar.py).
    chain = lambda x: x.actions if isinstance(x, Clause) and x.head == play else (x,)  # noqa: E731
    return (Clause(option_1, chain(first)), Clause(option_2, chain(second)))


def _head(event, phrase):
    """Return the function that makes the head of an event, by what its English asks for."""
    makers = {
        "somebody": lambda filter=any_card, side=ME: Head(event, filter=filter, side=side),
        "subject": lambda who: Head(event, who),
        "summoned": lambda who: Head(event, who),
        "turn": lambda side=ME: Head(event, side=side),
        "secret": lambda side=ME: Head(event, side=side),
        "drawer": lambda side=ME: Head(event, side=side),
        "discarder": lambda side=ME: Head(event, side=side),
        "overloader": lambda side=ME: Head(event, side=side),
        "gainer": lambda side=ME: Head(event, side=side),
    }
    asks = [name for name in makers if name in vocabulary.arguments(phrase)]
    function = makers[asks[0]] if asks else lambda: Head(event)
    function.__name__, function.__doc__ = event.lower(), f"{phrase}."
    return function


globals().update(
    {event.lower(): _head(event, phrase) for event, phrase in vocabulary.EVENTS.items() if phrase}
)


def in_hand(head):
    """The clause is live while the card is in my hand, and not in play."""
    return replace(head, zone=IN_HAND)


def in_deck(head):
    """The clause is live while the card is in my deck, and not in play."""
    return replace(head, zone=IN_DECK)


def secret(head):
    """A secret: the clause is live on the enemy's turn and used up when it happens."""
    return replace(head, event="secret " + head.event)


# --- Always: auras, costs ------------------------------------------------------------------


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
