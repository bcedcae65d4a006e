"""Evolving the weights of greedy agents that play each other (García-Sánchez et al. 2020, section 3.2).

In every generation each parent has one child by mutation (mutation.py), all individuals play each other, and
the best of parents and children become the next parents. What the paper leaves open follows its program:

    - parents are scored again in each generation; fitness is the number of games won in that generation
    - each pair plays several games with every ordered combination of decks; who begins is drawn for each game
    - at equal fitness children rank before parents, and earlier individuals before later ones
    - if both heroes die, the individual later in the population wins; children come after parents
    - generation 0 is the first population, which also plays: 100 generations are 99 steps

Settings also offer variants: parents that keep their first score, rivals from outside the population, and
CMA-ES (distribution.py) instead of parents and children.

Use:

    settings = Settings()
    for state in run(settings, play, seed=1):
        checkpoint(state)
    survivors(settings, state), generations(state)

The caller supplies `play(games, weights)` (see `contest`): `games` is an array of GAME_SPEC in which player
d + decks * i is individual i with deck d; `weights` has shape (individuals, 21). It returns one row per game
with `winner` (0: the first, 1: the second, 2: a draw), `turns` and the heroes' `health` in `sides`.
"""

from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.hearthstone.entrants import Entrants, Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.agents.hearthstone.greedy import WEIGHTS, as_programmed
from study.experiment import check_counts, check_known
from study.papers.eva import distribution
from study.papers.eva.mutation import NOISES, STEPS, mutated

DECKS_AS_RUN = ("Aggro Pirate Warrior", "Midrange Jade Shaman", "Reno Kazakus Mage (as run)")
DRAWS = ("later", "nobody")  # who wins if both heroes die: in the authors' program, the later one
RIVALS = ("none", "field", "hall")
SEARCHES = ("mutation", "cma_es")


class Settings(NamedTuple):
    """What is evolved and how. Default numbers are the paper's; other defaults are those of its program."""

    population: int = 10
    generations: int = 100  # including the first, random one
    decks: int = 3
    games: int = 20  # per pair and combination of decks
    steps: str = "multiplied"  # or "added to": equation (9) as printed
    noise: str = "each"  # or "one": all step sizes of a child share part of their change
    draws: str = "later"  # or "nobody"
    rescored: bool = True  # if not, parents keep the score of their first generation
    rivals: str = "none"  # extra opponents: the first population ("field"), or former bests ("hall")
    search: str = "mutation"  # where new individuals come from; or "cma_es"


class Population(NamedTuple):
    """Individuals, one per row."""

    weights: np.ndarray  # (n, 21)
    steps: np.ndarray  # (n, 21), the step sizes of the mutation
    numbers: np.ndarray  # (n,), unique within a run
    born: np.ndarray  # (n,), the generation
    parents: np.ndarray  # (n,), their numbers; -1: none
    kept: np.ndarray  # (n,), the share of games each won when first scored among parents and children, or nan


@dataclass(frozen=True, eq=False)
class State:
    """A run between two generations. It can be pickled; a run continued from it gives the same result."""

    rng: np.random.Generator
    population: Population | None  # best first
    records: list  # one dict for each generation so far: see `record`
    search: object = None  # the CMA-ES strategy, where that is the search


# --- A whole run ---------------------------------------------------------------------------


def run(settings, play, seed, run=0, state=None):
    """Evolve from `state`, or from the beginning if there is none, and yield the state after each generation.

    The result depends only on settings, seed and run number. Raises ValueError for invalid settings.
    """
    check(settings)
    state = state or begun(settings, np.random.default_rng([seed, run]))
    while len(state.records) < settings.generations:
        state = advance(settings, state, play)
        yield state


def begun(settings, rng):
    """Return the state before the first generation."""
    search = distribution.begun(settings, rng) if settings.search == "cma_es" else None
    return State(rng, None, [], search)


