"""Folders that belong to one stage: old files stay until the stage has succeeded, and then they are removed."""

import tempfile
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def renewed(*folders):
    """After the block the folders hold only what was written in it; if it fails, all older files are still there.

    DVC leaves outputs where they are (`persist`): a run that stops early must not cost the last result.
    """
    with tempfile.NamedTemporaryFile() as mark:  # a file's time, because the clock of files is coarse
        began = Path(mark.name).stat().st_mtime_ns
    yield
    for folder in map(Path, folders):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.stat().st_mtime_ns < began:
                path.unlink()
