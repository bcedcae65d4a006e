"""Keys of stored games: texts that determine how a user's function or object plays.

They tell apart the file that contains it, and the values that it holds: those of a function's closure and its defaults, and
the attributes of an object, also of a method's own one. What else it uses (global variables, other files) they do not know.
"""

import hashlib
import inspect
import io
import pickle
from pathlib import Path


def source_hash(thing) -> str:
    """Return a short hash of the file that contains a class or function, or the class of an object, "" if there is none."""
    try:
        kind = thing if inspect.isroutine(thing) or inspect.isclass(thing) else type(thing)
        content = Path(inspect.getfile(kind)).read_bytes()
    except (TypeError, OSError):
        return ""
    return short_hash(content)


def with_state(text, thing) -> str:
    """Return a text with a short hash of the values that a function or object holds, unchanged if it holds nothing."""
    file = io.BytesIO()
    try:
        if not (values := held(thing)):
            return text
        Pickler(file).dump(values)
        content = file.getvalue()
    except Exception:  # of any class of a user's; the address in a repr is one of this process only
        content = repr(thing).encode()
    return f"{text} {short_hash(content)}"


def held(thing) -> list:
    """Return the values that a function holds besides its code; any other thing as it is."""
    if not inspect.isfunction(thing):
        return [] if inspect.isbuiltin(thing) else [thing]
    cells = [cell.cell_contents for cell in thing.__closure__ or ()]
    return [*cells, *(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]


class Pickler(pickle.Pickler):
    """Writes values so that they look the same in another process, where nobody has to read them."""

    def reducer_override(self, thing):
        if hasattr(type(thing), "detach"):  # a tensor of torch, whose own form has addresses
            return bytes, (thing.detach().cpu().numpy().tobytes(),)
        is_function = inspect.isfunction(thing)
        # A local one, or a lambda, cannot be found by its name.
        if (is_function or inspect.isclass(thing)) and "<" in thing.__qualname__:
            own = held(thing) if is_function else []
            return tuple, ([thing.__qualname__, source_hash(thing), *own],)
        return NotImplemented


def short_hash(content) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
