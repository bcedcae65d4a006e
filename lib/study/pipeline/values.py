"""Whether a notebook can work with the values it is given: each has the type of its default in the `parameters` cell.

Counts are at least one, and measures are above zero, unless RANGES says otherwise for a name. A parameter whose default
lies in SCRATCH names a file or a folder that the notebook writes: it must be writable, and end as the default does.
Only the notebook knows which words it takes: its first cells check them.
"""

import tempfile
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from deckspace.errors import BadInput
from study import HOME, SCALES

SCRATCH = ".cache/scratch/"

Count = Annotated[int, Field(strict=True, ge=1, lt=2**63)]
FromZero = Annotated[int, Field(strict=True, ge=0, lt=2**63)]
Above = Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]
NotBelow = Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
Word = Annotated[str, Field(min_length=1)]

KINDS = {bool: Annotated[bool, Field(strict=True)], int: Count, float: Above, str: Word}
KINDS |= {float | None: Above | None, tuple: list[Word]}  # types of a dataclass's fields
RANGES = dict.fromkeys(("seed", "elitism", "lstm", "generations", "agent_games", "guests"), FromZero)
RANGES |= {"entropy": NotBelow}
RANGES |= {"mutation_rate": Share}
RANGES |= {
    "decks": Count | None,  # None: all decks
    "recorded": str,  # "": none
    "scale": Literal[*SCALES, "trial"],  # trial: for runs by hand
}


def check_values(values, defaults):
    """Raise BadInput for a parameter that has no default, or a value that cannot take the place of its default."""
    for name, value in values.items():
        check_name(name, defaults)
        check(kind(name, defaults[name]), value, f"'{name}'", f", such as {defaults[name]!r}")
        if isinstance(value, str) and str(defaults[name]).startswith(SCRATCH):
            check_written(name, value, defaults[name])


def check_fields(plan, values):
    """Raise BadInput for a name that is no field of a dataclass, or a value that its field cannot have."""
    known = {field.name: field.type for field in fields(plan)}
    for name, value in values.items():
        check_name(name, known)
        check(RANGES.get(name, KINDS[known[name]]), value, f"'{name}'")


def check_name(name, known):
    if name not in known:
        raise BadInput(f"There is no parameter '{name}': there are {', '.join(sorted(known)) or 'none'}.")


def kind(name, default):
    """The type of a parameter with this default; the first element of a list gives that of all its elements."""
    if isinstance(default, list):
        some = Field(min_length=0 if name == "who" else 1)
        return Annotated[list[kind(name, default[0])], some, AfterValidator(each_once)]
    return RANGES.get(name, KINDS[type(default)])


def each_once(values):
    if len(set(values)) < len(values):
        raise PydanticCustomError("twice", "Input should have nothing twice")
    return values


def check(kind, value, where, such=""):
    """Return the value as pydantic reads it; raise BadInput, in one sentence, if it is not of this kind (or adapter)."""
    try:
        return (kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)).validate_python(value)
    except ValidationError as error:
        wrong = error.errors()[0]
    within = wrong["loc"] if isinstance(value, dict) else ()
    place = ", ".join([where, *(str(part) for part in within if part != "[key]")])
    _, should, right = wrong["msg"].partition(" should ")
    problem = should + right.split(" after ")[0] if should else f": {wrong['msg']}"
    found = "" if isinstance(wrong["input"], dict) else f", not {wrong['input']!r:.60}"
    raise BadInput(f"{place}{problem}{such}{found}.")


def check_written(name, value, default):
    """Raise BadInput unless a file or a folder could be written there: a file if the default has an ending."""
    path, ending = HOME / value, Path(default).suffix
    if ending and path.suffix != ending:
        raise BadInput(f"'{name}' takes a file that ends in {ending}, not '{value}'.")
    if path.exists() and path.is_dir() == bool(ending):
        raise BadInput(f"'{name}' takes a {'file' if ending else 'folder'}, which '{value}' is not.")
    place = next(each for each in (path.parent if ending else path, *path.parents) if each.exists())
    try:
        tempfile.TemporaryFile(dir=place).close()
    except OSError as error:
        raise BadInput(f"'{name}' cannot be written: '{value}' ({error.strerror}).") from None
