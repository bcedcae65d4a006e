"""Links between notebooks lead somewhere, also in the executed copies."""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from study import HOME
from study.pipeline.links import ELSEWHERE, MARKDOWN, links, relinked

EXECUTED = "data/executed/smoke/22_mesb_read.ipynb"


def through(text, source="notebooks/22_mesb_read.ipynb", out=EXECUTED):
    """A cell's text in the executed copy."""
    return relinked(new_notebook(cells=[new_markdown_cell(text)]), source, out).cells[0].source


@pytest.mark.parametrize(
    "link, there",
    [
        ("20_mesb_play.ipynb", "../../../notebooks/20_mesb_play.ipynb"),  # no copy of it is kept
        ("12_locm_read.ipynb", "12_locm_read.ipynb"),
        ("12_locm_read.ipynb#Figure-1", "12_locm_read.ipynb#Figure-1"),
        ("../lib/study/papers/mesb/experiments.py", "../../../lib/study/papers/mesb/experiments.py"),
        ("../data/figures/mesb/smoke/figure2.png", "../../figures/mesb/smoke/figure2.png"),
        ("#Figure-1", "#Figure-1"),
        ("https://example.org/22.ipynb", "https://example.org/22.ipynb"),
    ],
)
def test_a_link_leads_to_the_same_place_or_its_executed_copy(link, there):
    assert through(f"See [this]({link}) and ![that]({link}).") == f"See [this]({there}) and ![that]({there})."


def test_links_that_the_code_has_made_stay_and_are_found():
    data = {"text/html": '<a href="a.ipynb#b">a</a>', "text/markdown": "[c](c.ipynb)", "text/plain": "[d](d)"}
    cell = new_code_cell("table", outputs=[new_output("display_data", data)])
    notebook = relinked(new_notebook(cells=[cell]), "notebooks/22_mesb_read.ipynb", EXECUTED)
    assert links(notebook) == ["a.ipynb", "c.ipynb"]


def test_a_copy_in_scratch_links_to_the_notebooks():
    out = ".cache/scratch/22_mesb_read.ipynb"
    assert through("[12](12_locm_read.ipynb)", out=out) == "[12](../../notebooks/12_locm_read.ipynb)"


NOTEBOOKS = sorted([*HOME.glob("notebooks/*.ipynb"), *HOME.glob("data/executed/**/*.ipynb")])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: "/".join(path.parts[-2:]))
def test_every_link_of_a_notebook_leads_to_a_file(path):
    for link in links(nbformat.read(path, 4)):
        assert (path.parent / link).exists(), link


@pytest.mark.parametrize(
    "path", sorted(HOME.glob("*.md")) + sorted(HOME.glob("data/*.md")), ids=lambda p: p.name
)
def test_every_link_of_a_page_leads_to_a_file(path):
    text = re.sub(r"```.*?```", "", path.read_text(), flags=re.S)
    for link in MARKDOWN.findall(text):
        if not ELSEWHERE.match(link):
            assert (path.parent / link.partition("#")[0]).exists(), link
