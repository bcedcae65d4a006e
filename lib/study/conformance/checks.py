"""Does our engine do what the original system did? `./run check NAME [arguments]`

Each check replays recorded games and tables of the original and says, for everything compared, how much of
it agrees; `./run check` runs all checks on the project's own samples. One compares the engine with itself:
`foresight`, a shortcut of the search with the rules. A check is a module with `add_arguments(parser)` and
`check(args) -> Report`.
"""

import argparse
import sys
from importlib import import_module

from deckspace.errors import BadInput

CHECKS = {
    "locm": "study.conformance.locm.recordings",
    "scenarios": "study.conformance.hearthstone.scenarios",
    "sabberstone": "study.conformance.hearthstone.sabberstone",
    "sabberstone_errors": "study.conformance.hearthstone.sabberstone_errors",
    "plans": "study.conformance.hearthstone.plans",
    "pairings": "study.conformance.hearthstone.pairings",
    "decks": "study.conformance.hearthstone.published_decks",
    "text": "study.conformance.hearthstone.card_text",
    "foresight": "study.conformance.hearthstone.foresight",
}
# What reading a broken file can raise: a sentence, where the user named the file; an error of ours, where not.
BROKEN = (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError)


def main(arguments):
    """Run the named check, or all of them; return the exit status."""
    name, rest = (arguments[0], arguments[1:]) if arguments else (None, [])
    if name in ("-h", "--help"):
        print(f"usage: ./run check [{'|'.join(CHECKS)}] [arguments]")
        return 0
    if name is not None and name not in CHECKS:
        print(f"There is no check {name!r}; choose one of {', '.join(CHECKS)}.", file=sys.stderr)
        return 2
    try:
        reports = [run(each, rest) for each in ([name] if name else CHECKS)]
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    except BROKEN as error:
        if not rest:
            raise
        said = f"{type(error).__name__}: {error}"
        print(f"The check {name!r} cannot use what it was given to read ({said}).", file=sys.stderr)
        return 2
    return 0 if all(report.ok for report in reports) else 1


def run(name, arguments=()):
    """Run one check, print its report and return it."""
    module = import_module(CHECKS[name])
    parser = argparse.ArgumentParser(prog=f"./run check {name}", description=module.__doc__.split("\n")[0])
    module.add_arguments(parser)
    report = module.check(parser.parse_args(list(arguments)))
    print(f"{name}: {report.verdict}\n{report}")
    return report


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
