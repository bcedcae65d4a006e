"""Kill stages at random moments, again and again, and compare what they leave in the end: run by hand.

    PYTHONPATH=.:tests/helpers python tests/helpers/kill_stages.py 10 locm_play@smoke-linear-progressive eva_play@smoke-as_run

Each stage is played once in peace and once with that many kills (SIGKILL, with all that it has started) in a copy of
the repository, where checkpoints are kept five times a second, so that small stages have some, too. Without a name:
every stage that is played at the scale smoke, which takes hours. Says for each stage whether all bytes are the same, and
ends with 1 if not.
"""

import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from repository import copy_repository, environment

from lib.pipeline.graph import outs, stages
from lib.pipeline.inventory import content_hash

OFTEN = 0.2  # seconds between two checkpoints


def main(kills, *names):
    every = stages()
    names = names or [
        name for name in every if re.match(r"\w+_(play|train|contest|tournament)\w*@smoke", name)
    ]
    with tempfile.TemporaryDirectory() as folder:
        home = copy_repository(Path(folder))
        checkpoint = home / "lib" / "pipeline" / "checkpoint.py"
        checkpoint.write_text(re.sub(r"(?m)^EVERY = \d+", f"EVERY = {OFTEN}", checkpoint.read_text()))
        same = [survives(home, name, every[name], kills) for name in names]
    return 0 if all(same) else 1


def survives(home, name, stage, kills):
    """Return whether a stage leaves the same bytes after so many kills as in peace, and say so."""
    play(home, stage)  # compiles what is still to be compiled, or every attempt is over before it is killed
    clear(home, stage)
    began = time.time()
    play(home, stage)
    seconds, quiet = time.time() - began, hashes(home, stage)
    chance, done = random.Random(name), 0
    for _ in range(kills):
        clear(home, stage)
        done += play(home, stage, chance.uniform(0.1, 1) * seconds)
    clear(home, stage)
    began = time.time()
    play(home, stage)
    same = hashes(home, stage) == quiet
    print(
        f"{name}: {'the same bytes' if same else 'OTHER BYTES'} of {len(quiet)} files after {done} kills; "
        f"{seconds:.0f} s in peace, the last attempt {time.time() - began:.0f} s",
        flush=True,
    )
    return same


def play(home, stage, seconds=None):
    """Run a stage's command to its end, or kill all of it after so many seconds; return whether it was killed."""
    process = subprocess.Popen(
        shlex.split(stage["cmd"]),
        cwd=home,
        env=environment(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        for each in [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]:
            each.kill()
        process.communicate()
        return True
    if process.returncode:
        sys.exit(said[-3000:])
    return False


def clear(home, stage):
    """Take away what a stage has made: it must come from its checkpoint, or be made anew."""
    for path in files(home, stage):
        path.unlink()


def hashes(home, stage):
    """Return {file: hash} of what a stage has made, of records without what they say of their making."""
    return {str(path.relative_to(home)): content_hash(path) for path in files(home, stage)}


def files(home, stage):
    for out in outs(stage):
        path = home / out
        yield from [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), *sys.argv[2:]))
