"""Games of experiments that the table's viewer can step through, where somebody has written some down.

replays.FOLDER = Path("my/replays")       # a list.csv (COLUMNS), and for each row a replay, <name>.json
replay, row = opened("one_game")
"""

import csv

from deckspace.engine.hearthstone import replay
from deckspace.errors import BadInput

FOLDER = None  # none, unless a study names its own
LIST = "list.csv"
COLUMNS = ("name", "title", "first", "second", "notebook", "chosen")


def listed() -> list[dict]:
    """Return the games that are kept, as rows with the fields COLUMNS; none where there is no list."""
    if FOLDER is None:
        return []
    try:
        with open(FOLDER / LIST, newline="", encoding="utf-8") as file:
            return [row for row in csv.DictReader(file) if set(COLUMNS) <= set(row)]
    except (OSError, ValueError, csv.Error):
        return []


def opened(name):
    """Return (Replay, row of the list) of a game by its name. Raises BadInput, with a sentence."""
    row = next((row for row in listed() if row["name"] == name), None)
    if row is None:
        raise BadInput(f"There is no game of the papers called {name[:60]!r}.")
    try:
        return replay.read(FOLDER / f"{name}.json"), row
    except (BadInput, OSError, RecursionError) as error:
        raise BadInput(f"The replay '{name}' cannot be read: {error}") from None
