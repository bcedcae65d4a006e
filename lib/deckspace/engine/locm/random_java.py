"""Java's random numbers (java.util.Random), from which the official referee makes cards, drafts and shuffles.

A generator is one 48-bit number in an array of them, `states[i]`.
"""

import numpy as np

from deckspace.compiling import njit

MULTIPLIER, INCREMENT = np.uint64(0x5DEECE66D), np.uint64(0xB)
MASK = np.uint64(2**48 - 1)
BELOW_0 = np.uint64(2**48 - 2**32)  # the upper bits of a negative seed


@njit
def start_random(states, i, seed):
    """Start generator `i` from a seed, of which the lower 48 bits count."""
    states[i] = (np.uint64(seed) ^ MULTIPLIER) & MASK


@njit
def bits(states, i, count):
    """Draw so many random bits."""
    states[i] = (states[i] * MULTIPLIER + INCREMENT) & MASK
    return np.int64(states[i] >> np.uint64(48 - count))


@njit
def derived_seed(states, i):
    """Draw a seed for another generator: a 32-bit number with its sign."""
    drawn = np.uint64(bits(states, i, 32))
    return drawn | BELOW_0 if drawn >> np.uint64(31) else drawn


@njit
def whole(states, i, n):
    """Draw a whole number from 0 to n-1."""
    if n & (n - 1) == 0:
        return n * bits(states, i, 31) >> 31
    while True:
        drawn = bits(states, i, 31)
        if drawn - drawn % n + n - 1 < 2**31:  # else small numbers would be a little more likely
            return drawn % n


@njit
def fraction(states, i):
    """Draw a number from 0 to 1, 1 excluded."""
    high = bits(states, i, 26)
    return ((high << 27) + bits(states, i, 27)) / 2.0**53


@njit
def shuffle(states, i, items):
    """Shuffle an array in place."""
    for end in range(len(items), 1, -1):
        k = whole(states, i, end)
        items[end - 1], items[k] = items[k], items[end - 1]
