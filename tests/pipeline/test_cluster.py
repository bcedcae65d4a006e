"""A stage on a cluster as a user has one: a scheduler and workers that are processes of their own."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from study import HOME

STAGE = ["-m", "study.pipeline.execute", "notebooks/10_locm_play.ipynb"]
SMALL = ["--section", "locm.smoke.play", "-p", "condition", "linear-progressive"]
COMMITTED = HOME / "data/runs/locm/smoke/evolution/linear-progressive.parquet"
BEGUN = 5  # tasks: no more than four are in flight, so one of these has come back
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "DASK_SCHEDULER_ADDRESS"}
ENVIRONMENT["PYTHONPATH"] = str(HOME / "lib")


def start(*arguments, **environment):
    """A process of Python's in the project's folder, and in a group of its own, which can be killed as one."""
    streams = dict(stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    command = [sys.executable, *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=HOME, env=ENVIRONMENT | environment, start_new_session=True, **streams
    )


def stage(folder, name, **environment):
    out = ["-p", "out", str(folder / f"{name}.parquet")]
    return start(*STAGE, str(folder / f"{name}.ipynb"), *SMALL, *out, **environment)


def kill(process):
    """SIGKILL to a whole group, as if its machine were gone."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def cluster(tmp_path):
    """The address of a scheduler, and two workers by name; nannies and all."""
    file, quiet = tmp_path / "scheduler.json", ("--no-dashboard",)
    place = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    processes = [start("-m", "dask", "scheduler", *place, *quiet)]
    until = time.time() + 30
    while not (text := file.read_text() if file.exists() else "").rstrip().endswith("}"):
        assert time.time() < until and processes[0].poll() is None, "there is no scheduler"
        time.sleep(0.05)
    address = json.loads(text)["address"]
    workers = {}
    for name in ("one", "two"):
        about = ("--name", name, "--nthreads", "1", "--local-directory", str(tmp_path))
        workers[name] = start("-m", "dask", "worker", address, *about, *quiet)
    yield address, workers
    for process in (*workers.values(), *processes):
        if process.poll() is None:
            kill(process)


def busy(client):
    """The tasks of games that each worker has been given and has not finished: {address: keys}."""
    return {
        worker: {str(key) for key in keys if "_timed" in str(key)}
        for worker, keys in client.processing().items()
    }


def kill_one_that_plays(client, workers, process):
    """Kill a worker with games in its hands, after the first results; the process must still be waiting."""
    seen = set()
    while process.poll() is None:
        playing = {worker: keys for worker, keys in busy(client).items() if keys}
        seen = seen.union(*playing.values())
        if len(seen) >= BEGUN and playing:
            address = next(iter(playing))
            victim = workers[client.scheduler_info(n_workers=-1)["workers"][address]["name"]]
            os.killpg(victim.pid, signal.SIGSTOP)  # so that what it plays is not finished in the meantime
            time.sleep(0.1)
            if busy(client)[address]:
                return kill(victim)
            os.killpg(victim.pid, signal.SIGCONT)
        time.sleep(0.002)
    pytest.fail("The stage was over before a worker was killed: " + process.communicate()[0])


def test_a_worker_killed_in_the_middle_of_a_stage_changes_nothing(cluster, tmp_path):
    from distributed import Client

    address, workers = cluster
    with Client(address, set_as_default=False) as watcher:
        watcher.wait_for_workers(2, timeout=30)
        process = stage(tmp_path, "cluster", DASK_SCHEDULER_ADDRESS=address)
        kill_one_that_plays(watcher, workers, process)
        said = process.communicate()[0]
        assert len(watcher.scheduler_info(n_workers=-1)["workers"]) == 1
    assert process.returncode == 0, said
    assert (tmp_path / "cluster.parquet").read_bytes() == COMMITTED.read_bytes()


def test_a_wrong_address_is_one_sentence(tmp_path):
    address = "tcp://127.0.0.1:9"
    process = stage(tmp_path, "nowhere", DASK_SCHEDULER_ADDRESS=address)
    said = process.communicate(timeout=120)[0]
    assert process.returncode != 0 and "Traceback" not in said
    last = said.splitlines()[-1]
    assert last.startswith("execute: 'notebooks/10_locm_play.ipynb' stopped")
    assert f"No Dask scheduler answers at '{address}'" in last
