"""What a reading notebook collects: measurements of claims, their verdicts, and the tables it keeps.

    claims = Claims("locm", scale, tables)
    claims["gain-order"] = difference(linear, trees)          # lib/deckspace/intervals.py
    for id in listed("gain-linear, gain-tree"):
        claims[id] = mean(gains[id.removeprefix("gain-")])
    claims.judged("gain.*")                                   # shown beside what is published
    claims.write()                                            # for the scorecard

Ids stand literally in the notebook, so that a search or `claim_places.py` finds the cell measuring a claim.
"""

import re

import pandas as pd

from deckspace.intervals import Estimate, Ranking
from study import HOME
from study.pipeline.runs import write_table
from study.results.claims import PAPERS, diagnoses, published_claims
from study.results.scorecard import as_text, claims_table, counted, with_mark
from study.results.verdicts import CONTRADICTED


def listed(text: str) -> list[str]:
    """The ids in a text, separated by commas or line breaks."""
    return [id for id in map(str.strip, re.split(r"[,\n]", text)) if id]


class Claims:
    """The claims of a paper as measured at one scale, by id, and the folder where tables are kept."""

    def __init__(self, paper, scale, tables, papers=PAPERS):
        self.paper, self.scale, self.papers = paper, scale, papers
        self.tables, self.measured = HOME / tables, {}
        self.known = set(published_claims(paper, papers).id)
        pd.options.display.max_colwidth = None  # whole sentences

    def __setitem__(self, id, measured):
        """Record a claim's Estimate, Ranking or word. Raises ValueError for an unknown or repeated id."""
        if id not in self.known:
            raise ValueError(f"data/papers/{self.paper}/claims.csv has no id '{id}'.")
        if id in self.measured:
            raise ValueError(f"The claim '{id}' is measured twice.")
        if not isinstance(measured, (Estimate, Ranking, str)):
            raise ValueError(
                f"'{id}' is measured as {measured!r}: make it an Estimate with lib/deckspace/intervals.py."
            )
        self.measured[id] = measured

    def __getitem__(self, id):
        return self.measured[id]

    def keep(self, table, name):
        """Write a table of numbers to a file beside the claims, and return it."""
        self.tables.mkdir(parents=True, exist_ok=True)
        write_table(table, self.tables / f"{name}.csv", float_format="%.5g")
        return table

    def rows(self, pattern=".*"):
        """The scorecard's rows of the claims whose ids match a pattern."""
        rows = claims_table(self.paper, self.scale, self.measured, self.papers)
        return rows[rows.index.str.fullmatch(pattern)]

    def shown(self, rows):
        """The rows in readers' form: our value with its interval, the verdict with its colour."""
        rows = rows.fillna("")
        return rows.assign(ours=list(map(as_text, rows.itertuples())), verdict=rows.verdict.map(with_mark))

    def judged(self, pattern):
        """The claims whose ids match a pattern: what is published, what we measured, and the verdict."""
        rows = self.rows(pattern)
        if rows.empty:
            raise ValueError(f"No claim of {self.paper} matches '{pattern}'.")
        return self.shown(rows)[["claim", "published", "ours", "n", "verdict"]]

    def counts(self):
        """How many claims have each verdict."""
        rows = self.rows()
        return counted(rows, rows.paper).T.rename(with_mark).set_axis(["claims"], axis="columns")

    def contradicted(self):
        """Every contradicted claim with its cause and the experiment that shows it."""
        rows = self.rows()
        rows = self.shown(rows[rows.verdict == CONTRADICTED])
        why = diagnoses(self.paper, self.papers).reindex(rows.index)
        return rows[["published", "ours"]].join(why.fillna("no explanation is written for this scale"))

    def write(self):
        """Write the scorecard's rows, which `scorecard.py` merges with those of all papers."""
        self.tables.mkdir(parents=True, exist_ok=True)
        write_table(self.rows(), self.tables / "claims.csv")


def told(estimate, above, below, neither):
    """The text that fits an estimate: shown to be above 0, shown to be below 0, or neither."""
    return above if estimate.low > 0 else below if estimate.high < 0 else neither
