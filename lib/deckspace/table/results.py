"""What has come of all matches that were recorded: Table II of Xiao et al. (2023), with intervals.

table(records())         # people at this table, and the matches of our own experiments
"""

from pathlib import Path

import pandas as pd

from deckspace.learning.hearthstone import conquest
from deckspace.table import match, storage

NOT_YET = "none over yet"  # a share of no matches, or of no games


def records(folder=None) -> list[dict]:
    """Return all records of matches: those of a folder of `conquest` files, and those of the table.

    Of the table's, matches of one opponent, card set and length are one record; a broken file is left out.
    """
    files = sorted(Path(folder).glob("**/conquest-*.json")) if folder else []
    return [*map(conquest.read, files), *of_the_table()]


def of_the_table():
    """Return the matches that were played at the table as records, alike ones together."""
    found = {}
    for number in storage.names("matches"):
        try:
            kept = storage.read("matches", number)
            match.check(kept)
            record = match.as_record(kept)
            conquest.check(record)
        except (ValueError, KeyError, TypeError, IndexError):
            continue
        if record["matches"][0]["games"]:
            alike = kept["opponent"], kept["card_set"], kept["best_of"]
            found.setdefault(alike, record | {"matches": []})["matches"] += record["matches"]
    return list(found.values())


def table(found) -> pd.DataFrame:
    """Return Table II for these records: who has won matches and games, with exact 95 % intervals."""
    if not found:
        return pd.DataFrame(columns=["player", "against", "best of", "matches", "games"])
    summary = conquest.summary(found)
    summary.insert(2, "best of", [record["best_of"] for record in found])
    return summary.replace("nan", NOT_YET)
