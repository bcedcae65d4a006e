"""Zero-sum matrix games, and fictitious play in them (Xiao et al. 2023, section II.B).

A matrix holds the payoffs to the row player; strategies are arrays of probabilities. There are three algorithms:

    fictitious(A, eta, optimism=0)   smooth fictitious play as in theory: MWU
    fictitious(A, eta, optimism=1)   optimistic smooth fictitious play as in theory: OMWU
    printed(A, ...)                  Algorithm 1 as printed, with softmax gradients and a constant entropy bonus
"""

from collections import namedtuple
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
from scipy.optimize import linprog, root
from scipy.special import log_softmax, logsumexp

from deckspace.learning.osfp import OSFP


def rock_paper_scissors(a=1.0, b=1.0, c=1.0):
    """Return rock, paper, scissors, where a loss to paper costs a, to scissors b, and to rock c.

    The equilibrium is proportional to (b, c, a), with value 0.
    """
    return np.array([[0, -a, c], [a, 0, -b], [-c, b, 0]], float)


RPS = rock_paper_scissors()
G2 = rock_paper_scissors(2, 1, 1)
G3 = rock_paper_scissors(0.25, 0.05, 0.5)
G4 = np.array([[3.0, -1.0], [-2.0, 1.0]])
GAMES = {"RPS": RPS, "G2": G2, "G3": G3, "G4": G4}


def softmax(logits):
    """Return the softmax of logits; scipy's takes ten times as long for three numbers."""
    weights = np.exp(logits - logits.max())
    return weights / weights.sum()


# --- Solving ---------------------------------------------------------------------------------


def gains(A, x, y):
    """Return the gain of each player from a best response: (row, column)."""
    value = x @ A @ y
    return (A @ y).max() - value, value - (x @ A).min()


def nash_conv(A, x, y):
    """Return the sum of both players' best-response gains, which is 0 only in equilibrium."""
    return sum(gains(A, x, y))


def nash(A):
    """Return an equilibrium (x, y, value), by linear programming."""
    (x, value), (y, _) = guarantee(A), guarantee(-A.T)
    return x, y, value


def guarantee(A):
    """Return the row player's maximin strategy and its guaranteed value."""
    rows, columns = A.shape
    bounds = [(0, None)] * rows + [(None, None)]
    below = np.hstack([-A.T, np.ones((columns, 1))])  # value <= payoff against every column
    solved = linprog(
        np.append(np.zeros(rows), -1), below, np.zeros(columns), [[1.0] * rows + [0]], [1], bounds=bounds
    )
    return solved.x[:-1], solved.x[-1]


def logit_equilibrium(A, tau):
    """Return (x, y) where both play softmax(payoffs / tau), the limit with a constant entropy bonus of weight tau."""
    m = len(A)

    def off(logits):
        x, y = softmax(logits[:m]), softmax(logits[m:])
        return logits - np.concatenate([log_softmax(A @ y / tau), log_softmax(-x @ A / tau)])

    logits = np.zeros(sum(A.shape))
    logits[:m], logits[m:] = -np.log(m), -np.log(A.shape[1])
    full, tau_now = tau, max(tau, 1.0)
    while True:  # from a large temperature, where it is easy, to the requested one
        tau = tau_now
        solved = root(off, logits, tol=1e-13)
        if np.abs(off(solved.x)).max() > 1e-7:
            raise ValueError(f"No logit equilibrium was found at temperature {tau:.3g}.")
        logits = solved.x
        if tau_now <= full:
            return softmax(logits[:m]), softmax(logits[m:])
        tau_now = max(full, tau_now * 0.7)


# --- Learning as in theory -------------------------------------------------------------------

Path = namedtuple("Path", "k last average x y mean_x mean_y")  # NashConv of both, at iterations k


