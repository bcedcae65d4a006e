"""JSON values and texts with one random error, as people or programs make them, for tests of refusals."""

import copy

JUNK = (None, -1, 0, 10**20, 1e300, float("nan"), "", "x", "Wisp", True, [], {}, [None], 2.5)


def places(value, path=()):
    """Yield the path to every value inside a nested one."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places(one, (*path, key))


def spoiled(value, random):
    """Return (a copy of a nested value with one place replaced, deleted, doubled or renamed, what was done)."""
    value = copy.deepcopy(value)
    paths = list(places(value))
    path = paths[random.integers(len(paths))]
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    key, deed = path[-1], ("replace", "replace", "delete", "double")[random.integers(4)]
    where = ".".join(str(one) for one in path)
    if deed == "delete":
        del holder[key]
        return value, f"{where} deleted"
    if deed == "double":
        if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder[f"{key}s"] = holder.pop(key)
        return value, f"{where} doubled or misspelt"
    holder[key] = JUNK[random.integers(len(JUNK))]
    return value, f"{where} = {holder[key]!r}"


def spoiled_text(text, random):
    """Return a text that is cut off, or has a few characters changed."""
    at = int(random.integers(len(text)))
    if random.random() < 0.3:
        return text[:at]
    return text[:at] + ',;x-9\n"\0é'[random.integers(9)] + text[at + int(random.integers(3)) :]
