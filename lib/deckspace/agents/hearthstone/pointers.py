"""Calls an agent's compiled function by its address, so that one loop can call agents that it was not compiled with.

    address = address_of(Beam.act, *dtypes)       # machine code for records of these types, in this process only
    action = call(address, game, book, work, settings, room, decision)

`settings` and `room` are addresses, too, because the loop does not know their types; this is what this module adds to
deckspace/compiling/calls.py.
"""

from functools import cache

from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from deckspace.compiling import calls

SETTINGS, ROOM = 3, 4  # the arguments of an agent's function that are passed as addresses
kinds = {}  # address of a function: the types of its records, needed if nothing is compiled


@cache
def address_of(function, *dtypes):
    """Return the address of a function compiled for records of these types; raises TypeError if it is not compiled."""
    if not (hasattr(function, "py_func") or config.DISABLE_JIT and callable(function)):
        raise TypeError(
            f"The `act` of an agent must be compiled by njit of deckspace.compiling, unlike {function!r}."
        )
    address = calls.address_of(function, *dtypes)
    kinds[address] = dtypes
    return address


def memory_of(array):
    """Return the address of an array."""
    return array.ctypes.data


def call(address, game, book, work, settings, room, decision):
    """Return the result (int64) of the function at an address; for compiled callers, and if nothing is compiled."""
    raise NotImplementedError


def call_plainly(address, game, book, work, settings, room, decision):
    """Return the result of the function at an address if nothing is compiled."""
    own = [calls.record_at(place, kinds[address][k]) for k, place in ((SETTINGS, settings), (ROOM, room))]
    return calls.call(address, game, book, work, *own, decision)


if config.DISABLE_JIT:
    call = call_plainly  # noqa: F811


@overload(call)
def _call(address, game, book, work, settings, room, decision):
    return lambda address, game, book, work, settings, room, decision: _jump(
        address, game, book, work, settings, room, decision
    )


@intrinsic
def _jump(typing, address, game, book, work, settings, room, decision):
    """Call a numba function by its address, as numba itself does by name."""
    passed = game, book, work, game, game, decision  # records of any type are passed as pointers

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
