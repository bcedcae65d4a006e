"""What the names of agents say, known without loading any."""

PEEKING = " (peeking)"


def plain(name) -> str:
    """Return a name as it may be written, too: without capitals, spaces and underscores."""
    return name.lower().replace(" ", "").replace("_", "")


def peeks(name) -> bool:
    """Tell whether an entry sees hidden cards."""
    return name.endswith(PEEKING)
