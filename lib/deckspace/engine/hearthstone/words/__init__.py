"""The words in which the behaviour of cards is written.

A card's behaviour is a clause or a tuple of clauses. A clause is a head (when) followed by actions: ``play >> damage(6,
chosen)``. Words are plain values: encode.py turns them into rows of small integers for the interpreter (effects/), and
describe/ into English. Numbers and keywords (cost, Taunt, Spell Damage, Overload, ...) are in the tables.

filters.py      properties of characters or cards: `damaged`, `race("BEAST")`
who.py          sets of characters, and sides: `enemy_minions & damaged`, `chosen(minions)`
pools.py        cards of random effects: `one_of("Boar", "Sheep")`
values.py       how much: `count(enemies)`
conditions.py   if: `hand_has(race("DRAGON"))`
actions.py      the type of actions, and those that control a script: `when(condition, then, otherwise)`
on_board.py     actions on characters: damage, buffs, tokens, copies
on_cards.py     actions on cards in hands and decks: drawing, discarding, Discover
on_heroes.py    actions on weapons, mana, costs, hero powers and Secrets
clauses.py      when: `death >> draw()`
auras.py        continuous effects of cards in play: `aura(other(my_minions), +1)`

Words without arguments come from the tables of vocabulary.py, with their English: `itself` (a `Who`), `my_hand` (a
`Value`), `has_weapon` (a `Condition`), `doubling` (an `Aura`). So do actions that need at most a number and a set, such
as `freeze(who)`, `gain_armor(n)`, `set_attack(n, who)`, `counter()`, and the heads of events: `hurt(who)`,
`turn_ends(side)`, `played(filter, side)`.

The modules of cards import all words: `from deckspace.engine.hearthstone.words import *`.

``me`` is always the controller of the card; `my_...` and `enemy_...` are from this point of view.
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
