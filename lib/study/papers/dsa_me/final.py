"""What makes a final surrogate of DSA-ME good on its own map: trained otherwise, and put to the test.

    surrogate = trained(trial, "at once")                         # on the decks of a recorded trial
    rows = play_own_map(trial, "at once", surrogate, agent, games=200, seed=5)
    errors = held_out(surrogate, other_trials)

The surrogate that a trial ends with has learnt in steps: 20 epochs in each outer iteration, on all decks so far, from
the weights of the iteration before. So the last decks have been shown 20 times, the first ones hundreds of times. Zhang
et al. 2022, appendix B, train another one from scratch on all decks (Elite Data).
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from deckspace.deckbuilding import candidates, seed_of_numbers
from deckspace.engine.hearthstone.encode import card_book
from study.papers.dsa_me.contest import facts, map_of, play_map
from study.papers.dsa_me.results import errors_of
from study.papers.dsa_me.retraining import Changed, keys_of
from study.papers.dsa_me.strategy import CARD_SET, HERO_CLASS

WAYS = {
    "at once": "from scratch on all decks of the trial, 20 epochs",
    "at once, long": "the same, and decks are shown as often as in all steps of the trial together",
    "at once, scaled": "from scratch, 20 epochs, targets scaled to the map",
    "in steps, scaled": "as in the trial, targets scaled to the map",
}
TRAINING, PLAYING = 1, 2  # streams of random numbers


def check_ways(ways):
    """Raise ValueError unless all are ways to train a final surrogate, and there is one."""
    unknown = [way for way in ways if way not in WAYS]
    if unknown or not ways:
        named = f"There is no way {unknown[0]!r} to train it" if unknown else "There is no way to train it"
        raise ValueError(f"{named}; choose among {'; '.join(WAYS)}.")


def trained(trial, way, seed):
    """Return a surrogate that has learnt from the decks of a Trial of DSA-ME in one of WAYS."""
    cards = candidates(card_book(CARD_SET), HERO_CLASS)
    change = "scaled" if way.endswith("scaled") else "as_is"
    surrogate = Changed(keys_of(cards), change, own_seed(trial, way, seed, TRAINING))
    bags, real = facts(trial)
    lessons = steps(trial) if way.startswith("in steps") else [np.arange(len(bags))]
    if way == "at once, long":
        epochs = surrogate.training.epochs * sum(map(len, steps(trial))) / len(bags)
        surrogate.training = replace(surrogate.training, epochs=round(epochs))
    for rows in lessons:
        surrogate.fit(bags[rows], real[rows])
    return surrogate


def steps(trial):
    """Return which decks the surrogate of a Trial has learnt from, fit by fit; in the last, all, in random order."""
    iterations = trial.rows.iteration.to_numpy()
    known = [np.flatnonzero(iterations < number) for number in range(1, iterations.max() + 1)]
    return [*known, np.random.default_rng(trial.number).permutation(len(iterations))]


def play_own_map(trial, way, surrogate, agent, games, seed, threads=None):
    """Play the elites of the inner loop's map of a surrogate, and return a row for each.

    Columns: trial, way, what was counted over the games (lib/study/papers/dsa_me/trials.py), the predictions.
    """
    cards, own = candidates(card_book(CARD_SET), HERO_CLASS), own_seed(trial, way, seed, PLAYING)
    data = map_of(surrogate, cards, trial.record["parameters"], own).data()
    rows = play_map(data, agent, games, own, threads)
    rows.insert(0, "way", way)
    rows.insert(0, "trial", np.int16(trial.number))
    return rows


def held_out(surrogate, others):
    """Return how a surrogate predicts the decks of other Trials, mean over these: a dict, see results.errors_of."""
    rows = []
    for other in others:
        bags, real = facts(other)
        rows.append(errors_of(surrogate.predict(bags).astype("f8"), real))
    return pd.DataFrame(rows).mean().to_dict()


def own_seed(trial, way, seed, stream):
    """Return a seed for a Trial and a way, and for each stream of random numbers."""
    return seed_of_numbers(seed, trial.number, list(WAYS).index(way), stream)
