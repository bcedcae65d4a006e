"""The folder of compiled code, shared by all versions of the sources, since files are named by their content.

Nothing here happens on import. The folder is DECKSPACE_CACHE if set, otherwise the checkout's `.cache/compiled` or, for an
installed package, a folder in the user's cache folder. A file is written completely or not at all; if it is missing or
damaged, its content is compiled again.
"""

import hashlib
import os
import threading
import time
import zlib
from pathlib import Path

from deckspace import files

DAY = 24 * 3600  # seconds
UNUSED_AFTER = 30 * DAY  # files that are unused for longer are removed


def folder() -> Path:
    """Return the folder of compiled code, which need not exist yet."""
    chosen = os.environ.get("DECKSPACE_CACHE")
    if chosen:
        return Path(chosen)
    checkout = files.PACKAGE.parent.parent
    if files.PACKAGE.parent.name == "lib" and (checkout / "pyproject.toml").is_file():
        return checkout / ".cache" / "compiled"
    return files.system_folder("CACHE") / "deckspace" / "compiled"


def read(name):
    """Return the bytes stored under a name; None if they are missing or damaged."""
    file = folder() / name
    try:
        data = file.read_bytes()
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)  # still in use
    except OSError:
        return None
    return zlib.decompress(data[32:]) if hashlib.sha256(data[32:]).digest() == data[:32] else None


def write(name, data):
    """Store bytes under a name, replacing earlier ones; on a full or read-only disk, do nothing."""
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
    """Return the names of all stored files."""
    try:
        return set(os.listdir(folder()))
    except OSError:
        return set()


def prune():
    """Remove files that have not been used for 30 days; checks at most once a day."""
    mark = folder() / "pruned"
    try:
        if mark.exists() and time.time() - mark.stat().st_mtime < DAY:
            return
        mark.touch()
        for file in folder().iterdir():
            if time.time() - file.stat().st_mtime > UNUSED_AFTER:
                remove(file)
    except OSError:  # the folder is missing, or another process is pruning
        return


def remove(file):
    """Remove a file if possible."""
    try:
        file.unlink(missing_ok=True)
    except OSError:
        pass
