"""Files that come with the package, and the folder for what its users make: played matches, decks, games of a league.

DATA                       card tables, decks and agents of the package
home() / "played"          of the user; nothing is made before something is written there
"""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
DATA = PACKAGE / "data"


def home() -> Path:
    """Return the user's folder, which need not be there: `DECKSPACE_HOME`, or where this system keeps users' data."""
    named = os.environ.get("DECKSPACE_HOME")
    return Path(named) if named else of_system("DATA") / "deckspace"


def of_system(kind) -> Path:
    """Return where this system keeps the "DATA" of programs for a user, or their "CACHE"."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / {"DATA": "Application Support", "CACHE": "Caches"}[kind]
    default = Path.home() / {"DATA": ".local/share", "CACHE": ".cache"}[kind]
    return Path(os.environ.get(f"XDG_{kind}_HOME") or default)


def environment(**more) -> dict:
    """Return the environment of a process of our own, which finds this very package whatever else is installed."""
    places = [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))} | more
