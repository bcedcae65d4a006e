"""Long work that survives being killed: at any moment, at most some seconds of it are lost.

    saved = Checkpoint("locm_play", parameters, dependencies(out))      # of lib/study/pipeline/graph.py
    state = saved.load() or first_state()
    while not done(state):
        state = one_more_generation(state)
        saved.save(state)               # writes only now and then
    write_run(out, table(state), parameters=parameters, games=..., **saved.cost())
    saved.clear()

Checkpoints live in .cache, because DVC deletes a stage's outputs before it runs the stage. A checkpoint belongs to its
parameters, inputs, rules and code: nothing else continues its work. Only a notebook that is run by hand in JupyterLab does so
after a change of its code or of a path, until .cache/checkpoints is removed. Include the state of every random
generator, and the result is the same to the byte. A checkpoint is a file of at most PART bytes, or an index of several,
and has a checksum: if it is broken, the work begins again. It is a pickle, which can run code when it is read, so its
folder is for its user only, and one that others can write to is not read.
"""

import hashlib
import os
import pickle
import shutil
import stat
import time
import warnings
from pathlib import Path

from deckspace import runs
from deckspace.whole_files import whole_file
from study import HOME
from study.pipeline.runs import code_version

FOLDER = HOME / ".cache" / "checkpoints"
EVERY = 20  # seconds between two checkpoints
CHECKSUM = hashlib.sha256().digest_size  # bytes, before the pickle
PART = 15 << 20  # bytes of a file at most, so that checkpoints can be kept where large files cannot


class Checkpoint:
    def __init__(self, stage: str, parameters: dict, reads=(), folder=None, every=EVERY):
        self.folder = Path(folder or FOLDER) / f"{stage}-{key(parameters, reads)}"
        self.every, self.spent_before = every, (0.0, 0.0)
        self.saved_at = self.began = time.perf_counter()
        self.cpu_began = time.process_time()
        self.code = code_version()  # now: later edits do not change what has begun

    def load(self):
        """The state last saved, or None where there is none (or it is broken: then we begin again)."""
        path = self.folder / "state.pickle"
        if not path.exists():
            return None
        try:
            state, self.spent_before = read(path)
        except Exception as error:  # a pickle may fail in any way
            warnings.warn(
                f"The checkpoint '{path}' is broken ({error}): the work begins again.", stacklevel=2
            )
            return None
        return state

    def save(self, state, now=False):
        """Save the state if `now`, or if the last one saved is old enough."""
        if not now and time.perf_counter() - self.saved_at < self.every:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(stat.S_IRWXU)
        content = pickle.dumps((state, self._spent()))
        checksum, names = hashlib.sha256(content).digest(), []
        if len(content) > PART:
            names = [f"{checksum.hex()[:12]}-{k}" for k in range(-(-len(content) // PART))]
            for k, name in enumerate(names):
                with whole_file(self.folder / name) as file:
                    file.write(content[k * PART : (k + 1) * PART])
            content = "\n".join(names).encode()
        with whole_file(self.folder / "state.pickle") as file:
            file.write(checksum + content)
        for other in self.folder.iterdir():  # parts of the one before
            if other.name not in (*names, "state.pickle"):
                other.unlink()
        self.saved_at = time.perf_counter()

    def cost(self) -> dict:
        """For `write_run`: wall and CPU time of the whole work, and the code that it began with.

        Killed attempts are included up to their last checkpoint; the code is that of the last attempt.
        """
        wall, cpu = self._spent()
        return {"wall_seconds": wall, "cpu_seconds": cpu, "code": self.code}

    def clear(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def _spent(self):
        wall, cpu = self.spent_before
        return wall + time.perf_counter() - self.began, cpu + time.process_time() - self.cpu_began


def read(path):
    """The content of a file that nobody else can have written. Raises ValueError."""
    folder, content = path.parent.stat(), path.read_bytes()
    owners, others = {folder.st_uid, path.stat().st_uid}, folder.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if os.name != "nt" and (owners != {os.getuid()} or others):
        raise ValueError("others may write to it")
    checksum, content = content[:CHECKSUM], content[CHECKSUM:]
    parts = path.parent.glob(f"{checksum.hex()[:12]}-*")
    if parts := sorted(parts, key=lambda part: int(part.name.rpartition("-")[2])):
        content = b"".join(part.read_bytes() for part in parts)
    if hashlib.sha256(content).digest() != checksum:
        raise ValueError("its checksum is wrong")
    return pickle.loads(content)


def key(parameters: dict, reads=()) -> str:
    """A name for this very work: its parameters and the content of what decides its result (graph.dependencies)."""
    try:
        return runs.key(parameters, [HOME / each for each in reads])
    except FileNotFoundError as missing:
        name = os.path.relpath(missing.filename, HOME)
        raise FileNotFoundError(
            f"There is no '{name}', which decides this work: `./run repro` makes it."
        ) from None
