"""Changes of cards' figures, such as `{"Sunwalker": {"attack": 1, "cost": "+2"}}`."""

from collections.abc import Mapping

from deckspace.errors import BadInput, is_whole, shown

MAX_FIGURE = 99  # of any figure


def mapping(changes, what):
    """Return changes unchanged; raises BadInput, with a message that begins with `what`, unless they are a mapping."""
    if not isinstance(changes, Mapping):
        raise BadInput(f'{what} to new ones, as in {{"attack": 1}}, but is {shown(changes)}.')
    return changes


def new_figure(what, old, value, least, most=MAX_FIGURE):
    """Return a card's new figure: a whole number replaces the `old` one, "+2" or "-3" is added to it.

    `what` names the figure in messages. Raises BadInput for anything else, and for a result not from `least` to `most`.
    """
    if isinstance(value, str) and value[:1] in ("+", "-") and value[1:].isdecimal():
        new = int(old) + int(value)
    elif is_whole(value):
        new = int(value)
    else:
        raise BadInput(f'The {what} must be a whole number or a change such as "+2", not {shown(value)}.')
    if not least <= new <= most:
        raise BadInput(f"The {what} would become {new}, but must be {least} to {most}.")
    return new


def check_name(name):
    """Raise BadInput if changes are given in place of the name of a card set or rule book."""
    if isinstance(name, Mapping):
        raise BadInput("Give changed cards as a keyword argument: cards(changes={...}).")
