"""Every claim beside our result, with a verdict computed by a rule: `python -m study.results.scorecard`.

data/papers/<paper>/claims.csv lists what the papers claim, `verdicts.py` has the rules, diagnoses.csv says
why claims are contradicted. A reading notebook measures claims (`reading.py`) and writes
data/tables/<paper>/<scale>/claims.csv; if a paper has several notebooks, each writes into its own subfolder.
The scorecard merges these files into data/scorecard.csv, with the notebook and heading where each claim is
measured, and writes the counts of verdicts and the cost of the runs into README.md.
"""

import itertools
import sys
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd

from deckspace.intervals import Estimate, exact
from deckspace.whole_files import whole_file
from study import HOME
from study.pipeline.runs import write_table
from study.pipeline.sheets import read_sheet
from study.results import costs
from study.results.claim_places import link, places
from study.results.claims import PAPERS, diagnoses, published_claims
from study.results.verdicts import (
    CONTRADICTED,
    MARKS,
    NOT_YET_RUN,
    REPRODUCED,
    SAME_DIRECTION,
    UNDECIDED,
    VERDICTS,
    WITHOUT_INTERVAL,
    spelt,
    verdict,
)

COLUMNS = "paper section claim published ours ci_low ci_high n scale verdict rule needs".split()
MEASURED = ["ours", "ci_low", "ci_high", "n"]
JUDGED = [*MEASURED, "scale", "verdict"]
ROW = dict.fromkeys(["id", *COLUMNS], str) | {"verdict": Literal[VERDICTS]}
CARD_COLUMNS = [*ROW, "notebook", "heading"]
SCALES = ("paper", "laptop")  # the best first; smoke runs are for tests and prove nothing


# ------------------------------------------------------------------ the rows


def claims_table(paper: str, scale: str, measured: dict, folder=PAPERS) -> pd.DataFrame:
    """The scorecard's rows of a paper at one scale, with the ids of the claims as index.

    `measured` maps the id of a claim to an Estimate, a Ranking or a word; claims left out are not yet run.
    """
    table = published_claims(paper, folder).set_index("id").assign(paper=paper)
    unknown = sorted(set(measured) - set(table.index))
    if unknown:
        raise ValueError(f"data/papers/{paper}/claims.csv has no id '{unknown[0]}'.")
    ours = [rounded(measured.get(id)) for id in table.index]
    table[MEASURED] = pd.DataFrame(map(shown, ours), table.index, dtype=object)
    table["scale"] = [None if each is None else scale for each in ours]
    claims = zip(table.rule, table.published, ours, itertools.repeat(scale), table.needs)
    return table.assign(verdict=list(itertools.starmap(verdict, claims)))[COLUMNS]


def rounded(ours):
    """An estimate to four digits, for further ones differ between machines; whole numbers below a million keep all."""
    if not isinstance(ours, Estimate):
        return ours
    if np.isnan(ours.value):
        return None
    value, low, high = (float(spelt(number)) for number in (ours.value, ours.low, ours.high))
    return replace(ours, value=value, low=low, high=high)


def shown(ours):
    """Value, ends of the interval and n as text; None for each that is missing."""
    if ours is None:
        return None, None, None, None
    value, low, high = str(ours), None, None
    if isinstance(ours, Estimate):
        value = spelt(ours.value)
        if ours.sure and ours.low < ours.high:
            low, high = spelt(ours.low), spelt(ours.high)
    return value, low, high, str(int(ours.n)) if hasattr(ours, "n") else None


def read_claims(paper, tables, folder=PAPERS) -> pd.DataFrame:
    """The rows that a paper's notebooks wrote anywhere below the folder `tables`, with ids as index.

    Ids no longer in claims.csv are left out. If several notebooks list a claim, the measuring one counts.
    """
    written = [read_sheet(path, ROW) for path in sorted(Path(tables).rglob("claims.csv"))]
    rows = pd.DataFrame(itertools.chain(*written), columns=ROW, dtype=str).set_index("id")
    rows = pd.concat([rows[rows.ours != ""], rows[rows.ours == ""]])
    rows = rows[~rows.index.duplicated()]
    rows = rows.loc[[id for id in published_claims(paper, folder).id if id in rows.index]].astype(object)
    return rows.where(rows != "", None)


def merge(home=HOME) -> pd.DataFrame:
    """All claims, each from the largest scale at which it has been judged."""
    papers = sorted(path.parent.name for path in (home / "data" / "papers").glob("*/claims.csv"))
    return pd.concat([merge_paper(paper, home) for paper in papers], ignore_index=True)[CARD_COLUMNS]


def merge_paper(paper, home):
    papers = home / "data" / "papers"
    rows = claims_table(paper, "", {}, papers).astype(object)
    folders = [home / "data" / "tables" / paper / scale for scale in SCALES]
    tables = [read_claims(paper, folder, papers) for folder in folders if any(folder.rglob("claims.csv"))]
    for id in rows.index:
        found = [table.loc[id] for table in tables if id in table.index and table.ours[id] is not None]
        if found:
            rows.loc[id, JUDGED] = weighed(found)[JUDGED]
    measured = pd.DataFrame.from_dict(places(paper, home), "index", columns=["notebook", "heading"])
    return rows.join(measured).reset_index()


