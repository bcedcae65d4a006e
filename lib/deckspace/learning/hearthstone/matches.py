"""Games between any two players: policies, and agents of the other papers.

    results = Match(policy, other_policy, game, seed=1).play(2000)      # both build their decks
    results = Match(policy, Beam("control", fair=True), game, decks, seed=1).play(2000)
    score(results)                # results are 1, 0 and -1: won, drawn and lost by the first player

Players alternate sides, or sit as `side` says; heroes and decks are drawn, or chosen for each place. Policies sample
their decisions, or take the likeliest one (`likeliest`; the paper does not say which, and the difference in win rates is
some points). Samples depend only on the game's seed and the number of the decision, not on other games. A policy with
an LSTM keeps a state per seat through a game.
"""

from typing import NamedTuple

import numpy as np
import torch

from deckspace.agents.hearthstone.entrants import seat_of
from deckspace.agents.hearthstone.games import SCRATCH_TYPE, SIDE_TYPE, decide, forget_plan, take_action
from deckspace.agents.hearthstone.outside import Outside
from deckspace.compiling import njit
from deckspace.engine.records import new_record
from deckspace.engine.rng import below, derive
from deckspace.learning.hearthstone.duel import advance, begin_battle, hero_of_deck, settle, take_hero
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.observation import observe
from deckspace.learning.hearthstone.slots import BUILD, PICK, SELECT
from deckspace.learning.losses import masked_log_probabilities

LUCK = np.uint64(2)  # the random stream of decisions below a place's seed
DRAWN = -1  # in place of a hero, a deck, or a number of visible cards: drawn for each game


class Ends(NamedTuple):
    """The results of games, by place: arrays of the same length."""

    place: np.ndarray
    result: np.ndarray  # for player `one`: 1, 0 or -1
    sees: np.ndarray  # how many of the opponent's picks `one` could see


def score(results):
    """Return the mean score, where a draw counts half."""
    return (np.asarray(results).mean() + 1) / 2


def is_policy(player):
    """Tell whether a player is a policy, not an agent (lib/deckspace/agents/hearthstone), which cannot build decks."""
    return isinstance(player, torch.nn.Module)


