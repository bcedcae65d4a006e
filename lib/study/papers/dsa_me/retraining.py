"""Why surrogates of DSA-ME come to predict games of minus a thousand turns: training again with one change.

    rows = retrained(trial, "scaled", generations=20_000)        # of a recorded trial; no game is played
    search = ChangedSearch("scaled", trial=1, agent=agent, settings=settings)      # a whole search instead
    search = ChangedSearch("win_share", 1, agent, settings, condition="dsa_me_ad") # one with ancillary data

`retrained` replays a recorded trial: in each outer iteration it fits a changed surrogate to all earlier
decks, as the search did, and measures its errors on the decks that were played next, and the map that the
inner loop finds with it. The decks played next were chosen because they looked good to the recorded
surrogate. They are therefore an easier test for any other surrogate, and only its own map shows whether it
has the same fault.
"""

from copy import deepcopy

import numpy as np
import pandas as pd
import torch
from torch import nn

from deckspace.deckbuilding import seed_of
from deckspace.errors import BrokenFile
from deckspace.surrogate import MAIN, Surrogate
from study import HOME
from study.experiment import check_known
from study.papers.dsa_me.contest import facts, trials
from study.papers.dsa_me.grids import RANGES
from study.papers.dsa_me.results import METRICS, metrics
from study.papers.dsa_me.rules import pool
from study.papers.dsa_me.search import CONDITIONS, WITH_ANCILLARY, Search, search_map
from study.papers.dsa_me.trials import turn_errors
from study.pipeline.runs import read_run

CHANGES = {  # each changes one thing only
    "as_is": "as published",
    "scaled": "targets scaled to the map",
    "adam_reset": "Adam begins anew each iteration",
    "clipped": "gradient clipped",
    "decay": "weights decay",
    "anew": "a new network each iteration",
}
WIN_SHARE = "win_share"  # the one change of the conditions with ancillary data: won games over games played
NORM = 1.0  # the largest norm of a clipped gradient
DECAY = 1.0  # of AdamW: a step shrinks each weight by the learning rate times this, here by a hundredth
LIMITS = np.array([(-30, 30), *RANGES])  # of the targets
TURNS = MAIN.index("turns")


def check_change(change, condition="dsa_me"):
    """Raise ValueError unless a condition has this change: WIN_SHARE if it predicts wins, else CHANGES."""
    known = [WIN_SHARE] if "wins" in CONDITIONS[condition].targets else CHANGES
    check_known(f"change of {condition}", change, known)


class Rescaled(Surrogate):
    """A Surrogate that learns targets as (value - middle) / unit, and predicts them in their own units."""

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
    """Return a surrogate with ancillary data that learns the share of wins in `games`, not their number."""
    unit = np.array([games if name == "wins" else 1 for name in WITH_ANCILLARY])
    return Rescaled(cards, WITH_ANCILLARY, np.zeros(len(unit)), unit, seed)


class Changed(Rescaled):
    """A Surrogate of the three main targets whose training is changed in one of CHANGES.

    It predicts in the units of the targets. Raises ValueError for an unknown change.
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
        """Return the product of the layers' largest singular values, a bound on the slope of predictions."""
        return np.prod([np.linalg.norm(weights.astype("f8"), 2) for weights, _ in self.layers()])

    def _new_adam(self):
        parameters, rate = self.model.parameters(), self.training.rate
        if self.change == "decay":
            self.adam = torch.optim.AdamW(parameters, rate, weight_decay=DECAY, fused=True)
        else:
            kind = ClippedAdam if self.change == "clipped" else torch.optim.Adam
            self.adam = kind(parameters, rate, fused=True)


class ClippedAdam(torch.optim.Adam):
    """Adam with gradients clipped to a norm of at most NORM."""

    def step(self, closure=None):
        nn.utils.clip_grad_norm_([p for group in self.param_groups for p in group["params"]], NORM)
        return super().step(closure)


# --- Recorded decks ------------------------------------------------------------------------


