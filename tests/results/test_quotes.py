"""Numbers that people wrote into prose are those of the tables: in the README's findings, discussions, answers and diagnoses.

`tests/quotes/PAPER.csv` has a row for each: the words around it as they stand in the text, the number, and the cell
of a table under `data/` that it is rounded from. `row` is a pandas query; of several rows the mean counts, of a text
any number in it, multiplied by `times`, with `plus` added. Where `table` is an executed notebook, `row` is the words
that it shows. A number that is no result, as a setting or a number of the paper's text, has no table, and `row` says
what it is.
"""

import json
import re
from functools import cache

import pandas as pd
import pytest

from study import HOME

NUMBER = re.compile(r"(?<![\w.,^])-?\d[\d,]*(?:\.\d+)?(?!\w)")
QUOTES = {
    f"{path.stem}-{line}": quote  # by the line of its file
    for path in sorted((HOME / "tests/quotes").glob("*.csv"))
    for line, (_, quote) in enumerate(pd.read_csv(path, dtype=str).fillna("").iterrows(), 2)
}


def plain(text):
    """Return prose on one line, with no links, marks of emphasis or generated parts."""
    text = re.sub(r"<!-- score.*?<!-- end.*?-->", "", text, flags=re.S)
    text = re.sub(r"\[((?:[^][]|\n)*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\s+", " ", text.replace("**", "").replace("*", "").replace("`", ""))


@cache
def documents():
    """Return {name: text} of all prose whose numbers are checked."""
    found = (HOME / "README.md").read_text().partition("## What we found")[2].partition("## Gallery")[0]
    texts = {"README.md": found}
    for path in sorted((HOME / "data/papers").glob("*/diagnoses.csv")):
        texts[f"diagnoses of {path.parent.name}"] = " ".join(pd.read_csv(path).how)
    for path in sorted((HOME / "notebooks").glob("*.ipynb")):
        cells = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]
        texts[path.name] = " ".join(
            cell for cell in cells if cell.startswith(("## Discussion", "## The answer"))
        )
    return {name: plain(text) for name, text in texts.items() if text}


@cache
def table(path):
    return pd.read_csv(HOME / f"data/{path}.csv")


@cache
def shown(path):
    """Return all text that an executed notebook shows."""
    cells = json.loads((HOME / f"data/{path}").read_text())["cells"]
    shows = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    kinds = ("text/plain", "text/markdown", "text/html")
    texts = [re.sub(r"<[^>]+>", " ", "".join(each.get(kind, ""))) for each in shows for kind in kinds]
    return plain(" ".join(texts))


def numbers(text):
    """Return the numbers of a text as they are written; a whole one of a single digit is none."""
    found = (number.rstrip(",") for number in NUMBER.findall(text))
    return [number for number in found if len(number.lstrip("-")) > 1]


def source(quote):
    """Return the cells that a number is rounded from; of an executed notebook, the words that it shows."""
    if not quote.table.endswith(".ipynb"):
        return table(quote.table).query(quote.row)[quote.column]
    assert quote.row in shown(quote.table), f"{quote.table} does not show these words"
    by_hand = any(quote.row in text for text in documents().values())
    assert not by_hand, "these words were written by hand, too"
    return pd.Series([quote.row])


def values(found):
    """Return the mean of cells; of one that is a text, as `5.1 [3.2, 7.1]`, all numbers in it."""
    one = pd.to_numeric(found, errors="coerce").mean()
    return [float(number.replace(",", "")) for number in numbers(found.iloc[0])] if pd.isna(one) else [one]


@pytest.mark.parametrize("quote", QUOTES.values(), ids=QUOTES)
def test_a_quoted_number_is_that_of_its_table(quote):
    assert any(quote.words in text for text in documents().values()), "these words stand nowhere any more"
    assert quote.number in quote.words
    if not quote.table:
        return
    found = source(quote)
    assert len(found), f"{quote.table} has no row with {quote.row}"
    exact = [float(quote.times or 1) * value + float(quote.get("plus") or 0) for value in values(found)]
    written, decimals = float(quote.number.replace(",", "")), len(quote.number.partition(".")[2])
    assert any(abs(value - written) <= 0.5001 * 10**-decimals for value in exact), f"the table has {exact}"


@pytest.mark.parametrize("name", documents())
def test_no_number_is_written_that_nobody_checks(name):
    text, quoted = documents()[name], {}
    for quote in QUOTES.values():
        quoted.setdefault(quote.words, []).append(quote.number)
    for words in sorted(quoted, key=len, reverse=True):
        if words in text:
            assert sorted(numbers(words)) == sorted(n for n in quoted[words] if n in numbers(words)), words
            text = text.replace(words, " ")
    assert numbers(text) == []
