"""Functions in LLVM's intermediate code, which are linked into the functions that call them."""

from llvmlite.binding import parse_assembly, parse_bitcode
from numba.core import codegen
from numba.core.errors import UnsupportedError
from numba.core.itanium_mangler import mangle


class Part(codegen.JITCodeLibrary):
    """A function in LLVM's intermediate code for linking into its callers, without machine code of its own.

    Attributes: source (see sources.py); key, None if it is valid in this process only; parts, those that it calls;
    shared, its calls of shared machine code: names, types and symbols.
    """

    def __init__(self, owner, source, key):
        super().__init__(owner, key or "part")
        self.source, self.key, self.parts, self.shared = source, key, [], []

    def forget(self):
        """Make this part valid in this process only, so that its callers include its code."""
        self.key = None

    def finalize(self):
        """Include callees that are not parts, under internal names."""
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            if isinstance(library, Part) and library.key:
                self.parts.append(library)
            else:
                if isinstance(library, Part) or any_part(library):
                    self.forget()  # its digest does not cover the included code
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        hide(self._final_module, own, self.name)
        self._finalize_dynamic_globals()
        self._finalized = True

    def restore(self, code, linked):
        """Load stored bitcode; `linked` has the parts that it calls, with their names now and in the bitcode."""
        self._final_module = parse_bitcode(code)
        self.parts = list(dict.fromkeys(part for part, _, _ in linked if isinstance(part, Part)))
        renamed = {then: now for _, now, then in linked if now != then}
        for function in self._final_module.functions if renamed else ():
            function.name = renamed.get(function.name, function.name)
        self._finalized = True

    def _get_module_for_linking(self):
        """Return the function with all its callees, in a form that may be linked several times."""
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
        """Return all parts that are called directly or indirectly."""
        found = dict.fromkeys(self.parts)
        waiting = list(self.parts)
        while waiting:
            new = [part for part in waiting.pop().parts if part not in found]
            found.update(dict.fromkeys(new))
            waiting += new
        found.pop(self, None)
        return list(found)


class Whole(codegen.JITCodeLibrary):
    """A function in machine code with all its callees, of which those that are not visible outside may be optimised freely.

    Attributes: key, if it is shared; shared, its own calls of shared machine code.
    """

    key, shared = None, ()

    def finalize(self):
        """Link, optimise and make machine code."""
        self.own = {function.name for function in self._final_module.functions if not function.is_declaration}
        super().finalize()

    def serialize_using_object_code(self):
        """Return the machine code for numba's `_unserialize`, with bitcode that only names its functions."""
        named = "".join(f'define void @"{name}"() {{ ret void }}\n' for name in sorted(self.own))
        return self.name, "object", (self._get_compiled_object(), parse_assembly(named).as_bitcode())

    def _optimize_final_module(self):
        hide(self._final_module, self.own, min(self.own))
        super()._optimize_final_module()

    def parts(self):
        """Return the parts that it is made of; None if it contains code that no digest covers."""
        found = {}
        for library in self._linking_libraries:
            if isinstance(library, Part):
                found.update(dict.fromkeys([library, *library.called()]))
            elif any_part(library):
                return None
        return None if any(part.key is None for part in found) else list(found)


def any_part(library):
    """Tell whether a library of numba includes a part."""
    linked = getattr(library, "_linking_libraries", ())
    return any(isinstance(each, Part) or any_part(each) for each in linked)


def hide(module, own, name):
    """Make all functions of a module except its own internal, so that they may be optimised freely.

    They are renamed, because LLVM's linker also finds internal functions by name: another module would call one whose
    arguments have been optimised away.
    """
    for function in module.functions:
        if not function.is_declaration and function.name not in own:
            function.name = f"{name}.{function.name}"
            function.linkage = "internal"


def mangler(own, own_types, key):
    """Return a name mangler that gives a part's own function a name with its key, since numba's names hold process ids.

    Raises UnsupportedError if a function calls itself with other types, for which there is no part.
    """

    def name_of(name, types, *, abi_tags=(), uid=None):
        if name == own and tuple(types) != tuple(own_types):
            raise UnsupportedError(
                f"{own} calls itself with arguments {types}, but is compiled for {own_types}: "
                "call it with variables of these types, not with constants."
            )
        if name in (own, f".NumbaEnv.{own}"):
            return mangle(name, (), abi_tags=(key,))
        return mangle(name, types, abi_tags=abi_tags, uid=uid)

    return name_of
