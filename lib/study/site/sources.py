"""What is changed in a page before Sphinx reads it, and in the HTML that a page contains."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import PurePosixPath

from docutils import nodes
from markdown_it.common.normalize_url import normalizeLinkText
from sphinx import addnodes

from study import HOME
from study.pipeline.links import ELSEWHERE, MARKDOWN
from study.results.claim_places import anchor
from study.site import contents

TELL_CODE = (
    "00_one_game",
    "72_qd_search",
    "73_evolve_your_own",
)  # of other executed notebooks the code is folded
OF_FOLDERS = {"data/replays": "lib/study/site/replays.md"}  # the pages of folders that links lead to
PAGE = re.compile(r'(?<=href=")(?!\w+:)([^"#]+)\.(?:ipynb|md)(#[^"]*)?(?=")')


def read(app, page, source):
    """Change a source in place, when Sphinx has read it."""
    if (HOME / f"{page}.ipynb").exists():
        notebook = json.loads(source[0])
        change(notebook, page)
        source[0] = json.dumps(notebook)
    else:
        added = {app.config.root_doc: contents.front, contents.GAMES: contents.games}.get(page, str)
        source[0] = relinked(source[0] + added(), page)


def change(notebook, page):
    """Fold the code of an executed notebook, and add what is below it; of a smaller scale, say where the larger one is."""
    name, executed = PurePosixPath(page).name, page.startswith("data/executed")
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = relinked("".join(cell["source"]), page)
        elif executed and name not in TELL_CODE:
            cell["metadata"]["tags"] = sorted({*cell["metadata"].get("tags", ()), "hide-input"})
    best = contents.shown()[name]
    if page != best:
        notebook["metadata"] |= {"orphan": True, "nosearch": True}
        larger = f"\n\nThese are the runs of the scale `laptop`; there are also [those of the paper's own scale]({link(best, page)}.ipynb)."
        notebook["cells"][0]["source"] += larger
    tree = {"cell_type": "markdown", "id": "tree", "metadata": {}, "source": contents.below(page)}
    notebook["cells"].append(tree)


def relinked(text, page):
    """Return Markdown whose links to notebooks lead to the copies that are shown, and those to folders to their pages."""
    return MARKDOWN.sub(lambda match: to_copy(match["target"], page), text)


def to_copy(target, page):
    path, hash, heading = target.partition("#")
    place = PurePosixPath(os.path.normpath(PurePosixPath(page).parent / path))
    if place.as_posix() in OF_FOLDERS:
        return link(OF_FOLDERS[place.as_posix()], page)
    if ELSEWHERE.match(target) or place.parent != PurePosixPath("notebooks") or place.suffix != ".ipynb":
        return target
    return f"{link(contents.shown()[place.stem], page)}.ipynb{hash}{heading}"


def link(page, origin):
    return os.path.relpath(page, PurePosixPath(origin).parent)


def relink_html(app, doctree):
    """Let links in HTML, as in the outputs of notebooks, lead to pages."""
    for node in doctree.findall(nodes.raw):
        node[:] = [
            nodes.Text(
                PAGE.sub(lambda match: f"{match[1]}.html{normalizeLinkText(match[2] or '')}", node.astext())
            )
        ]


def relink_replays(app, doctree):
    """Let links to recorded games lead to the pages that play them (replay_pages.py)."""
    for node in [*doctree.findall(addnodes.download_reference)]:
        origin = PurePosixPath(app.env.docname)
        place = os.path.normpath(origin.parent / node["reftarget"]).removeprefix("/")
        if place.startswith("data/replays/") and place.endswith(".json"):
            target = link(place.removesuffix(".json") + ".html", origin)
            node.replace_self(nodes.reference("", "", *node.children, refuri=target))


def slug(heading):
    """Return the name of a heading in links as viewers of notebooks form it, and as MyST reads it in them."""
    return normalizeLinkText(anchor(heading))


def finish(app, mistake):
    """Let the site open with its first page, and add the pages that play recorded games: another process compiles."""
    if not mistake:
        environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
        command = [sys.executable, "-m", "study.site.replay_pages", str(app.outdir / "data" / "replays")]
        subprocess.run(command, check=True, env=environment)
        shutil.copy(app.outdir / f"{app.config.root_doc}.html", app.outdir / "index.html")
