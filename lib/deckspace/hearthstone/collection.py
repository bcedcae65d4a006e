"""Card sets, decks, and descriptions of cards."""

import difflib
from collections.abc import Hashable, Mapping

from deckspace.engine.changes import check_name
from deckspace.engine.hearthstone import deck_codes
from deckspace.engine.hearthstone import describe as english
from deckspace.engine.hearthstone.decks import (
    FOLDER,
    SIZE,
    Deck,
    check_deck,
    class_of,
    deck_faults,
    faults_of_cards,
    suite,
)
from deckspace.engine.hearthstone.encode import Book, card_book
from deckspace.engine.hearthstone.tables import SETS, card_table
from deckspace.errors import BadInput, check_whole, shown


def cards(name="mesb", changes=None) -> Book:
    """Return a card set for play, perhaps with changed numbers on some cards.

    `name` is one of CARD_SETS: "mesb" has Basic and Classic as of January 2019, "mastering_2015" all cards of April
    2015, "wild_2020" the most cards; engine/hearthstone/tables.py describes them all. `changes` maps cards to new
    numbers or differences ("+1") for cost, attack, health (durability of a weapon), spell_damage or overload. A changed
    set needs no new compilation.

    `book.table["Fireball"]` is a card with its numbers, and `book.table.frame()` a DataFrame of all cards.

    Raises ValueError for an unknown set, card or number, with the nearest name.

    >>> import deckspace as ds
    >>> book = ds.hearthstone.cards("mesb", {"Sunwalker": {"attack": 1, "cost": "+1"}})
    >>> book.table["Sunwalker"].attack, book.table["Sunwalker"].cost
    (1, 7)
    """
    check_name(name)
    if not isinstance(name, Hashable):
        raise BadInput(f"There is no card set {shown(name)}; choose one of {', '.join(SETS)}.")
    return card_book(name, changes)


def deck(what, book="mesb", hero=None) -> Deck:
    """Return a deck that is legal in the card set `book` (a Book, or its name).

    `what` is the name of a known deck (see `decks`), a deck code as the game copies it, a list of 30 card names, or a
    dict {name: copies}. The hero class follows from the deck code or the cards; give it, as in `hero="MAGE"`, for a deck
    of neutral cards.

    Raises BadInput, a ValueError with a sentence for each fault, for an invalid deck.

    >>> import deckspace as ds
    >>> book = ds.hearthstone.cards("mesb")
    >>> hunter = ds.hearthstone.deck("Elite Aggro Hunter", book)
    >>> hunter.hero_class, len(hunter.cards), hunter.cards[:2]
    ('HUNTER', 30, ('Fen Creeper', 'Earthen Ring Farseer'))
    >>> ds.hearthstone.deck(ds.hearthstone.deck_code(hunter, book), book).hero_class
    'HUNTER'
    """
    table = table_of(book)
    if isinstance(what, str):
        found = known(what) or from_code(what, table)
    elif isinstance(what, Deck):
        found = what
    else:
        names = expanded(what)
        keys = keys_of(names, table)  # refuses what is no card
        found = Deck("", class_of(names, table), (), keys)
    hero_class = str(hero).upper() if hero else found.hero_class
    if not hero_class:
        unclear = 'The cards of this deck do not determine its class: give it, as in hero="MAGE".'
        raise BadInput(" ".join([unclear, *faults_of_cards(found.cards, None, table)]))
    check_deck(found.cards, hero_class, table)
    name = found.name or f"{hero_class.capitalize()} deck"
    return Deck(name, hero_class, found.strategies, found.cards, found.size)


def decks(book="mesb") -> dict[str, Deck]:
    """Return the known decks that are legal in a card set (a Book, or its name), by name.

    They are the decks of the reproduced papers (data/decks).

    >>> import deckspace as ds
    >>> list(ds.hearthstone.decks("mesb"))[:2]
    ['Elite Aggro Hunter', 'Elite Control Hunter']
    """
    table = table_of(book)
    return {each.name: each for each in all_known() if not deck_faults(each.cards, each.hero_class, table)}


