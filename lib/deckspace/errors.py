"""What can be wrong with what somebody gives us: every message is one sentence that says what would be right."""


class BadInput(ValueError):
    """Something that a person typed, wrote or chose, and that nothing can be made of: a deck, a replay, an option."""


class BrokenFile(ValueError):
    """A file that is missing, or is not as it was written."""


class Illegal(BadInput):
    """An action, or a command, that the rules do not allow now."""
