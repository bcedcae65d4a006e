"""Who plays in the league of Hearthstone: every agent of every paper by name, one line each.

To enter another agent, add a line to `ENTRIES`. Agents are fair, or their names say that they peek at hidden cards.
Those that were found by a search of ours come from its runs: `evolved` and `models`.
"""

import hashlib
from dataclasses import replace
from typing import NamedTuple

from deckspace.agents.hearthstone.alphabeta import AlphaBeta
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.greedy import WEIGHTS, as_programmed, published
from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.mcts import Mcts
from deckspace.agents.hearthstone.uniform import Random
from deckspace.learning.hearthstone.weights import judged, load_policy
from study import HOME
from study.papers.dsa_me.strategy import read_strategy
from study.papers.eva.competition import STRATEGY, champions
from study.papers.mastering import players
from study.papers.mastering.models import found, load

EVENS = (1.0,) * len(WEIGHTS)  # EVA's method before any evolution
FEW = 10  # positions for an action: as many as EVA itself looks at, on average


class Entry(NamedTuple):
    """A line of the roster: who plays, what kind of agent that is (for figures), and from which paper it comes."""

    player: object  # an Agent of lib/deckspace/agents/hearthstone, or a policy
    method: str
    paper: str
    game: object = None  # of a policy: the Game that it has learnt
    key: str = ""  # of a policy: the checksum of its weights

    def about(self):
        """Return all that decides how this entry plays, as text."""
        return self.key or hashlib.sha256(repr(self.player).encode()).hexdigest()

    def plays_at(self, venue):
        """Tell whether it can play at a venue: a policy plays the game that it has learnt, an agent any."""
        return self.game is None or self.game == venue.game


def network(**how):
    """Return the beam agent with the weights that a search of ours found by DSA-ME's method."""
    return Beam("network", read_strategy(STRATEGY).weights, **how)


# {name: (method, paper, agent)}; `n` is the budget of positions for each action that a scale names.
ENTRIES = {
    "random": ("random", "all", lambda n: Random()),
    "greedy, equal weights": ("greedy", "eva", lambda n: as_programmed(EVENS, fair=True)),
    "EVA": ("evolved greedy", "eva", lambda n: as_programmed(published(), fair=True)),
    "EVA (peeking)": ("evolved greedy", "eva", lambda n: as_programmed(published())),
    "EVA, best of the final 100": (
        "evolved greedy",
        "eva",
        lambda n: as_programmed(published("best of the tournament"), fair=True),
    ),
    "lookahead": ("lookahead", "eva", lambda n: Lookahead(positions=1)),
    "lookahead, full budget": ("lookahead", "eva", lambda n: Lookahead(positions=n)),
    "MCTS, small budget": ("MCTS", "eva", lambda n: Mcts(positions=FEW)),
    "MCTS": ("MCTS", "eva", lambda n: Mcts(positions=n)),
    "MCTS (peeking)": ("MCTS", "eva", lambda n: Mcts(positions=n, fair=False)),
    "alpha-beta, small budget": ("alpha-beta", "eva", lambda n: AlphaBeta(positions=FEW)),
    "alpha-beta": ("alpha-beta", "eva", lambda n: AlphaBeta(positions=n)),
    "alpha-beta (peeking)": ("alpha-beta", "eva", lambda n: AlphaBeta(positions=n, fair=False)),
    "beam Aggro": ("beam", "mesb", lambda n: Beam("aggro", fair=True)),
    "beam Aggro (peeking)": ("beam", "mesb", lambda n: Beam("aggro")),
    "beam Control": ("beam", "mesb", lambda n: Beam("control", fair=True)),
    "beam Control (peeking)": ("beam", "mesb", lambda n: Beam("control")),
    "beam network": ("beam", "dsa_me", lambda n: network(fair=True)),
    "beam network (peeking)": ("beam", "dsa_me", lambda n: network()),
}
# How our own champions of EVA's method are called here, by their names in its competition.
OURS = {
    "evolved": "EVA, our run",
    "evolved, decks as printed": "EVA, our run as printed",
}


def roster(positions, runs=None, policies=None) -> dict:
    """Return all entries by name: ENTRIES, the learnt players, and of folders of runs those evolved and those that learnt.

    `runs` is a folder of EVA's evolutions, `policies` one of trained models; a folder without any adds none.
    Raises ValueError for a budget that is none, and BrokenRun for a file that cannot be read.
    """
    entries = {
        name: Entry(alike(make(positions)), method, paper) for name, (method, paper, make) in ENTRIES.items()
    }
    return entries | learnt() | (evolved(runs) if runs else {}) | (models(policies) if policies else {})


def alike(agent):
    """Return an agent that exchanges its first hand as everybody in the league does: what costs more than 3 goes."""
    return replace(agent, mulligan="keep_cheap")


def evolved(folder) -> dict:
    """Return the champions of our own evolutions by EVA's method, the best of the last generation of the first run."""
    return {
        OURS[name]: Entry(alike(as_programmed(weights, fair=True)), "evolved greedy", "eva")
        for name, weights in champions(folder).items()
    }


def learnt() -> dict:
    """Return the players of the whole card pool that have been trained, those that play with given decks."""
    loaded = {name: load_policy(path) for name, path in players.with_given_decks().items()}
    return {
        name: Entry(policy, "learnt policy", "mastering", judged(game), record["sha256"])
        for name, (policy, game, record) in loaded.items()
    }


def models(folder) -> dict:
    """Return the trained policies of a folder by the names of their files, as `b3-1`: the first training of each model."""
    loaded = [load(next(iter(seeds.values()))) for seeds in found(folder).values()]
    return {
        f"{each.name}-{each.seed}": Entry(
            each.policy, "learnt policy", "mastering", each.game, each.record["sha256"]
        )
        for each in loaded
    }


def models_at(scale) -> str:
    """Return where the trained models of a scale are; those of smoke where it has none of its own."""
    folders = [f"data/runs/mastering/{each}" for each in (scale, "smoke")]
    return next((each for each in folders if any((HOME / each).glob("*.npz"))), folders[-1])
