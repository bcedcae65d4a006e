"""The deck builder: what cards there are, which decks to start from, what is wrong with one, and its code to share.

    cards(book, "MAGE")                      # all that a mage's deck may hold, with numbers and sentences
    known("mesb")                            # the papers' decks, elites of searches, and the reader's own
    code = code_of(book, "MAGE", keys)       # the game's own deck code
    hero, keys = from_code(book, code)

The reader's decks are files of their own (storage.py).
"""

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

OF_PAPERS, BUILT = "of the papers", "built by a player"  # where a deck is from
ELITES = {}  # {card set: the run of a search (.parquet) whose best decks one may start from}; a study adds its own


# --- Cards ---------------------------------------------------------------------------------


def cards(book, hero_class) -> list[dict]:
    """Return every card that a deck of this class may hold, cheapest first; raises BadInput for an unknown class."""
    if hero_class not in CLASSES:
        raise BadInput(f"There is no hero class {hero_class!r}; choose one of {', '.join(CLASSES)}.")
    rows = [row for row in book.table if row.collectible and suits_class(row, hero_class)]
    rows = [row for row in rows if row.type in ("MINION", "SPELL", "WEAPON") and row.key not in book.unbuilt]
    rows.sort(key=lambda row: (row.cost, row.name))
    return [
        card(book, row.key) | {"key": row.key, "most": most_copies(row), "set": era(row.id)} for row in rows
    ]


def era(card_id):
    """Return the expansion that a card is from, by the beginning of its id."""
    beginnings = {"FP1": "Naxxramas", "GVG": "Goblins vs Gnomes", "BRM": "Blackrock Mountain"}
    beginnings |= {"CS": "Basic and Classic", "EX1": "Basic and Classic", "NEW1": "Basic and Classic"}
    beginnings |= {"DS1": "Basic and Classic", "PRO": "Basic and Classic", "tt": "Basic and Classic"}
    beginnings |= {
        "AT": "The Grand Tournament",
        "LOE": "League of Explorers",
        "OG": "Whispers of the Old Gods",
    }
    beginnings |= {
        "CFM": "Mean Streets of Gadgetzan",
        "KAR": "One Night in Karazhan",
        "UNG": "Journey to Un'Goro",
    }
    beginnings |= {"ICC": "Knights of the Frozen Throne", "LOOT": "Kobolds and Catacombs"}
    start = card_id.split("_")[0]
    return next((name for begin, name in beginnings.items() if start.startswith(begin)), "Other")


# --- Decks ---------------------------------------------------------------------------------


def known(card_set) -> list[dict]:
    """Return all decks that can be played with a card set: name, class, cards, and where each is from."""
    if card_set == SMALL:
        return of_ladder()
    return [*of_papers(card_set), *elites(card_set), *built(card_set), *own(card_set)]


@cache
def of_ladder():
    """Return the decks of the small game that the policies of mastering's ladder are tested with."""
    from deckspace.learning.hearthstone.decks import given_decks

    drawn = given_decks(rules_of(SMALL).game)
    return [told(name, hero, cards, OF_PAPERS) for name, (hero, cards) in drawn.items()]


def of_papers(card_set):
    """Return the decks of data/decks that are legal with a card set."""
    table = _book(card_set).table
    decks = [deck for path in sorted(FOLDER.glob("*.json")) for deck in suite(path.stem) if deck.size == SIZE]
    legal = [deck for deck in decks if not deck_faults(deck.cards, deck.hero_class, table)]
    return [told(deck.name, deck.hero_class, deck.cards, OF_PAPERS) for deck in legal]


@cache
def elites(card_set):
    """Return the best deck that a search of ours has found for each archetype; none where it has not been run."""
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
        told(f"Elite of our search, {name}", name.split()[-1].upper(), keys, "found") for name, keys in best
    ]
    return [deck for deck in decks if not deck_faults(deck["cards"], deck["class"], table)]


def built(card_set):
    """Return the decks that trained policies have built for their heroes, and bring."""
    paths = [one.decks for one in roster("hearthstone").values() if one.decks and one.only == card_set]
    return [deck for path in paths if path.exists() for deck in of_table(path)]


def of_table(path):
    """Return the decks of a table of theirs."""
    import pandas as pd

    rows = pd.read_csv(path)
    keys = {name: list(each.key.repeat(each.copies)) for name, each in rows.groupby("deck", sort=False)}
    hero = rows.groupby("deck").hero.first()
    return [told(name, hero[name], cards, BUILT) for name, cards in keys.items()]


def own(card_set):
    """Return the reader's own decks of a card set; a broken file is left out."""
    decks = []
    for name in storage.names("decks"):
        try:
            kept = storage.read("decks", name)
            if kept["card_set"] == card_set and not faults(_book(card_set), kept["class"], kept["cards"]):
                decks.append(told(name, kept["class"], kept["cards"], "your own"))
        except (BadInput, KeyError, TypeError):
            continue
    return decks


def told(name, hero_class, keys, origin):
    return {"name": name, "class": hero_class, "cards": list(keys), "from": origin}


def save(name, card_set, hero_class, keys):
    """Keep a deck of the reader's own, which may be unfinished; raises BadInput."""
    if card_set not in WHOLE:
        raise BadInput(f"There is no card set {card_set!r}; choose one of {', '.join(WHOLE)}.")
    if hero_class not in CLASSES:
        raise BadInput(f"There is no hero class {hero_class!r}; choose one of {', '.join(CLASSES)}.")
    storage.write("decks", name, {"card_set": card_set, "class": hero_class, "cards": list(keys)})


def load(name):
    """Return a deck that was saved: card set, class and cards; raises BadInput."""
    kept = storage.read("decks", name)
    right = (
        kept.get("card_set") in WHOLE and kept.get("class") in CLASSES and isinstance(kept.get("cards"), list)
    )
    if not right or not all(isinstance(key, str) for key in kept["cards"]):
        raise BadInput(f"The deck '{name}' is broken: it needs a card set, a class and a list of cards.")
    table = _book(kept["card_set"]).table
    strange = [key for key in kept["cards"] if key not in table]
    if strange:
        raise BadInput(f"The deck '{name}' is broken: the set {kept['card_set']} has no card {strange[0]!r}.")
    return kept


def faults(book, hero_class, keys) -> list[str]:
    """Return what is wrong with a deck, a sentence each."""
    found = deck_faults(list(keys), hero_class, book.table)
    for key in dict.fromkeys(keys):
        if key in book.unbuilt:
            found.append(f"{key} cannot be played: this engine does not know what it does.")
    return found


@cache
def _book(card_set):
    from deckspace.engine.hearthstone.encode import card_book

    return card_book(card_set)


# --- Deck codes ----------------------------------------------------------------------------


def code_of(book, hero_class, keys):
    """Return the code of a deck, as the game's own collection manager writes it; raises BadInput."""
    return deck_codes.write(hero_class, keys, book.table)


def from_code(book, code):
    """Return (class, keys of cards) of a deck code; raises BadInput for one that is none, or that this set cannot hold."""
    hero_class, keys = deck_codes.read(code, book.table)
    if hero_class is None:
        raise BadInput("The code names no hero of the nine classes, and its cards do not tell.")
    return hero_class, list(keys)
