"""Puzzles with a lethal turn: positions in which the player to move can win in this turn, and who finds out how.

    found = collect(policy, game, most=200, seed=1)        # Puzzles from the policy's games against itself
    by_policy(policy, game, found)                          # whether it wins in this turn, with its likeliest decisions
    by_agent(Beam("control", fair=True), game, found)

A brute-force search looks at all orders of all slots of the turn, up to a number of decisions. Lines that depend on
chance are left out: a line ends where anything is drawn at random, and a drawn card is random, too. So does a position
in which the enemy has a Secret, which the player does not know, or dies of fatigue when the turn ends at once. A solver
may take risks; if it wins in this turn by luck, or by the enemy's fatigue after it, that counts. Policies begin without
memory.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
import torch

from deckspace.agents.hearthstone.games import decide, forget_plan, take_action
from deckspace.compiling import njit
from deckspace.engine.records import new_record, new_records
from deckspace.learning.hearthstone.duel import DUEL_TYPE, decide_slot, nth_slot, offer
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.matches import Match, Seat
from deckspace.learning.hearthstone.observation import observe
from deckspace.learning.hearthstone.slots import END_SLOT, SELECT
from study.papers.mastering.deeds import LAB_TYPE, chances, resilience, total_attack, wins_by_ending

DEPTH = 32  # decisions of a line at most
PLACES = 128
GOES_ON, WON, FAILED = range(3)
NO_WIN, UNKNOWN = 0, -1  # in place of the length of a line


class Puzzles(NamedTuple):
    """Positions, each at the beginning of a turn that can win, and what is known of them."""

    duels: np.ndarray  # DUEL_TYPE (n,)
    known: pd.DataFrame  # line: the slots of the line that was found; plain: whether free attacks alone win
    turns: int  # turns that were searched
    unknown: int  # those of them in which the limit was reached before a win was found


# --- Finding -------------------------------------------------------------------------------


def collect(policy, game, most, seed, limit=3000, games=2000) -> Puzzles:
    """Return up to `most` puzzles from a policy's games against itself; a search tries `limit` decisions at most."""
    match = Sifted(policy, game, min(games, PLACES), seed, limit)
    played = 0
    while played < games and len(match.found) < most:
        ended, _ = match.step(np.arange(match.duels.n))
        played += ended.sum()
    duels = new_records(DUEL_TYPE, min(most, len(match.found)))
    for i in range(len(duels)):
        duels[i] = match.found[i][0][0]
    known = pd.DataFrame([each[1:] for each in match.found[: len(duels)]], columns=["line", "plain"]).astype(
        {"plain": bool}
    )
    return Puzzles(duels, known, match.turns, match.unknown)


class Sifted(Match):
    """A match of a policy against itself that keeps the positions of turns that can win: `found`."""

    def __init__(self, policy, game, places, seed, limit):
        super().__init__(policy, policy, game, places=places, seed=seed)
        self.last, self.found, self.turns, self.unknown = np.zeros(places, int), [], 0, 0
        slots = self.duels.slots
        self.stack, self.masks = new_records(DUEL_TYPE, DEPTH + 1), np.zeros((DEPTH + 1, slots), bool)
        self.lab, self.limit, self.path = new_record(LAB_TYPE), limit, np.zeros(DEPTH, int)

    def step(self, rows):
        """Search where a turn begins, then take a decision in each of these games."""
        turn = np.where(self.duels.duels.stage == SELECT, self.duels.duels.game.turn, 0)
        begins = np.flatnonzero((turn != self.last) & (turn > 0))
        self.last = np.where(turn > 0, turn, self.last)
        for row in begins:
            self.sift(row)
        ended, result = super().step(rows)
        self.last[ended] = 0
        return ended, result

    def sift(self, row):
        """Search a turn, and keep its position if it can win."""
        duels = self.duels
        how = (self.stack, self.masks, duels.rules, duels.book.record, duels.scratch, self.limit)
        line = search(duels.duels, row, *how, self.path, self.lab)
        self.turns += 1
        self.unknown += line == UNKNOWN
        if line > NO_WIN:
            plain = wins_plainly(duels.duels, row, duels.book.record, self.lab)
            path = self.path[:line].tolist()
            self.found.append((duels.duels[row : row + 1].copy(), path, bool(plain)))


