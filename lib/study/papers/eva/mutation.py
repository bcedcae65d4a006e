"""Self-adaptive mutation: every weight has its own step size, which is inherited and mutates, too.

García-Sánchez et al. 2020, section 3.2. With n weights in [0, 1], tau = 1 / sqrt(2 sqrt n) and
tau' = 1 / sqrt(2 n):

    step' = max(step * exp(tau N + tau' N'), 1e-5)          equation (9) as it ran; the paper prints a plus
    weight' = weight + Normal(0, step')                     equation (12), then clipped to [0, 1]

N and N' are standard normal numbers. The authors' program draws both for every weight; the paper's notation
usually means that all weights of a child share one N'.
"""

import math

import numpy as np

SMALLEST_STEP = 1e-5
exp = np.vectorize(math.exp, otypes=[float])  # the last bit of NumPy's own differs between processors
STEPS = ("multiplied", "added to")  # how a step size changes: as it ran, as printed
NOISES = ("each", "one")  # how many N' a child draws: one per weight, as it ran, or one in all


def mutated(weights, steps, rng, how="multiplied", noise="each"):
    """Return the weights and step sizes of one child per parent, both (parents, n) like the parents'."""
    count, n = weights.shape
    local, shared = rates(n)
    change = local * rng.standard_normal((count, n))
    change = exp(change + shared * rng.standard_normal((count, n if noise == "each" else 1)))
    steps = np.maximum(steps * change if how == "multiplied" else steps + change, SMALLEST_STEP)
    return np.clip(weights + steps * rng.standard_normal((count, n)), 0.0, 1.0), steps


def rates(n):
    """Return tau and tau' (equations 10 and 11) for n weights."""
    return 1 / np.sqrt(2 * np.sqrt(n)), 1 / np.sqrt(2 * n)
