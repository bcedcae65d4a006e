"""Whether a notebook can work with the values it is given: each is of the type of its default in the `parameters` cell.

Counts are at least one, and whatever is measured is above nought, unless RANGES says otherwise of a name; what is written
can be written, and ends as its default does. What a word may be, only the notebook knows: it says so in its first cells.
"""

import tempfile
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from deckspace.errors import BadInput
from study import HOME

# Files and folders that a notebook makes.
WRITTEN = ("out", "figures", "tables", "fresh", "tournament", "folder")
MOST = 2**63 - 1

Count = Annotated[int, Field(strict=True, ge=1, le=MOST)]
FromZero = Annotated[int, Field(strict=True, ge=0, le=MOST)]
Above = Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]
NotBelow = Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
Word = Annotated[str, Field(min_length=1)]

KINDS = {bool: Annotated[bool, Field(strict=True)], int: Count, float: Above, str: Word}
KINDS |= {float | None: Above | None, tuple: list[Word]}  # fields of a dataclass
RANGES = dict.fromkeys(("seed", "elitism", "lstm", "generations", "agent_games"), FromZero)
RANGES |= dict.fromkeys(("entropy", "pull"), NotBelow)
RANGES |= dict.fromkeys(("mutation_rate", "guided", "share"), Share)
RANGES |= {
    "decks": Count | None,  # None: all that there are
    "recorded": str,
    "scale": Literal["smoke", "laptop", "paper", "trial"],  # the last one of what is run by hand
}


def check_value(name, value, default):
    """Raise BadInput unless a parameter with this default can have this value."""
    check(kind(name, default), value, f"'{name}'", f", such as {default!r}")
    if name in WRITTEN:
        check_written(name, value, default)


def kind(name, default):
    """The type of a parameter with this default; of a list, that of its elements follows from the first one's."""
    if isinstance(default, list):
        some = Field(min_length=0 if name == "who" else 1)
        return Annotated[list[kind(name, default[0])], some, AfterValidator(each_once)]
    return RANGES.get(name, KINDS[type(default)])


def each_once(values):
    if len(set(values)) < len(values):
        raise PydanticCustomError("twice", "Input should have nothing twice")
    return values


def check_fields(plan, values):
    """Raise BadInput for a name that a dataclass has not, or a value that its field cannot have."""
    known = {field.name: field.type for field in fields(plan)}
    for name, value in values.items():
        if name not in known:
            raise BadInput(f"There is no parameter '{name}': there are {', '.join(sorted(known))}.")
        check(RANGES.get(name, KINDS[known[name]]), value, f"'{name}'")


def check(kind, value, where, such=""):
    """The value as pydantic reads it; raises BadInput, one sentence, where it is not of a kind (or of an adapter's)."""
    try:
        return (kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)).validate_python(value)
    except ValidationError as error:
        wrong = error.errors()[0]
        within = wrong["loc"] if isinstance(value, dict) else ()
        place = ", ".join([where, *(str(part) for part in within if part != "[key]")])
        _, should, what = wrong["msg"].partition(" should ")
        said = place + should + what.split(" after ")[0] if should else f"{place}: {wrong['msg']}"
        found = "" if isinstance(wrong["input"], dict) else f", not {wrong['input']!r:.60}"
        raise BadInput(f"{said}{such}{found}.") from None


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
