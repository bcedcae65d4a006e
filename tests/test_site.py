"""The site: every page is there, can be searched, leads somewhere and needs nobody else."""

import json
import re
import runpy
import subprocess
import sys
from urllib.parse import unquote

import pandas as pd
import pytest

import deckspace
from study import HOME
from study.site.docstrings import marked_up

MOST_MEGABYTES = 25
EXECUTED = sorted(path.relative_to(HOME) for path in (HOME / "data" / "executed").rglob("*.ipynb"))
LINK = re.compile(r'<(\w+)[^>]*?\s(?:href|src)="([^"]*)"')
ID = re.compile(r'\sid="([^"]*)"')


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the site as `./run site` does, but elsewhere and from nothing; return its folder and what Sphinx says."""
    *command, _, home, _ = runpy.run_path(str(HOME / "run"))["site"]([])
    trees, site = tmp_path_factory.mktemp("trees"), tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, *command, trees, home, site], cwd=HOME, capture_output=True, text=True
    )
    return site, done


@pytest.fixture(scope="module")
def pages(built):
    """Return {path: text} of all pages."""
    return {path: path.read_text(encoding="utf-8") for path in built[0].rglob("*.html")}


def test_it_is_built_without_a_warning(built):
    assert built[1].returncode == 0, built[1].stderr


def test_it_begins_with_the_readme_and_each_executed_notebook_has_its_page(built):
    site, _ = built
    assert "Three commands" in (site / "index.html").read_text(encoding="utf-8")
    missing = [path for path in EXECUTED if not (site / path).with_suffix(".html").exists()]
    assert EXECUTED and not missing


def test_every_link_leads_to_a_file_and_to_a_place_in_it(pages):
    ids = {path: {*ID.findall(text), ""} for path, text in pages.items()}
    lost = set()
    for page, text in pages.items():
        for _, target in LINK.findall(text):
            name, _, place = target.partition("#")
            path = (page.parent / unquote(name.split("?")[0])).resolve() if name else page
            if not re.match(r"\w+:", target) and not path.is_file():
                lost.add(target)
            elif path in ids and not {place, unquote(place)} & ids[path]:
                lost.add(target)
    assert not lost


def test_recorded_games_play_on_pages_that_notebooks_link_to(built, pages):
    site, _ = built
    for row in pd.read_csv(HOME / "data/replays/list.csv").itertuples():
        assert "const GAME" in pages[site / "data" / "replays" / f"{row.name}.html"]
        for page in (row.notebook, "replays"):
            told = [text for path, text in pages.items() if path.stem == page]
            assert any(f"/replays/{row.name}.html" in text for text in told)


def test_no_page_loads_anything_from_elsewhere(built, pages):
    loaded = {target for text in pages.values() for tag, target in LINK.findall(text) if tag != "a"}
    assert loaded and not [target for target in loaded if re.match(r"(?!data:)\w+:|//", target)]
    sheets = [path.read_text(encoding="utf-8") for path in built[0].rglob("*.css")]
    assert sheets and not re.search(r"(url\(|@import )['\"]?(\w+:)?//", "".join(sheets))


def test_it_is_small(built):
    size = sum(path.stat().st_size for path in built[0].rglob("*") if path.is_file())
    assert size < MOST_MEGABYTES * 1e6


def test_a_search_finds_a_word_of_a_notebook_once_and_not_at_a_smaller_scale(built):
    index = (built[0] / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    found = index["terms"]["strongop"]
    names = {index["docnames"][number] for number in (found if isinstance(found, list) else [found])}
    assert "data/executed/paper/12_locm_read" in names and "data/executed/laptop/12_locm_read" not in names


def test_every_public_name_of_the_library_is_explained(built):
    text = "".join(
        path.read_text(encoding="utf-8") for path in (built[0] / "lib/study/site/api").glob("*.html")
    )
    explained = {name.rsplit(".")[-1] for name in ID.findall(text)}
    assert set(deckspace.__all__) <= explained


def test_the_library_shows_no_docstrings_of_what_it_only_inherits(pages):
    assert not [
        path.name for path, text in pages.items() if "Convert a number or string to an integer" in text
    ]


def test_in_a_docstring_a_table_keeps_its_header_and_code_its_empty_lines():
    lines = ["Prose:", "", "    import this", "", "    this", "", "In here", "    one   1", "", ">>> 1", "1"]
    blocks = "\n".join(marked_up(lines)).split(".. code-block:: ")
    assert [block.split()[0] for block in blocks] == ["Prose:", "default", "text", "pycon"]
    assert "import this" in blocks[1] and "        this" in blocks[1] and "In here" in blocks[2]
