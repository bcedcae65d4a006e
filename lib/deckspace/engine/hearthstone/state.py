"""The state of a game of Hearthstone: one flat record, copied as bytes.

    GAME
    +-- characters[16]      the heroes and minions of both sides, at fixed places
    |     0  hero of side 0     1-7  minions of side 0
    |     8  hero of side 1     9-15 minions of side 1
    |     each: card  stamp  attack  max_health  damage  keywords  auras  granted effects
    +-- players[2]
    |     +-- order[7]      places of the minions, from left to right; the first `minions` count
    |     +-- hand[10]      card, changes of cost, attack and health, origin, parts; the first hand_size count
    |     +-- deck[60]      cards; the next one drawn is deck[deck_size - 1]
    |     +-- secrets[12], weapon, discounts[4], hero power, mana, overload, fatigue, counters
    |     +-- graves[48]    the minions that died in this game: card, how many (sets that ask for them only)
    +-- choice              the open choice, if any, and those waiting behind it
    +-- died[32]            the minions that died this turn: card, and side in the highest bit
    +-- rng  turn  active  winner  lost

A minion's place never changes while it lives, so a set of characters is a mask of 16 bits, one per place. `stamp` is
the order of play: it decides which of two minions is older, and whether a place still holds the same minion. Health is
`max_health + aura_health - damage`. Bonuses from auras are stored apart from a minion's own numbers, and are recomputed
whenever something on the board changes.
"""

from deckspace.engine.records import new_records, record_type

HAND, DECK, BOARD, SECRETS, DISCOUNTS, GRANTED, DIED = 10, 60, 7, 5, 4, 16, 32
SECRET_ROOM = 12  # those that deathrattles brought into play were once not counted (eras.py)
GRAVES, OFFERED, WAITING = 48, 3, 2  # kinds of dead minions; options of a choice; choices waiting behind it
CHARACTERS = 16
MAX_LOST = 255  # the largest value of a game's `lost`
FULL_MANA = 10  # crystals
LAST_TURN = 89  # counting both players' turns; after it the game is a draw
# The limit of cards played per turn, in place of the original's time limit: Gallywix's Coins and Mind Visions can pay
# for each other endlessly.
MAX_PLAYED = 200
NOBODY = 255  # no character
NO_WINNER, DRAW = -1, 2  # of `winner`; 0 and 1 are sides

