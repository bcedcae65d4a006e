"""The book: all that the kernels know about a card set, as tables of small integers.

    BOOK
    +-- cards[1024]     numbers and keywords of each card, and where its behaviour begins
    +-- rows[4096]      what happens: one step each (`op`), a script is a run of rows up to END
    +-- triggers[1024]  which events a card answers to, and with which script
    +-- auras[512]      what a card does as long as it is in play
    +-- selectors[256]  sets of characters    values[256]  numbers to be found out
    +-- conditions[256]                       pools        cards that chance draws from

Effects granted to characters are cards too, from FIRST_GRANT on: a granted Deathrattle is a card
without a name. encode.py fills the book from the tables and the expressions.
"""

from lib.engine.hearthstone.state import TYPES  # noqa: F401
from lib.engine.records import record_type

CARDS, ROWS, TRIGGERS, AURAS, SELECTORS, VALUES, CONDITIONS = 1024, 4096, 1024, 512, 256, 256, 256
POOLS, POOL_ITEMS, FIRST_GRANT = 64, 4096, 896

# What a frame of the stack is (rules.py).
SCRIPT, EVENT, TRIGGER, DEATHS, DEATHRATTLE = 1, 2, 3, 4, 5
CAST, COMBAT, TURN_ENDING, TURN_BEGINNING, DRAW_CARD, AFTER_PLAY, AFTER_BLOW = 6, 7, 8, 9, 10, 11, 12
SHIELD_DOWN, BURIAL = 13, 14

EVENTS = (
    "PLAYED AFTER_PLAYED SUMMONED AFTER_SUMMONED HURT HEALED DIES ATTACK AFTER_ATTACK TURN_START TURN_END"
    " SECRET_REVEALED FATAL DREW OVERLOADED ARMOR_GAINED TARGETED"
).split()
(
    PLAYED, AFTER_PLAYED, SUMMONED, AFTER_SUMMONED, HURT, HEALED, DIES, ATTACKING, AFTER_ATTACK, TURN_START,
    TURN_END, SECRET_REVEALED, FATAL, DREW, OVERLOADED, ARMOR_GAINED, TARGETED,
) = range(len(EVENTS))  # fmt: skip

# `ATTACK` is an action (state.py); the event of that name is ATTACKING here.

OPS = (
    "end damage missiles heal give give_this_turn take set_attack set_health double_attack double_health"
    " swap_stats freeze silence destroy bounce transform become_copy steal summon summon_copy resummon"
    " resummon_dead summon_from_enemy_deck swap_with_hand draw draw_like add copy_from_enemy_hand"
    " copy_from_enemy_deck copy_played discard cheapen_drawn look_at_three equip destroy_weapon give_weapon"
    " keep_durability armor mana crystals discount grant replace_hero replace_power counter redirect retarget"
    " destroy_secrets keep_alive keep_one gain_stats_of remember when jump nothing give_spell_damage"
    " summon_around swap_health give_one_keyword damage_until_death put_into_play resurrect come_from_deck resolve_deaths note_card"
    " trigger_deathrattles into_deck offer ask keep_choice make_spell do_parts shuffle_in mill cheapen_hand transform_drawn"
    " discard_drawn grow_in_hand copy_to_hand unlock_mana spend_mana secret_from_deck steal_secret"
).split()
(
    END, DAMAGE, MISSILES, HEAL, GIVE, GIVE_THIS_TURN, TAKE, SET_ATTACK, SET_HEALTH, DOUBLE_ATTACK,
    DOUBLE_HEALTH, SWAP_STATS, FREEZE, SILENCE, DESTROY, BOUNCE, TRANSFORM, BECOME_COPY, STEAL, SUMMON,
    SUMMON_COPY, RESUMMON, RESUMMON_DEAD, SUMMON_FROM_ENEMY_DECK, SWAP_WITH_HAND, DRAW, DRAW_LIKE, ADD,
    COPY_FROM_ENEMY_HAND, COPY_FROM_ENEMY_DECK, COPY_PLAYED, DISCARD, CHEAPEN_DRAWN, LOOK_AT_THREE, EQUIP,
    DESTROY_WEAPON, GIVE_WEAPON, KEEP_DURABILITY, ARMOR, MANA, CRYSTALS, DISCOUNT, GRANT, REPLACE_HERO,
    REPLACE_POWER, COUNTER, REDIRECT, RETARGET, DESTROY_SECRETS, KEEP_ALIVE, KEEP_ONE, GAIN_STATS_OF,
    REMEMBER, WHEN, JUMP, NOTHING, GIVE_SPELL_DAMAGE, SUMMON_AROUND, SWAP_HEALTH, GIVE_ONE_KEYWORD, DAMAGE_UNTIL_DEATH, PUT_INTO_PLAY, RESURRECT, COME_FROM_DECK, RESOLVE_DEATHS, NOTE_CARD,
    TRIGGER_DEATHRATTLES, INTO_DECK, OFFER, ASK, KEEP_CHOICE, MAKE_SPELL, DO_PARTS, SHUFFLE_IN, MILL, CHEAPEN_HAND, TRANSFORM_DRAWN,
    DISCARD_DRAWN, GROW_IN_HAND, COPY_TO_HAND, UNLOCK_MANA, SPEND_MANA, SECRET_FROM_DECK, STEAL_SECRET,
) = range(len(OPS))  # fmt: skip

