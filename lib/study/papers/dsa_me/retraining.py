"""Why a surrogate of DSA-ME comes to predict games of minus a thousand turns: trained again, changed in one way.

    rows = retrained(trial, "scaled", generations=20_000)        # of a recorded trial; no game is played
    search = ChangedSearch("scaled", trial=1, agent=agent, settings=settings)      # a whole search instead
    search = ChangedSearch("win_share", 1, agent, settings, condition="dsa_me_ad") # one with ancillary data

`retrained` shows a changed surrogate the decks of a recorded trial in their order, fits it in each outer iteration
to all earlier ones, as the search did, and asks for two things: how far off it is on the decks that were played
next, and what the inner loop makes of it. The decks played next were chosen by the recorded surrogate, to look good
to that one; so they are kinder to another, and only its own map shows whether it has the same fault.
"""

from copy import deepcopy

import numpy as np
import pandas as pd
import torch
from torch import nn

from deckspace.deckbuilding import candidates
from deckspace.engine.hearthstone.encode import card_book
from deckspace.errors import BrokenFile
from deckspace.surrogate import MAIN, Surrogate
from study import HOME
from study.papers.dsa_me.contest import facts
from study.papers.dsa_me.grids import RANGES, new_grid
from study.papers.dsa_me.inner_loop import inner_search
from study.papers.dsa_me.results import METRICS, metrics
from study.papers.dsa_me.search import CONDITIONS, INNER_BATCH, WITH_ANCILLARY, Search, seed_of
from study.papers.dsa_me.strategy import CARD_SET, HERO_CLASS
from study.papers.dsa_me.trials import means
from study.pipeline.runs import read_run

CHANGES = {  # one each, all else as it is
    "as_is": "as published",
    "scaled": "targets scaled to the map",
    "adam_reset": "Adam begins anew each iteration",
    "clipped": "gradient clipped",
    "decay": "weights decay",
    "anew": "a new network each iteration",
}
WIN_SHARE = "win_share"  # the one change of the conditions with ancillary data: won games over games played
NORM = 1.0  # to which a gradient is clipped
DECAY = 1.0  # of AdamW: a step takes the learning rate times this off each weight, here a hundredth
LIMITS = np.array([(-30, 30), *RANGES])  # of the targets
TURNS = MAIN.index("turns")


def check_change(change, condition="dsa_me"):
    """Raise ValueError unless it is a change of this condition: WIN_SHARE where wins are predicted, or of CHANGES."""
    known = [WIN_SHARE] if "wins" in CONDITIONS[condition].targets else list(CHANGES)
    if change not in known:
        raise ValueError(f"There is no change {change!r} of {condition}; choose one of {', '.join(known)}.")


class Rescaled(Surrogate):
    """A Surrogate that learns its targets in other units, (value - middle) / unit, and predicts in their own."""

    def __init__(self, cards, targets, middle, unit, seed=0):
        super().__init__(cards, "mlp", targets, seed=seed)
        self.middle, self.unit = middle, unit

    def fit(self, bags, values):
        losses = super().fit(bags, (values - self.middle) / self.unit)
        return {part: errors * self.unit**2 for part, errors in losses.items()}

    def predict(self, bags):
        return (super().predict(bags) * self.unit + self.middle).astype("f4")

    def layers(self):
        *first, (weights, biases) = super().layers()
        last = weights * self.unit, biases * self.unit + self.middle
        return [*first, tuple(part.astype("f4") for part in last)]


def with_share_of_wins(cards, games, seed=0):
    """Return a surrogate with ancillary data that learns the share of its `games` that a deck wins, not their number."""
    unit = np.array([games if name == "wins" else 1 for name in WITH_ANCILLARY])
    return Rescaled(cards, WITH_ANCILLARY, np.zeros(len(unit)), unit, seed)


class Changed(Rescaled):
    """A Surrogate whose training is changed in one of CHANGES. Its targets are the three main ones.

    It predicts in the units of the targets, whatever it is trained on. Raises ValueError for another change.
    """

    def __init__(self, cards, change="as_is", seed=0):
        check_change(change)
        middle, unit = np.zeros(len(MAIN)), np.ones(len(MAIN))
        if change == "scaled":
            middle, unit = LIMITS.mean(axis=1), np.ptp(LIMITS, axis=1) / 2
        super().__init__(cards, MAIN, middle, unit, seed)
        self.change, self.untrained = change, deepcopy(self.model.state_dict())
        self._new_adam()

    def fit(self, bags, values):
        if self.change == "anew":
            self.model.load_state_dict(self.untrained)
        if self.change in ("adam_reset", "anew"):
            self._new_adam()
        return super().fit(bags, values)

    def steepness(self):
        """Return the product of the layers' largest singular values: no change of a deck is magnified by more."""
        return np.prod([np.linalg.norm(weights.astype("f8"), 2) for weights, _ in self.layers()])

    def _new_adam(self):
        parameters, rate = self.model.parameters(), self.training.rate
        if self.change == "decay":
            self.adam = torch.optim.AdamW(parameters, rate, weight_decay=DECAY, fused=True)
        else:
            kind = ClippedAdam if self.change == "clipped" else torch.optim.Adam
            self.adam = kind(parameters, rate, fused=True)


class ClippedAdam(torch.optim.Adam):
    """Adam that first shortens the gradient to NORM, if it is longer."""

    def step(self, closure=None):
        nn.utils.clip_grad_norm_([p for group in self.param_groups for p in group["params"]], NORM)
        return super().step(closure)


# --- Recorded decks ------------------------------------------------------------------------


