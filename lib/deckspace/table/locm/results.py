"""The results of all finished LoCM games at the table: a row per opponent, with intervals."""

import pandas as pd

from deckspace.learning.hearthstone.conquest import exact_share
from deckspace.table.locm import match


def table() -> pd.DataFrame:
    """Return the user's results in the form of Table II, with exact 95 % intervals; a conceded game is lost.

    Unfinished games and broken files are left out.
    """
    rows = []
    over = [one for one in match.listed()[0] if one["winner"]]
    for name, version in sorted({(one["opponent"], one["version"]) for one in over}):
        games = [one for one in over if (one["opponent"], one["version"]) == (name, version)]
        won = sum(one["winner"] == "me" for one in games)
        row = {"player": "you", "against": name, "version": version, "games": f"{won}:{len(games) - won}"}
        row["games won (%)"] = exact_share(won, len(games)).spelt()
        rows.append(row | {"conceded": sum(one["conceded"] for one in games)})
    return pd.DataFrame(rows, columns=["player", "against", "version", "games", "games won (%)", "conceded"])
