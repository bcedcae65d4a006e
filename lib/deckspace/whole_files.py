"""Files that are there whole, or not at all: on a full disk or in a killed run, too."""

import glob
import os
import re
from contextlib import suppress
from pathlib import Path


class whole_file:
    """A file that appears under its name only when it is complete and on the disk."""

    def __init__(self, path):
        self.path = Path(path)
        self.part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")

    def __enter__(self):
        remove_leftovers(self.path)
        self.file = open(self.part, "wb")
        return self.file

    def __exit__(self, error, *_):
        try:
            with self.file:
                self.file.flush()  # a disk that is full may say so only now
                os.fsync(self.file.fileno())
            if not error:
                os.replace(self.part, self.path)
        finally:
            self.part.unlink(missing_ok=True)


def remove_leftovers(path):
    """Remove what processes that were killed while they wrote a file have left beside it."""
    for part in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        found = re.search(r"\.(\d+)\.part$", part.name)
        if found and not is_running(int(found[1])):
            with suppress(PermissionError):  # Windows removes no file that somebody has open
                part.unlink(missing_ok=True)


def is_running(pid) -> bool:
    """Tell whether a process is there. Windows is not asked, for there asking would end it: the answer is no."""
    try:
        if os.name != "nt":
            os.kill(pid, 0)
            return True
    except ProcessLookupError:
        pass
    except PermissionError:  # somebody else's
        return True
    return False
