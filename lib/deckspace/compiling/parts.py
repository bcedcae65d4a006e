"""Functions in LLVM's intermediate code, which are linked into the functions that call them."""

from llvmlite.binding import parse_assembly, parse_bitcode
from numba.core import codegen
from numba.core.errors import UnsupportedError
from numba.core.itanium_mangler import mangle


class Part(codegen.JITCodeLibrary):
    """A function in LLVM's intermediate code, which others are linked with: no machine code is made of it.

    Its attributes: source (see sources.py); key, by which others find it, None where it is good for this process only;
    parts, those that it calls; shared, what it calls in machine code: names, types and symbols.
    """

    def __init__(self, owner, source, key):
        super().__init__(owner, key or "part")
        self.source, self.key, self.parts, self.shared = source, key, [], []

    def forget(self):
        """Be good for this process only: who calls it takes it in."""
        self.key = None

    def finalize(self):
        """Take in what is called and is no part, under names that nobody else sees."""
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            if isinstance(library, Part) and library.key:
                self.parts.append(library)
            else:
                if isinstance(library, Part) or any_part(library):
                    self.forget()  # for its digest knows nothing of what it takes in
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        hide(self._final_module, own, self.name)
        self._finalize_dynamic_globals()
        self._finalized = True

    def restore(self, code, linked):
        """Become what was kept as bitcode; `linked` has the parts that it calls, with their names now and in the code."""
        self._final_module = parse_bitcode(code)
        self.parts = list(dict.fromkeys(part for part, _, _ in linked if isinstance(part, Part)))
        renamed = {then: now for _, now, then in linked if now != then}
        for function in self._final_module.functions if renamed else ():
            function.name = renamed.get(function.name, function.name)
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
    """A function in machine code, with all that it calls: what nobody outside can call may be changed at will.

    Its attributes: key, by which others find it if it is shared; shared, what it calls so itself.
    """

    key, shared = None, ()

    def finalize(self):
        """Link, optimise, and make machine code."""
        self.own = {function.name for function in self._final_module.functions if not function.is_declaration}
        super().finalize()

    def serialize_using_object_code(self):
        """Return the machine code for numba's `_unserialize`, with bitcode that does no more than name its functions."""
        named = "".join(f'define void @"{name}"() {{ ret void }}\n' for name in sorted(self.own))
        return self.name, "object", (self._get_compiled_object(), parse_assembly(named).as_bitcode())

    def _optimize_final_module(self):
        hide(self._final_module, self.own, min(self.own))
        super()._optimize_final_module()

    def parts(self):
        """Return the parts that it is made of; None if there is something in it that no digest knows."""
        found = {}
        for library in self._linking_libraries:
            if isinstance(library, Part):
                found.update(dict.fromkeys([library, *library.called()]))
            elif any_part(library):
                return None
        return None if any(part.key is None for part in found) else list(found)


def any_part(library):
    """Tell whether a library of numba's has taken in a part of ours."""
    linked = getattr(library, "_linking_libraries", ())
    return any(isinstance(each, Part) or any_part(each) for each in linked)


def hide(module, own, name):
    """Hide all functions of a module but its own, so that they may be changed at will.

    They are given other names, for LLVM's linker finds hidden ones by name, too: another module would call one whose
    arguments have been changed.
    """
    for function in module.functions:
        if not function.is_declaration and function.name not in own:
            function.name = f"{name}.{function.name}"
            function.linkage = "internal"


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
