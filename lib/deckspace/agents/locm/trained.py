"""Learned data of agents: the genome and the card values of searching agents, and StrongOp.

The first two were learned in self-play by `training.py` in the paper's folder, which can create the files again. StrongOp is
the best individual of an evolution.
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
    """Return the default Linear genome of searching agents."""
    return from_json(GENOME_FILE.read_text(encoding="utf-8"))


@cache
def draft_worths():
    """Return the value of each card in a deck, in wins per hundred games, (161,); row 0 is no card."""
    return np.concatenate([[0.0], np.loadtxt(WORTHS_FILE, delimiter=",", skiprows=1, usecols=1)])


def read_strong_op(path=STRONG_OP):
    """Return StrongOp, an evolved agent. Raises ValueError if its file is missing or broken.

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.strong_op(), [ds.locm.Random()], drafts=2).games
    4
    """
    if not Path(path).exists():
        raise ValueError(
            f"There is no StrongOp in '{path}': the file must be a JSON object with the 'genome' of a tree-from_linear run."
        )
    try:
        return Greedy(
            from_json(json.dumps(json.loads(Path(path).read_text(encoding="utf-8"))["genome"])),
            name="StrongOp",
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"The file '{path}' contains no genome for StrongOp: {error}") from None
