"""Where each claim is measured: in which notebook and below which heading; and links that lead there.

Ids of claims stand literally in the code of the reading notebooks: in a cell that assigns to `claims[...]`,
or lists ids with `listed("...")`. Nothing is run to find them.
"""

import ast
import re
from pathlib import Path
from urllib.parse import quote

import pandas as pd

from study import HOME

NOT_A_PAPER = {"engine": "00_one_game.ipynb"}  # its claims are not measured in <number>_<paper>_<what>
MEASURES = re.compile(r"\bclaims\[.*\] = |\blisted\(")  # in code as `ast.unparse` formats it


def places(paper: str, home=HOME) -> dict[str, tuple[str, str]]:
    """Where each of a paper's claims is measured: {id: (name of the notebook, heading above the cell)}.

    Several notebooks of a paper may measure claims. Raises ValueError if two cells measure the same claim.
    """
    import nbformat  # slow to import, and not needed to write claims

    ids = set(pd.read_csv(home / "data" / "papers" / paper / "claims.csv", dtype=str).id)
    found = {}
    for path in notebooks(paper, home):
        heading = ""
        for cell in nbformat.read(path, 4).cells:
            if cell.cell_type == "markdown":
                heading = (re.findall(r"^#+ +(.*?) *$", cell.source, re.MULTILINE) or [heading])[-1]
            for id in sorted(ids & ids_in(cell.source)) if cell.cell_type == "code" else ():
                if id in found:
                    raise ValueError(f"Two cells measure the claim '{id}', one of them in '{path.name}'.")
                found[id] = path.name, heading
    return found


def notebooks(paper, home=HOME) -> list[Path]:
    """The notebooks of a paper in their order, whether or not they measure claims."""
    return sorted((home / "notebooks").glob(NOT_A_PAPER.get(paper, f"[0-9][0-9]_{paper}_*.ipynb")))


def ids_in(source) -> set[str]:
    """The possible ids in a cell that measures claims: its strings, split at commas and line breaks."""
    if "claims" not in source and "listed" not in source:  # such a cell may not even be Python
        return set()
    tree = ast.parse(source)
    if not MEASURES.search(ast.unparse(tree)):
        return set()
    strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    parts = (re.split(r"[,\n]", text) for text in strings if isinstance(text, str))
    return {part.strip() for some in parts for part in some}


def anchor(heading: str) -> str:
    """The name of a heading in a link, as JupyterLab, nbconvert and GitHub form it: spaces become hyphens."""
    return quote(heading.replace(" ", "-"), safe="")


def link(scale, notebook, heading, home=HOME) -> str:
    """The path from data/executed to the heading in an executed notebook below which a claim was measured."""
    return f"{shown_at(scale, notebook, home)}/{notebook}#{anchor(heading)}"


def shown_at(scale, notebook, home=HOME) -> str:
    """The scale whose executed notebook shows a claim: this one, or else the largest one that was run."""
    scales = (scale, "paper", "laptop")
    return next((each for each in scales if (home / "data" / "executed" / each / notebook).exists()), scale)
