"""What rebuilds the claims of each paper and how long that takes: `python -m study.reproducing` writes it into REPRODUCING.md."""

import pandas as pd

from deckspace.whole_files import whole_file
from study import HOME
from study.results import costs
from study.results.scorecard import read_card, with_block
from study.results.verdicts import NOT_YET_RUN

PAGE = HOME / "REPRODUCING.md"
# Runs that a paper's notebook reads, though their folder has another name.
PARTS = {"mastering_rivals": "mastering"}


def table(home=HOME) -> pd.DataFrame:
    """Claims judged at a scale and hours of one processor, one row per paper and scale; NaN where there are none."""
    spent = costs.by_paper(home).replace({"paper": PARTS})
    hours = spent.groupby(["paper", "scale"]).cpu_minutes.sum() / 60
    card = read_card(home)
    judged = card[card.verdict != NOT_YET_RUN].groupby(["paper", "scale"]).size()
    return pd.DataFrame({"claims": judged, "hours": hours})


def markdown(home=HOME) -> str:
    """The table with the stages that rebuild each row, the sum of each scale, and where the hours were measured."""
    rows = table(home)
    sums = rows.groupby("scale").sum()
    lines = ["| paper | scale | claims judged | stages | hours of one processor |", "|---|---|--:|---|--:|"]
    for (paper, scale), row in rows.iterrows():
        hours = "not recorded" if pd.isna(row.hours) else f"{row.hours:.1f}"
        claims = 0 if pd.isna(row.claims) else row.claims
        lines.append(f"| `{paper}` | {scale} | {claims:.0f} | `{paper}_*@{scale}*` | {hours} |")
    for scale, row in sums.iterrows():
        lines.append(f"| all | {scale} | {row.claims:.0f} | `*@{scale}*` | {row.hours:.1f} |")
    return "\n".join([*lines, "", measured(home)])


def measured(home=HOME) -> str:
    """The machines of the ledger, and how many of its runs have no time, in a sentence each."""
    runs = pd.read_csv(home / "data" / "runs" / "costs.csv")
    runs = runs[runs.run.str.split("/").str[1] != "smoke"]
    machines = sorted({one for each in runs.machine for one in each.split(" / ")})
    without = runs.cpu_seconds.isna().sum()
    return (
        f"Measured on AMD EPYC servers ({'; '.join(machines)}). Of {len(runs)} files of runs, {without} have no time and "
        "count as 0."
    )


if __name__ == "__main__":
    with whole_file(PAGE) as file:
        file.write(with_block(PAGE.read_text(encoding="utf-8"), "costs", markdown()).encode())
