"""Files that are written completely or not at all, even on a full disk or in a killed run."""

import glob
import os
import re
from contextlib import suppress
from pathlib import Path


class whole_file:
    """A context manager for a file that appears under its name only when it is complete and on disk."""

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
                self.file.flush()  # a full disk may be reported only now
                os.fsync(self.file.fileno())
            if not error:
                os.replace(self.part, self.path)
        finally:
            self.part.unlink(missing_ok=True)


def remove_leftovers(path):
    """Remove the partial files that killed processes have left beside a file."""
    for part in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        found = re.search(r"\.(\d+)\.part$", part.name)
        if found and not is_running(int(found[1])):
            with suppress(PermissionError):  # Windows does not remove open files
                part.unlink(missing_ok=True)


def is_running(pid) -> bool:
    """Tell whether a process is running; always False on Windows, where the check would end the process."""
    try:
        if os.name != "nt":
            os.kill(pid, 0)
            return True
    except ProcessLookupError:
        pass
    except PermissionError:  # another user's process
        return True
    return False
