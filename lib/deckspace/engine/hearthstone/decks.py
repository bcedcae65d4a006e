"""Decks: those of the papers, the rules of legal decks, and random decks.

A deck is 30 keys of cards. The papers' decks are in data/decks, one file per suite: `elite`, `starter`,
`miracle_rogue`, `eva`. A deck that was played with fewer cards has a `size` there, and is legal as it is.
"""

import difflib
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache

from deckspace.errors import BadInput, shown
from deckspace.files import DATA

SIZE = 30
CLASSES = ("DRUID", "HUNTER", "MAGE", "PALADIN", "PRIEST", "ROGUE", "SHAMAN", "WARLOCK", "WARRIOR")
FOLDER = DATA / "decks"


@dataclass(frozen=True)
class Deck:
    """A deck with its hero's class (one of CLASSES).

    >>> import deckspace as ds
    >>> ds.hearthstone.deck("Elite Aggro Hunter").strategies
    ('Aggro',)
    """

    name: str
    hero_class: str
    strategies: tuple[str, ...]  # how the paper plays it: "Aggro", "Control", both or neither
    cards: tuple[str, ...]  # keys, once for each copy
    size: int = SIZE  # the number of cards that the deck was played with


def deck(name) -> Deck:
    """Return a deck by its name, e.g. "Elite Aggro Hunter". Raises ValueError for an unknown one."""
    decks = {deck.name: deck for path in sorted(FOLDER.glob("*.json")) for deck in suite(path.stem)}
    if name not in decks:
        near = difflib.get_close_matches(str(name), decks, 1)
        advice = f"the nearest is {near[0]!r}" if near else f"choose one of {', '.join(decks)}"
        raise ValueError(f"There is no deck {shown(name)}; {advice}.")
    return decks[name]


@cache
def suite(name) -> tuple[Deck, ...]:
    """Return all decks of a file, in its order. Raises ValueError for an unknown one."""
    files = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}
    if name not in files:
        raise ValueError(f"There is no suite of decks {shown(name)}; choose one of {', '.join(files)}.")
    return tuple(
        _deck(title, text) for title, text in json.loads(files[name].read_text(encoding="utf-8")).items()
    )


def _deck(title, text):
    cards = tuple(Counter(text["cards"]).elements())
    return Deck(title, text["hero_class"], tuple(text["strategies"]), cards, text.get("size", SIZE))


@cache
def _short_decks():
    """Return the decks of data/decks that do not have 30 cards: {(class, sorted keys)}."""
    decks = (deck for path in FOLDER.glob("*.json") for deck in suite(path.stem))
    return {(deck.hero_class, tuple(sorted(deck.cards))) for deck in decks if deck.size != SIZE}


# --- Legal decks ---------------------------------------------------------------------------


def check_deck(cards, hero_class, table) -> tuple[int, ...]:
    """Return the rows of a deck's cards in the table. Raises BadInput, with a sentence for each fault."""
    faults = deck_faults(cards, hero_class, table)
    if faults:
        raise BadInput(" ".join(faults))
    return tuple(table.number(card) for card in cards)


def deck_faults(cards, hero_class, table) -> list[str]:
    """Return a sentence for each fault of a deck. `cards` are keys, ids, names or rows of the table.

    A deck of data/decks that was played with fewer than 30 cards is legal only with exactly these.
    """
    if hero_class not in CLASSES:
        return [f"There is no hero class {shown(hero_class)}; choose one of {', '.join(CLASSES)}."]
    if isinstance(cards, str) or not hasattr(cards, "__len__"):
        return [f"A deck must be a list of {SIZE} cards, not {shown(cards)}."]
    return faults_of_cards(cards, hero_class, table)


def faults_of_cards(cards, hero_class, table) -> list[str]:
    """Return a sentence for each fault of a deck's cards; without a class (None), their classes are not checked."""
    faults, copies = [], Counter()
    for card in cards:
        try:
            copies[table.number(card)] += 1
        except ValueError as unknown:
            faults.append(str(unknown))
    keys = tuple(sorted(table[number].key for number in copies.elements()))
    if len(cards) != SIZE and (hero_class, keys) not in _short_decks():
        faults.insert(0, f"The deck has {len(cards)} cards, but must have {SIZE}.")
    for number, n in copies.items():
        faults += card_faults(table[number], n, hero_class)
    return list(dict.fromkeys(faults))


def card_faults(card, copies, hero_class):
    if not card.collectible:
        yield f"{card.key} cannot be in a deck: decks hold collectible minions, spells and weapons."
    elif hero_class and not suits_class(card, hero_class):
        *others, last = map(str.title, card.classes or (card.hero_class,))
        classes = f"{', '.join(others)} or {last}" if others else last
        yield f"{card.key} is a {classes} card, not a {hero_class.title()} or neutral one."
    if copies > most_copies(card):
        limit = "one copy of a legendary card" if card.rarity == "LEGENDARY" else "two copies of a card"
        yield f"The deck has {copies} copies of {card.key}; the limit is {limit}."


def suits_class(card, hero_class):
    """Tell whether a deck of a class may hold a card: one of this class, of three classes with this one, or neutral."""
    return hero_class in card.classes if card.classes else card.hero_class in ("NEUTRAL", hero_class)


def class_of(cards, table):
    """Return the only class of some cards besides NEUTRAL; None if there is no other class, or several."""
    classes = {table[card].hero_class for card in cards if card in table} - {"NEUTRAL"}
    return classes.pop() if len(classes) == 1 else None


def most_copies(card):
    return 1 if card.rarity == "LEGENDARY" else 2


# --- Random decks --------------------------------------------------------------------------


def legal_copies(hero_class, table) -> list[str]:
    """Return the keys of the cards for random decks of a class, each as often as a deck may hold it."""
    if hero_class not in CLASSES:
        raise ValueError(f"There is no hero class {shown(hero_class)}; choose one of {', '.join(CLASSES)}.")
    return [
        card.key
        for card in table
        if card.drafted and suits_class(card, hero_class)
        for _ in range(most_copies(card))
    ]


def random_deck(rng, hero_class, table) -> tuple[str, ...]:
    """Return 30 cards drawn without replacement from all legal copies by numpy's Generator, in the table's order."""
    copies = legal_copies(hero_class, table)
    return tuple(copies[i] for i in sorted(rng.choice(len(copies), SIZE, replace=False)))
