"""Calls of functions by their addresses from compiled code, so that one loop can play any agents.

    record.act_at = address_of(act, GAME_TYPE, BOOK_TYPE)   # a compiled function: records of these types -> int64
    action = call(record.act_at, game, book)                # in compiled code

An address is a number. The function is compiled separately from the loop that calls it, and only when its address is
requested. Functions in plain Python can be called, too, even by code that has released the GIL:

    callback = Callback(ask, GAME_TYPE, BOOK_TYPE)          # must exist as long as it may be called
    action = call_python(callback.address, game, book)      # in compiled code

Addresses are valid in this process only. If nothing is compiled, they are indices in a list of functions.
"""

import ctypes

import numpy as np
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

plain = []  # the functions whose indices are addresses if nothing is compiled


def address_of(function, *kinds, returns=types.int64) -> int:
    """Return the address of a compiled function for arguments of these kinds: dtypes of records, or numba types.

    It is compiled for them now, unless its machine code is stored (`cache=True`). Raises TypeError if its return type is
    not `returns`.
    """
    if config.DISABLE_JIT:
        return listed(function)
    kinds = tuple(from_dtype(each) if isinstance(each, np.dtype) else each for each in kinds)
    if hasattr(function, "whole"):
        result = function.whole(kinds)
    else:  # a function of numba's own njit
        function.compile(kinds)
        result = function.overloads[kinds]
    returned = result.signature.return_type
    if returned != returns:
        raise TypeError(
            f"The compiled function {function.__name__} returns {returned}, but must return {returns}: write "
            f"`return np.{returns}(...)`."
        )
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


def listed(function) -> int:
    """Return the index of a function in the list of uncompiled functions."""
    if function not in plain:
        plain.append(function)
    return plain.index(function)


class Callback:
    """A Python function of records with these dtypes that returns a whole number, for calls from compiled code.

    The records are those of the caller, which the function may change. It must not raise.
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
        """Return an intrinsic that calls compiled functions with this return type."""

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
