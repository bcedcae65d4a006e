"""Where numba keeps compiled code. Numba's own cache looks only at the file a
function is in, not at the files of the functions it calls: after an edit of the rules an agent could
quietly go on with the old ones. So the cache folder is named after the sources themselves.
"""

import hashlib
import os
import shutil
import sys
import time
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
CACHE = HOME / ".cache" / "numba"
UNUSED_AFTER = 3600  # seconds; a folder opened more recently may belong to a process still running


def source_hash(lib=HOME / "lib"):
    """A short hash of everything that can end up in compiled code."""
    digest = hashlib.sha256()
    for path in sorted(compiled_sources(Path(lib))):
        digest.update(path.relative_to(lib).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def compiled_sources(lib):
    """All of the engine and the agents but the cards, which are data; and what else compiles something."""
    for path in lib.rglob("*.py"):
        folders = path.relative_to(lib).parts[:-1]
        compiled = (
            folders[:2] in (("deckspace", "engine"), ("deckspace", "agents")) or b"njit" in path.read_bytes()
        )
        if compiled and "cards" not in folders:
            yield path


def cache_folder(cache=CACHE, name=None):
    """This source's folder, made if need be; whoever makes it removes the folders no longer used."""
    folder = Path(cache) / (name or source_hash())
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        os.utime(folder)  # still in use: a new folder's maker will spare it
    else:
        remove_unused(folder)
    return folder


def remove_unused(current):
    """Safe beside other processes: a folder is renamed first, and only one of them can do that."""
    for folder in current.parent.iterdir():
        try:
            if folder == current or time.time() - folder.stat().st_mtime < UNUSED_AFTER:
                continue
            doomed = folder.with_name(f"{folder.name.split('.')[0]}.removed-{os.getpid()}")
            folder.rename(doomed)
        except OSError:
            continue
        shutil.rmtree(doomed, ignore_errors=True)


def set_cache_folder():
    try:
        folder = str(cache_folder())
    except OSError:  # a read-only checkout: numba then finds a place of its own
        return
    os.environ["NUMBA_CACHE_DIR"] = folder
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = folder
