"""The conditions under which weights evolve: the paper's as run, with its printed decks, and our variants.

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
from study.experiment import check_known
from study.papers.eva import coevolution
from study.papers.eva.coevolution import DECKS_AS_RUN, Settings, check, contest
from study.pipeline.runs import read_run

DECKS_AS_PRINTED = (*DECKS_AS_RUN[:2], "Reno Kazakus Mage")
CARDS = {"as run": ("eva_program", DECKS_AS_RUN), "as printed": ("eva_2018", DECKS_AS_PRINTED)}


@dataclass(frozen=True)
class Condition:
    """How a condition differs from the others.

    `cards`: "as run", with a Mage deck of 21 cards, some without effect, or "as printed", where all 30 work.
    `how`: fields of coevolution.Settings that differ. `fair`: whether agents must guess hidden information.
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
    check_known("condition", name, CONDITIONS)
    return CONDITIONS[name]


def settings(chosen, generations, population, games):
    """Return the Settings of a condition at these sizes. Raises ValueError for invalid sizes."""
    made = Settings(population=population, generations=generations, games=games, **chosen.how)
    check(made)
    return made


def player(chosen, **how):
    """Return `play(games, weights)` with a condition's cards and agents; `how` goes to `arena.play`."""
    card_set, names = CARDS[chosen.cards]
    decks, agent = [deck(name) for name in names], partial(as_programmed, fair=chosen.fair)
    return contest(card_book(card_set), decks, agent, **how)


def tables(made, state, run):
    """Return the tables of a run with Settings `made`: the survivors, and a row for each generation.

    The first also has the individuals rejected in the last generation; its column `lives` is False for them.
    """
    living, others = coevolution.survivors(made, state, run), coevolution.rejected(made, state, run)
    individuals = pd.concat([living.assign(lives=True), others.assign(lives=False)], ignore_index=True)
    return individuals, coevolution.generations(state, run)


# --- Run files -----------------------------------------------------------------------------

INHERITED = [*WEIGHTS, *(f"step_{name}" for name in WEIGHTS)]  # never change while an individual lives


def run_file(folder, name):
    """Return the file with a condition's runs in a folder of evolutions."""
    return HOME / folder / f"{name}.parquet"


def evolved_in(folder):
    """Return the conditions that have runs in a folder, in the order of CONDITIONS."""
    return [name for name in CONDITIONS if run_file(folder, name).exists()]


def kept(individuals, progress):
    """Merge the `tables` of some runs into that of a run file: a row per individual and generation.

    Only an individual's first row has its weights and step sizes; all rows have their generation's columns.
    """
    again = individuals.duplicated(["run", "number"])
    rows = individuals.assign(**individuals[INHERITED].mask(again))
    return rows.merge(progress, on=["run", "generation"], how="left", validate="m:1")


def evolved(folder, name):
    """Return a condition's run file with weights and step sizes in all rows; raises BrokenFile if missing."""
    rows = read_run(run_file(folder, name))[0].sort_values(["run", "generation", "rank"], ignore_index=True)
    rows[INHERITED] = rows.groupby(["run", "number"])[INHERITED].transform("first")
    return rows
