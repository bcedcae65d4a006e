"""Numba's njit for many small functions: machine code is made of what Python calls, and of nothing else.

Numba optimises every function together with all that it calls, and makes machine code of it, even where only other
compiled functions will ever call it: a rule at the bottom is compiled again for each function on the way up. Here
what compiled functions call is a part (see parts.py): it is kept as LLVM's intermediate code, and optimised and made
machine code of once in each function that Python calls.

    from deckspace.compiling import njit       # as numba's

A function with `cache=True` keeps its machine code on disk too, so that the next process need not even link it.
"""

from numba.core import compiler, config, event, sigutils, typed_passes
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.funcdesc import qualifying_prefix
from numba.core.registry import CPUDispatcher
from numba.core.typing import signature

from deckspace.compiling import parts


def njit(function=None, *, cache=False, **options):
    """Compile a function as numba's njit does, with its options; also used with no options, as a plain decorator."""
    if function is None:
        return lambda function: njit(function, cache=cache, **options)
    if config.DISABLE_JIT:
        return function
    dispatcher = Dispatcher(function, targetoptions={"nopython": True, **options})
    if cache:
        dispatcher.enable_caching()
    return dispatcher


class Dispatcher(CPUDispatcher):
    """Numba's, but a function called by Python and the same function called by compiled ones are two things."""

    def __init__(self, py_func, locals=None, targetoptions=None):
        super().__init__(py_func, locals, targetoptions, pipeline_class=PartCompiler)
        self.whole_compiler = type(self._compiler)(
            py_func, self.targetdescr, targetoptions or {}, locals or {}, WholeCompiler
        )
        self.by_python, self.wholes = False, {}

    def _compile_for_args(self, *args, **keywords):
        """Return machine code for these arguments of Python's."""
        with global_compiler_lock:  # or another thread would take this call for its own
            self.by_python = True
            try:
                return super()._compile_for_args(*args, **keywords)
            finally:
                self.by_python = False

    def compile(self, sig):
        """Return what stands for this function: machine code for Python, a part for compiled functions."""
        if self.by_python:
            self.by_python = False
            return self.whole(sig).entry_point
        with global_compiler_lock:
            types, _ = sigutils.normalize_signature(sig)
            if tuple(types) not in self.overloads:
                self.overloads[tuple(types)] = self.known_part(tuple(types)) or self.new_part(tuple(types))
            return self.overloads[tuple(types)].entry_point

    def whole(self, sig):
        """Return this function in machine code, for Python, from disk if it is kept there."""
        with global_compiler_lock:
            types, returned = sigutils.normalize_signature(sig)
            if tuple(types) not in self.wholes:
                result = self._cache.load_overload(sig, self.targetctx)
                if result is None:
                    said = {"dispatcher": self, "args": types}
                    with self._compiling_counter, event.trigger_event("numba:compile", data=said):
                        result = self.whole_compiler.compile(types, returned)
                    for env in result._find_referenced_environments():
                        result.codegen.set_env(env.env_name, env)
                    self._cache.save_overload(sig, result)
                self._insert([kind._code for kind in types], result.entry_point, False)
                self.wholes[tuple(types)] = result
            return self.wholes[tuple(types)]

    def new_part(self, types):
        """Compile this function to a part."""
        with (
            self._compiling_counter,
            event.trigger_event("numba:compile", data={"dispatcher": self, "args": types}),
        ):
            result = self._compiler.compile(types, None)
        parts.save(result.library, result.fndesc, result.environment)
        return result

    def known_part(self, types):
        """Return this function as a part that is kept, or None."""
        owner = self.targetctx.codegen()
        key = parts.key_of(self.py_func, types, owner)
        found = key and parts.load(key, owner)
        if not found:
            return None
        library, described, env = found
        described.argtypes = types
        entry = Entry()
        self.targetctx.insert_user_function(entry, described, [library])
        return compiler.compile_result(
            typing_context=self.typingctx,
            target_context=self.targetctx,
            entry_point=entry,
            environment=env,
            library=library,
            fndesc=described,
            signature=signature(described.restype, *types),
            objectmode=False,
            reload_init=[],
            lifted=(),
        )


class Entry:
    """What a part is known by to the functions that call it."""


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(typed_passes.NativeLowering):
    """As numba's, but it makes a part."""

    _name = "part_lowering"

    def run_pass(self, state):
        """Make LLVM's intermediate code of a function, without what Python would need to call it."""
        owner = state.targetctx.codegen()
        key = parts.key_of(state.func_id.func, state.args, owner)
        state.library = parts.Part(owner, key)
        flags = state.flags
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        if key:
            own = qualifying_prefix(state.func_id.modname, state.func_id.func_qualname)
            state.targetctx = state.targetctx.subtarget(mangler=parts.mangler(own, state.args, key))
        super().run_pass(state)
        lowered, entry = state["cr"], Entry()
        state.targetctx.insert_user_function(entry, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lowered._replace(cfunc=entry)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(typed_passes.NativeLowering):
    """As numba's, but what it makes is not linked into anything else."""

    _name = "whole_lowering"

    def run_pass(self, state):
        """Make machine code."""
        state.library = parts.Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


class PartCompiler(compiler.CompilerBase):
    """Numba's compiler without Python, but for its last step."""

    lowering = PartLowering

    def define_pipelines(self):
        """Return the passes."""
        manager = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        numbas = typed_passes.NativeLowering
        manager.passes = [
            (self.lowering, said) if each is numbas else (each, said) for each, said in manager.passes
        ]
        manager.finalize()
        return [manager]


class WholeCompiler(PartCompiler):
    """The compiler of what Python calls."""

    lowering = WholeLowering
