"""The book: everything that the kernels know about a card set, as tables of small integers.

    BOOK
    +-- cards[2048]     numbers and keywords of each card, and where its behaviour begins
    +-- rows[8192]      the steps of scripts (`op`); a script is a run of rows up to END
    +-- triggers[2048]  the events that a card reacts to, and the scripts that they trigger
    +-- auras[1024]     the continuous effects of cards in play
    +-- selectors[512]  sets of characters    values[512]  numbers computed during play
    +-- conditions[512]                       pools[128]   cards for random effects

Effects granted to characters are cards, too, from FIRST_GRANT on: a granted Deathrattle is a card
without a name. encode.py fills the book from the tables and the expressions.
"""

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.state import TYPES  # noqa: F401
from deckspace.engine.records import record_type

CARDS, ROWS, TRIGGERS, AURAS, SELECTORS, VALUES, CONDITIONS = 2048, 8192, 2048, 1024, 512, 512, 512
POOLS, POOL_ITEMS, FIRST_GRANT, MORE = 128, 8192, 1792, 128

# The kinds of frames on the stack (stack.py), which rules.py processes.
SCRIPT, EVENT, TRIGGER, DEATHS, DEATHRATTLE = 1, 2, 3, 4, 5
CAST, COMBAT, TURN_ENDING, TURN_BEGINNING, DRAW_CARD, AFTER_PLAY, AFTER_COMBAT = 6, 7, 8, 9, 10, 11, 12
END_IMMUNITY, BURIAL, DEATH_BEGINS, CALL_OFF = 13, 14, 15, 16

# The words of the cards, by number; no word has the number 0. `ATTACK` is a player's action (state.py).
EVENTS = (*vocabulary.EVENTS,)
OPS = ("end", *(word for group in vocabulary.ACTIONS.values() for word in group))
BASES = (*vocabulary.BASES,)
VALUE_KINDS = ("constant", *vocabulary.VALUES)
CONDITION_KINDS = ("always", *vocabulary.CONDITIONS)
AURA_KINDS = ("none", *vocabulary.AURAS)


def constants(words, prefix=""):
    """Return {"V_MY_HAND": 12, ...}: the numbers of words by the names that kernels use."""
    return {prefix + word.upper(): number for number, word in enumerate(words)}


# Kernels need globals: PLAYED ..., END, DAMAGE ..., AREA ..., V_COUNT ..., C_AT_LEAST ..., A_STATS ..., and
# LAST_OF_CHARACTERS ..., the last number of each group of actions.
globals().update(constants(EVENTS) | constants(OPS) | constants(BASES))
globals().update(
    constants(VALUE_KINDS, "V_") | constants(CONDITION_KINDS, "C_") | constants(AURA_KINDS, "A_")
)
globals().update({f"LAST_OF_{g.upper()}": OPS.index([*group][-1]) for g, group in vocabulary.ACTIONS.items()})

MINE, THEIRS = 1, 2  # sides, as bits, seen from a card's controller
TO_ME, TO_ENEMY, TO_BOTH, TO_OPPONENT_OF_SUBJECT, TO_SUBJECT = 0, 1, 2, 3, 4  # `side` of a row
FOUND = 0xFFFF  # in place of a card: the script's current card
ANY, ONLY_ITSELF, ONLY_OTHERS = 0, 1, 2  # relations of an event's subject to the card
HEROES, MINIONS = 1, 2  # kinds of subjects, as bits

CARD_TYPE = record_type(  # 64 bytes, one cache line
    [
        ("keywords", "u4"),
        ("event_mask", "u4"),
        ("play", "u2"),  # scripts: their first rows; 0: none
        ("combo", "u2"),
        ("death", "u2"),
        ("options", "u2", 2),
        ("first_trigger", "u2"),
        ("first_aura", "u2"),
        ("cost", "i2"),
        ("attack", "i2"),
        ("health", "i2"),  # durability of a weapon
        ("target", "u2"),  # selectors of legal targets; 0: none is chosen
        ("combo_target", "u2"),
        ("option_targets", "u2", 2),
        ("require", "u2"),  # conditions for playing it; 0: none
        ("option_requires", "u2", 2),
        ("own_cost", "u2"),  # value: its additional cost while in hand
        ("triggers", "u1"),
        ("auras", "u1"),
        ("type", "u1"),
        ("cls", "u1"),
        ("race", "u1"),
        ("rarity", "u1"),
        ("overload", "u1"),
        ("spell_damage", "u1"),
        ("secret", "u1"),
        ("collectible", "u1"),
        ("battlecry", "u1"),
        ("deathrattle", "u1"),
        ("special", "u1"),  # a minion that matters to auras or events
        ("plain", "u1"),  # playing it needs only mana and, for a minion, space
        ("made_up", "u1"),  # a spell made of parts (stored in the hand); 2: targeted as its first part
        ("parts", "u1"),  # pool: the parts that such a spell can have, in the order of their effects
        ("more", "u1"),  # its row of MORE_TYPE; 0: none
        ("unused", "u1", 3),
    ]
)

