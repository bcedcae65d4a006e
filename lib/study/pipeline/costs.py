"""What the committed runs have cost: games played and processor time, added up from their records.

Every simulation leaves a record beside its table (data/runs/<paper>/<scale>/**.json).
"""

import json

import pandas as pd

from deckspace.errors import BrokenFile
from study import HOME
from study.pipeline.runs import RESTORE
from study.pipeline.verdicts import SCALES


def by_paper(home=HOME) -> pd.DataFrame:
    """Runs, games, and minutes of processor time of each paper at each scale: one row each.

    Runs of smoke are for tests, and left out. Some trainings have a folder of their own instead of a scale: what is
    played at the laptop's scale needs them, so they are counted there.
    """
    paths = sorted((home / "data" / "runs").rglob("*.json"))
    table = pd.DataFrame(filter(None, (record(path, home) for path in paths)), columns=COLUMNS)
    table = table[table.scale != "smoke"].drop_duplicates()
    counts = dict(runs=("games", "size"), games=("games", "sum"), cpu_minutes=("cpu_minutes", "sum"))
    return table.groupby(["paper", "scale"]).agg(**counts).reset_index()


COLUMNS = ["paper", "scale", "folder", "parameters", "games", "wall_seconds", "cpu_minutes"]


def record(path, home):
    """What a record says of its run, a tuple of COLUMNS; None for other files.

    A run may leave several tables, whose records, in one folder, say the same: so they can be counted once.
    """
    parts = path.relative_to(home / "data" / "runs").parts
    try:
        about = json.loads(path.read_bytes())
    except ValueError as error:
        raise BrokenFile(f"The record '{path}' cannot be read ({error}): {RESTORE}") from None
    if "made" not in about:
        return None
    made, parameters = about["made"], json.dumps(about.get("parameters"), sort_keys=True)
    minutes = (made.get("cpu_seconds") or 0) / 60
    paper = parts[0].removesuffix("_matches")  # what plays the models is kept apart from what trained them
    scale = parts[1] if parts[1] in SCALES else "laptop"
    return paper, scale, str(path.parent), parameters, about["games"], made.get("wall_seconds"), minutes


def markdown(table: pd.DataFrame) -> str:
    """The same for readers: games in millions, whole minutes."""
    lines = ["| paper | scale | runs | million games | minutes of one processor |", "|---|---|--:|--:|--:|"]
    for row in table.itertuples():
        games, minutes = f"{row.games / 1e6:,.1f}", f"{row.cpu_minutes:,.0f}"
        lines.append(f"| `{row.paper}` | {row.scale} | {row.runs} | {games} | {minutes} |")
    return "\n".join(lines)
