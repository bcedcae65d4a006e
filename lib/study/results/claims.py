"""What papers claim, and why some claims are contradicted: the hand-written tables in data/papers/<paper>.

claims.csv says what is published and which rule judges it; diagnoses.csv says why a claim is contradicted
(one of CAUSES) and which experiment shows it. A row that cannot be judged raises an error that names it.
"""

from pathlib import Path
from typing import Annotated, Literal

import pandas as pd
from pydantic import Field

from deckspace.errors import BadInput
from study import HOME
from study.pipeline.sheets import read_sheet
from study.pipeline.values import Word
from study.results.verdicts import check_rule

PAPERS = HOME / "data" / "papers"
CAUSES = ("the paper", "the original system", "our set-up", "chance", "not known")
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_'. -]+$")]
CLAIMS = {"id": Id} | dict.fromkeys("section claim published rule needs".split(), Word)
DIAGNOSES = {"id": Id, "cause": Literal[CAUSES], "how": Word}


def published_claims(paper: str, folder=PAPERS) -> pd.DataFrame:
    """What a paper claims, a row per claim. Raises ValueError (BadInput) for a row that cannot be judged."""
    path = Path(folder) / paper / "claims.csv"
    if not path.exists():
        raise ValueError(f"There is no paper '{paper}': '{path}' does not exist.")
    rows = read_sheet(path, CLAIMS, once=("id", "claim"))
    for number, row in enumerate(rows, 1):
        try:
            check_rule(row["rule"], row["published"], row["needs"])
        except ValueError as error:
            raise BadInput(f"'{path}', row {number} ({row['id']}): {error}") from None
    return pd.DataFrame(rows, columns=CLAIMS, dtype=str)


def diagnoses(paper: str, folder=PAPERS) -> pd.DataFrame:
    """Why claims of a paper are contradicted: cause and how we know, by id. Raises BadInput."""
    path = Path(folder) / paper / "diagnoses.csv"
    rows = read_sheet(path, DIAGNOSES, once=["id"]) if path.exists() else []
    claimed = set(published_claims(paper, folder).id)
    for number, row in enumerate(rows, 1):
        if row["id"] not in claimed:
            raise BadInput(f"'{path}', row {number} ({row['id']}): claims.csv has no such id.")
    return pd.DataFrame(rows, columns=DIAGNOSES, dtype=str).set_index("id")
