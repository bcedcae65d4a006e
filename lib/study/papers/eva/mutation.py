"""Mutation that adapts itself: every weight has a step size of its own, which is inherited and mutates too.

García-Sánchez et al. 2020, section 3.2. With n weights in [0, 1], tau = 1 / sqrt(2 sqrt n), tau' = 1 / sqrt(2 n):

    step' = max(step * exp(tau N + tau' N'), 1e-5)          equation (9) as it ran; the paper prints a plus
    weight' = weight + Normal(0, step')                     (12), then cut off at 0 and 1

N and N' are standard normal numbers: as it ran, both are drawn for every weight; by the usual reading of the
paper's notation N' is one for all weights of a child.
"""

import math

import numpy as np

SMALLEST_STEP = 1e-5
exp = np.vectorize(
    math.exp, otypes=[float]
)  # NumPy's own differs in its last bit from one processor to another
STEPS = ("multiplied", "added to")  # what happens to a step size: as it ran, as printed
NOISES = ("each", "one")  # how many N' a child has: one for each weight, as it ran, or one


def mutated(weights, steps, rng, how="multiplied", noise="each"):
    """Return the child of each parent: new weights and step sizes, both shaped as those given, (parents, n)."""
    count, n = weights.shape
    local, shared = rates(n)
    change = local * rng.standard_normal((count, n))
    change = exp(change + shared * rng.standard_normal((count, n if noise == "each" else 1)))
    steps = np.maximum(steps * change if how == "multiplied" else steps + change, SMALLEST_STEP)
    return np.clip(weights + steps * rng.standard_normal((count, n)), 0.0, 1.0), steps


def rates(n):
    """Return tau and tau' (equations 10 and 11) for n weights."""
    return 1 / np.sqrt(2 * np.sqrt(n)), 1 / np.sqrt(2 * n)
