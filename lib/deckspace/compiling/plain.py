"""Numba's own njit, which keeps nothing on disk: its cache would not see that a called function has changed."""

import numba


def njit(function=None, *, cache=False, shared=False, **options):
    """Compile a function as numba's njit does; see `deckspace.compiling`."""
    if function is None:
        return lambda function: numba.njit(function, **options)
    return numba.njit(function, **options)


def is_ready(function):
    """Tell that it is of no use to compile a function beforehand, in another process."""
    return True
