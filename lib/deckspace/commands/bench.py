"""Measure how fast the engine is on this machine: `deckspace bench [NAME ...] [--json]`.

Each benchmark plays a fixed list of whole seeded games several times after a warm-up and reports medians: games per CPU
second on one thread, and games per second of wall time on all cores. Speeds depend on the machine and its load.
"""

import argparse
import json
import statistics
import time
from functools import partial

import numpy as np

from deckspace import arena

REPEATS = 5
SEED = 20_220_101


def locm(games, genome=None):
    """Return the games of a LoCM benchmark: the greedy agent with a genome, or the random one, in self-matches."""
    from deckspace.agents.locm.greedy import Greedy
    from deckspace.agents.locm.players import GAME_SPEC, entrants, play_games
    from deckspace.agents.locm.uniform import Random
    from deckspace.engine.locm.cards import edition

    specs = np.zeros(games, GAME_SPEC)
    seeds = arena.game_seeds(SEED, 2 * games)
    specs["draft"], specs["seed"] = seeds[::2], seeds[1::2]
    book = edition()
    return play_games, specs, entrants([Greedy(genome) if genome else Random()], book), book


def pair_up(n, players):
    """Return n rows of Hearthstone games in which every player meets every other and itself."""
    from deckspace.agents.hearthstone.games import GAME_SPEC

    specs = np.zeros(n, GAME_SPEC)
    specs["seed"] = arena.game_seeds(SEED, n)
    specs["first"], specs["second"] = np.arange(n) % players, np.arange(n) // players % players
    return specs


def hearthstone(kind, games, card_set="classic_2020"):
    """Return the games of a Hearthstone benchmark: random decks of a set's classes, or the six elite decks."""
    from deckspace.agents.hearthstone.beam import Beam
    from deckspace.agents.hearthstone.entrants import Player, entrants
    from deckspace.agents.hearthstone.games import play_games
    from deckspace.agents.hearthstone.uniform import Random
    from deckspace.engine.hearthstone.decks import CLASSES, random_deck, suite
    from deckspace.engine.hearthstone.encode import card_book

    book = card_book(card_set)
    if kind == "random":
        rng = np.random.default_rng(SEED)
        classes = CLASSES if card_set == "classic_2020" else ("MAGE", "HUNTER", "WARRIOR")
        decks = [(name, random_deck(rng, name, book.table)) for name in classes for _ in range(10)]
        players = [Player(Random(), name, cards) for name, cards in decks]
    else:
        players = [
            Player(Beam(deck.strategies[0].lower()), deck.hero_class, deck.cards) for deck in suite("elite")
        ]
    return play_games, pair_up(games, len(players)), entrants(players, book), book.record


BENCHMARKS = {  # name: a function that returns (the function that plays games, a row per game, further arguments ...)
    "locm-random": partial(locm, 100_000),
    "hs-random": partial(hearthstone, "random", 50_000),
    "hs-random-2015": partial(hearthstone, "random", 50_000, "mastering_2015"),
    "hs-beam": partial(hearthstone, "beam", 1_800),
}


def bench(name, repeats=REPEATS, benchmarks=BENCHMARKS):
    """Run one benchmark; return its name, speeds, threads, games per run (n) and number of runs."""
    play_games, games, *args = benchmarks[name]()
    arena.play(play_games, games[:1000], *args)  # warm up: compile, fill the caches
    alone = [seconds(play_games, games, args, 1, time.process_time) for _ in range(repeats)]
    together = [seconds(play_games, games, args, None, time.perf_counter) for _ in range(repeats)]
    return {
        "name": name,
        "games_per_cpu_second": round(len(games) / statistics.median(alone)),
        "games_per_second": round(len(games) / statistics.median(together)),
        "threads": arena.cores(),
        "n": len(games),
        "runs": repeats,
    }


def seconds(play_games, games, args, threads, clock):
    """Return how long all the games take on this clock."""
    start = clock()
    arena.play(play_games, games, *args, threads=threads)
    return clock() - start


HEAD = f"{'benchmark':<14}{'games/CPU s':>14}{'games/s':>13}{'threads':>9}{'n':>12}"


def line(r):
    """Return a result as a row below HEAD."""
    return (
        f"{r['name']:<14}{r['games_per_cpu_second']:>14,}{r['games_per_second']:>13,}"
        f"{r['threads']:>9}{r['n']:>12,}"
    )


def main(arguments=None, benchmarks=BENCHMARKS, prog="deckspace bench", more=None):
    """Run benchmarks and print a row for each when it is done; after all of them, also `more`."""
    parser = argparse.ArgumentParser(prog=prog, description=__doc__.split(":")[0] + ".", epilog=more)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(benchmarks)} (default: all)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.add_argument(
        "--repeats", type=int, default=REPEATS, help="timed runs of each (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in benchmarks]
    if unknown:
        parser.exit(2, f"There is no benchmark '{unknown[0]}'; choose one of {', '.join(benchmarks)}.\n")
    if options.repeats < 1:
        parser.exit(2, f"A benchmark needs at least one run, not {options.repeats}.\n")
    if not options.json:
        print(HEAD)
    for name in options.names or benchmarks:
        result = bench(name, options.repeats, benchmarks)
        print(json.dumps(result) if options.json else line(result), flush=True)
    if more and not options.json and not options.names:
        print(f"\n{more}")
