"""The results of all recorded matches: Table II of Xiao et al. (2023), with intervals.

table(records())         # matches of people at this table, and of our own experiments
"""

from pathlib import Path

import pandas as pd

from deckspace.learning.hearthstone import conquest
from deckspace.table import match, storage

NOT_YET = "none finished yet"  # a share of no matches, or of no games


def records(folder=None) -> list[dict]:
    """Return all records of matches: those of a folder of `conquest` files, and those of the table."""
    files = sorted(Path(folder).glob("**/conquest-*.json")) if folder else []
    return [*map(conquest.read, files), *table_records()]


def table_records():
    """Return the matches at the table, one record per opponent, card set and length, without broken files."""
    found = {}
    for saved, record in storage.listed("matches", checked_record)[0]:
        if record["matches"][0]["games"]:
            alike = saved["opponent"], saved["card_set"], saved["best_of"]
            found.setdefault(alike, record | {"matches": []})["matches"] += record["matches"]
    return list(found.values())


def checked_record(saved, number):
    """Return a saved match, and its record; raises an error if it is damaged."""
    match.check(saved)
    record = match.as_record(saved)
    conquest.check(record)
    return saved, record


def table(found) -> pd.DataFrame:
    """Return Table II for these records: matches and games won, with exact 95 % intervals."""
    if not found:
        return pd.DataFrame(columns=["player", "against", "best of", "matches", "games"])
    summary = conquest.summary(found)
    summary.insert(2, "best of", [record["best_of"] for record in found])
    return summary.replace("nan", NOT_YET)
