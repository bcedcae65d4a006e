"""Files with a checksum beside them: one that is not as it was written is refused, not read.

Beside `surrogate-1.pt` stands `surrogate-1.pt.sha256`, as `sha256sum` writes it and `sha256sum --check`
reads it. Runs and checkpoints hold the checksum of their own (lib/study/pipeline/runs.py, checkpoint.py).
"""

import hashlib
from pathlib import Path

from study import HOME
from study.pipeline.runs import BrokenRun, whole_file


def write_checked(path, content: bytes):
    """Write a file and its checksum, each of them whole or not at all."""
    path = HOME / path
    path.parent.mkdir(parents=True, exist_ok=True)
    line = f"{hashlib.sha256(content).hexdigest()}  {path.name}\n"
    for part, written in ((path, content), (checksum_path(path), line.encode())):
        with whole_file(part) as file:
            file.write(written)


def read_checked(path) -> bytes:
    """Return the content of a file. Raises BrokenRun if it has not the checksum beside it, or none stands there."""
    path = HOME / path
    for part in (path, checksum_path(path)):
        if not part.exists():
            raise BrokenRun(f"There is no '{part}': `git restore` brings it back, or make its run again.")
    content = path.read_bytes()
    if checksum_path(path).read_bytes().split()[:1] != [hashlib.sha256(content).hexdigest().encode()]:
        raise BrokenRun(
            f"The file '{path}' is not as it was written, for it has not the checksum in "
            f"'{checksum_path(path).name}': `git restore` brings both back, or make its run again."
        )
    return content


def checksum_path(path) -> Path:
    return Path(f"{path}.sha256")
