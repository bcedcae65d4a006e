"""Where compiled code is kept: one folder for all versions of the sources, since a file is named after its content.

Nothing here happens on import. The folder is that of DECKSPACE_CACHE; else the checkout's `.cache/compiled`; else,
where the package is installed, one in the user's cache folder. A file is written whole or not at all, and one that is
damaged, or that a full disk has not taken, is as good as none: what it would hold is compiled again.
"""

import hashlib
import os
import threading
import time
import zlib
from pathlib import Path

from deckspace import files

DAY = 24 * 3600  # seconds
UNUSED_AFTER = 30 * DAY  # whoever comes back after so long can compile again


def folder() -> Path:
    """Return the folder of compiled code. It need not be there yet."""
    chosen = os.environ.get("DECKSPACE_CACHE")
    if chosen:
        return Path(chosen)
    checkout = files.PACKAGE.parent.parent
    if files.PACKAGE.parent.name == "lib" and (checkout / "pyproject.toml").is_file():
        return checkout / ".cache" / "compiled"
    return files.of_system("CACHE") / "deckspace" / "compiled"


def read(name):
    """Return the bytes kept under a name; None if there are none, or they have been damaged."""
    file = folder() / name
    try:
        data = file.read_bytes()
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)  # still in use
    except OSError:
        return None
    return zlib.decompress(data[32:]) if hashlib.sha256(data[32:]).digest() == data[:32] else None


def write(name, data):
    """Keep bytes under a name, in place of what is there; on a full or read-only disk, do nothing."""
    file = folder() / name
    draft = file.with_name(f"{name}.{os.getpid()}-{threading.get_ident()}")
    data = zlib.compress(data, 1)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(hashlib.sha256(data).digest() + data)
        os.replace(draft, file)
    except OSError:
        remove(draft)


def names():
    """Return the names under which something is kept."""
    try:
        return set(os.listdir(folder()))
    except OSError:
        return set()


def prune():
    """Remove the files that nobody has used for 30 days; looks at most once a day."""
    mark = folder() / "pruned"
    try:
        if mark.exists() and time.time() - mark.stat().st_mtime < DAY:
            return
        mark.touch()
        for file in folder().iterdir():
            if time.time() - file.stat().st_mtime > UNUSED_AFTER:
                remove(file)
    except OSError:  # it is not there, or another process is at it
        return


def remove(file):
    """Remove a file, if that can be done."""
    try:
        file.unlink(missing_ok=True)
    except OSError:
        pass
