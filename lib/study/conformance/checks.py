"""Does our engine do what the original system did? `./run check NAME [arguments]`

Each check replays recorded games and tables of the original and reports, for everything compared, how much of
it agrees; `./run check all` runs all of them on the project's own samples. Only `foresight` compares the engine with
itself: a shortcut that the search takes, with the rules. A check is a module with `add_arguments(parser)` and
`check(args) -> Report`.
"""

import ast
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

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
ALL = "all"
# What reading a broken file can raise: one sentence if the user named the file, otherwise an error of our own.
BROKEN = (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError)


def main(arguments):
    """Run the named check, or all of them, or list them; return the exit status."""
    name, rest = (arguments[0], arguments[1:]) if arguments else ("--help", [])
    if name in ("-h", "--help"):
        print("\n".join(f"./run check {each:<12} {about(each)}" for each in [*CHECKS, ALL]))
        return 0
    if name not in (*CHECKS, ALL):
        print(f"There is no check '{name}'; choose one of {', '.join(CHECKS)}, or {ALL}.", file=sys.stderr)
        return 2
    if name == ALL and rest:
        print(f"Only a single check takes arguments, such as {rest[0]}.", file=sys.stderr)
        return 2
    try:
        reports = [run(each, rest) for each in (CHECKS if name == ALL else [name])]
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


def about(name):
    """Return what a check does: the first line of its module, without importing it."""
    if name == ALL:
        return "All of these, on the project's own samples."
    source = Path(find_spec(CHECKS[name]).origin).read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(source)).split("\n")[0]


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
