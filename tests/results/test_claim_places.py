"""From every row of the scorecard a reader finds the cell that measures it, and from there back."""

import re
from functools import cache

import nbformat
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from study import HOME
from study.results.claim_places import ids_in, link, notebooks, places, shown_at
from study.results.claims import published_claims
from study.results.scorecard import read_card


def sections(path):
    """The code below each heading of a notebook, as one text."""
    found, heading = {}, ""
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown":
            lines = [line.lstrip("#").strip() for line in cell.source.splitlines() if line.startswith("#")]
            heading = lines[-1] if lines else heading
            assert not lines or heading not in found, f"'{path}' has the heading '{heading}' twice"
        found[heading] = found.get(heading, "") + "\n" * 2 + cell.source * (cell.cell_type == "code")
    return found


def test_every_row_leads_to_the_code_that_measures_it_and_to_where_it_is_shown():
    notebook, executed = cache(lambda name: sections(HOME / "notebooks" / name)), cache(sections)
    for row in read_card().itertuples():
        code = notebook(row.notebook)[row.heading]
        alone = rf"""(?<![\w-])(?<![\w-] ){re.escape(row.id)}(?![\w-]|\ [\w-])"""
        assert re.search(alone, code), f"{row.notebook}, '{row.heading}' does not contain '{row.id}'"
        scale = row.scale if isinstance(row.scale, str) else "paper"
        shown = HOME / "data" / "executed" / shown_at(scale, row.notebook) / row.notebook
        assert row.heading in executed(shown), f"{shown} has no heading '{row.heading}'"


TABLES = re.compile(r'(?:claims\.judged\(|results\.marked\(claims, )"(.+?)"')  # by the ids of their rows
UNTESTED = re.compile(r'untested = listed\("(.+?)"\)')


@pytest.mark.parametrize("paper", ["dsa_me", "eva", "league", "locm", "mastering", "mesb"])
def test_every_claim_stands_in_one_table_of_its_papers_notebooks(paper):
    code = "\n".join("\n".join(sections(path).values()) for path in notebooks(paper))
    patterns = TABLES.findall(code) + [id for some in UNTESTED.findall(code) for id in some.split(", ")]
    tables = {id: sum(bool(re.fullmatch(each, id)) for each in patterns) for id in published_claims(paper).id}
    assert set(tables.values()) == {1}, {id: number for id, number in tables.items() if number != 1}


@pytest.fixture
def home(tmp_path):
    (tmp_path / "data" / "papers" / "poker").mkdir(parents=True)
    (tmp_path / "notebooks").mkdir()
    claims = pd.DataFrame({"id": ["bluff", "call-big blind", "fold"], "section": 1, "claim": ["a", "b", "c"]})
    claims.to_csv(tmp_path / "data" / "papers" / "poker" / "claims.csv", index=False)
    return tmp_path


def written(home, *cells, name="90_poker_read"):
    """A reading notebook with these cells: text that begins with # is a heading, everything else is code."""
    made = [new_markdown_cell(c) if c.startswith("#") else new_code_cell(c) for c in cells]
    nbformat.write(new_notebook(cells=made), home / "notebooks" / f"{name}.ipynb")


def test_ids_are_found_where_they_are_measured_in_all_notebooks_of_a_paper(home):
    written(home, "# Theory", "claims['fold'] = exact(1)", name="88_poker_games")
    written(home, "# Play", "%%time\nplay()", name="89_poker_play")
    two = "for id in listed('''call-big blind,\n  bluff'''):\n    claims[id] = mean(won)"
    written(home, "# Poker", "show(claims, 'fold')", "## One\n\nWords.\n\n### Below one", two)
    below = ("90_poker_read.ipynb", "Below one")
    found = {"fold": ("88_poker_games.ipynb", "Theory"), "call-big blind": below, "bluff": below}
    assert places("poker", home) == found
    assert "call" not in ids_in("claims[f'call-{name}'] = 1")


def test_a_claim_is_measured_in_one_cell_only(home):
    written(home, "# Poker", "claims['bluff'] = 1", "for id in listed('bluff'): claims[id] = 2")
    with pytest.raises(ValueError, match="Two cells measure the claim 'bluff', one of them in '90_poker_rea"):
        places("poker", home)


def test_a_link_is_formed_as_notebook_viewers_do():
    link_to = link("paper", "12_locm_read.ipynb", "Learning (sections 3.2, 4.2)")
    assert link_to == "paper/12_locm_read.ipynb#Learning-%28sections-3.2%2C-4.2%29"
