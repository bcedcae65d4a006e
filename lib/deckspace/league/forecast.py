"""How long the games of a league will take, and how many minutes of that are left.

    forecast = Forecast(expected(league, jobs, games, times))
    print(forecast)                    # about 3 minutes
    forecast.finish(pair)              # after each pair; the pace so far corrects the rest

A pair is expected to take the measured time of both agents' actions; the games themselves show how right that is.
"""

import sys
import time

from deckspace import arena

ACTIONS = 25  # of each side in a game, on average
TRUST = 10  # seconds of play after which the pace counts as much as what was expected


def games_of(league, pair, games):
    """Return how many games a pair plays: `games` of each pairing of decks on each seat."""
    return 2 * games * league.venues[pair[0]].pairings


def expected(league, pairs, games, times) -> dict:
    """Return the processor seconds that each pair is expected to take, {pair: seconds}.

    `times` are milliseconds per action, {venue: {name: milliseconds}}. An agent whose time is unknown, such as a foreign
    program, plays a few games that do not count.
    """
    found, per_game = {}, {}
    for pair in pairs:
        venue, *both = pair
        known = [times.get(venue, {}).get(name) for name in both]
        if None in known:
            stranger = both[known.index(None)]
            if (venue, stranger) not in per_game:
                per_game[venue, stranger] = tried(league, pair)
            seconds = per_game[venue, stranger]
        else:
            seconds = ACTIONS * sum(known) / 1000
        found[pair] = seconds * games_of(league, pair, games)
    return found


def tried(league, pair):
    """Return the seconds that a game of a pair takes."""
    venue, one, other = pair
    start = time.perf_counter()
    league.meet(league.venues[venue], league.entries[one], league.entries[other], 1, 1)
    return (time.perf_counter() - start) / games_of(league, pair, 1)


class Forecast:
    """The time that is left, as text; `seconds` are those expected of each pair."""

    def __init__(self, seconds, threads=None):
        self.waiting, self.threads = dict(seconds), threads or arena.cores()
        self.whole, self.start = sum(seconds.values()), time.perf_counter()

    def finish(self, pair):
        """Take note that a pair has been played."""
        del self.waiting[pair]

    def advance(self, pair, seconds):
        """Take note of some of the work on a pair, by the seconds that were expected of it."""
        self.waiting[pair] -= seconds

    def seconds(self) -> float:
        """Return the seconds that are left."""
        left = sum(self.waiting.values())
        done = (self.whole - left) / self.threads
        pace = (time.perf_counter() - self.start + TRUST) / (done + TRUST) if done else 1
        return left / self.threads * pace

    def __str__(self):
        minutes = round(self.seconds() / 60)
        return f"about {minutes} minute{'s' * (minutes > 1)}" if minutes else "less than a minute"


def progress_bar(total, unit="games"):
    """Return a bar of games, or other units; one that is written to a file is renewed twice a minute."""
    from tqdm import tqdm

    look = f"{{percentage:3.0f}} %|{{bar:30}}| {{n_fmt}} of {{total_fmt}} {unit}{{postfix}}"
    often = 0.5 if sys.stderr.isatty() else 30
    return tqdm(total=total, bar_format=look, mininterval=often, disable=not total)
