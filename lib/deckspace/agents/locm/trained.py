"""What the searching agents have been taught: a genome, and what each card is worth in a deck.

Both were learned by the agents playing themselves; `training.py` made the files and makes them anew.
"""

from functools import cache

import numpy as np

from deckspace.agents.locm.genomes import from_json
from deckspace.files import DATA

GENOME_FILE = DATA / "agents" / "locm_search_genome.json"
WORTHS_FILE = DATA / "agents" / "locm_draft_worths.csv"


@cache
def search_genome():
    """Return the Linear genome that the searching agents use when they are given none."""
    return from_json(GENOME_FILE.read_text(encoding="utf-8"))


@cache
def draft_worths():
    """Return the worth of each card in a deck, as wins in a hundred games, (161,); row 0 is no card."""
    return np.concatenate([[0.0], np.loadtxt(WORTHS_FILE, delimiter=",", skiprows=1, usecols=1)])
