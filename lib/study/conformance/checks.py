"""Does our engine do what the original system did? `./run check NAME [arguments]`

Each check replays recorded games and tables of the original and reports, for everything compared, how much of
it agrees; `./run check` runs all checks on the project's own samples. Only `foresight` compares the engine with
itself: a shortcut that the search takes, with the rules. A check is a module with `add_arguments(parser)` and
`check(args) -> Report`.
"""

import sys
from importlib import import_module

from deckspace.errors import BadInput
from study.pipeline.repro import Parser

CHECKS = {
    "locm": "study.conformance.locm.recordings",
    "scenarios": "study.conformance.hearthstone.scenarios",
    "sabberstone": "study.conformance.hearthstone.sabberstone",
    "plans": "study.conformance.hearthstone.plans",
    "pairings": "study.conformance.hearthstone.pairings",
    "decks": "study.conformance.hearthstone.published_decks",
    "text": "study.conformance.hearthstone.card_text",
    "foresight": "study.conformance.hearthstone.foresight",
}
# What reading a broken file can raise: one sentence if the user named the file, otherwise an error of our own.
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
        reason = f"{type(error).__name__}: {error}"
        print(f"The check {name!r} cannot use what it was given to read ({reason}).", file=sys.stderr)
        return 2
    return 0 if all(report.ok for report in reports) else 1


def run(name, arguments=()):
    """Run one check, print its report and return it."""
    module = import_module(CHECKS[name])
    parser = Parser(prog=f"./run check {name}", description=module.__doc__.split("\n")[0])
    module.add_arguments(parser)
    report = module.check(parser.parse_args(list(arguments)))
    print(f"{name}: {report.verdict}\n{report}")
    return report


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
