"""Functions in LLVM's intermediate code: what is linked into the functions that call them, and kept on disk.

A part is kept as one file, named after its function and the types of its arguments, in the folder that numba keeps
machine code in (named after the sources: see lib/__init__.py). Its names in LLVM are made of the same, so that any
process may have written the file.
"""

import hashlib
import os
import pickle
from copy import copy
from functools import cache
from pathlib import Path

import numba
from llvmlite.binding import parse_bitcode
from numba.core import codegen, config
from numba.core.errors import UnsupportedError
from numba.core.itanium_mangler import mangle

known = {}  # parts with their descriptions and environments, by key: one function is one part in a process


class Part(codegen.JITCodeLibrary):
    """A function in LLVM's intermediate code, which others are linked with: no machine code is made of it.

    Its attributes: key, or None where it cannot be kept; parts, those that it calls.
    """

    def __init__(self, owner, key):
        super().__init__(owner, key or "part")
        self.key, self.parts = key, []

    def finalize(self):
        """Take in what is called and is no part, under names that nobody else sees."""
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            if isinstance(library, Part) and library.key:
                self.parts.append(library)
            else:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        hide(self._final_module, own, self.name)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self):
        """Return the function with all that it calls, in a form that may be linked several times."""
        self._ensure_finalized()
        if self._shared_module is None:
            module = self._final_module
            self._final_module = module.clone()
            for part in self.called():
                self._reload_init.update(part._reload_init)
                self._final_module.link_in(part._final_module, preserve=True)
            super()._get_module_for_linking()
            self._final_module = module
        return self._shared_module

    def called(self):
        """Return all parts that are called, directly or not."""
        found = dict.fromkeys(self.parts)
        waiting = list(self.parts)
        while waiting:
            new = [part for part in waiting.pop().parts if part not in found]
            found.update(dict.fromkeys(new))
            waiting += new
        found.pop(self, None)
        return list(found)


class Whole(codegen.JITCodeLibrary):
    """A function in machine code, with all that it calls: what nobody outside can call may be changed at will."""

    def finalize(self):
        """Link, optimise, and make machine code."""
        self.own = {function.name for function in self._final_module.functions if not function.is_declaration}
        super().finalize()

    def _optimize_final_module(self):
        hide(self._final_module, self.own, min(self.own))
        super()._optimize_final_module()


def hide(module, own, name):
    """Hide all functions of a module but its own, so that they may be changed at will.

    They are given other names, for LLVM's linker finds hidden ones by name, too: another module would call one whose
    arguments have been changed.
    """
    for function in module.functions:
        if not function.is_declaration and function.name not in own:
            function.name = f"{name}.{function.name}"
            function.linkage = "internal"


def key_of(function, types, owner):
    """Return what a function, compiled for these types of arguments, is known by; None if it cannot be kept."""
    if function.__closure__ is not None or "<locals>" in function.__qualname__:
        return None
    source = digest_of(function.__code__.co_filename)
    name = function.__module__, function.__qualname__
    said = repr((numba.__version__, owner.magic_tuple(), name, source, types))
    return source and hashlib.sha256(said.encode()).hexdigest()[:32]


@cache
def digest_of(file):
    """Return a hash of a source file, None where there is none: the folder's name knows only those of lib/."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return None


def mangler(own, own_types, key):
    """Return how names are made for LLVM: a part's own with its key, since numba's hold numbers of this process.

    Raises UnsupportedError where a function calls itself with other types: there is no part of that name.
    """

    def name_of(name, types, *, abi_tags=(), uid=None):
        if name == own and tuple(types) != tuple(own_types):
            raise UnsupportedError(
                f"{own} calls itself with arguments {types}, but is compiled for {own_types}: "
                "give its first call variables of these types, no constants."
            )
        if name in (own, f".NumbaEnv.{own}"):
            return mangle(name, (), abi_tags=(key,))
        return mangle(name, types, abi_tags=abi_tags, uid=uid)

    return name_of


def place(key):
    """Return the file of a part; None where numba keeps nothing in a folder of ours."""
    return Path(config.CACHE_DIR) / "parts" / key if config.CACHE_DIR else None


def save(part, described, env):
    """Know a part from now on, and keep it in its file, unless some of it is good for this process only."""
    part._ensure_finalized()
    if part.key is None or part._reload_init or part.has_dynamic_globals or not env.can_cache():
        part.key = None
        return
    known[part.key] = part, described, env
    file = place(part.key)
    if file is None:
        return
    function = copy(described)
    function.argtypes = function.typemap = function.calltypes = function.global_dict = None
    data = pickle.dumps((function, env, [each.key for each in part.parts], part._final_module.as_bitcode()))
    draft = file.with_name(f"{part.key}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(hashlib.sha256(data).digest() + data)
        os.replace(draft, file)
    except OSError:  # a full disk, say: it is compiled again the next time
        draft.unlink(missing_ok=True)


def load(key, owner):
    """Return a part with its description and environment, from memory or its file; None if there is no such file."""
    if key not in known:
        data = read(key)
        if data is None:
            return None
        function, env, called, code = pickle.loads(data)
        parts = [load(each, owner) for each in called]
        if None in parts:
            return None
        part = Part(owner, key)
        part._final_module = parse_bitcode(code)
        part.parts = [each[0] for each in parts]
        part._finalized = True
        known[key] = part, function, env
    return known[key]


def read(key):
    """Return what is in a part's file; None if there is none, or it has been damaged."""
    try:
        data = place(key).read_bytes()
    except (OSError, AttributeError):
        return None
    return data[32:] if hashlib.sha256(data[32:]).digest() == data[:32] else None
