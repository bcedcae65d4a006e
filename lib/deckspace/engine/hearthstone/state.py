"""What a game of Hearthstone is made of: one flat record, copied as bytes.

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
    +-- choice              what a player has to choose between, if anything, and the choices that wait behind it
    +-- died[32]            the minions that died this turn: card, and side in the highest bit
    +-- rng  turn  active  winner  lost

A place never changes while a minion lives, so a set of characters is a mask of 16 bits, one a
place. `stamp` is the order of play: it says who is older, and whether a place still holds the
minion it held before. Health is `max_health + aura_health - damage`. What auras give is kept
apart from what a minion owns, and is renewed whenever something on the table changes.
"""

from deckspace.engine.records import new_records, record_type

HAND, DECK, BOARD, SECRETS, DISCOUNTS, GRANTED, DIED = 10, 60, 7, 5, 4, 16, 32
SECRET_ROOM = 12  # those that deathrattles brought into play were once not counted (eras.py)
GRAVES, OFFERED, WAITING = 48, 3, 2  # kinds of dead minions; options of a choice; choices behind it
CHARACTERS = 16
MOST_LOST = 255  # what `lost` of a game counts to
FULL_MANA = 10  # crystals
LAST_TURN = 89  # of both players together: after it the game is a draw
# Cards that a player can play in one turn, in place of the clock that ends a turn of the original: Gallywix's Coins and
# Mind Visions pay for each other without end.
MOST_PLAYED = 200
NOBODY = 255  # no character
NO_WINNER, DRAW = -1, 2  # of `winner`; 0 and 1 are sides

# Keywords: what is printed on cards (bits 0-15) and what happens to characters (bits 16-31).
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
    "FORGETFUL": 1 << 14,  # half of the time it attacks another enemy
    "CLEAVES": 1 << 15,  # damages the minions beside whom it attacks, too
    "FROZEN": 1 << 16,
    "SILENCED": 1 << 17,
    "EXHAUSTED": 1 << 18,  # came under its controller's command this turn
    "DOOMED": 1 << 19,  # destroyed, and still to be removed
    "STEALTH_FOR_NOW": 1 << 20,  # stealth until its controller's next turn
    "IMMUNE_FOR_NOW": 1 << 21,  # immune this turn
    "CHARGE_FOR_NOW": 1 << 22,
    "BORROWED": 1 << 23,  # goes back to the other side at the end of the turn
    "SPARES_HEROES_FOR_NOW": 1 << 24,  # cannot attack heroes this turn
}
TAUNT, DIVINE_SHIELD, CHARGE, WINDFURY = 1 << 0, 1 << 1, 1 << 2, 1 << 3
STEALTH, POISONOUS, ELUSIVE, CANT_ATTACK = 1 << 4, 1 << 5, 1 << 6, 1 << 7
FREEZES, IMMUNE = 1 << 8, 1 << 11
LIFESTEAL, RUSH = 1 << 9, 1 << 10  # Rush is on cards of later sets, and the rules do not know it yet
ATTACK_IS_HEALTH, MEGA_WINDFURY, FORGETFUL, CLEAVES = 1 << 12, 1 << 13, 1 << 14, 1 << 15
FROZEN, SILENCED, EXHAUSTED, DOOMED = 1 << 16, 1 << 17, 1 << 18, 1 << 19
STEALTH_FOR_NOW, IMMUNE_FOR_NOW, CHARGE_FOR_NOW, BORROWED = 1 << 20, 1 << 21, 1 << 22, 1 << 23
SPARES_HEROES_FOR_NOW = 1 << 24
PRINTED = 0xFFFF  # the bits that silence takes away, with those of:
FOR_NOW = STEALTH_FOR_NOW | IMMUNE_FOR_NOW | CHARGE_FOR_NOW | SPARES_HEROES_FOR_NOW

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
        ("event_mask", "u4"),  # the events it answers to, one bit each
        ("card", "u2"),  # 0: empty place
        ("stamp", "u2"),
        ("attack", "i2"),  # without auras
        ("max_health", "i2"),  # without auras
        ("damage", "i2"),
        ("aura_attack", "i2"),
        ("aura_health", "i2"),
        ("attack_this_turn", "i2"),  # the part of `attack` that ends with the turn; a hero's whole attack
        ("attacks", "u1"),  # made this turn
        ("spell_damage", "u1"),
        ("grants", "u1"),  # how many of `granted` count
        ("unused", "u1"),
        ("granted", "u1", GRANTED),  # enchantments; the high bit is the side that cast it
    ]
)

