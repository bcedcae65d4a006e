"""What is kept of a trial of DSA-ME (lib/study/papers/dsa_me/search.py).

`table` has a row for each deck, in the order of play. Results are kept as counts, which are exact:

    trial, iteration (0: the random decks)
    objective (health difference), wins, turns (own ones), hand_size, cards_drawn, mana_spent, mana_wasted,
        damage, cards_played: each summed over all games of the deck
    predicted_health_difference, predicted_turns, predicted_hand_size: rounded; nan without a surrogate.
        Without resetting, an earlier surrogate may have made the prediction.
    elite (whether it holds a cell of the final map), deck (keys of its 30 cards)

A run file has fewer rows and columns (see `slim`); its record has the quality of the predictions (see
`quality`) and the last losses of the surrogates. From the counts, `means` computes what the paper reports,
and `worth_of` the search's own values, to the last bit.
"""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.games import PER_TURN
from deckspace.deckbuilding import EVALUATION, deck_numbers, with_deck
from deckspace.surrogate import MAIN
from study.papers.dsa_me.grids import MEASURES, RANGES, cells_of, new_grid

COUNTED = ("objective", "wins", "turns", "hand_size")  # of every deck
PREDICTIONS = tuple(f"predicted_{name}" for name in MAIN)
DECIMALS = dict(zip(PREDICTIONS, (2, 3, 3), strict=True))
DIGITS = 7  # significant digits of the numbers in records


# --- Decks ---------------------------------------------------------------------------------


def table(search, state):
    """Return the table of a trial, as a DataFrame."""
    rows = pd.DataFrame(counts(state.worth, search.settings["games"]))
    rows.insert(0, "iteration", state.iterations)
    rows.insert(0, "trial", np.int16(search.trial))
    rows = rows.join(predictions(state.predicted).round(DECIMALS))
    rows["elite"] = False
    rows.loc[state.archive.data("number"), "elite"] = True
    keys = dict(zip(search.cards.numbers.tolist(), search.keys, strict=True))
    return rows.assign(deck=[[keys[number] for number in deck] for deck in state.decks.tolist()])


def counts(worth, games):
    """Return the counts over all games of each deck (EVALUATION), a dict of arrays of whole numbers."""
    turns = np.rint(worth["turns"] * games)
    exact = {"objective": worth["objective"], "wins": worth["wins"], "turns": turns}
    exact |= {name: np.rint(worth[name] * turns) for name in PER_TURN}
    return {name: values.astype("i4") for name, values in exact.items()}


def predictions(predicted):
    """Return predictions (n, 3) as columns."""
    return pd.DataFrame(predicted.astype("f4"), columns=PREDICTIONS)


def means(rows, games):
    """Return what the paper reports about the decks of a table, with `games` each: a DataFrame.

    objective (health difference per game), wins (of all games), turns (per game), and per turn hand_size and,
    where they were kept, cards_drawn, mana_spent, mana_wasted, damage and cards_played.
    """
    per_game = {"objective": rows.objective / games, "wins": rows.wins, "turns": rows.turns / games}
    return pd.DataFrame(per_game | {name: rows[name] / rows.turns for name in PER_TURN if name in rows})


def worth_of(rows, games, book):
    """Return the decks of a table, as card numbers (n, 30), and their EVALUATION: the reverse of `table`.

    Counts that were not kept are 0.
    """
    decks = deck_numbers(book, rows.deck).astype("i2").reshape(-1, 30)
    worth = np.zeros(len(rows), EVALUATION)
    for name, values in means(rows, games).items():
        worth[name] = values
    worth["objective"] = rows.objective
    return decks, with_deck(worth, decks, book.record.cards)


# --- Maps ----------------------------------------------------------------------------------


def mapped(rows, games, grid="correct"):
    """Return the map that a trial ended with, from its table: a pyribs archive.

    Its solutions are numbers of rows, from 0, its objectives health differences per game.
    """
    archive = new_grid(grid, solution_dim=1, qd_score_offset=-30)
    fill(archive, rows, games)
    return archive


def fill(archive, rows, games):
    """Add the decks of a table to a map, in order; return pyribs' status and value for each."""
    figures, numbers = means(rows, games), np.arange(len(rows), dtype="i2")
    return archive.add(numbers[:, None], figures.objective, figures[list(MEASURES)])


def entered(rows, games, grid="correct"):
    """Return whether each deck entered the map when played: all earlier decks of its cell were worse."""
    figures = means(rows, games).reset_index(drop=True)
    cells = new_grid(grid, solution_dim=1).index_of(figures[list(MEASURES)].to_numpy())
    best = figures.objective.groupby(cells).cummax().groupby(cells).shift()
    return ~(figures.objective <= best).to_numpy()


def winners(objectives, measures, grid):
    """Return the numbers of the decks that hold a cell in the end, in order; of equal ones the first does."""
    cells = new_grid(grid, solution_dim=1).index_of(np.asarray(measures, "f8"))
    return np.sort(pd.Series(np.asarray(objectives)).groupby(cells).idxmax())


# --- Predictions ---------------------------------------------------------------------------


def prediction_errors(rows, games, grid="correct"):
    """Return the errors of the predictions: a DataFrame with a row for each deck that has one.

    error_<target> (predicted minus real); apart, the Manhattan distance between predicted and real cell;
    same, whether it is 0.
    """
    rows = rows[rows.predicted_turns.notna()]
    real = means(rows, games).rename(columns={"objective": "health_difference"})
    errors = {f"error_{name}": rows[f"predicted_{name}"].astype("f8") - real[name] for name in MAIN}
    predicted = cells_of(rows[[f"predicted_{name}" for name in MEASURES]], grid)
    apart = np.abs(predicted - cells_of(real[list(MEASURES)], grid)).sum(axis=1)
    return pd.DataFrame(errors | {"apart": apart, "same": apart == 0})


