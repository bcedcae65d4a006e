"""Conventions for the names of agents."""

PEEKING = " (peeking)"


def plain(name) -> str:
    """Return a normalised name: no capitals, spaces and underscores."""
    return name.lower().replace(" ", "").replace("_", "")


def peeks(name) -> bool:
    """Tell whether an agent with this name sees hidden cards."""
    return name.endswith(PEEKING)
