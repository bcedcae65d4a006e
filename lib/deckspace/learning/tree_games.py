"""Small games of OpenSpiel as arrays, their exact solutions, and fictitious play in them (Xiao et al. 2023, section II).

Games are in sequence form. A sequence of a player is identified by the last of its own decisions (0: none yet), and a
plan (sequences,) holds the probability that the player makes all its decisions up to there; the expected result for
player 0 is plan_0 @ payoff @ plan_1. A behaviour (information sets, actions) holds probabilities of legal actions, in
OpenSpiel's order. In this form an exact best response takes milliseconds. Needs OpenSpiel (`pip install open-spiel`).
"""

from collections import namedtuple
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.optimize import linprog, root
from scipy.sparse import coo_array, csr_array, vstack

from deckspace.learning.osfp import OSFP

SHORT = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
CHANCE, END = 2, 3  # in place of a player
MOST = 1_000_000  # histories of a game: some twenty seconds and a gigabyte

# --- Sequence form ---------------------------------------------------------------------------


@dataclass
class Side:
    """The information sets of a player, sorted by the number of its previous decisions."""

    keys: list  # what the player sees, as text
    seen: np.ndarray  # (sets, features) the same as OpenSpiel's tensor
    actions: list  # their numbers in OpenSpiel
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
class Tree:
    """Every history of a game, for sampling: `player` is 0, 1, CHANCE or END, and `row` the information set.

    At a chance node, `row` is that of `odds`. Children are in the order of actions, -1 where there are fewer.
    """

    player: np.ndarray  # (nodes,)
    row: np.ndarray  # (nodes,)
    children: np.ndarray  # (nodes, most actions or outcomes)
    payoff: np.ndarray  # (nodes,) to player 0, where the game ends
    odds: np.ndarray  # (chance nodes, most actions or outcomes)


@dataclass
class Game:
    """A two-player zero-sum game: `payoff` (sequences of 0, sequences of 1) to player 0, both sides, and its tree."""

    payoff: csr_array
    sides: list
    tree: Tree = None

    def payoffs(self, player, other_plan):
        """Return the payoff that each sequence of a player earns directly, against a plan of the other."""
        return self.payoff @ other_plan if player == 0 else -(self.payoff.T @ other_plan)


@cache
def game(name) -> Game:
    """Return a game in sequence form: "kuhn", "leduc", or any of OpenSpiel's that has at most MOST histories.

    Raises ValueError for a game that is unknown, too large, or not one of turns, two players and zero sum.
    """
    import pyspiel  # slow to import, and seldom needed

    full = SHORT.get(name, name)
    if full.split("(")[0] not in pyspiel.registered_names():
        raise ValueError(f"There is no game '{name}': choose kuhn, leduc or one of OpenSpiel's.")
    loaded = pyspiel.load_game(full)
    kind, players = loaded.get_type(), loaded.num_players()
    in_turns = kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    if not (in_turns and players == 2 and kind.utility == pyspiel.GameType.Utility.ZERO_SUM):
        raise ValueError(f"The game '{name}' must be one of turns, of two players, and zero-sum.")
    return Builder(loaded).built()


class Builder:
    """Visits all histories once, numbers them and the information sets of each player, and collects payoffs."""

    def __init__(self, loaded):
        self.found = [{}, {}]  # by player: key -> (actions, parent (key, action), own decisions before, seen)
        self.paid, self.met, self.nodes, self.odds = [], [], [], []
        self.walk(loaded.new_initial_state(), [None, None], [0, 0], 1.0)

    def walk(self, state, last, depth, chance):
        """Return the number of this node: nodes hold (player, key or row, children, payoff)."""
        number = len(self.nodes)
        if number == MOST:
            raise ValueError(f"The game has more than {MOST:,} histories: choose a smaller one.")
        self.nodes.append(None)
        if state.is_terminal():
            outcome = state.returns()[0]
            self.paid.append((*last, chance * outcome))
            self.nodes[number] = END, 0, [], outcome
        elif state.is_chance_node():
            outcomes, row = state.chance_outcomes(), len(self.odds)
            self.odds.append([p for _, p in outcomes])
            children = [self.walk(state.child(each), last, depth, chance * p) for each, p in outcomes]
            self.nodes[number] = CHANCE, row, children, 0.0
        else:
            player, key, actions = (
                state.current_player(),
                state.information_state_string(),
                state.legal_actions(),
            )
            if key not in self.found[player]:
                seen = np.array(state.information_state_tensor(), np.float32)
                self.found[player][key] = actions, last[player], depth[player], seen
            self.met.append((player, key, last[1 - player], chance))
            deeper, children = [each + (p == player) for p, each in enumerate(depth)], []
            for action in actions:
                after = [(key, action) if p == player else each for p, each in enumerate(last)]
                children.append(self.walk(state.child(action), after, deeper, chance))
            self.nodes[number] = player, key, children, 0.0
        return number

    def built(self):
        sides, numbers = zip(*map(self.side, self.found), strict=True)
        rows, columns, values = zip(*self.paid, strict=True)
        places = [[numbers[p][s] for s in each] for p, each in enumerate((rows, columns))]
        payoff = csr_array(coo_array((values, places), shape=(sides[0].size, sides[1].size)))
        place = [{key: i for i, key in enumerate(side.keys)} for side in sides]
        for player, side in enumerate(sides):
            met = [(place[p][key], numbers[1 - p][s], c) for p, key, s, c in self.met if p == player]
            i, j, c = zip(*met, strict=True)
            side.reach = csr_array(coo_array((c, (i, j)), shape=(len(side.keys), sides[1 - player].size)))
        return Game(payoff, list(sides), self.tree(place))

    def tree(self, place):
        player, row, children, payoff = zip(*self.nodes, strict=True)
        row = [place[p][each] if p in (0, 1) else each for p, each in zip(player, row, strict=True)]
        width = max(map(len, children))
        padded = [each + [-1] * (width - len(each)) for each in children]
        odds = np.array([each + [0.0] * (width - len(each)) for each in self.odds]).reshape(-1, width)
        return Tree(np.array(player), np.array(row), np.array(padded, np.int32), np.array(payoff), odds)

    @staticmethod
    def side(found):
        """Return a player's Side, and the numbers of its sequences by (key, action)."""
        keys = sorted(found, key=lambda key: found[key][2])  # stable: in the order of visits
        numbers = {None: 0}
        for key in keys:
            numbers |= {(key, action): len(numbers) + i for i, action in enumerate(found[key][0])}
        actions, parents, depths, seen = zip(*map(found.get, keys), strict=True)
        most = max(map(len, actions))
        sequence = np.full((len(keys), most), len(numbers))
        for i, key in enumerate(keys):
            sequence[i, : len(actions[i])] = [numbers[key, action] for action in actions[i]]
        starts = [*np.searchsorted(depths, range(max(depths) + 1)), len(keys)]
        levels = [slice(*pair) for pair in zip(starts, starts[1:], strict=False)]
        parent = np.array([numbers[each] for each in parents])
        return Side(keys, np.array(seen), list(actions), parent, sequence, levels), numbers


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


def logsumexp(q):  # scipy's takes almost three times as long, and differs in the last digit
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
