"""What makes a final surrogate of DSA-ME accurate on its own map: other ways of training, tested.

    surrogate = trained(trial, "at once", seed=5)                 # on the decks of a recorded trial
    rows = play_own_map(trial, "at once", surrogate, agent, games=200, seed=5)
    errors = held_out(surrogate, other_trials)

The surrogate that a trial ends with has learned in steps: 20 epochs in each outer iteration, on all decks so
far, starting from the previous weights. It has therefore seen the last decks 20 times and the first ones
hundreds of times. Zhang et al. 2022, appendix B, train another one from scratch on all decks (Elite Data).
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from deckspace.deckbuilding import seed_of
from study.experiment import check_known
from study.papers.dsa_me.contest import facts, play_map
from study.papers.dsa_me.results import errors_of
from study.papers.dsa_me.retraining import Changed
from study.papers.dsa_me.rules import pool
from study.papers.dsa_me.search import search_map

WAYS = {
    "at once": "from scratch on all decks of the trial, 20 epochs",
    "at once, long": "the same, but decks are shown as often as in all steps of the trial together",
    "at once, scaled": "from scratch, 20 epochs, targets scaled to the map",
    "in steps, scaled": "as in the trial, targets scaled to the map",
}
TRAINING, PLAYING = 1, 2  # streams of random numbers


def check_ways(ways):
    """Raise ValueError for a way that is not one of WAYS."""
    for way in ways:
        check_known("way", way, WAYS)


def trained(trial, way, seed):
    """Return a surrogate trained on the decks of a Trial of DSA-ME in one of WAYS."""
    change = "scaled" if way.endswith("scaled") else "as_is"
    surrogate = Changed(pool()[2], change, own_seed(trial, way, seed, TRAINING))
    bags, real = facts(trial)
    lessons = steps(trial) if way.startswith("in steps") else [np.arange(len(bags))]
    if way == "at once, long":
        epochs = surrogate.training.epochs * sum(map(len, steps(trial))) / len(bags)
        surrogate.training = replace(surrogate.training, epochs=round(epochs))
    for rows in lessons:
        surrogate.fit(bags[rows], real[rows])
    return surrogate


def steps(trial):
    """Return the decks of each fit of a Trial's surrogate; the last fit has all decks in random order."""
    iterations = trial.rows.iteration.to_numpy()
    known = [np.flatnonzero(iterations < number) for number in range(1, iterations.max() + 1)]
    return [*known, np.random.default_rng(trial.number).permutation(len(iterations))]


def play_own_map(trial, way, surrogate, agent, games, seed, threads=None):
    """Play the elites of the inner loop's map of a surrogate; return counts and predictions, a row each."""
    own = own_seed(trial, way, seed, PLAYING)
    return play_map_of(surrogate, trial.record["parameters"], agent, games, own, threads)


def play_map_of(surrogate, settings, agent, games, seed, threads=None):
    """The same with the settings of any search; the seed alone determines the map and the games."""
    return play_map(search_map(surrogate, pool()[1], settings, seed), {}, agent, games, seed, threads)


def held_out(surrogate, others):
    """Return a surrogate's mean errors over the decks of other Trials: a dict, see results.errors_of."""
    decks = [facts(other) for other in others]
    rows = [errors_of(surrogate.predict(bags).astype("f8"), real) for bags, real in decks]
    return pd.DataFrame(rows).mean().to_dict()


def own_seed(trial, way, seed, stream):
    """Return a seed that is different for each Trial, way and stream of random numbers."""
    return seed_of(seed, trial.number, list(WAYS).index(way), stream)