def fictitious(A, eta, optimism, iterations, start=None, at=()):
    """Run smooth fictitious play with entropy: each player plays softmax(z0 + eta (S + optimism * last)).

    S is the sum of all payoff vectors so far, including the last, which counts twice with optimism 1. The weight of the
    entropy is constant while S grows, so it vanishes relative to the average payoff. `start` are both players' z0
    (default: all equal). `k` counts updates; `at` (default: logarithmically spaced) are those after which NashConv is
    recorded, for the last strategies and for the average over all, including the first.
    """
    z = start or (np.zeros(len(A)), np.zeros(A.shape[1]))
    marks = set(at or np.unique(np.geomspace(1, iterations, 200).astype(int)))
    started = iterations + 1
    sums, lasts = [np.zeros(n) for n in A.shape], [np.zeros(n) for n in A.shape]
    totals, kept = [np.zeros(n) for n in A.shape], []
    for k in range(started):
        x, y = (softmax(z0 + eta * (S + optimism * last)) for z0, S, last in zip(z, sums, lasts, strict=True))
        lasts = [A @ y, -(x @ A)]
        for player, own in enumerate((x, y)):
            sums[player] += lasts[player]
            totals[player] += own
        if k in marks:
            kept.append((k, nash_conv(A, x, y), nash_conv(A, *(total / (k + 1) for total in totals))))
    k, last, average = map(np.array, zip(*kept, strict=True))
    return Path(k, last, average, x, y, *(total / started for total in totals))


def smooth_best_responses(A, eta, iterations, start):
    """Run fictitious play in its other form: respond to the opponent's average play, with entropy of weight 1/(eta k).

    Returns the row player's strategies (iterations, actions). According to section II.B this "is essentially" dual
    averaging: the strategies are those of `fictitious` without optimism.
    """
    strategies, means = [], None
    for k in range(iterations):
        if k == 0:
            x, y = (softmax(z) for z in start)
        else:
            pay_x, pay_y = A @ means[1], -(means[0] @ A)
            x = smooth_answer(pay_x, 1 / (eta * k), start[0] / (eta * k))
            y = smooth_answer(pay_y, 1 / (eta * k), start[1] / (eta * k))
        means = (x, y) if k == 0 else tuple((m * k + s) / (k + 1) for m, s in zip(means, (x, y), strict=True))
        strategies.append(x)
    return np.array(strategies)


def smooth_answer(payoffs, temperature, bias=0.0):
    """Return the argmax over x of payoffs @ x + bias @ x + temperature * entropy(x)."""
    scores = (payoffs + bias) / temperature
    return np.exp(scores - logsumexp(scores))


# --- Learning as printed ---------------------------------------------------------------------


@dataclass
class Printed:
    """The results of `printed`: strategies and one-sided exploitabilities after each learning period."""

    strategies: np.ndarray
    exploitability: np.ndarray
    league: OSFP = field(repr=False)


def printed(A, league, periods, rate=0.5, steps=200, entropy=0.01, start=(1.0, 0.0, 0.0), never=True):
    """Run Algorithm 1 as printed in a symmetric game, with exact gradients of a softmax policy instead of samples.

    In each period, `steps` gradient steps increase the payoff against a mixture of the current learner (probability p,
    held fixed) and the frozen models (1 - p, by the league's rule), plus `entropy` times the entropy. With `never`, the
    threshold is never reached, so models are added by the timer; otherwise expected payoffs are compared with it.
    """
    if not np.allclose(A, -A.T):
        raise ValueError(
            "Algorithm 1 needs a symmetric game here: the matrix must equal its negative transpose."
        )
    logits, kept = np.array(start, float), []
    for _ in range(periods):
        p = league.p if league.history else 1.0
        frozen = mixture(league) if league.history else np.zeros(len(A))
        for _ in range(steps):
            x = softmax(logits)
            logits = logits + rate * softmax_gradient(x, A @ (p * x + (1 - p) * frozen), entropy)
        x = softmax(logits)
        for i, model in enumerate(league.history):
            league.record(i, -1.0 if never else x @ A @ model)
        league.end_period(x)
        kept.append(x)
    kept = np.array(kept)
    return Printed(kept, (A @ kept.T).max(axis=0), league)


def mixture(league):
    return league.chances() @ np.array(league.history)


def softmax_gradient(x, payoffs, entropy):
    """Return the gradient of x @ payoffs + entropy * H(x) with respect to the logits of x."""
    worth = payoffs - entropy * np.log(np.maximum(x, 1e-300))
    return x * (worth - x @ worth)


# --- Discount (section IV.C) and intransitivity (section I) ----------------------------------


def discounted_value(win_rate, steps, discount):
    """Return the value of a line of play that ends with +1 or -1 after this number of decisions."""
    return discount**steps * (2 * win_rate - 1)


def cycles(win_rates, even=0.5):
    """Return all (i, j, k) where i beats j, j beats k and k beats i, in a table of win rates; i is the smallest."""
    better = np.asarray(win_rates) > even
    triples = permutations(range(len(better)), 3)
    return [
        (i, j, k) for i, j, k in triples if i < min(j, k) and better[i, j] and better[j, k] and better[k, i]
    ]
