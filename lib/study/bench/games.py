"""How fast the engine is: `./run bench [NAME ...] [--json]`.

Each benchmark plays a fixed list of seeded games, whole ones, draft and battle included, several
times after a warm-up, and reports medians: games per CPU second on one thread, and games per
second of wall time on all cores. Speeds differ between machines and with what else they are
doing: compare ratios taken in one run, as `./run bench --against COMMIT` does (against.py).
"""

import argparse
import json
import statistics
import time
from functools import partial

import numpy as np

from deckspace import arena
from study import HOME

MORE = (
    "Archives of elites and the inner loop of DSA-ME have benchmarks of their own: "
    "`./run bench archives`, `./run bench inner-loop`."
)
REPEATS = 5
SEED = 20_220_101


def locm(games, path=None):
    """Return the work of a LoCM benchmark: the greedy agent with a file's genome, or else the random one, against itself."""
    from deckspace.agents.locm.genomes import from_json
    from deckspace.agents.locm.greedy import Greedy
    from deckspace.agents.locm.players import GAME_SPEC, entrants, play_games
    from deckspace.agents.locm.uniform import Random
    from deckspace.engine.locm.cards import edition

    agent = Greedy(from_json((HOME / path).read_text())) if path else Random()
    specs = np.zeros(games, GAME_SPEC)
    seeds = arena.game_seeds(SEED, 2 * games)
    specs["draft"], specs["seed"] = seeds[::2], seeds[1::2]
    book = edition()
    return play_games, specs, entrants([agent], book), book


def pair_up(n, players):
    """Return n rows of Hearthstone games in which every player meets every other, and itself."""
    from deckspace.agents.hearthstone.games import GAME_SPEC

    specs = np.zeros(n, GAME_SPEC)
    specs["seed"] = arena.game_seeds(SEED, n)
    specs["first"], specs["second"] = np.arange(n) % players, np.arange(n) // players % players
    return specs


def hearthstone(kind, games, card_set="classic_2020"):
    """Return the work of a Hearthstone benchmark: random decks of a set's classes, or the six elite decks."""
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


def eva(games):
    """Return the work of the benchmark of EVA's agent: against itself, cards and decks as in its evolution."""
    from deckspace.agents.hearthstone.entrants import Player, entrants
    from deckspace.agents.hearthstone.games import play_games
    from deckspace.agents.hearthstone.greedy import as_programmed, published
    from deckspace.engine.hearthstone.decks import deck
    from deckspace.engine.hearthstone.encode import card_book
    from study.papers.eva.coevolution import DECKS_AS_RUN

    book, agent = card_book("eva_program"), as_programmed(published())
    players = [Player(agent, each.hero_class, each.cards) for each in map(deck, DECKS_AS_RUN)]
    return play_games, pair_up(games, len(players)), entrants(players, book), book.record


def hearthstone_copies(copies):
    """Return the work of copying a Hearthstone game; here a copy counts as a game."""
    from deckspace.agents.hearthstone.copying import copy_games
    from deckspace.engine.hearthstone.state import new_games

    return copy_games, np.zeros(copies, "u1"), new_games(1)[0]


BENCHMARKS = {
    "locm-random": partial(locm, 100_000),
    "locm-linear": partial(locm, 100_000, "data/agents/locm_bench_linear.json"),
    "locm-strong": partial(locm, 50_000, "data/agents/locm_bench_strong.json"),
    "hs-random": partial(hearthstone, "random", 50_000),
    "hs-random-2015": partial(hearthstone, "random", 50_000, "mastering_2015"),
    "hs-beam": partial(hearthstone, "beam", 1_800),
    "eva": partial(eva, 10_000),
    "hs-copy": partial(hearthstone_copies, 10_000_000),
}


def bench(name, repeats=REPEATS):
    """Run one benchmark; return its name, speeds, threads, games a run (n) and number of runs."""
    if name not in BENCHMARKS:
        raise ValueError(f"There is no benchmark '{name}'; choose one of {', '.join(BENCHMARKS)}.")
    play_games, games, *args = BENCHMARKS[name]()
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
    began = clock()
    arena.play(play_games, games, *args, threads=threads)
    return clock() - began


def show(results):
    """Print results as a table."""
    print(f"{'benchmark':<14}{'games/CPU s':>14}{'games/s':>13}{'threads':>9}{'n':>12}")
    for r in results:
        print(
            f"{r['name']:<14}{r['games_per_cpu_second']:>14,}{r['games_per_second']:>13,}"
            f"{r['threads']:>9}{r['n']:>12,}"
        )


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__.split("\n")[0], epilog=MORE)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--repeats", type=int, default=REPEATS, help="timed runs of each")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.exit(2, f"There is no benchmark '{unknown[0]}'; choose one of {', '.join(BENCHMARKS)}.\n")
    if options.repeats < 1:
        parser.exit(2, f"A benchmark needs at least one run, not {options.repeats}.\n")
    results = []
    for name in options.names or BENCHMARKS:
        results.append(bench(name, options.repeats))
        if options.json:
            print(json.dumps(results[-1]), flush=True)
    if not options.json:
        show(results)
    if not options.json and not options.names:
        print(f"\n{MORE}")


if __name__ == "__main__":
    main()
