"""Evolving evaluation functions, generation by generation.

Miernik & Kowalski 2022, sections 3.2 to 4.4; details the paper leaves open follow its published
code. A generation breeds, then plays, then sorts: the random first population is never played.

    settings = Settings("Tree", "progressive")
    for state in run(settings, play, seed=1):
        checkpoint(state)
    frame = table(settings, state, evaluate(settings, state, play))

The caller supplies `play(games, contestants)` (see `deckspace.agents.locm.contest`): `games` is an array of
GAME_SPEC, whose `first` and `second` are indices into the list `contestants` (genomes, then the fixed
opponent if there is one); it returns one row per game with `winner` (0: the first), `turns` and
`looked` (actions judged by each of the two).
"""

from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace.agents.locm.genomes import (
    MUTATION_RATE,
    Linear,
    check_representation,
    crossover,
    from_json,
    mutate,
    random_genome,
    to_json,
    to_tree,
)
from deckspace.agents.locm.players import GAME_SPEC
from study.experiment import check_counts, check_known

SCHEMES = ("progressive", "weak_op", "strong_op", "authors_op", "from_linear")
BASE_MUTATIONS = 5  # of each copy of the base in from_linear


class Settings(NamedTuple):
    """What is evolved and how; the numbers are the paper's own."""

    representation: str = "Linear"
    scheme: str = "progressive"
    population: int = 50
    generations: int = 50
    elitism: int = 5  # the best, which survive unchanged
    mutation_rate: float = MUTATION_RATE
    drafts: int = 10  # new drafts in each generation, the same for everybody
    rounds: int = 10  # games on each draft
    evaluator_drafts: int = 10  # the same for the comparison after the last generation
    evaluator_rounds: int = 10


@dataclass(frozen=True, eq=False)
class State:
    """A run between two generations. Pickle it, and continue from it later: the result is the same."""

    rng: np.random.Generator
    population: list  # best first
    scores: np.ndarray  # how many games each of them won
    records: list  # one dict for each generation so far: see `record`


# --- A whole run ---------------------------------------------------------------------------


def run(settings, play, seed, run=0, base=None, opponent=None, state=None):
    """Evolve from `state`, or else from the beginning, and yield the state after each generation.

    The seed and the number of the run determine everything. `opponent`, for schemes with a fixed one, is
    anything that `play` accepts as a contestant; `base`, for from_linear, is a Linear genome. Raises
    ValueError for settings that make no sense.
    """
    check(settings, base, opponent)
    state = state or begin(settings, seed, run, base)
    while len(state.records) < settings.generations:
        state = advance(settings, state, play, opponent)
        yield state


def begin(settings, seed, run=0, base=None):
    """Return the state before the first generation: a population in which all are equally good."""
    rng = np.random.default_rng([seed, run])
    if settings.scheme == "from_linear":
        start = base if settings.representation == "Linear" else to_tree(base)
        population = [tuned(start, settings, rng) for _ in range(settings.population)]
    else:
        population = [random_genome(settings.representation, rng) for _ in range(settings.population)]
    return State(rng, population, np.ones(settings.population, "i8"), [])


def tuned(genome, settings, rng):
    """Return a copy of a good genome, mutated a few times (section 4.4)."""
    for _ in range(BASE_MUTATIONS):
        genome = mutate(genome, rng, settings.mutation_rate)
    return genome


def advance(settings, state, play, opponent=None):
    """Return the state one generation later: breed, play, sort, record. `state` stays as it is."""
    rng = deepcopy(state.rng)
    population = breed(settings, state.population, state.scores, rng)
    games = schedule(settings, rng)
    results = play(games, [*population, opponent] if faces_opponent(settings) else population)
    scores = wins(games, results, settings.population)
    order = ranking(scores)
    population, scores = [population[i] for i in order], scores[order]
    return State(rng, population, scores, [*state.records, record(settings, population, scores, results)])


def record(settings, population, scores, results):
    """Return the record of a generation, a dict. `population` is sorted, best first."""
    return {
        "genome": to_json(population[0]),
        "wins": int(scores[0]),
        "games": games_each(settings),
        "mean_wins": float(scores.mean()),
        "turns": float(results["turns"].mean()),
        "decisions": float(results["looked"].sum(axis=1).mean()),
    }


def table(settings, state, matrix, run=0):
    """Return a finished run as a DataFrame, one row per generation.

    Columns: representation, scheme, run, generation (from 1); the generation's best `genome` (JSON)
    and its `wins` out of `games`; the population's `mean_wins`; mean `turns` and `decisions`
    (actions judged) per game; `self_play`, the wins of the generation's best, playing first,
    against the best of each generation (see `evaluate`).
    """
    frame = pd.DataFrame(state.records)
    frame["self_play"] = matrix.tolist()
    names = {"representation": settings.representation, "scheme": settings.scheme, "run": run}
    for place, (name, value) in enumerate(names.items()):
        frame.insert(place, name, value)
    frame.insert(len(names), "generation", np.arange(1, len(frame) + 1))
    return frame


# --- Breeding ------------------------------------------------------------------------------


