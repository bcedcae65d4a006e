"""`deckspace qd`: searches for decks, ranked by what they find; `add FILE` lets a search of your own compete.

FILE is a Python file with a function `search(domain)`, which spends the domain's budget (deckspace/qd.py):

    def search(domain):
        domain.evaluate(domain.random(100))
        while domain.left:
            domain.evaluate(domain.mutated(domain.parents(50)))
"""

import argparse
import runpy
import sys
from functools import partial
from pathlib import Path

from deckspace import files
from deckspace.agents import roster
from deckspace.errors import BadInput
from deckspace.whole_files import check_place, save_somewhere, whole_file

TRIALS = 3


def main(arguments):
    """Show the ranking, perhaps after a new search; return the exit status."""
    options = parsed(arguments)
    import pandas as pd

    from deckspace import qd

    try:
        roster.register_with(options)
        if options.file:
            compete(options, search_of(options.file))
        rows = pd.concat([qd.baselines(options.domain, options.scale), own(options)])
        if rows.empty:
            raise BadInput("No search has been run yet: `deckspace qd add my_search.py` runs one.")
    except ValueError as error:
        print(f"deckspace qd: {error}", *getattr(error, "__notes__", ()), file=sys.stderr)
        return 2
    print(f"\n{options.domain}, {options.scale}: fresh games; means over trials with 95 % intervals\n")
    print(qd.ranking(rows).to_string())
    return 0


def parsed(arguments):
    from deckspace.qd import DOMAINS, SCALES

    parser = argparse.ArgumentParser(
        prog="deckspace qd", description="Searches for decks, ranked by their QD-scores in fresh games."
    )
    add = parser.add_argument
    add("what", nargs="?", choices=["add"], help="run a search of your own; without it, show the ranking")
    add("file", nargs="?", metavar="FILE", help="a Python file with a function search(domain)")
    add("--domain", choices=DOMAINS, default="rogue", help="the decks to search for (default: %(default)s)")
    add("--scale", choices=SCALES, default="laptop", help="the budget (default: %(default)s)")
    add("--trials", type=int, default=TRIALS, metavar="N", help="searches with the seeds 1 to N (default: %(default)s)")  # fmt: skip
    roster.add_option(parser)
    options = parser.parse_args(arguments)
    if (options.what is None) != (options.file is None):
        parser.error("name the file of your search, as in: add my_search.py")
    if options.trials < 1:
        parser.error(f"--trials must be at least 1, not {options.trials}")
    return options


def path_of(options):
    """Return the file of the user's own searches."""
    return files.home() / "qd" / f"{options.domain} {options.scale}.csv"


def own(options):
    import pandas as pd

    from deckspace import qd

    path = path_of(options)
    return pd.read_csv(path) if path.exists() else pd.DataFrame(columns=qd.COLUMNS)


def search_of(file):
    """Return the function `search` of a file, named as the file."""
    if not Path(file).is_file():
        raise BadInput(f"There is no file '{file}'.")
    search = runpy.run_path(file).get("search")
    if not callable(search):
        raise BadInput(f"The file '{file}' defines no function `search(domain)`.")
    search.__name__ = Path(file).stem
    return search


def compete(options, search):
    """Run a search in all trials, keep each that has finished, and show the progress in decks."""
    import pandas as pd
    from tqdm import tqdm

    from deckspace import qd

    check_place(path_of(options))
    name, rows = search.__name__, own(options)
    done, trials = [rows[rows.search != name]], range(1, options.trials + 1)
    with tqdm(
        total=options.trials * qd.SCALES[options.scale].decks, unit=" decks", desc=name, disable=None
    ) as bar:
        for trial in trials:
            try:
                done.append(qd.searched(search, options.domain, options.scale, trial, bar.update)[0])
            except BaseException as error:
                error.add_note(f"Trial {trial} of {name} has failed; those before it are kept.")
                raise
            save_somewhere(path_of(options), partial(write, pd.concat(done)))


def write(rows, path):
    """Write the user's own searches."""
    with whole_file(path) as file:
        file.write(rows.to_csv(index=False).encode())
