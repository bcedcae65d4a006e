"""Evaluation functions as readable formulas."""

import numpy as np

from deckspace.agents.locm.genomes import (
    ADD,
    BINARY,
    FEATURES,
    LITERAL,
    MAX,
    MIN,
    MUL,
    NEG,
    NODE,
    SUB,
    Linear,
    subtree_start,
    to_tree,
)
from study.experiment import check_known

SUM, PRODUCT, ATOM = 0, 1, 2  # how tightly a piece of text holds together
ZERO = [(LITERAL, 0, 0.0)]


def formula(genome, part="card", digits=3, simple=True):
    """Return the 'card' or the 'state' part of a genome as a formula in Python's notation.

    E.g. '0.31*attack + max(defense, 0.5)'. Literals have `digits` significant digits; `simple`
    simplifies first (see `simplify`). Raises ValueError for any other part.
    """
    check_known("part of a genome", part, FEATURES)
    tree = (to_tree(genome) if isinstance(genome, Linear) else genome).part(part)
    return tree_text(simplify(tree) if simple else tree, FEATURES[part], digits)


# --- Text ----------------------------------------------------------------------------------


def tree_text(tree, features, digits):
    """Return a tree as text, with brackets only where they are needed."""
    stack = []
    for op, arity, literal in tree.tolist():
        if op < LITERAL:
            stack.append((features[op], ATOM))
        elif op == LITERAL:
            stack.append((f"{literal:.{digits}g}", ATOM))
        else:
            parts = stack[len(stack) - arity :]
            del stack[len(stack) - arity :]
            stack.append(WRITERS[op](parts))
    return stack[0][0]


def write_sum(parts):
    """Join texts by + and -."""
    text = parts[0][0]
    for part, _ in parts[1:]:
        text += f" - {part[1:]}" if part[0] == "-" else f" + {part}"
    return text, SUM


def write_difference(parts):
    """Subtract one text from another."""
    left, (right, level) = parts[0][0], parts[1]
    if right[0] == "-" and level > SUM:
        return f"{left} + {right[1:]}", SUM
    return f"{left} - {bracketed(right, level)}", SUM


def write_product(parts):
    """Join texts by *, numbers first, with the overall sign in front."""
    texts = sorted((bracketed(*part) for part in parts), key=lambda text: not is_number(text))
    sign = "-" if sum(text[0] == "-" for text in texts) % 2 else ""
    return sign + "*".join(text.lstrip("-") for text in texts), PRODUCT


def write_negation(parts):
    """Put a minus before a text."""
    text, level = parts[0]
    if level == SUM or text[0] == "-":
        text = f"({text})"
    return f"-{text}", PRODUCT


def write_max(parts):
    return call("max", parts)


def write_min(parts):
    return call("min", parts)


def call(name, parts):
    """Write a function and its arguments."""
    return f"{name}({', '.join(text for text, _ in parts)})", ATOM


def bracketed(text, level):
    """Put brackets around a sum."""
    return f"({text})" if level == SUM else text


def is_number(text):
    return text.lstrip("-")[0].isdigit()


WRITERS = {
    ADD: write_sum,
    SUB: write_difference,
    MUL: write_product,
    NEG: write_negation,
    MAX: write_max,
    MIN: write_min,
}  # fmt: skip


# --- Simpler trees -------------------------------------------------------------------------


def simplify(tree):
    """Return a smaller tree of the same value (up to rounding), with operators of any arity.

    Nested sums, products, maxima and minima are merged; literals are folded; what changes nothing
    (+ 0, * 1, a repeated part of a maximum) is dropped; a - b becomes a + -b.
    """
    stack = []
    for op, arity, literal in tree.tolist():
        parts = stack[len(stack) - arity :]
        del stack[len(stack) - arity :]
        stack.append(combine(op, parts) if arity else [(op, 0, literal)])
    return np.array(stack[0], NODE)


def combine(op, parts):
    """Return the nodes of an operator over simplified parts (lists of nodes), simplified."""
    if op == NEG:
        return negated(parts[0])
    if op == SUB:
        return ZERO if parts[0] == parts[1] else combine(ADD, [parts[0], negated(parts[1])])
    parts = [inner for part in parts for inner in (children(part) if part[-1][0] == op else [part])]
    number, rest = fold_literals(op, [part for part in parts if is_literal(part)]), []
    for part in parts:
        if not is_literal(part) and not (op in (MAX, MIN) and part in rest):
            rest.append(part)
    if number is not None and op == MUL and number == 0:
        return ZERO
    if number is not None and not (rest and (op, number) in ((ADD, 0), (MUL, 1))):
        rest.append([(LITERAL, 0, number)])
    return joined(op, rest)


def fold_literals(op, parts):
    """Return the number that literals fold to, or None if there are none."""
    if not parts:
        return None
    number = np.float32(parts[0][0][2])
    for part in parts[1:]:
        number = BINARY[op](number, np.float32(part[0][2]))
    return float(number)


def joined(op, parts):
    """Return the nodes of `op` over parts; over a single part, that part."""
    if len(parts) == 1:
        return parts[0]
    return [node for part in parts for node in part] + [(op, len(parts), 0.0)]


def negated(part):
    """Return the nodes of a negated part."""
    op = part[-1][0]
    if op == LITERAL:
        return [(LITERAL, 0, -part[0][2])]
    if op == NEG:
        return part[:-1]
    if op == MUL and any(is_literal(child) for child in children(part)):
        return combine(MUL, [*children(part), [(LITERAL, 0, -1.0)]])
    return [*part, (NEG, 1, 0.0)]


def is_literal(part):
    return part[-1][0] == LITERAL


def children(part):
    """Return the subtrees of a part's root, in order."""
    arities, found, end = [node[1] for node in part], [], len(part) - 1
    for _ in range(arities[-1]):
        start = subtree_start(arities, end - 1)
        found.append(part[start:end])
        end = start
    return found[::-1]
