"""Evolved trees as short programs for compiled agents.

A program computes one value after another, each from two earlier ones: features, literals, or results of previous
steps. Repeated subtrees are computed once (crossover copies subtrees, so half of an evolved tree may be repetition) and
subtrees of literals are folded into constants. The result equals the tree's bit for bit, in a third of the time.

    values   12 features | literals | results of the steps
"""

import numpy as np

from deckspace.agents.locm.genomes import ADD, LITERAL, MAX, MUL, NEG, SUB, binary_program
from deckspace.compiling import njit
from deckspace.engine.records import record_type

FEATURES = 12  # of a state; creatures have fewer and leave the rest unused
STEPS = 2048  # the most literals and the most steps of a program
VALUES = FEATURES + 2 * STEPS

PROGRAM_TYPE = record_type(
    [
        ("literal_count", "i8"),
        ("length", "i8"),  # in steps
        ("result", "i8"),  # the index of the result among the values
        ("literals", "f4", STEPS),
        ("ops", "i2", STEPS),
        ("lefts", "i2", STEPS),  # the indices of the values that a step combines
        ("rights", "i2", STEPS),
    ]
)


@njit(inline="always")
def combine(op, left, right):
    """Return `left op right`; NEG negates `left`."""
    if op == ADD:
        return left + right
    if op == MUL:
        return left * right
    if op == SUB:
        return left - right
    if op == NEG:
        return -left
    if op == MAX:  # of a number and nan: the number
        return right if right > left or left != left else left
    return right if right < left or left != left else left


@njit
def load_program(program, values):
    """Write a program's literals into `values` (VALUES,)."""
    for i in range(program.literal_count):
        values[FEATURES + i] = program.literals[i]


@njit
def run_program(program, values):
    """Return the value of a loaded program for the features in `values`."""
    first = FEATURES + program.literal_count
    for i in range(program.length):
        left, right = values[program.lefts[i]], values[program.rights[i]]
        values[first + i] = combine(program.ops[i], left, right)
    return values[program.result]


def write_program(program, tree):
    """Write a tree (lib/deckspace/agents/locm/genomes.py) into a program record. Raises ValueError if it is too large."""
    literals, steps, result = shorten(*binary_program(tree))
    if max(len(literals), len(steps)) > STEPS:
        raise ValueError(
            f"A tree of {len(tree)} nodes needs {len(steps)} steps and {len(literals)} literals; "
            f"a compiled agent can hold {STEPS} of each."
        )
    where = Places(len(literals))
    program.literal_count, program.length = len(literals), len(steps)
    program.literals[: len(literals)] = literals
    for i, (op, left, right) in enumerate(steps):
        program.ops[i], program.lefts[i], program.rights[i] = op, where[left], where[right]
    program.result = where[result]


class Places:
    """Maps an operand, ('feature' or 'literal' or 'step', number), to the index of its value."""

    def __init__(self, literals):
        self.first = {"feature": 0, "literal": FEATURES, "step": FEATURES + literals}

    def __getitem__(self, operand):
        kind, number = operand
        return self.first[kind] + number


def shorten(ops, numbers):
    """Return (literals, steps, result) of a postfix program, in which nothing is computed twice.

    A step is (op, left operand, right operand).
    """
    literals, steps, stack = {}, {}, []
    for op, number in zip(ops.tolist(), numbers, strict=True):
        if op < LITERAL:
            stack.append(("feature", op))
        elif op == LITERAL:
            stack.append(literal(number, literals))
        else:
            right = stack.pop()
            left = right if op == NEG else stack.pop()
            stack.append(combined(op, left, right, literals, steps))
    return [np.frombuffer(bits, "f4")[0] for bits in literals], list(steps), stack.pop()


def literal(number, literals):
    """Return the operand of a literal, which is added if it is new (bit for bit: 0 and -0 differ)."""
    return "literal", literals.setdefault(np.float32(number).tobytes(), len(literals))


def combined(op, left, right, literals, steps):
    """Return the operand of `left op right`: a literal if both are literals, otherwise a step, added if it is new."""
    if left[0] == right[0] == "literal":
        numbers = [np.frombuffer(bits, "f4")[0] for bits in literals]
        plainly = getattr(combine, "py_func", combine)  # the plain function, even if nothing is compiled
        with np.errstate(over="ignore", invalid="ignore"):
            return literal(plainly(op, numbers[left[1]], numbers[right[1]]), literals)
    return "step", steps.setdefault((op, left, right), len(steps))
