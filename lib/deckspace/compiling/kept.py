"""Storage of parts and machine code: the names of files and their contents.

The name of a part's file contains the digest of its source, that of machine code the digest of all sources in it; both
end with a digest of the argument types and the surroundings (see sources.py). So a file never becomes invalid.
"""

import pickle
from copy import copy
from weakref import WeakValueDictionary

from numba.core import serialize
from numba.core.compiler import CompileResult

from deckspace.compiling import folder
from deckspace.compiling.sources import digest_of, is_temporary, name_of, surroundings

known = WeakValueDictionary()  # the parts of this process by key, which must be unique in machine code


def key_of_part(source, types):
    """Return the key of a part; None if it is valid in this process only, or if another part has this key."""
    key = name_of_file(source.digest, types)
    return None if key in known else key


def name_of_whole(sources, types):
    """Return the file name of machine code from these sources; None if it cannot be stored."""
    digests = sorted((name, source.digest) for name, source in sources.items())
    if any(digest is None for _, digest in digests):
        return None
    return name_of_file(digest_of((next(iter(sources)), digests)), types)


def name_of_file(digest, types):
    """Return the file name for a digest and argument types; None if they are valid in this process only."""
    text = repr(types)
    if digest is None or is_temporary(text):
        return None
    return f"{digest}-{digest_of((surroundings(), text))[:16]}"


def has_whole(sources):
    """Tell whether machine code from these sources is stored, for any arguments."""
    name = name_of_whole(sources, ())
    return name is not None and any(each.split("-")[0] == name.split("-")[0] for each in folder.names())


def save_part(part, described, env, calls):
    """Register a part, and store it unless it is valid in this process only.

    `calls` are its calls of our compiled functions: dispatchers, argument types, and result types.
    """
    if part.key is None:
        return
    known[part.key] = part
    named = named_calls(part, calls)
    if named is None or part._reload_init or part.has_dynamic_globals or not env.can_cache():
        return part.forget()
    function = copy(described)
    function.argtypes = function.typemap = function.calltypes = function.global_dict = None
    folder.write(part.key, pickle.dumps((function, env, named, part._final_module.as_bitcode())))


def named_calls(part, calls):
    """Return a part's calls with names instead of functions; None if it is also linked with something else."""
    named, linked = [], set()
    for called, arguments, returned in calls:
        name, result = name_of(called), called.overloads.get(arguments)
        if result is None or part.source.calls.get(name) is not called:
            return None
        named.append((name, arguments, returned, result.fndesc.mangled_name))
        if not called.shared:
            linked.add(result.library)
    return named if linked == set(part.parts) else None


def load_part(key):
    """Return a stored part: its description, its environment, its calls and its bitcode; None if there is none."""
    return unpacked(folder.read(key))


def save_whole(name, result, sources):
    """Store machine code if the parts linked into it match the sources."""
    linked = result.library.parts()
    if linked is None or result.lifted or result.library.has_dynamic_globals:
        return
    for part in linked:
        source = sources.get(part.source.name)
        if source is None or source.digest != part.source.digest:
            return  # a constant has been changed since the part was compiled
    shared = [each for library in (result.library, *linked) for each in library.shared]
    folder.write(name, serialize.dumps((shared, result._reduce())))
    folder.prune()


def load_whole(name, context, sources):
    """Return stored machine code after loading the shared code that it calls; None if there is none."""
    context.refresh()  # otherwise numba's runtime is not available to the machine code
    payload = unpacked(folder.read(name))
    if not payload:
        return None
    shared, code = payload
    functions = {name: called for source in sources.values() for name, called in source.calls.items()}
    for name, types, symbol in shared:
        if functions[name].part(types).fndesc.mangled_name != symbol:
            return None
    return CompileResult._rebuild(context, *code)


def unpacked(data):
    """Return the unpickled data, None if that fails."""
    try:
        return data and pickle.loads(data)
    except Exception:  # anything, for example because a module no longer exists
        return None
