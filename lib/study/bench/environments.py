"""How fast environments are: `./run bench environments`, a table (csv) of steps per second.

A step is one decision of either player. Masks and observations are included, but for bare rules. Each row has the steps in a
second of processor time, and in a second of the clock, which other work on the machine slows down.

    Gymnasium      parallel games in a vector environment, or in one for each of several threads, whose slots are taken at random
                   or by a small network without training
    other rows     one thread that plays battles of LoCM at random: in compiled code, by the rules alone, and in gym-locm, if that
                   can be imported: `PYTHONPATH=path/to/gym-locm ./run bench environments`
"""

import importlib.util
import itertools
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import torch
from torch import nn

from deckspace.agents.locm.players import GAME_SPEC, entrants
from deckspace.agents.locm.uniform import Random
from deckspace.engine.locm import replay
from deckspace.engine.locm.cards import COPIES, edition, with_cards_of
from deckspace.engine.locm.state import DECK
from deckspace.gym import HearthstoneVector, LocmVector
from deckspace.league.counting import locm_actions
from deckspace.learning.locm.environment import BATTLE, Duels
from study.bench.tables import print_table

SECONDS = 1.0  # of processor time for each row, approximately
STEPS, PLACES = 50, 1024  # of compiled games: per call, and in parallel
SIZES = tuple(4**k for k in range(8))  # games in parallel, in all threads together
AT_LEAST = 2048  # steps between two looks at the clock
WIDTH = 128  # units of each of the network's two layers
EDITIONS = {"1.2": "official", "1.5": "1.5"}
VECTORS = {
    "Hearthstone, small": lambda n: HearthstoneVector(n, "small"),
    "LoCM 1.2": lambda n: LocmVector(n, "official", BATTLE),
}


# --- Vector environments -------------------------------------------------------------------


def vectors(make, games, threads, with_policy):
    """Parallel games in an environment for each thread."""
    players = [Player(make(games // threads), with_policy, seed) for seed in range(threads)]
    steps, pool = max(1, AT_LEAST // games), ThreadPoolExecutor(threads)

    def work():
        list(pool.map(lambda player: player.play(steps), players))
        return steps * games

    return work


class Player:
    """A vector environment and who plays in it: chance or a network, each with a seed."""

    def __init__(self, env, with_policy, seed):
        self.env, self.rng = env, np.random.default_rng(seed)
        self.seen, _ = env.reset(seed=seed)
        self.net = network(env.single_observation_space) if with_policy else None

    def play(self, steps):
        for _ in range(steps):
            self.seen, *_ = self.env.step(self.slots())

    def slots(self):
        mask = self.seen["action_mask"]
        if self.net is None:
            return (self.rng.random(mask.shape, np.float32) * mask).argmax(axis=1)
        with torch.no_grad():
            rows = [torch.from_numpy(self.seen[name]).flatten(1).float() for name in ("cards", "figures")]
            logits = self.net(torch.cat(rows, 1)).masked_fill(torch.from_numpy(mask) == 0, -1e9)
            return torch.multinomial(logits.softmax(1), 1)[:, 0].numpy()


def network(space):
    """Return a network from all that is seen to a logit of each slot."""
    seen = np.prod(space["cards"].shape) + np.prod(space["figures"].shape)
    hidden = nn.Linear(int(seen), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
    return nn.Sequential(*hidden, nn.Linear(WIDTH, space["action_mask"].shape[0]))


# --- Other ways to play LoCM ---------------------------------------------------------------


def compiled(version):
    """Many games, whose random steps are taken in compiled code."""
    duels = Duels(PLACES, 1, edition(EDITIONS[version]), BATTLE)

    def work():
        duels.step_at_random(STEPS)
        return STEPS * PLACES

    return work


def rules(version):
    """The rules alone, called from Python for every step."""
    book, rng, seeds = edition(EDITIONS[version]), random.Random(1), itertools.count()

    def work():
        seed, steps = next(seeds), 0
        own = with_cards_of(book, seed)
        cards = [*range(1, own.card_count + 1)] * COPIES
        picks = [rng.sample(cards, DECK) if own.constructed else rng.choices(range(3), k=DECK) for _ in "12"]
        game = replay.from_seeds(seed, seed, picks, own)
        while game.winner < 0:
            replay.take(game, own, rng.choice(replay.legal(game, own)))
            steps += 1
        return steps

    return work


def compiled_rules(version):
    """The rules alone, in whole games of the random agent in compiled code."""
    book = edition(EDITIONS[version])
    table, seeds = entrants([Random()], book), itertools.count()

    def work():
        games = np.zeros(PLACES, GAME_SPEC)
        games["draft"] = games["seed"] = [next(seeds) for _ in games]
        return locm_actions(games, table, book)

    return work


def their_rules(version):
    """The rules of gym-locm."""
    from gym_locm import engine

    rng, seeds = random.Random(1), itertools.count()

    def work():
        game, steps = engine.Game(seed=next(seeds), version=version), 0
        while game.winner is None:
            steps += game.phase == engine.Phase.BATTLE
            game.act(rng.choice(game.available_actions))
        return steps

    return work


def their_environment(version):
    """The environment of gym-locm in which both players are controlled."""
    from gym_locm.envs import LOCMBattleEnv

    env, rng = LOCMBattleEnv(version=version, seed=1), np.random.default_rng(1)

    def work():
        env.reset()
        ended, steps = False, 0
        while not ended:
            _, _, ended, _, _ = env.step(rng.choice(np.flatnonzero(env.action_mask)))
            steps += 1
        return steps

    return work


OURS = {
    "compiled": compiled,
    "rules, called from Python": rules,
    "rules, compiled": compiled_rules,
}
THEIRS = {"gym-locm, Gymnasium, one game": their_environment, "gym-locm, rules": their_rules}
COLUMNS = ["game", "what", "policy", "games", "threads", "steps_per_cpu_second", "steps_per_second"]


# --- The table -----------------------------------------------------------------------------


def rates(work, seconds):
    """Return what `work()` gets done per second of CPU time and per second of the clock; each call returns what it did."""
    work()
    cpu, clock, done = time.process_time(), time.perf_counter(), 0
    while time.process_time() - cpu < seconds:
        done += work()
    return done / (time.process_time() - cpu), done / (time.perf_counter() - clock)


def bench(seconds=SECONDS):
    """Return rates: game, what, policy, games (in parallel), threads, steps_per_cpu_second, steps_per_second."""
    torch.set_num_threads(1)
    threads = [2**k for k in range((os.cpu_count() or 1).bit_length())]
    found = []
    for game, policy, k, n in itertools.product(VECTORS, ("none", "network"), threads, SIZES):
        if n >= k:
            work = vectors(VECTORS[game], n, k, policy == "network")
            found.append((game, "Gymnasium", policy, n, k, *rates(work, seconds)))
    rows = OURS | (THEIRS if importlib.util.find_spec("gym_locm") else {})
    for version, what in itertools.product(EDITIONS, rows):
        games = PLACES if "compiled" in what else 1
        found.append((f"LoCM {version}", what, "none", games, 1, *rates(rows[what](version), seconds)))
    return pd.DataFrame(found, columns=COLUMNS).round({name: -1 for name in COLUMNS[-2:]})


if __name__ == "__main__":
    print_table("environments", __doc__, bench)
