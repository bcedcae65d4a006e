"""Who plays Rogue how well: players of DSA-ME beside each other, with the deck that the networks are trained to play.

Zhang et al. 2022, section A.2, train a network because SabberStone's own heuristics play Rogues badly. Here both
heuristics, the network that the authors published, ours, and the best networks of other trainings play Classic Miracle
Rogue against the six elite decks, all with the same deals.
"""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.beam import Beam
from deckspace.deckbuilding import Evaluator, opponents
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from study import HOME
from study.papers.dsa_me.published_decks import PLAYER
from study.papers.dsa_me.strategy import CARD_SET, DECK, HERO_CLASS, read_strategy

AGGRO, CONTROL, PUBLISHED, OURS = "Aggro", "Control", "published network", "our network"


def players(strategy, trainings):
    """Return {who: agent}: the heuristics, the published network, that of the file `strategy`, and of each training.

    `trainings` are {name: run of elites}, as `trainings()` finds them.
    """
    known = {AGGRO: Beam("aggro"), CONTROL: Beam("control")}
    known |= {PUBLISHED: read_strategy(PLAYER), OURS: read_strategy(strategy)}
    return known | {f"training {name}": read_strategy(path) for name, path in trainings.items()}


def trainings(folder):
    """Return {name: run of elites} of all trainings below the folder of a scale: 1, and repetitions by their seeds."""
    others = sorted((HOME / folder / "trainings").glob("*/elites.parquet"))
    found = {path.parent.name: path.relative_to(HOME).as_posix() for path in others}
    return {"1": f"{folder}/strategy/elites.parquet"} | found


def play_blocks(agent, blocks, games, seed, threads=None):
    """Play Classic Miracle Rogue by an agent against the elite decks; return a row for each block of `games` games.

    Columns: block, health (difference per game), wins (%), turns, hand_size. A block of the same number and seed has
    the same deals, whoever plays. Raises ValueError for fewer than two blocks, or a block without games.
    """
    if blocks < 2 or games < 1:
        raise ValueError(f"It takes two blocks of one game at least, not {blocks} of {games}.")
    evaluate = Evaluator(card_book(CARD_SET), HERO_CLASS, agent, opponents("elite"), games, seed)
    cards = np.sort([evaluate.book.number(card) for card in deck(DECK).cards])
    worth = evaluate(np.tile(cards, (blocks, 1)), threads=threads)
    rows = {"block": np.arange(1, blocks + 1), "health": worth["objective"] / games}
    rows |= {"wins": 100 * worth["wins"] / games} | {name: worth[name] for name in ("turns", "hand_size")}
    return pd.DataFrame(rows)
