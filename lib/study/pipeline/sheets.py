"""Tables kept by hand, as they are read: anything wrong with one is a sentence that names its row and column."""

import csv
import io
from pathlib import Path

from deckspace.errors import BadInput


def read_sheet(path, columns=None, needed=()) -> list[dict]:
    """The rows of a CSV file as dicts of texts. Raises BadInput.

    `columns` are the columns that it must have, in this order (None: any); `needed` are those that are never empty.
    """
    path = Path(path)
    try:
        text = path.read_bytes().decode()
        lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"'{path}' cannot be read as a table: {error}.") from None
    if not lines or not text.endswith("\n") or "\0" in text:
        raise BadInput(f"'{path}' ends in the middle of a line, or is no table: it may have been cut off.")
    head, *rows = lines
    if head != list(columns or head) or len(set(head)) < len(head):
        raise BadInput(
            f"'{path}' has the columns {', '.join(head)}; it takes {', '.join(columns or head)}, each once."
        )
    for number, row in enumerate(rows, 1):
        check_row(f"'{path}', row {number} ({row[0] if row else 'empty'})", head, row, needed)
    return [dict(zip(head, row, strict=True)) for row in rows]


def check_row(where, head, row, needed):
    if len(row) != len(head):
        raise BadInput(f"{where} has {len(row)} cells, not {len(head)}.")
    for column, cell in zip(head, row, strict=True):
        if cell != cell.strip() or "\n" in cell:
            raise BadInput(f"{where} has spaces around its {column}, or a line break in it: {cell!r}.")
        if column in needed and not cell:
            raise BadInput(f"{where} has no {column}.")


def check_unique(path, rows, column):
    """Raise BadInput if a value of a column occurs twice."""
    seen = set()
    for number, row in enumerate(rows, 1):
        if row[column] in seen:
            raise BadInput(f"'{path}', row {number} has the {column} {row[column]!r} a second time.")
        seen.add(row[column])
