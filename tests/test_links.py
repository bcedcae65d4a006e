"""Every relative link in the documentation leads to a file, and to a heading if it names one."""

import re
import subprocess
from fnmatch import fnmatch
from urllib.parse import unquote

import nbformat
import pytest

from study import HOME
from study.results.claim_places import anchor

PAGES = [*HOME.glob("*.md"), HOME / "data/README.md", HOME / ".github/SECURITY.md"]
NOTEBOOKS = sorted([*HOME.glob("notebooks/*.ipynb"), *HOME.glob("data/executed/**/*.ipynb")])
LINK = re.compile(r"""\]\(([^)\s]+)\)|(?:href|src)="([^"]+)\"""")


def texts(path):
    """Return the texts of a page that may contain links: Markdown, in notebooks also Markdown output."""
    if path.suffix == ".md":
        return [path.read_text()]
    found = []
    for cell in nbformat.read(path, 4).cells:
        found += [cell.source] if cell.cell_type == "markdown" else []
        for output in cell.get("outputs", []):
            shown = output.get("data", {})
            found += ["".join(shown.get(kind, "")) for kind in ("text/markdown", "text/html")]
    return found


def links(path):
    for text in texts(path):
        for found in LINK.findall(text):
            target = found[0] or found[1]
            if not re.match(r"\w+:", target):
                yield target


def headings(path):
    """Return the anchors of a page, as made by GitHub and by viewers of notebooks."""
    lines = [line for text in texts(path) for line in text.splitlines() if re.match("#+ ", line)]
    titles = [line.lstrip("#").strip() for line in lines]
    if path.suffix == ".ipynb":
        return {unquote(anchor(title)) for title in titles}
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES + NOTEBOOKS, ids=lambda path: str(path.relative_to(HOME)))
def test_relative_links_lead_somewhere(page):
    for target in links(page):
        name, _, fragment = target.partition("#")
        place = page.parent / unquote(name) if name else page
        assert place.exists(), f"{target} leads nowhere"
        assert place.resolve().is_relative_to(HOME.resolve()), f"{target} leads out of the repository"
        if fragment and place.suffix in (".md", ".ipynb"):
            assert unquote(fragment) in headings(place), f"{target}: there is no such heading"


def explained():
    """Return the files that data/README.md mentions, as patterns below data/."""
    for line in (HOME / "data" / "README.md").read_text().splitlines():
        folder = ""
        for name in re.findall(r"`([^`]+)`", line.split(" | ")[0]) if line.startswith("| `") else ():
            pattern = re.sub(r"<[^>]+>", "*", name if "/" in name else f"{folder}{name}")
            folder = folder if "/" not in name else name[: name.rindex("/") + 1]
            yield pattern + "*" if pattern.endswith("/") else pattern


def test_every_file_of_data_is_explained():
    patterns = list(explained())
    command = ["git", "ls-files", "data", "lib/deckspace/data"]
    tracked = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=True).stdout
    names = [name.removeprefix("data/") for name in tracked.splitlines()]
    unknown = [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)]
    assert set(unknown) == {"README.md"}
    for pattern in patterns:
        assert any(fnmatch(name, pattern) for name in names), f"data/README.md: there is no {pattern}"


def test_the_front_page_leads_to_the_other_pages_and_says_of_the_tests_what_their_command_says():
    front, command = (HOME / "README.md").read_text(), (HOME / "run").read_text()
    found = set(links(HOME / "README.md"))
    assert {
        "CONTRIBUTING.md",
        "REPRODUCING.md",
        "data/README.md",
        "data/executed/01_scorecard.ipynb",
    } <= found
    minutes = [re.findall(r"(?:take|about) (\d+) minutes on 2 cores", text) for text in (front, command)]
    assert minutes[0] == minutes[1] and len(minutes[0]) == 1
