"""What rebuilds the claims of each paper and how long that takes: `python -m study.reproducing` writes it into REPRODUCING.md."""

from pathlib import Path

import pandas as pd

from deckspace.whole_files import whole_file
from study import HOME, SCALES
from study.pipeline.graph import outs, stage_of, stages
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
    """The table, the sum of each scale, and where the hours were measured."""
    rows = table(home)
    sums = rows.groupby("scale").sum()
    lines = ["| paper | scale | claims judged | hours of one processor |", "|---|---|--:|--:|"]
    for (paper, scale), row in rows.iterrows():
        hours = "not recorded" if pd.isna(row.hours) else f"{row.hours:.1f}"
        claims = 0 if pd.isna(row.claims) else row.claims
        lines.append(f"| `{paper}` | {scale} | {claims:.0f} | {hours} |")
    for scale, row in sums.iterrows():
        lines.append(f"| all | {scale} | {row.claims:.0f} | {row.hours:.1f} |")
    return "\n".join([*lines, "", measured(home)])


def measured(home=HOME) -> str:
    """The machines of the ledger, and how many of its runs have no time, in a sentence each."""
    runs = pd.read_csv(home / "data" / "runs" / "costs.csv")
    runs = runs[runs.run.str.split("/").str[1] != "smoke"]
    machines = sorted({one for each in runs.machine for one in each.split(" / ")})
    without = runs.cpu_seconds.isna().sum()
    return f"Measured on {'; '.join(machines)}. Of {len(runs)} files of runs, {without} have no time and count as 0."


def behind(home=HOME) -> dict:
    """The stages whose runs a judging stage reads, {(notebook, judging stage): [stage]}, for each scale that judges claims."""
    card = read_card(home)
    judging = set(card[card.verdict != NOT_YET_RUN][["notebook", "scale"]].itertuples(index=False))
    pages = [(Path(page).stem, stage_of(f"data/executed/{scale}/{page}")) for page, scale in sorted(judging)]
    return {(notebook, judge): read_by(judge, home) for notebook, judge in pages}


def appendices(home=HOME) -> dict:
    """The same as `behind` for notebooks that judge no claim, each at its largest scale."""
    drawn = {}
    for name, stage in stages(home).items():
        for page in (Path(out) for out in outs(stage)):
            if page.suffix == ".ipynb" and page.parent.name in SCALES:
                drawn[page.stem, SCALES.index(page.parent.name)] = name
    largest = {notebook: name for (notebook, _), name in sorted(drawn.items())}
    judge = {notebook for notebook, _ in behind(home)}
    return {(page, name): read_by(name, home) for page, name in largest.items() if page not in judge}


def read_by(stage, home=HOME) -> list[str]:
    """The stages whose runs a stage reads."""
    read = [Path(dep) for dep in stages(home)[stage].get("deps", []) if dep.startswith("data/runs/")]
    return [
        name
        for name, other in stages(home).items()
        if "@smoke" not in name and any(overlap(Path(out), dep) for out in outs(other) for dep in read)
    ]


def overlap(one, other) -> bool:
    """Whether two paths are the same, or one is a folder around the other."""
    return one.is_relative_to(other) or other.is_relative_to(one)


def markdown_of_stages(home=HOME) -> str:
    """The tables of `behind` and `appendices`: a row for each notebook and name of a stage, with all that follows its @."""
    judged = behind(home)
    lines = ["| notebook | made by | reads the runs of | @ |", "|---|---|---|---|"]
    for (notebook, made_by), names in judged.items():
        lines += rows_of(notebook, made_by, names)
    for (notebook, made_by), names in appendices(home).items():
        same = next((page for (page, _), others in judged.items() if names and names == others), None)
        alike = f"| `{notebook}` | `{made_by}` | those of `{same}` |  |"
        lines += [alike] if same else rows_of(notebook, made_by, names)
    return "\n".join(lines)


def rows_of(notebook, made_by, names) -> list[str]:
    """The rows of one notebook."""
    items = {}
    for name, _, item in (each.partition("@") for each in names):
        items.setdefault(f"`{name}`", []).append(f"`{item}`" if item else "")
    found = (items or {"no stage": []}).items()
    return [f"| `{notebook}` | `{made_by}` | {name} | {', '.join(its)} |" for name, its in found]


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    for name, block in (("costs", markdown()), ("stages", markdown_of_stages())):
        text = with_block(text, name, block)
    with whole_file(PAGE) as file:
        file.write(text.encode())