def retrained(trial, change, generations):
    """Train a Changed surrogate on the decks of a recorded Trial of DSA-ME, iteration by iteration.

    Returns a DataFrame with a row for each iteration. Squared errors of turns on the decks that were played
    next: the mean (mse), the median, and the mean for predictions clipped to the map (within). The map that
    `generations` of the inner loop find with this surrogate: elites, how many are predicted beyond the map's
    5 to 15 turns (beyond), how far at most (farthest) and in the mean square (excess). Also the mean squared
    error of turns in training (fitted) and the steepness. Raises BrokenFile for a trial of another condition.
    """
    if trial.condition != "dsa_me":
        raise BrokenFile(f"Surrogates are trained again on trials of dsa_me, not of {trial.condition}.")
    settings = trial.record["parameters"] | {"inner_generations": generations}
    seed = seed_of(settings["seed"], trial.number, trial.condition)
    surrogate = Changed(pool()[2], change, seed)
    (bags, real), iterations = facts(trial), trial.rows.iteration.to_numpy()
    rows = []
    for iteration in range(1, iterations.max() + 1):
        known, new = iterations < iteration, iterations == iteration
        losses = surrogate.fit(bags[known], real[known])
        predicted = surrogate.predict(bags[new]).astype("f8")[:, TURNS]
        row = dict(iteration=iteration, decks=new.sum()) | turn_errors(predicted, real[new][:, TURNS])
        row |= own_map(surrogate, settings, seed + iteration)
        rows.append(row | dict(fitted=losses["train"][-1, TURNS], steepness=surrogate.steepness()))
    about = {"trial": np.int16(trial.number), "change": change}
    return pd.DataFrame(rows).assign(**about)


def own_map(surrogate, settings, seed):
    """Return elites, beyond, farthest and excess of the inner loop's map (see `retrained`)."""
    turns = search_map(surrogate, pool()[1], settings, seed).data("measures")[:, 0]
    excess = np.abs(turns - np.clip(turns, *RANGES[0]))
    found = dict(elites=len(turns), beyond=(excess > 0).sum())
    return found | dict(farthest=excess.max(), excess=(excess**2).mean())


# --- Whole searches ------------------------------------------------------------------------


class ChangedSearch(Search):
    """A trial with a changed surrogate; random decks and deals are those of the unchanged trial.

    `condition` is dsa_me or one with ancillary data; `source` is the run that it learns from, if any.
    """

    def __init__(self, change, trial, agent, settings, condition="dsa_me", source=None, threads=None):
        check_change(change, condition)
        super().__init__(condition, trial, agent, settings, source, is_source=False, threads=threads)
        self.change = change

    def begin(self):
        state = super().begin()
        if self.change == WIN_SHARE:
            state.surrogate = with_share_of_wins(self.keys, self.settings["games"], self.seed)
        else:
            state.surrogate = Changed(self.keys, self.change, self.seed)
        if state.losses:  # it learns before the search begins, as without the change
            state.losses = []
            self.learn(state, *self.lessons())
        return state


# --- Results -------------------------------------------------------------------------------


def read_retrained(folder):
    """Return the rows of `retrained` from a scale's folder; None if there are none."""
    path = f"{folder}/retrained/retrained.parquet"
    return read_run(path)[0] if (HOME / path).exists() else None


def later(rows):
    """Return the means of `retrained` over the later half of the outer iterations, by change and trial."""
    half = rows.iteration > rows.groupby("trial").iteration.transform("max") / 2
    return rows[half].drop(columns="iteration").groupby(["change", "trial"], sort=False).mean()


def changed_trials(folder, found, condition="dsa_me", grid="correct"):
    """Return the results of a scale's changed searches of a condition: a row for each change and trial.

    METRICS of the final map on a grid; mse and within (see `turn_errors`) for the turns of all decks that the
    surrogate chose. Empty if nothing has been played. `found` are Trials of the condition with the same
    settings; they stand in for `as_is` if that was not played.
    """
    runs = sorted((HOME / folder / "changed").glob(f"*/{condition}/decks.parquet"))
    each = [
        (trial.record["parameters"]["change"], trial)
        for run in runs
        for trial in trials(run.parents[1], cards=False, only=condition)
    ]
    if each and not any(change == "as_is" for change, _ in each):
        each += [("as_is", trial) for trial in found]
    rows = {(change, trial.number): ending(trial, grid) for change, trial in each}
    return pd.DataFrame(rows).T.rename_axis(["change", "trial"]) if rows else pd.DataFrame()


def ending(trial, grid):
    """Return METRICS of a Trial and its errors of turns over all decks that its surrogate chose: a dict."""
    errors = trial.quality.rename(columns={"mse_turns": "mse", "within_turns": "within"})
    off = {name: np.average(errors[name], weights=errors.decks) for name in ("mse", "within")}
    return metrics(trial.rows, trial.games, grid)[list(METRICS)].to_dict() | off
