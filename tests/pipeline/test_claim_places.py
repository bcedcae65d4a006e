"""From every row of the scorecard a reader finds the cell that measures it, and from there back."""

import re

import nbformat
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from study import HOME
from study.pipeline.claim_places import anchor, ids_in, link, places, shown_at
from study.pipeline.scorecard import read_card


def sections(notebook):
    """The code below each heading of a notebook, as one text."""
    found, heading = {}, ""
    for cell in nbformat.read(HOME / "notebooks" / notebook, 4).cells:
        if cell.cell_type == "markdown":
            lines = [line.lstrip("#").strip() for line in cell.source.splitlines() if line.startswith("#")]
            heading = lines[-1] if lines else heading
            assert not lines or heading not in found, f"'{notebook}' has the heading '{heading}' twice"
        else:
            found[heading] = found.get(heading, "") + "\n" + cell.source
    return found


def test_every_id_stands_literally_below_the_heading_that_the_scorecard_names():
    card = read_card()
    by_notebook = {name: sections(name) for name in card.notebook.unique()}
    for row in card.itertuples():
        code = by_notebook[row.notebook][row.heading]
        alone = rf"""(?<![\w-])(?<![\w-] ){re.escape(row.id)}(?![\w-]|\ [\w-])"""
        assert re.search(alone, code), f"{row.notebook}, '{row.heading}' does not hold '{row.id}'"


def test_every_link_of_the_scorecard_leads_to_a_heading_of_an_executed_notebook():
    for row in read_card().itertuples():
        scale = row.scale if isinstance(row.scale, str) else "paper"
        executed = HOME / "data" / "executed" / shown_at(scale, row.notebook) / row.notebook
        texts = [cell.source for cell in nbformat.read(executed, 4).cells if cell.cell_type == "markdown"]
        lines = {line.lstrip("#").strip() for text in texts for line in text.splitlines() if line[:1] == "#"}
        assert row.heading in lines, f"{executed} has no heading '{row.heading}'"


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


def test_ids_are_found_where_they_are_measured(home):
    written(
        home,
        "# Poker",
        "show('bluff')",  # only mentioned
        "## One",
        "claims['bluff'] = mean(won)",
        "## Two\n\nWords.\n\n### Below two",
        'for id in listed("""call-big blind,\n  fold"""):\n    claims[id] = mean(won)',
    )
    below = {"bluff": "One", "call-big blind": "Below two", "fold": "Below two"}
    assert places("poker", home) == {id: ("90_poker_read.ipynb", heading) for id, heading in below.items()}


def test_a_paper_may_have_several_notebooks_that_measure(home):
    written(home, "# Theory", "claims['fold'] = exact(1)", name="88_poker_games")
    written(home, "# Play", "%%time\nplay()", name="89_poker_play")
    written(home, "# Poker", "claims['bluff'] = mean(won)")
    found = {"fold": ("88_poker_games.ipynb", "Theory"), "bluff": ("90_poker_read.ipynb", "Poker")}
    assert places("poker", home) == found


def test_a_claim_is_measured_in_one_cell_only(home):
    written(home, "# Poker", "claims['bluff'] = 1", "for id in listed('bluff'): claims[id] = 2")
    with pytest.raises(
        ValueError, match="Two cells measure the claim 'bluff', one of them in '90_poker_read.ipynb'"
    ):
        places("poker", home)


def test_a_paper_without_a_notebook_has_no_places_yet(home):
    assert places("poker", home) == {}


def test_parts_of_composed_ids_are_no_ids():
    assert "call" not in ids_in("claims[f'call-{name}'] = 1")
    assert ids_in("print('fold')") == set()


def test_anchors_are_those_that_notebook_viewers_make():
    assert anchor("Learning (sections 3.2, 4.2)") == "Learning-%28sections-3.2%2C-4.2%29"
    assert link("paper", "12_locm_read.ipynb", "Figure 3") == "paper/12_locm_read.ipynb#Figure-3"
