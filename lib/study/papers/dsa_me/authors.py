"""The authors' own surrogates on their own maps, and ours trained by the schedule of their program.

    surrogate = published_surrogates()["surrogate_model"]     # of a trial of theirs
    surrogate = trained(trial, "as their steps")              # or on the decks of a trial of ours
    rows = final.play_map_of(surrogate, settings, agent, games=200, seed=6)

Zhang et al. 2022 published the networks of Offline DSA-ME with their program, whose older versions (its defaults
until 26 July 2021) train by 10 epochs a fit at a rate of 0.005; the paper and newer versions have 20 and 0.01.
"""

import math
from dataclasses import dataclass

import numpy as np

from deckspace.deckbuilding import seed_of
from deckspace.errors import BrokenFile
from deckspace.surrogate import Surrogate, Training
from study import HOME
from study.experiment import check_known
from study.papers.dsa_me.contest import facts
from study.papers.dsa_me.final import steps
from study.papers.dsa_me.rules import pool

FILE = HOME / "data" / "papers" / "dsa_me" / "published_surrogates.npz"
PUBLISHED = {  # the networks that predict the main targets, and what has taught them
    "surrogate_model": "a trial of DSA-ME: Offline DSA-ME (Surrogate Model) of Figure 4",
    "elite_data": "at once, the decks of a trial of DSA-ME: Offline DSA-ME (Elite Data) of Figure 4",
    "offline": "at once, random decks: Offline DSA-ME of Table 1",
}
SCHEDULES = {  # of each fit in steps; those of our trials have 20 epochs at a rate of 0.01, as printed
    "as their steps": Training(epochs=10, rate=0.005),
    "10 epochs": Training(epochs=10),
    "rate 0.005": Training(rate=0.005),
}
LAYERS = 4


# --- The published networks ----------------------------------------------------------------


@dataclass(frozen=True)
class Published:
    """A published network that predicts the three main targets from counts of our candidates."""

    weights: tuple  # as `layers` returns them
    adam_steps: int

    def layers(self):
        """Return [(weights (inputs, outputs), biases (outputs,)), ...], ELU between them, as a Surrogate does."""
        return list(self.weights)

    def predict(self, bags):
        """Return predictions for bags (n, candidates): (n, 3) float32."""
        values = np.asarray(bags, "f4")
        for i, (weights, biases) in enumerate(self.weights):
            values = (elu(values) if i else values) @ weights + biases
        return values


def elu(x):
    """Return x where it is positive, and exp(x) - 1 elsewhere."""
    return np.where(x > 0, x, np.expm1(np.minimum(x, 0)))


def published_surrogates(path=FILE):
    """Return {name: Published} of a file, for the names of PUBLISHED. Raises BrokenFile."""
    with np.load(path) as file:
        parts = dict(file)
    keys = pool()[2]
    if sorted(parts["cards"].tolist()) != sorted(keys):
        raise BrokenFile(f"The cards in '{path}' are not the {len(keys)} candidates of the paper.")
    place = {card: i for i, card in enumerate(parts["cards"].tolist())}
    order = [place[key] for key in keys]
    return {name: published_surrogate(parts, name, order) for name in PUBLISHED}


def published_surrogate(parts, name, order):
    """Return the Published of a name from the arrays of a file; `order` is the place of each of our cards."""
    layers = [(parts[f"{name}.{i}.weight"], parts[f"{name}.{i}.bias"]) for i in range(LAYERS)]
    (weights, biases), *rest = layers
    return Published(((weights[order], biases), *rest), int(parts[f"{name}.adam_steps"]))


# --- Their schedule ------------------------------------------------------------------------


def batches(decks):
    """Return how many steps of Adam an epoch of a fit to so many decks takes."""
    fit = Training()
    return math.ceil(int(decks * (1 - fit.held_back) + 1e-9) / fit.batch)


def fewest_batches(decks, cells, initial=100):
    """Return the fewest steps of an epoch in all fits of a search together, the last one on all its decks.

    It plays `initial` decks first, and in each outer iteration at most one for each of its cells.
    """
    return sum(map(batches, [*range(decks, initial, -cells), initial]))


# --- Ours, by their schedule ---------------------------------------------------------------


def check_schedules(schedules):
    """Raise ValueError for a schedule that is not one of SCHEDULES."""
    for schedule in schedules:
        check_known("schedule", schedule, SCHEDULES)


def trained(trial, schedule):
    """Return a surrogate trained in the steps of a Trial of DSA-ME, with the trial's first weights, by a schedule."""
    seed = seed_of(trial.record["parameters"]["seed"], trial.number, "dsa_me")
    surrogate = Surrogate(pool()[2], training=SCHEDULES[schedule], seed=seed)
    bags, real = facts(trial)
    for rows in steps(trial):
        surrogate.fit(bags[rows], real[rows])
    return surrogate
