"""Yardsticks: agents of the other papers, which do not change, so that progress is measured on a fixed scale.

    against(policy, game, field(1000), games=1000, seed=1)

Both sides play the same decks, since agents build none (lib/deckspace/learning/hearthstone/decks.py). Agents are fair
unless their names say that they peek: these see hidden cards, as the published programs could.
"""

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

    Decks are drawn for both sides, and the policy moves first in every other game.
    """
    check_even({"games": games})
    decks = deck_records(game, list(given_decks(game).values()))
    rows = []
    for name, agent in agents.items():
        how = dict(places=min(games, 256), seed=seed_of(seed, name))
        results = Match(policy, agent, game, decks, likeliest=likeliest, **how).play(games)
        rows.append((name, games, int((results == 1).sum()), int((results == 0).sum())))
    return pd.DataFrame(rows, columns=["agent", "games", "wins", "draws"])


def scores(table) -> pd.Series:
    """Return the score (%) of each training of each model against each agent: indexed by model, agent, seed."""
    each = table.set_index(["model", "agent", "seed"]).sort_index()
    return (100 * (each.wins + each.draws / 2) / each.games).astype(float)
