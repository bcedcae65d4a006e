"""What is kept of a trial of DSA-ME (lib/study/papers/dsa_me/search.py): the decks that were played, and the surrogate's errors.

The table of a trial has a row for each deck, in the order in which they were played. What happened is kept
as counts, which are exact, and a third of the size:

    trial, iteration (0: the random decks)
    objective (health difference), wins, turns (own ones), hand_size: each added up over all games of the deck
    predicted_health_difference, predicted_turns, predicted_hand_size: what its surrogate had said, rounded;
        nan where there was none. Without resetting, this may be what an earlier surrogate had said.
    elite (it holds a cell of the final map), deck (keys of its 30 cards; of elites only)

Of a condition whose decks another one learns from, all decks are kept, with cards_drawn, mana_spent, mana_wasted,
damage and cards_played. `means` makes of these what the paper reports, and `worth_of` what the search knew, to the
last bit.
"""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.games import PER_TURN
from deckspace.deckbuilding import EVALUATION, deck_numbers, with_deck
from deckspace.surrogate import MAIN

COUNTED = ("objective", "wins", "turns", "hand_size")  # of every deck
PREDICTIONS = tuple(f"predicted_{name}" for name in MAIN)
DECIMALS = (2, 3, 3)  # of these


def table(search, state):
    """Return the table of a trial, as a DataFrame."""
    rows = counts(state.worth, search.settings["games"])
    rows = pd.DataFrame(rows if search.teaches else {name: rows[name] for name in COUNTED})
    rows.insert(0, "iteration", state.iterations)
    rows.insert(0, "trial", np.int16(search.trial))
    for name, values, decimals in zip(PREDICTIONS, state.predicted.T, DECIMALS, strict=True):
        rows[name] = values.round(decimals)
    rows["elite"] = False
    rows.loc[state.archive.data("number"), "elite"] = True
    keys = dict(zip(search.cards.numbers.tolist(), search.keys, strict=True))
    rows["deck"] = [[keys[number] for number in deck] for deck in state.decks.tolist()]
    if not search.teaches:
        rows["deck"] = rows.deck.where(rows.elite, None)
    return rows


def counts(worth, games):
    """Return what was counted over all games of each deck (EVALUATION), a dict of whole numbers."""
    turns = np.rint(worth["turns"] * games)
    exact = {"objective": worth["objective"], "wins": worth["wins"], "turns": turns}
    exact |= {name: np.rint(worth[name] * turns) for name in PER_TURN}
    return {name: values.astype("i4") for name, values in exact.items()}


def means(rows, games):
    """Return what the paper reports of the decks of a table, a DataFrame; `games` were played with each.

    objective (health difference per game), wins (of all games), turns (per game), and per turn hand_size and, where
    they were kept, cards_drawn, mana_spent, mana_wasted, damage and cards_played.
    """
    a_game = {"objective": rows.objective / games, "wins": rows.wins, "turns": rows.turns / games}
    return pd.DataFrame(a_game | {name: rows[name] / rows.turns for name in PER_TURN if name in rows})


def worth_of(rows, games, book):
    """Return the decks of a table, as card numbers (n, 30), and their EVALUATION: the reverse of `table`."""
    decks = deck_numbers(book, rows.deck).astype("i2").reshape(-1, 30)
    worth = np.zeros(len(rows), EVALUATION)
    for name, values in means(rows, games).items():
        worth[name] = values
    worth["objective"] = rows.objective
    return decks, with_deck(worth, decks, book.record.cards)


def loss_table(search, state):
    """Return how large the surrogate's errors were: a DataFrame with a row for each epoch of each fit.

    trial, iteration, epoch, and for each target the mean squared error in training, and after it on decks
    held back: train_<target>, test_<target>. Online, the last iteration is the fit after the last deck.
    """
    fits = []
    for iteration, losses in state.losses:
        about = {"trial": np.int16(search.trial), "iteration": np.int16(iteration)}
        about |= {"epoch": np.arange(1, len(losses["train"]) + 1, dtype="i2")}
        for part, name in ((part, name) for part in losses for name in search.condition.targets):
            about[f"{part}_{name}"] = losses[part][:, search.condition.targets.index(name)].astype("f4")
        fits.append(pd.DataFrame(about))
    return pd.concat(fits, ignore_index=True) if fits else pd.DataFrame()
