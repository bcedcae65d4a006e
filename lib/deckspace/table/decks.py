"""The deck builder: available cards, known decks, faults of decks, and deck codes.

    cards(book, "MAGE")                      # all cards of a mage's deck, with numbers and descriptions
    known("mesb")                            # the papers' decks, elites of searches, and the user's own
    code = code_of(book, "MAGE", keys)       # the game's own deck code
    hero, keys = from_code(book, code)

The user's decks are stored as files (storage.py).
"""

import hashlib
from functools import cache

from deckspace.agents.roster import roster
from deckspace.engine.hearthstone import deck_codes
from deckspace.engine.hearthstone.decks import (
    CLASSES,
    FOLDER,
    SIZE,
    deck_faults,
    most_copies,
    suite,
    suits_class,
)
from deckspace.errors import BadInput
from deckspace.table import storage
from deckspace.table.rules import SMALL, WHOLE, rules_of
from deckspace.table.view import card

FROM_PAPERS, BUILT = "from the papers", "built by a player"  # origins of decks
LONGEST_NAME = 100
ELITES = {}  # {card set: the run of a search (.parquet) whose elites are offered}; a study adds its own


# --- Cards ---------------------------------------------------------------------------------


def cards(book, hero_class) -> list[dict]:
    """Return all cards that a deck of this class may hold, cheapest first; raises BadInput for an unknown class."""
    if hero_class not in CLASSES:
        raise BadInput(f"There is no hero class {hero_class!r}; choose one of {', '.join(CLASSES)}.")
    rows = [row for row in book.table if row.collectible and suits_class(row, hero_class)]
    rows = [row for row in rows if row.type in ("MINION", "SPELL", "WEAPON") and row.key not in book.unbuilt]
    rows.sort(key=lambda row: (row.cost, row.name))
    return [
        card(book, row.key) | {"key": row.key, "most": most_copies(row), "set": era(row.id)} for row in rows
    ]


ERAS = {  # an expansion: how the ids of its cards begin
    "Naxxramas": ("FP1",),
    "Goblins vs Gnomes": ("GVG",),
    "Blackrock Mountain": ("BRM",),
    "Basic and Classic": ("CS", "EX1", "NEW1", "DS1", "PRO", "tt"),
    "The Grand Tournament": ("AT",),
    "League of Explorers": ("LOE",),
    "Whispers of the Old Gods": ("OG",),
    "Mean Streets of Gadgetzan": ("CFM",),
    "One Night in Karazhan": ("KAR",),
    "Journey to Un'Goro": ("UNG",),
    "Knights of the Frozen Throne": ("ICC",),
    "Kobolds and Catacombs": ("LOOT",),
}


def era(card_id):
    """Return the expansion of a card, by the beginning of its id."""
    return next((name for name, beginnings in ERAS.items() if card_id.startswith(beginnings)), "Other")


# --- Decks ---------------------------------------------------------------------------------


def known(card_set) -> list[dict]:
    """Return all decks for a card set: name, class, cards, and origin."""
    if card_set == SMALL:
        return ladder_decks()
    return [*paper_decks(card_set), *elites(card_set), *built(card_set), *own(card_set)]


@cache
def ladder_decks():
    """Return the decks of the small game, with which the policies of mastering's ladder are tested."""
    from deckspace.learning.hearthstone.decks import given_decks

    drawn = given_decks(rules_of(SMALL).game)
    return [entry(name, hero, cards, FROM_PAPERS) for name, (hero, cards) in drawn.items()]


def paper_decks(card_set):
    """Return the decks of data/decks that are legal in a card set."""
    table = _book(card_set).table
    decks = [deck for path in sorted(FOLDER.glob("*.json")) for deck in suite(path.stem) if deck.size == SIZE]
    legal = [deck for deck in decks if not deck_faults(deck.cards, deck.hero_class, table)]
    return [entry(deck.name, deck.hero_class, deck.cards, FROM_PAPERS) for deck in legal]


