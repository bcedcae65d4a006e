"""What the cards do: one expression of words/ per card, by expansion.

`CARDS` has the texts of January 2019, or of a card's own time; `CARDS_2015` and `CARDS_2020` have those that were
different in April 2015 and in 2020, and `CARDS_EVA_PROGRAM` those that the program of the EVA paper played.
`SABBERSTONE` has SabberStone's errors, for the sets of that name.

A card with more text than its keywords but no expression is not implemented yet: see `unbuilt`. The expression is `()`
for a card whose text is played by another card's expression or has no effect under these rules.
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

LATER = ("LIFESTEAL", "RUSH", "FORGETFUL")  # keywords that the rules did not have at first

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
    """Return {key: clause, or tuple of clauses and auras} for the cards of a set."""
    found = {}
    for name in ("CARDS", *ERAS[table_of(card_set)]):
        for module in MODULES:
            found.update(getattr(module, name, {}))
    return found | sabberstone.overlay(found) if has_sabberstone_errors(card_set) else found


def unbuilt(card_set):
    """Return the keys of a set's cards that are not implemented yet, in the table's order."""
    return unbuilt_of(card_table(card_set), behaviour(card_set))


def finished_sets():
    """Return the names of the sets whose cards for random decks are all implemented (see `drafted` in tables.py)."""
    return tuple(name for name in ERAS if not any(card_table(name)[key].drafted for key in unbuilt(name)))


def unbuilt_of(table, behaviours):
    """Return the keys of the table's cards that these behaviours do not implement, in the table's order.

    A card with nothing but figures and keywords needs no behaviour; an option is implemented with the card that offers
    it.
    """
    return tuple(card.key for card in table if not _is_built(card, behaviours))


def _is_built(card, behaviours):
    if any(word in LATER and word not in KEYWORDS for word in card.keywords):
        return False
    return not card.rules or card.key in behaviours or card.option_of in behaviours
