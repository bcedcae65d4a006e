"""Records: structured types whose fields are attributes, compiled and in plain Python alike.

`game.players[1].board[3].defense` is a single load in a compiled kernel, and the same code works with
NUMBA_DISABLE_JIT=1. Records hold no references, so kernels need no reference counting.
"""

import numpy as np


def record_type(fields):
    """Return the record type with these fields, a list of (name, type[, shape]).

    Raises ValueError for the name of an attribute of arrays, such as `size`, which would hide the field in plain Python.
    """
    for name, *_ in fields:
        if hasattr(np.recarray, name) or hasattr(np.record, name):
            raise ValueError(f"A record cannot have a field {name!r}: arrays have an attribute of that name.")
    return np.dtype((np.record, fields))


def new_records(dtype, n):
    """Return `n` records of this type, all zero, as an array of shape (n,)."""
    return np.recarray(n, dtype, buf=np.zeros(n * dtype.itemsize, "u1"))


def new_record(dtype):
    """Return one record of this type, all zero, which kernels change in place."""
    return new_records(dtype, 1)[0]
