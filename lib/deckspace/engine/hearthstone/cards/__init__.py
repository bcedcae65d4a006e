"""What the cards do: one expression of words/ a card, by era.

`CARDS` are the texts of January 2019, or of a card's own time; `CARDS_2015` and `CARDS_2020` say what was different
in April 2015 and in 2020, and `CARDS_EVA_PROGRAM` what the program of the EVA paper played. `SABBERSTONE` says, for the
sets of that name, what SabberStone makes of some cards.

A card whose text says more than its keywords and that has no expression is not built yet: see `unbuilt`.
A card whose text another card's expression plays, or that has nothing to do in the rules, has the
expression `()`.
"""

from deckspace.engine.hearthstone.cards import (
    blackrock,
    classes,
    competition,
    goblins,
    later,
    naxxramas,
    neutral,
    sabberstone,
)
from deckspace.engine.hearthstone.state import KEYWORDS
from deckspace.engine.hearthstone.tables import card_table, has_sabberstone_errors, table_of

LATER = ("LIFESTEAL", "RUSH", "FORGETFUL")  # keywords of cards that the rules come to know later

ERAS = {
    "mesb": (),
    "dsa_me": ("CARDS_2020",),
    "classic_2020": ("CARDS_2020",),
    "mastering_2015": ("CARDS_2015",),
    "eva_2018": (),
    "eva_program": ("CARDS_EVA_PROGRAM",),
    "wild_2020": ("CARDS_2020", "CARDS_WILD"),
}


MODULES = (neutral, classes, naxxramas, goblins, blackrock, competition, later)


def behaviour(card_set):
    """Return {key: clause or tuple of clauses and auras} of the cards of a set."""
    found = {}
    for name in ("CARDS", *ERAS[table_of(card_set)]):
        for module in MODULES:
            found.update(getattr(module, name, {}))
    return found | sabberstone.overlay(found) if has_sabberstone_errors(card_set) else found


def unbuilt(card_set):
    """Return the keys of a set's cards whose official text is not played yet, in the table's order."""
    return unbuilt_of(card_table(card_set), behaviour(card_set))


def finished_sets():
    """Return the names of the sets whose cards for random decks are all built (see `drafted` in tables.py)."""
    return tuple(name for name in ERAS if not any(card_table(name)[key].drafted for key in unbuilt(name)))


def unbuilt_of(table, behaviours):
    """Return the keys of the table's cards that these behaviours leave unbuilt, in the table's order.

    A card with nothing but figures and keywords is built as it is, an option with the card that it belongs to.
    """
    return tuple(card.key for card in table if not _is_built(card, behaviours))


def _is_built(card, behaviours):
    if any(word in LATER and word not in KEYWORDS for word in card.keywords):
        return False
    return not card.rules or card.key in behaviours or card.option_of in behaviours