def survival(rows, games, grid="published"):
    """Return what became of the elites of a surrogate's map, from rows with predictions: a Series (Figure 5).

    decks; kept: how many of them are still elites when placed by real games (%); same: how many are in the
    predicted cell (%), and `same, kept` how many of them as elites, as the authors' script counts; apart (see
    `prediction_errors`): a mean over the elites that stay, as in the paper, and `apart, all` over all. The printed numbers come from the published grid, whose cells are larger: of the decks predicted in
    one, the best counts.
    """
    predicted = [f"predicted_{name}" for name in MEASURES]
    rows = rows.iloc[winners(rows.predicted_health_difference, rows[predicted], grid)].reset_index(drop=True)
    real = means(rows, games)
    off, stay = prediction_errors(rows, games, grid), winners(real.objective, real[list(MEASURES)], grid)
    numbers = dict(decks=len(rows), kept=100 * len(stay) / len(rows), same=100 * off.same.mean())
    numbers |= {
        "same, kept": 100 * off.same.iloc[stay].sum() / len(rows),
        "apart": off.apart.iloc[stay].mean(),
        "apart, all": off.apart.mean(),
    }
    return pd.Series(numbers, dtype="f8")


def believed_map(rows, grid="correct"):
    """Return the map that the surrogate predicted, from rows with predictions: a pyribs archive."""
    archive, numbers = new_grid(grid, solution_dim=1), np.arange(len(rows), dtype="i2")
    measures = rows[[f"predicted_{name}" for name in MEASURES]]
    archive.add(numbers[:, None], rows.predicted_health_difference, measures)
    return archive


def turn_errors(predicted, real):
    """Return the errors of predicted turns (n,): mean and median square, and mean square if clipped."""
    squares, within = (predicted - real) ** 2, np.clip(predicted, *RANGES[0])
    return dict(mse=squares.mean(), median=np.median(squares), within=((within - real) ** 2).mean())


# --- Run files -----------------------------------------------------------------------------


def slim(rows, games, taught=()):
    """Return the rows and columns of a trial's table that a run file has; `row` is the deck's number, from 0.

    If other conditions learn the targets `taught` from these decks, all rows and cards are kept, and all
    counts if the targets include ancillary ones. Otherwise only the decks that entered the map when they were
    played, on the correct or on the published grid, and the last deck are kept, with only the elites' cards.
    """
    rows = rows.assign(row=np.arange(len(rows), dtype="i4"))
    counted = [name for name in rows if name in PER_TURN] if set(taught) > set(MAIN) else []
    if not taught:
        is_kept = entered(rows, games) | entered(rows, games, "published")
        is_kept[-1] = True
        rows = rows.assign(deck=rows.deck.where(rows.elite, None))[is_kept]
    return rows[list(dict.fromkeys(["trial", "row", "iteration", *COUNTED, *counted, "elite", "deck"]))]


def quality(rows, games):
    """Return how good the predictions were in each outer iteration of a trial: a DataFrame, a row for each.

    trial, iteration, decks; bias_<target>: the mean of predicted minus real; mse_<target>; within_turns: see
    `turn_errors`; same (% of decks in the predicted cell) and apart (mean distance in cells); kept and
    `apart, all`: see `survival`. Empty for a condition without a surrogate.
    """
    found = []
    for iteration, some in rows[rows.predicted_turns.notna()].groupby("iteration"):
        off = prediction_errors(some, games)
        errors = off[[f"error_{name}" for name in MAIN]].set_axis(MAIN, axis=1)
        row = dict(trial=int(some.trial.iloc[0]), iteration=int(iteration), decks=len(some))
        row |= errors.mean().add_prefix("bias_").to_dict() | (errors**2).mean().add_prefix("mse_").to_dict()
        turns = some.predicted_turns.to_numpy("f8"), means(some, games).turns.to_numpy()
        row |= dict(within_turns=turn_errors(*turns)["within"], same=100 * off.same.mean())
        row |= dict(apart=off.apart.mean()) | survival(some, games)[["kept", "apart, all"]].to_dict()
        found.append(row)
    return pd.DataFrame(found)


def last_losses(search, state):
    """Return the parts of the loss of a trial's surrogate: a dict, empty if it has not learned.

    It has the trial and the mean squared error of each target in the last epoch of the last fit.
    """
    if not state.losses:
        return {}
    last = state.losses[-1][1]["train"][-1].tolist()
    return {"trial": search.trial} | dict(zip(search.condition.targets, last, strict=True))


def kept(search, state):
    """Return what is kept of a trial that is over: rows of decks, qualities of iterations, losses."""
    rows, games = table(search, state), search.settings["games"]
    return slim(rows, games, search.taught), quality(rows, games), last_losses(search, state)


def run_of(parts):
    """Return the table of a run file and further fields of its record, from `kept` of each trial.

    With a surrogate these are `iterations`, {column: values} of all trials, and `losses`, a dict per trial.
    """
    decks, qualities, losses = zip(*parts, strict=True)
    tables = {"iterations": pd.concat(qualities).to_dict("list"), "losses": list(filter(None, losses))}
    return pd.concat(decks, ignore_index=True), {name: rounded(each) for name, each in tables.items() if each}


def rounded(value):
    """Return numbers, and lists and dicts of them, rounded to DIGITS significant digits."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
