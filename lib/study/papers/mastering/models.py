"""The trained models of a scale: files `<model>-<seed>.npz` in one folder, each with its learning curve beside it.

models = found("data/runs/mastering/smoke")        # {"b0": {1: path, 2: path}, "b1": ...}, in the ladder's order
entrant = load(models["b0"][1])                    # name, seed, policy, game, record
"""

from typing import NamedTuple

import pandas as pd
import torch

from deckspace.learning.hearthstone.game import Game
from deckspace.learning.hearthstone.weights import judged, load_policy
from study import HOME
from study.papers.mastering.ladder import LADDER, configuration
from study.pipeline.runs import read_run

NAMES = tuple(LADDER)
STEPS = ("b0", "b1", "b1.5", "b2", "b3", "b4", "c5")  # each with the paper's change over the one before
PRINTED = ("b0", "b1.5", "b2", "b3", "b4", "c5")  # the models of Table I
PARTS = {
    name[3:]: name for name in NAMES if name.startswith("b3_") and LADDER[name].base == "b2"
}  # of b3's changes


class Entrant(NamedTuple):
    """A trained model: what it is called, the seed of its training, how it plays, and what it was trained on."""

    name: str
    seed: int
    policy: torch.nn.Module
    game: Game  # in which it is judged: heroes are drawn, and no pick is
    record: dict

    @property
    def peeks(self):
        return self.name in LADDER and configuration(self.name).peeking


def found(folder) -> dict:
    """Return the model files of a folder, {model: {seed: path}}; none where there is none.

    Raises ValueError for a file whose name is that of no model.
    """
    models = {name: {} for name in NAMES}
    for path in sorted((HOME / folder).glob("*.npz")):
        name, _, seed = path.stem.rpartition("-")
        if name not in models or not seed.isdigit():
            raise ValueError(
                f"'{path.name}' is no model file: it is called <model>-<seed>.npz, of {', '.join(NAMES)}."
            )
        models[name][int(seed)] = path
    return {name: dict(sorted(seeds.items())) for name, seeds in models.items() if seeds}


def load(path) -> Entrant:
    """Return the model of a file. Raises BrokenFile, a ValueError, for one that cannot be read."""
    name, _, seed = path.stem.rpartition("-")
    policy, game, record = load_policy(path)
    return Entrant(name, int(seed), policy, judged(game), record)


def load_all(models) -> dict:
    """Return all models of `found`, loaded: {model: {seed: Entrant}}. Raises ValueError if they play different games."""
    loaded = {name: {seed: load(path) for seed, path in seeds.items()} for name, seeds in models.items()}
    everybody = [each for seeds in loaded.values() for each in seeds.values()]
    for each in everybody[1:]:
        if each.game != everybody[0].game:
            first, other = (f"{who.name}-{who.seed}" for who in (everybody[0], each))
            raise ValueError(f"'{other}' was trained in another game than '{first}': they cannot meet.")
    return loaded


def curves(models) -> pd.DataFrame:
    """Return the learning curves of all models of `found` below one another: model, seed, and what training noted."""
    tables = [
        read_run(path.with_suffix(".parquet"))[0].assign(model=name, seed=seed)
        for name, seeds in models.items()
        for seed, path in seeds.items()
    ]
    return (
        pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=["model", "seed", "random"])
    )


def missing(models, names=NAMES) -> str:
    """Return a sentence that says which models are not there, and that nothing is said about them."""
    absent = [name for name in names if name not in models]
    if not absent:
        return f"All {len(names)} models are there."
    return f"Not yet run: {', '.join(absent)}. What is said about them stays open."
