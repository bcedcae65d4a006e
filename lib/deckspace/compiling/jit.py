"""Numba's njit for many small functions: machine code is made only for functions that Python calls.

Numba optimises every function together with its callees and makes machine code of it, even if only other compiled
functions call it: a rule at the bottom is compiled again for each function above it. Here a function that compiled
functions call is a part (see parts.py): it is stored as LLVM's intermediate code, and is optimised and turned into
machine code once in each function that Python calls.

A large function with many callers may be shared (`shared=True`): its machine code is made once, and callers refer to it
by its symbol.

A part is stored under a digest of its own source; of its callees it depends only on the types of their results, which
are checked before it is used again. So an edit recompiles one part, and its callers only if the type of its result has
changed. A function with `cache=True` also stores its machine code, under a digest of everything that is in it.
"""

import gc
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter

import numba
from numba.core import compiler, config, event, ir, sigutils, typed_passes, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.errors import ForceLiteralArg, NumbaError, TypingError
from numba.core.funcdesc import qualifying_prefix
from numba.core.registry import CPUDispatcher
from numba.core.typing import make_concrete_template, signature

from deckspace.compiling import announcing, kept, parts
from deckspace.compiling.sources import chain_of, name_of, source_of

OPTIONS = {"inline", "nogil", "fastmath", "boundscheck", "error_model", "locals", "debug"}


def njit(function=None, *, cache=False, shared=False, **options):
    """Compile a function as numba's njit does; see `deckspace.compiling`."""
    if function is None:
        return lambda function: njit(function, cache=cache, shared=shared, **options)
    if config.DISABLE_JIT:
        return function
    if not options.keys() <= OPTIONS:  # such as parallel: numba's own, which stores nothing
        return numba.njit(function, **options)
    locals = options.pop("locals", None)
    dispatcher = Dispatcher(function, locals, {"nopython": True, **options})
    dispatcher.kept, dispatcher.shared = cache or shared, shared
    return dispatcher


def is_ready(function):
    """Tell whether machine code of a function's current source is on disk; True for functions that are not compiled."""
    return not isinstance(function, Dispatcher) or kept.has_whole(chain_of(function))


