"""Whether a notebook can work with the values it is given: each is compared with the default in its `parameters` cell.

A value has the type of its default. Counts are at least one, seeds not negative, what is written can be written, and
ends as its default does. What a word may be, only the notebook knows: it says so in its first cells.
"""

import math
import tempfile
from dataclasses import fields
from pathlib import Path

from deckspace.errors import BadInput
from study import HOME

WRITTEN = (
    "out",
    "figures",
    "tables",
    "fresh",
    "tournament",
    "folder",
)  # files and folders that a notebook makes
FROM_ZERO = (
    "seed",
    "elitism",
    "lstm",
    "entropy",
    "mutation_rate",
    "generations",
    "agent_games",
    "pull",
    "guided",
    "share",
)  # numbers that may be nought, too
SHARES = ("mutation_rate", "guided", "share")  # numbers from 0 to 1
ALL = ("decks",)  # counts for which None stands for all that there are
SCALES = ("smoke", "laptop", "paper", "trial")  # the last one of what is run by hand
MAY_BE_EMPTY = ("who", "recorded")  # lists and texts
MOST = 2**63 - 1


def check_value(name, value, default):
    """Raise BadInput unless a parameter with this default can have this value."""
    if value is None and name in ALL:
        return
    kind = type(default)
    wanted = WANTED[kind]
    right = isinstance(value, (int, float) if kind is float else kind) and (kind is bool) == isinstance(
        value, bool
    )
    if not right:
        raise BadInput(f"'{name}' takes {wanted}, such as {default!r}, not {value!r}.")
    if kind in (int, float):
        check_number(name, value, default)
    elif kind is list:
        check_list(name, value, default)
    elif kind is str and not value and name not in MAY_BE_EMPTY:
        raise BadInput(f"'{name}' takes a text, such as {default!r}, not an empty one.")
    if name == "scale" and value not in SCALES:
        raise BadInput(f"'scale' takes one of {', '.join(SCALES)}, not {value!r}.")
    if name in WRITTEN:
        check_written(name, value, default)


WANTED = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    str: "a text",
}


EXAMPLES = {int: 1, float: 0.5, float | None: 0.5, str: "small", tuple: ["EVA"]}  # of a field, by its type


def check_fields(plan, values):
    """Raise BadInput for a name that a dataclass has not, or a value that its field cannot have."""
    known = {field.name: EXAMPLES[field.type] for field in fields(plan)}
    for name, value in values.items():
        if name not in known:
            raise BadInput(f"There is no parameter '{name}': there are {', '.join(sorted(known))}.")
        check_value(name, value, known[name])


def check_number(name, value, default):
    """Raise BadInput unless a number is finite, and not below what makes sense."""
    least = 0 if name in FROM_ZERO else 1 if isinstance(default, int) else math.ulp(0.0)
    most = 1 if name in SHARES else MOST
    if not math.isfinite(value) or not least <= value <= most:
        said = "above 0" if 0 < least < 1 else f"from {least}"
        raise BadInput(f"'{name}' takes a number {said}{' to 1' if most == 1 else ''}, not {value!r}.")


def check_list(name, values, default):
    """Raise BadInput unless the elements of a list are like its default's, and each is there once."""
    if not values and name not in MAY_BE_EMPTY:
        raise BadInput(f"'{name}' takes a list, such as {default!r}, not an empty one.")
    for value in values:
        try:
            check_value(name, value, default[0])
        except BadInput as error:
            raise BadInput(f"In its list {error}") from None
    if len(set(values)) < len(values):
        raise BadInput(f"'{name}' has something twice: {values!r}.")


def check_written(name, value, default=""):
    """Raise BadInput unless a file or a folder of this name could be made: as its default is, a file or a folder."""
    path, ending = HOME / value, Path(default).suffix
    if ending and path.suffix != ending:
        raise BadInput(f"'{name}' takes a file that ends in {ending}, not '{value}'.")
    if path.exists() and path.is_dir() == bool(ending):
        raise BadInput(f"'{name}' takes a {'file' if ending else 'folder'}, and '{value}' is none.")
    place = path.parent if ending else path
    while not place.exists():
        place = place.parent
    try:
        tempfile.TemporaryFile(dir=place).close()
    except OSError as error:
        raise BadInput(f"'{name}' cannot be written: '{value}' ({error.strerror}).") from None
