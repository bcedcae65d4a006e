"""Compare our engine, with SabberStone's errors of single cards laid over, with recorded games of SabberStone.

The same as `./run check sabberstone --with-errors`, on all of the project's recorded games: those with cards of
later sets too, of which many contradict their text there (lib/deckspace/engine/hearthstone/cards/sabberstone.py).
"""

from study import HOME
from study.conformance.hearthstone import sabberstone
from study.conformance.report import files

LATER = HOME / "data" / "reference" / "hearthstone" / "sabberstone" / "later"  # with cards of later sets
add_arguments = sabberstone.add_arguments


def check(args):
    """Run the check and return its Report."""
    args.with_errors = True
    args.files = args.files or sample()
    return sabberstone.check(args)


def sample():
    """Return the project's own files of recorded games."""
    return [path for folder in (sabberstone.SAMPLE, LATER) for path in files(folder, ".jsonl", ".jsonl.gz")]
