"""Files with a checksum beside them (deckspace.runs), by their paths from the checkout."""

from deckspace import runs
from deckspace.runs import checksum_path
from study import HOME
from study.pipeline.runs import advice

__all__ = ["checksum_path", "read_checked", "write_checked"]


def write_checked(path, content: bytes):
    """Write a file and its checksum, each of them whole or not at all."""
    runs.write_checked(HOME / path, content)


def read_checked(path) -> bytes:
    """Return the content of a file. Raises BrokenFile if it has not the checksum beside it, or none stands there."""
    with advice("`git restore` brings it back with what belongs to it, or make its run again."):
        return runs.read_checked(HOME / path)
