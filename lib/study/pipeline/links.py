"""Links between notebooks, in their executed copies.

Links in notebooks/12_locm_read.ipynb are relative to that folder: "10_locm_play.ipynb" is a neighbour. The executed
copy lies in another folder, beside other executed copies, so the links in its text are rewritten. Links that the
notebook's code makes stay as they are: the code is told where the copy will lie.
"""

import os
import re
from pathlib import Path

from study import HOME
from study.pipeline.graph import stage_of

MARKDOWN = re.compile(r"(?<=\]\()(?P<target>[^()\s]+)(?=\))")
ELSEWHERE = re.compile(r"[a-z]+:|#|/")  # another site, this very page, or an absolute path


def relinked(notebook, source, out):
    """Return the executed copy `out` of the notebook file `source`, its links leading to the same places as before."""
    source, out = (Path(os.path.abspath(HOME / path)) for path in (source, out))
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = MARKDOWN.sub(lambda match: new_link(match["target"], source, out), cell.source)
    return notebook


def new_link(link, source, out):
    """Return a link relative to `out`; one to a notebook leads to its executed copy beside `out`, if the pipeline makes one."""
    if ELSEWHERE.match(link):
        return link
    path, hash, heading = link.partition("#")
    target = Path(os.path.normpath(source.parent / path))
    copy = out.parent / target.name
    is_executed = target.parent == HOME / "notebooks" and out.is_relative_to(HOME)
    if is_executed and stage_of(copy.relative_to(HOME)):
        target = copy
    return Path(os.path.relpath(target, out.parent)).as_posix() + hash + heading