# The origin of a card in a hand says what the other side can know of it; its holder always knows it.
#
#   word of a card                    origin          what the other side knows
#   first hand, draw, draw_like,      FROM_DECK       one of the holder's cards that has not been seen yet
#   look_at_three
#   bounce, swap_with_hand            SEEN            which card it is: it was on the board
#   add a card by name, draw_like's   SEEN            which card it is: the text names it
#   `instead`, the Coin
#   copy_played                       SEEN            which card it is: it has been played
#   copy_from_enemy_hand, ..._deck    COPIED          a copy of one of its own cards, but not of which
#   add a card of pool p              FROM_POOL + p   one of the pool, at random
#   copy_cheapest                     as the card     what is known of the card of the hand that is copied
#
# A card of the enemy's hand that is copied becomes SEEN, for whoever copies it looks at it. Cards put into a
# deck need no origin of their own: lists of decks are known to both, and what is drawn is one of the unseen.
# A card discovered is one of all that could have been offered, FROM_POOL + p, and one of the enemy's deck or hand
# that is offered, COPIED. A spell made of parts is one of those that could have been made, FROM_POOL + p, and its
# parts are known to its holder alone. A Secret in play keeps the origin that it had in the hand.
FROM_DECK, SEEN, COPIED, FROM_POOL = 0, 1, 2, 64
HAND_CARD_TYPE = record_type(
    [
        ("card", "u2"),
        ("cost", "i1"),  # what it costs more than its card says
        ("origin", "u1"),
        ("attack", "i1"),  # what a minion will have more
        ("health", "i1"),
        ("parts", "u2", 2),  # cards whose effects a made-up spell has; 0: none
        ("count", "u1"),  # how often what it waits for in the hand has happened
        ("unused", "u1"),
    ]
)
SECRET_TYPE = record_type([("card", "u2"), ("stamp", "u2"), ("origin", "u1"), ("unused", "u1")])
DISCOUNT_TYPE = record_type(  # `lasting`: not for this turn only, but until it is used
    [("filter", "u2"), ("amount", "i1"), ("uses", "u1"), ("set_to", "u1"), ("lasting", "u1")]
)
GRAVE_COUNT = 11  # the bit of a grave where its number begins; those below are the card
MOST_DEAD = 31  # what the number of a grave counts to
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
        ("cards_drawn", "i4"),  # in the own turns, as far as the hand could hold them
        ("hand_sizes", "i4"),  # hand sizes at the ends of the own turns, added up
        ("listening", "u4"),  # events that a card which was in the hand or deck answers to from there
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
        ("fatigue", "u1"),  # the last damage suffered from an empty deck
        ("spell_damage", "i1"),
        ("doubling", "u1"),  # Prophet Velens
        ("healing_hurts", "u1"),
        ("cards_played", "u1"),  # this turn
        ("minions_played", "u1"),  # this turn
        ("cannot_die", "u1"),  # this turn its minions stay at 1 health
        ("battlecries_twice", "u1"),  # minions in play that double the battlecries
        ("deathrattles_twice", "u1"),
        ("power_hits_minions", "u1"),  # minions in play that let the hero power be aimed at minions
        ("jades", "u1"),  # Jade Golems summoned in this game
        ("totems", "u1"),  # Totems summoned in this game
        ("grave_count", "u1"),
        ("discards", "u1"),  # cards discarded in this game
        ("graves", "u2", GRAVES),
    ]
)

# A script that leaves something to its player stops there, and what has been chosen is the card of the script that
# goes on from row `pc`. Scripts that come to a choice while another is open wait behind it.
WAITING_TYPE = record_type(
    [
        ("pc", "u2"),
        ("card", "u2"),  # whose script it is
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
        ("origin", "u1"),  # of a card that goes from the options to a hand
        ("unused", "u1"),
        ("script", WAITING_TYPE),  # what goes on when the choice is made
        ("waiting", WAITING_TYPE, WAITING),
    ]
)
DIED_SIDE = 15  # the bit of an entry of `died` that is the side; those below are the card

