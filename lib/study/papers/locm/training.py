"""Teach the searching agents by letting them play themselves: `python -m study.papers.locm.training`.

Two steps, done twice: measure what each card is worth in a deck, and evolve the genome of agents that
draft by these worths and search with a narrow beam. Finally the worths are measured again. This takes
some minutes and writes the files that `trained.py` reads.
"""

import pandas as pd

from deckspace import arena
from deckspace.agents.locm.beam import Beam
from deckspace.agents.locm.contest import contest
from deckspace.agents.locm.drafting import draft_worths
from deckspace.agents.locm.genomes import to_json
from deckspace.agents.locm.players import entrants, play_games
from deckspace.agents.locm.trained import GENOME_FILE, WORTHS_FILE
from deckspace.engine.locm.cards import edition
from deckspace.whole_files import whole_file
from study.papers.locm.evolution import Settings, run
from study.pipeline.runs import write_table

GREEDY = Settings("Linear", population=30, generations=30, rounds=4)
FIRST = Settings("Linear", population=24, generations=25, elitism=3, mutation_rate=0.1, rounds=2)
SECOND = FIRST._replace(scheme="from_linear", generations=15)
NARROW, WIDE = 4, 8  # widths of the beams that evolve and that measure


def train(seed=1, threads=2):
    """Return (genome, worths of the cards), learned from scratch."""
    book = edition()
    genome, worths = evolve(GREEDY, contest(book, threads=threads), seed), None
    for k, settings in enumerate((FIRST, SECOND)):
        worths = draft_worths(Beam(WIDE, genome=genome), book, seed=seed + k, worths=worths, threads=threads)
        genome = evolve(settings, self_play(worths, book, threads), seed + k, genome)
    how = dict(seed=seed + 2, worths=worths, threads=threads)
    return genome, draft_worths(Beam(WIDE, genome=genome), book, **how)


def evolve(settings, play, seed, base=None):
    """Return the best genome of the last generation; `base` is used only if the scheme needs it."""
    base = base if settings.scheme == "from_linear" else None
    *_, last = run(settings, play, seed, base=base)
    return last.population[0]


def self_play(worths, book, threads):
    """Return a `play` for evolution in which genomes search, and draft by these worths."""

    def play(games, genomes):
        table = entrants([Beam(NARROW, genome=genome, worths=worths) for genome in genomes], book)
        return arena.play(play_games, games, table, book, threads=threads)

    return play


def main():
    genome, worths = train()
    GENOME_FILE.parent.mkdir(exist_ok=True)
    with whole_file(GENOME_FILE) as file:
        file.write(to_json(genome).encode() + b"\n")
    frame = pd.DataFrame({"id": range(1, len(worths)), "worth": worths[1:].round(2)})
    write_table(frame, WORTHS_FILE, index=False)


if __name__ == "__main__":
    main()
