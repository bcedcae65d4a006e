"""Mistakes in a user's own Python: a command tells them with the user's lines alone, none of this package's."""

import inspect
import sys
import sysconfig
import traceback
from pathlib import Path

from deckspace.errors import BadInput, BrokenFile, told
from deckspace.files import PACKAGE

OTHERS = (PACKAGE.parent, Path(sysconfig.get_path("stdlib")).resolve())  # folders with nothing of the user's


def takes_one(function) -> bool:
    """Tell whether a function can be called with one argument; True for one that does not say."""
    try:
        inspect.signature(function).bind(0)
    except TypeError:
        return False
    except ValueError:
        pass
    return True


def reported(command, error) -> int:
    """Print why a command ends, after the user's lines that led there; return its exit status, 2."""
    lines = "".join(map(shown, own_frames(error))) if is_shown(error) else ""
    sentence = " ".join([sentence_on(error), *getattr(error, "__notes__", ())])
    print(f"{lines}{command}: {sentence}", file=sys.stderr)
    return 2


def is_users(error) -> bool:
    """Tell whether an error was raised in, or below, a user's file."""
    return bool(own_frames(error)) or (isinstance(error, SyntaxError) and is_own(error.filename))


def own_frames(error):
    """Return the frames of a user's files through which an error has passed, the outermost first."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if is_own(frame.filename)]


def is_own(file) -> bool:
    """Tell whether a file is a user's: it exists, and it is none of this package, of another, or of Python's."""
    if not file or "site-packages" in file or not Path(file).is_file():
        return False
    return not any(Path(file).resolve().is_relative_to(folder) for folder in OTHERS)


def shown(frame) -> str:
    return f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n    {frame.line}\n'


def is_shown(error) -> bool:
    """Tell whether the user's lines help: not where the sentence names the one that is wrong."""
    return not isinstance(error, SyntaxError | ModuleNotFoundError | SystemExit)


def sentence_on(error) -> str:
    """Return an error in one sentence."""
    frames = own_frames(error)
    if isinstance(error, SyntaxError):
        return f"'{error.filename}', line {error.lineno}, is not valid Python: {error.msg}."
    if isinstance(error, ModuleNotFoundError) and frames:
        line = f"'{frames[-1].filename}', line {frames[-1].lineno}"
        return f"{line}, imports the module '{error.name}', which is not installed."
    if isinstance(error, SystemExit) and frames:
        return f"'{frames[-1].filename}', line {frames[-1].lineno}, ends the whole program: it should return instead."
    kind = "" if isinstance(error, BadInput | BrokenFile | OSError) else f"{type(error).__name__}: "
    return f"{kind}{told(error).rstrip('.')}." if frames else told(error)