BASES = "area itself neighbours target beside_target around_target subject attacker defender bystanders made".split()
(
    AREA, ITSELF, NEIGHBOURS, TARGET, BESIDE_TARGET, AROUND_TARGET, SUBJECT, ATTACKER, DEFENDER, BYSTANDERS, MADE,
) = range(len(BASES))  # fmt: skip

VALUE_KINDS = (
    "constant count attack health drawn_cost roll event_amount weapon_attack weapon_durability"
    " enemy_weapon_durability hero_attack armor my_hand enemy_hand cards_played_before my_missing_health"
    " enemy_health memory friends_died all_died hand_gap its_attack hand_of_subject my_mana my_spell_damage totems_summoned"
).split()
(
    V_CONSTANT, V_COUNT, V_ATTACK, V_HEALTH, V_DRAWN_COST, V_ROLL, V_EVENT_AMOUNT, V_WEAPON_ATTACK,
    V_WEAPON_DURABILITY, V_ENEMY_WEAPON_DURABILITY, V_HERO_ATTACK, V_ARMOR, V_MY_HAND, V_ENEMY_HAND,
    V_CARDS_PLAYED_BEFORE, V_MY_MISSING_HEALTH, V_ENEMY_HEALTH, V_MEMORY, V_FRIENDS_DIED, V_ALL_DIED, V_HAND_GAP,
    V_ITS_ATTACK, V_HAND_OF_SUBJECT, V_MY_MANA, V_MY_SPELL_DAMAGE, V_TOTEMS_SUMMONED,
) = range(len(VALUE_KINDS))  # fmt: skip

CONDITION_KINDS = (
    "always at_least my_health_at_most drawn_is chance power_is hand_has has_weapon enemy_has_weapon has_secret"
    " enemy_has_secret has_space enemy_has_space is_my_turn combo target_died full_mana hand_not_empty"
    " spell_targets_minion attacker_is_hero defender_is_my_hero defender_is_my_minion other_choice_of_attack"
    " self_damaged first_minion some_missing number_at_least no_duplicates itself_lives has_died"
).split()
(
    C_ALWAYS, C_AT_LEAST, C_MY_HEALTH_AT_MOST, C_DRAWN_IS, C_CHANCE, C_POWER_IS, C_HAND_HAS, C_HAS_WEAPON,
    C_ENEMY_HAS_WEAPON, C_HAS_SECRET, C_ENEMY_HAS_SECRET, C_HAS_SPACE, C_ENEMY_HAS_SPACE, C_IS_MY_TURN, C_COMBO,
    C_TARGET_DIED, C_FULL_MANA, C_HAND_NOT_EMPTY, C_SPELL_TARGETS_MINION, C_ATTACKER_IS_HERO,
    C_DEFENDER_IS_MY_HERO, C_DEFENDER_IS_MY_MINION, C_OTHER_CHOICE_OF_ATTACK, C_SELF_DAMAGED, C_FIRST_MINION,
    C_SOME_MISSING, C_NUMBER_AT_LEAST, C_NO_DUPLICATES, C_ITSELF_LIVES, C_HAS_DIED,
) = range(len(CONDITION_KINDS))  # fmt: skip

AURA_KINDS = (
    "none stats cost own_cost weapon doubling healing_hurts attack_is_health immune_while_attacking battlecries_twice deathrattles_twice power_hits_minions".split()
)
(
    A_NONE, A_STATS, A_COST, A_OWN_COST, A_WEAPON, A_DOUBLING, A_HEALING_HURTS, A_ATTACK_IS_HEALTH,
    A_IMMUNE_WHILE_ATTACKING, A_BATTLECRIES_TWICE, A_DEATHRATTLES_TWICE, A_POWER_HITS_MINIONS,
) = range(len(AURA_KINDS))  # fmt: skip

