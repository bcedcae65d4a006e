"""Calling compiled functions by their address, so that a loop can call what it was not compiled with.

    address = address_of(Beam.act, *dtypes)       # machine code for records of these types, in this process alone
    action = call(address, game, book, work, settings, room, decision)

`settings` and `room` are addresses, too: their types are the agent's own, and the loop knows them not. Without the compiler (NUMBA_DISABLE_JIT=1) both work all the same.
"""

import ctypes
from functools import cache

import numpy as np
from numba import config, from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

SETTINGS, ROOM = 3, 4  # places of what is given by its address among the arguments of an agent's function
plain = {}  # without the compiler: functions and the types of their records, by what stands for an address


@cache
def address_of(function, *dtypes):
    """Return the address of a function, compiled for records of these types; raises TypeError if it cannot be."""
    if not (hasattr(function, "py_func") or config.DISABLE_JIT and callable(function)):
        raise TypeError(
            f"The `act` of an agent is compiled by njit of deckspace.compiling, and not {function!r}."
        )
    if config.DISABLE_JIT:
        plain[id(function)] = function, dtypes
        return id(function)
    kinds = tuple(map(from_dtype, dtypes))
    if hasattr(function, "whole"):
        code = function.whole(kinds)
    else:  # numba's own
        function.compile(kinds)
        code = function.overloads[kinds]
    if code.signature.return_type != types.int64:
        name, returned = function.py_func.__qualname__, code.signature.return_type
        raise TypeError(f"{name} returns an action, an int64, and not {returned}.")
    return code.library.get_pointer_to_function(code.fndesc.llvm_func_name)


def memory_of(array):
    """Return the address of an array."""
    return array.ctypes.data


def call(address, game, book, work, settings, room, decision):
    """Return what the function at an address returns, an int64; for compiled functions, and where nothing is compiled."""
    raise NotImplementedError


def call_plainly(address, game, book, work, settings, room, decision):
    """The same where nothing is compiled."""
    function, dtypes = plain[address]
    own = [record_at(there, dtypes[k]) for k, there in ((SETTINGS, settings), (ROOM, room))]
    return function(game, book, work, *own, decision)


if config.DISABLE_JIT:
    call = call_plainly  # noqa: F811


def record_at(address, dtype):
    """Return the record of a type that lies at an address."""
    memory = (ctypes.c_char * dtype.itemsize).from_address(int(address))
    return np.recarray(1, dtype, buf=memory)[0]


@overload(call)
def _call(address, game, book, work, settings, room, decision):
    return lambda address, game, book, work, settings, room, decision: _jump(
        address, game, book, work, settings, room, decision
    )


@intrinsic
def _jump(typing, address, game, book, work, settings, room, decision):
    """Call a function of numba's by its address, as numba does by its name."""
    passed = game, book, work, game, game, decision  # records go as pointers, of whatever type

    def write_code(context, builder, signature, arguments):
        address, *values = arguments
        convention, pointer = context.call_conv, context.get_argument_type(game)
        for place in (SETTINGS, ROOM):
            values[place] = builder.inttoptr(values[place], pointer)
        form = convention.get_function_type(types.int64, passed)
        function = builder.inttoptr(address, form.as_pointer())
        status, result = convention.call_function(builder, function, types.int64, passed, values)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    return types.int64(types.int64, game, book, work, types.int64, types.int64, decision), write_code
