"""What a compiled function depends on, as a digest: its own code and that of what it calls, and the values they use.

The digest is made of bytecode, not of text: comments and moved lines change nothing. What is called by its name is
looked up and taken by value, a constant from another module, too. Where a value cannot be told from others by what is
in it, there is no digest: the compiled function is good for this process only. Not seen is what others have taught numba
about the types and functions of Python and numpy (`overload_method`, `overload(len)`).
"""

import dis
import enum
import hashlib
import importlib.util
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

import llvmlite
import numba
import numpy as np
from numba.core import config, types
from numba.core.dispatcher import Dispatcher as NumbasDispatcher
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.extending import _Intrinsic

# Modules that are known by their versions, and what is taken from them by its name.
OUTSIDE = {"builtins", "math", "cmath", "operator", "time", "numpy", "numba", "llvmlite"}
OUTSIDE_KINDS = (type, FunctionType, BuiltinFunctionType, NumbasDispatcher, np.ufunc, type(np.concatenate))
PLAIN = {type(None), type(...), bool, int, str, bytes, complex}  # all that is in them is in their `repr`
# Numba's settings that change machine code.
SETTINGS = (
    "OPT BOUNDSCHECK LOOP_VECTORIZE SLP_VECTORIZE DEBUGINFO_DEFAULT LLVM_REFPRUNE_PASS LLVM_REFPRUNE_FLAGS"
)
# Python's bytecode: the argument of LOAD_ATTR has, since 3.12, one bit more, as that of LOAD_GLOBAL.
USES_CONSTANT, LOADS_GLOBAL = set(dis.hasconst), dis.opmap["LOAD_GLOBAL"]
LOADS_ATTRIBUTE = {dis.opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD") if name in dis.opmap}
ATTRIBUTE_SHIFT = 1 if sys.version_info >= (3, 12) else 0
EXTENDED, INLINE = dis.opmap["EXTENDED_ARG"], dis.opmap.get("CACHE", 0)


@dataclass
class Source:
    """What one function depends on, apart from those that it calls and is linked with.

    name: of the function, unlike any other's; digest: None if it would not follow all changes; calls: the compiled
    functions that it refers to, by name.
    """

    name: str
    digest: str | None
    calls: dict


def source_of(function) -> Source:
    """Return the source of a function of ours, as it is now."""
    walk = Walk()
    said = walk.function(function.py_func), walk.options(function)
    name = name_of(function)
    return Source(name, walk.digest_of(("function", name, said)), walk.calls)


def chain_of(function) -> dict:
    """Return the sources of all functions that machine code of this one is made of, by their names; its own is first."""
    first = source_of(function)
    found, waiting = {first.name: first}, [first.calls]
    while waiting:
        for name, called in waiting.pop().items():
            if name not in found:
                found[name] = source_of(called)
                waiting.append(found[name].calls)
    return found


def name_of(function):
    """Return a name of a function of ours; where several share one, being made in a function, it has a digest in it."""
    python = function.py_func
    name = f"{python.__module__}.{python.__qualname__}"
    if python.__closure__ or "<locals>" in name:
        name += f"#{digest_of(Walk(naming=True).function(python))}"
    return name


class Walk:
    """One look at a function: what it says of all values that end up in its compiled form.

    calls: the functions of ours met on the way, which are linked with, not taken in; by name.
    unfaithful: what could not be said, as a text; None if there is nothing.
    """

    def __init__(self, naming=False):
        self.calls, self.within, self.unfaithful = {}, [], None
        self.naming = (
            naming  # then compiled functions have no say: two that are called in turn would never end
        )

    def digest_of(self, said):
        """Return a digest of what has been said; None if something could not be."""
        return None if self.unfaithful else digest_of(said)

    def unknown(self, what):
        """Say that a value cannot be told from others."""
        self.unfaithful = f"{what!r:.60}"

    def function(self, python):
        """Say what a Python function is: its code, its defaults, and the values of the names that it uses."""
        if python in self.within:
            return "again", python.__qualname__
        self.within.append(python)
        said = (
            self.code(python.__code__, python.__doc__),
            self.value(python.__defaults__),
            [(name, self.value(value)) for name, value in sorted((python.__kwdefaults__ or {}).items())],
            [self.cell(cell) for cell in python.__closure__ or ()],
            [(name, self.value(value)) for name, value in used_values(python)],
        )
        self.within.pop()
        return said

    def code(self, code, doc=None):
        """Say what a function does, whatever the text and the lines it was written in."""
        constants = list(code.co_consts)
        if constants and constants[0] == doc and not uses_first_constant(code):
            constants[0] = None
        return (
            code.co_code,
            [self.value(each) for each in constants],
            (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
            (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
            code.co_exceptiontable,
        )

    def cell(self, cell):
        """Say what a variable of the function around is."""
        try:
            return self.value(cell.cell_contents)
        except ValueError:  # it has no value yet
            return self.unknown(cell)

    def value(self, value):
        """Say what a value is."""
        if type(value) in PLAIN:
            return type(value).__name__, repr(value)
        if type(value) is float:
            return "float", value.hex()
        if isinstance(value, (tuple, frozenset)):
            return self.several(value)
        if isinstance(value, CodeType):
            return self.code(value)
        if isinstance(value, (np.generic, np.ndarray, np.dtype)):
            return self.of_numpy(value)
        if isinstance(value, types.Type):
            return "type", self.text(value)
        if isinstance(value, enum.Enum):
            return "member", self.type(type(value)), value.name
        return self.callable(value)

    def several(self, values):
        """Say what a tuple or a set of constants is; of a named tuple, the names, too."""
        said = [self.value(each) for each in values]
        kind = type(values)
        if kind is frozenset:
            return "set", sorted(said, key=repr)
        return "tuple", kind.__qualname__, getattr(kind, "_fields", None), said

    def of_numpy(self, value):
        """Say what a number, an array or a dtype of numpy's is."""
        if isinstance(value, np.generic):
            value = np.asarray(value)
        if isinstance(value, np.ndarray):
            if value.dtype.hasobject:
                return self.unknown(value)
            return "array", self.of_numpy(value.dtype), value.shape, value.strides, value.tobytes()
        if value.subdtype:
            return "items", self.of_numpy(value.subdtype[0]), value.shape
        if value.fields is None:
            return "dtype", value.str
        fields = [
            (name, self.of_numpy(value.fields[name][0]), value.fields[name][1:]) for name in value.names
        ]
        return "record", fields, value.itemsize, value.alignment, value.isalignedstruct

    def text(self, value):
        """Return the `repr` of a value that has all its content in it."""
        said = repr(value)
        return self.unknown(value) if is_passing(said) else said

    def options(self, function):
        """Say what options a function is compiled with."""
        return self.text([sorted(said.items()) for said in (function.targetoptions, function.locals)])

    def callable(self, value):
        """Say what a function, a class or a module is."""
        if isinstance(value, ModuleType) and is_outside(value):
            return "outside", value.__name__  # its `repr` has the folder that it is installed in
        if is_outside(value):
            return "outside", getattr(value, "__module__", None), getattr(value, "__qualname__", value)
        if isinstance(value, NumbasDispatcher):
            return self.compiled(value)
        if isinstance(value, _Intrinsic):
            return "intrinsic", self.function(value._defn)
        if isinstance(value, FunctionType):
            return "python", self.function(value), [self.function(each) for each in overloads_of(value)]
        if isinstance(value, type):
            return self.type(value)
        return self.unknown(value)

    def compiled(self, function):
        """Say what a compiled function is; of one that is linked with, what its caller knows but for the result's type."""
        if self.naming:
            return "compiled", function.py_func.__qualname__
        is_part = getattr(function, "is_part", None)
        if is_part is False or function.py_func in self.within[:-1]:
            return self.unknown(function)  # it is called in a circle, by an address of this process
        if is_part is None or function.targetoptions.get("inline", "never") != "never":
            return "taken in", self.options(function), self.function(function.py_func)
        if function.py_func in self.within:
            return "again", function.py_func.__qualname__
        name = name_of(function)
        if self.calls.setdefault(name, function) is not function:
            self.unknown(name)  # one of two
        code = function.py_func.__code__
        arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return "calls", name, arguments, self.value(function.py_func.__defaults__), self.options(function)

    def type(self, kind):
        """Say what a class is."""
        name = f"{kind.__module__}.{kind.__qualname__}"
        if issubclass(kind, enum.Enum):
            return "enum", name, [(key, self.value(each.value)) for key, each in kind.__members__.items()]
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return "named tuple", name, kind._fields
        if issubclass(kind, Exception):
            return "exception", name  # compiled code only names it
        return self.unknown(kind)


def is_passing(said):
    """Tell whether a text holds for this process only: there is an address in it."""
    return " at 0x" in said or "jitclass" in said


def is_outside(value):
    """Tell whether the versions of Python, numba and numpy say what a function, class or module is."""
    if isinstance(value, ModuleType):
        return value.__name__.split(".")[0] in OUTSIDE
    if isinstance(value, BuiltinFunctionType) and not isinstance(value.__self__, ModuleType):
        return False  # it is bound to something
    if not isinstance(value, OUTSIDE_KINDS):
        return False
    return isinstance(value, np.ufunc) or (value.__module__ or "").split(".")[0] in OUTSIDE


def overloads_of(python):
    """Return the functions that say what compiled code does where it calls this one (numba's `overload`)."""
    typing = cpu_target.typing_context
    typing.refresh()
    try:
        known = typing.resolve_value_type(python)
    except (NumbaError, ValueError):  # it has none, as a function that only Python calls
        return ()
    templates = getattr(known, "templates", ())
    return tuple(each._overload_func for each in templates if hasattr(each, "_overload_func"))


def used_values(python):
    """Yield the global names that a function uses, with their values: of modules, those of the attributes it uses."""
    for name, attributes in global_names(python.__code__):
        if name not in python.__globals__:
            continue  # one of Python's own, or an error that numba will report
        value = python.__globals__[name]
        for attribute in attributes:
            if not isinstance(value, ModuleType) or is_outside(value):
                break
            name, value = f"{name}.{attribute}", getattr(value, attribute, None)
        yield name, value


@cache
def global_names(code):
    """Return the global names in a function's code, each with the attributes that are at once looked up in it."""
    found, last = [], None
    for operation, argument in operations(code):
        if operation == LOADS_GLOBAL:
            last = []
            found.append((code.co_names[argument >> 1], last))
        elif operation in LOADS_ATTRIBUTE and last is not None:
            last.append(code.co_names[argument >> ATTRIBUTE_SHIFT])
        else:
            last = None
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    names = [(name, tuple(attributes)) for name, attributes in found]
    return tuple(dict.fromkeys(sum(map(global_names, inner), tuple(names))))


def operations(code):
    """Yield the operations of some bytecode with their arguments."""
    argument, raw = 0, code.co_code
    for operation, low in zip(raw[::2], raw[1::2], strict=True):
        argument = argument << 8 | low
        if operation == EXTENDED:
            continue
        if operation != INLINE:
            yield operation, argument
        argument = 0


@cache
def uses_first_constant(code):
    """Tell whether a function uses its first constant, which may be no more than its docstring."""
    return any(operation in USES_CONSTANT and argument == 0 for operation, argument in operations(code))


def digest_of(said):
    """Return a short digest of what has been said of something."""
    return hashlib.sha256(repr(said).encode()).hexdigest()[:24]


@cache
def surroundings():
    """Return a digest of what all compiled code depends on: versions, processor, settings, and this package."""
    own = [file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py"))]
    versions = (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        sys.version,
        importlib.util.MAGIC_NUMBER,
    )
    settings = [str(getattr(config, name, None)) for name in SETTINGS.split()]
    return digest_of((versions, cpu_target.target_context.codegen().magic_tuple(), settings, own))
