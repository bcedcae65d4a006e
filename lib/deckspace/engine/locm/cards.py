"""The cards as a table of small numbers, and the three rule books.

The table is an argument of every kernel, so a changed card needs no new compilation. The numbers are those of the
official card list of LoCM 1.2 (`lib/deckspace/data/cards/locm.csv`). Version 1.5 generates its 120 cards from a seed
(generator.py); its referee numbers them from 0, we from 1.
"""

import csv
from functools import cache
from numbers import Integral

import numpy as np

from deckspace.engine.changes import MAX_FIGURE, check_name, mapping, new_figure
from deckspace.engine.records import new_record, new_records, record_type
from deckspace.errors import BadInput, shown
from deckspace.files import DATA

CREATURE, GREEN, RED, BLUE = 0, 1, 2, 3
TYPES = ("creature", "green_item", "red_item", "blue_item")
KEYWORDS = ("breakthrough", "charge", "drain", "guard", "lethal", "ward")
# What a card of version 1.5 works on: its target, the lane, or both lanes.
NO_AREA, LANE_AREA, BOARD_AREA = 0, 1, 2
AREAS = ("", ", on the lane", ", on both lanes")
CARDS = 160
# Of figures that are never negative.
MAX_OF = {"type": 3, "keywords": 63, "cost": 99, "card_draw": 30, "area": 2}
CARD_FILE = DATA / "cards" / "locm.csv"

CARD_TYPE = record_type(
    [
        ("type", "u1"),
        ("cost", "i1"),
        ("attack", "i1"),
        ("defense", "i1"),
        ("keywords", "u1"),
        ("player_hp", "i1"),
        ("enemy_hp", "i1"),
        ("card_draw", "i1"),
        ("area", "u1"),
    ]
)


# A rule book: the card table and the rules that go with it. Row 0 of the table is unused, so that a
# card's number is its row.
BOOK_TYPE = record_type(
    [
        ("cards", CARD_TYPE, CARDS + 1),
        ("first_hand", "i1"),  # cards dealt to the first player before the first turn's draw
        ("second_hand", "i1"),
        ("lethal_at_zero", "i1"),  # 1: Lethal kills even with attack 0
        ("late_draws", "i1"),  # 1: from the 51st turn on, a rune is lost and the card is drawn as well
        ("second_wins_ties", "i1"),  # 1: if both die at once, player 2 wins, not the mover
        ("free_draft", "i1"),  # 1: 90 independent cards, not triples from a pool of 60
        ("unsigned_items", "i1"),  # 1: agents see the negative numbers of items as positive ones
        ("misjudged_items", "i1"),  # 1: greedy agents misjudge these items, as if their numbers were positive
        ("runes", "i1"),  # 5; without any, health lost in a turn brings cards, and a missing card costs 10
        ("card_count", "i2"),
        ("constructed", "i1"),  # 1: decks are chosen from all cards, at most two copies of each
        ("new_cards", "i1"),  # 1: each draft has cards of its own, which its seed generates
    ]
)
EDITIONS = {
    "official": {"first_hand": 4, "second_hand": 5, "runes": 5, "card_count": CARDS},
    "published": {
        "first_hand": 3,
        "second_hand": 4,
        "lethal_at_zero": 1,
        "late_draws": 1,
        "second_wins_ties": 1,
        "free_draft": 1,
        "unsigned_items": 1,
        "runes": 5,
        "card_count": CARDS,
    },
    "1.5": {"first_hand": 4, "second_hand": 5, "card_count": 120, "constructed": 1, "new_cards": 1},
}
COPIES = 2  # of a card in a constructed deck


@cache
def card_frame():
    """Return the card list of version 1.2 as a DataFrame, one row per card, indexed by card number.

    >>> import deckspace as ds
    >>> ds.locm.card_table().name[3]
    'Beavrat'
    """
    import pandas as pd  # here, because a bot has no time to load it

    return pd.read_csv(CARD_FILE, index_col="id")


def card_table(book=None):
    """Return the 160 cards of version 1.2, with their names, or those of a rule book, as a DataFrame indexed by card number.

    >>> import deckspace as ds
    >>> book = ds.locm.cards("1.5", seed=4047)
    >>> print(*ds.locm.card_table(book).loc[13, ["type", "cost", "attack", "defense", "charge", "area"]])
    creature 2 3 3 1 2
    """
    if book is None:
        return card_frame()
    import pandas as pd

    numbers = range(1, book.card_count + 1)
    figures = {name: book.cards[name][1 : len(numbers) + 1].astype("i8") for name in CARD_TYPE.names}
    table = pd.DataFrame(figures, numbers)
    table["type"] = [TYPES[kind] for kind in table.type]
    bits = table.pop("keywords").to_numpy()
    return table.assign(**{name: bits >> i & 1 for i, name in enumerate(KEYWORDS)}).rename_axis("id")


