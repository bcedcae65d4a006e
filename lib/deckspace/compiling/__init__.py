"""How the games are compiled: `from deckspace.compiling import njit`, which is used as numba's `njit` is.

    @njit(cache=True)           # called by Python: its machine code is kept on disk
    def play(games, results): ...

    @njit                       # called by compiled functions
    def rule(game): ...

    @njit(shared=True)          # called by many, and large: its machine code is made once, and they call that
    def act(game, action): ...

`is_ready(function)` tells whether machine code is there before the first call. Nothing else here is for others.

The package goes into numba's compiler, and knows the versions below. With any other, `njit` is numba's own, and each
process compiles all that it needs: that takes minutes, but is never wrong.
"""

import os
import warnings

import numba

KNOWN = ("0.65", "0.66", "0.67", "0.68")
PLAIN = "DECKSPACE_PLAIN_NUMBA"  # an environment variable: if it is set, numba's own `njit` is taken


def knows(version):
    """Tell whether a version of numba is one of those that this package was made for."""
    return ".".join(version.split(".")[:2]) in KNOWN


if knows(numba.__version__) and not os.environ.get(PLAIN):
    from deckspace.compiling.jit import is_ready, njit
else:
    from deckspace.compiling.plain import is_ready, njit

    warnings.warn(
        f"deckspace keeps compiled code with numba {KNOWN[0]} to {KNOWN[-1]} only, and this is numba {numba.__version__}: "
        f"each process will compile the games again, which takes minutes. To avoid it: pip install 'numba=={KNOWN[-1]}.*'",
        stacklevel=2,
    )

__all__ = ["is_ready", "njit"]
