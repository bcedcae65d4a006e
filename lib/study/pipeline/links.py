"""Links between notebooks, in the copies that show what came out.

A link in notebooks/12_locm_read.ipynb is meant from there: "10_locm_play.ipynb" is its neighbour. The executed
copy lies elsewhere, beside other executed copies and far from the rest, so links in its text are written anew.
Links that its code has made are as they should be: the code was told where the copy will lie.
"""

import os
import re
from pathlib import Path

from study import HOME
from study.pipeline.graph import stage_of

MARKDOWN = re.compile(r"(?<=\]\()(?P<target>[^()\s]+)(?=\))")
ELSEWHERE = re.compile(r"[a-z]+:|#|/")  # another site, this very page, or no path from here


def relinked(notebook, source, out):
    """The executed copy `out` of the notebook file `source`, with links that lead from there to the same places."""
    source, out = (Path(os.path.abspath(HOME / path)) for path in (source, out))

    def anew(match):
        return new_link(match["target"], source, out)

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = MARKDOWN.sub(anew, cell.source)
    return notebook


def new_link(link, source, out):
    """The same place seen from `out`: a notebook's executed copy at that scale, where the pipeline makes one."""
    if ELSEWHERE.match(link):
        return link
    path, hash, heading = link.partition("#")
    target = Path(os.path.normpath(source.parent / path))
    copy = out.parent / target.name
    is_executed = target.parent == HOME / "notebooks" and out.is_relative_to(HOME)
    if is_executed and stage_of(copy.relative_to(HOME)):
        target = copy
    return Path(os.path.relpath(target, out.parent)).as_posix() + hash + heading
