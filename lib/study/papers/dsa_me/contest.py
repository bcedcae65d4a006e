"""Fresh games for the results of DSA-ME: those of all elites, and of the elites that its surrogate predicts.

An elite keeps the value of its single evaluation, and partly owes its place to luck in that evaluation; fresh
games measure its true worth. Zhang et al. 2022, section 6.1, test the final surrogate of a trial: the inner
loop searches with it once more, and real games show where the predicted elites belong (Figure 5).
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace.deckbuilding import deck_numbers, seed_of
from deckspace.surrogate import bag_of_cards, targets_of
from study import HOME
from study.papers.dsa_me.rules import evaluator, pool
from study.papers.dsa_me.search import (
    CONDITIONS,
    decks_file,
    final_surrogate,
    fingerprint,
    leaves_surrogates,
    search_map,
)
from study.papers.dsa_me.trials import COUNTED, counts, predictions, worth_of
from study.pipeline.runs import read_run

FRESH, INNER = 1, 2  # streams of random numbers; the searches' own have none


# --- Finished trials -----------------------------------------------------------------------


class Trial(NamedTuple):
    """A finished trial; `rows` is the kept part of its table (see trials.py), indexed by deck number."""

    condition: str
    number: int
    rows: pd.DataFrame
    record: dict  # of its run file
    folder: str

    @property
    def games(self):
        """The number of games played with each deck."""
        return self.record["parameters"]["games"]

    @property
    def elites(self):
        """The rows that hold a cell of the final map."""
        return self.rows[self.rows.elite]

    @property
    def about(self):
        """Which trial this is, as columns."""
        return {"condition": self.condition, "trial": np.int16(self.number)}

    @property
    def quality(self):
        """How good the surrogate's predictions were in each iteration (trials.quality), by iteration."""
        table = pd.DataFrame(self.record["iterations"])
        return table[table.trial == self.number].drop(columns="trial").set_index("iteration")


def trials(folder, cards=True, only=None):
    """Yield the Trials of a folder, or of the condition `only`, in order; `cards=False` leaves the decks out.

    Raises ValueError if there are none.
    """
    wanted = CONDITIONS if only is None else [only]
    folders = [HOME / folder / name for name in wanted if (HOME / decks_file(f"{folder}/{name}")).exists()]
    if not folders:
        which = "" if only is None else f" of {only!r}"
        raise ValueError(f"There is no run{which} of DSA-ME in '{folder}': `./run repro` makes them.")
    for path in folders:
        table, record = read_run(decks_file(path))
        table = table if cards else table.drop(columns="deck")
        for number, rows in table.groupby("trial"):
            yield Trial(path.name, number, rows.set_index("row").rename_axis(None), record, str(path))


def with_surrogate(found):
    """Return the trials whose final surrogate was kept: those of DSA-ME, except changed searches."""
    kept = [trial for trial in found if leaves_surrogates(trial.condition)]
    return [trial for trial in kept if "change" not in trial.record["parameters"]]


def check_player(found, strategy):
    """Raise ValueError unless all trials were played by this strategy and with the current rules."""
    for trial in found:
        if trial.record["fingerprint"] != fingerprint(strategy):
            path = decks_file(trial.folder)
            raise ValueError(f"'{path}' was played by other rules, or not by '{strategy}': run it again.")


def own_seed(trial, seed, stream):
    """Return a seed that is different for each Trial and each stream of random numbers."""
    return seed_of(seed, trial.number, trial.condition, stream)


# --- Fresh games ---------------------------------------------------------------------------


def play_again(trial, agent, games, seed, threads=None):
    """Play `games` games with each elite of a Trial, and return a row for each.

    Columns: condition, trial, row (the number of the deck), and the counts over these games. The opponents
    and the player are those of the search; only the deals differ.
    """
    evaluate = evaluator(agent, games, own_seed(trial, seed, FRESH))
    worth = evaluate(deck_numbers(evaluate.book, trial.elites.deck), threads=threads)
    table = pd.DataFrame(trial.about | {"row": trial.elites.index.astype("i4")})
    return table.assign(**main_counts(worth, games))


def main_counts(worth, games):
    """Return those `counts` that every deck's row has."""
    found = counts(worth, games)
    return {name: found[name] for name in COUNTED}


# --- The final surrogate (section 6.1) -----------------------------------------------------


def surrogate_of(trial):
    """Return the final Surrogate of a Trial."""
    return final_surrogate(trial.folder, trial.number, trial.record["fingerprint"])


def believed(trial, seed):
    """Return the map that the inner loop finds with a Trial's final surrogate and its search's settings."""
    parameters = trial.record["parameters"]
    return search_map(surrogate_of(trial), pool()[1], parameters, own_seed(trial, seed, INNER))


def play_believed(trial, agent, games, seed, threads=None):
    """Play real games with the elites of the map of `believed`; return a row for each, in the map's order.

    Columns: condition, trial, the counts over the games, the predictions.
    """
    seeds = own_seed(trial, seed, INNER)
    return play_map(believed(trial, seed), trial.about, agent, games, seeds, threads)


def play_map(archive, about, agent, games, seed, threads=None):
    """Play the elites of a surrogate's map; return the columns `about`, the counts, and the predictions."""
    data = archive.data()
    worth = evaluator(agent, games, seed)(data["solution"], threads=threads)
    table = pd.DataFrame(main_counts(worth, games))
    predicted = np.column_stack([data["objective"], data["measures"]])
    return pd.DataFrame(about, table.index).join(table).join(predictions(predicted))


def facts(trial):
    """Return the decks of a Trial as inputs of a surrogate (n, 180), and their true targets (n, 3)."""
    book, cards, _ = pool()
    decks, worth = worth_of(trial.rows, trial.games, book)
    return bag_of_cards(decks, cards), targets_of(worth, trial.games).astype("f8")
