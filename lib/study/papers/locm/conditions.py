"""The conditions under which evaluation functions are evolved: each is a representation and a scheme.

Miernik & Kowalski 2022, sections 3.2, 4.1 and 4.4. A condition is named '<representation>-<scheme>',
e.g. 'binary_tree-weak_op': nine of them start from random populations, two from evolved Linear genomes.

All are evolved in two arms, named after the rules of evolution: 'official', by the official rules and against
our own StrongOp; and 'published', as the authors evolved theirs, by the rules of their published engine and
against their StrongOp. In the latter the scheme strong_op is called authors_op.
"""

from deckspace.agents.locm.baseline2 import WeakOp
from deckspace.agents.locm.genomes import from_json
from deckspace.agents.locm.trained import STRONG_OP, read_strong_op
from study import HOME
from study.experiment import check_known
from study.papers.locm import authors
from study.pipeline.runs import read_run

REPRESENTATIONS = {"linear": "Linear", "binary_tree": "BinaryTree", "tree": "Tree"}
SCHEMES = ("progressive", "weak_op", "strong_op")
FROM_SCRATCH = tuple(f"{name}-{scheme}" for scheme in SCHEMES for name in REPRESENTATIONS)
FROM_LINEAR = ("linear-from_linear", "tree-from_linear")
CONDITIONS = FROM_SCRATCH + FROM_LINEAR
AGAINST_THEIRS = tuple(f"{name}-authors_op" for name in REPRESENTATIONS)
ARMS = ("official", "published")


def representation_and_scheme(condition):
    """Return e.g. ('BinaryTree', 'weak_op') for 'binary_tree-weak_op'. Raises ValueError for any other."""
    check_known("condition", condition, CONDITIONS + AGAINST_THEIRS)
    name, scheme = condition.split("-")
    return REPRESENTATIONS[name], scheme


def label(condition):
    """Return a condition (or any agent's type) as the paper writes it, e.g. 'Tree-from-Linear'."""
    if condition not in CONDITIONS:
        return condition
    representation, scheme = representation_and_scheme(condition)
    return f"{representation}-{scheme.replace('_', '-').replace('linear', 'Linear')}"


def evolved_as(condition, arm):
    """Return the name under which an arm evolves `condition`."""
    return condition.replace("strong_op", "authors_op") if arm == "published" else condition


def run_file(folder, condition, arm="official"):
    """Return the path of a condition's run file below a folder of evolutions."""
    below = HOME / folder / "published" if arm == "published" else HOME / folder
    return below / f"{evolved_as(condition, arm)}.parquet"


def arms(folder):
    """Return the arms in which every condition has been evolved, the one like the authors' first.

    Raises ValueError if there is none.
    """
    whole = [arm for arm in ARMS[::-1] if all(run_file(folder, each, arm).exists() for each in CONDITIONS)]
    if not whole:
        raise ValueError(f"Not all conditions have been evolved in '{folder}': `./run repro` does it.")
    return whole


def fixed_opponent(scheme, strong_op=STRONG_OP):
    """Return the fixed opponent of a scheme, or None for a scheme without one."""
    if scheme == "weak_op":
        return WeakOp(name="WeakOp")
    if scheme == "authors_op":
        return authors.strong_op()
    return read_strong_op(strong_op) if scheme == "strong_op" else None


def bases(scheme, start, number, runs):
    """Return what each run starts from, None or a Linear genome: a list with `runs` entries for each base.

    The bases are the final bests of the first `number` runs in `start`. Raises ValueError if it has fewer.
    """
    if scheme != "from_linear":
        return [None] * runs
    genomes = final_genomes(read_run(HOME / start)[0])
    if len(genomes) < number:
        raise ValueError(f"There are {len(genomes)} runs in '{start}', too few for {number} bases.")
    return [genome for genome in genomes[:number] for _ in range(runs)]


def final_genomes(table):
    """Return the best genome of the last generation of each run in a run file's table."""
    return [from_json(text) for text in table.groupby("run").genome.last()]
