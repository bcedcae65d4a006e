"""REPRODUCING.md: its table is that of the ledger and the scorecard, and names stages that exist."""

import re
from fnmatch import filter

import pandas as pd

from study import HOME
from study.reproducing import PAGE, markdown, table


def test_the_page_has_the_table_of_the_present_ledger_and_scorecard():
    assert f"<!-- costs -->\n{markdown()}\n<!-- end" in PAGE.read_text(), "python -m study.reproducing"


def test_its_hours_are_those_of_the_ledger_and_its_claims_those_of_the_scorecard():
    runs = pd.read_csv(HOME / "data" / "runs" / "costs.csv")
    seconds = runs.cpu_seconds[runs.run.str.startswith("eva/paper/")].sum()
    assert table().hours["eva", "paper"] == seconds / 3600
    card = pd.read_csv(HOME / "data" / "scorecard.csv")
    judged = (card.paper == "mastering") & (card.verdict != "not yet run")
    assert table().claims["mastering"].sum() == judged.sum()


def test_its_patterns_name_stages():
    named = re.findall(r"^  (\S+):$", (HOME / "dvc.lock").read_text(), re.MULTILINE)
    patterns = re.findall(r"`(\w*\*@\S+\*)`", PAGE.read_text())
    assert patterns and not [pattern for pattern in patterns if not filter(named, pattern)]
