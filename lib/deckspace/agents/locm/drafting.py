"""The value of each card in a deck, measured by playing.

Agents that draft at random play each other. A linear regression of the results on the decks estimates how much the win
probability rises with one more copy of a card and one fewer of an average card. Values depend on the rest of the deck,
so this is repeated with drafts around the last estimate.
"""

from dataclasses import replace

import numpy as np

from deckspace import arena
from deckspace.agents.locm.players import GAME_SPEC, entrants, play_games
from deckspace.agents.locm.searching import best_of_offer
from deckspace.compiling import njit
from deckspace.engine.locm.cards import CARDS
from deckspace.engine.locm.rules import offer_cards
from deckspace.engine.locm.state import DECK, new_games
from deckspace.engine.rng import derive

DRAFTERS = 64  # agents that draft differently
SPREAD = 1.0  # of their preferences, in standard deviations of the last estimate


def draft_worths(agent, book, games=60_000, rounds=3, seed=1, worths=None, threads=1):
    """Return the value of each card for a searching `agent`, in wins per hundred games, (161,).

    Each of the `rounds` plays `games` games, the first with drafts around the given `worths`; row 0 stands for no card.
    """
    rng = np.random.default_rng(seed)
    worths = np.zeros(CARDS + 1) if worths is None else worths
    for _ in range(rounds):
        spread = SPREAD * worths[1:].std() or 1.0
        tastes = worths + rng.normal(0, spread, (DRAFTERS, CARDS + 1))
        table = entrants([replace(agent, worths=taste) for taste in tastes], book)
        specs = random_pairs(games, rng)
        results = arena.play(play_games, specs, table, book, threads=threads)
        worths = regress(deck_counts(specs, table, book), results["winner"] == 0)
    return worths


def random_pairs(games, rng):
    """Return games, each between two different random drafters."""
    specs = np.zeros(games, GAME_SPEC)
    specs["draft"], specs["seed"] = rng.integers(2**63, size=(2, games))
    specs["first"] = rng.integers(DRAFTERS, size=games)
    specs["second"] = (specs["first"] + rng.integers(1, DRAFTERS, games)) % DRAFTERS
    return specs


def deck_counts(specs, table, book):
    """Return the copies of each card in the first player's deck minus those in the second's, (games, 161)."""
    counts = np.zeros((len(specs), CARDS + 1), "i1")
    count_decks(specs, table.rows, book, new_games(1)[0], counts)
    return counts


@njit
def count_decks(specs, table, book, game, counts):
    """Repeat the drafts, adding 1 for each card of the first player and subtracting 1 for each of the second."""
    pool, offers = np.zeros(CARDS, np.uint8), np.zeros((DECK, 3), np.uint8)
    for k in range(len(specs)):
        game.rng = derive(specs[k].draft, 0)
        offer_cards(game, book, pool, offers)
        for i in range(DECK):
            counts[k, offers[i, best_of_offer(table[specs[k].first], offers[i])]] += 1
            counts[k, offers[i, best_of_offer(table[specs[k].second], offers[i])]] -= 1


def regress(counts, won):
    """Return the effect of each card on winning, in per cent, with mean 0, by ridge regression."""
    x = np.column_stack([counts[:, 1:], np.ones(len(counts))]).astype("f8")
    ridge = np.eye(x.shape[1])
    ridge[-1, -1] = 0
    effects = np.linalg.solve(x.T @ x + 10 * ridge, x.T @ (100.0 * won))[:-1]
    return np.concatenate([[0.0], effects - effects.mean()])