def advance(settings, state, play):
    """Return the state one generation later: breed, play, select, record. `state` is not changed."""
    rng, search = deepcopy((state.rng, state.search))
    everybody = new_generation(settings, state, rng, search)
    rivals, n = rivals_of(settings, state.records, rng), len(everybody.numbers)
    games = schedule(settings, n, rng, len(rivals))
    results = play(games.ravel(), np.concatenate([everybody.weights, rivals])).reshape(games.shape)
    wins = count_wins(settings, games, results)[:n]
    share = wins.sum(axis=(1, 2, 3)) / games_each(settings, len(state.records))
    if not settings.rescored:
        share = first_shares(everybody, share, len(state.records))
        everybody = everybody._replace(kept=share)
    chosen = selected(settings, share)
    if search:
        distribution.learn(search, share)
    survivors = Population(*(column[chosen] for column in everybody))
    return State(rng, survivors, [*state.records, record(everybody, wins, chosen, games, results)], search)


# --- Breeding and selection ----------------------------------------------------------------


def new_generation(settings, state, rng, search=None):
    """Return all individuals that play in the next generation."""
    generation = len(state.records)
    if search:
        return newcomers(*distribution.sampled(search), generation)
    if generation == 0:
        return first_population(settings, rng)
    return together(state.population, children(settings, state.population, generation, rng))


def first_population(settings, rng):
    """Return random individuals: weights and step sizes are uniform from 0 to 1."""
    shape = (settings.population, len(WEIGHTS))
    return newcomers(rng.random(shape), rng.random(shape), 0)


def children(settings, parents, generation, rng):
    """Return one child of each parent."""
    weights, steps = mutated(parents.weights, parents.steps, rng, settings.steps, settings.noise)
    return newcomers(weights, steps, generation, parents.numbers)


def newcomers(weights, steps, generation, parents=-1):
    """Return individuals born in a generation."""
    n = len(weights)
    numbers = np.arange(n) + generation * n
    return Population(weights, steps, numbers, *(np.full(n, each) for each in (generation, parents, np.nan)))


def together(parents, offspring):
    """Return parents and children as one population, the parents first."""
    return Population(*(np.concatenate(columns) for columns in zip(parents, offspring, strict=True)))


def selected(settings, fitness):
    """Return the survivors' indices, best first; ties go to children before parents, then to the earlier."""
    n = settings.population
    children_first = np.concatenate([np.arange(n, len(fitness)), np.arange(n)])[: len(fitness)]
    return children_first[np.argsort(-fitness[children_first], kind="stable")][:n]


def first_shares(everybody, share, generation):
    """Return the shares that parents have kept and those that children have just won.

    No share is kept from generation 0, in which all opponents are random.
    """
    return share if generation < 2 else np.where(np.isnan(everybody.kept), share, everybody.kept)


def rivals_of(settings, records, rng):
    """Return the weights of the opponents from outside the population, (rivals, 21); none in generation 0."""
    if settings.rivals == "none" or not records:
        return np.empty((0, len(WEIGHTS)))
    if settings.rivals == "field":
        return records[0]["everybody"].weights
    bests = np.array([kept["everybody"].weights[kept["chosen"][0]] for kept in records])
    return bests[rng.choice(len(bests), rivals_in(settings, len(records)), replace=False)]


# --- Games ---------------------------------------------------------------------------------


def schedule(settings, n, rng, rivals=0):
    """Return the games of one generation of n individuals and any rivals, an array of GAME_SPEC.

    Its shape is (pairs, decks, decks, games): pairs as in `who_meets`, then the earlier individual's deck and
    the later one's.
    """
    pairs = who_meets(settings, n, rivals)
    return games_of(*pairs, settings.decks, games_a_pair(settings, rivals), rng)


def games_of(earlier, later, d, n, rng):
    """Return n games (GAME_SPEC) of each pair with each combination of d decks, shaped (pairs, d, d, n)."""
    games = np.zeros((len(earlier), d, d, n), GAME_SPEC)
    games["seed"] = rng.integers(2**64, size=games.shape, dtype=np.uint64)
    begins = rng.integers(2, size=games.shape)  # 0: the earlier one begins
    one = earlier[:, None, None, None] * d + np.arange(d)[:, None, None]
    other = later[:, None, None, None] * d + np.arange(d)[:, None]
    games["first"] = np.where(begins == 0, one, other)
    games["second"] = np.where(begins == 0, other, one)
    return games


