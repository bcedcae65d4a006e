"""What depends on what: dvc.yaml says it, and nothing else does.

dependencies("data/runs/locm/smoke/tournament.parquet")     # everything that decides its content
stage_of("data/executed/laptop/12_locm_read.ipynb")         # "locm_read@laptop"
"""

import json
import os
from functools import cache
from pathlib import Path

import yaml

from deckspace.errors import BadInput
from study import HOME

# What may have decided a run that no stage makes, such as one made by hand, besides its notebook and what that is given.
ANYTHING = ["data/agents", "data/cards", "data/fingerprints", "data/papers", "data/runs", "lib"]
GIVEN = "DECKSPACE_GIVEN"  # the variable in which execute.py names these two to the notebook's process: a list in JSON


def dependencies(out) -> list[str]:
    """Return what decides the content of `out`, a path relative to the project's folder, according to dvc.yaml.

    Files, folders, and "file:key" for a single value of a JSON file. Sections of params.yaml are left out, because they
    become the parameters of the notebook.
    """
    name = stage_of(out)
    if not name:
        return ANYTHING + json.loads(os.environ.get(GIVEN, "[]"))
    files = [each for each in stages()[name].get("params", []) if isinstance(each, dict)]
    values = [f"{file}:{key}" for each in files for file, keys in each.items() for key in keys]
    return sorted(stages()[name].get("deps", [])) + sorted(values)


def stage_of(path) -> str | None:
    """Return the name of the stage that makes a file or folder, or a folder around it; None if no stage does."""
    path = Path(path)
    if path.is_absolute() or path.parts[:1] == (".cache",):  # no need to read the graph
        return None
    places = {str(place) for place in (path, *path.parents)}
    return next((name for name, stage in stages().items() if places & set(outs(stage))), None)


def outs(stage) -> list[str]:
    """Return the paths that a stage makes."""
    return [out if isinstance(out, str) else next(iter(out)) for out in stage["outs"]]


@cache
def stages(home=HOME) -> dict:
    """Return every stage by its name, such as "locm_play@smoke-linear-progressive", with all variables filled in."""
    from dvc.parsing import DataResolver  # slow to import, and seldom needed
    from dvc.repo import Repo

    written = read_yaml((home / "dvc.yaml").read_text(), "dvc.yaml")
    return DataResolver(Repo(home, uninitialized=True), str(home), written).resolve()["stages"]


def read_yaml(text, where):
    """The content of a text in YAML. Raises BadInput."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadInput(f"The text of {where} is not valid YAML: {' '.join(str(error).split())}.") from None
