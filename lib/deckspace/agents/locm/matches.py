"""Matches between LoCM agents: each against every other, or one against a field.

Every draft and shuffle is played on both seats, and all agents play the same ones, which depend on the seed alone.
An evolution strategy on the weights of a Linear genome:

    >>> from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
    >>> from deckspace.agents.locm.genomes import Linear
    >>> rng, mean = np.random.default_rng(1), np.zeros(20)
    >>> for generation in range(6):
    ...     children = mean + rng.normal(0, 0.5, (10, 20))
    ...     scores = [evaluate(Linear(x), [WeakOp()], drafts=25, seed=generation).score for x in children]
    ...     mean = children[np.argsort(scores)[-3:]].mean(axis=0)
    >>> evaluate(Linear(mean), [WeakOp(), Baseline2()], drafts=100, seed=99)
    62.7 [57.9, 67.3] in 400 games
"""

from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.locm.contest import as_agent, book_of, contest
from deckspace.agents.locm.players import GAME_SPEC
from deckspace.errors import check_seed, check_whole
from deckspace.scores import Score, both_ways, by_name, field_of, names_of, progress_bar, score_table


def play(agents, drafts=100, games=1, *, seed=1, book=None, threads=None, progress=True) -> pd.DataFrame:
    """Let every agent play every other `drafts` x `games` x 2 games; return a DataFrame with a row per ordered pair.

    `agents` is a list of at least two, or a dict that names them: ours, others (see agent.py), or genomes, which play
    greedily. Each pair plays `drafts` drafts, `games` times each with different shuffles, and all of these on both
    seats. `book` is a rule book, or the name of an edition (None: "official"); in version 1.5 every draft has cards of its
    own, of which the agents construct their decks. The `seed` decides everything, whatever the number of `threads` (None: one
    per processor). `progress` shows a bar if tqdm is installed. The columns are agent, opponent,
    and those of a Score: score, low and high (per cent, with Wilson's 95 % interval), games, wins and draws (always 0).

    Raises ValueError for fewer than two agents, numbers below 1, and illegal answers of an agent.

    >>> from deckspace.agents.locm.baseline2 import WeakOp
    >>> from deckspace.agents.locm.uniform import Random
    >>> play([WeakOp(), Random()], drafts=50, progress=False).round(1)
         agent opponent  score   low  high  games  wins  draws
    0  weak_op   random   98.0  93.0  99.4    100    98      0
    1   random  weak_op    2.0   0.6   7.0    100     2      0
    """
    agents = by_name(playing(agents))
    pairs = list(combinations(range(len(agents)), 2))
    wins = wins_of(list(agents.values()), pairs, drafts, games, seed, book, threads, progress)
    names, total = list(agents), 2 * drafts * games
    met = {(names[i], names[j]): Score.of(total, won) for (i, j), won in zip(pairs, wins, strict=True)}
    return score_table(both_ways(met, names))


def evaluate(
    agent, field, drafts=100, games=1, *, each=False, seed=1, book=None, threads=None, progress=False
) -> Score | pd.DataFrame:
    """Return the Score of an agent against a field of others (or one), in `drafts` x `games` x 2 games against each.

    With `each`, return a DataFrame with a row for each of the field, with the columns of `play`. All other arguments are
    those of `play`. Two agents that are evaluated with the same seed get the same drafts and
    shuffles.

    >>> from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
    >>> from deckspace.agents.locm.uniform import Random
    >>> evaluate(WeakOp(), [Random(), Baseline2()], drafts=50)
    72.5 [65.9, 78.2] in 200 games
    >>> evaluate(WeakOp(), [Random(), Baseline2()], drafts=50, each=True)[["opponent", "score", "games"]]
        opponent  score  games
    0     random   98.0    100
    1  baseline2   47.0    100
    """
    field = field_of(playing(field))
    pairs, total = [(0, other) for other in range(1, len(field) + 1)], 2 * drafts * games
    wins = wins_of([agent, *field.values()], pairs, drafts, games, seed, book, threads, progress)
    if not each:
        return Score.of(total * len(pairs), sum(wins))
    name = names_of([as_agent(agent)])[0]
    return score_table({(name, other): Score.of(total, won) for other, won in zip(field, wins, strict=True)})


def playing(agents):
    """Return one agent or several of a list with genomes as greedy agents, which have names; a dict has its own names."""
    if isinstance(agents, Iterable) and not isinstance(agents, Mapping | str):
        return list(map(as_agent, agents))
    return agents if isinstance(agents, Mapping) else as_agent(agents)


def wins_of(agents, pairs, drafts, games, seed, book, threads, progress):
    """Return the number of games that the first agent of each pair wins."""
    rows = np.concatenate([specs(*pair, drafts, games, seed) for pair in pairs])
    with progress_bar(len(rows), progress) as update:
        results = contest(book_of(book), threads=threads, progress=update)(rows, agents)
    ones = np.repeat([one for one, _ in pairs], len(rows) // len(pairs))
    won = (results["winner"] == 0) == (rows["first"] == ones)
    return won.reshape(len(pairs), -1).sum(axis=1).tolist()


def specs(one, other, drafts, games, seed):
    """Return the GAME_SPEC rows of `drafts` drafts that two agents play on both seats, `games` times each."""
    drafts, games = check_whole("The number of drafts", drafts), check_whole("The number of games", games)
    seed = check_seed(seed)
    rows, seeds = np.zeros((drafts, games, 2), GAME_SPEC), arena.game_seeds(seed, drafts * (1 + games))
    rows["draft"], rows["seed"] = seeds[:drafts, None, None], seeds[drafts:].reshape(drafts, games, 1)
    rows["first"], rows["second"] = (one, other), (other, one)
    return rows.ravel()
