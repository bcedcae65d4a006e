"""What the committed runs cost: games and processor time, summed from the ledger data/runs/costs.csv."""

import pandas as pd

from study import HOME, SCALES


def by_paper(home=HOME) -> pd.DataFrame:
    """Games and minutes of processor time, one row per paper and scale.

    Smoke runs, which are for tests, are left out. A training outside the scales' folders counts as laptop,
    the scale whose games need it. The table of surrogates beside the decks of a search is of the same run, and does not
    count.
    """
    ledger = home / "data" / "runs" / "costs.csv"
    if not ledger.exists():
        return pd.DataFrame(columns=["paper", "scale", "games", "cpu_minutes"])
    lines = pd.read_csv(ledger)
    places = lines.run.str.split("/", expand=True)
    # Matches of models are stored apart from their training.
    lines["paper"] = places[0].str.removesuffix("_matches")
    lines["scale"] = places[1].where(places[1].isin(SCALES), "laptop")
    decks = lines.run.str.replace("/surrogates.parquet", "/decks.parquet")
    lines = lines[(lines.scale != "smoke") & ~(decks.isin(lines.run) & (decks != lines.run))]
    lines["cpu_minutes"] = lines.cpu_seconds.fillna(0) / 60
    return lines.groupby(["paper", "scale"])[["games", "cpu_minutes"]].sum().reset_index()


def markdown(table: pd.DataFrame) -> str:
    """The table of `by_paper` in Markdown: games in millions, whole minutes."""
    lines = ["| paper | scale | million games | minutes of one processor |", "|---|---|--:|--:|"]
    for row in table.itertuples():
        lines.append(f"| `{row.paper}` | {row.scale} | {row.games / 1e6:,.1f} | {row.cpu_minutes:,.0f} |")
    return "\n".join(lines)
