"""`deckspace replay GAME.json --out game.html`: a recorded game as a page that plays anywhere, without a server."""

import argparse
import sys
from pathlib import Path

from deckspace.errors import BadInput, told
from deckspace.table import storage
from deckspace.whole_files import whole_file


def main(arguments):
    """Write the page; return the exit status."""
    options = parsed(arguments)
    try:
        options.out = place_of_page(options)
        text = options.game.read_text(encoding="utf-8")
        from deckspace.table import page, viewer

        opened = viewer.from_text(text, None if options.number is None else options.number - 1)
        with whole_file(options.out) as file:
            file.write(page.of(opened).encode())
    except UnicodeDecodeError:
        print(f"deckspace replay: '{options.game}' is not text, so it is not a replay.", file=sys.stderr)
        return 2
    except (BadInput, OSError) as error:  # the command line would add a place of results, which these are not
        print(f"deckspace replay: {told(error)}", file=sys.stderr)
        return 2
    print(f"{options.out} plays in any browser; {options.out.name}#step=5 opens its step 5.")
    if about := opened.at(0)["about"]:
        print(about)
    return 0


def place_of_page(options) -> Path:
    """Return the file of the page. Raises BadInput for a path that names no file, and for the replay's own file."""
    for path in filter(None, (options.game, options.out)):
        if not path.name:
            raise BadInput(f"'{path}' is a folder, not a file.")
    page = options.out or options.game.with_suffix(".html")
    if page.resolve() == options.game.resolve():
        raise BadInput(f"The page would replace the replay '{options.game}': name another file with --out.")
    return page


def parsed(arguments):
    parser = argparse.ArgumentParser(
        prog="deckspace replay",
        description="Write a recorded game as one HTML file that plays in any browser, without a server and without a network.",
    )
    add = parser.add_argument
    add("game", type=Path, metavar="GAME.json", help=f"a replay of Hearthstone, or a match of either game, which `deckspace play` saves in {storage.folder('*')}")  # fmt: skip
    add("--game", type=int, dest="number", metavar="N", help="which game of a match, from 1 (default: the last one that is over)")  # fmt: skip
    add("--out", type=Path, metavar="FILE.html", help="the page (default: beside the replay)")
    return parser.parse_args(arguments)
