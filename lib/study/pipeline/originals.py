"""What others have published or we have copied is as it came: `python -m study.pipeline.originals [--accept]`.

Agents, decks, lists of cards, published numbers and recorded games are made by no stage, so nothing would notice a digit
that a disk or a slip of the hand has changed: their checksums are in data/originals.sha256, as `sha256sum` writes them,
and are looked at before any work. Whoever changes one on purpose says so with `--accept`. A new file is an original once
it is accepted.

Standard library only: `run` asks before anything is installed.
"""

import hashlib
import sys

from deckspace.errors import BrokenFile
from deckspace.whole_files import whole_file
from study import HOME

LIST = "data/originals.sha256"  # paths are from the checkout
PACKAGED = "lib/deckspace/data"
PLACES = (
    "data/agents/*",
    "data/papers/*/*",
    "data/reference/**/*",
    "data/cards/sources/**/*",
    f"{PACKAGED}/agents/*",
    f"{PACKAGED}/cards/locm.csv",
    f"{PACKAGED}/decks/*",
)
# Written here: looked at by inputs.py, or recorded anew when rules change on purpose.
OUR_OWN = ("claims.csv", "diagnoses.csv", "wrong_scenarios.csv")
RECORDED = "data/reference/hearthstone/replays"


def check_originals(home=HOME):
    """Raise BrokenFile for the first file that is missing, or is not what its checksum says."""
    for name, checksum in listed(home).items():
        path = home / name
        if not path.is_file():
            raise BrokenFile(f"There is no '{name}': `git restore {name}` brings it back.")
        if digest(path) != checksum:
            raise BrokenFile(
                f"'{name}' is not as it came, by its checksum in {LIST}: `git restore {name}` brings it "
                "back; if it was changed on purpose, `python -m study.pipeline.originals --accept` keeps it."
            )


def listed(home) -> dict:
    """Return {path: checksum} as the list has them. Raises BrokenFile."""
    try:
        lines = [line.split("  ", 1) for line in (home / LIST).read_text().splitlines()]
        return {name: checksum for checksum, name in lines}
    except (OSError, ValueError) as error:
        raise BrokenFile(f"'{LIST}' cannot be read ({error}): `git restore {LIST}` brings it back.") from None


def found(home) -> dict:
    """Return {path: checksum} of all that is an original."""
    paths = (path for place in PLACES for path in home.glob(place))
    kept = sorted(path for path in paths if path.is_file() and path.name not in OUR_OWN)
    names = {path.relative_to(home).as_posix(): path for path in kept}
    return {name: digest(path) for name, path in names.items() if not name.startswith(RECORDED)}


def accept(home=HOME):
    """Write the list anew, whole or not at all, and say what is different in it."""
    before = listed(home) if (home / LIST).exists() else {}
    now = found(home)
    with whole_file(home / LIST) as file:
        file.write("".join(f"{checksum}  {name}\n" for name, checksum in now.items()).encode())
    for name in sorted(before.keys() | now.keys()):
        if before.get(name) != now.get(name):
            print(f"originals: {'accepted' if name in now else 'gone:'} {name}")


def digest(path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    try:
        accept() if sys.argv[1:] == ["--accept"] else check_originals()
    except BrokenFile as error:
        sys.exit(f"originals: {error}")
