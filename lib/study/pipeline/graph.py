"""What depends on what: dvc.yaml says it, and nothing else does.

dependencies("data/runs/locm/smoke/tournament.parquet")     # all that decides it
stage_of("data/executed/smoke/12_locm_read.ipynb")          # "locm_read@smoke"
"""

from functools import cache
from pathlib import Path

import yaml

from study import HOME

# A run that is no stage's, such as one by hand, may have been decided by any of these.
ANYTHING = ["data/agents", "data/cards", "data/fingerprints", "data/runs", "lib"]


def dependencies(out) -> list[str]:
    """What decides the content of `out`, a path from the project's folder, as dvc.yaml has it.

    Files and folders; of a JSON file with a line for each notebook or condition, "file:line". Sections of params.yaml are
    left out, for they become the parameters of the notebook.
    """
    name = stage_of(out)
    if not name:
        return ANYTHING
    lines = [each for each in stages()[name].get("params", []) if isinstance(each, dict)]
    lines = [f"{file}:{line}" for each in lines for file, found in each.items() for line in found]
    return sorted(stages()[name].get("deps", [])) + sorted(lines)


def stage_of(path) -> str | None:
    """The name of the stage that makes a file or folder, or the folder it is in; None if none does."""
    path = Path(path)
    if path.is_absolute() or path.parts[:1] == (".cache",):  # no need to read the graph
        return None
    places = {str(place) for place in (path, *path.parents)}
    return next((name for name, stage in stages().items() if places & set(outs(stage))), None)


def outs(stage) -> list[str]:
    """The paths that a stage makes."""
    return [out if isinstance(out, str) else next(iter(out)) for out in stage["outs"]]


@cache
def stages(home=HOME) -> dict:
    """Every stage by its name, such as "locm_play@smoke-linear-progressive", with nothing left to fill in."""
    from dvc.parsing import DataResolver  # slow to import, and seldom needed
    from dvc.repo import Repo

    written = yaml.safe_load((home / "dvc.yaml").read_text())
    return DataResolver(Repo(home, uninitialized=True), str(home), written).resolve()["stages"]
