"""Parts and machine code as files: under which names, and what is in them.

The name of a part's file has the digest of its source, that of machine code the digest of all sources in it; both end
with the types of the arguments and the surroundings (see sources.py). So a file once written never becomes wrong.
"""

import pickle
from copy import copy
from weakref import WeakValueDictionary

from numba.core import serialize
from numba.core.compiler import CompileResult

from deckspace.compiling import folder
from deckspace.compiling.sources import digest_of, is_passing, name_of, surroundings

known = (
    WeakValueDictionary()
)  # the parts of this process, by key: in machine code there is room for one of each name


def key_of_part(source, types):
    """Return what a part is known by; None if it is good for this process only, or another part has that name."""
    key = name_of_file(source.digest, types)
    return None if key in known else key


def name_of_whole(sources, types):
    """Return the file of machine code that is made of these sources; None if it cannot be kept."""
    said = sorted((name, source.digest) for name, source in sources.items())
    if any(digest is None for _, digest in said):
        return None
    return name_of_file(digest_of((next(iter(sources)), said)), types)


def name_of_file(digest, types):
    """Return the name of what has a digest, compiled for these types of arguments."""
    said = repr(types)
    if digest is None or is_passing(said):
        return None
    return f"{digest}-{digest_of((surroundings(), said))[:16]}"


def has_whole(sources):
    """Tell whether machine code that is made of these sources is kept, for whatever arguments."""
    name = name_of_whole(sources, ())
    return name is not None and any(each.split("-")[0] == name.split("-")[0] for each in folder.names())


def save_part(part, described, env, calls):
    """Know a part from now on, and keep it, unless some of it is good for this process only.

    `calls` has the functions of ours that it calls: dispatchers, the types of the arguments, and that of the result.
    """
    if part.key is None:
        return
    known[part.key] = part
    said = said_of(part, calls)
    if said is None or part._reload_init or part.has_dynamic_globals or not env.can_cache():
        return part.forget()
    function = copy(described)
    function.argtypes = function.typemap = function.calltypes = function.global_dict = None
    folder.write(part.key, pickle.dumps((function, env, said, part._final_module.as_bitcode())))


def said_of(part, calls):
    """Return a part's calls with names in place of functions; None if it is linked with something else, too."""
    said, linked = [], set()
    for called, arguments, returned in calls:
        name, result = name_of(called), called.overloads.get(arguments)
        if result is None or part.source.calls.get(name) is not called:
            return None
        said.append((name, arguments, returned, result.fndesc.mangled_name))
        if not called.shared:
            linked.add(result.library)
    return said if linked == set(part.parts) else None


def load_part(key):
    """Return what is kept of a part: its description, its environment, its calls and its bitcode; None if nothing is."""
    return unpacked(folder.read(key))


def save_whole(name, result, sources):
    """Keep machine code, if what has been linked into it is what the sources say."""
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
    """Return machine code that is kept, after that which it calls by name; None if there is none."""
    context.refresh()  # or what numba's runtime gives to machine code is not there
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
    """Return what was pickled, None if that cannot be done."""
    try:
        return data and pickle.loads(data)
    except Exception:  # whatever a module that is no longer there may raise
        return None
