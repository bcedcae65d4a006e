"""A copy of the repository in a folder of its own, where DVC may run without touching our results."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from pathlib import Path

import yaml

from deckspace.compiling.folder import folder
from study import HOME


def copy_repository(to: Path) -> Path:
    """Copy every file under version control, as it stands: what a fresh clone has, and our machine code."""
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=HOME, text=True)
    for name in filter(None, listed.split("\0")):
        if (HOME / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HOME / name, to / name)
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=to, check=True)
    lend_compiled_code(to)
    return to


def environment(home) -> dict:
    """That of a copy's stages: they find our Python, and the copy's own packages."""
    folder = os.path.dirname(sys.executable)
    return os.environ | {"PATH": folder + os.pathsep + os.environ["PATH"], "PYTHONPATH": str(home / "lib")}


def run_in(home, command, **how):
    return subprocess.run(command, cwd=home, env=environment(home), capture_output=True, text=True, **how)


def run_dvc(home, *args):
    return run_in(home, [sys.executable, "-m", "dvc", *args])


def dvc(home, *args) -> str:
    """Run DVC in a copy, where it must succeed."""
    done = run_dvc(home, *args)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def status(home, *names) -> dict:
    """The stages that DVC would run again, of these (of all: some ten seconds), if they have been run at least once."""
    lock = home / "dvc.lock"
    known = yaml.safe_load(lock.read_text())["stages"] if lock.exists() else {}
    changed = json.loads(dvc(home, "status", "--json", *names))
    return {name: changes for name, changes in changed.items() if name in known}


def lend_compiled_code(home):
    """Let a copy share our folder of compiled code, where files are named by what is in them."""
    (home / ".cache").mkdir()
    folder().mkdir(parents=True, exist_ok=True)
    (home / ".cache" / "compiled").symlink_to(folder())


def play_stages(home, names, jobs=2):
    """Run the commands of these stages, each after those of them that it needs.

    Several at once: DVC itself runs one after the other, and most of a small stage is the start of a notebook,
    on one core."""
    import networkx as nx
    from dvc.repo import Repo

    graph = Repo(home).index.graph
    stages = {stage.name: stage for stage in graph}
    needs = {name: {each.name for each in nx.descendants(graph, stages[name])} for name in names}
    order = TopologicalSorter({name: needed & set(names) for name, needed in needs.items()})
    order.prepare()
    running = {}
    with ThreadPoolExecutor(jobs) as pool:
        while order.is_active():
            running |= {pool.submit(play_stage, home, stages[name]): name for name in order.get_ready()}
            for task in wait(running, return_when=FIRST_COMPLETED).done:
                task.result()
                order.done(running.pop(task))


def play_stage(home, stage):
    done = run_in(home, stage.cmd, shell=True)
    assert done.returncode == 0, f"{stage.name}\n{done.stdout[-2000:]}{done.stderr[-5000:]}"
    for out in stage.outs:
        assert Path(out.fs_path).exists(), f"{stage.name} did not make {out.fs_path}"
