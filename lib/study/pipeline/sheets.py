"""Reads tables kept by hand: an error is a sentence that names the row and column."""

import csv
import io
from pathlib import Path

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from deckspace.errors import BadInput
from study.pipeline.values import check


def read_sheet(path, columns=None, once=()) -> list[dict]:
    """The rows of a CSV file as dicts of texts. Raises BadInput.

    `columns` are those that it must have, in this order, each with the type that pydantic checks (None: any text); in the
    columns `once` no value may occur twice.
    """
    try:
        text = Path(path).read_bytes().decode()
        lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"'{path}' cannot be read as a table: {error}.") from None
    if not lines or not text.endswith("\n") or "\0" in text:
        raise BadInput(f"'{path}' ends in the middle of a line, or is no table: it may have been cut off.")
    head, *cells = lines
    if head != list(columns or head) or len(set(head)) < len(head):
        raise BadInput(
            f"'{path}' has the columns {', '.join(head)}; it takes {', '.join(columns or head)}, each once."
        )
    row_type, rows, seen = TypeAdapter(TypedDict("Row", columns or dict.fromkeys(head, str))), [], set()
    for number, row in enumerate(cells, 1):
        where = f"'{path}', row {number} ({row[0] if row else 'empty'})"
        if len(row) != len(head):
            raise BadInput(f"{where} has {len(row)} cells, not {len(head)}.")
        for column, cell in zip(head, row, strict=True):
            if cell != cell.strip() or "\n" in cell:
                raise BadInput(f"{where} has spaces around its {column}, or a line break in it: {cell!r}.")
            if column in once and (column, cell) in seen:
                raise BadInput(f"{where} has the {column} {cell!r} a second time.")
            seen.add((column, cell))
        rows.append(check(row_type, dict(zip(head, row, strict=True)), where))
    return rows
