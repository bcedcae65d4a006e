"""What the names of agents say, known without loading any."""

PEEKING = " (peeking)"


def peeks(name) -> bool:
    """Tell whether an entry sees hidden cards."""
    return name.endswith(PEEKING)
