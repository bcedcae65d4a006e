"""Agents of Hearthstone in the tests: tables of them with decks, and the games that they play."""

from itertools import cycle

import numpy as np

from deckspace import arena
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.fair import HIDDEN_TYPE, guess
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.positions import copy
from deckspace.engine.hearthstone.state import WORK_TYPE
from deckspace.engine.records import new_record

ELITES = suite("elite")


def seated(book, *agents, decks=ELITES):
    """Return these agents as Entrants; the decks go round."""
    pairs = zip(agents, cycle(decks), strict=False)
    return entrants([Player(agent, deck.hero_class, deck.cards) for agent, deck in pairs], book)


def rows(n, first=0, second=1, seed=3):
    """Return the specifications of n games between rows of a table."""
    specs = np.zeros(n, GAME_SPEC)
    specs["seed"], specs["first"], specs["second"] = arena.game_seeds(seed, n), first, second
    return specs


def guesses(game, book, side, n):
    """Yield n positions that a fair player of this side takes for possible."""
    for seed in range(n):
        other = copy(game)
        other.rng = np.uint64(seed)
        guess(other, book.record, new_record(WORK_TYPE), side, new_record(HIDDEN_TYPE))
        yield other


def results_on_any_number_of_threads(specs, table, book):
    """Play in one thread, and in three threads in the reverse order, which must give the same; return the results."""
    whole = play_games(specs, table, book.record)
    apart = arena.play(play_games, specs[::-1], table, book.record, threads=3)[::-1]
    assert whole.tobytes() == apart.tobytes()
    return whole
