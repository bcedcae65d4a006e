"""The player of DSA-ME: a network that judges positions, trained by CMA-ME to play one deck.

Zhang et al. 2022, sections 4.1.4 and A.2: a 15-5-4-1 network plays Classic Miracle Rogue against the elite
decks of MESB, and the best one found plays all decks of the searches (lib/study/papers/dsa_me/search.py).

    search = new_search(seed=1)
    for row in rounds(search, StrategyEvaluator(book, deck(DECK), opponents("elite"), games=200, seed=1)):
        print(row)                                           # evaluations, qd_score, cells, best, ...
    agent = read_strategy("data/agents/dsa_me_strategy.json")

The emitters are pyribs'. Those of the published program ("improvement emitters") rank strategies that fill a
cell before those that improve one, both by the amount of improvement; exactly these strategies become
parents; an emitter that added none restarts from an elite. In pyribs' terms: ranker "2imp", selection
"filter", restart "no_improvement", all starting from the zero vector. The published "overflow factor 1.2"
hands out more strategies than a population, so that no computer has to wait; the extra ones enter the map,
but come too late for the emitter. Here a whole population is played at once, so nothing overflows.
"""

import json

import numpy as np
import pandas as pd
from ribs.emitters import EvolutionStrategyEmitter
from ribs.schedulers import Scheduler

from deckspace import arena
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import Entrants
from deckspace.agents.hearthstone.games import play_games
from deckspace.agents.hearthstone.scores import WEIGHTS
from deckspace.archives import FixedGrid
from deckspace.deckbuilding import Evaluator, measured, summary
from deckspace.engine.hearthstone.setup import write_cards
from study import HOME
from study.experiment import check_counts
from study.papers.dsa_me.grids import MEASURES, RANGES
from study.pipeline.runs import read_run

DIMS = (100, 100)


class StrategyEvaluator(Evaluator):
    """Evaluates many networks with one deck (decks.Deck); otherwise like deckbuilding.Evaluator."""

    def __init__(self, book, deck, opponents, games, seed):
        nobody = Beam("network", (0.0,) * WEIGHTS)
        super().__init__(book, deck.hero_class, nobody, opponents, games, seed)
        self.deck = np.sort([book.number(card) for card in deck.cards])

    def __call__(self, weights, first=0, threads=None, client=None):
        """Return the EVALUATION of networks with the weights (n, 109); the first is number `first`."""
        n = len(weights)
        decks = self.table.decks[[0] * n + list(range(1, len(self.table)))]
        write_cards(decks[:n], self.deck, self.book.record)
        networks = [Beam("network", tuple(each)) for each in weights]
        table = Entrants(networks + self.table.agents[1:], decks)
        specs = self.specs(n, first)
        results = arena.play(play_games, specs, table, self.book.record, threads=threads, client=client)
        return summary(results.reshape(n, self.games), np.tile(self.deck, (n, 1)), self.book.record)


# --- The search ----------------------------------------------------------------------------


def new_search(*, emitters=15, batch=37, sigma=0.05, seed=1):
    """Return a new search by CMA-ME, a pyribs Scheduler; each emitter makes `batch` strategies per round.

    A search pickled after a round continues identically. Raises ValueError for invalid settings.
    """
    check_counts({"emitters": emitters, "batch": batch})
    if not sigma > 0:
        raise ValueError(f"Sigma, the first step size, is above 0, not {sigma}.")
    seeds = np.random.SeedSequence(seed).spawn(emitters + 1)
    more = dict(seed=seeds[0], qd_score_offset=-30, extra_fields={"wins": ((), "i4")})
    archive = FixedGrid(solution_dim=WEIGHTS, dims=DIMS, ranges=RANGES, **more)
    rules = dict(ranker="2imp", selection_rule="filter", restart_rule="no_improvement")
    start = dict(x0=np.zeros(WEIGHTS), sigma0=sigma, batch_size=batch)
    made = [EvolutionStrategyEmitter(archive, **rules, **start, seed=each) for each in seeds[1:]]
    return Scheduler(archive, made)


def rounds(search, evaluate, evaluations, done=0, threads=None):
    """Search until at least `evaluations` strategies have been played; yield a dict after each round.

    Its keys: evaluations so far; the map's qd_score as published (health differences from -30 to 30 count as
    0 to 1), filled cells, and best health difference; the mean of the round; restarts of emitters.
    """
    while done < evaluations:
        weights = search.ask()
        worth = evaluate(weights, first=done, threads=threads)
        health = worth["objective"] / evaluate.games
        search.tell(health, measured(worth, MEASURES), wins=worth["wins"])
        done += len(weights)
        stats = search.archive.stats
        yield {
            "evaluations": done,
            "qd_score": float(stats.qd_score) / 60,
            "cells": stats.num_elites,
            "best": float(stats.obj_max),
            "mean": float(health.mean()),
            "restarts": sum(emitter.restarts for emitter in search.emitters),
        }


# --- Results -------------------------------------------------------------------------------


def elites(search):
    """Return the map's elites, best first: objective, turns, hand_size, wins, weights."""
    data = search.archive.data()
    columns = {"objective": data["objective"], **dict(zip(MEASURES, data["measures"].T, strict=True))}
    table = pd.DataFrame(columns | {"wins": data["wins"], "weights": list(data["solution"])})
    return table.sort_values("objective", ascending=False, kind="stable", ignore_index=True)


def strategy_of(table, **about):
    """Return the best elite of a table in the form of a strategy file; `about` says how it was trained."""
    best = table.iloc[0]
    figures = {name: best[name].item() for name in ("objective", *MEASURES, "wins")}
    return about | figures | {"weights": best.weights.tolist()}


def read_strategy(path):
    """Return the agent of a strategy file (JSON). Raises ValueError if there is none."""
    file = HOME / path
    if not file.exists():
        raise ValueError(f"There is no strategy in '{path}': notebooks/30_dsa_me_strategy.ipynb trains one.")
    try:
        return agent_of(json.loads(file.read_text()))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"The file '{path}' holds no strategy ({type(error).__name__}: {error}).") from error


def trained(path):
    """Return {seed: agent}, the best strategy of each training in a run file of elites."""
    return {best["seed"]: agent_of(best) for best in read_run(path)[1]["best"]}


def agent_of(strategy):
    """Return the agent of a strategy. Raises ValueError unless it has 109 finite weights."""
    weights = tuple(float(weight) for weight in strategy["weights"])
    if len(weights) != WEIGHTS or not np.isfinite(weights).all():
        raise ValueError(f"it must have {WEIGHTS} finite weights")
    return Beam("network", weights)
