"""How fast Hearthstone agents play and learn: `./run bench mastering`, a table (csv) of rates in CPU time.

Each uses one thread. `steps`: random decisions in duels, with masks and observations but without a policy.
`decisions`: those of self-play with the policy (a network of the laptop's size). `samples`: decisions that
the learner has learned from, each of them twice; the time includes playing.
"""

import pandas as pd
import torch

from deckspace.learning.hearthstone.environment import Duels
from study.bench.tables import print_table, rate
from study.papers.mastering.ladder import GAMES
from study.papers.mastering.training import learner_of, plan_of

SECONDS = 5.0  # for each row, approximately
STEPS, ACTS, UPDATES = 50, 20, 2  # per call
PLACES = 256


def random_steps(which):
    duels = Duels(GAMES[which](), PLACES, seed=1)

    def work():
        duels.step_at_random(STEPS)
        return STEPS * PLACES

    return work


def self_play(learner):
    def work():
        for _ in range(ACTS):
            learner.segments.give_back(learner.actors[0].act())
        return ACTS * learner.actors[0].n

    return work


def learning(learner):
    def work():
        before = learner.samples
        for _ in range(UPDATES):
            learner.update()
        return learner.samples - before

    return work


def bench(seconds=SECONDS):
    """Return rates: game, what, network (its sizes), per_second."""
    torch.set_num_threads(1)
    found = []
    for which in ("small", "big"):
        found.append((which, "steps", "none", rate(random_steps(which), seconds)))
        for lstm in (0, 256):
            plan = plan_of("laptop", which=which, lstm=lstm)
            name = f"trunk {plan.trunk}, LSTM {lstm}"
            found.append((which, "decisions", name, rate(self_play(learner_of("b3", 1, plan)), seconds)))
            found.append((which, "samples", name, rate(learning(learner_of("b3", 1, plan)), seconds)))
    table = pd.DataFrame(found, columns=["game", "what", "network", "per_second"])
    return table.assign(per_second=table.per_second.round(-2).astype(int))


if __name__ == "__main__":
    print_table("mastering", __doc__, bench)