# Keywords: those printed on cards (bits 0-15), and states of characters (bits 16-31).
KEYWORDS = {
    "TAUNT": 1 << 0,
    "DIVINE_SHIELD": 1 << 1,
    "CHARGE": 1 << 2,
    "WINDFURY": 1 << 3,
    "STEALTH": 1 << 4,
    "POISONOUS": 1 << 5,
    "ELUSIVE": 1 << 6,  # cannot be targeted by spells or hero powers
    "CANT_ATTACK": 1 << 7,
    "FREEZES": 1 << 8,  # freezes what it damages
    "LIFESTEAL": 1 << 9,  # its damage heals its hero
    "IMMUNE": 1 << 11,
    "ATTACK_IS_HEALTH": 1 << 12,
    "MEGA_WINDFURY": 1 << 13,
    "FORGETFUL": 1 << 14,  # has a 50% chance to attack another enemy
    "CLEAVES": 1 << 15,  # also damages the minions beside the one that it attacks
    "FROZEN": 1 << 16,
    "SILENCED": 1 << 17,
    "EXHAUSTED": 1 << 18,  # its controller has had it only since this turn
    "DOOMED": 1 << 19,  # destroyed, and still to be removed
    "STEALTH_FOR_NOW": 1 << 20,  # stealth until its controller's next turn
    "IMMUNE_FOR_NOW": 1 << 21,  # immune this turn
    "CHARGE_FOR_NOW": 1 << 22,
    "BORROWED": 1 << 23,  # goes back to the other side at the end of the turn
    "SPARES_HEROES_FOR_NOW": 1 << 24,  # cannot attack heroes this turn
    "UNDYING_FOR_NOW": 1 << 25,  # cannot fall below 1 health this turn
}
TAUNT, DIVINE_SHIELD, CHARGE, WINDFURY = 1 << 0, 1 << 1, 1 << 2, 1 << 3
STEALTH, POISONOUS, ELUSIVE, CANT_ATTACK = 1 << 4, 1 << 5, 1 << 6, 1 << 7
FREEZES, IMMUNE = 1 << 8, 1 << 11
LIFESTEAL, RUSH = 1 << 9, 1 << 10  # Rush is on cards of later sets; the rules do not implement it yet
ATTACK_IS_HEALTH, MEGA_WINDFURY, FORGETFUL, CLEAVES = 1 << 12, 1 << 13, 1 << 14, 1 << 15
FROZEN, SILENCED, EXHAUSTED, DOOMED = 1 << 16, 1 << 17, 1 << 18, 1 << 19
STEALTH_FOR_NOW, IMMUNE_FOR_NOW, CHARGE_FOR_NOW, BORROWED = 1 << 20, 1 << 21, 1 << 22, 1 << 23
SPARES_HEROES_FOR_NOW, UNDYING_FOR_NOW = 1 << 24, 1 << 25
PRINTED = 0xFFFF  # the bits that silence removes, besides FOR_NOW
FOR_NOW = STEALTH_FOR_NOW | IMMUNE_FOR_NOW | CHARGE_FOR_NOW | SPARES_HEROES_FOR_NOW | UNDYING_FOR_NOW
EVERYBODY, NEWCOMERS = 1, 2  # whom `cannot_die` saves; those who were there are UNDYING_FOR_NOW
WAS_PLAYED, PUT_THERE = 1, 2  # how a minion came: from the hand, or put into play from a hand or deck

MINION, SPELL, WEAPON, HERO, HERO_POWER, ENCHANTMENT = 1, 2, 3, 4, 5, 6
TYPES = {"MINION": 1, "SPELL": 2, "WEAPON": 3, "HERO": 4, "HERO_POWER": 5, "ENCHANTMENT": 6}
CLASSES = ["NEUTRAL", "DRUID", "HUNTER", "MAGE", "PALADIN", "PRIEST", "ROGUE", "SHAMAN", "WARLOCK", "WARRIOR"]
RACES = ["", "BEAST", "DEMON", "DRAGON", "ELEMENTAL", "MECHANICAL", "MURLOC", "PIRATE", "TOTEM", "ALL"]
TOTEM = RACES.index("TOTEM")
RARITIES = ["", "FREE", "COMMON", "RARE", "EPIC", "LEGENDARY"]

CHARACTER_TYPE = record_type(
    [
        ("keywords", "u4"),
        ("aura_keywords", "u4"),
        ("event_mask", "u4"),  # the events that it reacts to, one bit each
        ("card", "u2"),  # 0: empty place
        ("stamp", "u2"),
        ("attack", "i2"),  # without auras
        ("max_health", "i2"),  # without auras
        ("damage", "i2"),
        ("aura_attack", "i2"),
        ("aura_health", "i2"),
        ("attack_this_turn", "i2"),  # the attack that ends with the turn; a hero's whole attack
        ("attacks", "u1"),  # made this turn
        ("spell_damage", "u1"),
        ("grants", "u1"),  # how many of `granted` count
        ("came", "u1"),  # by old rules: how it came into play, WAS_PLAYED or PUT_THERE
        ("granted", "u1", GRANTED),  # enchantments; the high bit is the side that cast it
    ]
)

