"""The conditions under which weights are evolved: the paper's as run, its printed decks, and what we try beside it.

chosen = condition("as_run")
made = settings(chosen, generations=100, population=10, games=20)
for state in coevolution.run(made, player(chosen), seed=1): ...
individuals, progress = tables(made, state, run=0)
write_run(run_file(folder, "as_run"), kept(individuals, progress), ...)
rows = evolved(folder, "as_run")
"""

from dataclasses import dataclass, field
from functools import partial

import pandas as pd

from deckspace.agents.hearthstone.greedy import WEIGHTS, as_programmed
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from study import HOME
from study.papers.eva import coevolution
from study.papers.eva.coevolution import DECKS_AS_RUN, Settings, check, contest
from study.pipeline.runs import read_run

DECKS_AS_PRINTED = (*DECKS_AS_RUN[:2], "Reno Kazakus Mage")
CARDS = {"as run": ("eva_program", DECKS_AS_RUN), "as printed": ("eva_2018", DECKS_AS_PRINTED)}


@dataclass(frozen=True)
class Condition:
    """What sets a condition apart.

    `cards`: "as run", with a mage of 21 cards and some that do nothing, or "as printed", where all 30 work.
    `how`: fields of coevolution.Settings that are otherwise. `fair`: the agents guess what is hidden from them.
    """

    label: str
    cards: str = "as run"
    how: dict = field(default_factory=dict)
    fair: bool = False


CONDITIONS = {
    "as_run": Condition("as run"),
    "as_printed": Condition("decks as printed", cards="as printed"),
    "added": Condition("steps added to (9)", how={"steps": "added to", "noise": "one"}),
    "cma_es": Condition("CMA-ES", how={"search": "cma_es"}),
    "fixed_field": Condition("fixed field", how={"rivals": "field"}),
    "hall_of_fame": Condition("hall of fame", how={"rivals": "hall"}),
    "no_rescoring": Condition("parents not re-scored", how={"rescored": False}),
    "fair": Condition("fair agents", fair=True),
}


def condition(name):
    """Return the Condition of this name. Raises ValueError for any other."""
    if name not in CONDITIONS:
        raise ValueError(f"EVA has no condition {name!r}; choose one of {', '.join(CONDITIONS)}.")
    return CONDITIONS[name]


def settings(chosen, generations, population, games):
    """Return the Settings of a condition at these sizes. Raises ValueError for sizes that make no sense."""
    made = Settings(population=population, generations=generations, games=games, **chosen.how)
    check(made)
    return made


def player(chosen, **how):
    """Return `play(games, weights)` with the cards, decks and agents of a condition; `how` goes to `arena.play`."""
    card_set, names = CARDS[chosen.cards]
    return contest(
        card_book(card_set), [deck(name) for name in names], partial(as_programmed, fair=chosen.fair), **how
    )


def tables(made, state, run):
    """Return what is kept of a run with Settings `made`: all who lived on, and a row for each generation.

    The first has also those who did not live on after the last generation; its column `lives` says so.
    """
    living, others = coevolution.survivors(made, state, run), coevolution.rejected(made, state, run)
    individuals = pd.concat([living.assign(lives=True), others.assign(lives=False)], ignore_index=True)
    return individuals, coevolution.generations(state, run)


# --- Run files -----------------------------------------------------------------------------

INHERITED = [*WEIGHTS, *(f"step_{name}" for name in WEIGHTS)]  # never change while an individual lives


def run_file(folder, name):
    """Return where the runs of a condition are, below a folder of evolutions."""
    return HOME / folder / f"{name}.parquet"


def evolved_in(folder):
    """Return which conditions have runs in a folder, in their order."""
    return [name for name in CONDITIONS if run_file(folder, name).exists()]


def kept(individuals, progress):
    """Return the `tables` of some runs as one, which is what a run file keeps: a row per individual and generation.

    Weights and step sizes stand only where an individual comes first; what is said of a generation, in all its rows.
    """
    again = individuals.duplicated(["run", "number"])
    rows = individuals.assign(**individuals[INHERITED].mask(again))
    return rows.merge(progress, on=["run", "generation"], how="left", validate="m:1")


def evolved(folder, name):
    """Return the rows of a condition's run file, with all weights and step sizes; BrokenFile if there is none."""
    rows = read_run(run_file(folder, name))[0].sort_values(["run", "generation", "rank"], ignore_index=True)
    rows[INHERITED] = rows.groupby(["run", "number"])[INHERITED].transform("first")
    return rows
