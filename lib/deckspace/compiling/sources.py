"""Digests of everything that a compiled function depends on: its code, the code of its callees, and the values they use.

A digest is made of bytecode, not of text, so comments and moved lines do not matter. Global names, also constants from
other modules, are resolved and included by value. If the content of a value does not identify it, there is no digest, and
the compiled function is valid in this process only. Not covered are extensions of numba by others for types and functions
of Python and numpy (`overload_method`, `overload(len)`).
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

# Modules that are identified by their versions, and the kinds of their objects that are identified by name.
OUTSIDE = {"builtins", "math", "cmath", "operator", "time", "numpy", "numba", "llvmlite"}
OUTSIDE_KINDS = (type, FunctionType, BuiltinFunctionType, NumbasDispatcher, np.ufunc, type(np.concatenate))
PLAIN = {type(None), type(...), bool, int, str, bytes, complex}  # types identified by their `repr`
# Numba's settings that change machine code.
SETTINGS = (
    "OPT BOUNDSCHECK LOOP_VECTORIZE SLP_VECTORIZE DEBUGINFO_DEFAULT LLVM_REFPRUNE_PASS LLVM_REFPRUNE_FLAGS"
)
# Python's bytecode: since 3.12 the argument of LOAD_ATTR has one more bit, like that of LOAD_GLOBAL.
USES_CONSTANT, LOADS_GLOBAL = set(dis.hasconst), dis.opmap["LOAD_GLOBAL"]
LOADS_ATTRIBUTE = {dis.opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD") if name in dis.opmap}
ATTRIBUTE_SHIFT = 1 if sys.version_info >= (3, 12) else 0
EXTENDED, INLINE = dis.opmap["EXTENDED_ARG"], dis.opmap.get("CACHE", 0)


@dataclass
class Source:
    """The dependencies of one function, except for the compiled functions that it is linked with.

    name: a unique name of the function; digest: None if it would not cover all changes; calls: the compiled functions that
    it refers to, by name.
    """

    name: str
    digest: str | None
    calls: dict


def source_of(function) -> Source:
    """Return the current Source of one of our compiled functions."""
    walk = Walk()
    content = walk.function(function.py_func), walk.options(function)
    name = name_of(function)
    return Source(name, walk.digest_of(("function", name, content)), walk.calls)


def chain_of(function) -> dict:
    """Return the Sources of all functions in this one's machine code, by name; its own comes first."""
    first = source_of(function)
    found, waiting = {first.name: first}, [first.calls]
    while waiting:
        for name, called in waiting.pop().items():
            if name not in found:
                found[name] = source_of(called)
                waiting.append(found[name].calls)
    return found


def name_of(function):
    """Return the name of one of our functions, with a digest if it was created in a function and may not be unique."""
    python = function.py_func
    name = f"{python.__module__}.{python.__qualname__}"
    if python.__closure__ or "<locals>" in name:
        name += f"#{digest_of(Walk(naming=True).function(python))}"
    return name