@njit(nogil=True, cache=True)
def search(duels, row, stack, masks, rules, book, scratch, limit, path, lab):
    """Return the length of a line that surely wins in this turn, NO_WIN, or UNKNOWN after `limit` decisions.

    `stack` (DUEL_TYPE) and `masks` (slots) have DEPTH + 1 rows, one for each decision of a line, whose slots are
    written into `path` (DEPTH,).
    """
    stack[0] = duels[row]
    me = np.int64(stack[0].game.active)
    if stack[0].game.players[1 - me].secret_count or wins_by_ending(stack[0].game, book, lab):
        return NO_WIN
    tried = np.zeros(DEPTH + 1, np.int64)  # the next slot
    offer(stack[0], rules, book, scratch.work, masks[0])
    level, nodes = 0, 0
    while level >= 0:
        slot = next_slot(masks[level], tried[level])
        tried[level] = slot + 1
        if slot < 0:
            level -= 1
            continue
        if nodes == limit:
            return UNKNOWN
        nodes += 1
        stack[level + 1] = stack[level]
        child = stack[level + 1]
        scratch.work.random = 0
        decide_slot(child, slot, rules, book, scratch)
        drew = child.game.players[me].deck_size != stack[level].game.players[me].deck_size
        if scratch.work.random or drew:
            continue
        if child.game.over:
            if child.game.winner == me:
                path[: level + 1] = tried[: level + 1] - 1
                return level + 1
        elif level + 1 < DEPTH:
            level += 1
            tried[level] = 0
            offer(child, rules, book, scratch.work, masks[level])
    return NO_WIN


@njit
def next_slot(mask, begin):
    """Return the first legal slot from `begin` on that does not end the turn, -1 if there is none."""
    for slot in range(begin, len(mask)):
        if mask[slot] and slot != END_SLOT:
            return slot
    return -1


@njit(nogil=True, cache=True)
def wins_plainly(duels, row, book, lab):
    """Tell whether attacks on the enemy hero that are possible now are enough to win."""
    game = duels[row].game
    attackers, _ = chances(game, book, lab)
    return total_attack(game, attackers) >= resilience(game, 1 - np.int64(game.active))


# --- Solving -------------------------------------------------------------------------------


@torch.inference_mode()
def by_policy(policy, game, puzzles) -> np.ndarray:
    """Return which puzzles (n,) bool a policy solves with its likeliest decisions."""
    if not len(puzzles.duels):
        return np.zeros(0, bool)
    duels, state = placed(game, puzzles), np.full(len(puzzles.duels), GOES_ON)
    seat = Seat(policy, duels.n, duels.book.record)
    common = (duels.rules, duels.book.record, duels.scratch, duels.mask, duels.cards, duels.figures)
    while (state == GOES_ON).any():
        rows = np.flatnonzero(state == GOES_ON)
        slots = seat.choose(duels, rows, likeliest=True)
        follow(duels.duels, rows, slots, *common, state)
    return state == WON


def placed(game, puzzles):
    """Return Duels that wait for the first decision of each puzzle."""
    duels = Duels(game, len(puzzles.duels), seed=1)
    duels.duels[:], duels.seat[:] = puzzles.duels, puzzles.duels.seat
    offer_all(
        duels.duels, duels.rules, duels.book.record, duels.scratch, duels.mask, duels.cards, duels.figures
    )
    return duels


def by_agent(agent, game, puzzles) -> np.ndarray:
    """Return which puzzles (n,) bool a compiled agent solves."""
    book, state = game.book().record, np.full(len(puzzles.duels), GOES_ON)
    seat = Seat(agent, 1, book)  # its memory must outlive the call
    answer_all(puzzles.duels.copy(), *seat.agent, book, state)
    return state == WON


@njit(nogil=True, cache=True)
def offer_all(duels, rules, book, scratch, mask, cards, figures):
    """Write the legal slots and the observations of these positions."""
    for k in range(len(duels)):
        mask[k] = False
        offer(duels[k], rules, book, scratch.work, mask[k])
        observe(duels[k], book, scratch.work, cards[k], figures[k])


@njit(nogil=True, cache=True)
def follow(duels, rows, slots, rules, book, scratch, mask, cards, figures, state):
    """Take a slot in some positions, and all decisions after it with a single legal slot, until the turn is over."""
    for i in range(len(rows)):
        k = rows[i]
        duel, slot = duels[k], np.int64(slots[i])
        me = np.int64(duel.game.active)
        while state[k] == GOES_ON:
            ends = duel.stage == SELECT and slot == END_SLOT
            decide_slot(duel, slot, rules, book, scratch)
            if duel.game.over or ends:
                state[k] = WON if duel.game.over and duel.game.winner == me else FAILED
            elif offer(duel, rules, book, scratch.work, mask[k]) > 1:
                break
            slot = np.int64(nth_slot(mask[k], 0))
        if state[k] == GOES_ON:
            observe(duel, book, scratch.work, cards[k], figures[k])


@njit(nogil=True, cache=True)
def answer_all(duels, agent, mind, took, book, state):
    """Let a compiled agent play its turn in all positions."""
    for k in range(len(duels)):
        game = duels[k].game
        side = np.int64(game.active)
        forget_plan(mind)
        took.plans = np.int64(game.turn) << 8
        while not game.over and game.active == side:
            take_action(game, book, decide(game, book, agent, mind, took), mind, took)
        state[k] = WON if game.over and game.winner == side else FAILED
