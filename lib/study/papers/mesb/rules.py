"""The best decks of MESB under two sets of rules: the correct ones, and those with SabberStone's card errors.

The paper ran its games in SabberStone, whose errors in single cards are rows of `mesb_sabberstone`
(lib/deckspace/engine/hearthstone/cards/sabberstone.py); all searches here use the correct rules.
"""

import numpy as np
import pandas as pd

from deckspace.deckbuilding import deck_numbers, seed_of
from deckspace.engine.hearthstone.tables import SUFFIX
from study.papers.mesb.contest import ENTER, evaluator
from study.papers.mesb.experiments import ARCHETYPES, CARD_SET

CARD_SETS = (CARD_SET, CARD_SET + SUFFIX)
STREAM = 3  # of random numbers; those of contest.py are 1 and 2


def by_both_rules(search, opponents, most, games, seed):
    """Play the `most` best-recorded elites of a Search (contest.py) of validation or elite by both sets of rules.

    Returns a row for each: experiment, run, archetype, row, and its health difference per game, `right` and
    `as_run`, on the same deals against the same opponents.
    """
    best = search.elites.nlargest(most, "objective")
    place = ENTER.index(search.experiment), search.run, ARCHETYPES.index(search.archetype)
    own = seed_of(seed, *place, STREAM)
    table = pd.DataFrame({**search.about, "row": best.index.to_numpy("i2")})
    for name, card_set in zip(("right", "as_run"), CARD_SETS, strict=True):
        evaluate = evaluator(search, False, opponents, games, own, card_set)
        table[name] = np.float32(evaluate(deck_numbers(evaluate.book, best.deck))["objective"] / games)
    return table
