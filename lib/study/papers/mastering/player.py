"""How strong is a player with given decks: every pair of decks, from both seats, against each agent of the other papers.

games = against(policy, game, {"random": Random()}, decks_of("starter", game), games=2000, seed=1)
points(games)                   # by agent, with intervals
by_decks(games, "random")       # rows: the player's decks; columns: the agent's
"""

import itertools
import zlib

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch

from deckspace.deckbuilding import seed_of_numbers
from deckspace.engine.hearthstone.decks import suite
from deckspace.intervals import share
from deckspace.learning.hearthstone.decks import deck_records
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.matches import Match
from deckspace.learning.hearthstone.observation import CHOSEN_SLOT, F_GAME, STAGE
from deckspace.learning.hearthstone.slots import (
    ATTACKER_SLOT,
    END_SLOT,
    ENEMY_HERO_SLOT,
    HERO_SLOT,
    SELECT,
    TARGET,
)
from study.figures import COLOURS
from study.pipeline.runs import write_table

KNOWN, STRANGE = (
    "starter",
    "elite",
)  # files of data/decks: what it learns with, and decks that it has never seen
FAIR = {"random": "grey", "lookahead": "green", "EVA": "orange", "beam Control": "blue"}  # those of the curve


def decks_of(name, game) -> dict:
    """Return the decks of a file of data/decks that a game's heroes may play: {name: (hero class, keys)}."""
    return {
        deck.name: (deck.hero_class, deck.cards) for deck in suite(name) if deck.hero_class in game.heroes
    }


def least(decks, theirs=None):
    """Return the least number of games: each pair of decks once on each seat."""
    return 2 * len(decks) * len(theirs or decks)


def against(policy, game, agents, decks, games, seed, theirs=None) -> pd.DataFrame:
    """Play at least `games` games against each of `agents` ({name: Agent}), as many with each pair of decks on each seat.

    Both sides have the same `decks`, {name: (hero class, keys)}, unless `theirs` are those of the agents. Returns a row
    for each game: agent, deck (the player's), other (the agent's), result (1, 0 or -1 for the player). Raises
    ValueError for fewer games than there are pairs and seats.
    """
    if games < least(decks, theirs):
        raise ValueError(
            f"With {len(decks)} decks at least {least(decks, theirs)} games are played, not {games}."
        )
    every = decks if theirs is None else decks | theirs
    records, names = deck_records(game, list(every.values())), np.array(list(every))
    others = range(len(decks)) if theirs is None else [list(every).index(name) for name in theirs]
    ways = np.array(list(itertools.product(range(len(decks)), others, (0, 1))))
    ways = np.tile(ways, (-(-games // len(ways)), 1))
    pairs, side = ways[:, :2], ways[:, 2]
    tables = []
    for name, agent in agents.items():
        how = dict(
            pairs=pairs, side=side, places=len(ways), seed=seed_of_numbers(seed, zlib.crc32(name.encode()))
        )
        results = Match(policy, agent, game, records, **how).play(len(ways))
        columns = {"agent": name, "deck": names[pairs[:, 0]], "other": names[pairs[:, 1]], "result": results}
        tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True)


def points(games) -> pd.DataFrame:
    """Return the points (%) against each agent, a draw counting half: points, low, high, games, in their order."""
    rows = {}
    for name, results in games.groupby("agent", sort=False).result:
        each = share((results + 1).sum() / 2, len(results))
        rows[name] = {"points": each.value, "low": each.low, "high": each.high, "games": each.n}
    return pd.DataFrame(rows).T.astype({"games": int})


def by_decks(games, agent) -> pd.DataFrame:
    """Return the points (%) against an agent: rows are the player's decks, columns the agent's."""
    chosen = games[games.agent == agent]
    return 50 * (chosen.pivot_table("result", "deck", "other", sort=False) + 1)


@torch.inference_mode()
def habits(policy, game, decks, steps, seed, places=128) -> pd.Series:
    """Play a policy without memory against itself and return what it does with its attacks: counts, of decisions.

    `free` attacks are those that may go to the enemy's hero; `at_hero` of them do. `ends` are turns that it ends
    although something else could be done, `idle` those of them with an attack left. Raises ValueError for a policy
    with an LSTM, whose state is not kept from step to step here.
    """
    if policy.memory:
        raise ValueError(
            "Habits are counted of policies without memory, and this one has an LSTM: play it in a Match, which keeps its state."
        )
    duels = Duels(game, places, seed, deck_records(game, list(decks.values())))
    memory, chance = policy.initial(places), torch.Generator().manual_seed(seed)
    counts = pd.Series(0, index=["free", "at_hero", "ends", "idle"])
    for _ in range(steps):
        seen = {"cards": torch.from_numpy(duels.cards), "figures": torch.from_numpy(duels.figures)}
        logits, _, _ = policy(seen, memory)
        shares = torch.softmax(logits.masked_fill(~torch.from_numpy(duels.mask), -torch.inf), 1)
        slots = torch.multinomial(shares, 1, generator=chance)[:, 0].numpy()
        counts += noted(duels, slots)
        duels.step(slots)
    return counts


def noted(duels, slots):
    """Count free attacks, those at the hero, ended turns, and those with an attack left, in one step of all duels."""
    stage, chosen = (duels.figures[:, F_GAME + each] for each in (STAGE, CHOSEN_SLOT))
    attacks = (stage == TARGET) & (chosen >= ATTACKER_SLOT) & (chosen <= HERO_SLOT)
    free = attacks & duels.mask[:, ENEMY_HERO_SLOT]
    ends = (stage == SELECT) & (slots == END_SLOT)
    left = duels.mask[:, ATTACKER_SLOT : HERO_SLOT + 1].any(1)
    return [each.sum() for each in (free, free & (slots == ENEMY_HERO_SLOT), ends, ends & left)]


def cost(run) -> pd.Series:
    """Return what a training has taken, by the record of its curve."""
    made = {name: run[name] for name in ("samples", "updates", "games", "parameters_of_network")}
    made |= {"processor minutes": round(run["made"]["cpu_seconds"] / 60)}
    return pd.Series(made | {"share of them spent learning (%)": round(100 * run["learning_share"])})


def keep(table, path) -> pd.DataFrame:
    """Write a table as CSV, and return it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_table(table, path)
    return table


def curve_figure(curve):
    """Points against fair agents (%) over samples: what training noted on its way, and where a second lesson begins."""
    figure, ax = plt.subplots(figsize=(7.5, 4.2))
    for name in FAIR:
        if name in curve:
            rows = curve.dropna(subset=[name])
            ax.plot(rows.samples / 1e6, 100 * rows[name], marker=".", color=COLOURS[FAIR[name]], label=name)
    ax.axhline(50, color=COLOURS["grey"], lw=1, ls=":")
    if "lesson" in curve:
        ax.axvline(curve.samples[curve.lesson == 1].max() / 1e6, color=COLOURS["grey"], lw=1)
    ax.set(xlabel="samples (million)", ylabel="points against the agent (%)", ylim=(0, 101))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure
