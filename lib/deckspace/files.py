"""The package's own files, and the folder for its users' matches, decks and league games.

DATA                       card tables, decks and agents of the package
home() / "played"          the user's matches; created when something is first written
"""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
DATA = PACKAGE / "data"


def home() -> Path:
    """Return the user's folder, which need not exist: `DECKSPACE_HOME`, or where this system keeps users' data."""
    named = os.environ.get("DECKSPACE_HOME")
    return Path(named) if named else system_folder("DATA") / "deckspace"


def system_folder(kind) -> Path:
    """Return where this system keeps a user's program "DATA" or "CACHE"."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / {"DATA": "Application Support", "CACHE": "Caches"}[kind]
    default = Path.home() / {"DATA": ".local/share", "CACHE": ".cache"}[kind]
    return Path(os.environ.get(f"XDG_{kind}_HOME") or default)


def environment(**more) -> dict:
    """Return the environment for a subprocess that imports this package, whatever else is installed."""
    places = [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))} | more
