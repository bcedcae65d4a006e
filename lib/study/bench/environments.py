"""How fast environments of LoCM are: `./run bench environments`, a table (csv) of steps in CPU time.

Each row plays random games on one thread, in version 1.2 or 1.5, and counts the steps of their battles; decks that are
picked at random, masks and observations (not for bare rules) are included. A step is one decision of either player.
Those of the Python package gym-locm appear if it can be imported: `PYTHONPATH=path/to/gym-locm ./run bench environments`.
"""

import importlib.util
import itertools
import random

import numpy as np
import pandas as pd

from deckspace.agents.locm.players import GAME_SPEC, entrants
from deckspace.agents.locm.uniform import Random
from deckspace.engine.locm import replay
from deckspace.engine.locm.cards import COPIES, edition, with_cards_of
from deckspace.engine.locm.state import DECK
from deckspace.gym import LocmVector
from deckspace.league.counting import locm_actions
from deckspace.learning.locm.environment import BATTLE, Duels
from study.bench.tables import print_table, rate

SECONDS = 5.0  # for each row, approximately
STEPS, PLACES = 50, 1024  # per call, and parallel games
EDITIONS = {"1.2": "official", "1.5": "1.5"}


def compiled(version):
    """Many games, whose random steps are taken in compiled code."""
    duels = Duels(PLACES, 1, edition(EDITIONS[version]), BATTLE)

    def work():
        duels.step_at_random(STEPS)
        return STEPS * PLACES

    return work


def vector(version, n=PLACES):
    """A vector environment of Gymnasium with n games."""
    env, rng = LocmVector(n, edition(EDITIONS[version]), BATTLE), np.random.default_rng(1)
    seen = [env.reset(seed=1)[0]]

    def work():
        for _ in range(STEPS):
            mask = seen[0]["action_mask"]
            seen[0], *_ = env.step((rng.random(mask.shape) * mask).argmax(axis=1))
        return STEPS * n

    return work


def single(version):
    return vector(version, 1)


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
    f"Gymnasium, {PLACES} games": vector,
    "Gymnasium, one game": single,
    "rules, called from Python": rules,
    "rules, compiled": compiled_rules,
}
THEIRS = {"gym-locm, Gymnasium, one game": their_environment, "gym-locm, rules": their_rules}


def bench(seconds=SECONDS):
    """Return rates: version, what, steps_per_second."""
    rows = OURS | (THEIRS if importlib.util.find_spec("gym_locm") else {})
    found = [
        (version, what, rate(make(version), seconds)) for version in EDITIONS for what, make in rows.items()
    ]
    table = pd.DataFrame(found, columns=["version", "what", "steps_per_second"])
    return table.assign(steps_per_second=table.steps_per_second.round(-2).astype(int))


if __name__ == "__main__":
    print_table("environments", __doc__, bench)
