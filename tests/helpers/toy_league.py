"""A league of names with known strengths: its games are drawn, none is played."""

from typing import NamedTuple

import numpy as np
import pandas as pd
import statsmodels.api as sm

from deckspace.league import ratings
from deckspace.league.play import League


class Toy(NamedTuple):
    """An entry with a rating (Elo)."""

    elo: float
    method: str = "toy"
    paper: str = "none"
    is_timed = True

    def about(self):
        return f"{self.elo}"

    def plays_at(self, venue):
        return True


class Place(NamedTuple):
    name: str = "table"

    pairings = 1

    def about(self):
        return self.name


def league(strengths, met=None) -> League:
    """Return a league of these strengths, {name: Elo}; pairs that are played are appended to the list `met`."""

    def meet(venue, one, other, games, seed):
        if met is not None:
            met.append((one, other))
        p = 1 / (1 + 10 ** ((other.elo - one.elo) / 400))
        wins = np.random.default_rng(seed).binomial(games, p, 2)
        counts = {"first": [0, 1], "games": games, "wins": wins, "draws": 0}
        return pd.DataFrame(counts | {"deck_one": "", "deck_other": ""})

    return League("toys", {name: Toy(elo) for name, elo in strengths.items()}, {"table": Place()}, meet, ())


def results(rates, games=400):
    """Return games as a league leaves them, with exactly these win rates: {(one, other): rate}."""
    rows = [
        ("table", one, other, "", "", first, games // 2, round(rate * games / 2), 0)
        for (one, other), rate in rates.items()
        for first in (0, 1)
    ]
    return pd.DataFrame(rows, columns="venue one other deck_one deck_other first games wins draws".split())


def fit(games):
    """Return the regression of the ratings of some games."""
    X, rates, weights = ratings.design(games)
    model = sm.GLM(rates, X, family=sm.families.Binomial(), var_weights=weights)
    return model.fit_constrained(ratings.add_up_to_0(X), scale="X2")
