"""Functions that compiled code calls by their addresses, so that one loop plays whatever agents there are.

    record.act_at = address_of(act, GAME_TYPE, BOOK_TYPE)   # a compiled function: records of these types -> int64
    action = call(record.act_at, game, book)                # in compiled code

An address is a number. The function behind it is compiled apart from the loop that calls it, and only if somebody asks
for its address. A function in plain Python can be called, too, even by code that has let go of Python's lock:

    callback = Callback(ask, GAME_TYPE, BOOK_TYPE)          # to be kept as long as it may be called
    action = call_python(callback.address, game, book)      # in compiled code

Addresses hold in this process only. Where nothing is compiled, they are places in a list of functions.
"""

import ctypes

import numpy as np
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

plain = []  # the functions that addresses stand for where nothing is compiled


def address_of(function, *kinds, returns=types.int64) -> int:
    """Return the address of a compiled function of these kinds of arguments: dtypes of records, or numba's types.

    It is compiled for them now, unless its machine code is kept (`cache=True`). Raises TypeError if it returns something
    else than it should.
    """
    if config.DISABLE_JIT:
        return listed(function)
    kinds = tuple(from_dtype(each) if isinstance(each, np.dtype) else each for each in kinds)
    if hasattr(function, "whole"):
        result = function.whole(kinds)
    else:  # numba's own
        function.compile(kinds)
        result = function.overloads[kinds]
    returned = result.signature.return_type
    if returned != returns:
        raise TypeError(
            f"The compiled function {function.__name__} returns {returned}: make that `return np.{returns}(...)`."
        )
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


def listed(function) -> int:
    """Return the place of a function in the list of those that are not compiled."""
    if function not in plain:
        plain.append(function)
    return plain.index(function)


class Callback:
    """A Python function that takes records of these dtypes, and returns a whole number, for compiled code to call.

    The records are those of the caller, to be looked at or changed. The function must not raise.
    """

    def __init__(self, function, *dtypes):
        if config.DISABLE_JIT:
            self.address = listed(function)
            return
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * len(dtypes))
        self.function = kind(lambda *places: function(*map(record_at, places, dtypes)))
        self.address = ctypes.cast(self.function, ctypes.c_void_p).value


def record_at(place, dtype):
    """Return the record of a dtype at an address."""
    return np.recarray(1, dtype, buf=(ctypes.c_char * dtype.itemsize).from_address(int(place)))[0]


if config.DISABLE_JIT:

    def call(address, *arguments):
        """Call the function at an address."""
        return plain[address](*arguments)

    call_for_float = call_python = call

else:

    def caller(returned):
        """Return what calls compiled functions that return this type."""

        @intrinsic
        def call(typing, address, *arguments):
            """Call the compiled function at an address with these arguments."""

            def build(context, builder, signature, values):
                convention, kinds = context.call_conv, signature.args[1]
                kind = convention.get_function_type(returned, kinds)
                function = builder.inttoptr(values[0], kind.as_pointer())
                given = cgutils.unpack_tuple(builder, values[1], len(kinds))
                status, result = convention.call_function(builder, function, returned, kinds, given)
                with cgutils.if_unlikely(builder, status.is_error):
                    convention.return_status_propagate(builder, status)
                return result

            return returned(address, types.StarArgTuple(arguments)), build

        return call

    call, call_for_float = caller(types.int64), caller(types.float64)

    @intrinsic
    def call_python(typing, address, *records):
        """Call the Callback at an address with these records; return its whole number (int64)."""

        def build(context, builder, signature, values):
            given = cgutils.unpack_tuple(builder, values[1], len(signature.args[1]))
            kind = ir.FunctionType(ir.IntType(64), [each.type for each in given])
            return builder.call(builder.inttoptr(values[0], kind.as_pointer()), given)

        return types.int64(address, types.StarArgTuple(records)), build
