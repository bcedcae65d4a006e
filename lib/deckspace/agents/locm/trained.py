"""What agents have learned, kept as data: the searching ones a genome and what each card is worth in a deck, and StrongOp.

The first two were learned by the agents playing themselves; `training.py` of the paper's folder made the files, and makes
them anew. StrongOp is the best of an evolution.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

from deckspace.agents.locm.genomes import from_json
from deckspace.agents.locm.greedy import Greedy
from deckspace.files import DATA

STRONG_OP = DATA / "agents" / "locm_strong_op.json"
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


def read_strong_op(path=STRONG_OP):
    """Return StrongOp, an evolved agent kept as data. Raises ValueError if it is not there.

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.strong_op(), [ds.locm.Random()], drafts=2).games
    4
    """
    if not Path(path).exists():
        raise ValueError(
            f"There is no StrongOp in '{path}': it is the best genome of a tree-from_linear run, kept as a JSON object with its 'genome'."
        )
    try:
        return Greedy(
            from_json(json.dumps(json.loads(Path(path).read_text(encoding="utf-8"))["genome"])),
            name="StrongOp",
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"The file '{path}' holds no genome for StrongOp: {error}") from None
