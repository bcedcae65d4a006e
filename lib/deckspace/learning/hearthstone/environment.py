"""Thousands of parallel duels for learners, with one decision per step in each of them.

    duels = Duels(big_game(), n=1024, seed=1)
    while learning:
        slots = policy(duels.cards, duels.figures, duels.mask)      # one legal slot per game
        duels.step(slots)
        duels.seat, duels.ended, duels.result                        # who decides next; results of ended games

All arrays are allocated once and written in place. When a game ends, the next one begins at the same place, and the
observation belongs to the new game. The seed decides everything except the decisions, and the games at a place do not
depend on the number of places. Neither side sees the other's hidden cards, except with `reveal` (for c5).
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE
from deckspace.engine.records import new_record, new_records
from deckspace.engine.rng import below, derive
from deckspace.learning.hearthstone.duel import DUEL_SCRATCH, DUEL_TYPE, advance, begin_duel, nth_slot, settle
from deckspace.learning.hearthstone.observation import CARD_COUNT, FIGURE_COUNT, observe
from deckspace.learning.hearthstone.slots import BATTLE_SLOTS
from deckspace.learning.legal import check_slots


class Duels:
    """`n` parallel games.

    If `decks` (DECK_LIST_TYPE, shape (m,)) are given, each side gets one at random; otherwise decks are built. Steps are
    shared by `threads`, which changes no game. `pinned` arrays can be copied to a GPU while other work goes on.

        mask     (n, 39 + candidates + heroes) bool   the legal slots (slots.py)
        cards    (n, CARD_COUNT) int16       the numbers of visible cards (observation.py)
        figures  (n, FIGURE_COUNT) int8      the numbers beside them
        seat     (n,) uint8                  the side that decides; side 0 moves first in battle
        ended    (n,) bool                   whether the last step ended a game
        result   (n,) int8                   its result for side 0: 1, -1 or 0
    """

    least = 0  # of the numbers of cards

    def __init__(self, game, n, seed, decks=None, threads=1, pinned=False):
        if n < 1:
            raise ValueError(f"The number of games must be at least 1, not {n}.")
        self.game, self.n = game, n
        self.book, self.rules = game.book(), game.record()
        self.given = new_records(DECK_LIST_TYPE, 0) if decks is None else decks
        self.scratch, self.duels = new_record(DUEL_SCRATCH), new_records(DUEL_TYPE, n)
        self.slots = BATTLE_SLOTS + int(self.rules.candidate_count) + len(game.heroes)
        new = pinned_zeros if pinned else np.zeros
        self.mask, self.cards = new((n, self.slots), bool), new((n, CARD_COUNT), np.int16)
        self.figures = new((n, FIGURE_COUNT), np.int8)
        self.seat, self.ended, self.result = np.zeros(n, "u1"), np.zeros(n, bool), np.zeros(n, "i1")
        self.views = self.mask, self.cards, self.figures, self.seat, self.ended, self.result
        self.reseed(seed)
        edges = np.linspace(0, n, threads + 1).astype(int)
        self.parts = [(slice(a, b), new_record(DUEL_SCRATCH)) for a, b in zip(edges, edges[1:], strict=False)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def reseed(self, seed):
        """Begin new games everywhere, which draw chance from this seed."""
        self.duels[:] = new_records(DUEL_TYPE, self.n)
        self.duels.seed = [derive(np.uint64(seed), np.int64(k)) for k in range(self.n)]
        begin_all(self.duels, self.rules, self.given, self.book.record, self.scratch, *self.views)

    def step(self, slots):
        """Take a slot in every game. Raises ValueError for an illegal slot, before anything is done."""
        self.in_parts(self.step_part, check_slots(self.mask, slots))

    def step_part(self, slots, rows, scratch):
        views = (each[rows] for each in self.views)
        step_all(self.duels[rows], slots[rows], self.rules, self.given, self.book.record, scratch, *views)

    def reveal(self, games, sees):
        """Reveal the opponent's first `sees` (k, 2) picks to both sides of the current games at these places."""
        games = np.ascontiguousarray(games, np.int64)
        self.duels["sees"][games] = sees
        observe_some(self.duels, games, self.book.record, self.scratch, self.cards, self.figures)

    def state(self):
        """Return the state of all games and observations."""
        return [each.copy() for each in (self.duels, *self.views)]

    def restore(self, state):
        """Continue from a `state`."""
        for mine, kept in zip((self.duels, *self.views), state, strict=True):
            mine[:] = kept

    def step_at_random(self, steps):
        """Take random legal slots, `steps` times in each game; return the number of games that ended."""
        return sum(self.in_parts(self.random_part, steps))

    def random_part(self, steps, rows, scratch):
        views = (each[rows] for each in self.views)
        return random_steps(
            self.duels[rows], steps, self.rules, self.given, self.book.record, scratch, *views
        )

    def in_parts(self, work, given):
        """Do work(given, rows, working space) for all games, shared by the threads; return the results."""
        if self.pool is None:
            return [work(given, slice(None), self.scratch)]
        return list(self.pool.map(work, repeat(given), *zip(*self.parts, strict=True)))


def pinned_zeros(shape, kind):
    """Return zeros in memory that a GPU can read by itself."""
    import torch  # which games without a learner do not need

    return torch.zeros(shape, dtype=torch.from_numpy(np.zeros(0, kind)).dtype, pin_memory=True).numpy()


@njit(nogil=True, cache=True)
def begin_all(duels, rules, given, book, scratch, mask, cards, figures, seat, ended, result):
    """Begin all games, and advance each to its first decision."""
    for k in range(len(duels)):
        begin_duel(duels[k], rules, given, book, scratch)
        settle(duels[k], rules, given, book, scratch, mask[k])
        seat[k] = duels[k].seat
        observe(duels[k], book, scratch.work, cards[k], figures[k])


@njit(nogil=True, cache=True)
def step_all(duels, slots, rules, given, book, scratch, mask, cards, figures, seat, ended, result):
    """Take one slot in each game."""
    for k in range(len(duels)):
        ended[k], result[k] = advance(duels[k], slots[k], rules, given, book, scratch, mask[k])
        seat[k] = duels[k].seat
        observe(duels[k], book, scratch.work, cards[k], figures[k])


@njit(nogil=True, cache=True)
def random_steps(duels, steps, rules, given, book, scratch, mask, cards, figures, seat, ended, result):
    """Take random legal slots; the same work as `steps` calls of step_all."""
    games = 0
    for _ in range(steps):
        for k in range(len(duels)):
            duel = duels[k]
            slot = nth_slot(mask[k], below(duel, count(mask[k])))
            ended[k], result[k] = advance(duel, slot, rules, given, book, scratch, mask[k])
            seat[k] = duel.seat
            observe(duel, book, scratch.work, cards[k], figures[k])
            games += ended[k]
    return games


@njit(nogil=True, cache=True)
def observe_some(duels, games, book, scratch, cards, figures):
    """Update the observations of some games."""
    for k in games:
        observe(duels[k], book, scratch.work, cards[k], figures[k])


@njit
def count(mask):
    """Return the number of legal slots."""
    found = 0
    for slot in range(len(mask)):
        found += mask[slot]
    return found
