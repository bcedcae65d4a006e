"""How fast the engine is: `./run bench [NAME ...] [--json]`.

The benchmarks of the library (deckspace/commands/bench.py, which says what is measured) and those of the
papers. Compare ratios taken in one run, as `./run bench --against COMMIT` does (against.py).
"""

from functools import partial

import numpy as np

from deckspace.commands import bench
from study import HOME

MORE = (
    "Archives of elites, the inner loop of DSA-ME, self-play with learning and environments have benchmarks of "
    "their own: `./run bench archives`, `./run bench inner-loop`, `./run bench mastering`, `./run bench environments`."
)


def evolved(games, path):
    """Return the work of a LoCM benchmark: the greedy agent with the genome in a file plays itself."""
    from deckspace.agents.locm.genomes import from_json

    return bench.locm(games, from_json((HOME / path).read_text(encoding="utf-8")))


def eva(games):
    """Return the work of the EVA benchmark: its agent plays itself, with its evolution's cards and decks."""
    from deckspace.agents.hearthstone.entrants import Player, entrants
    from deckspace.agents.hearthstone.games import play_games
    from deckspace.agents.hearthstone.greedy import as_programmed, published
    from deckspace.engine.hearthstone.decks import deck
    from deckspace.engine.hearthstone.encode import card_book
    from study.papers.eva.coevolution import DECKS_AS_RUN

    book, agent = card_book("eva_program"), as_programmed(published())
    players = [Player(agent, each.hero_class, each.cards) for each in map(deck, DECKS_AS_RUN)]
    return play_games, bench.pair_up(games, len(players)), entrants(players, book), book.record


def hearthstone_copies(copies):
    """Return the work of copying a Hearthstone game; each copy counts as a game."""
    from deckspace.agents.hearthstone.copying import copy_games
    from deckspace.engine.hearthstone.state import new_games

    return copy_games, np.zeros(copies, "u1"), new_games(1)[0]


BENCHMARKS = bench.BENCHMARKS | {
    "locm-linear": partial(evolved, 100_000, "data/agents/locm_bench_linear.json"),
    "locm-strong": partial(evolved, 50_000, "data/agents/locm_bench_strong.json"),
    "eva": partial(eva, 10_000),
    "hs-copy": partial(hearthstone_copies, 10_000_000),
}


def main(arguments=None):
    bench.main(arguments, BENCHMARKS, "./run bench", MORE)


if __name__ == "__main__":
    main()