class Walk:
    """One traversal of a function, which describes all values that affect its compiled form.

    calls: our functions that are linked with it rather than included, by name.
    unfaithful: a value that cannot be described, as text; None if there is none.
    """

    def __init__(self, naming=False):
        self.calls, self.within, self.unfaithful = {}, [], None
        self.naming = naming  # then compiled functions are not traversed: mutual recursion would not end

    def digest_of(self, content):
        """Return a digest of a description; None if some value could not be described."""
        return None if self.unfaithful else digest_of(content)

    def unknown(self, what):
        """Record a value that cannot be described."""
        self.unfaithful = f"{what!r:.60}"

    def function(self, python):
        """Describe a Python function: its code, its defaults, and the values of the names that it uses."""
        if python in self.within:
            return "again", python.__qualname__
        self.within.append(python)
        content = (
            self.code(python.__code__, python.__doc__),
            self.value(python.__defaults__),
            [(name, self.value(value)) for name, value in sorted((python.__kwdefaults__ or {}).items())],
            [self.cell(cell) for cell in python.__closure__ or ()],
            [(name, self.value(value)) for name, value in used_values(python)],
        )
        self.within.pop()
        return content

    def code(self, code, doc=None):
        """Describe a function's code, independent of its text and line numbers."""
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
        """Describe a variable of an enclosing function."""
        try:
            return self.value(cell.cell_contents)
        except ValueError:  # it has no value yet
            return self.unknown(cell)

    def value(self, value):
        """Describe a value."""
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
        """Describe a tuple or a set of constants, including the names of a named tuple."""
        content = [self.value(each) for each in values]
        kind = type(values)
        if kind is frozenset:
            return "set", sorted(content, key=repr)
        return "tuple", kind.__qualname__, getattr(kind, "_fields", None), content

    def of_numpy(self, value):
        """Describe a number, an array or a dtype of numpy."""
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
        """Return the `repr` of a value that is identified by it."""
        text = repr(value)
        return self.unknown(value) if is_temporary(text) else text

    def options(self, function):
        """Describe the options with which a function is compiled."""
        return self.text([sorted(options.items()) for options in (function.targetoptions, function.locals)])

    def callable(self, value):
        """Describe a function, a class or a module."""
        if isinstance(value, ModuleType) and is_outside(value):
            return "outside", value.__name__  # its `repr` contains the installation folder
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
        """Describe a compiled function; of a linked one, what its caller depends on except for the result's type."""
        if self.naming:
            return "compiled", function.py_func.__qualname__
        is_part = getattr(function, "is_part", None)
        if is_part is False or function.py_func in self.within[:-1]:
            return self.unknown(function)  # recursive: it is called by an address of this process
        if is_part is None or function.targetoptions.get("inline", "never") != "never":
            return "inlined", self.options(function), self.function(function.py_func)
        if function.py_func in self.within:
            return "again", function.py_func.__qualname__
        name = name_of(function)
        if self.calls.setdefault(name, function) is not function:
            self.unknown(name)  # the name is not unique
        code = function.py_func.__code__
        arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return "calls", name, arguments, self.value(function.py_func.__defaults__), self.options(function)

    def type(self, kind):
        """Describe a class."""
        name = f"{kind.__module__}.{kind.__qualname__}"
        if issubclass(kind, enum.Enum):
            return "enum", name, [(key, self.value(each.value)) for key, each in kind.__members__.items()]
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return "named tuple", name, kind._fields
        if issubclass(kind, Exception):
            return "exception", name  # compiled code refers to it by name only
        return self.unknown(kind)


def is_temporary(text):
    """Tell whether a text contains an address, which is valid in this process only."""
    return " at 0x" in text or "jitclass" in text


def is_outside(value):
    """Tell whether the versions of Python, numba and numpy identify a function, class or module."""
    if isinstance(value, ModuleType):
        return value.__name__.split(".")[0] in OUTSIDE
    if isinstance(value, BuiltinFunctionType) and not isinstance(value.__self__, ModuleType):
        return False  # a bound method
    if not isinstance(value, OUTSIDE_KINDS):
        return False
    return isinstance(value, np.ufunc) or (value.__module__ or "").split(".")[0] in OUTSIDE


def overloads_of(python):
    """Return the functions that implement this one in compiled code (numba's `overload`)."""
    typing = cpu_target.typing_context
    typing.refresh()
    try:
        known = typing.resolve_value_type(python)
    except (NumbaError, ValueError):  # it has none, like functions that only Python calls
        return ()
    templates = getattr(known, "templates", ())
    return tuple(each._overload_func for each in templates if hasattr(each, "_overload_func"))


def used_values(python):
    """Yield the global names that a function uses, with their values; for modules, the attributes that it uses."""
    for name, attributes in global_names(python.__code__):
        if name not in python.__globals__:
            continue  # a builtin, or an error that numba will report
        value = python.__globals__[name]
        for attribute in attributes:
            if not isinstance(value, ModuleType) or is_outside(value):
                break
            name, value = f"{name}.{attribute}", getattr(value, attribute, None)
        yield name, value


@cache
def global_names(code):
    """Return the global names in a function's code, each with the chain of attributes looked up in it."""
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
    """Yield the operations of bytecode with their arguments."""
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
    """Tell whether a function uses its first constant, which may be just its docstring."""
    return any(operation in USES_CONSTANT and argument == 0 for operation, argument in operations(code))


def digest_of(content):
    """Return a short digest of a description."""
    return hashlib.sha256(repr(content).encode()).hexdigest()[:24]


@cache
def surroundings():
    """Return a digest of the common dependencies of all compiled code: versions, processor, settings, this package."""
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
