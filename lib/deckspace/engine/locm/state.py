"""The state of a game of Legends of Code and Magic: one flat record, copied as bytes.

    GAME   233 bytes
    +-- players[0], players[1]
    |     +-- hp  lost  runes  max_mana  mana  bonus  next_draw
    |     +-- deck[30]    card numbers in the order they are drawn
    |     +-- drawn       how many of them have been drawn: the next card is deck[drawn]
    |     +-- hand[8]     places in the deck, in hand order; the first hand_size count
    |     +-- board[6]    creatures in order of arrival, both lanes mixed; board_size count
    |           +-- place  twin  lane  attack  defense  keywords  can_attack  has_attacked
    +-- current  turn  winner  twins  rng

A card is identified by its place in its owner's deck: its number is `deck[place]`, and the referee's instance id is `2
* place + player + 1` (player 0 has 1, 3, 5, ..., player 1 has 2, 4, 6, ...). With r runes left, the next one breaks at
5 * r health.

Version 1.5 has no runes; `lost` is the health lost since the player's own turn began. Cards with an area summon two
creatures from the same place: the second is a twin, with the instance id 60 + `twin`, its number among the game's twins.
"""

from deckspace.engine.records import new_records, record_type

DECK, HAND, BOARD, LANE = 30, 8, 6, 3  # cards, cards, creatures, creatures in one lane

# Keywords, one bit each, in the order the referee prints them.
BREAKTHROUGH, CHARGE, DRAIN, GUARD, LETHAL, WARD = 1, 2, 4, 8, 16, 32
KEYWORD_LETTERS = "BCDGLW"

CREATURE_TYPE = record_type(
    [
        ("place", "u1"),
        ("twin", "u1"),
        ("lane", "u1"),
        ("attack", "i2"),
        ("defense", "i2"),
        ("keywords", "u1"),
        ("can_attack", "u1"),
        ("has_attacked", "u1"),
    ]
)

PLAYER_TYPE = record_type(
    [
        ("hp", "i2"),
        ("lost", "i2"),
        ("runes", "u1"),
        ("max_mana", "i1"),
        ("mana", "i1"),
        ("bonus", "u1"),
        ("next_draw", "u1"),
        ("drawn", "u1"),
        ("hand_size", "u1"),
        ("board_size", "u1"),
        ("deck", "u1", DECK),
        ("hand", "u1", HAND),
        ("board", CREATURE_TYPE, BOARD),
    ]
)

GAME_TYPE = record_type(
    [
        ("rng", "u8"),
        ("players", PLAYER_TYPE, 2),
        ("turn", "i2"),  # half turns, -1 before the first
        ("current", "u1"),  # whose turn it is
        ("winner", "i1"),  # -1 while the game goes on
        ("twins", "u1"),
    ]
)

# An action is a number: its kind, card and target.
#   bits 6-7  PASS, SUMMON, USE or ATTACK
#   bits 3-5  the card's index in the hand (SUMMON, USE) or on one's own board (ATTACK)
#   bits 0-2  the lane (SUMMON), or 0 for the player and 1 + index for a creature: of one's own board
#             for a green item, of the enemy's otherwise.
PASS, SUMMON, USE, ATTACK = 0, 1, 2, 3
MAX_ACTIONS = 128  # more than any position has (82)


def new_games(n):
    """Return `n` blank games, a record array of shape (n,) and type GAME_TYPE."""
    return new_records(GAME_TYPE, n)


def encode(kind, source=0, target=0):
    """Return the action number of `kind` with `source` and `target` (see the table above)."""
    return kind << 6 | source << 3 | target


def instance_id(player, place):
    """Return the referee's instance id of the card at `place` in the deck of `player`."""
    return 2 * place + player + 1


def creature_id(player, creature):
    """Return the instance id of a creature of `player`, which may be a twin."""
    return 2 * DECK + int(creature.twin) if creature.twin else instance_id(player, int(creature.place))


def place_of(player, instance):
    """Return the place in the deck of `player` of the card with this instance id."""
    return (instance - player - 1) // 2


def keywords_text(keywords):
    """Return keywords as six characters, e.g. 'B--G--', as the referee prints them."""
    return "".join(c if keywords >> i & 1 else "-" for i, c in enumerate(KEYWORD_LETTERS))


def keywords_bits(text):
    """Return the keyword bits of a text such as 'B--G--' ('-' alone: none)."""
    return sum(1 << KEYWORD_LETTERS.index(c) for c in text if c != "-")
