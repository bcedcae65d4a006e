"""Kill stages at random moments, again and again, and compare what they leave: run by hand.

    PYTHONPATH=lib:tests/helpers python tests/helpers/kill_stages.py 10 locm_play@smoke-linear-progressive eva_play@smoke-as_run

In a copy of the repository each stage is played twice in peace and then until it has been killed that many times
(SIGKILL). Checkpoints are kept twenty times a second, so that small stages have some, too. About half of the time what was
killed is killed once more before it comes to its end. Whatever a kill leaves, and every end, must be the same bytes as
in peace. Without a name: every stage that plays a notebook at the scale smoke, which takes hours, but for those with
players that think by the clock. Ends with 1 if anything differs.

To start a notebook takes longer than most small stages do, so each attempt is forked from a process that has played the
stage before, and goes through the notebook's cells without a kernel. What happens to a kernel whose parent is killed,
or the other way round, tests/pipeline/test_execute.py tries.
"""

import hashlib
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from repository import copy_repository, environment
from study import HOME
from study.pipeline.graph import outs, stages

OFTEN = 0.05  # seconds between two checkpoints
FORKED = {"MPLBACKEND": "Agg", "OMP_NUM_THREADS": "1"}  # torch waits for ever for threads that a fork has not
LOG = HOME / ".cache" / "attempt.log"
BY_THE_CLOCK = ("eva_competition@",)  # other games each time, as in the competition itself
AGAIN = 0.5  # how often what was killed is killed once more


def main(kills, *names):
    names = names or [
        name
        for name, stage in stages().items()
        if "@smoke" in name
        and "study.pipeline.execute" in stage["cmd"]
        and "_read@" not in name
        and not name.startswith(BY_THE_CLOCK)
    ]
    with tempfile.TemporaryDirectory() as folder:
        home = copy_repository(Path(folder))
        checkpoint = home / "lib" / "study" / "pipeline" / "checkpoint.py"
        checkpoint.write_text(re.sub(r"(?m)^EVERY = \d+", f"EVERY = {OFTEN}", checkpoint.read_text()))
        command = [sys.executable, "tests/helpers/kill_stages.py", "--here", kills, *names]
        return subprocess.run(command, cwd=home, env=environment(home) | FORKED).returncode


# ------------------------------------------------------------------ within the copy


def survives(kills, name):
    """Return whether a stage leaves the same bytes after so many kills as in peace, and say so."""
    stage = stages()[name]
    play(stage)  # what it needs is loaded and compiled now, for all that are forked from here
    seconds, quiet = attempt(stage)[0], hashes(stage)
    chance, ended, done, ends, wrong = random.Random(name), True, 0, 0, []
    while done < kills or not ended:
        again = done < kills and (ended or chance.random() < AGAIN)
        took, ended = attempt(stage, chance.uniform(0, 1) * seconds if again else None)
        left = hashes(stage)
        if ended:
            ends += 1
            seconds = min(seconds, took)  # it may have been busy, and kills shall come before the end
            wrong += [] if left == quiet else [f"other bytes after {done} kills"]
        else:
            done += 1
            wrong += [f"{path} is partial" for path in left if left[path] != quiet.get(path)]
    said = f"{len(quiet)} files, {done} kills, {ends} comparisons; {seconds:.1f} s in peace"
    print(f"{name}: {'; '.join(wrong) or 'the same bytes'}; {said}", flush=True)
    return not wrong


def attempt(stage, until=None):
    """Play a stage in a fork, to its end or until it is killed; return (seconds, whether it came to its end)."""
    for path in files(stage):
        path.unlink()  # it must come from its checkpoint, or be made anew
    began, pid = time.time(), os.fork()
    if not pid:
        status = 1
        for stream in (1, 2):
            os.dup2(os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        try:
            play(stage)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    while until is None or time.time() < began + until:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            assert status == 0, LOG.read_text()
            return time.time() - began, True
        time.sleep(0.005)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return time.time() - began, False


def play(stage):
    """Run a stage's command in this process, its notebook cell by cell."""
    from study.pipeline import execute

    execute.play = play_cells
    words = shlex.split(stage["cmd"])
    assert words[:3] == ["python", "-m", "study.pipeline.execute"], "not a stage of one notebook"
    execute.main(words[3:])


def play_cells(notebook, draft, parameters):
    """In place of a kernel: run the code of a notebook, and show nothing."""
    import nbformat
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread that a fork would not have
    names = {"display": lambda *_, **__: None, "__name__": "__main__"}
    read = nbformat.read(notebook, 4)
    for cell in read.cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, notebook, "exec"), names)
        if "parameters" in cell.metadata.get("tags", []):
            names |= parameters
    nbformat.write(read, draft)


def hashes(stage):
    """Return {file: hash} of what a stage has made."""
    return {
        str(path.relative_to(HOME)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files(stage)
    }


def files(stage):
    for out in outs(stage):
        path = HOME / out
        found = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (each for each in found if each.is_file() and not each.name.endswith(".part"))


if __name__ == "__main__":
    if sys.argv[1] == "--here":
        sys.exit(not all([survives(int(sys.argv[2]), name) for name in sys.argv[3:]]))
    sys.exit(main(*sys.argv[1:]))
