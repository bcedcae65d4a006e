"""Small searches of DSA-ME, with a player that was never trained."""

from functools import cache

import numpy as np

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.scores import WEIGHTS
from study.papers.dsa_me.contest import Trial
from study.papers.dsa_me.search import Search
from study.papers.dsa_me.trials import kept, run_of, table

UNTRAINED = np.random.default_rng(0).normal(0, 0.1, WEIGHTS).tolist()
AGENT = Beam("network", tuple(UNTRAINED))
SETTINGS = dict(evaluations=60, games=6, initial=20, batch=10, inner_generations=6, seed=1)


def ended(search):
    return list(search.steps())[-1]


@cache
def small_trial():
    """Return a Trial of DSA-ME, and the State that it ended in."""
    search = Search("dsa_me", 1, AGENT, SETTINGS, threads=1)
    state = ended(search)
    record = run_of([kept(search, state)])[1]
    return Trial("dsa_me", 1, table(search, state), {"parameters": SETTINGS} | record, ""), state