GAME_TYPE = record_type(
    [
        ("rng", "u8"),
        ("characters", CHARACTER_TYPE, CHARACTERS),
        ("players", PLAYER_TYPE, 2),
        ("choice", CHOICE_TYPE),
        ("died", "u2", DIED),
        ("event_mask", "u4"),  # the events that anybody answers to
        ("present", "u2"),  # mask of the places that are taken
        ("turn", "i2"),  # half turns, from 1
        ("stamp", "u2"),  # of the next thing to come into play
        ("died_count", "u1"),
        ("active", "u1"),  # whose turn it is
        ("winner", "i1"),  # NO_WINNER, 0, 1 or DRAW
        ("over", "u1"),
        ("stale", "u1"),  # auras have to be renewed
        ("hurt", "u1"),  # somebody may have died
        ("aura_sources", "u1"),  # auras in play that give attack, health or keywords
        ("conditional_auras", "u1"),  # of them, those that depend on damage, weapons or numbers, too
        ("cost_auras", "u1"),  # auras in play that change costs
        ("lost", "u1"),  # times that something found no room in the records: 0, or the game went wrong
    ]
)

IN_PLAY, IN_HAND, IN_DECK = 0, 1, 2  # zones that cards answer from

# --- Scratch: what is going on while one action is resolved; empty between actions ----------

FRAMES, DEAD, LISTENERS, BROKEN = 192, 32, 64, 4

FRAME_TYPE = record_type(
    [
        ("kind", "u1"),  # SCRIPT, EVENT or DEATHS (stack.py)
        ("side", "u1"),  # who controls it
        ("source", "u1"),  # the character it comes from, or NOBODY
        ("spell", "u1"),  # 1: a spell or secret, so Spell Damage counts
        ("target", "u1"),  # the character chosen
        ("subject", "u1"),  # the character that the event is about
        ("made", "u1"),  # the minion that this script summoned last
        ("place", "u1"),  # where a deathrattle's tokens go on the board, or NOBODY
        ("event_side", "u1"),  # whose card, minion or turn the event is about
        ("origin", "u1"),  # where a deathrattle's minion stood before any was removed
        ("source_card", "u2"),
        ("source_stamp", "u2"),
        ("target_stamp", "u2"),
        ("subject_stamp", "u2"),
        ("made_stamp", "u2"),
        ("pc", "u2"),  # next row of a script; the event of an EVENT; the trigger of a TRIGGER
        ("left", "i2"),  # repetitions still to do of the row; -1: not begun
        ("amount", "i2"),  # the event's damage or healing
        ("card", "u2"),  # the card that the event is about, the card drawn last
        ("memory", "i2"),  # a number put aside by a row for a later one
        ("each", "u1"),  # the character that a number is asked for, where it is another for everybody
        ("unused", "u1"),
        ("parts", "u2", 2),  # cards chosen by this script so far, or those of a made-up spell
        ("dealt", "i2"),  # damage dealt by the row that dealt some last
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
        ("zone", "u1"),  # where the card is that answers: IN_PLAY, IN_HAND or IN_DECK
    ]
)

WORK_TYPE = record_type(
    [
        ("frames", FRAME_TYPE, FRAMES),
        ("dead", DEAD_TYPE, DEAD),  # minions, and weapons with the place of their hero
        ("broken", BROKEN_TYPE, BROKEN),  # weapons whose Deathrattle waits until deaths are looked for
        ("listeners", LISTENER_TYPE, LISTENERS),
        ("query", FRAME_TYPE, 2),  # for questions asked outside any script; the second to put a frame aside
        ("taken", "i2", CHARACTERS),  # damage taken by each character in the blow going on
        (
            "hidden",
            "u2",
        ),  # masks of the position looked at last (rules.survey): of the other side, cannot be chosen
        ("elusive", "u2"),  # cannot be chosen for spells and hero powers
        ("ready", "u2"),  # may attack
        ("victims", "u2"),  # may be attacked
        ("keywords", "u4"),  # those of all minions together
        ("depth", "i4"),
        ("dead_count", "i4"),
        ("random", "u4"),  # chance has taken part
        ("by_position", "u4"),  # where minions stand on the board has counted
        ("overflow", "u4"),  # frames and listeners that did not fit; goes to `lost` of the game
        ("attacker", "u1"),  # of the current attack, NOBODY if there is none or it was called off
        ("defender", "u1"),
        ("attacker_stamp", "u2"),
        ("defender_stamp", "u2"),
        ("spell_target", "u1"),  # of the spell being cast
        ("countered", "u1"),
        ("keep_durability", "u1"),
        ("listening", "u1"),
        ("spell_target_stamp", "u2"),
        ("parts", "u2", 2),  # of the spell being cast
        ("offered", "u1"),  # options gathered for the choice to come
        ("card_origin", "u1"),  # of the spell being cast
        ("broken_count", "u1"),
        ("stats_outlast", "u1"),  # attack and health of auras stay until the deathrattles have run (eras.py)
        ("dying_too", "u1"),  # chance may fall on those about to die
    ]
)

# An action is one number: what is done, with what, to whom, where.
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