def breed(settings, population, scores, rng):
    """Return the next population: children of parents drawn by their scores, and the elite.

    `population` is sorted, best first. Every child may mutate; the elite takes the place of the
    first children.
    """
    n = settings.population
    parents = roulette(scores, (n + 1) // 2, rng)
    children = [child for a, b in parents for child in crossover(population[a], population[b], rng)]
    mutants = [mutate(child, rng, settings.mutation_rate) for child in children[:n]]
    return [*population[: settings.elitism], *mutants[settings.elitism :]]


def roulette(scores, pairs, rng):
    """Draw pairs of parents, an array (pairs, 2) of indices, with probabilities proportional to the scores.

    All draws are independent, so both parents may be the same. If nobody has won a game, all are
    equally likely.
    """
    total = scores.sum()
    return rng.choice(len(scores), (pairs, 2), p=scores / total if total else None)


def ranking(scores):
    """Return the order of scores, best first; among equals the last comes first."""
    return np.argsort(scores, kind="stable")[::-1]


# --- Games ---------------------------------------------------------------------------------


def schedule(settings, rng):
    """Return the games of one generation, on new drafts that are the same for every pairing."""
    n = settings.population
    if faces_opponent(settings):
        everybody, opponent = np.arange(n), np.full(n, n)
        first, second = np.append(everybody, opponent), np.append(opponent, everybody)
        return games_of(first, second, settings.drafts, settings.rounds * n, rng)
    first, second = np.nonzero(~np.eye(n, dtype=bool))  # all ordered pairs
    return games_of(first, second, settings.drafts, settings.rounds, rng)


def games_of(first, second, drafts, rounds, rng):
    """Return an array of GAME_SPEC: each pairing plays `rounds` games on each of `drafts` drafts."""
    games = np.recarray((len(first), drafts, rounds), GAME_SPEC)
    games.first, games.second = first[:, None, None], second[:, None, None]
    games.draft = random_seeds(rng, (drafts, 1))
    games.seed = random_seeds(rng, (drafts, rounds))
    return games.ravel()


def random_seeds(rng, shape):
    return rng.integers(2**64, size=shape, dtype=np.uint64)


def wins(games, results, n):
    """Count the games that each of the first `n` contestants won."""
    winners = np.where(results["winner"] == 0, games.first, games.second)
    return np.bincount(winners, minlength=n)[:n]


def evaluate(settings, state, play):
    """Let the best of every generation play the best of every generation, itself included.

    Returns wins of the first player, an integer array (generations, generations): the row's
    genome always plays first. A cell is evaluator_drafts * evaluator_rounds games.
    """
    best = [from_json(record["genome"]) for record in state.records]
    first, second = np.indices((len(best), len(best))).reshape(2, -1)
    rng = deepcopy(state.rng)
    games = games_of(first, second, settings.evaluator_drafts, settings.evaluator_rounds, rng)
    won = play(games, best)["winner"] == 0
    return won.reshape(len(best), len(best), -1).sum(axis=2)


# --- Settings ------------------------------------------------------------------------------


def faces_opponent(settings):
    """Tell whether the individuals play a fixed opponent instead of each other."""
    return settings.scheme in ("weak_op", "strong_op", "authors_op")


def games_each(settings):
    """Return how many games one individual plays in a generation."""
    others = settings.population if faces_opponent(settings) else settings.population - 1
    return 2 * others * settings.drafts * settings.rounds


def games_per_generation(settings):
    """Return how many games are played in a generation."""
    return games_each(settings) * settings.population // (1 if faces_opponent(settings) else 2)


def games_per_run(settings):
    """Return how many games a run takes, including the comparison of the generations at its end."""
    cell = settings.evaluator_drafts * settings.evaluator_rounds
    return settings.generations * (games_per_generation(settings) + settings.generations * cell)


def check(settings, base=None, opponent=None):
    """Raise ValueError, in one sentence, for settings that make no sense."""
    check_representation(settings.representation)
    check_known("scheme", settings.scheme, SCHEMES)
    counts = ("generations", "drafts", "rounds", "evaluator_drafts", "evaluator_rounds")
    check_counts(settings._asdict(), *counts)
    if settings.population < 2:
        raise ValueError(f"A population needs at least 2 individuals, not {settings.population}.")
    if not 0 <= settings.elitism <= settings.population:
        raise ValueError(f"Out of {settings.population} individuals {settings.elitism} cannot live on.")
    if not 0 <= settings.mutation_rate <= 1:
        raise ValueError(f"A mutation rate is a probability, not {settings.mutation_rate}.")
    check_start(settings, base, opponent)


def check_start(settings, base, opponent):
    """Raise ValueError unless there is a base and an opponent exactly where the scheme needs one."""
    if faces_opponent(settings) != (opponent is not None):
        needs = "needs an" if opponent is None else "has no"
        raise ValueError(f"The scheme {settings.scheme} {needs} opponent.")
    if (settings.scheme == "from_linear") != (base is not None):
        needs = "needs a" if base is None else "has no"
        raise ValueError(f"The scheme {settings.scheme} {needs} base genome.")
    if base is not None and not isinstance(base, Linear):
        raise ValueError(f"The base of from_linear is a Linear genome, not a {base.representation}.")
    if base is not None and settings.representation == "BinaryTree":
        raise ValueError("The scheme from_linear makes Linear or Tree genomes, not BinaryTree.")
