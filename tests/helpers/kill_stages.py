"""Kill stages at random moments, again and again, and compare what they leave: run by hand.

    PYTHONPATH=.:tests/helpers python tests/helpers/kill_stages.py 10 locm_play@smoke-linear-progressive eva_play@smoke-as_run

In a copy of the repository, where checkpoints are kept five times a second, so that small stages have some, too, each
stage is played once in peace and then until it has been killed that many times (SIGKILL): with all that it has started;
or its first process alone, after which the others must end by themselves; or those alone, which the first must say in a
sentence. About half of the time what was killed is killed once more before it comes to its end. Whatever a kill leaves
and every end must be the same bytes as in peace. Without a name: every stage that is played at the scale smoke, which
takes hours. Ends with 1 if anything differs.
"""

import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil
from repository import copy_repository, environment

from lib.pipeline.graph import outs, stages
from lib.pipeline.inventory import content_hash

OFTEN = 0.2  # seconds between two checkpoints
PATIENCE = 15  # seconds in which processes must end whose parent is gone


def main(kills, *names):
    every = stages()
    names = names or [
        name
        for name, stage in every.items()
        if "@smoke" in name and "lib.pipeline.execute" in stage["cmd"] and "_read@" not in name
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
    seconds, _ = timed(home, stage)
    quiet, chance, done, ends, wrong = hashes(home, stage), random.Random(name), 0, 0, []
    while done < kills or not ends:
        clear(home, stage)
        until = (
            chance.uniform(0.2, 1) * seconds if done < kills and (not done or chance.random() < 0.6) else None
        )
        took, said = timed(home, stage, until, HOW[done % len(HOW)])
        left = hashes(home, stage)
        if said is None:
            ends += 1
            seconds = min(
                seconds, took
            )  # the machine may have been busy, and kills shall come before the end
            wrong += [] if left == quiet else [f"other bytes after {done} kills"]
        else:
            done += 1
            wrong += [said] if said else []
            wrong += [f"{path} is partial" for path in left if left[path] != quiet.get(path)]
    print(
        f"{name}: {'; '.join(wrong) or 'the same bytes'}; {len(quiet)} files, {done} kills, {ends} comparisons; "
        f"{seconds:.0f} s in peace",
        flush=True,
    )
    return not wrong


def timed(*arguments):
    """Return how long a play took, and what it said."""
    began = time.time()
    said = play(*arguments)
    return time.time() - began, said


def play(home, stage, seconds=None, how=None):
    """Run a stage's command to its end, and return None; or kill it after so many seconds, and return what is wrong then."""
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
        return how(process)
    if process.returncode:
        sys.exit(said[-3000:])
    return None


# ------------------------------------------------------------------ ways to kill: each returns what is wrong, or ""


def kill_all(process):
    for each in [*started_by(process), psutil.Process(process.pid)]:
        kill(each)
    process.communicate()
    return ""


def kill_first(process):
    """Kill the first process: those that it has started must end."""
    others = started_by(process)
    process.kill()
    process.wait()
    _, alive = psutil.wait_procs(others, timeout=PATIENCE)
    for each in alive:
        kill(each)
    process.communicate()
    return f"{len(alive)} orphans" if alive else ""


def kill_others(process):
    """Kill what the first process has started, as a machine without memory does: it must end with a sentence."""
    others = started_by(process)
    if not others:
        return kill_all(process)
    for each in others:
        kill(each)
    try:
        _, said = process.communicate(timeout=4 * PATIENCE)
    except subprocess.TimeoutExpired:
        return kill_all(process) or "it waits for what was killed"
    if process.returncode == 0 or "Traceback" in said:
        return f"status {process.returncode}, having said: {said[-200:]}"
    return ""


HOW = (kill_all, kill_first, kill_others)


def started_by(process):
    try:
        return psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def kill(process):
    with suppress(psutil.NoSuchProcess):
        process.kill()


# ------------------------------------------------------------------ what a stage has made


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
