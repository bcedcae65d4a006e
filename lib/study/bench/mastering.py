"""How fast Hearthstone agents play and learn: `./run bench mastering`, a table (csv) of rates.

Each row is one device and number of threads. `steps`: random decisions in duels, with masks and observations but without
a policy. `decisions`: those of self-play with a policy. `fresh samples`: decisions that a learner has learned from, each
of them twice, playing included; `learning (%)` is the share of time that learning took of it, the rest being playing.
`rough` networks compute faster and round more (lib/deckspace/learning/hearthstone/network.py).
Rates are per second of one processor with one thread on the processor, and per second of time elsewhere. A GPU is
measured if there is one.
"""

import os
import time
from functools import partial

import pandas as pd
import torch

from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.learner import keep_memory
from study.bench.tables import print_table, rate
from study.papers.mastering.ladder import GAMES
from study.papers.mastering.training import learner_of, plan_of

SECONDS = 5.0  # for each row, approximately
STEPS, ACTS, UPDATES = 50, 20, 2  # per call
# On the processor: the laptop's network, without and with the paper's LSTM, exact and rough. On a GPU: with as many games
# as it takes to keep it busy.
NETWORKS = {"laptop": dict(lstm=0), "laptop, LSTM 256": dict(lstm=256)}
NETWORKS |= {f"{name}, rough": sizes | dict(rough=True) for name, sizes in NETWORKS.items()}
PLACES = {"cpu": 256, "cuda": 16_384}
GPU = dict(batch=81_920, unroll=32, games=PLACES["cuda"])
PAPER = dict(card=32, slot=64, trunk=256, lstm=256)


def random_steps(which, places, threads):
    duels = Duels(GAMES[which](), places, 1, threads=threads)

    def work():
        duels.step_at_random(STEPS)
        return STEPS * places

    return work


def self_play(learner):
    def work():
        for _ in range(ACTS):
            for each in learner.actors:
                learner.segments.give_back(each.act())
        return ACTS * sum(each.n for each in learner.actors)

    return work


def learning(learner):
    def work():
        before = learner.samples
        for _ in range(UPDATES):
            learner.update()
        if learner.device.type == "cuda":
            torch.cuda.synchronize()
        return learner.samples - before

    return work


def rows_of(device, threads, networks, seconds, **changes):
    """Return the rows of one device, a dict for each game and network."""
    measure = partial(rate, clock=time.process_time if device == "cpu" else time.perf_counter)
    for which in ("small", "big"):
        steps = measure(random_steps(which, PLACES[device], threads), seconds)
        for name, sizes in networks.items():
            plan = plan_of("laptop", which=which, **changes, **sizes)
            row = {"device": device, "threads": threads, "game": which, "network": name, "steps": steps}
            row["decisions"] = measure(self_play(learner_of("b3", 1, plan, device, threads)), seconds)
            learner = learner_of("b3", 1, plan, device, threads)
            row["fresh samples"] = measure(learning(learner), seconds)
            shares = [share for _, share in learner.noted] or [learner.rows[-1]["learning_share"]]
            yield row | {"learning (%)": round(100 * sum(shares) / len(shares))}


def bench(seconds=SECONDS):
    """Return a table of rates per second, by device, game and network."""
    torch.set_num_threads(1)
    keep_memory()
    rows = list(rows_of("cpu", 1, NETWORKS, seconds))
    if torch.cuda.is_available():
        networks = NETWORKS | {"paper": PAPER}
        rows += rows_of("cuda", os.cpu_count(), networks, seconds, **GPU)
    table = pd.DataFrame(rows)
    rates = ["steps", "decisions", "fresh samples"]
    return table.assign(**{name: table[name].round(-2).astype(int) for name in rates})


if __name__ == "__main__":
    print_table("mastering", __doc__, bench)
