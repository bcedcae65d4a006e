"""The games of a league: missing pairs are played, and played ones are stored.

    kept = Kept("league/hearthstone.parquet")
    table = play(league, games=2, seed=1, kept=kept)          # plays the missing pairs
    write(path, league, table, games=2, seed=1, milliseconds=...)

The games of a pair depend only on its two names, its venue and the seed, not on other agents: a new agent plays only its
own pairs, and the table does not depend on the order of play, the number of threads, or interruptions. Stored games are
valid as long as both agents, the venue and the rules are unchanged; each of these has a key, a hash of everything that
determines its behaviour.
"""

import hashlib
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from deckspace import arena, files
from deckspace.errors import BadInput, BrokenFile, check_whole
from deckspace.runs import key, read_run, write_run
from deckspace.whole_files import save_somewhere

COLUMNS = "venue one other deck_one deck_other first games wins draws".split()
PAIR = ["venue", "one", "other"]
COUNTS = ["first", "games", "wins", "draws"]
COST = ("wall_seconds", "cpu_seconds")
TIMES = "milliseconds an action"  # the field of a record
VERSION = 1  # raise it when a change here changes the games of pairs, which invalidates all stored games
EVERY = 20  # seconds between two saves of the games played so far


class League(NamedTuple):
    """Entries and venues by name, with `about()` (entries also with `plays_at` and `is_timed`), and a function that plays a pair.

    meet(venue, one, other, games, seed)     plays the games of two entries; a DataFrame of COLUMNS[3:]
    rules                                    files that determine the behaviour of rules and agents
    """

    name: str
    entries: dict
    venues: dict
    meet: object
    rules: tuple

    def pairs(self, who=None):
        """Return all pairs (venue, one, other), or those of one entry, with the names in alphabetical order."""
        return [
            (venue, one, other)
            for venue, place in self.venues.items()
            for one, other in combinations(sorted(self.entries), 2)
            if (who is None or who in (one, other))
            and all(self.entries[each].plays_at(place) for each in (one, other))
        ]

    def only(self, names) -> "League":
        """Return the league with only the entries of these names."""
        return self._replace(entries={name: each for name, each in self.entries.items() if name in names})

    def keys(self) -> dict:
        """Return the keys of all entries, of all venues and of the rules."""
        entries = {f"entry {name}": short(entry.about()) for name, entry in self.entries.items()}
        venues = {f"venue {name}": short(venue.about()) for name, venue in self.venues.items()}
        return entries | venues | {"rules": key({"version": VERSION}, self.rules)}


def chosen(leagues, who) -> dict:
    """Return leagues, by the name of their game, with only the named entries; unchanged if no name is given.

    Raises BadInput for an unknown name, and if no pair is left.
    """
    known = list(dict.fromkeys(name for league in leagues.values() for name in league.entries))
    for name in who:
        if name not in known:
            raise BadInput(unknown(name, known))
    found = {game: league.only(who) if who else league for game, league in leagues.items()}
    if not any(league.pairs() for league in found.values()):
        raise BadInput(
            f"Name at least two agents that play at the same venue: {', '.join(map(repr, who))} would have no opponent."
        )
    return found


def unknown(name, known) -> str:
    """Return the error message for an unknown agent, with the nearest names or all of them."""
    near = get_close_matches(name, known, cutoff=0.5)
    names = ", ".join(f"'{each}'" for each in near or known)
    return f"There is no agent '{name}': {'the nearest are' if near else 'there are'} {names}."


def short(text) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Kept:
    """The stored games of a league: those of a run (none if its file is missing), and of files beside it.

    A run is used if it has the same seed and number of games; a pair is used if its keys are unchanged.
    """

    def __init__(self, path=None, beside=()):
        self.runs = [read_run(path)] if path and Path(path).exists() else []
        for each in beside:
            with suppress(BrokenFile):  # its games can be played again
                self.runs.append(read_run(each))

    def pairs(self, league, games, seed) -> dict:
        """Return the valid stored games: {(venue, one, other): DataFrame}."""
        return {pair: rows[COLUMNS] for pair, (rows, _) in self.found(league, games, seed).items()}

    def found(self, league, games, seed) -> dict:
        """Return the same with the record of each pair's run: {pair: (DataFrame, record)}."""
        now, found = league.keys(), {}
        for table, record in self.runs:
            if record["parameters"] != parameters(games, seed):
                continue
            same = {name for name, key in record["keys"].items() if now.get(name) == key}
            for pair, rows in table.groupby(PAIR, sort=False) if "rules" in same else ():
                if {f"venue {pair[0]}", *(f"entry {name}" for name in pair[1:])} <= same:
                    found.setdefault(pair, (rows, record))
        return found

    def cost(self, league, games, seed) -> dict:
        """Return the cost of the valid stored games in seconds; the cost of a run is shared among its games."""
        cost = dict.fromkeys(COST, 0.0)
        for rows, record in self.found(league, games, seed).values():
            for name in COST:
                cost[name] += (record["made"].get(name) or 0) * int(rows.games.sum()) / record["games"]
        return cost

    def milliseconds(self, league) -> dict:
        """Return the measured times per action, {venue: {name: milliseconds}}."""
        now, found = league.keys(), {}
        for _, record in self.runs[::-1]:
            for venue, times in record.get(TIMES, {}).items():
                same = {
                    n: t for n, t in times.items() if now.get(f"entry {n}") == record["keys"][f"entry {n}"]
                }
                found.setdefault(venue, {}).update(same)
        return found


class Clock:
    """The cost of a league's games: that of stored games, and of those that are played from now on."""

    def __init__(self, kept=None):
        self.kept = kept or dict.fromkeys(COST, 0.0)
        self.start = time.perf_counter(), time.process_time()

    def cost(self) -> dict:
        """Return the seconds so far."""
        now = time.perf_counter(), time.process_time()
        return {
            name: self.kept[name] + end - start
            for name, start, end in zip(COST, self.start, now, strict=True)
        }


def parameters(games, seed) -> dict:
    return {"games": int(games), "seed": int(seed)}


def check(games):
    """Raise BadInput unless this is a valid number of games per pairing of decks and seat."""
    check_whole("The number of games on each seat", games)


def missing(league, games, seed, kept, who=None) -> list:
    """Return the pairs, of one entry or of all, that have to be played."""
    stored = kept.pairs(league, games, seed)
    return [pair for pair in league.pairs(who) if pair not in stored]


def play(league, games, seed, kept, who=None, threads=None, progress=None, aside=None, finished=None):
    """Play the missing pairs (of one entry or of all); return all games of the league, in order (COLUMNS).

    `progress` is called with the number of games of each new pair, after `finished` with the pair itself; `aside` with
    all games so far, every EVERY seconds and when an error or an interruption ends the play.
    """
    check(games)
    played = kept.pairs(league, games, seed)
    played = {pair: played[pair] for pair in league.pairs() if pair in played}
    jobs, saved = missing(league, games, seed, kept, who), time.perf_counter()
    with ThreadPoolExecutor(threads or arena.cores()) as pool:
        tasks = {pool.submit(meet, league, pair, games, seed): pair for pair in jobs}
        try:
            for task in as_completed(tasks):
                played[tasks[task]] = task.result()
                if finished:
                    finished(tasks[task])
                if progress:
                    progress(int(played[tasks[task]].games.sum()))
                if aside and time.perf_counter() - saved > EVERY:
                    with suppress(OSError):  # the next one may succeed, and the last one tells
                        aside(whole(played))
                    saved = time.perf_counter()
        except BaseException:
            pool.shutdown(cancel_futures=True)  # waits for the pairs that are being played
            ended = {pair: task for task, pair in tasks.items() if not (task.cancelled() or task.exception())}
            if aside:
                aside(whole(played | {pair: task.result() for pair, task in ended.items()}))
            raise
    return whole(played)


def meet(league, pair, games, seed) -> pd.DataFrame:
    """Return the games of a pair (COLUMNS)."""
    from deckspace.deckbuilding import seed_of  # slow to import, and not needed to read games

    venue, one, other = pair
    own = seed_of(seed, *pair)
    table = league.meet(league.venues[venue], league.entries[one], league.entries[other], games, own)
    return table.assign(venue=venue, one=one, other=other)[COLUMNS]


def whole(played) -> pd.DataFrame:
    """Return the games of all pairs as one table, in the order of their names."""
    if not played:
        return pd.DataFrame(columns=COLUMNS)
    table = pd.concat([played[pair] for pair in sorted(played)], ignore_index=True)
    return table.astype(dict.fromkeys(COUNTS, "i8"))


def write(path, league, table, games, seed, milliseconds, **cost):
    """Write the games of a league as a run; times per action, which no measurement reproduces, are in the record."""
    about = {"keys": league.keys(), TIMES: milliseconds}
    about |= {"entries": {name: [each.method, each.paper] for name, each in league.entries.items()}}
    small = table.astype(dict.fromkeys(COUNTS, "i2"))
    write_run(path, small, parameters=parameters(games, seed), games=table.games.sum(), **about, **cost)


def read(path):
    """Return the games and the record of a league's run. Raises BrokenFile."""
    table, record = read_run(path)
    if not set(COLUMNS) <= set(table):
        raise BrokenFile(f"The run file '{path}' contains no league.")
    return table.astype(dict.fromkeys(COUNTS, "i8")), record  # wide enough for sums


# --- Games that are not in a run yet -------------------------------------------------------


def folder() -> Path:
    """Return the folder of saved games."""
    return files.home() / "league"


def waiting():
    """Return the files of all saved games, from new agents and from interrupted work."""
    return sorted(folder().glob("*.parquet"))


def aside(league, games, seed) -> Path:
    """Return the file of saved games of a league with exactly these entries."""
    return folder() / f"{league.name}-{short(repr((league.keys(), games, seed)))}.parquet"


def put_aside(league, games, seed, clock, milliseconds=()):
    """Return the function that `play` takes as `aside`: it saves the games so far, and their cost, for a later run."""
    path = aside(league, games, seed)

    def save(table):
        about = league, table, games, seed, dict(milliseconds)
        save_somewhere(path, lambda place: write(place, *about, **clock.cost()))

    return save


def forget(path):
    """Remove a run that is not needed any more, if it is there."""
    Path(path).unlink(missing_ok=True)
