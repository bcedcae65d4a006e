"""The base of searching agents: a genome, and a draft by the values of cards."""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.locm.agent import BuiltIn
from deckspace.agents.locm.evaluation import check_genome, is_compiled, write_genome
from deckspace.agents.locm.trained import draft_worths, search_genome
from deckspace.compiling import njit
from deckspace.engine.locm.cards import CARDS

SURE = 2e9  # the score of a game that is won, or lost if negative: beyond all estimates (table/chances.py)


@njit(cache=True)
def draft_search(game, book, agent, scratch):
    """Return the index of the offered card with the highest value in a deck."""
    return best_of_offer(agent, scratch.offer, scratch.offered)


@njit
def best_of_offer(agent, offer, offered=3):
    """Return the index of the card with the highest value in a deck (the first of equals)."""
    pick = 0
    for i in range(1, offered):
        if agent.worths[offer[i]] > agent.worths[offer[pick]]:
            pick = i
    return pick


@dataclass(frozen=True, eq=False, kw_only=True)
class Searcher(BuiltIn):
    """An agent that searches with a genome as its evaluation, and drafts by the value of each card in a deck.

    `genome` is a genomes.Genome with weights, a program or a function for states (None: one evolved for this purpose).
    `worths` are 161 values, of which the first is unused (None: measured ones, drafting.py; in version 1.5, whose cards are
    always new, the genome's own per mana). Raises ValueError for a genome in plain Python and for a wrong number of values.
    """

    genome: object = None
    worths: object = None

    def __post_init__(self):
        super().__post_init__()
        if self.genome is not None:
            check_genome(self.genome)
            if not is_compiled(self.genome):
                raise ValueError(
                    f"A searching agent needs a genome with state_weights, a state_program or a state_function; "
                    f"{self.genome!r:.100} evaluates states in plain Python, which is too slow."
                )
        if self.worths is not None and np.shape(self.worths) != (CARDS + 1,):
            raise ValueError(
                f"The worths of the cards must be {CARDS + 1} numbers, not {np.shape(self.worths)}."
            )

    def write(self, row, book):
        row.effort = self.effort
        write_genome(row, self.genome or search_genome(), book)
        if self.worths is not None:
            row.worths[:] = self.worths
        elif not book.constructed:
            row.worths[:] = draft_worths()
