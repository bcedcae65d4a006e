"""Decks: the ones the papers play, what makes a deck legal, and random ones.

A deck is 30 keys of cards. The papers' decks lie in data/decks, a file a suite: `elite`, `starter`,
`miracle_rogue`, `eva`. One that was played with fewer cards says so there by its `size`, and is legal as it is.
"""

import difflib
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache

from deckspace.errors import BadInput
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
    cards: tuple[str, ...]  # keys; of two copies both are there
    size: int = SIZE  # how many cards the deck was played with


def deck(name) -> Deck:
    """A deck by its name, e.g. "Elite Aggro Hunter". Raises ValueError for an unknown one."""
    decks = {deck.name: deck for path in sorted(FOLDER.glob("*.json")) for deck in suite(path.stem)}
    if name not in decks:
        near = difflib.get_close_matches(str(name), decks, 1)
        advice = f"the nearest is {near[0]!r}" if near else f"choose one of {', '.join(decks)}"
        raise ValueError(f"There is no deck {name!r}; {advice}.")
    return decks[name]


@cache
def suite(name) -> tuple[Deck, ...]:
    """All decks of one file, in its order. Raises ValueError for an unknown one."""
    files = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}
    if name not in files:
        raise ValueError(f"There is no suite of decks {name!r}; choose one of {', '.join(files)}.")
    return tuple(
        _deck(title, text) for title, text in json.loads(files[name].read_text(encoding="utf-8")).items()
    )


def _deck(title, text):
    cards = tuple(Counter(text["cards"]).elements())
    return Deck(title, text["hero_class"], tuple(text["strategies"]), cards, text.get("size", SIZE))


@cache
def _short_decks():
    """The decks of data/decks that do not have 30 cards: {(class, keys in order)}."""
    decks = (deck for path in FOLDER.glob("*.json") for deck in suite(path.stem))
    return {(deck.hero_class, tuple(sorted(deck.cards))) for deck in decks if deck.size != SIZE}


# ------------------------------------------------------------------ the rules of building one


def check_deck(cards, hero_class, table) -> tuple[int, ...]:
    """The rows of a deck's cards in the table. Raises BadInput, with a sentence for each fault."""
    faults = deck_faults(cards, hero_class, table)
    if faults:
        raise BadInput(" ".join(faults))
    return tuple(table.number(card) for card in cards)


def deck_faults(cards, hero_class, table) -> list[str]:
    """What is wrong with a deck, a sentence each. `cards` are keys, ids, names or rows of the table.

    A deck of data/decks that was played with fewer than 30 cards is right with exactly its own.
    """
    if hero_class not in CLASSES:
        return [f"There is no hero class {hero_class!r}; choose one of {', '.join(CLASSES)}."]
    if isinstance(cards, str) or not hasattr(cards, "__len__"):
        return [f"A deck is a list of {SIZE} cards, not {cards!r}."]
    return faults_of_cards(cards, hero_class, table)


def faults_of_cards(cards, hero_class, table) -> list[str]:
    """Return one sentence for each fault of a deck's cards; without a class (None), faults of class are left out."""
    faults, copies = [], Counter()
    for card in cards:
        try:
            copies[table.number(card)] += 1
        except ValueError as unknown:
            faults.append(str(unknown))
    keys = tuple(sorted(table[number].key for number in copies.elements()))
    if len(cards) != SIZE and (hero_class, keys) not in _short_decks():
        faults.insert(0, f"The deck has {len(cards)} cards; a deck has {SIZE}.")
    for number, n in copies.items():
        faults += card_faults(table[number], n, hero_class)
    return list(dict.fromkeys(faults))


def card_faults(card, copies, hero_class):
    if not card.collectible:
        yield f"{card.key} cannot be in a deck; it takes collectible minions, spells and weapons."
    elif hero_class and not suits_class(card, hero_class):
        classes = ", ".join(card.classes or (card.hero_class,))
        yield f"{card.key} is a {classes} card; the deck takes {hero_class} and NEUTRAL cards."
    if copies > most_copies(card):
        limit = "a legendary card at most once" if card.rarity == "LEGENDARY" else "a card at most twice"
        yield f"The deck has {card.key} {copies} times; it takes {limit}."


def suits_class(card, hero_class):
    """Whether a deck of this class may hold the card: a card of that class, of three classes including it, or neutral."""
    return hero_class in card.classes if card.classes else card.hero_class in ("NEUTRAL", hero_class)


def class_of(cards, table):
    """The one class that some cards are of besides NEUTRAL; None where they are of none, or of several."""
    classes = {table[card].hero_class for card in cards if card in table} - {"NEUTRAL"}
    return classes.pop() if len(classes) == 1 else None


def most_copies(card):
    return 1 if card.rarity == "LEGENDARY" else 2


# ------------------------------------------------------------------ random ones


def legal_copies(hero_class, table) -> list[str]:
    """The keys of all cards that random decks of this class are drawn from, each as often as a deck takes it."""
    if hero_class not in CLASSES:
        raise ValueError(f"There is no hero class {hero_class!r}; choose one of {', '.join(CLASSES)}.")
    return [
        card.key
        for card in table
        if card.drafted and suits_class(card, hero_class)
        for _ in range(most_copies(card))
    ]


def random_deck(rng, hero_class, table) -> tuple[str, ...]:
    """30 cards drawn without replacement from all legal copies by a numpy Generator, in the table's order."""
    copies = legal_copies(hero_class, table)
    return tuple(copies[i] for i in sorted(rng.choice(len(copies), SIZE, replace=False)))
