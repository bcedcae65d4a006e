"""Who has met whom: a league plays what is missing, and keeps what has been played.

    kept = Kept("league/hearthstone.parquet")
    table = play(league, games=2, seed=1, kept=kept)          # plays what is not there
    write(path, league, table, games=2, seed=1, milliseconds=...)

The games of a pair depend on its two names, its venue and the seed alone, not on who else takes part: a new agent plays
its own pairs only, and the table is the same however it came about: in any order, on any number of threads, after any
number of interruptions. What is kept counts as long as both agents, the venue and the rules are what they
were; each has a key, a hash of all that decides what it does.
"""

import hashlib
import time
import zlib
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from deckspace import arena, files
from deckspace.errors import BadInput, BrokenFile
from deckspace.runs import key, read_run, write_run

COLUMNS = "venue one other deck_one deck_other first games wins draws".split()
PAIR = ["venue", "one", "other"]
COUNTS = ["first", "games", "wins", "draws"]
COST = ("wall_seconds", "cpu_seconds")
TIMES = "milliseconds an action"  # the field of a record
VERSION = 1  # of how pairs meet: raise it when a change here gives them other games, so that none is kept
EVERY = 20  # seconds between two times that what has been played is put aside


class League(NamedTuple):
    """Entries and venues by name, each with `about()` and entries with `plays_at`; and how two entries meet.

    meet(venue, one, other, games, seed)     the games of two Entries with each other, a DataFrame of COLUMNS[3:]
    rules                                    files whose content says what the rules and the agents do
    """

    name: str
    entries: dict
    venues: dict
    meet: object
    rules: tuple

    def pairs(self, who=None):
        """Return all pairs (venue, one, other) in alphabetical order, or those of one entry."""
        return [
            (venue, one, other)
            for venue, place in self.venues.items()
            for one, other in combinations(sorted(self.entries), 2)
            if (who is None or who in (one, other))
            and all(self.entries[each].plays_at(place) for each in (one, other))
        ]

    def of(self, names) -> "League":
        """Return the league of those entries alone that have these names."""
        return self._replace(entries={name: each for name, each in self.entries.items() if name in names})

    def keys(self) -> dict:
        """Return the keys of all entries and venues and of the rules, by their names."""
        entries = {f"entry {name}": short(entry.about()) for name, entry in self.entries.items()}
        venues = {f"venue {name}": short(venue.about()) for name, venue in self.venues.items()}
        return entries | venues | {"rules": key({"version": VERSION}, self.rules)}

    def check(self, name):
        """Raise BadInput, with the names that are there, unless an entry has this name."""
        if name not in self.entries:
            raise BadInput(unknown(name, self.entries, f" in the league of {self.name}"))


def chosen(leagues, who) -> dict:
    """Return leagues, by the name of their game, with the entries alone that are named; as they are if nobody is.

    Raises BadInput for a name that none of them has, and where nobody would have anybody to play.
    """
    known = list(dict.fromkeys(name for league in leagues.values() for name in league.entries))
    for name in who:
        if name not in known:
            raise BadInput(unknown(name, known))
    found = {game: league.of(who) if who else league for game, league in leagues.items()}
    if not any(league.pairs() for league in found.values()):
        raise BadInput(
            f"Name two agents or more that meet somewhere: {', '.join(map(repr, who))} would play nobody."
        )
    return found


def unknown(name, known, where="") -> str:
    """Return the sentence about an agent that is not there: with the names nearest to its own, or with all."""
    near = get_close_matches(name, known, cutoff=0.5)
    told = ", ".join(f"'{each}'" for each in near or known)
    return f"There is no agent '{name}'{where}: {'the nearest are' if near else 'there are'} {told}."


def short(text) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Kept:
    """What a run holds of a league's games, by pair, and what waits beside it; a run that is not there holds none.

    A run counts if it was played with as many games and the same seed; of its pairs those whose keys are as they are now.
    """

    def __init__(self, path=None, beside=()):
        self.runs = [read_run(path)] if path and Path(path).exists() else []
        for each in beside:
            with suppress(BrokenFile):  # it can be played again
                self.runs.append(read_run(each))

    def pairs(self, league, games, seed) -> dict:
        """Return the games of all pairs that need not be played: {(venue, one, other): DataFrame}."""
        return {pair: rows[COLUMNS] for pair, (rows, _) in self.found(league, games, seed).items()}

    def found(self, league, games, seed) -> dict:
        """Return the same with the record of the run in which each pair stands: {pair: (DataFrame, record)}."""
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
        """Return what the games that need not be played have cost, in seconds: the cost of a run, shared among its games."""
        cost = dict.fromkeys(COST, 0.0)
        for rows, record in self.found(league, games, seed).values():
            for name in COST:
                cost[name] += (record["made"].get(name) or 0) * int(rows.games.sum()) / record["games"]
        return cost

    def milliseconds(self, league) -> dict:
        """Return how long an action takes each entry, {venue: {name: milliseconds}}, where it has been measured."""
        now, found = league.keys(), {}
        for _, record in self.runs[::-1]:
            for venue, times in record.get(TIMES, {}).items():
                same = {
                    n: t for n, t in times.items() if now.get(f"entry {n}") == record["keys"][f"entry {n}"]
                }
                found.setdefault(venue, {}).update(same)
        return found


