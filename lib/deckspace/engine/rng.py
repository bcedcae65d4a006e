"""Random numbers: one SplitMix64 stream per game, with its state in the game's own record.

A game therefore depends on its seed alone, on any number of threads. The generator is Steele, Lea and Flood's SplitMix64
(2014), a counter with a strong mixing function.
"""

import numpy as np

from deckspace.compiling import njit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_1, SHIFT_2, SHIFT_3, HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@njit(inline="always")
def mix(z):
    """Scramble one 64-bit number (uint64 -> uint64)."""
    z = (z ^ (z >> SHIFT_1)) * MIX_1
    z = (z ^ (z >> SHIFT_2)) * MIX_2
    return z ^ (z >> SHIFT_3)


@njit(inline="always")
def derive(seed, stream):
    """Return the seed of a numbered stream below `seed`, independent of every other stream."""
    return mix(mix(np.uint64(seed) + GOLDEN) ^ (np.uint64(stream) * GOLDEN))


@njit(inline="always")
def below(game, n):
    """Draw a whole number from 0 to n-1 (n < 2**32), advancing `game.rng`."""
    game.rng += GOLDEN
    return np.int64(((mix(game.rng) >> HALF) * np.uint64(n)) >> HALF)
