"""The paper's techniques where the answer can be computed: small games, queues and chains."""

import numpy as np
import pandas as pd
import statsmodels.api as sm
import torch
from scipy import stats

from deckspace.intervals import Estimate, difference, mean, two_shares
from deckspace.league.elo import ELO, rate
from deckspace.learning import losses, matrix_games, tree_games
from deckspace.learning.buffers import Queue, Ring, simulate
from deckspace.learning.osfp import OSFP
from study import HOME

PUBLISHED = HOME / "data" / "papers" / "mastering"
MATCHES = 2 * 3 * 3 * 2500  # behind each cell of Table I: seats, heroes, heroes, repetitions


# --- Fictitious play (section II.B, Algorithm 1) -----------------------------------------------

START = (np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))  # rock against paper: not an equilibrium
RATES = {"RPS": 0.1, "G2": 0.1, "G3": 1.0}  # eta by matrix game
TREE_RATES = {"kuhn": 1.0, "leduc": 10.0}
LABELS = {0: "plain", 1: "optimistic"}


def as_theory_has_it(iterations, tree_iterations):
    """NashConv of the last and the average strategies over time, in five games: game, optimism, k, last, average."""
    rows = []
    for optimism in (0, 1):
        for name, eta in RATES.items():
            path = matrix_games.fictitious(matrix_games.GAMES[name], eta, optimism, iterations, START)
            rows.append(rows_of(path, name, optimism))
        for name, eta in TREE_RATES.items():
            path = tree_games.fictitious(tree_games.game(name), eta, optimism, tree_iterations)
            rows.append(rows_of(path, name, optimism))
    return pd.concat(rows, ignore_index=True)


def rows_of(path, name, optimism):
    columns = {"k": path.k, "last": path.last, "average": path.average}
    return pd.DataFrame({"game": name, "way": LABELS[optimism], **columns})


def starts(n, seed):
    """Return random initial logits of three actions, (n, 3)."""
    return np.random.default_rng(seed).normal(size=(n, 3))


def as_printed(settings, periods, n, seed=1, game="RPS"):
    """Return the exploitability of Algorithm 1 as printed, for each (p, entropy): p, entropy, start, period, gap."""
    A, rows = matrix_games.GAMES[game], []
    for p, entropy in settings:
        for i, start in enumerate(starts(n, seed)):
            played = matrix_games.printed(A, OSFP(p=p), periods, entropy=entropy, start=start)
            named = {"p": p, "entropy": entropy, "start": i, "period": range(1, periods + 1)}
            rows.append(pd.DataFrame(named | {"gap": played.exploitability}))
    return pd.concat(rows, ignore_index=True)


def printed_in_poker(name, entropies, periods, rate, steps):
    """Return NashConv of Algorithm 1 as printed: rows are periods, columns entropy weights."""
    game = tree_games.game(name)
    found = {}
    for entropy in entropies:
        after = tree_games.printed(game, OSFP(), periods, rate, steps, entropy)
        found[entropy] = [tree_games.nash_conv(game, plans) for plans in after]
    return pd.DataFrame(found, pd.RangeIndex(1, periods + 1, name="period")).rename_axis("entropy", axis=1)


def rest_points(name, temperatures):
    """Return logit equilibria of a matrix game and their NashConv, by temperature."""
    A = matrix_games.GAMES[name]
    rows = {}
    for tau in temperatures:
        x, y = matrix_games.logit_equilibrium(A, tau)
        rows[tau] = (*x, matrix_games.nash_conv(A, x, y))
    return pd.DataFrame(rows, ["rock", "paper", "scissors", "NashConv"]).T.rename_axis("entropy weight")


def kuhn_rest_points(alphas):
    """Return NashConv and value of the equilibria of Kuhn poker with dilated entropy, by weight."""
    game, rows = tree_games.game("kuhn"), {}
    for alpha in alphas:
        x, y = tree_games.dilated_equilibrium(game, alpha)
        rows[alpha] = (tree_games.nash_conv(game, (x, y)), x @ game.payoff @ y)
    return pd.DataFrame(rows, ["NashConv", "value"]).T.rename_axis("entropy weight")


def exact_gaps():
    """Return NashConv of solutions by linear programming, by game, which is 0 except for rounding."""
    found = {}
    for name, A in matrix_games.GAMES.items():
        x, y, _ = matrix_games.nash(A)
        found[name] = matrix_games.nash_conv(A, x, y)
    for name in TREE_RATES:
        game = tree_games.game(name)
        (x, _), (y, _) = tree_games.solve(game), tree_games.solve(turned(game))
        found[name] = tree_games.nash_conv(game, (x, y))
    return pd.Series(found, name="NashConv").rename_axis("game")


