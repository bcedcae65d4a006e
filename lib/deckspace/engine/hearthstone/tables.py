"""The cards of a set: names, figures and flags, as in data/cards/<set>.csv.

    mesb            Basic and Classic of January 2019
    dsa_me          the Rogue candidates of late 2019, in their order, and their opponents' cards
    mastering_2015  everything of April 2015: Basic, Classic, Reward, Promotion, Naxxramas, Goblins vs Gnomes,
                    Blackrock Mountain
    classic_2020    Basic and Classic of 2020
    eva_2018        three decks of February 2018, and everything that they and their random effects can create
    eva_program     the same cards, with the behaviour of the EVA paper's program
    wild_2020       the cards of mastering_2015 and eva_2018 as they were in 2020

Sets of SABBERSTONE have names such as `classic_2020_sabberstone`: they have the same table, with the errors of
SabberStone, the simulator in which the papers ran their games (see cards/sabberstone.py).

A card is identified by its `key`, which is the same in all sets: its name, followed by a distinction from cards of the
same name where necessary, as in "Druid of the Claw (Bear)". The behaviour of cards is in cards/.
"""

import csv
import difflib
from dataclasses import asdict, dataclass, replace
from functools import cache
from numbers import Integral

from deckspace.engine.changes import mapping, new_figure
from deckspace.errors import shown
from deckspace.files import DATA

SETS = ("mesb", "dsa_me", "mastering_2015", "classic_2020", "eva_2018", "eva_program", "wild_2020")
SUFFIX = "_sabberstone"
SABBERSTONE = tuple(name + SUFFIX for name in ("mesb", "dsa_me", "classic_2020", "wild_2020", "eva_2018"))
FIGURES = {  # figures that an override may change, and the types of cards that have them
    "cost": ("MINION", "SPELL", "WEAPON", "HERO_POWER"),
    "attack": ("MINION", "WEAPON"),
    "health": ("MINION", "WEAPON", "HERO"),
    "spell_damage": ("MINION",),
    "overload": ("MINION", "SPELL", "WEAPON"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """A row of a table. `health` is the durability of a weapon; figures that a card does not have are 0."""

    key: str
    id: str
    name: str
    hero_class: str  # "NEUTRAL", "DRUID", ...
    type: str  # "MINION", "SPELL", "WEAPON", "HERO", "HERO_POWER"
    cost: int
    attack: int
    health: int
    race: str  # "" for most
    rarity: str
    collectible: bool  # may be put into a deck
    drafted: bool  # may be in random decks
    index: int  # the index among the candidates of dsa_me, otherwise -1
    keywords: tuple[str, ...]
    spell_damage: int
    overload: int
    hero_power: str  # for a hero: its hero power's key
    requires: tuple[str, ...]  # conditions for playing it: "REQ_TARGET_TO_PLAY", ...
    rules: bool = False  # its official text has more than keywords, Spell Damage and Overload
    classes: tuple[str, ...] = ()  # the classes of a card of three classes; its hero_class is "NEUTRAL"
    option_of: str = ""  # for an option: the key of the card with Choose One


class CardTable:
    """The cards of a set; `table[x]` is the card with this number, key, id or name."""

    def __init__(self, name, cards):
        self.name = name
        self.cards = tuple(cards)
        self.numbers = {}  # of keys, ids and names; keys take precedence over ids, and ids over names
        for field in ("key", "id", "name"):
            for number, card in enumerate(self.cards):
                self.numbers.setdefault(getattr(card, field), number)

    def __len__(self):
        return len(self.cards)

    def __iter__(self):
        return iter(self.cards)

    def __contains__(self, what):
        return what in self.numbers

    def __getitem__(self, what):
        return self.cards[self.number(what)]

    def number(self, what):
        """Return the row of the card with this key, id or name (or this row). Raises ValueError for any other."""
        if isinstance(what, Integral) and 0 <= what < len(self.cards):
            return int(what)
        if not isinstance(what, str) or what not in self.numbers:
            raise ValueError(f"The set {self.name} has no card {shown(what)}{self._nearest(what)}.")
        return self.numbers[what]

    def _nearest(self, what):
        names = {name.lower(): name for name in reversed(self.numbers)}
        near = difflib.get_close_matches(str(what).lower(), names, 1)
        return f"; the nearest is {names[near[0]]!r}" if near else ""

    def frame(self):
        """Return the table as a DataFrame, one row per card."""
        import pandas as pd  # here, because games do not need it

        return pd.DataFrame([asdict(card) for card in self.cards])


def card_table(name, overrides=None) -> CardTable:
    """Return the table of a set, optionally with changed figures.

    `overrides` maps cards to new figures or differences: ``{"Sunwalker": {"attack": 1, "cost": "+2"}}``. Raises
    ValueError for an unknown set, card or figure, and for a result that is not from 0 to 99.
    """
    table = _read(name)
    if not overrides:
        return table
    cards = list(table.cards)
    for what, changes in mapping(overrides, "Overrides map cards").items():
        number = table.number(what)
        cards[number] = changed(cards[number], changes)
    return CardTable(name, cards)


def changed(card, changes) -> Card:
    """Return a card with new figures: an integer replaces the old one, "+2" or "-3" is added to it."""
    figures = {}
    for field, value in mapping(changes, f"The override of {card.key} maps its figures").items():
        if field not in FIGURES:
            raise ValueError(
                f"An override of {card.key} cannot change {shown(field)}, only {', '.join(FIGURES)}."
            )
        if card.type not in FIGURES[field]:
            raise ValueError(f"{card.key} is a {card.type}, which has no {field} to change.")
        least = 1 if field == "health" else 0
        figures[field] = new_figure(f"{field} of {card.key}", getattr(card, field), value, least)
    return replace(card, **figures)


def has_sabberstone_errors(name):
    """Tell whether a set has the errors of SabberStone."""
    return name in SABBERSTONE


def table_of(name):
    """Return the name of a set's table, which sets with SabberStone's errors share with the right ones."""
    return name.removesuffix(SUFFIX) if has_sabberstone_errors(name) else name


@cache
def _read(name):
    if name not in SETS + SABBERSTONE:
        known = SETS + SABBERSTONE if str(name).endswith(SUFFIX) else SETS
        raise ValueError(f"There is no card set {shown(name)}; choose one of {', '.join(known)}.")
    with open(DATA / "cards" / f"{table_of(name)}.csv", newline="", encoding="utf-8") as file:
        return CardTable(name, [_card(row) for row in csv.DictReader(file)])


@cache
def _official():
    """Return facts from the official texts that the tables lack, {id: row} (see lib/study/pipeline/card_tables.py)."""
    with open(DATA / "cards" / "official.csv", newline="", encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def dbf_numbers() -> dict[str, int]:
    """Return the numbers of cards and heroes in deck codes, {id: number}; the newest cards have none."""
    return {id: int(row["dbf"]) for id, row in _official().items() if row["dbf"]}


def _card(row):
    official = _official()[row["id"]]
    row["rules"], row["option_of"] = official["rules"] == "1", official["option_of"]
    row["classes"] = tuple(official["classes"].split())
    row["hero_class"] = row.pop("class")
    for field in ("cost", "attack", "health", "spell_damage", "overload"):
        row[field] = int(row[field] or 0)
    row["index"] = int(row["index"] or -1)
    row["collectible"], row["drafted"] = row["collectible"] == "1", row["drafted"] == "1"
    row["keywords"], row["requires"] = tuple(row["keywords"].split()), tuple(row["requires"].split())
    return Card(**row)
