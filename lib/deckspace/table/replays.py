"""Recorded games of experiments for the table's viewer.

replays.FOLDER = Path("my/replays")       # contains list.csv (COLUMNS), and for each row a replay <name>.json
replay, row = opened("one_game")
"""

import csv

from deckspace.engine.hearthstone import replay
from deckspace.errors import BadInput

FOLDER = None  # set by a study that has recorded games
LIST = "list.csv"
COLUMNS = ("name", "title", "first", "second", "notebook", "chosen")


def listed() -> list[dict]:
    """Return the recorded games as rows with the fields COLUMNS; none if there is no list."""
    if FOLDER is None:
        return []
    try:
        with open(FOLDER / LIST, newline="", encoding="utf-8") as file:
            return [row for row in csv.DictReader(file) if set(COLUMNS) <= set(row)]
    except (OSError, ValueError, csv.Error):
        return []


def opened(name):
    """Return (Replay, row of the list) of the game with this name. Raises BadInput if it is missing or broken."""
    row = next((row for row in listed() if row["name"] == name), None)
    if row is None:
        raise BadInput(f"There is no game of the papers called {name[:60]!r}.")
    try:
        return replay.read(FOLDER / f"{name}.json"), row
    except (BadInput, OSError, RecursionError) as error:
        raise BadInput(f"The replay '{name}' cannot be read: {error}") from None
