"""Kuhn and Leduc poker as arrays, their exact solutions, and fictitious play in them (Xiao et al. 2023, section II).

Games are in sequence form. A sequence of a player is identified by the last of its own decisions (0: none yet), and a
plan (sequences,) holds the probability that the player makes all its decisions up to there; the expected result for
player 0 is plan_0 @ payoff @ plan_1. A behaviour (information sets, actions) holds probabilities of actions.
"""

from collections import namedtuple
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.optimize import linprog, root
from scipy.sparse import coo_array, csr_array, vstack

from deckspace.learning.osfp import OSFP

# --- Rules: the player to decide, or the payoff to player 0 ------------------------------------


def kuhn(deal, history):
    """The rules of Kuhn poker: one of three cards each, an ante of 1, one bet of 1. History: p (pass) and b (bet)."""
    best = 1 if deal[0] > deal[1] else -1
    ends = {"pp": best, "bb": 2 * best, "pbb": 2 * best, "bp": 1, "pbp": -1}
    if history in ends:
        return ends[history]
    player = len(history) % 2
    return player, (deal[player], history), "pb"


def leduc(deal, history):
    """The rules of Leduc poker: six distinct cards (three ranks twice), an ante of 1, raises of 2, then 4, two per round.

    History: f, c, r (fold, check or call, raise), and / where the common card is revealed.
    """
    rounds = history.split("/")
    paid, player = [1, 1], 0
    for number, bets in enumerate(rounds):
        player = 0
        for action in bets:
            if action == "f":
                return paid[1] if player else -paid[0]
            raised = (2, 4)[number] if action == "r" else 0
            paid[player] = max(paid) + raised
            player = 1 - player
    if ended(rounds[-1]):
        return None if len(rounds) == 1 else showdown(deal, paid[0])
    actions = ("f" if paid[0] != paid[1] else "") + "c" + ("r" if rounds[-1].count("r") < 2 else "")
    shown = deal[2] if len(rounds) == 2 else None
    return player, (deal[player], shown, history), actions


def ended(bets):
    return bets in ("cc", "rc", "crc", "rrc", "crrc")


