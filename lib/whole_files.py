"""Files that are there whole, or not at all: on a full disk or in a killed run, too."""

import os
from pathlib import Path


class whole_file:
    """A file that appears under its name only when it is complete and on the disk."""

    def __init__(self, path):
        self.path = Path(path)
        self.part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")

    def __enter__(self):
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
