"""The best decks of MESB under two sets of rules: the correct ones, and those with SabberStone's card errors.

The paper ran its games in SabberStone, whose errors in single cards are rows of `mesb_sabberstone`
(lib/deckspace/engine/hearthstone/cards/sabberstone.py); all searches here use the correct rules.
"""

import numpy as np
import pandas as pd

from deckspace.deckbuilding import deck_numbers, seed_of_numbers
from deckspace.engine.hearthstone.tables import SUFFIX
from study.papers.mesb.contest import ENTER, evaluator, opponents_of
from study.papers.mesb.experiments import ARCHETYPES, CARD_SET

CARD_SETS = (CARD_SET, CARD_SET + SUFFIX)
STREAM = 3  # of random numbers; those of contest.py are 1 and 2


def check_numbers(most, games):
    """Raise ValueError unless both numbers are at least 1."""
    if most < 1 or games < 1:
        raise ValueError(f"At least one deck plays at least one game, not {most} decks {games} games each.")


def by_both_rules(found, most, games, seed, progress=None):
    """Play the `most` best-recorded elites of each map of validation and elite under both sets of rules.

    `found` is a list of Searches (contest.py). Returns a row for each elite: experiment, run, archetype, row,
    and its health difference per game, `right` and `as_run`, on the same deals against the same opponents.
    """
    opponents = opponents_of(found)
    parts = []
    for search in (each for each in found if each.experiment in ENTER):
        against = opponents[search.experiment, search.run]
        parts.append(play_best(search, against, most, games, seed))
        if progress:
            progress(len(parts[-1]))
    return pd.concat(parts, ignore_index=True)


def play_best(search, opponents, most, games, seed):
    """Play the best elites of one Search; return its rows of `by_both_rules`."""
    best = search.elites.nlargest(most, "objective")
    own = seed_of_numbers(
        seed, ENTER.index(search.experiment), search.run, ARCHETYPES.index(search.archetype), STREAM
    )
    table = pd.DataFrame({**search.about, "row": best.index.to_numpy("i2")})
    for name, card_set in zip(("right", "as_run"), CARD_SETS, strict=True):
        evaluate = evaluator(search, False, opponents, games, own, card_set)
        table[name] = np.float32(evaluate(deck_numbers(evaluate.book, best.deck))["objective"] / games)
    return table