# The origin of a card in a hand decides what the other side can know about it; its holder always knows it.
#
#   word of a card                    origin          what the other side knows
#   opening hand, draw, draw_like,    FROM_DECK       one of the holder's cards that has not been seen yet
#   look_at_three
#   bounce, swap_with_hand            SEEN            which card it is: it was on the board
#   add a card by name, draw_like's   SEEN            which card it is: the text names it
#   `instead`, the Coin
#   copy_played                       SEEN            which card it is: it has been played
#   copy_from_enemy_hand, ..._deck    COPIED          a copy of one of its own cards, but not which
#   add a card of pool p              FROM_POOL + p   one of the pool, at random
#   copy_cheapest                     as the card     as much as about the copied card
#
# A card of the enemy's hand that is copied becomes SEEN, since the copying player looks at it. Cards put into a deck
# need no origin: both players know the deck lists, and a drawn card is one of the unseen. A discovered card is one of
# all that could have been offered, FROM_POOL + p, or COPIED if it is from the enemy's deck or hand. A spell made of
# parts is one of those that could have been made, FROM_POOL + p; only its holder knows its parts. A Secret in play
# keeps its origin.
FROM_DECK, SEEN, COPIED, FROM_POOL = 0, 1, 2, 64
HAND_CARD_TYPE = record_type(
    [
        ("card", "u2"),
        ("cost", "i1"),  # its additional cost
        ("origin", "u1"),
        ("attack", "i1"),  # a minion's additional attack
        ("health", "i1"),
        ("parts", "u2", 2),  # the cards whose effects a spell made of parts has; 0: none
        ("count", "u1"),  # the number of events counted in the hand
        (
            "doomed",
            "u1",
        ),  # it had been destroyed before it was returned, and dies when it is played (eras.py)
    ]
)
SECRET_TYPE = record_type([("card", "u2"), ("stamp", "u2"), ("origin", "u1"), ("unused", "u1")])
DISCOUNT_TYPE = record_type(  # `lasting`: until it is used, not only for this turn
    [("filter", "u2"), ("amount", "i1"), ("uses", "u1"), ("set_to", "u1"), ("lasting", "u1")]
)
GRAVE_COUNT = 11  # the first bit of the number in an entry of `graves`; those below are the card
MAX_DEAD = 31  # the largest number in an entry of `graves`
WEAPON_TYPE = record_type(
    [
        ("event_mask", "u4"),
        ("card", "u2"),
        ("stamp", "u2"),
        ("attack", "i2"),
        ("durability", "i2"),
        ("keywords", "u4"),
        ("aura_attack", "i2"),
        ("unused", "u2"),
    ]
)

PLAYER_TYPE = record_type(
    [
        ("weapon", WEAPON_TYPE),
        ("damage_done", "i4"),  # statistics of the whole game
        ("mana_spent", "i4"),
        ("mana_wasted", "i4"),
        ("cards_drawn", "i4"),  # in one's own turns, without burned cards
        ("hand_sizes", "i4"),  # sum of the hand sizes at the ends of one's own turns
        ("listening", "u4"),  # events that cards react to from the hand or deck, even if they have left
        ("discounts", DISCOUNT_TYPE, DISCOUNTS),
        ("secrets", SECRET_TYPE, SECRET_ROOM),
        ("hand", HAND_CARD_TYPE, HAND),
        ("deck", "u2", DECK),
        ("power", "u2"),  # the hero power's card
        ("armor", "i2"),
        ("order", "u1", BOARD),
        ("minions", "u1"),
        ("hand_size", "u1"),
        ("deck_size", "u1"),
        ("secret_count", "u1"),
        ("discount_count", "u1"),
        ("hero_class", "u1"),
        ("power_used", "u1"),  # times this turn
        ("mana", "i1"),
        ("max_mana", "i1"),
        ("overload_next", "i1"),
        ("overload_locked", "i1"),
        ("fatigue", "u1"),  # the last fatigue damage
        ("spell_damage", "i1"),
        ("doubling", "u1"),  # the number of Prophet Velens
        ("healing_hurts", "u1"),
        ("cards_played", "u1"),  # this turn
        ("minions_played", "u1"),  # this turn
        (
            "cannot_die",
            "u1",
        ),  # EVERYBODY or, by old rules, NEWCOMERS: who cannot fall below 1 health this turn
        ("battlecries_twice", "u1"),  # minions in play that double battlecries
        ("deathrattles_twice", "u1"),
        ("power_hits_minions", "u1"),  # minions in play that let the hero power target minions
        ("jades", "u1"),  # Jade Golems summoned in this game
        ("totems", "u1"),  # Totems summoned in this game
        ("grave_count", "u1"),
        ("discards", "u1"),  # cards discarded in this game
        ("graves", "u2", GRAVES),
    ]
)

