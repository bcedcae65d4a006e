"""Where each claim is measured: in which notebook, below which heading; and links that lead there.

Ids of claims stand literally in the code of the reading notebooks: in a cell that writes to `claims[...]`, or
that lists them with `listed("...")`. Nothing is run to find them.
"""

import ast
import re
from pathlib import Path
from urllib.parse import quote

import pandas as pd

from study import HOME

NOT_A_PAPER = {"engine": "00_one_game.ipynb"}  # whose claims are not measured in <number>_<paper>_<what>
MEASURES = re.compile(r"\bclaims\[.*\] = |\blisted\(")  # in code as `ast.unparse` lays it out


def places(paper: str, home=HOME) -> dict[str, tuple[str, str]]:
    """Where each of a paper's ids is measured: the name of the notebook, and the heading above the cell.

    A paper may have several notebooks that measure. Raises ValueError if two cells measure the same claim.
    """
    import nbformat  # slow to import, and who only writes claims does not need it

    ids = set(pd.read_csv(home / "data" / "papers" / paper / "claims.csv", dtype=str).id)
    found = {}
    for notebook in notebooks(paper, home):
        heading = ""
        for cell in nbformat.read(notebook, 4).cells:
            heading = last_heading(cell.source) or heading if cell.cell_type == "markdown" else heading
            for id in sorted(ids & ids_in(cell.source)) if cell.cell_type == "code" else ():
                if id in found:
                    raise ValueError(f"Two cells measure the claim '{id}', one of them in '{notebook.name}'.")
                found[id] = notebook.name, heading
    return found


def notebooks(paper, home=HOME) -> list[Path]:
    """The notebooks of a paper, in their order; in some of them claims are measured."""
    pattern = NOT_A_PAPER.get(paper, f"[0-9][0-9]_{paper}_*.ipynb")
    return sorted((home / "notebooks").glob(pattern))


def last_heading(text) -> str | None:
    """The words of the last heading in a cell of text, None without one."""
    headings = re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE)
    return headings[-1] if headings else None


def ids_in(source) -> set[str]:
    """All that may be an id in the code of a cell that measures: its strings, taken apart at commas and lines."""
    if "claims" not in source and "listed" not in source:  # it may not even be Python
        return set()
    tree = ast.parse(source)
    if not MEASURES.search(ast.unparse(tree)):
        return set()
    strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    parts = (re.split(r"[,\n]", text) for text in strings if isinstance(text, str))
    return {part.strip() for some in parts for part in some}


def anchor(heading: str) -> str:
    """The name of a heading in a link, as JupyterLab, nbconvert and GitHub make it: spaces become hyphens."""
    return quote(heading.replace(" ", "-"), safe="")


def link(scale, notebook, heading, home=HOME) -> str:
    """Where a claim was measured, in the executed notebooks: a link from data/executed."""
    return f"{shown_at(scale, notebook, home)}/{notebook}#{anchor(heading)}"


def shown_at(scale, notebook, home=HOME) -> str:
    """The scale at which a notebook shows a claim: the one it is asked for, or else another at which it has been run."""
    scales = (scale, "paper", "laptop", "smoke")
    return next((each for each in scales if (home / "data" / "executed" / each / notebook).exists()), scale)