def weighed(found):
    """The row that counts among those of one claim, given from the largest scale to the smallest.

    The largest scale that gives a verdict counts. If that verdict is undecided because there is no interval, as for a single
    run, the next scale may decide; but if the value alone points the other way, the claim stays undecided. A ranking or a
    word never has an interval, and leaves nothing to the next scale.
    """
    if len(found) < 2:
        return found[0]
    best, other = found[0], weighed(found[1:])
    if best.verdict == NOT_YET_RUN:
        return other if other.verdict != NOT_YET_RUN else best
    single = best.ci_low is None and best.rule.split()[0] not in WITHOUT_INTERVAL
    if best.verdict != UNDECIDED or not single or other.verdict == NOT_YET_RUN:
        return best
    return best if other.verdict == UNDECIDED or opposed(best, other.verdict) else other


def opposed(row, judged):
    """Whether a single run, taken as exact, would lead to the opposite of a verdict."""
    alone = verdict(row.rule, row.published, exact(float(row.ours)))
    holds = (REPRODUCED, SAME_DIRECTION)
    return alone == CONTRADICTED and judged in holds or alone in holds and judged == CONTRADICTED


# ------------------------------------------------------------------ for readers


def with_mark(name) -> str:
    """A verdict with its colour, as readers see it."""
    return f"{MARKS[name]} {name}"


def counted(card: pd.DataFrame, by) -> pd.DataFrame:
    """How many claims have each verdict: a column for each of VERDICTS, a row for each value of the columns `by`."""
    return pd.crosstab(by, card.verdict).reindex(columns=VERDICTS, fill_value=0)


def score(card: pd.DataFrame, paper: str) -> str:
    """How many claims of a paper have each verdict, in one line."""
    counts = counted(card, card.paper).loc[paper]
    parts = [f"{n} {with_mark(name)}" for name, n in counts.items() if n]
    return f"**{counts.sum()} claims:** {', '.join(parts)}."


def by_verdict(card: pd.DataFrame, paper: str, executed: str) -> str:
    """Every claim of a paper in Markdown, a table for each verdict; each id links to where it was measured.

    `executed` is the path of the executed notebooks relative to the page with the table.
    """
    lines, card = [], card[card.paper == paper].fillna("")
    for name in VERDICTS:
        rows = card[card.verdict == name].itertuples()
        cells = [
            (_link(row, executed), row.section, row.claim, row.published, as_text(row), row.n, row.scale)
            for row in rows
        ]
        if cells:
            lines += [f"### {with_mark(name)}: {len(cells)} of {len(card)}", ""]
            lines += [*_table("id section claim published ours n scale".split(), cells), ""]
    return "\n".join(lines)


def explained(card: pd.DataFrame, executed: str) -> str:
    """Every contradicted claim in Markdown, with its cause and how we know."""
    cells = []
    for paper, rows in card[card.verdict == CONTRADICTED].fillna("").groupby("paper", sort=False):
        why = diagnoses(paper).reindex(rows.id).fillna("")
        for row, cause, how in zip(rows.itertuples(), why.cause, why.how, strict=True):
            cells.append((paper, _link(row, executed), row.published, as_text(row), cause, how))
    return "\n".join(_table(["paper", "id", "published", "ours", "cause", "how we know"], cells))


def _table(head, rows):
    """Yield the lines of a table in Markdown."""
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"


def _link(row, executed):
    return f"[`{row.id}`]({executed}/{link(row.scale or SCALES[0], row.notebook, row.heading)})"


def as_text(row) -> str:
    """What we measured, with its interval if it has one."""
    return f"{row.ours} [{row.ci_low}, {row.ci_high}]" if row.ci_low != "" else row.ours


def with_block(text: str, name: str, block: str) -> str:
    """README's text with a new part between the two markers of this name."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if begin not in text or end not in text:
        raise ValueError(
            f"README.md needs the lines '{begin}' and '{end}': the scorecard writes between them."
        )
    before, rest = text.split(begin, 1)
    return f"{before}{begin}\n{block}\n{end}{rest.split(end, 1)[1]}"


def with_scores(text: str, card: pd.DataFrame, home=HOME) -> str:
    """README's text with the score of every paper and the cost of the runs."""
    for paper in card.paper.unique():
        text = with_block(text, f"score of {paper}", score(card, paper))
    return with_block(text, "costs", costs.markdown(costs.by_paper(home)))


def read_card(home=HOME) -> pd.DataFrame:
    """The scorecard, with NaN for empty cells. Raises BadInput."""
    path = home / "data" / "scorecard.csv"
    read_sheet(path, dict.fromkeys(CARD_COLUMNS, str))
    return pd.read_csv(path, dtype=str)


def main(home=HOME):
    readme = home / "README.md"
    try:
        write_table(merge(home), home / "data" / "scorecard.csv", index=False)
        text = with_scores(readme.read_text(), read_card(home), home)
        with whole_file(readme) as file:
            file.write(text.encode())
    except (ValueError, OSError) as error:  # the message names the file to correct
        sys.exit(f"scorecard: {error}")


if __name__ == "__main__":
    main()