def retrained(trial, change, generations):
    """Train a Changed surrogate on the decks of a recorded Trial of DSA-ME, outer iteration by outer iteration.

    A DataFrame with a row for each iteration: of the squared errors of turns on the decks that were played next
    the mean (mse), the median, and the mean of predictions kept within the map (within); of the map that so many
    generations of the inner loop make of this surrogate how many elites it has, how many of them are predicted
    beyond the 5 to 15 turns of the map (beyond), how far that is at most (farthest) and in the mean square
    (excess); the mean squared errors in training (fitted) and the steepness. Raises BrokenFile for a trial of
    another condition.
    """
    if trial.condition != "dsa_me":
        raise BrokenFile(f"Surrogates are trained again on trials of dsa_me, not of {trial.condition}.")
    cards, settings = candidates(card_book(CARD_SET), HERO_CLASS), trial.record["parameters"]
    seed = seed_of(settings["seed"], trial.condition, trial.number)
    surrogate = Changed(keys_of(cards), change, seed)
    (bags, real), iterations = facts(trial), trial.rows.iteration.to_numpy()
    rows = []
    for iteration in range(1, iterations.max() + 1):
        known, new = iterations < iteration, iterations == iteration
        losses = surrogate.fit(bags[known], real[known])
        said = surrogate.predict(bags[new]).astype("f8")[:, TURNS]
        row = dict(iteration=iteration, decks=new.sum()) | errors(said, real[new][:, TURNS])
        row |= own_map(surrogate, cards, generations, settings["initial"], seed + iteration)
        rows.append(row | dict(fitted=losses["train"][-1, TURNS], steepness=surrogate.steepness()))
    about = {"trial": np.int16(trial.number), "change": change}
    return pd.DataFrame(rows).assign(**about)


def keys_of(cards):
    """Return the keys of Candidates."""
    book = card_book(CARD_SET)
    return tuple(book.key(int(number)) for number in cards.numbers)


def errors(said, real):
    """Return how far off predicted turns (n,) are: mse, median, within."""
    squares, kept = (said - real) ** 2, np.clip(said, *RANGES[0])
    return dict(mse=squares.mean(), median=np.median(squares), within=((kept - real) ** 2).mean())


def own_map(surrogate, cards, generations, initial, seed):
    """Return what the inner loop makes of a surrogate: elites, beyond, farthest, excess (see `retrained`)."""
    archive = new_grid()
    sizes = dict(generations=generations, batch=INNER_BATCH, initial=initial)
    inner_search(surrogate.layers(), cards, archive, seed=seed, **sizes)
    turns = archive.data("measures")[:, 0]
    excess = np.abs(turns - np.clip(turns, *RANGES[0]))
    counted = dict(elites=len(turns), beyond=(excess > 0).sum())
    return counted | dict(farthest=excess.max(), excess=(excess**2).mean())


# --- Whole searches ------------------------------------------------------------------------


class ChangedSearch(Search):
    """A trial whose surrogate is changed: with the same random decks and deals as the trial of this number.

    `condition` is dsa_me, or one with ancillary data, with the `source` that it learns from, if any.
    """

    def __init__(self, change, trial, agent, settings, condition="dsa_me", source=None, threads=None):
        check_change(change, condition)
        super().__init__(condition, trial, agent, settings, source, threads=threads)
        self.change, self.teaches = change, False

    def begin(self):
        state = super().begin()
        if self.change == WIN_SHARE:
            state.surrogate = with_share_of_wins(self.keys, self.settings["games"], self.seed)
        else:
            state.surrogate = Changed(self.keys, self.change, self.seed)
        if state.losses:  # the published one has learnt before the search begins; so does this one
            state.losses = []
            self.learn(state, *self.lessons())
        return state


# --- What came of it -----------------------------------------------------------------------


def read_retrained(folder):
    """Return the rows of `retrained` below the folder of a scale; None where there are none."""
    path = f"{folder}/retrained/retrained.parquet"
    return read_run(path)[0] if (HOME / path).exists() else None


def later(rows):
    """Return means over the later half of the outer iterations of rows of `retrained`, by change and trial."""
    half = rows.iteration > rows.groupby("trial").iteration.transform("max") / 2
    return rows[half].drop(columns="iteration").groupby(["change", "trial"], sort=False).mean()


def changed_trials(folder, found, condition="dsa_me", grid="correct"):
    """Return what the changed searches of a condition, below the folder of a scale, ended with: by change and trial.

    METRICS of the final map on a grid; mse and within (see `retrained`) of the turns of all decks that a surrogate
    chose. Empty where nothing has been played. `found` are Trials of the condition with the same settings, which
    count as `as_is` where that has not been played.
    """
    rows, parts = {}, {}
    for path in sorted((HOME / folder / "changed").glob("**/decks.parquet")):
        table, record = read_run(path)
        about = record["parameters"]
        if about.get("condition", "dsa_me") == condition:
            trials = table.groupby("trial")
            parts |= {(about["change"], number): (each, about["games"]) for number, each in trials}
    if parts and not any(change == "as_is" for change, _ in parts):
        parts |= {("as_is", trial.number): (trial.rows, trial.games) for trial in found}
    for key, (table, games) in parts.items():
        table = table.reset_index(drop=True)
        chosen = table[table.predicted_turns.notna()]
        off = errors(chosen.predicted_turns.to_numpy("f8"), means(chosen, games).turns.to_numpy())
        end = metrics(table, games, grid)[list(METRICS)].to_dict()
        rows[key] = end | {name: off[name] for name in ("mse", "within")}
    return pd.DataFrame(rows).T.rename_axis(["change", "trial"]) if rows else pd.DataFrame()