class Dispatcher(CPUDispatcher):
    """Numba's dispatcher, with separate compilation for calls from Python and from compiled functions.

    Attributes: is_part, whether compiled functions are linked with it (mutually recursive functions are left to numba);
    kept, whether machine code is stored on disk; shared, whether compiled functions call this machine code, too.
    """

    is_part, kept, shared, is_checked = True, False, False, False
    symbols = {}  # symbols of shared machine code and their dispatchers: each symbol can exist only once

    def __init__(self, py_func, locals=None, targetoptions=None):
        super().__init__(py_func, locals, targetoptions, pipeline_class=PartCompiler)
        self.whole_compiler = type(self._compiler)(
            py_func, self.targetdescr, targetoptions or {}, locals or {}, WholeCompiler
        )
        self.by_python, self.wholes = False, {}

    def _compile_for_args(self, *args, **keywords):
        """Return machine code for these arguments of a call from Python."""
        with global_compiler_lock:  # otherwise another thread could take this call for its own
            self.by_python = True
            try:
                return super()._compile_for_args(*args, **keywords)
            finally:
                self.by_python = False

    def compile(self, sig):
        """Return the compiled form of this function: machine code for Python, a part for compiled functions."""
        by_python, self.by_python = self.by_python, False
        with global_compiler_lock:
            if not self.is_checked:
                leave_cycles(self)
            if not self.is_part:
                return super().compile(sig)
            types = tuple(sigutils.normalize_signature(sig)[0])
            return (self.whole(types) if by_python else self.part(types)).entry_point

    def get_call_template(self, args, kws):
        """Return how a compiled function calls this one with arguments of some types.

        For numba each constant argument is a type of its own, so that 24 copies of a function differed only in constants
        that are passed at run time anyway.
        """
        if not self.is_part:
            return super().get_call_template(args, kws)
        pysig, types = self._compiler.fold_argument_types(args, kws)
        types = self.compiled_for(tuple(types))
        template = make_concrete_template(self.__name__, self.__name__, [self.overloads[types].signature])
        return template, pysig, types, {}

    def compiled_for(self, types):
        """Compile this function for some types, without constants if possible; return the types used."""
        plain = tuple(map(without_constant, types))
        try:
            self.compile(plain)
        except (TypingError, ForceLiteralArg):
            if plain == types:
                raise
            self.compile(plain := types)
        return plain

    def whole(self, types):
        """Return machine code of this function for Python, from disk if possible."""
        with global_compiler_lock:  # several threads may ask for it at the same time
            if types not in self.wholes:
                self.wholes[types] = self.stored_whole(types)
            return self.wholes[types]

    def stored_whole(self, types):
        """Return machine code from disk, or compile and store it."""
        chain = chain_of(self)
        name = kept.name_of_whole(chain, types) if self.kept else None
        symbol = name if self.shared and self.symbols.setdefault(name, self) is self else None
        result = name and kept.load_whole(name, self.targetctx, chain)
        if not result:
            result = self.new_whole(types, chain, symbol)
            if name:
                kept.save_whole(name, result, chain)
        self._insert([each._code for each in types], result.entry_point, False)
        return result

    def new_whole(self, types, chain, symbol=None):
        """Compile this function to machine code, with a symbol for other functions."""
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}"
        WholeLowering.making.append(symbol)
        try:
            with announcing.announced(name, chain), self.notifying(types), no_garbage_collection():
                result = self.whole_compiler.compile(types, None)
        finally:
            WholeLowering.making.pop()
        for env in result._find_referenced_environments():
            result.codegen.set_env(env.env_name, env)
        return result

    def part(self, types):
        """Return this function as a part, compiled or from disk; a shared one as its machine code."""
        if types not in self.overloads and self.shared:
            self.overloads[types] = self.machine_code(types)
        if types not in self.overloads:
            source = source_of(self)
            key = kept.key_of_part(source, types)
            self.overloads[types] = self.known_part(types, source, key) or self.new_part(types, source, key)
            announcing.done(source.name)
        return self.overloads[types]

    def machine_code(self, types):
        """Return machine code of this function for compiled callers, which refer to its symbol."""
        whole, entry = self.whole(types), Entry()
        whole.library.get_pointer_to_function(whole.fndesc.llvm_func_name)  # makes its symbol known
        self.targetctx.insert_user_function(entry, whole.fndesc, [])
        return whole._replace(entry_point=entry)

    def new_part(self, types, source, key):
        """Compile this function to a part."""
        PartLowering.making.append((source, key))
        try:
            with self.notifying(types):
                return self._compiler.compile(types, None)
        finally:
            PartLowering.making.pop()

    def known_part(self, types, source, key):
        """Return the stored part of this function; None if there is none, or one of its callees has changed."""
        found = key and kept.load_part(key)
        if not found:
            return None
        described, env, calls, code = found
        linked, shared = [], []
        for name, arguments, returned, symbol in calls:
            function = source.calls[name]
            called = function.part_or_none(arguments)
            if called is None or called.signature.return_type != returned:
                return None
            if function.shared:
                shared.append((name, arguments, called.fndesc.mangled_name))
            elif called.library.key is None:
                return None
            linked.append((called.library, called.fndesc.mangled_name, symbol))
        part = parts.Part(self.targetctx.codegen(), source, key)
        part.restore(code, linked)
        part.shared = shared
        described.argtypes, entry = types, Entry()
        self.targetctx.insert_user_function(entry, described, [part])
        return compiler.compile_result(
            typing_context=self.typingctx,
            target_context=self.targetctx,
            entry_point=entry,
            environment=env,
            library=part,
            fndesc=described,
            signature=signature(described.restype, *types),
            objectmode=False,
            reload_init=[],
            lifted=(),
        )

    def part_or_none(self, types):
        """Return this function as a part; None if it is not one or cannot be compiled for these types."""
        try:
            return self.part(types) if self.is_part else None
        except NumbaError:
            return None

    @contextmanager
    def notifying(self, types):
        """Notify numba's listeners that this function is being compiled."""
        data = {"dispatcher": self, "args": types}
        with self._compiling_counter, event.trigger_event("numba:compile", data=data):
            yield

    def leave_to_numba(self):
        """Compile this function in numba's own way from now on."""
        self.is_part, self._compiler.pipeline_class = False, compiler.Compiler


