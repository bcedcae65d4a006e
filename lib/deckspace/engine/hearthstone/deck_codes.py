"""Deck codes, as the game copies and pastes them: `read("AAEB...", table)` and `write("MAGE", keys, table)`.

A code is base64 of whole numbers as varints, seven bits per byte, lowest first, with the eighth bit set if more follow:

    0, version 1, format (1 wild, 2 standard)
    the number of heroes, and the heroes
    the number of cards with one copy, and these cards; the same for two copies
    the number of other cards, and pairs (card, copies)
    1 if sideboards follow, otherwise 0 (older codes end before it)

Cards and heroes have the game's own numbers, the column `dbf` of official.csv. Sideboards are not read: no card here
has one.
"""

import base64
import binascii
from collections import Counter

from deckspace.engine.hearthstone.decks import class_of
from deckspace.engine.hearthstone.tables import dbf_numbers
from deckspace.errors import BadInput

VERSION, WILD = 1, 1
MOST = 1000  # cards in a code that is read: a few letters can ask for billions of copies


def read(code, table):
    """Return (hero class, keys of cards) of a deck code.

    The class is that of the hero or, if the set does not have this one (heroes have other skins), that of the cards;
    None if they do not determine it. Lines that begin with # are ignored, so a deck may be given as the game copies it.
    Raises BadInput for an invalid code, and for a card that the set does not have.
    """
    lines = [line.strip() for line in str(code).splitlines() if line.strip() and not line.startswith("#")]
    heroes, counts = numbers_of(lines[0] if lines else "")
    known = {number: table[card_id] for card_id, number in dbf_numbers().items() if card_id in table}
    strange = [number for number in counts if number not in known]
    if strange:
        raise BadInput(f"The deck code has card number {strange[0]}, which is not in the set {table.name}.")
    cards = tuple(known[number].key for number in counts.elements())
    hero_class = next((known[hero].hero_class for hero in heroes if hero in known), None)
    return hero_class or class_of(cards, table), cards


def numbers_of(code):
    """Return (numbers of heroes, {number of a card: copies}) of a code."""
    try:
        numbers = varints(base64.b64decode(code, validate=True))
        if (next(numbers), next(numbers)) != (0, VERSION):
            raise ValueError
        next(numbers)  # the format: the card set decides which cards may be played
        heroes = [next(numbers) for _ in range(next(numbers))]
        counts = Counter()
        for copies in (1, 2, None):
            for _ in range(next(numbers)):
                card = next(numbers)
                counts[card] += copies or next(numbers)
        if counts.total() > MOST:
            raise ValueError
    except (binascii.Error, ValueError, StopIteration):
        raise BadInput(
            f"{code[:40]!r} is not a deck code, which is a line of letters and digits that begins with AAE."
        ) from None
    return heroes, counts


def varints(data):
    """Yield the numbers that are encoded in some bytes."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0


def write(hero_class, cards, table):
    """Return the code of a deck (keys of cards), in the wild format. Raises BadInput for a card without a number."""
    numbers, counts = dbf_numbers(), Counter(cards)
    heroes = [
        card.id
        for card in table
        if (card.type, card.hero_class) == ("HERO", hero_class) and card.id in numbers
    ]
    if not heroes:
        raise BadInput(f"The set {table.name} has no hero of the class {hero_class!r}.")
    nameless = [key for key in counts if table[key].id not in numbers]
    if nameless:
        raise BadInput(f"The deck has no code: the number of {nameless[0]} in deck codes is unknown.")
    listed = sorted((numbers[table[key].id], copies) for key, copies in counts.items())
    numbers_of_code = [0, VERSION, WILD, 1, numbers[heroes[0]]]
    for copies in (1, 2):
        some = [number for number, n in listed if n == copies]
        numbers_of_code += [len(some), *some]
    more = [pair for pair in listed if pair[1] > 2]
    numbers_of_code += [len(more), *(number for pair in more for number in pair), 0]
    return base64.b64encode(b"".join(map(varint, numbers_of_code))).decode()


def varint(number):
    """Return the bytes of a number."""
    data = bytearray()
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    return bytes([*data, number])
