"""Reading the runs of DSA-ME: the map that a trial ended with, and how it grew."""

import numpy as np
import pandas as pd

from lib.dsa_me_grids import MEASURES, new_grid
from lib.dsa_me_trials import means


def mapped(rows, games, grid="correct"):
    """Return the map that a trial ended with, from its table (lib/dsa_me_trials.py).

    A pyribs archive; its solutions are numbers of rows, from 0, its objectives health differences a game.
    """
    archive = new_grid(grid, solution_dim=1, qd_score_offset=-30)
    fill(archive, rows, games)
    return archive


def fill(archive, rows, games):
    """Add the decks of a table to a map, in order; returns what pyribs says of each."""
    figures, numbers = means(rows, games), np.arange(len(rows), dtype="i2")
    return archive.add(numbers[:, None], figures.objective, figures[list(MEASURES)])


def progress(rows, games, grid="correct"):
    """Return how the map of a trial grew: a DataFrame with a row for each deck of its table.

    evaluations; qd_score as published, the sum over the elites of (health difference + 30) / 60;
    cells filled; best, the highest health difference so far.
    """
    added = fill(new_grid(grid, solution_dim=1), rows, games)
    objective, is_new = means(rows, games).objective.to_numpy(), added["status"] == 2
    gain = np.where(is_new, objective + 30, np.maximum(added["value"], 0)) / 60
    columns = {"evaluations": np.arange(1, len(rows) + 1), "qd_score": gain.cumsum()}
    return pd.DataFrame(columns | {"cells": is_new.cumsum(), "best": np.maximum.accumulate(objective)})
