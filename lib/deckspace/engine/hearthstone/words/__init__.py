"""The vocabulary in which cards are written: who, how much, if, when, and what happens.

A card's behaviour is one clause, or a tuple of clauses. A clause is a head (when) followed by
actions: ``play >> damage(6, chosen)``. Words are plain values without any effect of their own:
encode.py turns them into rows of small integers for the interpreter (effects/), and describe/
into English. Numbers and keywords (cost, Taunt, Spell Damage, Overload ...) are not behaviour:
they are in the tables.

filters.py      what a character or card must be like: `damaged`, `race("BEAST")`
who.py          sets of characters, and sides: `enemy_minions & damaged`, `chosen(minions)`
pools.py        the cards that chance draws from: `one_of("Boar", "Sheep")`
values.py       how much: `count(enemies)`
conditions.py   if: `hand_has(race("DRAGON"))`
actions.py      what an action is, and the actions that steer a script: `when(condition, then, otherwise)`
on_board.py     what happens to characters: damage, buffs, tokens, copies
on_cards.py     what happens to cards in hands and decks: drawing, discarding, Discover
on_heroes.py    what happens to weapons, mana, costs, hero powers and secrets
clauses.py      when: `death >> draw()`
auras.py        what holds as long as a card is in play: `aura(other(my_minions), +1)`

Words that take no argument have no line here: they come from the tables of vocabulary.py, where their English
is, as `itself` (a `Who`), `my_hand` (a `Value`), `has_weapon` (a `Condition`) and `doubling` (an `Aura`). So do
actions that need at most a number and a set, as `freeze(who)`, `gain_armor(n)`, `set_attack(n, who)`, `counter()`,
and the heads of events: `hurt(who)`, `turn_ends(side)`, `played(filter, side)`.

Cards, and tests that declare some, are written in all of it: `from deckspace.engine.hearthstone.words import *`.

``me`` is always whoever controls the card; `my_...` and `enemy_...` are seen from there.
"""

from types import ModuleType

from deckspace.engine.hearthstone.state import (  # noqa: F401  (keywords are words too)
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
from deckspace.engine.hearthstone.words.actions import *
from deckspace.engine.hearthstone.words.auras import *
from deckspace.engine.hearthstone.words.clauses import *
from deckspace.engine.hearthstone.words.conditions import *
from deckspace.engine.hearthstone.words.filters import *
from deckspace.engine.hearthstone.words.on_board import *
from deckspace.engine.hearthstone.words.on_cards import *
from deckspace.engine.hearthstone.words.on_heroes import *
from deckspace.engine.hearthstone.words.pools import *
from deckspace.engine.hearthstone.words.values import *
from deckspace.engine.hearthstone.words.who import *

__all__ = [
    name
    for name, word in list(globals().items())
    if not name.startswith("_")
    and not isinstance(word, ModuleType)
    and getattr(word, "__module__", __name__).startswith(__name__)  # no helpers from elsewhere
]