def who_meets(settings, n, rivals=0):
    """Return the pairs of a generation as two arrays, the earlier and the later. Rivals are numbered from n.

    With a fixed field the individuals play only the rivals; with a hall of fame they also play each other.
    """
    earlier, later = np.triu_indices(n, 1)
    if not rivals:
        return earlier, later
    one, other = np.divmod(np.arange(n * rivals), rivals)
    if settings.rivals == "field":
        return one, n + other
    return np.concatenate([earlier, one]), np.concatenate([later, n + other])


def games_a_pair(settings, rivals=0):
    """Return how many games a pair plays with each combination of decks; a hall of fame halves them, rounded down."""
    return settings.games // 2 if rivals and settings.rivals == "hall" else settings.games


def earlier_begins(settings, games):
    """Return, for each game, whether the earlier individual begins."""
    return games["first"] // settings.decks < games["second"] // settings.decks


def count_wins(settings, games, results):
    """Return each individual's wins against each other one: (individuals, others, own deck, other's deck)."""
    d = settings.decks
    drawn = results["winner"] == 2
    won = ((results["winner"] == 0) == earlier_begins(settings, games)) & ~drawn
    lost = ~won & ~drawn if settings.draws == "nobody" else ~won
    pair = np.stack([games[who][:, 0, 0, 0] // d for who in ("first", "second")])
    earlier, later = pair.min(axis=0), pair.max(axis=0)
    wins = np.zeros((later.max() + 1, later.max() + 1, d, d), "i4")
    wins[earlier, later] = won.sum(axis=3)
    wins[later, earlier] = lost.sum(axis=3).swapaxes(1, 2)
    return wins


def contest(book, decks, agent=as_programmed, **how):
    """Return `play(games, weights)` with the cards of a Book; `decks` have a hero_class and cards (decks.py).

    `agent` turns 21 weights into an agent. `how` is passed to `arena.play`: threads, client, progress.
    """
    blank = agent(np.zeros(len(WEIGHTS)))
    sample = entrants([Player(blank, deck.hero_class, deck.cards) for deck in decks], book)

    def play(games, weights):
        agents = [each for one in weights for each in [agent(one)] * len(sample)]
        table = Entrants(agents, np.tile(sample.decks, len(weights)))
        return arena.play(play_games, games, table, book.record, **how)

    return play


# --- Records -------------------------------------------------------------------------------


def record(everybody, wins, chosen, games, results):
    """Return what is kept of a generation, as a dict of arrays and numbers.

    `wins` is what `count_wins` returns, where rivals appear only as opponents; `everybody` holds all who
    played; `chosen` are the indices of the survivors, best first.
    """
    health = results["sides"]["health"].astype(int)
    lead = np.where(results["winner"] == 0, health[..., 0] - health[..., 1], health[..., 1] - health[..., 0])
    decided = results["winner"] < 2
    return {
        "everybody": everybody,
        "wins": wins,
        "chosen": chosen,
        "games": int(games.size),
        "turns": float(results["turns"].mean()),
        "lead": float(lead[decided].mean()) if decided.any() else 0.0,
        "draws": int((~decided).sum()),
        "lost": int((results["lost"] != 0).sum()),
    }


def survivors(settings, state, run=0):
    """Return the survivors of each generation as a DataFrame, best first.

    Columns: run, generation (from 0), rank, number, born, parent, fitness; `wins_<own>_<other>` for each
    combination of decks; the weights by name; the step sizes as `step_<weight>`.
    """
    frames = [
        individuals(settings, kept, kept["chosen"], run, generation)
        for generation, kept in enumerate(state.records)
    ]
    return pd.concat(frames, ignore_index=True)


def rejected(settings, state, run=0):
    """Return the individuals rejected in the last generation, best first, in the format of `survivors`."""
    kept, n = state.records[-1], len(state.population.numbers)
    those = np.setdiff1d(np.arange(len(kept["everybody"].numbers)), kept["chosen"])
    frame = individuals(settings, kept, those, run, len(state.records) - 1)
    frame = frame.sort_values("fitness", ascending=False, kind="stable", ignore_index=True)
    return frame.assign(rank=n + np.arange(len(frame)))


def individuals(settings, kept, those, run, generation):
    """Return rows of `survivors` for some individuals of a generation, given their indices in its record."""
    everybody, d = kept["everybody"], settings.decks
    frame = pd.DataFrame({"run": run, "generation": generation, "rank": np.arange(len(those))})
    frame["number"], frame["born"] = everybody.numbers[those], everybody.born[those]
    frame["parent"] = everybody.parents[those]
    by_decks = kept["wins"][those].sum(axis=1)
    frame["fitness"] = by_decks.sum(axis=(1, 2))
    names = [f"wins_{own}_{other}" for own in range(d) for other in range(d)]
    wins = pd.DataFrame(by_decks.reshape(len(those), -1), columns=names)
    weights = pd.DataFrame(everybody.weights[those], columns=list(WEIGHTS))
    steps = pd.DataFrame(everybody.steps[those], columns=[f"step_{name}" for name in WEIGHTS])
    return pd.concat([frame, wins, weights, steps], axis=1)


def generations(state, run=0):
    """Return a row per generation as a DataFrame: run, generation, games, draws, lost, mean turns (halves)
    and lead (winner's health minus loser's), mean and best wins of parents and of children (none at first).
    """
    rows = []
    for generation, kept in enumerate(state.records):
        fitness, born = kept["wins"].sum(axis=(1, 2, 3)), kept["everybody"].born
        row = {"run": run, "generation": generation}
        row |= {name: kept[name] for name in ("games", "draws", "lost", "turns", "lead")}
        for name, those in (("parents", born < max(generation, 1)), ("children", born == max(generation, 1))):
            row[f"mean_{name}"] = fitness[those].mean() if those.any() else np.nan
            row[f"best_{name}"] = fitness[those].max() if those.any() else np.nan
        rows.append(row)
    return pd.DataFrame(rows)


# --- Settings ------------------------------------------------------------------------------


def sizes(settings, generation):
    """Return how many individuals play in a generation, and how many rivals."""
    both = settings.search == "cma_es" or generation > 0
    return (1 + both) * settings.population, rivals_in(settings, generation)


def rivals_in(settings, generation):
    """Return how many rivals a generation has: as many as the population, or fewer from a smaller hall."""
    if settings.rivals == "none" or generation == 0:
        return 0
    return min(settings.population, generation) if settings.rivals == "hall" else settings.population


def games_each(settings, generation=1):
    """Return how many games each individual plays in a generation, which is the most it can win."""
    n, rivals = sizes(settings, generation)
    others = rivals if rivals and settings.rivals == "field" else n - 1 + rivals
    return others * settings.decks**2 * games_a_pair(settings, rivals)


def games_in(settings, generation):
    """Return how many games are played in a generation."""
    n, rivals = sizes(settings, generation)
    return len(who_meets(settings, n, rivals)[0]) * settings.decks**2 * games_a_pair(settings, rivals)


def games_per_run(settings):
    """Return how many games are played in a run."""
    return sum(games_in(settings, generation) for generation in range(settings.generations))


def check(settings):
    """Raise ValueError for invalid settings."""
    check_counts(settings._asdict(), "generations", "decks", "games")
    if settings.population < 2:
        raise ValueError(f"A population needs at least 2 individuals, not {settings.population}.")
    if settings.rivals == "hall" and settings.games < 2:
        raise ValueError("A hall of fame needs at least 2 games of each pair: half are against former bests.")
    lists = {"steps": STEPS, "noise": NOISES, "draws": DRAWS, "rivals": RIVALS, "search": SEARCHES}
    for name, known in lists.items():
        check_known(f"kind of {name}", getattr(settings, name), known)
