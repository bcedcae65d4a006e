"""A clock for compiled code: the processor time of this thread, in nanoseconds.

Unlike wall-clock time it does not depend on how busy the machine is. It calls the C library's `clock_gettime`, for
which numba has no function.
"""

import time

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

NANOSECONDS = 1_000_000  # in a millisecond
THREAD_TIME = getattr(time, "CLOCK_THREAD_CPUTIME_ID", None)  # Windows has no such clock


def now():
    """Return the processor time of this thread in nanoseconds, from an arbitrary origin."""
    return time.thread_time_ns()


@overload(now)
def _now():
    """The compiled form; on a system without such a clock it always returns 0."""
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