MORE_TYPE = record_type(  # features of few cards
    [
        ("hidden_mask", "u4"),  # the events that it reacts to from a hand or deck
        ("drawn", "u2"),  # the script that runs when it is drawn
        ("discarded", "u2"),  # when it is discarded
        ("own_cost_if", "u2"),  # condition for `own_cost`
        ("aims_if", "u2"),  # condition for having a target, and any effect on it
    ]
)

ROW_TYPE = record_type(
    [
        ("keywords", "u4"),
        ("amount", "i2"),
        ("second", "i2"),
        ("card", "u2"),
        ("jump", "u2"),
        ("selector", "u2"),
        ("value", "u2"),  # 0: `amount` is the number
        ("second_value", "u2"),
        ("condition", "u2"),
        ("filter", "u2"),  # a selector used for its filter
        ("pool", "u2"),  # 0: `card` is the card
        ("op", "u1"),
        ("side", "u1"),
        ("flag", "u1"),
        ("unused", "u1"),
    ]
)

TRIGGER_TYPE = record_type(
    [
        ("pc", "u2"),
        ("filter", "u2"),
        ("condition", "u2"),
        ("event", "u1"),
        ("sides", "u1"),
        ("relation", "u1"),
        ("kinds", "u1"),  # 0: the event is not about a character
        ("secret", "u1"),
        ("once", "u1"),
        ("zone", "u1"),  # where the reacting card is: IN_PLAY, IN_HAND, IN_DECK
        ("unused", "u1"),
    ]
)

AURA_TYPE = record_type(
    [
        ("keywords", "u4"),
        ("attack", "i2"),
        ("health", "i2"),
        ("amount", "i2"),
        ("selector", "u2"),
        ("filter", "u2"),
        ("condition", "u2"),
        ("attack_value", "u2"),
        ("kind", "u1"),
        ("sides", "u1"),
        ("least", "u1"),
        ("flag", "u1"),
        ("conditional", "u1"),  # depends on more than the cards on the board and their positions
        ("unused", "u1"),
    ]
)

SELECTOR_TYPE = record_type(
    [
        ("keywords", "u4"),
        ("lacking", "u4"),
        ("attack_min", "i2"),
        ("attack_max", "i2"),
        ("cost_min", "i2"),
        ("cost_max", "i2"),
        ("name", "u2"),
        ("not_name", "u2"),
        ("origin", "u1"),
        ("areas", "u1"),
        ("other", "u1"),
        ("random", "u1"),
        ("except_target", "u1"),
        ("plain", "u1"),  # without any filter
        ("type", "u1"),
        ("race", "u1"),
        ("not_race", "u1"),
        ("cls", "u1"),
        ("rarity", "u1"),
        ("damaged", "u1"),
        ("secret", "u1"),
        ("overload", "u1"),
        ("collectible", "u1"),
        ("spell_damage", "u1"),
        ("battlecry", "u1"),
        ("deathrattle", "u1"),
        ("any_class", "u1"),  # the class does not matter (a class's number may be 0)
        ("unused", "u1"),
    ]
)

VALUE_TYPE = record_type(
    [
        ("low", "i2"),
        ("high", "i2"),
        ("scale", "i2"),
        ("add", "i2"),
        ("selector", "u2"),
        ("filter", "u2"),
        ("kind", "u1"),
        ("unused", "u1"),
    ]
)

CONDITION_TYPE = record_type(
    [
        ("n", "i2"),
        ("card", "u2"),
        ("selector", "u2"),
        ("filter", "u2"),
        ("pool", "u2"),
        ("also", "u2"),  # another condition that must hold, too
        ("value", "u2"),  # a number that is compared with n
        ("kind", "u1"),
        ("negated", "u1"),
    ]
)

POOL_TYPE = record_type(
    [
        ("first", "u2"),
        ("count", "u2"),
        ("but_itself", "u1"),
        ("missing", "u1"),
        ("enemy_class", "u1"),
        ("counted", "u1"),  # its cards come in order, one each time: 1 if there is room, 2 always
        ("but_power", "u1"),  # all except my hero power
        ("but_chosen", "u1"),  # all except those that this script has chosen
        ("same_cost", "u1"),  # only those that cost as much as the target
        ("unused", "u1"),
    ]
)

BOOK_TYPE = record_type(
    [
        ("cards", CARD_TYPE, CARDS),
        ("rows", ROW_TYPE, ROWS),
        ("triggers", TRIGGER_TYPE, TRIGGERS),
        ("auras", AURA_TYPE, AURAS),
        ("selectors", SELECTOR_TYPE, SELECTORS),
        ("values", VALUE_TYPE, VALUES),
        ("conditions", CONDITION_TYPE, CONDITIONS),
        ("pools", POOL_TYPE, POOLS),
        ("pool_items", "u2", POOL_ITEMS),
        ("more", MORE_TYPE, MORE),
        ("coin", "u2"),
        ("era", "u4"),  # the month that the rules are of, as 201504 (eras.py)
        ("asks_for_graves", "u1"),  # a card depends on the minions that died in this game
        ("asks_for_totems", "u1"),
        ("asks_for_discards", "u1"),
        ("asks_for_hands", "u1"),  # an aura depends on the size of a hand
    ]
)