@cache
def elites(card_set):
    """Return the best deck of each archetype from our own search; none if the search has not been run."""
    path = ELITES.get(card_set)
    if path is None or not path.exists():
        return []
    import pandas as pd

    found, table = pd.read_parquet(path), _book(card_set).table
    found = found[found.elite & found.deck.notna()] if "elite" in found else found
    found = found.sort_values("objective", ascending=False)
    groups = found.groupby("archetype", sort=True) if "archetype" in found else [("rogue", found)]
    best = [(name, tuple(group.deck.iloc[0])) for name, group in groups if len(group)]
    decks = [
        entry(f"Elite of our search, {name}", name.split()[-1].upper(), keys, "found") for name, keys in best
    ]
    return [deck for deck in decks if not deck_faults(deck["cards"], deck["class"], table)]


def built(card_set):
    """Return the decks that trained policies have built for their heroes and play with."""
    from deckspace.learning.hearthstone.decks import built_decks

    brought = [one.decks for one in roster("hearthstone").values() if one.decks and one.only == card_set]
    paths = [path for path in brought if path.exists()]
    return [entry(name, *deck, BUILT) for path in paths for name, deck in built_decks(path).items()]


def own(card_set):
    """Return the user's own decks for a card set that are finished and legal."""
    mine = [(name, one) for name, one in saved()[0].items() if one["card_set"] == card_set]
    legal = [(name, one) for name, one in mine if not faults(_book(card_set), one["class"], one["cards"])]
    return [entry(name, one["class"], one["cards"], "your own") for name, one in legal]


def saved():
    """Return ({name: saved deck}, names of damaged files), the oldest first."""
    found, damaged = storage.listed("decks", lambda deck, file: checked({"name": file} | deck))
    return {deck["name"]: deck for deck in found[::-1]}, damaged


def entry(name, hero_class, keys, origin):
    return {"name": name, "class": hero_class, "cards": list(keys), "from": origin}


def save(name, card_set, hero_class, keys):
    """Save a deck of the user, which may be unfinished, under any name; raises BadInput."""
    if not 0 < len(name.strip()) <= LONGEST_NAME:
        raise BadInput(f"Give the deck a name of 1 to {LONGEST_NAME} characters.")
    if card_set not in WHOLE:
        raise BadInput(f"There is no card set {card_set!r}; choose one of {', '.join(WHOLE)}.")
    if hero_class not in CLASSES:
        raise BadInput(f"There is no hero class {hero_class!r}; choose one of {', '.join(CLASSES)}.")
    deck = {"name": name, "card_set": card_set, "class": hero_class, "cards": list(keys)}
    storage.write("decks", hashlib.sha256(name.encode()).hexdigest()[:16], deck)


def load(name):
    """Return a saved deck: card set, class and cards; raises BadInput."""
    found, _ = saved()
    if name not in found:
        raise BadInput(f"You have no deck '{name}': the page lists those that are saved.")
    return found[name]


def checked(deck):
    """Return a deck as it was saved; raises BadInput for anything else."""
    storage.check_fields(deck, {"name": (str,), "card_set": (str,), "class": (str,), "cards": (list,)})
    if deck["card_set"] not in WHOLE or deck["class"] not in CLASSES:
        raise BadInput("It has an unknown card set or class.")
    table = _book(deck["card_set"]).table
    if not all(isinstance(key, str) and key in table for key in deck["cards"]):
        raise BadInput("It has an unknown card.")
    return deck


def faults(book, hero_class, keys) -> list[str]:
    """Return a sentence for each fault of a deck."""
    found = deck_faults(list(keys), hero_class, book.table)
    for key in dict.fromkeys(keys):
        if key in book.unbuilt:
            found.append(f"{key} cannot be played: the engine does not implement it.")
    return found


@cache
def _book(card_set):
    from deckspace.engine.hearthstone.encode import card_book

    return card_book(card_set)


# --- Deck codes ----------------------------------------------------------------------------


def code_of(book, hero_class, keys):
    """Return the deck code of a deck, as the game's own collection manager writes it; raises BadInput."""
    return deck_codes.write(hero_class, keys, book.table)


def from_code(book, code):
    """Return (class, card keys) of a deck code; raises BadInput for an invalid code and for unknown cards."""
    hero_class, keys = deck_codes.read(code, book.table)
    if hero_class is None:
        raise BadInput(
            "The code names no hero of the nine classes, and its cards do not determine the class."
        )
    return hero_class, list(keys)
