"""Elo points, in which agents are rated."""

import numpy as np

ELO = 400 / np.log(10)  # Elo points per unit of the logit


def rate(elo):
    """Return the expected score for a difference in Elo, in %."""
    return 100 / (1 + 10 ** (-np.asarray(elo) / 400))
