"""What evolved agents attack, counted in whole games (García-Sánchez et al. 2020, section 5.2)."""

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.hearthstone.entrants import Player, Seats, entrants
from deckspace.agents.hearthstone.games import SCRATCH_TYPE, ask, begin_game
from deckspace.agents.hearthstone.greedy import WEIGHTS, as_programmed
from deckspace.compiling import njit
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.places import hero_at, side_of
from deckspace.engine.hearthstone.queries import HEROES_BOTH
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import ATTACK
from deckspace.engine.records import new_record
from study.papers.eva.coevolution import games_of
from study.papers.eva.conditions import CARDS

# On the hero or on a minion while the enemy has minions, and any attack while it has none.
COUNTS = ["hero", "minion", "clear"]


def attacks(individuals, games, seed, cards="as run"):
    """Count each individual's attacks by target, in games against the next in the list, with all deck pairs.

    `individuals` is a DataFrame with run, rank and weights. Columns: run, rank, and COUNTS.
    """
    card_set, names = CARDS[cards]
    book, decks, count = card_book(card_set), [deck(name) for name in names], len(individuals)
    players = [
        Player(as_programmed(weights), each.hero_class, each.cards)
        for weights in individuals[list(WEIGHTS)].to_numpy()
        for each in decks
    ]
    one = np.arange(count)
    specs = games_of(one, (one + 1) % count, len(decks), games, np.random.default_rng(seed)).ravel()
    found = arena.play(attacks_in, specs, entrants(players, book), book.record)
    totals = np.zeros((count, len(COUNTS)), int)
    for side, who in enumerate(("first", "second")):
        np.add.at(totals, specs[who] // len(decks), found[:, side])
    return individuals[["run", "rank"]].join(pd.DataFrame(totals, individuals.index, COUNTS))


def attacks_in(games, table, book):
    """Play games (GAME_SPEC) of agents that do not plan; return the COUNTS of both sides, (games, 2, 3)."""
    counts = np.zeros((len(games), 2, len(COUNTS)), "i4")
    seats = Seats(table, book)
    count_all(games, seats.rows, book, new_record(SCRATCH_TYPE), counts)
    return counts


@njit(nogil=True, cache=True)
def count_all(games, seats, book, scratch, counts):
    """Play all `games` one after the other."""
    for k in range(len(games)):
        spec = games[k]
        first, second = seats[spec.first], seats[spec.second]
        begin_game(spec.seed, first, second, book, scratch)
        game, decision = scratch.game, np.int64(0)
        while not game.over:
            side = np.int64(game.active)
            decision += 1
            action = ask(game, book, second if side else first, scratch, decision)
            if action >> 16 == ATTACK:
                counts[k, side, kind_of_attack(game, side, action)] += 1
            act(game, book, scratch.work, action)


@njit
def kind_of_attack(game, side, action):
    """Return which of COUNTS an attack is."""
    rest = np.int64(game.present) & ~HEROES_BOTH
    enemies = False
    for c in range(16):
        enemies |= (rest >> c & 1 == 1) and side_of(c) != side
    if not enemies:
        return 2
    return 0 if action & 31 == hero_at(1 - side) else 1
