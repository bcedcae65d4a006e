"""Sets as bits of a whole number: the lowest member and the size, one machine instruction each."""

from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from deckspace.compiling import njit

if config.DISABLE_JIT:

    def first(mask):
        """Return the lowest member of a nonempty set (int64 -> int64)."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def size(mask):
        """Return the size of a set (int64 -> int64)."""
        return int(mask).bit_count()

else:

    @intrinsic
    def trailing_zeros(context, mask):
        def build(context, builder, signature, arguments):
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @intrinsic
    def ones(context, mask):
        def build(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build

    @njit(inline="always")
    def first(mask):
        """Return the lowest member of a nonempty set (int64 -> int64)."""
        return trailing_zeros(mask)

    @njit(inline="always")
    def size(mask):
        """Return the size of a set (int64 -> int64)."""
        return ones(mask)