class Clock:
    """What a league's games have cost: those that are kept, and from now on those that are played."""

    def __init__(self, kept=None):
        self.kept = kept or dict.fromkeys(COST, 0.0)
        self.began = time.perf_counter(), time.process_time()

    def cost(self) -> dict:
        """Return the seconds so far."""
        now = time.perf_counter(), time.process_time()
        return {
            name: self.kept[name] + end - start
            for name, start, end in zip(COST, self.began, now, strict=True)
        }


def parameters(games, seed) -> dict:
    return {"games": games, "seed": seed}


def check(games):
    """Raise BadInput unless this is a number of games of a pair, with each pairing of decks on each seat."""
    if not isinstance(games, int) or games < 1:
        raise BadInput(f"A pair plays a whole number of games on each seat, one or more, not {games!r}.")


def missing(league, games, seed, kept, who=None) -> list:
    """Return the pairs that have to be played, of one entry or of all."""
    there = kept.pairs(league, games, seed)
    return [pair for pair in league.pairs(who) if pair not in there]


def play(league, games, seed, kept, who=None, threads=None, progress=None, aside=None):
    """Play what is missing (of one entry or of all); return all games of the league's pairs, in order (COLUMNS).

    `progress` is called with the number of games of each pair; `aside(table)` now and then with what is there.
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
                if progress:
                    progress(int(played[tasks[task]].games.sum()))
                if aside and time.perf_counter() - saved > EVERY:
                    aside(whole(played))
                    saved = time.perf_counter()
        finally:
            pool.shutdown(cancel_futures=True)
    return whole(played)


def meet(league, pair, games, seed) -> pd.DataFrame:
    """Return the games of a pair (COLUMNS)."""
    from deckspace.deckbuilding import seed_of_numbers  # slow to import, and not needed to read games

    venue, one, other = pair
    own = seed_of_numbers(seed, *(zlib.crc32(name.encode()) for name in pair))
    table = league.meet(league.venues[venue], league.entries[one], league.entries[other], games, own)
    return table.assign(venue=venue, one=one, other=other)[COLUMNS]


def whole(played) -> pd.DataFrame:
    """Return the games of all pairs below one another, in the order of their names."""
    if not played:
        return pd.DataFrame(columns=COLUMNS)
    table = pd.concat([played[pair] for pair in sorted(played)], ignore_index=True)
    return table.astype(dict.fromkeys(COUNTS, "i8"))


def write(path, league, table, games, seed, milliseconds, **cost):
    """Keep the games of a league as a run; how long an action takes is in the record, since no two measurements agree."""
    about = {"keys": league.keys(), TIMES: milliseconds}
    about |= {"entries": {name: [each.method, each.paper] for name, each in league.entries.items()}}
    small = table.astype(dict.fromkeys(COUNTS, "i2"))
    write_run(path, small, parameters=parameters(games, seed), games=table.games.sum(), **about, **cost)


def read(path):
    """Return the games and the record of a league's run. Raises BrokenFile."""
    table, record = read_run(path)
    if not set(COLUMNS) <= set(table):
        raise BrokenFile(f"The run file '{path}' holds no league.")
    return table.astype(dict.fromkeys(COUNTS, "i8")), record  # sums of small numbers need not be small


# --- Games that are in no run yet ----------------------------------------------------------


def folder() -> Path:
    """Return where games are put aside."""
    return files.home() / "league"


def waiting():
    """Return the files of all games that were put aside: what new agents have played, and work that was killed."""
    return sorted(folder().glob("*.parquet"))


def aside(league, games, seed) -> Path:
    """Return where a league of these very entries puts its games aside."""
    return folder() / f"{league.name}-{short(repr((league.keys(), games, seed)))}.parquet"


def put_aside(league, games, seed, clock, milliseconds=()):
    """Return what `play` takes as `aside`: it keeps the games so far, and their cost, where the next attempt finds them."""
    path = aside(league, games, seed)
    return lambda table: write(path, league, table, games, seed, dict(milliseconds), **clock.cost())


def forget(path):
    """Remove a run that is not needed any more, if it is there."""
    Path(path).unlink(missing_ok=True)