def showdown(deal, stake):
    """Return what player 0 wins: a pair with the common card is best, then the higher rank."""
    ranks = [card // 2 for card in deal]
    strength = [rank + 3 * (rank == ranks[2]) for rank in ranks[:2]]
    return stake * int(np.sign(strength[0] - strength[1]))


# --- Sequence form ---------------------------------------------------------------------------


@dataclass
class Side:
    """The information sets of a player, sorted by the number of its previous decisions."""

    keys: list  # what the player sees
    actions: list  # their letters
    parent: np.ndarray  # (sets,) the previous sequence
    sequence: (
        np.ndarray
    )  # (sets, most actions) the sequence after each action; one past the last if there is none
    levels: list  # slices of sets, by the number of previous decisions
    reach: csr_array = None  # (sets, opponent's sequences) the probability that chance leads there

    @property
    def size(self):
        return int(self.sequence[self.legal].max()) + 1

    def __post_init__(self):
        self.legal = np.array([[i < len(a) for i in range(self.sequence.shape[1])] for a in self.actions])


@dataclass
class Game:
    """A two-player zero-sum game: `payoff` (sequences of 0, sequences of 1) to player 0, and both sides."""

    payoff: csr_array
    sides: list

    def payoffs(self, player, other_plan):
        """Return the payoff that each sequence of a player earns directly, against a plan of the other."""
        return self.payoff @ other_plan if player == 0 else -(self.payoff.T @ other_plan)


@cache
def game(name) -> Game:
    """Return the game "kuhn" or "leduc" in sequence form."""
    if name not in ("kuhn", "leduc"):
        raise ValueError(f"There is no tree game '{name}': choose kuhn or leduc.")
    return Builder(kuhn, [3, 2]).built() if name == "kuhn" else Builder(leduc, [6, 5], common=True).built()


class Builder:
    """Visits all deals and histories once, numbers the information sets of each player, and collects payoffs."""

    def __init__(self, rules, cards, common=False):
        self.rules, self.cards, self.common = rules, cards, common
        self.found = [{}, {}]  # by player: key -> (actions, parent (key, action), own decisions before)
        self.paid, self.met = [], []
        dealt = [(a, b) for a in range(cards[0]) for b in range(cards[0]) if a != b]
        for deal in dealt:
            self.walk(deal, "", [None, None], [0, 0], 1 / len(dealt))

    def walk(self, deal, history, last, depth, chance):
        outcome = self.rules(deal, history)
        if outcome is None:  # the common card is revealed
            left = [card for card in range(self.cards[0]) if card not in deal]
            for card in left:
                self.walk((*deal, card), history + "/", last, depth, chance / len(left))
        elif isinstance(outcome, int):
            self.paid.append((*last, chance * outcome))
        else:
            player, key, actions = outcome
            self.found[player].setdefault(key, (actions, last[player], depth[player]))
            self.met.append((player, key, last[1 - player], chance))
            for action in actions:
                after, deeper = list(last), list(depth)
                after[player], deeper[player] = (key, action), depth[player] + 1
                self.walk(deal, history + action, after, deeper, chance)

    def built(self):
        sides, numbers = zip(*map(self.side, self.found), strict=True)
        rows, columns, values = zip(*self.paid, strict=True)
        places = [[numbers[p][s] for s in each] for p, each in enumerate((rows, columns))]
        payoff = csr_array(coo_array((values, places), shape=(sides[0].size, sides[1].size)))
        for player, side in enumerate(sides):
            place = {key: i for i, key in enumerate(side.keys)}
            met = [(place[key], numbers[1 - player][s], c) for p, key, s, c in self.met if p == player]
            i, j, c = zip(*met, strict=True)
            side.reach = csr_array(coo_array((c, (i, j)), shape=(len(side.keys), sides[1 - player].size)))
        return Game(payoff, list(sides))

    @staticmethod
    def side(found):
        """Return a player's Side, and the numbers of its sequences by (key, action)."""
        keys = sorted(found, key=lambda key: found[key][2])  # stable: in the order of visits
        numbers = {None: 0}
        for key in keys:
            numbers |= {(key, action): len(numbers) + i for i, action in enumerate(found[key][0])}
        actions, depths = [found[key][0] for key in keys], [found[key][2] for key in keys]
        most = max(map(len, actions))
        sequence = np.full((len(keys), most), len(numbers))
        for i, key in enumerate(keys):
            sequence[i, : len(actions[i])] = [numbers[key, action] for action in actions[i]]
        starts = [*np.searchsorted(depths, range(max(depths) + 1)), len(keys)]
        levels = [slice(*pair) for pair in zip(starts, starts[1:], strict=False)]
        return Side(
            keys, actions, np.array([numbers[found[key][1]] for key in keys]), sequence, levels
        ), numbers


# --- Plans and responses ---------------------------------------------------------------------


def plan(side, behaviour):
    """Return the plan (sequences,) of a behaviour (sets, actions)."""
    reached = np.zeros(side.size + 1)  # the last is for missing actions
    reached[0] = 1
    for level in side.levels:
        reached[side.sequence[level]] = reached[side.parent[level], None] * behaviour[level]
    return reached[:-1]


def uniform(side):
    return side.legal / side.legal.sum(axis=1, keepdims=True)


def values(side, payoffs, answer):
    """Return the values of actions (sets, actions), computed backwards, and the value of the whole game.

    `answer(q, level)` returns the values of information sets whose actions have the values q (-inf: no action).
    """
    worth = np.append(payoffs, -np.inf)
    q = np.empty(side.sequence.shape)
    for level in reversed(side.levels):
        q[level] = worth[side.sequence[level]]
        worth[:-1] += np.bincount(side.parent[level], answer(q[level], level), len(payoffs))
    return q, worth[0]


def best_value(side, payoffs):
    """Return the value of the best response."""
    return values(side, payoffs, lambda q, level: q.max(axis=1))[1]


def smooth_answer(side, payoffs, temperature=1.0):
    """Return the behaviour that maximises payoffs plus temperature times entropy weighted by own reach (dilated)."""
    q, _ = values(side, payoffs, lambda q, level: temperature * logsumexp(q / temperature))
    weights = np.exp((q - q.max(axis=1, keepdims=True)) / temperature)
    return weights / weights.sum(axis=1, keepdims=True)


def logsumexp(q):
    top = q.max(axis=1, keepdims=True)
    return top[:, 0] + np.log(np.exp(q - top).sum(axis=1))


def gains(game, plans):
    """Return the gain of each player from a best response to the other's plan."""
    value = plans[0] @ game.payoff @ plans[1]
    best = [best_value(side, game.payoffs(p, plans[1 - p])) for p, side in enumerate(game.sides)]
    return best[0] - value, best[1] + value


def nash_conv(game, plans):
    """Return the sum of both players' best-response gains, which is 0 only in equilibrium."""
    return sum(gains(game, plans))


def solve(game):
    """Return an equilibrium plan of player 0 and the game's value for it, by linear programming (von Stengel 1996)."""
    mine, other = (constraints(side) for side in game.sides)
    n, m = game.sides[0].size, other.shape[0]
    begin = np.eye(1, m)[0]
    below = csr_array(np.hstack([-game.payoff.T.toarray(), other.T.toarray()]))
    equal = csr_array(np.hstack([mine.toarray(), np.zeros((mine.shape[0], m))]))
    bounds = [(0, None)] * n + [(None, None)] * m
    goal = np.concatenate([np.zeros(n), -begin])
    solved = linprog(
        goal, below, np.zeros(other.shape[1]), equal, np.eye(1, mine.shape[0])[0], bounds, method="highs"
    )
    return solved.x[:n], -solved.fun


def constraints(side):
    """Return the matrix E of the constraints on plans: E @ plan = (1, 0, 0, ...)."""
    sets, actions = np.nonzero(side.legal)
    rows = np.concatenate([sets, np.arange(len(side.keys))])
    columns = np.concatenate([side.sequence[sets, actions], side.parent])
    ones = np.concatenate([np.ones(len(sets)), -np.ones(len(side.keys))])
    first = csr_array(np.eye(1, side.size))
    return vstack([first, coo_array((ones, (rows, columns)), shape=(len(side.keys), side.size))]).tocsr()


def dilated_equilibrium(game, alpha):
    """Return both plans where each is the smooth response at temperature alpha, the limit with constant dilated entropy."""
    one, other = game.sides

    def answers(y):
        x = plan(one, smooth_answer(one, game.payoffs(0, y), now))
        return x, plan(other, smooth_answer(other, game.payoffs(1, x), now))

    y, now = plan(other, uniform(other)), max(alpha, 1.0)
    while True:  # from a large temperature, where it is easy, to the requested one
        y = root(lambda y: answers(y)[1] - y, y, tol=1e-13).x
        if np.abs(answers(y)[1] - y).max() > 1e-7:
            raise ValueError(f"No equilibrium was found at temperature {now:.3g}.")
        if now <= alpha:
            return answers(y)[0], y
        now = max(alpha, now * 0.8)


# --- Learning as in theory, and as printed ---------------------------------------------------

Path = namedtuple("Path", "k last average value plans mean_plans")


def fictitious(game, eta, optimism, iterations, entropy=0.0, at=()):
    """Run smooth fictitious play with dilated entropy (optimism 0) or its optimistic form (1), from uniform play.

    Each player plays the smooth response to eta (S + optimism * last), where S sums all payoffs so far, including the
    last. With `entropy` above 0 the entropy does not vanish: S decays by a share eta * entropy in every step, and the
    rest point is `dilated_equilibrium`. Returns NashConv of the last and the average plans, and the last plans' value,
    after `at` updates (default: logarithmically spaced).
    """
    marks = set(at or np.unique(np.geomspace(1, iterations, 60).astype(int)))
    sums = [np.zeros(side.size) for side in game.sides]
    lasts, totals, kept = [np.zeros_like(s) for s in sums], [np.zeros_like(s) for s in sums], []
    for k in range(iterations + 1):
        kept_of_sums = 1 - optimism * eta * entropy  # so that the rest point is the same with optimism
        scores = [eta * (kept_of_sums * s + optimism * last) for s, last in zip(sums, lasts, strict=True)]
        plans = [
            plan(side, smooth_answer(side, score)) for side, score in zip(game.sides, scores, strict=True)
        ]
        lasts = [game.payoffs(p, plans[1 - p]) for p in (0, 1)]
        for p in (0, 1):
            sums[p] = (1 - eta * entropy) * sums[p] + lasts[p]
            totals[p] += plans[p]
        if k in marks:
            means = [total / (k + 1) for total in totals]
            kept.append(
                (k, nash_conv(game, plans), nash_conv(game, means), plans[0] @ game.payoff @ plans[1])
            )
    return Path(
        *map(np.array, zip(*kept, strict=True)), plans, [total / (iterations + 1) for total in totals]
    )


def printed(game, league: OSFP, periods, rate, steps, entropy):
    """Run Algorithm 1 as printed, with exact gradients of softmax policies; a model consists of both players' plans.

    As in policy-gradient code, entropy is added at every visited decision, weighted by the frequency of visits, and its
    gradient does not look ahead. Models are added by the timer (the threshold counts as never reached). Returns a list
    of both plans after each period.
    """
    logits = [np.zeros(side.sequence.shape) for side in game.sides]
    after = []
    for _ in range(periods):
        frozen = None
        if league.history:
            frozen = [league.chances() @ np.array([model[p] for model in league.history]) for p in (0, 1)]
        for _ in range(steps):
            behaviours = [softmax(z, side) for z, side in zip(logits, game.sides, strict=True)]
            plans = [plan(side, b) for side, b in zip(game.sides, behaviours, strict=True)]
            for p in (0, 1):
                mine, theirs = league.p * plans[1 - p], (1 - league.p) * frozen[1 - p] if frozen else None
                other = mine + theirs if frozen else plans[1 - p]
                logits[p] += rate * gradient(game, p, behaviours[p], plans[p], other, entropy)
        after.append([plan(side, softmax(z, side)) for z, side in zip(logits, game.sides, strict=True)])
        for i in range(len(league.history)):
            league.record(i, -1.0)
        league.end_period(after[-1])
    return after


def softmax(logits, side):
    weights = np.exp(logits - logits.max(axis=1, keepdims=True)) * side.legal
    return weights / weights.sum(axis=1, keepdims=True)


def gradient(game, player, behaviour, own_plan, other_plan, entropy):
    """Return the gradient for the logits (sets, actions): reach x probability x (advantage + that of entropy)."""
    side = game.sides[player]
    q, _ = values(
        side,
        game.payoffs(player, other_plan),
        lambda q, level: expected(behaviour[level], q, side.legal[level]),
    )
    met = side.reach @ other_plan  # reach by chance and the opponent
    surprise = -np.log(np.maximum(behaviour, 1e-300))
    q = np.where(side.legal, q + entropy * met[:, None] * surprise, 0.0)
    return own_plan[side.parent][:, None] * behaviour * (q - (behaviour * q).sum(axis=1, keepdims=True))


def expected(behaviour, q, legal):
    return (behaviour * np.where(legal, q, 0.0)).sum(axis=1)
