"""What the cards do: one expression of words.py a card, by era.

`CARDS` are the texts of January 2019; `CARDS_2015` and `CARDS_2020` say what was different in
April 2015 and in 2020.
"""

from lib.engine.hearthstone.cards import classes, neutral

ERAS = {
    "mesb": (),
    "dsa_me": ("CARDS_2020",),
    "classic_2020": ("CARDS_2020",),
    "classic_2015": ("CARDS_2015",),
}


def behaviour(card_set):
    """Return {key: clause or tuple of clauses and auras} of the cards of a set."""
    found = {}
    for name in ("CARDS", *ERAS[card_set]):
        for module in (neutral, classes):
            found.update(getattr(module, name))
    return found