def turned(game):
    """Return the game with the players exchanged."""
    return tree_games.Game((-game.payoff.T).tocsr(), game.sides[::-1])


def averaging_differs(iterations=300):
    """Return the largest difference between strategies of smooth fictitious play and dual averaging in three games."""
    worst = 0.0
    for name, eta in RATES.items():
        A = matrix_games.GAMES[name]
        answers = matrix_games.smooth_best_responses(A, eta, iterations, START)
        for k in range(0, iterations, 30):
            x = matrix_games.fictitious(A, eta, 0, k, START, at=(k,)).x
            worst = max(worst, np.abs(x - answers[k]).max())
    return worst


# --- Its rivals (exploitability.py) -------------------------------------------------------------


def after_training(table, which="last"):
    """Return the exploitability of `last` or `average` policies after training, as text with intervals over trainings.

    Methods are rows, games columns; tabular methods and uniform play have no interval.
    """
    found = final(table).groupby(["method", "game"], sort=False)[which].agg(lambda each: mean(each).spelt(3))
    return found.unstack("game")[list(dict.fromkeys(table.game))]


def beyond(table, other, which="last"):
    """Return how much more exploitable `last` or `average` policies of trained methods are than another's, as text."""
    rows = {}
    for game, found in final(table[table.period > 0]).groupby("game", sort=False):
        samples = {method: each[which] for method, each in found.groupby("method", sort=False)}
        rival = samples.pop(other)
        rows[game] = {method: difference(each, rival).spelt(3) for method, each in samples.items()}
    return pd.DataFrame(rows).rename_axis(f"more than {other}")


def final(table):
    return table[table.period.isin([0, table.period.max()])]


# --- V-trace (sections III and IV.F) ------------------------------------------------------------

MU, PI, REWARDS = (np.array(each) for each in ((0.5, 0.5), (0.9, 0.1), (1.0, -1.0)))
TRUE_VALUE = float(PI @ REWARDS)
CLIPS = {"cap 0.5": (0, 0.5), "cap 1": losses.CAPPED, "[0.001, 1.007]": losses.TWO_SIDED, "none": (0, np.inf)}


def fixed_points(clips=CLIPS, length=10, samples=20_000, seed=1):
    """Return the fixed points of V-trace, its speed of convergence, and the spread of a sample, by clip.

    `value` and `bias` are those of the one decision above; the others are those of a chain of `length` such decisions,
    of which the last pays. An iteration updates all decisions: `factor` is the share of an error that it leaves in the
    long run, `first_step` the largest share that the first one can leave.
    """
    rows = {}
    for name, (low, high) in clips.items():
        rho = np.clip(PI / MU, low, high)
        value = (MU * rho) @ REWARDS / (MU @ rho)
        M = error_operator(MU @ rho, length)
        speed = np.abs(np.linalg.eigvals(M)).max(), np.abs(M).sum(1).max()
        spread = sampled_targets((low, high), length, samples, seed).std()
        rows[name] = (value, TRUE_VALUE - value, *speed, spread)
    return pd.DataFrame(rows, ["value", "bias", "factor", "first_step", "spread"]).T.rename_axis("clip")


def error_operator(expected, length, discount=1.0):
    """Return the matrix (length, length) of one iteration of expected V-trace on errors; `expected` is E[rho]."""
    M = np.zeros((length, length))
    for j in range(length):
        error, ahead = np.eye(length)[j], 0.0
        for t in range(length - 1, -1, -1):
            after = error[t + 1] if t + 1 < length else 0.0
            ahead = expected * (discount * after - error[t]) + discount * expected * ahead
            M[t, j] = error[t] + ahead
    return M


def errors_left(clip, length, rounds, discount=1.0):
    """Return the largest remaining share of V-trace's error after some iterations."""
    M = error_operator(MU @ np.clip(PI / MU, *clip), length, discount)
    return float(np.abs(np.linalg.matrix_power(M, rounds) @ np.ones(length)).max())


def sampled_targets(clip, length, samples, seed):
    """Return V-trace's targets (samples,) of the first of `length` decisions with values 0, of which the last pays."""
    actions = np.random.default_rng(seed).choice(2, size=(length, samples), p=MU)
    rho = torch.from_numpy((PI / MU)[actions])
    rewards = torch.zeros_like(rho)
    rewards[-1] = torch.from_numpy(REWARDS[actions[-1]])
    dones = torch.zeros(length, samples, dtype=bool)
    dones[-1] = True
    zeros = torch.zeros_like(rho)
    return losses.vtrace(rho, rewards, zeros, zeros[0], dones, 1.0, clip, clip)[0][0].numpy()


def traced(ratios, clip):
    """Return the share of an error that the trace passes back through decisions with these ratios."""
    return float(np.prod(np.clip(ratios, *clip)))