def deck_code(what, book="mesb") -> str:
    """Return the deck code of a deck (whatever `deck` takes), as the game's own collection manager writes it.

    Raises ValueError for a deck with one of the few cards whose number in deck codes is unknown.

    >>> import deckspace as ds
    >>> ds.hearthstone.deck_code("Starter Hunter")[:8]
    'AAEBAR8A'
    """
    found = what if isinstance(what, Deck) else deck(what, book)
    return deck_codes.write(found.hero_class, found.cards, table_of(book))


def describe(card, book=None) -> str:
    """Return a description of a card in English, generated from the definitions that the engine plays.

    `card` is a name (or key, or id). `book` is a Book or the name of a card set; by default, the first of CARD_SETS that
    has the card. Raises ValueError with the nearest name for an unknown card.

    >>> import deckspace as ds
    >>> ds.describe("Zombie Chow")
    'Zombie Chow: 1-mana 2/3 neutral minion. Deathrattle: Restore 5 Health to the enemy hero.'
    >>> ds.describe("Chillwind Yeti", ds.hearthstone.cards("mesb", {"Chillwind Yeti": {"attack": 5}}))
    'Chillwind Yeti: 4-mana 5/5 neutral minion.'
    """
    table = table_with(card) if book is None else table_of(book)
    row = table[card]
    figures = [f"{row.cost}-mana" * (row.type != "HERO"), f"{row.attack}/{row.health}" * (row.type in BODIES)]
    kind = row.type.lower().replace("_", " ")
    what = " ".join(word for word in (*figures, row.hero_class.lower(), row.race.lower(), kind) if word)
    return " ".join([f"{row.name}: {what}.", english.describe(row.key, table.name)]).strip()


BODIES = ("MINION", "WEAPON")


# --- Lookup --------------------------------------------------------------------------------


def table_of(book):
    """Return the card table of a Book, or of the set with this name."""
    return book.table if isinstance(book, Book) else card_table(book)


def table_with(card):
    """Return the table of the first set that has a card; raises ValueError with the nearest name in any set."""
    tables = [card_table(name) for name in SETS]
    with_it = [table for table in tables if card in table]
    if with_it:
        return with_it[0]
    near = difflib.get_close_matches(str(card), [row.name for table in tables for row in table], 1)
    hint = f"; the nearest is {near[0]!r}" if near else ""
    raise ValueError(f"No card set has a card {shown(card)}{hint}.")


def all_known():
    """Return all decks of data/decks."""
    return [each for path in sorted(FOLDER.glob("*.json")) for each in suite(path.stem)]


def known(name):
    """Return the known deck with this name, None if there is none."""
    return next((each for each in all_known() if each.name == name), None)


def from_code(code, table):
    """Return the deck of a deck code; raises BadInput, with the nearest name of a known deck if it is not a code."""
    near = difflib.get_close_matches(code, [each.name for each in all_known()], 1)
    if near:
        raise BadInput(f"There is no known deck {code!r}; the nearest is {near[0]!r}.")
    if not any(line.strip().startswith("AAE") for line in code.splitlines()):
        raise BadInput(
            f"{code[:40]!r} is neither a known deck (see ds.hearthstone.decks()) nor a deck code, a line of letters and "
            "digits that begins with AAE."
        )
    hero_class, keys = deck_codes.read(code, table)
    return Deck("", hero_class, (), keys)


def expanded(what):
    """Return a list of card names from a list or {name: copies}. Raises BadInput for anything else."""
    if isinstance(what, Mapping):
        copies = {name: check_whole(f"The number of copies of {name}", n, 0) for name, n in what.items()}
        return [name for name, n in copies.items() for _ in range(n)]
    try:
        return list(what)
    except TypeError:
        raise BadInput(
            f"A deck must be the name of a known deck, a deck code, a list of {SIZE} card names, or a dict "
            f"{{name: copies}}, not {shown(what)}."
        ) from None


def keys_of(names, table):
    """Return the keys of cards; raises BadInput, with the nearest name, for an unknown one."""
    try:
        return tuple(table[name].key for name in names)
    except ValueError as error:
        raise BadInput(str(error)) from None
