"""What a check has compared, how much of it agrees, and the files that it reads."""

import csv
import gzip
import json
import zlib
from collections import Counter
from pathlib import Path

from deckspace.errors import BadInput

NAMED = 5  # mismatches described; the others are counted
NO_ROOM = "something was lost for want of room"


class Report:
    """What has been compared, how much of it agrees, and where it first does not."""

    def __init__(self):
        self.compared, self.agreed, self.mismatches = Counter(), Counter(), []

    def count(self, kind, agrees):
        """Count one comparison of `kind`; return whether both sides agree."""
        self.compared[kind] += 1
        self.agreed[kind] += bool(agrees)
        return bool(agrees)

    def compare(self, kind, where, ours, theirs):
        """Count one comparison of `kind`, and note what differs; return whether both sides agree."""
        if self.count(kind, ours == theirs):
            return True
        self.mismatches.append(f"{where}: {kind}\n" + "\n".join(differences(ours, theirs)))
        return False

    @property
    def ok(self):
        """Whether something has been compared and all of it agrees."""
        return bool(self.compared) and not self.mismatches

    @property
    def exceptions(self):
        """The differences that are accepted, in words; "" if there are none."""
        return ""

    @property
    def verdict(self):
        """The outcome of the check, in a few words."""
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


def given_or_sample(names, sample, *endings):
    """Return the files that were named, otherwise those of a sample with one of these endings."""
    return [Path(name) for name in names] or files(sample, *endings)


def read_text(path):
    """Return the text of a file, gzipped or not; raises BadInput."""
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if path.name.endswith(".gz") else data).decode()
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from None


def read_games(path, fields):
    """Yield (number, game) for each line of a file of games in JSON, which have these fields; raises BadInput."""
    for i, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            game = json.loads(line)
        except ValueError as error:
            raise BadInput(f"Line {i} of {path} is not a game in JSON: {error}.") from None
        missing = [name for name in fields if not isinstance(game, dict) or name not in game]
        if missing:
            raise BadInput(
                f"Line {i} of {path} has no {missing[0]!r}; a recorded game has {', '.join(fields)}."
            )
        yield i, game


def read_numbers(path, names, numbers):
    """Return the rows of a table as dicts, the columns `numbers` as floats; raises BadInput, also if there is no row."""
    try:
        rows = list(csv.DictReader(read_text(path).splitlines()))
    except csv.Error as error:
        raise BadInput(f"{path} cannot be read: {error}.") from None
    if not rows:
        raise BadInput(f"There are no rows in {path}.")
    for name in (*names, *numbers):
        if name not in rows[0]:
            raise BadInput(f"{path} has no column {name!r}; it needs {', '.join((*names, *numbers))}.")
    for i, row in enumerate(rows, 2):
        for name in numbers:
            try:
                row[name] = float(row[name])
            except (TypeError, ValueError):
                raise BadInput(
                    f"Line {i} of {path} has {row[name]!r} as {name}; it takes a number."
                ) from None
    return rows
