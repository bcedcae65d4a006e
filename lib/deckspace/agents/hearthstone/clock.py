"""A clock that compiled code can read: how much processor time this thread has had, in nanoseconds.

On a machine with nothing else to do this is the time that passes; on a busy one it still measures nobody but the
thread that asks. It comes from the C library's `clock_gettime`, which numba has no function for.
"""

import time

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

NANOSECONDS = 1_000_000  # in a millisecond
THREAD_TIME = getattr(time, "CLOCK_THREAD_CPUTIME_ID", None)  # Windows has no such clock


def now():
    """Return the processor time of this thread in nanoseconds, from an arbitrary beginning."""
    return time.thread_time_ns()


@overload(now)
def _now():
    """The same in compiled code; without such a clock it stands still."""
    if THREAD_TIME is None:
        return lambda: 0
    return lambda: _clock_gettime()


@intrinsic
def _clock_gettime(typing):
    """Call clock_gettime with a timespec on the stack: two 64-bit numbers, seconds and nanoseconds."""

    def write_code(context, builder, signature, arguments):
        number, kind = ir.IntType(64), ir.IntType(32)
        timespec = cgutils.alloca_once(builder, ir.ArrayType(number, 2))
        form = ir.FunctionType(kind, [kind, timespec.type])
        function = cgutils.get_or_insert_function(builder.module, form, "clock_gettime")
        builder.call(function, [kind(THREAD_TIME), timespec])
        seconds = builder.extract_value(builder.load(timespec), 0)
        rest = builder.extract_value(builder.load(timespec), 1)
        return builder.add(builder.mul(seconds, number(10**9)), rest)

    return types.int64(), write_code
