"""Fresh games for what DSA-ME found: every elite plays again, and so do the decks that its surrogate believes in.

An elite keeps the value of its one evaluation, and it is an elite because that one was lucky; fresh games
tell what it is worth. Zhang et al. 2022, section 6.1, put the final surrogate of a trial to the test: the
inner loop searches it once more, and real games say where its elites belong (Figure 5).
"""

import zlib
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace.deckbuilding import Evaluator, candidates, deck_numbers, opponents, seed_of_numbers
from deckspace.engine.hearthstone.encode import card_book
from deckspace.surrogate import bag_of_cards, targets_of
from study import HOME
from study.papers.dsa_me.grids import new_grid
from study.papers.dsa_me.inner_loop import inner_search
from study.papers.dsa_me.search import (
    CONDITIONS,
    INNER_BATCH,
    decks_file,
    final_surrogate,
    fingerprint,
    is_a_source_of_surrogates,
)
from study.papers.dsa_me.strategy import CARD_SET, HERO_CLASS
from study.papers.dsa_me.trials import COUNTED, PREDICTIONS, counts, worth_of
from study.pipeline.runs import read_run

FRESH, INNER = 1, 2  # streams of random numbers; the searches' own have none


# --- What was found ------------------------------------------------------------------------


class Trial(NamedTuple):
    """A trial that is over: its table (rows numbered from 0, see lib/study/papers/dsa_me/trials.py), and where it is."""

    condition: str
    number: int
    rows: pd.DataFrame
    record: dict  # of its run file
    folder: str

    @property
    def games(self):
        """How many were played with each deck."""
        return self.record["parameters"]["games"]

    @property
    def elites(self):
        """The rows that hold a cell of the final map."""
        return self.rows[self.rows.elite]

    @property
    def about(self):
        """Which trial this is, as columns."""
        return {"condition": self.condition, "trial": np.int16(self.number)}


def run_files(folder, only=None):
    """Return {condition: its run file} of a folder. Of one condition `only`, or of all; raises ValueError for none."""
    wanted = CONDITIONS if only is None else [only]
    files = {name: HOME / decks_file(f"{folder}/{name}") for name in wanted}
    files = {name: path for name, path in files.items() if path.exists()}
    if not files:
        which = "" if only is None else f" of {only!r}"
        raise ValueError(f"There is no run{which} of DSA-ME in '{folder}': `./run repro` makes them.")
    return files


def trials(folder, cards=True, only=None):
    """Yield every Trial of a folder, or `only` a condition's, by condition and number; without `cards` no decks."""
    for name, path in run_files(folder, only).items():
        table, record = read_run(path)
        table = table if cards else table.drop(columns="deck")
        for number, rows in table.groupby("trial"):
            yield Trial(name, number, rows.reset_index(drop=True), record, str(path.parent))


def with_surrogate(found):
    """Return the trials whose final surrogate was kept: those of DSA-ME, but for searches that were changed."""
    kept = [trial for trial in found if is_a_source_of_surrogates(trial.condition)]
    return [trial for trial in kept if "change" not in trial.record["parameters"]]


def check_player(found, strategy):
    """Raise ValueError unless all trials were played by this strategy, and by the rules as they are."""
    for trial in found:
        if trial.record["fingerprint"] != fingerprint(strategy):
            run = decks_file(trial.folder)
            raise ValueError(
                f"The run '{run}' was played by other rules, or not by '{strategy}': run it again."
            )


def own_seed(trial, seed, stream):
    """Return a seed for a Trial, another one for each, and for each stream of random numbers."""
    return seed_of_numbers(seed, trial.number, zlib.crc32(trial.condition.encode()), stream)


# --- Fresh games ---------------------------------------------------------------------------


def evaluator(agent, games, seed):
    """Return what evaluates decks as the searches did, the number of games and the seed apart. Raises ValueError."""
    if games < 1:
        raise ValueError(f"A deck plays at least one fresh game, not {games}.")
    return Evaluator(card_book(CARD_SET), HERO_CLASS, agent, opponents("elite"), games, seed)


def play_again(trial, agent, games, seed, threads=None):
    """Play `games` games with each elite of a Trial, and return a row for each.

    Columns: condition, trial, row (of the trial's table), and what was counted over these games. The
    opponents and the player are those of the search, the games are others.
    """
    evaluate = evaluator(agent, games, own_seed(trial, seed, FRESH))
    worth = evaluate(deck_numbers(evaluate.book, trial.elites.deck), threads=threads)
    table = pd.DataFrame(trial.about | {"row": trial.elites.index.astype("i4")})
    return table.assign(**main_counts(worth, games))


def main_counts(worth, games):
    """Return `counts` of what every deck's row has."""
    found = counts(worth, games)
    return {name: found[name] for name in COUNTED}


# --- The final surrogate (section 6.1) -----------------------------------------------------


def surrogate_of(trial):
    """Return the final Surrogate of a Trial, and the Candidates that it knows."""
    book = card_book(CARD_SET)
    cards = candidates(book, HERO_CLASS)
    keys = [book.key(int(number)) for number in cards.numbers]
    about = keys, CONDITIONS[trial.condition].targets, trial.record["fingerprint"]
    return final_surrogate(trial.folder, trial.number, *about), cards


def believed(trial, seed):
    """Return the map that the inner loop makes of the final surrogate of a Trial, with the search's settings."""
    return map_of(*surrogate_of(trial), trial.record["parameters"], own_seed(trial, seed, INNER))


def map_of(surrogate, cards, settings, seed):
    """Return the map that the inner loop makes of a surrogate, with the settings of a search."""
    archive = new_grid()
    sizes = dict(generations=settings["inner_generations"], batch=INNER_BATCH, initial=settings["initial"])
    inner_search(surrogate.layers(), cards, archive, seed=seed, **sizes)
    return archive


def play_believed(trial, agent, games, seed, threads=None):
    """Play the elites of that map for real, and return a row for each, in the order of their cells.

    Columns: condition, trial, what was counted over the games, the predictions, deck (keys of the cards).
    """
    data, book = believed(trial, seed).data(), card_book(CARD_SET)
    table = play_map(data, agent, games, own_seed(trial, seed, INNER), threads).assign(**trial.about)
    table["deck"] = [[book.key(number) for number in deck] for deck in data["solution"].tolist()]
    return table[[*trial.about, *table.columns.drop(list(trial.about))]]


def play_map(data, agent, games, seed, threads=None):
    """Play the elites of a surrogate's map (its data), and return what was counted, and the predictions."""
    table = pd.DataFrame(main_counts(evaluator(agent, games, seed)(data["solution"], threads=threads), games))
    said = np.column_stack([data["objective"], data["measures"]])
    for name, values in zip(PREDICTIONS, said.T, strict=True):
        table[name] = values.astype("f4")
    return table


def facts(trial):
    """Return the decks of a Trial as a surrogate is shown them, and what became of them: (n, 180) and (n, 3)."""
    book = card_book(CARD_SET)
    decks, worth = worth_of(trial.rows, trial.games, book)
    values = targets_of(worth, trial.games).astype("f8")
    return bag_of_cards(decks, candidates(book, HERO_CLASS)), values
