"""Conformance: does our engine do what the original system did?

``./run check NAME [arguments]`` replays recorded games and tables of the original and says, for
everything compared, how much of it agrees; ``./run check`` runs all checks on the project's own
samples. A check is a module with ``add_arguments(parser)`` and ``check(args) -> Report``.
"""

import argparse
import gzip
import sys
import zlib
from collections import Counter
from importlib import import_module
from pathlib import Path

CHECKS = {
    "locm": "lib.engine.locm.conformance",
    "scenarios": "lib.engine.hearthstone.scenarios",
    "sabberstone": "lib.engine.hearthstone.sabberstone",
    "plans": "lib.engine.hearthstone.plans",
    "pairings": "lib.engine.hearthstone.pairings",
    "text": "lib.engine.hearthstone.card_text",
}
NAMED = 5  # mismatches described; the others are counted


class BadInput(ValueError):
    """A folder or file that cannot be compared: shown as one sentence, without a traceback."""


class Report:
    """What has been compared, how much of it agrees, and where it first does not."""

    def __init__(self):
        self.compared, self.agreed, self.mismatches = Counter(), Counter(), []

    def compare(self, kind, where, ours, theirs):
        """Count one comparison of `kind`; return whether both sides agree."""
        self.compared[kind] += 1
        if ours == theirs:
            self.agreed[kind] += 1
            return True
        self.mismatches.append(f"{where}: {kind}\n" + "\n".join(differences(ours, theirs)))
        return False

    @property
    def ok(self):
        """Whether something has been compared and all of it agrees."""
        return bool(self.compared) and not self.mismatches

    @property
    def exceptions(self):
        """What differs and is let pass, in words; "" if nothing does."""
        return ""

    @property
    def verdict(self):
        """What has come of it all, in a few words."""
        if not self.ok:
            return "DOES NOT AGREE"
        return f"agrees but for {self.exceptions}" if self.exceptions else "all agrees"

    def __str__(self):
        lines = [f"{'':22}{'compared':>10}{'agree':>10}"]
        lines += [f"{kind:22}{n:>10,}{self.agreed[kind]:>10,}" for kind, n in self.compared.items()]
        if self.mismatches:
            lines += ["", f"{len(self.mismatches)} mismatches; the first:", *self.mismatches[:NAMED]]
        return "\n".join(lines)


def differences(ours, theirs, name=""):
    """Yield a line for each field in which two nested values differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*theirs, *(key for key in ours if key not in theirs)]:
            inner = f"{name}.{key}" if name else str(key)
            yield from differences(ours.get(key, "nothing"), theirs.get(key, "nothing"), inner)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(one, other, f"{name}[{i}]")
    elif isinstance(ours, list) and isinstance(theirs, list):
        extra = [one for one in ours if one not in theirs]
        missing = [one for one in theirs if one not in ours]
        yield f"    {name or 'list'} should not have {extra}, should have {missing}"
    elif ours != theirs:
        yield f"    {name or 'value'} is {ours}, should be {theirs}"


# --- Files of recorded games and tables ----------------------------------------------------


def files(folder, *endings):
    """Return the files of a folder with one of these endings, sorted; raises BadInput if none."""
    folder = Path(folder)
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}.")
    found = sorted(path for path in folder.iterdir() if path.name.endswith(endings))
    if not found:
        raise BadInput(f"There is no file ending in {' or '.join(endings)} in {folder}.")
    return found


def read_text(path):
    """Return the text of a file, gzipped or not; raises BadInput."""
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if path.name.endswith(".gz") else data).decode()
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from None


# --- The command line ----------------------------------------------------------------------


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
    from lib import conformance  # the module checks import, not this copy of it named __main__

    sys.exit(conformance.main(sys.argv[1:]))
