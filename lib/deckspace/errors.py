"""Errors in a user's input: every message is one sentence that says what would be right."""


def shown(value) -> str:
    """Return a value as a message shows it: a number of numpy as the number that it is."""
    return repr(value.item() if getattr(value, "shape", None) == () else value)


class BadInput(ValueError):
    """Invalid input of a user: a deck, a replay, an option."""


class BrokenFile(ValueError):
    """A file that is missing or damaged."""


class Illegal(BadInput):
    """An action or a command that the rules do not allow now."""