def without_constant(kind):
    """Return the general type for the type of a constant, any other type unchanged."""
    return kind.literal_type if isinstance(kind, (types.IntegerLiteral, types.BooleanLiteral)) else kind


def leave_cycles(function):
    """Leave mutually recursive functions to numba, which resolves their addresses at run time."""
    chain = chain_of(function)
    graph = {name: source.calls.keys() - {name} for name, source in chain.items()}
    functions = {name: called for source in chain.values() for name, called in source.calls.items()}
    while cycle := cycle_in(graph):
        for name in cycle:
            functions[name].leave_to_numba()
            graph[name] = ()
    for each in (function, *functions.values()):
        each.is_checked = True


def cycle_in(graph):
    """Return the names on one cycle of a graph; None if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]


@contextmanager
def no_garbage_collection():
    """Disable garbage collection in the body, which takes a tenth of numba's time."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


class Entry:
    """A key that identifies a part for its callers."""


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(typed_passes.NativeLowering):
    """Numba's lowering pass, but it makes a part."""

    _name = "part_lowering"
    making = []  # the sources and keys of the parts being compiled, as a call stack

    def run_pass(self, state):
        """Make LLVM's intermediate code of a function, without wrappers for calls from Python."""
        source, key = self.making[-1]
        part = state.library = parts.Part(state.targetctx.codegen(), source, key)
        flags = state.flags
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        if key:
            own = qualifying_prefix(state.func_id.modname, state.func_id.func_qualname)
            state.targetctx = state.targetctx.subtarget(mangler=parts.mangler(own, state.args, key))
        super().run_pass(state)
        lowered, entry = state["cr"], Entry()
        state.targetctx.insert_user_function(entry, lowered.fndesc, [part])
        state.reload_init.extend(part._reload_init)
        state["cr"] = lowered._replace(cfunc=entry)
        part._ensure_finalized()
        calls = calls_of(state)
        part.shared = shared_of(calls)
        kept.save_part(part, lowered.fndesc, lowered.env, calls)
        return True


def calls_of(state):
    """Return the calls of compiled functions in a function: dispatcher, argument types and result type of each."""
    found = {}
    for expression, typed in state.calltypes.items():
        if isinstance(expression, ir.Expr) and expression.op == "call":
            kind = state.typemap[expression.func.name]
            if isinstance(kind, types.Dispatcher) and isinstance(kind.dispatcher, Dispatcher):
                found[kind.dispatcher, typed.args] = typed.return_type
    return [(called, arguments, returned) for (called, arguments), returned in found.items()]


def shared_of(calls):
    """Return the calls of shared functions among these: names, argument types and symbols."""
    return [
        (name_of(called), arguments, called.overloads[arguments].fndesc.mangled_name)
        for called, arguments, _ in calls
        if called.shared
    ]


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(typed_passes.NativeLowering):
    """Numba's lowering pass, but its result is not linked into other functions."""

    _name = "whole_lowering"
    making = []  # the symbols of the functions being compiled, None if not needed

    def run_pass(self, state):
        """Make machine code."""
        whole = state.library = parts.Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        whole.key, whole.shared = self.making[-1], shared_of(calls_of(state))
        whole.enable_object_caching()
        if whole.key:
            own = qualifying_prefix(state.func_id.modname, state.func_id.func_qualname)
            state.targetctx = state.targetctx.subtarget(mangler=parts.mangler(own, state.args, whole.key))
        return super().run_pass(state)


class ShortTypes(tuple):
    """Types of a function's arguments with a short text, since numba formats the text in each pass."""

    def __str__(self):
        return f"{len(self)} arguments"


class PartCompiler(compiler.CompilerBase):
    """Numba's compiler for nopython mode, with a lowering pass of our own."""

    lowering = PartLowering

    def define_pipelines(self):
        """Return the passes."""
        self.state.args = ShortTypes(self.state.args)
        manager = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        numbas = typed_passes.NativeLowering
        manager.passes = [
            (self.lowering, label) if each is numbas else (each, label) for each, label in manager.passes
        ]
        manager.finalize()
        return [manager]


class WholeCompiler(PartCompiler):
    """The compiler of functions that Python calls."""

    lowering = WholeLowering
