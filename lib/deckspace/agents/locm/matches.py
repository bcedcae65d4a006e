"""How well agents play: each against every other, or one against a field. Nobody fills tables of games by hand.

    play([Baseline1(), WeakOp(), Beam(8)], drafts=500, seed=1)
    evaluate(Greedy(Linear(weights)), [WeakOp(), Baseline2()], drafts=100, seed=1)

Every draft is played on both seats, and all pairs of agents meet over the same drafts. Which games these are follows from
the seed alone.
"""

from itertools import combinations

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.locm.contest import as_agent, contest
from deckspace.agents.locm.players import GAME_SPEC, name_of
from deckspace.engine.locm.cards import edition

Z = 1.959964  # of a normal distribution: 95 % lie within so many standard deviations


def play(agents, drafts=100, games=1, seed=0, book=None, **how):
    """Let every agent play every other; return a DataFrame with a row for each ordered pair.

    Its columns: agent, opponent, games, wins (of the agent), share (wins / games), and low and high, the ends of the 95 %
    interval of the share (Wilson's, for games that are independent). `agents` are agents or genomes, which then play
    greedily; each pair plays `drafts` drafts on both seats, `games` times with other shuffles. `book` is a rule book (the
    official one); `how` goes to `arena.play`: threads, client, progress. Raises ValueError for agents of one name, for
    fewer than two, and for numbers below 1.

    >>> from deckspace.agents.locm.baseline2 import WeakOp
    >>> from deckspace.agents.locm.uniform import Random
    >>> table = play([WeakOp(), Random()], drafts=20, seed=1)
    >>> table[["agent", "opponent", "games"]].values.tolist()
    [['weak_op', 'random', 40], ['random', 'weak_op', 40]]
    >>> bool(table.low[0] > 0.8)
    True
    """
    agents = [as_agent(agent) for agent in agents]
    if len(agents) < 2:
        raise ValueError(f"It takes two agents or more to play, not {len(agents)}.")
    pairs = list(combinations(range(len(agents)), 2))
    wins = wins_of(agents, pairs, drafts, games, seed, book, how)
    total = 2 * drafts * games
    rows = [(i, j, won) for (i, j), w in zip(pairs, wins, strict=True) for i, j, won in ((i, j, w), (j, i, total - w))]
    return frame(agents, sorted(rows), total)


def evaluate(agent, field, drafts=100, games=1, seed=0, book=None, **how):
    """Let an agent play everybody of a field; return a DataFrame with a row for each of these.

    Its columns and all arguments are as those of `play`. Which games are played does not depend on the agent, so that two
    of them, evaluated with the same seed, have had the same drafts.

    >>> from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
    >>> from deckspace.agents.locm.genomes import Linear
    >>> genome = Linear([0, 0, 0.2, 0, 0, 0, 0, 0, -0.2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0])
    >>> table = evaluate(genome, [WeakOp(), Baseline2()], drafts=50, seed=1)
    >>> bool(table.share.mean() > 0.6)
    True
    """
    agents = [as_agent(each) for each in (agent, *field)]
    if len(agents) < 2:
        raise ValueError("The field is empty: an agent is evaluated against one opponent or more.")
    pairs = [(0, other) for other in range(1, len(agents))]
    wins = wins_of(agents, pairs, drafts, games, seed, book, how)
    return frame(agents, [(*pair, won) for pair, won in zip(pairs, wins, strict=True)], 2 * drafts * games)


def wins_of(agents, pairs, drafts, games, seed, book, how):
    """Return how many games the first of each pair of agents wins."""
    check(agents, drafts, games)
    rows = np.concatenate([specs(*pair, drafts, games, seed) for pair in pairs])
    results = contest(edition() if book is None else book, **how)(rows, agents)
    won = (results["winner"] == 0) == (rows["first"] == np.repeat([pair[0] for pair in pairs], 2 * drafts * games))
    return won.reshape(len(pairs), -1).sum(axis=1).tolist()


def check(agents, drafts, games):
    """Raise ValueError where agents cannot be told apart, and where there would be nothing to play."""
    names = [name_of(agent) for agent in agents]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"Two agents are called {name!r}: give each a `name` of its own.")
    for what, n in (("drafts", drafts), ("games", games)):
        if not (isinstance(n, (int, np.integer)) and n >= 1):
            raise ValueError(f"The number of {what} is a whole number from 1 on, not {n!r}.")


def specs(one, other, drafts, games, seed):
    """Return the GAME_SPEC rows of `drafts` drafts that two agents play on both seats, `games` times."""
    rows = np.zeros((drafts, games, 2), GAME_SPEC)
    seeds = arena.game_seeds(seed, drafts + rows.size)
    rows["draft"], rows["seed"] = seeds[:drafts, None, None], seeds[drafts:].reshape(rows.shape)
    rows["first"], rows["second"] = (one, other), (other, one)
    return rows.ravel()


def frame(agents, rows, games):
    """Return a table of (agent, opponent, wins) rows, the first two as numbers, with shares and their intervals."""
    names = [name_of(agent) for agent in agents]
    table = pd.DataFrame([(names[i], names[j], games, won) for i, j, won in rows], columns=COLUMNS)
    table["share"] = table.wins / table.games
    table["low"], table["high"] = wilson(table.wins, table.games)
    return table


COLUMNS = ["agent", "opponent", "games", "wins"]


def wilson(wins, games):
    """Return the ends of the 95 % interval of a share of independent games (Wilson 1927)."""
    middle, spread = wins + Z**2 / 2, Z * np.sqrt(wins * (games - wins) / games + Z**2 / 4)
    return (middle - spread) / (games + Z**2), (middle + spread) / (games + Z**2)
