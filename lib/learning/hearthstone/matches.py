"""Games between a policy and somebody else: another policy, or an agent of the other papers, with given decks.

    results = against(policy, Beam("control", fair=True), game, decks, games=2000, seed=1)
    results.mean()                # of 1, 0.5 and 0 for the policy: won, drawn, lost

The policy sits on either side in turns. Policies draw their decisions, or take the likeliest one (`likeliest`).
"""

import numpy as np
import torch
from numba import njit

from lib.agents.hearthstone.entrants import ENTRANT_TYPE, write_agent
from lib.agents.hearthstone.games import SCRATCH_TYPE, SIDE_TYPE, decide, take_action
from lib.engine.records import new_record
from lib.learning.hearthstone.duel import advance, settle
from lib.learning.hearthstone.environment import Duels
from lib.learning.hearthstone.observation import observe


def drawn(log_probabilities):
    """Draw a slot from each row."""
    return (log_probabilities - torch.empty_like(log_probabilities).exponential_().log_()).argmax(1)


def score(results):
    """Return the share of points: a draw counts half."""
    return (np.asarray(results).mean() + 1) / 2


class Match:
    """Games of a policy against `other`, a policy too or an agent (lib/agents/hearthstone).

    Game k has the policy on side k % 2. `play(n)` returns the results of n games, 1, 0 or -1 for the policy: as many
    from every place, its first ones, so that short games count no more often than long ones.
    """

    def __init__(self, policy, other, game, decks=None, places=512, seed=1, likeliest=False):
        self.policy, self.other, self.likeliest = policy, other, likeliest
        self.duels = Duels(game, places, seed, decks)
        self.side = (np.arange(places) % 2).astype("u1")
        self.compiled = not isinstance(other, torch.nn.Module)
        if self.compiled:
            if decks is None:
                raise ValueError("Agents of other papers build no decks: give both sides decks to play with.")
            self.entrant, self.took = new_record(ENTRANT_TYPE), new_record(SIDE_TYPE)
            self.mind = new_record(SCRATCH_TYPE)
            write_agent(self.entrant, other)

    def play(self, n):
        """Play on until every place has had its share of n games; return the results for the policy, (n,)."""
        places = self.duels.n
        share = np.full(places, n // places) + (np.arange(places) < n % places)
        results, done = [], np.zeros(places, int)
        while (done < share).any():
            ended, result = self.step(np.flatnonzero(done < share))
            for row in np.flatnonzero(ended & (done < share)):
                results.append(int(result[row]) * (1 - 2 * int(self.side[row])))
            done += ended
        return np.array(results)

    @torch.no_grad()
    def step(self, rows):
        """Take a decision in each of these games; return which ended, and the results for side 0."""
        duels = self.duels
        ended, result = np.zeros(duels.n, bool), np.zeros(duels.n, "i1")
        ours = rows[duels.seat[rows] == self.side[rows]]
        theirs = rows[duels.seat[rows] != self.side[rows]]
        slots = np.zeros(duels.n, "i8")
        slots[ours] = self.choose(self.policy, ours)
        if not self.compiled:
            slots[theirs] = self.choose(self.other, theirs)
            ours, theirs = rows, theirs[:0]
        known = duels.rules, duels.given, duels.book.record, duels.scratch
        views = duels.mask, duels.cards, duels.figures, duels.seat
        step_rows(duels.duels, ours, slots, *known, *views, ended, result)
        if len(theirs):
            answer(duels.duels, theirs, self.entrant, self.mind, self.took, *known, *views, ended, result)
        return ended, result

    def choose(self, policy, rows):
        """Return a slot for each of these games."""
        if not len(rows):
            return rows
        duels = self.duels
        seen = (torch.from_numpy(each[rows]) for each in (duels.cards, duels.figures, duels.mask))
        chances = policy(*seen)[0]
        return (chances.argmax(1) if self.likeliest else drawn(chances)).numpy()


@njit(nogil=True, cache=True)
def step_rows(duels, rows, slots, rules, given, book, scratch, mask, cards, figures, seat, ended, result):
    """Take one slot in some games."""
    for i in range(len(rows)):
        k = rows[i]
        ended[k], result[k] = advance(duels[k], slots[k], rules, given, book, scratch, mask[k])
        seat[k] = duels[k].seat
        observe(duels[k], book, scratch.work, cards[k], figures[k])


@njit(nogil=True, cache=True)
def answer(
    duels, rows, entrant, mind, took, rules, given, book, scratch, mask, cards, figures, seat, ended, result
):
    """Let a compiled agent play its whole turn in some games."""
    for i in range(len(rows)):
        k = rows[i]
        duel = duels[k]
        game, side = duel.game, np.int64(duel.seat)
        mind.search.length = mind.next = 0
        while not game.over and game.active == side:
            take_action(game, book, entrant, decide(game, book, entrant, mind, took), mind, took)
        ended[k], result[k] = settle(duel, rules, given, book, scratch, mask[k])
        seat[k] = duel.seat
        observe(duel, book, scratch.work, cards[k], figures[k])
