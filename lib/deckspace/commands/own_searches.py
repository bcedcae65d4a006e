"""The finished searches of a user, and the trials of unfinished ones, which are no part of the ranking yet."""

import hashlib
from functools import partial
from pathlib import Path

from deckspace import files
from deckspace.whole_files import save_somewhere, whole_file


def path_of(options):
    """Return the file of the user's finished searches."""
    return files.home() / "qd" / f"{options.domain} {options.scale}.csv".replace(" ", "-")


def own(options):
    """Return the user's finished searches, a DataFrame of qd.COLUMNS."""
    return read(path_of(options))


def save(options, rows):
    """Keep a finished search in place of the one of its name."""
    import pandas as pd

    before = own(options)
    write(path_of(options), pd.concat([before[before.search != rows.search.iloc[0]], rows]))


def remove(options, name) -> bool:
    """Remove a finished search; tell whether there was one."""
    before = own(options)
    rest = before[before.search != name]
    if len(rest) < len(before):
        write(path_of(options), rest)
    return len(rest) < len(before)


def unfinished(options):
    """Return the file of finished trials of an unfinished search: another one if its Python file changes."""
    file = Path(options.file)
    contents = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    place = path_of(options)
    return place.with_name(f"{place.stem}-{file.stem}-{contents}-of-{options.trials}.csv")


def read(path):
    import pandas as pd

    from deckspace import qd

    if not path.exists():
        return pd.DataFrame(columns=qd.COLUMNS)
    missing = dict.fromkeys(qd.COLUMNS[1:], "")  # names may look like numbers, or like missing ones
    return pd.read_csv(path, dtype={"search": str}, keep_default_na=False, na_values=missing)


def write(path, rows):
    save_somewhere(path, partial(write_rows, rows))


def write_rows(rows, path):
    with whole_file(path) as file:
        file.write(rows.to_csv(index=False).encode())
