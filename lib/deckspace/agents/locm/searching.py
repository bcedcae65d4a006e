"""What the agents that search have in common: a genome, and how they draft."""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.locm.agent import BuiltIn
from deckspace.agents.locm.evaluation import check_genome, is_compiled, write_genome
from deckspace.agents.locm.trained import draft_worths, search_genome
from deckspace.compiling import njit
from deckspace.engine.locm.cards import CARDS

SURE = 2e9  # a score that the table's page shows as "won", or below 0 as "lost"


@njit(cache=True)
def draft_search(game, book, agent, scratch):
    """Return which of the three offered cards is worth most in a deck."""
    return best_of_offer(agent, scratch.offer)


@njit
def best_of_offer(agent, offer):
    """Return which of three cards is worth most in a deck (the first of equals)."""
    pick = 0
    for i in range(1, 3):
        if agent.worths[offer[i]] > agent.worths[offer[pick]]:
            pick = i
    return pick


@dataclass(frozen=True, eq=False, kw_only=True)
class Searcher(BuiltIn):
    """An agent that searches, judges by a genome, and drafts by the worth of each card in a deck.

    `genome` is as in genomes.Genome, with weights, a program or a function for states; None is one evolved for the
    purpose. `worths` are 161 numbers, the first of which is not used; None were measured (drafting.py).
    Raises ValueError for a genome that only plain Python can judge by, and for other than 161 worths.
    """

    genome: object = None
    worths: object = None

    def __post_init__(self):
        super().__post_init__()
        if self.genome is not None:
            check_genome(self.genome)
            if not is_compiled(self.genome):
                raise ValueError(
                    f"An agent that searches needs a genome with state_weights or a state_function; "
                    f"{self.genome!r:.100} judges states by plain Python, which is too slow for it."
                )
        if self.worths is not None and np.shape(self.worths) != (CARDS + 1,):
            raise ValueError(f"The worths of the cards are {CARDS + 1} numbers, not {np.shape(self.worths)}.")

    def write(self, row, book):
        row.effort = self.effort
        write_genome(row, self.genome or search_genome(), book)
        row.worths[:] = draft_worths() if self.worths is None else self.worths
