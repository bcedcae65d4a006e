"""Which notebooks are pages of the site, and its table of contents."""

import csv
import json
from functools import cache

from study import HOME

# A later folder's copy of a notebook is shown instead of an earlier one's.
FOLDERS = ("notebooks", "data/executed/laptop", "data/executed/paper", "data/executed")
TOGETHER = {  # notebooks that are one part, its first notebook above the others, by the beginnings of their names
    "Begin": (("01",), ("00",)),
    "The papers": (("12_", "1"), ("22_", "2"), ("33_", "3"), ("42_", "4"), ("53_", "5")),
    "Play and compete": (("60",), ("71", "70"), ("72",), ("73",)),
}
GAMES = "lib/study/site/replays"
OTHERS = {
    "Gallery": (GAMES,),
    "The library": ("lib/study/site/api/index",),
    "The project": (
        "CONTRIBUTING",
        "REPRODUCING",
        "data/README",
        ".github/SECURITY",
        "lib/study/site/citation",
    ),
}


@cache
def shown():
    """Return {name: page} of all notebooks: the executed copy of the largest scale, or else the notebook itself."""
    paths = (path for folder in FOLDERS for path in sorted((HOME / folder).glob("*.ipynb")))
    return {path.stem: path.relative_to(HOME).with_suffix("").as_posix() for path in paths}


def parts():
    """Return {caption: parts}, each a list of names of notebooks; of a paper, those that read come before those that play."""
    names = sorted(shown(), key=lambda name: (not name[2].isalpha(), name))
    return {
        caption: [
            list(dict.fromkeys(n for start in some for n in names if n.startswith(start))) for some in each
        ]
        for caption, each in TOGETHER.items()
    }


def title(name):
    """Return the title of a notebook."""
    cells = json.loads((HOME / f"{shown()[name]}.ipynb").read_text(encoding="utf-8"))["cells"]
    return "".join(cells[0]["source"]).splitlines()[0].lstrip("# ")


def tree(entries, caption=""):
    """Return a table of contents in Markdown that only the sidebar shows."""
    return "\n".join(
        [
            "",
            "```{toctree}",
            ":hidden:",
            *([f":caption: {caption}"] if caption else []),
            "",
            *entries,
            "```",
            "",
        ]
    )


def front():
    """Return the table of contents of the whole site: of each part the beginning of its first title, up to a colon."""
    firsts = {
        c: [f"{title(some[0]).split(': ')[0]} </{shown()[some[0]]}>" for some in each]
        for c, each in parts().items()
    }
    others = {caption: [f"/{page}" for page in pages] for caption, pages in OTHERS.items()}
    return "".join(tree(entries, caption) for caption, entries in (firsts | others).items())


def games():
    """Return the recorded games as a table in Markdown for the page GAMES."""
    head = "\n| game | first | second | notebook | chosen |\n|---|---|---|---|---|\n"
    row = "| [{title}](../../../data/replays/{name}.json) | {first} | {second} | [{notebook}](../../../notebooks/{notebook}.ipynb) | {chosen} |\n"
    with open(HOME / "data" / "replays" / "list.csv", newline="", encoding="utf-8") as file:
        return head + "".join(row.format(**each) for each in csv.DictReader(file))


def below(page):
    """Return the table of contents below a page: of the other notebooks of its part what follows the colon in their titles."""
    for first, *rest in sum(parts().values(), []):
        if rest and shown()[first] == page:
            return tree(f"{last_of(title(name))} </{shown()[name]}>" for name in rest)
    return ""


def last_of(title):
    rest = title.split(": ")[-1]
    return rest[0].upper() + rest[1:]