@cache
def edition(name="official"):
    """Return the rule book 'official' (the referee's), 'published' (the paper's engine) or '1.5' (the later version).

    In the published engine, the cards that should damage the enemy player heal it. Raises ValueError for any other name.
    """
    return cards(name)


def cards(name="official", changes=None, seed=None):
    """Return a new rule book, an edition with changed cards, as a record of BOOK_TYPE.

    `changes` maps a card number to a dict of new figures, or of changes of them: type (of TYPES, by its number), cost,
    attack, defense, keywords (bits, as in engine/locm/state.py), player_hp, enemy_hp, card_draw and, in version 1.5, area
    (0: its target, 1: the lane, 2: both lanes). With a `seed`, a rule book of version 1.5 has the 120 cards that the
    official referee generates from it; without one, every game has the cards of its draft's seed.
    Raises ValueError for an unknown edition, card or figure, and for a figure that no card can have.

    >>> import deckspace as ds
    >>> book = ds.locm.cards("official", {151: {"cost": 6, "attack": "+1"}})
    >>> book.cards[151].cost, int(book.cards[151].attack)
    (np.int8(6), 1)
    >>> ds.locm.cards("1.5", seed=4047).cards[120].cost
    np.int8(12)
    """
    book = rules_of(name)
    if seed is not None and not (name == "1.5" and isinstance(seed, Integral) and 0 <= seed < 2**64):
        raise ValueError(
            f"Only the edition '1.5' takes a seed of its cards, a whole number from 0 to 2^64 - 1, not {shown(seed)}."
        )
    if name == "1.5":
        book = with_cards_of(book, 0 if seed is None else seed)
        book.new_cards = seed is None
    else:
        fill_cards(book.cards)
    if name == "published":
        book.cards["enemy_hp"] = np.abs(book.cards["enemy_hp"])
    if changes and book.new_cards:
        raise ValueError(
            "Every game of version 1.5 has new cards; give a seed to change those that it generates."
        )
    for card, figures in mapping(changes or {}, "The changes map numbers of cards and figures").items():
        change_card(book, card, figures)
    return book


def rules_of(name):
    """Return a new rule book, an edition without cards; raises ValueError for an unknown one."""
    check_name(name)
    if name not in EDITIONS:
        raise ValueError(f"There is no LoCM edition {shown(name)}; choose one of {', '.join(EDITIONS)}.")
    book = new_record(BOOK_TYPE)
    for rule, value in EDITIONS[name].items():
        book[rule] = value
    return book


def with_cards_of(book, draft):
    """Return the rule book for the draft with this seed: with its own cards, if every draft has new ones."""
    if not book.new_cards:
        return book
    from deckspace.engine.locm.generator import generate  # here, because it is compiled

    books = new_records(BOOK_TYPE, 1)
    books[0] = book
    books.new_cards = 0
    generate(books[0], draft)
    return books[0]


def fill_cards(table):
    """Write the official card list into a card table, in place."""
    with open(CARD_FILE, newline="", encoding="utf-8") as file:
        for card, row in enumerate(csv.DictReader(file), 1):
            table["type"][card] = TYPES.index(row["type"])
            table["keywords"][card] = sum(int(row[name]) << i for i, name in enumerate(KEYWORDS))
            for column in ("cost", "attack", "defense", "player_hp", "enemy_hp", "card_draw"):
                table[column][card] = int(row[column])


def change_card(book, card, figures):
    """Write new figures into one row of a rule book's table, in place."""
    if card not in range(1, book.card_count + 1):
        raise ValueError(
            f"There is no LoCM card {shown(card)}; cards are numbered from 1 to {book.card_count}."
        )
    row = book.cards[card]
    columns = CARD_TYPE.names if book.constructed else CARD_TYPE.names[:-1]  # areas belong to version 1.5
    figures = mapping(figures, f"The change of card {card} maps its figures")
    # The type comes first, because it decides on the limits of other figures.
    for column in sorted(figures, key=lambda column: column != "type"):
        if column not in columns:
            known = ", ".join(columns)
            raise ValueError(f"A LoCM card has no {shown(column)}; it has {known}.")
        what = f"{column} of card {card}"
        row[column] = new_figure(what, row[column], figures[column], *limits(row, column))
    if row.type == CREATURE and (row.attack < 0 or row.defense < 1):
        raise BadInput(
            f"As a creature, card {card} needs an attack of at least 0 and a defense of at least 1, not "
            f"{row.attack}/{row.defense}."
        )


def limits(card, column):
    """Return the lowest and highest value of a card's figure."""
    if column in MAX_OF:
        return 0, MAX_OF[column]
    if card.type == CREATURE and column in ("attack", "defense"):
        return int(column == "defense"), MAX_FIGURE
    return -MAX_FIGURE, MAX_FIGURE  # items that reduce a figure have negative ones
