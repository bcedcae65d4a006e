"""How well the players of DSA-ME play Rogue, all with the deck that the networks are trained to play.

Zhang et al. 2022, section A.2, train a network because SabberStone's own heuristics play Rogues badly. Here
both heuristics, the network that the authors published, ours, and the best networks of all our trainings play
Classic Miracle Rogue against the six elite decks, all with the same deals.
"""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.beam import Beam
from deckspace.engine.hearthstone.decks import deck
from study.papers.dsa_me.published_decks import PLAYER
from study.papers.dsa_me.rules import DECK, evaluator
from study.papers.dsa_me.strategy import read_strategy, trained

AGGRO, CONTROL, PUBLISHED, OURS = "Aggro", "Control", "published network", "our network"


def players(strategy, trainings):
    """Return {name: agent}: the heuristics, the published network, that of `strategy`, each training's.

    `trainings` is the run file with the elites of notebooks/30_dsa_me_strategy.ipynb.
    """
    known = {AGGRO: Beam("aggro"), CONTROL: Beam("control")}
    known |= {PUBLISHED: read_strategy(PLAYER), OURS: read_strategy(strategy)}
    return known | {f"training {seed}": agent for seed, agent in trained(trainings).items()}


def play_blocks(agent, blocks, games, seed, threads=None):
    """Let an agent play Classic Miracle Rogue against the elite decks; return a row per block of games.

    Columns: block, health (difference per game), wins (%), turns, hand_size. Blocks of the same number and
    seed have the same deals for every agent. Raises ValueError for fewer than two blocks or no games.
    """
    if blocks < 2:
        raise ValueError(f"An interval takes at least two blocks of games, not {blocks}.")
    evaluate = evaluator(agent, games, seed)
    cards = np.sort([evaluate.book.number(card) for card in deck(DECK).cards])
    worth = evaluate(np.tile(cards, (blocks, 1)), threads=threads)
    rows = {"block": np.arange(1, blocks + 1), "health": worth["objective"] / games}
    rows |= {"wins": 100 * worth["wins"] / games} | {name: worth[name] for name in ("turns", "hand_size")}
    return pd.DataFrame(rows)
