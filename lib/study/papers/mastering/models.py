"""The trained models of a scale, in one folder: runs `<model>.parquet` with the learning curves of all trainings of a
model, and weights `<model>-<seed>.npz`.

    trained = runs("data/runs/mastering/smoke")        # {"b0": (curves, record), ...}, in the ladder's order
    entrant = load(found("data/runs/mastering/smoke")["b0"][1])     # name, seed, policy, game, record

Git keeps the weights of the first trainings only; the error message for other weights names the command that trains
them again.
"""

from typing import NamedTuple

import pandas as pd
import torch

from deckspace.errors import BrokenFile
from deckspace.learning.hearthstone.game import Game
from deckspace.learning.hearthstone.weights import judged, load_policy
from study import HOME
from study.papers.mastering.ladder import LADDER, configuration
from study.pipeline.graph import stage_of
from study.pipeline.runs import read_run

NAMES = tuple(LADDER)
PRINTED = ("b0", "b1.5", "b2", "b3", "b4", "c5")  # the models of Table I
# The models with one of b3's three changes each: {"lower": "b3_lower", ...}.
PARTS = {name[3:]: name for name in NAMES if name.startswith("b3_") and LADDER[name].base == "b2"}
RUNGS = tuple(name for name in NAMES if name in (*PRINTED, "b1", *PARTS.values()))  # without variants


class Entrant(NamedTuple):
    """A trained model: its name, the seed of its training, its policy and its game."""

    name: str
    seed: int
    policy: torch.nn.Module
    game: Game  # for evaluation: heroes are drawn, and no picks are random
    record: dict

    @property
    def peeks(self):
        return self.name in LADDER and configuration(self.name).peeking


def runs(folder) -> dict:
    """Return the runs of a folder's models in the ladder's order, {model: (curves of all trainings, record)}."""
    paths = {name: HOME / folder / f"{name}.parquet" for name in NAMES}
    return {name: read_run(path) for name, path in paths.items() if path.exists()}


def found(folder) -> dict:
    """Return where the weights of a folder's models are, whether they are kept or not: {model: {seed: path}}."""
    return {
        name: {seed: HOME / folder / f"{name}-{seed}.npz" for seed in record["parameters"]["seeds"]}
        for name, (_, record) in runs(folder).items()
    }


def load(path) -> Entrant:
    """Return the model with these weights. Raises BrokenFile, a ValueError, if they cannot be read."""
    check_kept([path])
    name, _, seed = path.stem.rpartition("-")
    policy, game, record = load_policy(path)
    return Entrant(name, int(seed), policy, judged(game), record)


def load_all(models) -> dict:
    """Return all models of `found`, loaded: {model: {seed: Entrant}}. Raises ValueError if they play different games."""
    check_kept([path for seeds in models.values() for path in seeds.values()])
    loaded = {name: {seed: load(path) for seed, path in seeds.items()} for name, seeds in models.items()}
    everybody = [each for seeds in loaded.values() for each in seeds.values()]
    for each in everybody[1:]:
        if each.game != everybody[0].game:
            first, other = (f"{who.name}-{who.seed}" for who in (everybody[0], each))
            raise ValueError(f"'{other}' was trained in another game than '{first}': they cannot meet.")
    return loaded


def check_kept(paths):
    """Raise BrokenFile if some of these weights are missing, with the command that trains their models again."""
    absent = [path for path in paths if not path.exists()]
    if absent:
        models = dict.fromkeys(path.with_name(f"{path.stem.rpartition('-')[0]}.parquet") for path in absent)
        stages = [stage_of(each.relative_to(HOME)) for each in models if each.is_relative_to(HOME)]
        more = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
        raise BrokenFile(
            f"The weights of {absent[0].stem}{more} are not kept, only their curves: `./run repro"
            f" {' '.join(filter(None, stages))} --force` trains them again and leaves them in '{absent[0].parent}'."
        )


def training(path) -> tuple[pd.DataFrame, dict]:
    """Return the learning curve and the record of the training that ended with these weights, kept or not."""
    model, _, seed = path.stem.rpartition("-")
    table, run = read_run(path.with_name(f"{model}.parquet"))
    record = next(each for each in run["trainings"] if each["seed"] == int(seed))
    return table[table.seed == int(seed)], record | {"made": {"cpu_seconds": record["cpu_seconds"]}}


def curves(models) -> pd.DataFrame:
    """Return the learning curves of the models of `runs` below one another: model, seed, and the statistics of training."""
    tables = [table.assign(model=name) for name, (table, _) in models.items()]
    empty = pd.DataFrame(columns=["model", "seed", "random"])
    return pd.concat(tables, ignore_index=True) if tables else empty


def missing(models, expected=NAMES) -> str:
    """Return a sentence that names the expected models that are not among these."""
    absent = [name for name in expected if name not in models]
    there = how_many(len(expected) - len(absent), len(expected), "is", "are") + " there"
    return f"{there}; missing: {', '.join(absent)}. What needs these stays open." if absent else f"{there}."


def how_many(n, of, one, more) -> str:
    """Return n of so many models with the verb for one or more: "All ten models are", "One of ten models is"."""
    if n == 0:
        return f"No model {one}"
    if n == of:
        return {1: f"The model {one}", 2: f"Both models {more}"}.get(of, f"All {word(of)} models {more}")
    return f"{word(n)} of {word(of)} models {one if n == 1 else more}".capitalize()


def word(n) -> str:
    """Return a number as prose has it: in words up to ten."""
    return "no one two three four five six seven eight nine ten".split()[n] if n <= 10 else str(n)