MINE, THEIRS = 1, 2  # sides, as bits, seen from a card's controller
TO_ME, TO_ENEMY, TO_BOTH, TO_OPPONENT_OF_SUBJECT, TO_SUBJECT = 0, 1, 2, 3, 4  # `side` of a row
FOUND = 0xFFFF  # in the place of a card: the one that the script has in mind
FIRST_OF_LATER_CARD_OPS = OFFER
ANY, ONLY_ITSELF, ONLY_OTHERS = 0, 1, 2  # relations of an event's subject to the card
HEROES, MINIONS = 1, 2  # kinds of subjects, as bits

CARD_TYPE = record_type(
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
        ("triggers", "u1"),
        ("auras", "u1"),
        ("target", "u1"),  # selectors of legal targets; 0: none is chosen
        ("combo_target", "u1"),
        ("option_targets", "u1", 2),
        ("require", "u1"),  # conditions for playing it; 0: none
        ("option_requires", "u1", 2),
        ("own_cost", "u1"),  # value: what it costs more while in hand
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
        ("special", "u1"),  # a minion with anything that auras or events have to know of
        ("plain", "u1"),  # playing it asks for mana and, for a minion, space; nothing else
        ("hidden_mask", "u4"),
        ("drawn", "u2"),
        ("own_cost_if", "u1"),
        ("aims_if", "u1"),
        ("made_up", "u1"),
        ("unused", "u1"),
    ]
)

ROW_TYPE = record_type(
    [
        ("keywords", "u4"),
        ("amount", "i2"),
        ("second", "i2"),
        ("card", "u2"),
        ("jump", "u2"),
        ("op", "u1"),
        ("selector", "u1"),
        ("value", "u1"),  # 0: `amount` is the number
        ("second_value", "u1"),
        ("condition", "u1"),
        ("side", "u1"),
        ("filter", "u1"),  # a selector used for its filter
        ("pool", "u1"),  # 0: `card` is the card
        ("flag", "u1"),
        ("unused", "u1"),
        ("unused_2", "u2"),
    ]
)

TRIGGER_TYPE = record_type(
    [
        ("pc", "u2"),
        ("event", "u1"),
        ("sides", "u1"),
        ("relation", "u1"),
        ("kinds", "u1"),  # 0: the event is not about a character
        ("filter", "u1"),
        ("condition", "u1"),
        ("secret", "u1"),
        ("once", "u1"),
        ("zone", "u1"),
        ("unused", "u1"),
    ]
)

AURA_TYPE = record_type(
    [
        ("keywords", "u4"),
        ("attack", "i2"),
        ("health", "i2"),
        ("amount", "i2"),
        ("kind", "u1"),
        ("selector", "u1"),
        ("filter", "u1"),
        ("condition", "u1"),
        ("attack_value", "u1"),
        ("sides", "u1"),
        ("least", "u1"),
        ("flag", "u1"),
        ("conditional", "u1"),  # depends on more than which cards are on the board and where
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
        ("plain", "u1"),  # no filter at all
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
        ("any_class", "u1"),  # the class is not asked for (a class's number may be 0)
        ("unused", "u1"),
    ]
)

VALUE_TYPE = record_type(
    [
        ("low", "i2"),
        ("high", "i2"),
        ("scale", "i2"),
        ("add", "i2"),
        ("kind", "u1"),
        ("selector", "u1"),
        ("filter", "u1"),
        ("unused", "u1"),
    ]
)

CONDITION_TYPE = record_type(
    [
        ("n", "i2"),
        ("card", "u2"),
        ("kind", "u1"),
        ("negated", "u1"),
        ("selector", "u1"),
        ("filter", "u1"),
        ("pool", "u1"),
        ("also", "u1"),  # another condition that must hold too
        ("value", "u1"),
        ("unused", "u1"),
    ]
)

POOL_TYPE = record_type(
    [
        ("first", "u2"),
        ("count", "u2"),
        ("but_itself", "u1"),
        ("missing", "u1"),
        ("enemy_class", "u1"),
        ("counted", "u1"),
        ("but_power", "u1"),
        ("but_chosen", "u1"),
        ("same_cost", "u1"),
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
        ("coin", "u2"),
        ("asks_for_graves", "u1"),
        ("asks_for_totems", "u1"),
    ]
)
