"""The strength of a player with given decks: every pair of decks, on both seats, against each agent of the other papers.

games = against(policy, game, {"random": Random()}, decks_of("starter", game), games=2000, seed=1)
points(games)                   # by agent, with intervals
by_decks(games, "random")       # rows: decks of the player; columns: decks of the agent
"""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from deckspace.deckbuilding import seed_of
from deckspace.engine.hearthstone.decks import suite
from deckspace.intervals import share
from deckspace.learning.hearthstone.decks import deck_records
from deckspace.learning.hearthstone.matches import Match
from study.figures import COLOURS
from study.pipeline.runs import write_table

# Suites of decks: those of the training, and decks that it has never seen.
KNOWN, STRANGE = "starter", "elite"
# The agents of the curve and their colours.
FAIR = {"random": "grey", "lookahead": "green", "EVA": "orange", "beam Control": "blue"}


def decks_of(name, game) -> dict:
    """Return the decks of a suite that a game's heroes may play: {name: (hero class, keys)}."""
    return {one.name: (one.hero_class, one.cards) for one in suite(name) if one.hero_class in game.heroes}


def least(decks, theirs=None):
    """Return the smallest number of games: each pair of decks once on each seat."""
    return 2 * len(decks) * len(theirs or decks)


def against(policy, game, agents, decks, games, seed, theirs=None) -> pd.DataFrame:
    """Play at least `games` games against each of `agents` ({name: Agent}), equally many for each pair of decks and seat.

    Both sides have the same `decks`, {name: (hero class, keys)}, unless the agents have `theirs`. The policy takes its
    likeliest decisions, as in the league. Returns a row for each game: agent, deck (of the player), other (of the
    agent), result (1, 0 or -1 for the player). Raises ValueError if there are fewer games than pairs and seats.
    """
    if games < least(decks, theirs):
        least_games = least(decks, theirs)
        raise ValueError(f"With {len(decks)} decks at least {least_games} games are needed, not {games}.")
    every = decks if theirs is None else decks | theirs
    records, names = deck_records(game, list(every.values())), np.array(list(every))
    others = range(len(decks)) if theirs is None else [list(every).index(name) for name in theirs]
    ways = np.array(list(itertools.product(range(len(decks)), others, (0, 1))))
    ways = np.tile(ways, (-(-games // len(ways)), 1))
    pairs, side = ways[:, :2], ways[:, 2]
    tables = []
    for name, agent in agents.items():
        how = dict(pairs=pairs, side=side, places=len(ways), seed=seed_of(seed, name), likeliest=True)
        results = Match(policy, agent, game, records, **how).play(len(ways))
        columns = {"agent": name, "deck": names[pairs[:, 0]], "other": names[pairs[:, 1]], "result": results}
        tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True)


def points(games) -> pd.DataFrame:
    """Return the points (%) against each agent, where a draw counts half: points, low, high, games."""
    rows = {}
    for name, results in games.groupby("agent", sort=False).result:
        each = share((results + 1).sum() / 2, len(results))
        rows[name] = {"points": each.value, "low": each.low, "high": each.high, "games": each.n}
    return pd.DataFrame(rows).T.astype({"games": int}).rename_axis("agent")


def by_decks(games, agent) -> pd.DataFrame:
    """Return the points (%) against an agent: rows are decks of the player, columns decks of the agent."""
    chosen = games[games.agent == agent]
    return 50 * (chosen.pivot_table("result", "deck", "other", sort=False) + 1)


def cost(run) -> pd.Series:
    """Return the cost of a training, from its record."""
    made = {name: run[name] for name in ("samples", "updates", "games", "parameters_of_network")}
    made |= {"processor minutes": round(run["made"]["cpu_seconds"] / 60)}
    return pd.Series(made | {"share of them spent learning (%)": round(100 * run["learning_share"])})


def keep(table, path) -> pd.DataFrame:
    """Write a table as CSV, and return it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_table(table, path)
    return table


def curve_figure(curve):
    """Points against fair agents (%) over samples during training."""
    figure, ax = plt.subplots(figsize=(7.5, 4.2))
    for name in FAIR:
        if name in curve:
            rows = curve.dropna(subset=[name])
            ax.plot(rows.samples / 1e6, 100 * rows[name], marker=".", color=COLOURS[FAIR[name]], label=name)
    ax.axhline(50, color=COLOURS["grey"], lw=1, ls=":")
    ax.set(xlabel="samples (million)", ylabel="points against the agent (%)", ylim=(0, 101))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure
