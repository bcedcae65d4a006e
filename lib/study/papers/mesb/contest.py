"""Fresh games for the elites of MESB, and tournaments between the best decks and between whole maps.

An elite keeps the value of its single evaluation, and partly owes its place to luck in it; fresh games show
what it is worth. Fontaine et al. 2019, section 5.1, compare the best decks of the six archetypes in games
against each other; here the best decks of two experiments meet, and so do the maps that they come from.
"""

from itertools import permutations, product
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.deckbuilding import Evaluator, deck_numbers, seed_of
from deckspace.engine.hearthstone.encode import card_book
from study import HOME
from study.papers.mesb.experiments import ARCHETYPES, CARD_SET, EXPERIMENTS, adversaries, experiment, player
from study.pipeline.runs import read_run

BY_BOTH = ("validation", "fair")  # experiments whose elites both the peeking and the fair player play
ENTER = ("validation", "elite")  # experiments whose decks enter the tournament
KINDS = ("best", "fresh best", "map")
FRESH, TOURNAMENT = 1, 2  # streams of random numbers: never 0, which would be the searches' own


# --- What was found ------------------------------------------------------------------------


class Search(NamedTuple):
    """A finished search: its table (rows numbered from 0) and the record of its run file."""

    experiment: str
    run: int
    archetype: str
    rows: pd.DataFrame
    record: dict

    @property
    def elites(self):
        """The rows that hold a cell of the final map."""
        return self.rows[self.rows.elite]

    @property
    def changes(self):
        """The changed values of cards: {card: {figure: by how much}}."""
        return self.record["parameters"]["changes"][str(self.run)]

    @property
    def about(self):
        """The columns that identify this search."""
        return {"experiment": self.experiment, "run": self.run, "archetype": self.archetype}


def run_files(folder):
    """Return {experiment: path of its run file} for a folder. Raises ValueError if it has no run file."""
    files = {name: HOME / folder / f"{name}.parquet" for name in EXPERIMENTS}
    files = {name: path for name, path in files.items() if path.exists()}
    if not files:
        raise ValueError(f"There is no run of MESB in '{folder}': `./run repro` makes them.")
    return files


def searches(folder):
    """Yield every Search of a folder, ordered by experiment, run and archetype."""
    for name, path in run_files(folder).items():
        table, record = read_run(path)
        for run, of_run in table.groupby("run"):
            for archetype in ARCHETYPES:
                rows = of_run[of_run.archetype == archetype].reset_index(drop=True)
                if len(rows):  # archives are compared on some archetypes only
                    yield Search(name, int(run), archetype, rows, record)


def opponents_of(found):
    """Return the Players that the decks of each search met: {(experiment, run): list of Players}.

    Raises ValueError if the validation run that they come from is missing.
    """
    tables = validations(found)
    opponents = {}
    for name, run in dict.fromkeys((search.experiment, search.run) for search in found):
        against = experiment(name).against
        if against == "validation" and run not in tables:
            raise ValueError(f"Run {run} of {name} met decks of run {run} of validation, which is not there.")
        opponents[name, run] = adversaries(against, tables.get(run))
    return opponents


def validations(found):
    """Return the whole table of each validation run: {run: table}."""
    rows = {}
    for search in found:
        if search.experiment == "validation":
            rows.setdefault(search.run, []).append(search.rows)
    return {run: pd.concat(tables, ignore_index=True) for run, tables in rows.items()}


def recorded(search):
    """Return a row for each elite of a Search, with `recorded`, its health per game in the search."""
    elites = search.elites
    worth = elites.objective / search.record["parameters"]["games"]
    fair = experiment(search.experiment).fair
    return pd.DataFrame({**search.about, "row": elites.index, "fair": fair, "recorded": worth})


# --- Fresh games of all elites -------------------------------------------------------------


def jobs(found):
    """Return who plays fresh games: pairs of a Search and whether its player is fair."""
    own = {name: (chosen.fair,) for name, chosen in EXPERIMENTS.items()}
    players = own | dict.fromkeys(BY_BOTH, (False, True))
    return [(search, fair) for search in found for fair in players[search.experiment]]


def play_again(search, fair, opponents, games, seed, threads=None):
    """Play `games` fresh games with each elite of a Search, and return a row for each elite.

    Columns: experiment, run, archetype, row (of the search's table), fair (the deck's player does not see
    hidden cards), games, objective (summed health difference), wins. Opponents and changed cards are those
    of the search, but the games are new; the peeking and the fair player get the same ones.
    """
    evaluate = evaluator(search, fair, opponents, games, fresh_seed(search, seed))
    worth = evaluate(deck_numbers(evaluate.book, search.elites.deck), threads=threads)
    table = pd.DataFrame({**search.about, "row": search.elites.index, "fair": fair, "games": games})
    table["objective"], table["wins"] = worth["objective"], worth["wins"]
    return table.astype({"row": "i2", "games": "i2", "objective": "i4", "wins": "i2"})


def evaluator(search, fair, opponents, games, seed, card_set=CARD_SET):
    """Return the Evaluator of a Search with a given player, number of games, seed and card set."""
    strategy, hero_class = search.archetype.split()
    book = card_book(card_set, search.changes)
    return Evaluator(book, hero_class.upper(), Beam(strategy, fair=fair), opponents, games, seed)


def fresh_seed(search, seed):
    """Return the seed of the fresh games of a Search, a different one for each."""
    place = (list(EXPERIMENTS).index(search.experiment), search.run, ARCHETYPES.index(search.archetype))
    return seed_of(seed, *place, FRESH)


# --- The tournament ------------------------------------------------------------------------


def tournament_runs(found):
    """Return the numbers of the runs that have decks for a tournament, in order."""
    return sorted({search.run for search in found if search.experiment in ENTER})


def field(found, fresh, run):
    """Return who enters the tournament of a run: a DataFrame with a row for each elite, map by map.

    Columns: entrant (such as "validation/aggro hunter"), archetype, deck, objective (in the search) and
    fresh (its objective in the fresh games, read from `fresh`, the table of all fresh games).
    """
    peeking = fresh[(fresh.run == run) & ~fresh.fair]
    again = peeking.set_index(["experiment", "archetype", "row"]).objective.sort_index()
    maps = [
        search.elites[["archetype", "deck", "objective"]].assign(
            entrant=f"{search.experiment}/{search.archetype}",
            fresh=again[search.experiment, search.archetype],
        )
        for search in found
        if search.run == run and search.experiment in ENTER
    ]
    return pd.concat(maps, ignore_index=True)


def squads(field, kind):
    """Return the elites that play for each entrant in a kind of tournament: {entrant: rows of the field}.

    "best": the one with the highest objective in the search; "fresh best": the one with the highest in the
    fresh games (the first of equals); "map": all of them.
    """
    entrants = field.groupby("entrant", sort=False)
    if kind == "map":
        return {name: elites.index.to_numpy() for name, elites in entrants}
    best = entrants[{"best": "objective", "fresh best": "fresh"}[kind]].idxmax()
    return {name: np.array([row]) for name, row in best.items()}


def pairings(entrants, kind):
    """Return a list of all ordered pairs of entrants; a whole map also meets itself."""
    return list(product(entrants, repeat=2) if kind == "map" else permutations(entrants, 2))


def tournament(field, pair_games, seed, run, threads=None, progress=None):
    """Play the tournament of a run's `field` and return a row for each kind and ordered pair of entrants.

    Each of two entrants moves first in half of their `pair_games`. Before every game each side draws one
    elite of its squad. No card is changed, and both players peek. Columns: run, kind, first, second, games,
    wins (of the first; a draw does not count), health (summed final difference, first minus second).
    """
    book = card_book(CARD_SET)
    table = entrants([player(*each) for each in zip(field.archetype, field.deck, strict=True)], book)
    results = []
    for kind in KINDS:
        pairs = pairings(field.entrant.unique(), kind)
        rng = np.random.default_rng([seed, run, KINDS.index(kind), TOURNAMENT])
        games = specs(pairs, squads(field, kind), pair_games // 2, rng)
        played = arena.play(play_games, games, table, book.record, threads=threads, progress=progress)
        results.append(tally(pairs, played).assign(run=run, kind=kind))
    columns = ["run", "kind", "first", "second", "games", "wins", "health"]
    return pd.concat(results, ignore_index=True)[columns]


def tournament_games(found, run, pair_games):
    """Return how many games the tournament of a run takes."""
    entrants = [search for search in found if search.run == run and search.experiment in ENTER]
    return sum(len(pairings(range(len(entrants)), kind)) for kind in KINDS) * (pair_games // 2)


def specs(pairs, squads, n, rng):
    """Return a row (GAME_SPEC) for each of n games of each ordered pair, pair by pair."""
    games = np.zeros(n * len(pairs), GAME_SPEC)
    games["seed"] = rng.integers(2**64, size=len(games), dtype=np.uint64)
    for side, names in zip(("first", "second"), zip(*pairs, strict=True), strict=True):
        games[side] = np.concatenate([rng.choice(squads[name], n) for name in names])
    return games


def tally(pairs, results):
    """Return the totals of each pair's games (RESULT, pair by pair): a DataFrame with a row for each pair."""
    results = results.reshape(len(pairs), -1)
    health = results["sides"]["health"].astype("i4")
    table = pd.DataFrame(pairs, columns=["first", "second"])
    table["games"] = np.int16(results.shape[1])
    table["wins"] = (results["winner"] == 0).sum(axis=1).astype("i2")
    table["health"] = (health[..., 0] - health[..., 1]).sum(axis=1).astype("i4")
    return table


def meetings(tournament):
    """Return win rates (%), with both moving first equally often: {kind: DataFrame (run, entrant) x entrant}.

    An entrant has 50 against itself by definition. A draw, which is very rare, counts as a win of the second.
    """
    return {
        kind: pd.concat(met_each_run(rows), names=["run", "entrant"])
        for kind, rows in tournament.groupby("kind")
    }


def met_each_run(rows):
    """Return the win rates of one kind of tournament by run, with the entrants in the order of appearance."""
    tables = {}
    for run, games in rows.groupby("run"):
        order = games["first"].unique()
        won = games.pivot(index="first", columns="second", values="wins") / games.games.iloc[0]
        both = (50 * (won + 1 - won.T)).reindex(index=order, columns=order)
        tables[run] = both.mask(np.eye(len(order), dtype=bool), 50.0)
    return tables
