"""Writes the pages of the site that play the recorded games: `python -m study.site.replay_pages FOLDER`.

The games are played again, so their rules are compiled first where they are not yet, in a few minutes.
"""

import sys
from pathlib import Path

from deckspace.table import page, replays, viewer
from deckspace.whole_files import whole_file
from study import registered


def main(folder):
    registered.register()
    folder.mkdir(parents=True, exist_ok=True)
    for row in replays.listed():
        text = page.of(viewer.from_paper(row["name"]))
        with whole_file(folder / f"{row['name']}.html") as file:
            file.write(text.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
