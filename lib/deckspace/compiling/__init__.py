"""Compilation of the games: `from deckspace.compiling import njit`, used like numba's `njit`.

    @njit(cache=True)           # called by Python: its machine code is stored on disk
    def play(games, results): ...

    @njit                       # called by compiled functions
    def rule(game): ...

    @njit(shared=True)          # large, with many callers: its machine code is made once and called by all of them
    def act(game, action): ...

`is_ready(function)` tells whether machine code exists before the first call. The rest of the package is internal.

The package depends on internals of numba, in the versions below. With any other version, `njit` is numba's own, and each
process compiles everything that it needs, which takes minutes but is always correct.
"""

import os
import warnings

import numba

KNOWN = ("0.65", "0.66", "0.67", "0.68")
PLAIN = "DECKSPACE_PLAIN_NUMBA"  # an environment variable: if set, numba's own `njit` is used


def knows(version):
    """Tell whether this package supports a version of numba."""
    return ".".join(version.split(".")[:2]) in KNOWN


if numba.config.DISABLE_JIT:  # numpy would warn where random numbers and hashes wrap around
    wrapping = r"deckspace\.(engine\.(rng|locm\.random_java)|agents\.)"
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning, wrapping)
if knows(numba.__version__) and not os.environ.get(PLAIN):
    from deckspace.compiling.jit import is_ready, njit
else:
    from deckspace.compiling.plain import is_ready, njit

    warnings.warn(
        f"deckspace can store compiled code only with numba {KNOWN[0]} to {KNOWN[-1]}, but this is numba {numba.__version__}: "
        f"each process will compile the games again, which takes minutes. To avoid this: pip install 'numba=={KNOWN[-1]}.*'",
        stacklevel=2,
    )

__all__ = ["is_ready", "njit"]
