"""A stage that a cluster plays, in processes of its own, leaves the same run; test_arena.py kills a worker meanwhile."""

import os
import subprocess
import sys

from study import HOME

STAGE = ("-m", "study.pipeline.execute", "notebooks/10_locm_play.ipynb")
SMALL = ("--section", "locm.smoke.play", "-p", "condition", "linear-progressive", "-p", "out")
COMMITTED = HOME / "data/runs/locm/smoke/evolution/linear-progressive.parquet"


def test_a_stage_played_by_a_cluster_is_the_committed_one(tmp_path):
    from distributed import LocalCluster

    out = tmp_path / "cluster.parquet"
    command = [sys.executable, *STAGE, str(tmp_path / "cluster.ipynb"), *SMALL, str(out)]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        place = {"PYTHONPATH": str(HOME / "lib"), "DASK_SCHEDULER_ADDRESS": cluster.scheduler_address}
        done = subprocess.run(command, cwd=HOME, env=os.environ | place, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert cluster.scheduler.transition_counter > 0, "the cluster has played nothing"
    assert out.read_bytes() == COMMITTED.read_bytes()
