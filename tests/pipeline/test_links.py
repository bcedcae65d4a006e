"""Links between notebooks lead to the same places from the executed copies."""

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from study.pipeline.links import relinked

EXECUTED = "data/executed/laptop/22_mesb_read.ipynb"


def through(text, source="notebooks/22_mesb_read.ipynb", out=EXECUTED):
    return relinked(new_notebook(cells=[new_markdown_cell(text)]), source, out).cells[0].source


@pytest.mark.parametrize(
    "link, there",
    [
        ("20_mesb_play.ipynb", "../../../notebooks/20_mesb_play.ipynb"),  # no copy of it is kept
        ("12_locm_read.ipynb#Figure-1", "12_locm_read.ipynb#Figure-1"),
        ("../lib/study/papers/mesb/experiments.py", "../../../lib/study/papers/mesb/experiments.py"),
        ("../data/figures/mesb/laptop/figure2.png", "../../figures/mesb/laptop/figure2.png"),
        ("#Figure-1", "#Figure-1"),
        ("https://example.org/22.ipynb", "https://example.org/22.ipynb"),
    ],
)
def test_a_link_leads_to_the_same_place_or_its_executed_copy(link, there):
    assert through(f"See [this]({link}) and ![that]({link}).") == f"See [this]({there}) and ![that]({there})."


def test_a_copy_in_scratch_links_to_the_notebooks():
    out = ".cache/scratch/22_mesb_read.ipynb"
    assert through("[12](12_locm_read.ipynb)", out=out) == "[12](../../notebooks/12_locm_read.ipynb)"
