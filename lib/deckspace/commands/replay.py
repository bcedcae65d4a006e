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
        text = options.game.read_text(encoding="utf-8")
        from deckspace.table import page, viewer

        opened = viewer.from_text(text, None if options.number is None else options.number - 1)
        with whole_file(options.out) as file:
            file.write(page.of(opened).encode())
    except UnicodeDecodeError:
        print(f"deckspace replay: '{options.game}' is no text, so it is no replay.", file=sys.stderr)
        return 2
    except (BadInput, OSError) as error:  # the command line would add a place of results, which these are not
        print(f"deckspace replay: {told(error)}", file=sys.stderr)
        return 2
    print(f"{options.out} plays in any browser; {options.out.name}#step=5 opens its step 5.")
    if about := opened.at(0)["about"]:
        print(about)
    return 0


def parsed(arguments):
    parser = argparse.ArgumentParser(
        prog="deckspace replay",
        description="Write a recorded game as one HTML file that plays in any browser, without a server and without a network.",
    )
    add = parser.add_argument
    add("game", type=Path, metavar="GAME.json", help=f"a replay of Hearthstone, or a match of either game, which `deckspace play` saves in {storage.folder('*')}")  # fmt: skip
    add("--game", type=int, dest="number", metavar="N", help="which game of a match, from 1 (default: the last one that is over)")  # fmt: skip
    add("--out", type=Path, metavar="FILE.html", help="the page (default: beside the replay)")
    options = parser.parse_args(arguments)
    options.out = options.out or options.game.with_suffix(".html")
    return options
