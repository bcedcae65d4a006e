"""Yardsticks: agents of the other papers, which do not change, so that progress is measured on a fixed scale.

    against(policy, game, field(1000), games=1000, seed=1)

Agents build no decks, so both sides play given ones (lib/deckspace/learning/hearthstone/decks.py), which change sides
after every game. Agents are fair unless their names say that they peek: these see hidden cards, as the published
programs could.
"""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.alphabeta import AlphaBeta
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.greedy import as_programmed, published
from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.mcts import Mcts
from deckspace.agents.hearthstone.uniform import Random
from deckspace.deckbuilding import seed_of
from deckspace.learning.hearthstone.decks import deck_records, given_decks
from deckspace.learning.hearthstone.matches import Match
from study.experiment import check_even

COLUMNS = "model seed agent games wins draws".split()


def field(positions) -> dict:
    """Return all yardsticks by name; those with a budget may simulate `positions` positions per action."""
    return {
        "random": Random(),
        "lookahead": Lookahead(positions=1),  # one position per action
        "EVA": as_programmed(published(), fair=True),
        "beam Aggro": Beam("aggro", fair=True),
        "beam Control": Beam("control", fair=True),
        "MCTS": Mcts(positions=positions),
        "alpha-beta": AlphaBeta(positions=positions),
        "EVA (peeking)": as_programmed(published()),
        "beam Aggro (peeking)": Beam("aggro"),
        "beam Control (peeking)": Beam("control"),
    }


# --- Games ---------------------------------------------------------------------------------


def against(policy, game, agents, games, seed, likeliest=False) -> pd.DataFrame:
    """Play `games` games against each of these agents, {name: Agent}; return agent, games, wins, draws.

    Each deal of two decks is played twice, and the players exchange their decks and seats in between, so both play the
    same decks equally often. All agents, and all policies, meet the same deals.
    """
    check_even({"games": games})
    decks = deck_records(game, list(given_decks(game).values()))
    first, second = np.random.default_rng(seed).integers(len(decks), size=(2, games // 2))
    pairs = np.stack([first, second, second, first], axis=1).reshape(games, 2)  # the policy's and the agent's
    rows = []
    for name, agent in agents.items():
        how = dict(pairs=pairs, side=np.arange(games) % 2, places=games, seed=seed_of(seed, name))
        results = Match(policy, agent, game, decks, likeliest=likeliest, **how).play(games)
        rows.append((name, games, int((results == 1).sum()), int((results == 0).sum())))
    return pd.DataFrame(rows, columns=["agent", "games", "wins", "draws"])


def scores(table) -> pd.Series:
    """Return the score (%) of each model against each agent, a draw counting half: indexed by model and agent."""
    sums = table.groupby(["model", "agent"])[["games", "wins", "draws"]].sum()
    return (100 * (sums.wins + sums.draws / 2) / sums.games).astype(float)