# A script stops at a choice; the chosen card is its current card when it continues from row `pc`. Scripts that reach a
# choice while another is open wait behind it.
WAITING_TYPE = record_type(
    [
        ("pc", "u2"),
        ("card", "u2"),  # the card of the script
        ("source_stamp", "u2"),
        ("target_stamp", "u2"),
        ("memory", "i2"),
        ("parts", "u2", 2),  # chosen so far
        ("side", "u1"),
        ("source", "u1"),
        ("target", "u1"),
        ("spell", "u1"),
    ]
)
CHOICE_TYPE = record_type(
    [
        ("options", "u2", OFFERED),
        ("count", "u1"),
        ("waiting_count", "u1"),
        ("origin", "u1"),  # of an option that is put into a hand
        ("unused", "u1"),
        ("script", WAITING_TYPE),  # continues when the choice is made
        ("waiting", WAITING_TYPE, WAITING),
    ]
)
DIED_SIDE = 15  # the bit for the side in an entry of `died`; those below are the card

GAME_TYPE = record_type(
    [
        ("rng", "u8"),
        ("characters", CHARACTER_TYPE, CHARACTERS),
        ("players", PLAYER_TYPE, 2),
        ("choice", CHOICE_TYPE),
        ("died", "u2", DIED),
        ("event_mask", "u4"),  # the events that anything reacts to
        ("present", "u2"),  # mask of the occupied places
        ("turn", "i2"),  # half turns, from 1
        ("stamp", "u2"),  # of the next thing to come into play
        ("died_count", "u1"),
        ("active", "u1"),  # whose turn it is
        ("winner", "i1"),  # NO_WINNER, 0, 1 or DRAW
        ("over", "u1"),
        ("stale", "u1"),  # auras must be recomputed
        ("hurt", "u1"),  # a character may have died
        ("aura_sources", "u1"),  # auras in play that give attack, health or keywords
        ("conditional_auras", "u1"),  # those among them that also depend on damage, weapons or numbers
        ("cost_auras", "u1"),  # auras in play that change costs
        ("lost", "u1"),  # how often something did not fit in the records; if not 0, the game is wrong
    ]
)

IN_PLAY, IN_HAND, IN_DECK = 0, 1, 2  # zones from which cards react

# --- Scratch records for the resolution of an action; empty between actions ----------------

FRAMES, DEAD, LISTENERS, BROKEN = 192, 32, 64, 4

FRAME_TYPE = record_type(
    [
        ("kind", "u1"),  # SCRIPT, EVENT or DEATHS (stack.py)
        ("side", "u1"),  # its controller
        ("source", "u1"),  # its character, or NOBODY
        ("spell", "u1"),  # 1: a spell or Secret, so Spell Damage counts
        ("target", "u1"),  # the chosen character
        ("subject", "u1"),  # the character of the event
        ("made", "u1"),  # the minion that this script summoned last
        ("place", "u1"),  # the position of a deathrattle's tokens on the board, or NOBODY
        ("event_side", "u1"),  # the side of the event's card, minion or turn
        ("origin", "u1"),  # the position of a deathrattle's minion before any was removed
        ("source_card", "u2"),
        ("source_stamp", "u2"),
        ("target_stamp", "u2"),
        ("subject_stamp", "u2"),
        ("made_stamp", "u2"),
        ("pc", "u2"),  # next row of a script; the event of an EVENT; the trigger of a TRIGGER
        ("left", "i2"),  # remaining repetitions of the row; -1: not started
        ("amount", "i2"),  # the event's damage or healing
        ("card", "u2"),  # the current card: the event's, or the last one drawn
        ("memory", "i2"),  # a number stored by a row for a later one
        ("each", "u1"),  # the character for which a number is computed, if it differs between characters
        ("unused", "u1"),
        ("parts", "u2", 2),  # cards chosen by this script so far, or the parts of its spell
        ("dealt", "i2"),  # the damage dealt by the last row that dealt any
    ]
)

