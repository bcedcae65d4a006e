"""What names say, known without loading (and compiling) any agent."""

PEEKING = " (peeking)"


def peeks(name) -> bool:
    """Tell whether an entry sees hidden cards."""
    return name.endswith(PEEKING)