# --- Buffers (section IV.E) ---------------------------------------------------------------------


def use_counts(ratio, steps, seed=1, capacity=500):
    """Return the numbers of uses of samples in a ring and in a queue, at one ratio of production."""
    ring = simulate(Ring(capacity, rng=np.random.default_rng(seed)), ratio, steps)[:-capacity]
    queue = simulate(Queue(capacity, reuse=1), ratio, steps)[:-capacity]
    return np.array(ring), np.array(queue)


def use_table(ratios, steps):
    """Return shares of samples by uses in a ring beside the Poisson law, and the extremes of a queue, by ratio."""
    rows = {}
    for ratio in ratios:
        ring, queue = use_counts(ratio, steps)
        law = stats.poisson(1 / ratio)
        measured = (np.mean(ring == 0), law.pmf(0), np.mean(ring >= 2), law.sf(1))
        rows[ratio] = (*measured, queue.min(), queue.max())
    names = ["ring: never", "Poisson", "ring: twice or more", "Poisson ", "queue: least", "queue: most"]
    return pd.DataFrame(rows, names).T.rename_axis("produced per consumed")


def ages(ratios, capacity, steps):
    """Return the mean waiting time of samples in a queue, in consumed samples, by ratio."""
    rows = {}
    for ratio in ratios:
        waited = []
        simulate(Queue(capacity, reuse=1), ratio, steps, waited)
        rows[ratio] = np.mean(waited[len(waited) // 2 :])
    return pd.Series(rows, name="age").rename_axis("produced per consumed")


def idle_share(ratio, capacity, steps, rng):
    """Return the share (%) of steps in which a learner that uses one sample per step waits for random actors."""
    queue = Queue(capacity, reuse=1)
    for made in rng.poisson(ratio, size=steps):
        for _ in range(made):
            queue.put(0)
        queue.take(1)
    return 100 * queue.flow.starved / steps


def sampling_errors(runs, steps, seed=1):
    """Return squared errors (runs, 2) of the mean of used samples, in a ring and a queue, at one sample per step."""
    rng, found = np.random.default_rng(seed), []
    for run in range(runs):
        ring, queue = use_counts(1.0, steps, seed=seed + run, capacity=steps // 10)
        worth = rng.normal(size=max(len(ring), len(queue)))
        found.append([np.average(worth[: len(uses)], weights=uses) ** 2 for uses in (ring, queue)])
    return np.array(found)


# --- Picking the hero (section IV.B) --------------------------------------------------------------

DOMINANT = np.array([[0, 0.2, 0.3], [-0.2, 0, 0.1], [-0.3, -0.1, 0]])  # the first hero beats both others
CYCLE = 0.2 * matrix_games.RPS  # each hero beats another


def hero_shares(A, weights):
    """Return the shares of the heroes at the rest point of learning, by entropy weight."""
    rows = {tau: matrix_games.logit_equilibrium(A, tau)[0] for tau in weights}
    return pd.DataFrame(rows, ["hunter", "mage", "warrior"]).T.rename_axis("entropy weight")


def between(shares, close=0.05):
    """Tell which rows are neither a single hero nor uniform, by a margin."""
    single = shares.max(axis=1) > 1 - close
    uniform = (shares - 1 / 3).abs().max(axis=1) < close
    return ~(single | uniform)


# --- Published tables (section IV.A, V) -----------------------------------------------------------


def table1():
    """Return Table I: win rates (%) of the row against the column."""
    return pd.read_csv(PUBLISHED / "table1.csv", index_col=0)


def table2():
    """Return the games won and lost against the human, by model (Table II)."""
    return pd.read_csv(PUBLISHED / "table2.csv").groupby("model")[["won", "lost"]].sum()


def step(table, better, worse, against, matches=MATCHES) -> Estimate:
    """Return the win rate of one model against a third minus that of another, in points, with an interval over matches."""
    one, other = (table.loc[name, against] / 100 for name in (better, worse))
    counts = round(one * matches), matches, round(other * matches), matches
    return two_shares(*counts)


def elo(table):
    """Return the Elo strengths that fit a table best (400 points for odds of 10), with the first model at 0."""
    one, other = np.nonzero(~np.eye(len(table), dtype=bool))
    model = np.arange(1, len(table))
    X = 1.0 * (one[:, None] == model) - (other[:, None] == model)
    fitted = sm.GLM(table.to_numpy()[one, other] / 100, X, family=sm.families.Binomial()).fit()
    return pd.Series(np.append(0, fitted.params) * ELO, table.index, name="Elo")


def expected_rates(strengths):
    """Return the win rates (%) that strengths imply."""
    s, names = strengths.to_numpy(), strengths.index
    return pd.DataFrame(rate(s[:, None] - s[None]), names, names.rename(None))