DEAD_TYPE = record_type([("body", CHARACTER_TYPE), ("place", "u1"), ("index", "u1"), ("unused", "u2")])
BROKEN_TYPE = record_type([("card", "u2"), ("stamp", "u2"), ("side", "u1"), ("unused", "u1")])
LISTENER_TYPE = record_type(
    [
        ("stamp", "u2"),
        ("trigger", "u2"),
        ("card", "u2"),
        ("source", "u1"),
        ("side", "u1"),
        ("secret", "u1"),
        ("zone", "u1"),  # where the reacting card is: IN_PLAY, IN_HAND or IN_DECK
    ]
)

WORK_TYPE = record_type(
    [
        ("frames", FRAME_TYPE, FRAMES),
        ("dead", DEAD_TYPE, DEAD),  # minions, and weapons with the places of their heroes
        ("broken", BROKEN_TYPE, BROKEN),  # weapons whose Deathrattles wait until deaths are resolved
        ("listeners", LISTENER_TYPE, LISTENERS),
        ("query", FRAME_TYPE, 2),  # for questions outside any script; the second to store a frame temporarily
        ("taken", "i2", CHARACTERS),  # damage taken by each character at the moment
        (
            "hidden",
            "u2",
        ),  # masks of the last position (legal.survey): of the other side, cannot be chosen
        ("elusive", "u2"),  # cannot be chosen for spells and hero powers
        ("ready", "u2"),  # may attack
        ("victims", "u2"),  # may be attacked
        ("keywords", "u4"),  # those of all minions together
        ("depth", "i4"),
        ("dead_count", "i4"),
        ("random", "u4"),  # chance was involved
        ("by_position", "u4"),  # the positions of minions on the board mattered
        ("overflow", "u4"),  # frames and listeners that did not fit; counted in the game's `lost`
        ("attacker", "u1"),  # of the current attack; NOBODY if there is none or it was cancelled
        ("defender", "u1"),
        ("attacker_stamp", "u2"),
        ("defender_stamp", "u2"),
        ("spell_target", "u1"),  # of the spell being cast
        ("countered", "u1"),
        ("keep_durability", "u1"),
        ("listening", "u1"),
        ("spell_target_stamp", "u2"),
        ("parts", "u2", 2),  # of the spell being cast
        ("offered", "u1"),  # options gathered for the next choice
        ("card_origin", "u1"),  # of the spell being cast
        ("broken_count", "u1"),
        ("stats_outlast", "u1"),  # attack and health of auras stay until the deathrattles have run (eras.py)
        ("dying_too", "u1"),  # chance may fall on those about to die
        ("auras_wait", "u1"),  # until those have answered who see a minion being played (eras.py)
    ]
)

# An action is a number: its kind, source, target and position.
#   bits 0-4    target: a character's place, or NO_TARGET
#   bits 5-8    position on the board that a minion is played to, 0 = leftmost
#   bits 9-13   source: index in the hand, or the attacker's place, or the option chosen
#   bits 14-15  option of a Choose One card: 0 none, 1 first, 2 second
#   bits 16-18  END_TURN, PLAY, ATTACK, POWER, CHOOSE
END_TURN, PLAY, ATTACK, POWER, CHOOSE = 0, 1, 2, 3, 4
NO_TARGET = 31
MAX_ACTIONS = 3000


def encode(kind, source=0, target=NO_TARGET, position=0, option=0):
    """Return the action number (see the table above)."""
    return kind << 16 | option << 14 | source << 9 | position << 5 | target


def decode(action):
    """Return (kind, source, target, position, option) of an action number."""
    return action >> 16, action >> 9 & 31, action & 31, action >> 5 & 15, action >> 14 & 3


def new_games(n):
    """Return `n` blank games, a record array of shape (n,) and type GAME_TYPE."""
    return new_records(GAME_TYPE, n)
