"""Files that are written completely or not at all, even on a full disk or in a killed run."""

import glob
import os
import tempfile
import threading
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from deckspace.errors import told


@contextmanager
def whole_file(path):
    """Yield a file to write to, which appears under its name only when it is complete and on the disk."""
    path = Path(path)
    remove_leftovers(path)
    part = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with open(part, "wb") as file:
            yield file
            file.flush()  # a full disk may be reported only now
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        if error.filename == str(part):
            error.filename = str(path)  # the name that the user knows
        raise
    finally:
        part.unlink(missing_ok=True)


def check_place(path):
    """Make the folder of a file. Raises OSError unless something can be written there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent) as file:
            file.write(bytes(4096))  # a full disk still takes an empty file
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path.parent)) from None


def save_somewhere(path, write):
    """Let `write(path)` save a long computation; where it cannot, save it elsewhere and raise OSError, which says where."""
    try:
        write(path)
    except OSError as error:
        other = refuge() / path.name
        write(other)
        where = f"The results are kept in {other}: move this file to {path.parent} when that can be written"
        raise OSError(f"{told(error)}. {where}") from error


@cache
def refuge() -> Path:
    """Return a new folder among the temporary ones of the system, always the same in a process."""
    return Path(tempfile.mkdtemp(prefix="deckspace-"))


def remove_leftovers(path):
    """Remove the partial files that killed processes have left beside a file."""
    for part in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        pid = part.name.split(".")[-2].partition("-")[0]
        if pid.isdecimal() and not is_running(int(pid)):
            with suppress(PermissionError):  # Windows cannot remove an open file
                part.unlink(missing_ok=True)


def is_running(pid) -> bool:
    """Tell whether a process is running; always False on Windows, where the check would end the process."""
    try:
        if os.name != "nt":
            os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's process
        pass
    return os.name != "nt"
