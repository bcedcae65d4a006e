"""Errors in a user's input: every message is one sentence that says what would be right."""

import errno
from numbers import Integral, Real

UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}


def shown(value) -> str:
    """Return a value as a message shows it: numbers of numpy, also those in a list, as the numbers that they are."""
    import numpy as np  # here, because `run` needs these errors before anything is installed

    with np.printoptions(legacy="1.25"):  # 0 instead of np.int64(0)
        return repr(value)


def told(error) -> str:
    """Return the message of an error; of one of the system its words and the file, as in "Permission denied: 'my.csv'"."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    return error.strerror + (f": '{error.filename}'" if error.filename else "")


def is_unwritable(error: OSError) -> bool:
    """Tell whether a disk was full or did not allow what was asked of it."""
    return error.errno in UNWRITABLE


class BadInput(ValueError):
    """Invalid input of a user: a deck, a replay, an option."""


class BrokenFile(ValueError):
    """A file that is missing or damaged."""


class Illegal(BadInput):
    """An action or a command that the rules do not allow now."""


def is_whole(number) -> bool:
    """Tell whether this is a whole number, also one of numpy; True and False are none."""
    return isinstance(number, Integral) and not isinstance(number, bool)


def check_whole(what, number, least=1, most=None) -> int:
    """Return a whole number as an int. Raises BadInput, with a message that begins with `what`, unless it is one in range."""
    if not is_whole(number) or number < least or (most is not None and number > most):
        limits = f"of at least {least}" if most is None else f"from {least} to {most:,}"
        raise BadInput(f"{what} must be a whole number {limits}, not {shown(number)}.")
    return int(number)


def is_number(number) -> bool:
    """Tell whether this is a number, also one of numpy; True and False are none."""
    return isinstance(number, Real) and not isinstance(number, bool)


def check_seed(seed) -> int:
    """Return a seed as an int. Raises BadInput unless it is a whole number from 0 to 2^64 - 1."""
    if not is_whole(seed) or not 0 <= seed < 2**64:
        raise BadInput(f"A seed must be a whole number from 0 to 2^64 - 1, not {shown(seed)}.")
    return int(seed)