class Match:
    """Games of player `one` against `other`, in parallel at several places.

    heroes  (places, 2) indices of the game's heroes for `one` and `other`; by default they are drawn
    decks   DECK_LIST_TYPE (m,): given decks, in place of deck building
    pairs   (places, 2) indices of the decks of `one` and `other`; by default both are drawn for each game
    sees    (2,) how many of the opponent's first picks `one` and `other` see (c5); DRAWN: uniform from 0 to all
    side    (places,) the side of `one`, where 0 moves first in battle; by default alternating between places

    Raises ValueError for agents without decks, for players that are neither policies nor compiled, and for arrays of a
    wrong shape.
    """

    def __init__(
        self,
        one,
        other,
        game,
        decks=None,
        heroes=None,
        pairs=None,
        sees=(0, 0),
        side=None,
        places=512,
        seed=1,
        likeliest=False,
    ):
        self.players, self.likeliest = (one, other), likeliest
        if decks is None and not (is_policy(one) and is_policy(other)):
            raise ValueError("Agents of other papers cannot build decks: give both sides decks.")
        if any(isinstance(each, Outside) for each in self.players):
            raise ValueError("The players of a match must be policies or compiled agents.")
        if decks is None and pairs is not None:
            raise ValueError("Pairs of decks are chosen, but no decks are given.")
        self.side = np.arange(places) % 2 if side is None else np.asarray(side)
        self.heroes, self.pairs = self.by_side(heroes, places), self.by_side(pairs, places)
        self.sees = self.by_side(np.broadcast_to(sees, (places, 2)), places)
        self.duels = Duels(game, places, seed, decks)
        self.seats = [Seat(each, places, self.duels.book.record) for each in self.players]
        self.begin(np.arange(places))

    def by_side(self, chosen, places):
        """Return the values for `one` and `other`, ordered by sides."""
        if chosen is None:
            return np.full((places, 2), DRAWN)
        chosen = np.asarray(chosen)
        if chosen.shape != (places, 2) or self.side.shape != (places,):
            raise ValueError(
                f"Each of the {places} places needs a side, and a hero or deck for both players."
            )
        return np.where(self.side[:, None] == 0, chosen, chosen[:, ::-1])

    # --- Playing ---

    def play(self, n):
        """Play n games, equally many at every place; return the results (n,) for `one`, 1, 0 or -1, by place."""
        places = self.duels.n
        return self.play_out(np.full(places, n // places) + (np.arange(places) < n % places)).result

    def play_out(self, share):
        """Play the first `share` (places,) games of every place, and return their Ends.

        A fixed number at each place keeps short games from counting more often than long ones.
        """
        ends, done = [], np.zeros(self.duels.n, int)
        while (done < share).any():
            seen = self.seen.copy()
            ended, result = self.step(np.flatnonzero(done < share))
            for row in np.flatnonzero(ended):
                side = int(self.side[row])
                ends.append((int(row), int(result[row]) * (1 - 2 * side), int(seen[row, side])))
            done += ended
        ends.sort(key=lambda end: end[0])  # stable: games of a place stay in order
        return Ends(*np.array(ends, int).reshape(-1, 3).T)

    @torch.inference_mode()
    def step(self, rows):
        """Take a decision, or an agent's whole turn, in each of these games; return ends and results for side 0."""
        duels = self.duels
        ended, result = np.zeros(duels.n, bool), np.zeros(duels.n, "i1")
        slots, turns = np.zeros(duels.n, "i8"), []
        for who, seat in enumerate(self.seats):
            mine = rows[duels.seat[rows] == (self.side[rows] + who) % 2]
            if seat.agent is not None:
                turns.append((seat.agent, mine))
            elif len(mine):
                slots[mine] = seat.choose(duels, mine, self.likeliest)
                turns.append((None, mine))
        for agent, mine in turns:
            if agent is None:
                step_rows(duels.duels, mine, slots, *self.known, ended, result)
            elif len(mine):
                answer(duels.duels, mine, *agent, *self.known, ended, result)
        self.begin(np.flatnonzero(ended))
        return ended, result

    @property
    def known(self):
        """The common arguments of the kernels."""
        duels = self.duels
        rules = duels.rules, duels.given, duels.book.record, duels.scratch
        return *rules, duels.mask, duels.cards, duels.figures, duels.seat

    def begin(self, rows):
        """Begin games at these places, with the chosen heroes and decks, without random picks, and with empty memory."""
        if len(rows):
            begin_as(self.duels.duels, rows, self.heroes, self.pairs, self.sees, *self.known)
            for seat in self.seats:
                seat.forget(rows)
        self.seen = self.duels.duels.sees.copy()


class Seat:
    """A player: a policy with its memory of each game, or an agent's records."""

    def __init__(self, player, places, book):
        self.policy = self.agent = None
        if is_policy(player):
            self.policy, self.memory = player, player.initial(places)
        else:
            self.seats = seat_of(player, book)
            self.agent = self.seats.rows[0], new_record(SCRATCH_TYPE), new_record(SIDE_TYPE)

    def forget(self, rows):
        if self.policy is not None:
            self.memory[rows] = 0

    def choose(self, duels, rows, likeliest):
        """Return a slot for each of these games."""
        seen = {
            "cards": torch.from_numpy(duels.cards[rows]),
            "figures": torch.from_numpy(duels.figures[rows]),
        }
        logits, _, self.memory[rows] = self.policy(seen, self.memory[rows])
        logs = masked_log_probabilities(logits, torch.from_numpy(duels.mask[rows]))
        if likeliest:
            return logs.argmax(1).numpy()
        sums = logs.double().exp().cumsum(1)
        luck = torch.from_numpy(luck_of(duels.duels, rows))[:, None]
        return (sums > luck * sums[:, -1:]).int().argmax(1).numpy()


# --- Kernels -------------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def luck_of(duels, rows):
    """Return a random number in [0, 1) for the next decision of each of these games."""
    found = np.empty(len(rows))
    for i in range(len(rows)):
        duel = duels[rows[i]]
        bits = derive(derive(duel.seed ^ LUCK, np.int64(duel.begun)), np.int64(duel.decisions))
        found[i] = np.float64(bits >> np.uint64(11)) * 2.0**-53
    return found


@njit(nogil=True, cache=True)
def begin_as(duels, rows, heroes, pairs, sees, rules, given, book, scratch, mask, cards, figures, seat):
    """Begin these games with the chosen heroes, decks and visible picks of each side."""
    for i in range(len(rows)):
        k = rows[i]
        duel = duels[k]
        duel.decisions = 0
        duel.game = scratch.blank
        for side in range(2):
            duel.at_random[side] = 0
            if len(given):
                if pairs[k, side] >= 0:
                    duel.decks[side] = given[pairs[k, side]]
                duel.hero[side] = hero_of_deck(duel.decks[side], rules)
            else:
                drawn = np.int64(duel.hero[side])
                take_hero(duel, side, heroes[k, side] if heroes[k, side] >= 0 else drawn, rules)
                shown = sees[k, side]
                duel.sees[side] = shown if shown >= 0 else below(duel, np.int64(rules.picks) + 1)
        if len(given):
            duel.stage = SELECT
            begin_battle(duel, rules, book, scratch)
        else:
            duel.stage = PICK if rules.pick_hero and heroes[k, 0] < 0 else BUILD
            duel.picking = 0
            for j in range(len(duel.copies)):
                duel.copies[j] = 0
        settle(duel, rules, given, book, scratch, mask[k])
        seat[k] = duel.seat
        observe(duel, book, scratch.work, cards[k], figures[k])


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
    duels, rows, agent, mind, took, rules, given, book, scratch, mask, cards, figures, seat, ended, result
):
    """Let a compiled agent play its whole turn in some games."""
    for i in range(len(rows)):
        k = rows[i]
        duel = duels[k]
        game, side = duel.game, np.int64(duel.seat)
        forget_plan(mind)
        took.plans = np.int64(game.turn) << 8  # decision numbers, and so chance, depend on the game alone
        while not game.over and game.active == side:
            take_action(game, book, decide(game, book, agent, mind, took), mind, took)
        ended[k], result[k] = settle(duel, rules, given, book, scratch, mask[k])
        seat[k] = duel.seat
        observe(duel, book, scratch.work, cards[k], figures[k])
