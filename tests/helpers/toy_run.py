"""A small model of a long run: a random walk with checkpoints. `python toy_run.py FOLDER STEPS PAUSE`."""

import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

from study.pipeline.checkpoint import Checkpoint
from study.pipeline.runs import write_run


def walk(folder, steps, pause):
    parameters = {"steps": steps}
    saved = Checkpoint("walk", parameters, folder=folder, every=0)
    rng, path = saved.load() or (np.random.default_rng(1), [])
    print("begins at", len(path), flush=True)
    while len(path) < steps:
        path.append(rng.normal())
        saved.save((rng, path))
        time.sleep(pause)
    about = {"parameters": parameters, "games": 0}
    write_run(folder / "walk.parquet", pd.DataFrame({"x": path}), **about, **saved.cost())
    saved.clear()


if __name__ == "__main__":
    walk(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
