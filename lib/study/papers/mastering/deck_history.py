"""Decks over time: on its way a training of the whole game builds decks, more often at the beginning.

Building them draws nothing that the training draws, so it ends with the same policy. A row of the curve
(lib/study/papers/mastering/training.py) after which decks were built has three more columns, lists of equal length:
`deck_hero`, `deck_what` (a measure of MEASURES, or the key of a card) and `deck_value` (of a card: its mean copies per
deck). lib/study/papers/mastering/deck_curves.py reads them.
"""

import numpy as np
import pandas as pd

from study.papers.mastering import decks

MEASURES = {
    "effective": "effective number of cards",
    "overlap": "cards in common with another deck (%)",
    "cost": "mean cost of a card",
}
COLUMNS = ["deck_hero", "deck_what", "deck_value"]
LOOKS, DECKS, SEED = 16, 50, 3  # looks at most, decks per hero and look, and the seed of their picks


def is_due(updates, plan) -> bool:
    """Tell whether decks are built after these updates of a Plan: LOOKS times, evenly on a logarithmic scale."""
    rows = np.geomspace(1, plan.updates // plan.every, LOOKS).round().astype(int)
    return updates // plan.every in rows


def columns_of(policy, playing) -> dict:
    """Let a policy build DECKS decks per hero; return the COLUMNS of a row of the curve."""
    rows = []
    for hero, copies in decks.built_tables(policy, playing, DECKS, SEED).items():
        cost = pd.Series({key: playing.book().table[key].cost for key in copies})
        varied = decks.variety(copies)
        values = {"effective": varied.effective, "overlap": varied.overlap}
        values |= {"cost": (copies.mean() * cost).sum() / playing.picks} | copies.mean().to_dict()
        rows += [(hero, what, float(value)) for what, value in values.items()]
    return dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
