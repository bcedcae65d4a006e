"""Fixed yardsticks: a model against agents of the other papers, so that progress is on a scale that does not move.

    against(policy, game, field(1000), games=1000, seed=1)

Both sides play the same decks, since the agents build none: those of data/decks that suit the game, and for a hero
who has none there (in the small game all of them) decks drawn by a fixed rule: DRAWN_DECKS of each hero, of the
candidates as often as a deck may hold them, by numpy's generator with the seed 1.

All are fair but those that are said to peek: these see hidden cards, as every program could whose papers we read.
"""

import zlib

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.greedy import as_programmed, published
from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.mcts import Mcts
from deckspace.agents.hearthstone.uniform import Random
from deckspace.deckbuilding import seed_of_numbers
from deckspace.engine.hearthstone.decks import FOLDER, deck_faults, most_copies, suite, suits_class
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.records import new_records
from deckspace.intervals import Estimate, share
from deckspace.learning.hearthstone.matches import Match

DRAWN_DECKS = 16
COLUMNS = "model seed agent games wins draws".split()


def field(positions) -> dict:
    """Return all yardsticks by name; `positions` is what those with a budget may simulate for each action."""
    fair, peeking = {"fair": True}, {"fair": False}
    return {
        "random": Random(),
        "lookahead": Lookahead(positions=1),  # each action once
        "EVA": as_programmed(published(), fair=True),
        "beam Aggro": Beam("aggro", **fair),
        "beam Control": Beam("control", **fair),
        "MCTS": Mcts(positions=positions),
        "EVA (peeking)": as_programmed(published()),
        "beam Aggro (peeking)": Beam("aggro", **peeking),
        "beam Control (peeking)": Beam("control", **peeking),
    }


# --- Decks ---------------------------------------------------------------------------------


def given_decks(game) -> dict:
    """Return the decks that yardsticks are played with, {name: (hero class, keys)}."""
    known = {} if game.cards is not None or game.picks != 30 else suited(game)
    heroes = {hero for hero, _ in known.values()}
    rng = np.random.default_rng(1)
    for hero in game.heroes:
        drawn = {f"{hero.title()} {i + 1}": (hero, drawn_deck(game, hero, rng)) for i in range(DRAWN_DECKS)}
        known |= {} if hero in heroes else drawn
    return known


def suited(game):
    """Return the decks of data/decks that some hero of a game may play, of cards that it has."""
    table = game.book().table
    decks = [deck for path in sorted(FOLDER.glob("*.json")) for deck in suite(path.stem)]
    fits = [d for d in decks if d.hero_class in game.heroes and not deck_faults(d.cards, d.hero_class, table)]
    return {deck.name: (deck.hero_class, deck.cards) for deck in fits if len(deck.cards) == game.picks}


def drawn_deck(game, hero, rng):
    """Draw a deck of a hero from all copies of a game's candidates that it may hold, in the table's order."""
    table = game.book().table
    cards = [table[key] for key in game.candidates()]
    copies = [card.key for card in cards if suits_class(card, hero) for _ in range(most_copies(card))]
    return tuple(copies[i] for i in sorted(rng.choice(len(copies), game.picks, replace=False)))


def deck_records(game, decks):
    """Return decks, (hero class, keys) each, as records of DECK_LIST_TYPE; the small game's have fewer cards."""
    records = new_records(DECK_LIST_TYPE, len(decks))
    for i, (hero, cards) in enumerate(decks):
        records[i] = deck_list(game.book(), hero, cards, legal=game.picks == 30)
    return records


# --- Games ---------------------------------------------------------------------------------


def against(policy, game, agents, games, seed, likeliest=False) -> pd.DataFrame:
    """Play `games` games against each of these agents, {name: Agent}; return agent, games, wins, draws.

    Decks are drawn for both sides, and the policy moves first in every other game.
    """
    check(games)
    decks = deck_records(game, list(given_decks(game).values()))
    rows = []
    for name, agent in agents.items():
        how = dict(places=min(games, 256), seed=seed_of_numbers(seed, zlib.crc32(name.encode())))
        results = Match(policy, agent, game, decks, likeliest=likeliest, **how).play(games)
        rows.append((name, games, int((results == 1).sum()), int((results == 0).sum())))
    return pd.DataFrame(rows, columns=["agent", "games", "wins", "draws"])


def check(games):
    """Raise ValueError unless this is a number of games of which each side can begin one half."""
    if not isinstance(games, int) or games < 2 or games % 2:
        raise ValueError(f"A model begins half of its games against a yardstick: {games!r} cannot be halved.")


def scores(table) -> pd.Series:
    """Return the score (%) of each training of each model against each agent: indexed by model, agent, seed."""
    each = table.set_index(["model", "agent", "seed"]).sort_index()
    return (100 * (each.wins + each.draws / 2) / each.games).astype(float)


def score(table, model, agent) -> Estimate:
    """Return the score (%) of a model's trainings, all together, against an agent, with the games' interval."""
    rows = table[(table.model == model) & (table.agent == agent)]
    return share((rows.wins + rows.draws / 2).sum(), rows.games.sum())
