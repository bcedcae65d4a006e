"""The authors' published runs: their final agents, and the duration and tree size of each generation.

Miernik & Kowalski 2022; from their published result files. Their runs are named like ours: 'tree-weak_op/3',
and 'tree-from_linear/2-1' for the first run from the second base.
"""

from functools import cache

import pandas as pd

from deckspace.agents.locm.genomes import from_json
from deckspace.agents.locm.greedy import Greedy
from study import HOME

FINALISTS = "data/papers/locm/finalists.csv"  # name, genome: the best of the last generation of each run
GENERATIONS = "data/papers/locm/generations.csv.gz"  # name, generation, seconds, card_nodes, state_nodes
STRONG_OP = "tree-from_linear/2-1"  # the run whose final best is, literally, the StrongOp in their source


@cache
def finalists():
    """Return the final best genome of each of their 59 complete runs: {name: genome}."""
    table = pd.read_csv(HOME / FINALISTS)
    return {row.name: from_json(row.genome) for row in table.itertuples(index=False)}


def strong_op():
    """Return the StrongOp that their agents evolved against."""
    return Greedy(finalists()[STRONG_OP], name="StrongOp")


def generations():
    """Return a row per generation of each run: name, condition, generation, seconds, nodes of the best."""
    table = pd.read_csv(HOME / GENERATIONS)
    nodes = table.card_nodes + table.state_nodes
    return table.assign(condition=table.name.str.partition("/")[0], nodes=nodes)
