"""What papers claim, and why some of it is contradicted, as people keep it in data/papers/<paper>.

claims.csv says what is published and by which rule it is judged, diagnoses.csv why it is contradicted (one of CAUSES) and
by which experiment we know. Whatever could not be judged is refused in a sentence.
"""

import re
from pathlib import Path

import pandas as pd

from deckspace.errors import BadInput
from study import HOME
from study.pipeline.sheets import check_unique, read_sheet
from study.pipeline.verdicts import check_rule

PAPERS = HOME / "data" / "papers"
CLAIMS = "id section claim published rule needs".split()
DIAGNOSES = "id cause how".split()
CAUSES = ("the paper", "the original system", "our set-up", "chance", "not known")


def published_claims(paper: str, folder=PAPERS) -> pd.DataFrame:
    """What a paper claims, one row a claim. Raises ValueError (a BadInput) where something in it could not be judged."""
    path = Path(folder) / paper / "claims.csv"
    if not path.exists():
        raise ValueError(f"There is no paper '{paper}' with a file '{path}'.")
    rows = read_sheet(path, CLAIMS, CLAIMS)
    for column in ("id", "claim"):
        check_unique(path, rows, column)
    for number, row in enumerate(rows, 1):
        where = f"'{path}', row {number} ({row['id']})"
        if not re.fullmatch(r"[A-Za-z0-9_'. -]+", row["id"]):
            raise BadInput(f"{where} has an id of other signs than letters, digits, space and - _ . '.")
        try:
            check_rule(row["rule"], row["published"], row["needs"])
        except ValueError as error:
            raise BadInput(f"{where}: {error}") from None
    return pd.DataFrame(rows, columns=CLAIMS, dtype=str)


def diagnoses(paper: str, folder=PAPERS) -> pd.DataFrame:
    """Why claims of a paper are contradicted: cause and how we know, by id. Raises BadInput."""
    path = Path(folder) / paper / "diagnoses.csv"
    rows = read_sheet(path, DIAGNOSES, DIAGNOSES) if path.exists() else []
    check_unique(path, rows, "id")
    claimed = set(published_claims(paper, folder).id)
    for number, row in enumerate(rows, 1):
        where = f"'{path}', row {number} ({row['id']})"
        if row["id"] not in claimed:
            raise BadInput(f"{where} is of no claim in claims.csv.")
        if row["cause"] not in CAUSES:
            raise BadInput(f"{where} has the cause {row['cause']!r}; it takes one of {', '.join(CAUSES)}.")
    return pd.DataFrame(rows, columns=DIAGNOSES, dtype=str).set_index("id")
