"""Evaluation functions (Genome) and the three kinds that are evolved: Linear, BinaryTree and Tree.

Miernik & Kowalski 2022, section 3.1; details that the paper leaves open follow its published code. Each genome values
cards (8 features) and positions (12 features):

    Linear              20 weights: 0-11 for positions, 12-19 for cards
    BinaryTree, Tree    two trees; inner nodes are operators, leaves are features or literals

A tree is a flat array of nodes in postfix order, so every subtree is a contiguous slice that ends with its root, and
crossover is slicing and concatenation. All numbers are 32-bit floats.
"""

import json
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from deckspace.errors import BadInput, is_number

CARD_FEATURES = ("attack", "defense", "breakthrough", "charge", "drain", "guard", "lethal", "ward")
SIDE = ("mana", "deck", "health", "max_mana", "draw", "rune")
STATE_FEATURES = tuple(f"{who}_{what}" for who in ("my", "enemy") for what in SIDE)
FEATURES = {"card": CARD_FEATURES, "state": STATE_FEATURES}
GENES = len(STATE_FEATURES) + len(CARD_FEATURES)

REPRESENTATIONS = ("Linear", "BinaryTree", "Tree")
MUTATION_RATE = 0.05

# The kinds of nodes: 0-11 are features, 12 is a literal, the rest are operators.
LITERAL, ADD, MUL, SUB, MAX, MIN, NEG = range(12, 19)
OPERATORS = {ADD: "add", MUL: "mul", SUB: "sub", MAX: "max", MIN: "min", NEG: "neg"}
CHOICES = {"BinaryTree": (ADD, MAX, MIN, MUL, SUB), "Tree": (ADD, MAX, MIN, MUL, NEG)}
ARITIES = (
    (2,) * 6 + (3,) * 3 + (4,) * 2
)  # of Tree operators: 2, 3 or 4 with probabilities 6/11, 3/11 and 2/11

LARGEST = float(np.finfo("f4").max)  # the largest weight
NODE = np.dtype([("op", "i2"), ("arity", "i2"), ("literal", "f4")])


class Genome(Protocol):
    """An evaluation function: any object with these two methods plays as `Greedy(genome)`, `Beam(genome=...)`, ...

    The value of a position is the `state_value` of its state plus the `card_values` of one's own creatures minus those
    of the enemy's; in the draft, the card with the highest value is taken. Both are defined as in the paper (Miernik &
    Kowalski 2022, section 3.1):

        card_values    takes features (n, 8) of cards or of creatures in their current state: attack, defense, and 1 or 0
                       for each of breakthrough, charge, drain, guard, lethal, ward. Returns (n,), taken as float32.
        state_value    takes features (n, 12), six of the player to move and the same six of the enemy: mana, cards left
                       in the deck, health, mana per turn, cards drawn next turn, and the health at which the next rune
                       breaks. Returns (n,).

    All features are float32, in the units of the game. A genome plays at full speed if it also offers one of these:

        state_weights    12 numbers, multiplied by the features and summed
        state_program    a tree, an array of NODE
        state_function   a compiled function (`njit`) of a float32 array (12,) that returns a float64

    Otherwise it plays in plain Python (a few hundred times slower), and only greedily. Values of cards are tabulated once
    for attack and defense below 20; larger numbers count as 19 unless the genome also offers `card_weights` or a
    `card_program`. Where two actions are worth the same, rounding may decide between them; the paper's Linear genomes
    avoid it by weights that are multiples of 2**-23 (`literals`), whose sums are exact.
    """

    def card_values(self, features): ...

    def state_value(self, features): ...


@dataclass(frozen=True, eq=False)
class Linear:
    """Twenty weights: 12 for the state's features (STATE_FEATURES), then 8 for a card's (CARD_FEATURES).

    >>> genome = Linear([0] * 12 + [1, 1, 0, 0, 0, 0.5, 0, 0])    # attack, defense, and half a point for Guard
    >>> float(genome.card_values(np.array([2, 3, 0, 0, 0, 1, 0, 0])))
    5.5

    `weights` becomes a float32 array of shape (20,). Raises ValueError unless these are 20 finite numbers.
    """

    weights: np.ndarray

    representation = "Linear"

    def __post_init__(self):
        with np.errstate(over="ignore"):
            weights = np.asarray(self.weights, "f4")
        if weights.shape != (GENES,) or not np.isfinite(weights).all():
            raise ValueError(
                f"A Linear genome needs {GENES} weights, each a finite 32-bit number; these have the shape {weights.shape}."
            )
        object.__setattr__(self, "weights", weights)

    @property
    def state_weights(self):
        """The weights for the state's features, (12,)."""
        return self.part("state")

    @property
    def card_weights(self):
        """The weights for a card's features, (8,)."""
        return self.part("card")

    def card_values(self, features):
        """Return the values of cards from their features (..., 8), a float32 array of shape (...)."""
        return np.float32(weighted(self.card_weights, features))

    def state_value(self, features):
        """Return the values of positions from their features (..., 12): exact sums, float64 of shape (...)."""
        return weighted(self.state_weights, features)

    def part(self, name):
        """Return the weights for the 'card' features (8) or the 'state' features (12)."""
        split = len(STATE_FEATURES)
        return self.weights[:split] if name == "state" else self.weights[split:]


@dataclass(frozen=True, eq=False)
class Trees:
    """A card tree and a state tree, arrays of NODE; `representation` is 'BinaryTree' or 'Tree'.

    >>> import deckspace as ds, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> tree = ds.locm.random_genome("Tree", rng)
    >>> float(tree.state_value(np.ones(12))) < 1e9
    True
    """

    representation: str
    card: np.ndarray
    state: np.ndarray

    @property
    def state_program(self):
        """The tree over the state's features."""
        return self.state

    @property
    def card_program(self):
        """The tree over a card's features."""
        return self.card

    def card_values(self, features):
        """Return the values of cards from their features (..., 8), a float32 array of shape (...)."""
        return self.values("card", features)

    def state_value(self, features):
        """Return the values of positions from their features (..., 12), a float32 array of shape (...)."""
        return self.values("state", features)

    def values(self, part, features):
        """Return the values of one of the two trees for features (..., n)."""
        columns = in_columns(features, part, "f4")
        return np.broadcast_to(tree_value(self.part(part), columns), columns[0].shape)[()]

    def part(self, name):
        """Return the 'card' tree or the 'state' tree."""
        return getattr(self, name)


def sizes(genome):
    """Return the numbers of genes of the two parts: (card, state)."""
    return len(genome.part("card")), len(genome.part("state"))


# --- Random genomes ------------------------------------------------------------------------


def literals(rng, n=None):
    """Draw numbers uniformly from [-1, 1): a float32 array of shape (n,), or one number.

    They are multiples of 2**-23, so sums of whole numbers times them are exact in float64, in any order.
    """
    return np.float32(rng.integers(-(2**23), 2**23, n) / 2**23)


def random_genome(representation, rng):
    """Return a random genome. Raises ValueError for an unknown representation.

    >>> import deckspace as ds, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> ds.locm.random_genome("Linear", rng).weights.shape
    (20,)
    """
    check_representation(representation)
    if representation == "Linear":
        return Linear(literals(rng, GENES))
    return Trees(representation, *(random_tree(representation, part, rng) for part in ("card", "state")))


def check_representation(name):
    """Raise ValueError for an unknown representation."""
    if name not in REPRESENTATIONS:
        known = ", ".join(REPRESENTATIONS)
        raise ValueError(f"Unknown representation {name!r}; choose one of {known}.")


def random_tree(representation, part, rng):
    """Return a random tree: each node is any feature, a literal or any operator, all equally likely.

    Depth and size are not limited, but a node has fewer than one child on average.
    """
    nodes, missing = [], 1
    while missing:
        node = random_node(representation, len(FEATURES[part]), rng)
        nodes.append(node)
        missing += node[1] - 1
    return np.array(nodes[::-1], NODE)  # roots were drawn first, but come last in postfix order


def random_node(representation, features, rng):
    """Return one node as a tuple (op, arity, literal)."""
    kind = int(rng.integers(features + 6))
    if kind < features:
        return kind, 0, 0.0
    if kind == features:
        return LITERAL, 0, literals(rng)
    op = CHOICES[representation][kind - features - 1]
    return op, random_arity(representation, op, rng), 0.0


def random_arity(representation, op, rng):
    """Return the number of subtrees of a new operator."""
    if op == NEG:
        return 1
    return 2 if representation == "BinaryTree" else ARITIES[rng.integers(len(ARITIES))]


# --- Crossover and mutation ----------------------------------------------------------------


def crossover(one, two, rng):
    """Return two children of two genomes of the same representation.

    >>> import deckspace as ds, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> one, two = (ds.locm.random_genome("Tree", rng) for _ in range(2))
    >>> [child.representation for child in ds.locm.crossover(one, two, rng)]
    ['Tree', 'Tree']
    """
    if isinstance(one, Linear):
        own = rng.random(GENES) < 0.5
        mixed = np.where(own, one.weights, two.weights), np.where(own, two.weights, one.weights)
        return Linear(mixed[0]), Linear(mixed[1])
    card, state = swap(one.card, two.card, rng), swap(one.state, two.state, rng)
    return tuple(Trees(one.representation, *pair) for pair in zip(card, state, strict=True))


def swap(one, two, rng):
    """Return two trees with a random subtree exchanged; every node is equally likely."""
    a, b = random_slice(one, rng), random_slice(two, rng)
    return replace(one, a, two[b]), replace(two, b, one[a])


def mutate(genome, rng, rate=MUTATION_RATE):
    """Return a mutated copy.

    Linear: each weight is redrawn with probability `rate`. Trees: with probability `rate`, for each of the two trees,
    one random node is replaced by a new random tree.

    >>> import deckspace as ds, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> parent = ds.locm.Linear([0] * 20)
    >>> ds.locm.mutate(parent, rng, rate=1).weights.all()
    np.True_
    """
    if isinstance(genome, Linear):
        changed = rng.random(GENES) < rate
        return Linear(np.where(changed, literals(rng, GENES), genome.weights))
    mutants = (
        regrow(genome.representation, part, genome.part(part), rng)
        if rng.random() < rate
        else genome.part(part)
        for part in ("card", "state")
    )
    return Trees(genome.representation, *mutants)


def regrow(representation, part, tree, rng):
    """Return the tree with one random node replaced by a new random tree."""
    return replace(tree, random_slice(tree, rng), random_tree(representation, part, rng))


def random_slice(tree, rng):
    """Return the slice of the subtree whose root is a random node."""
    root = int(rng.integers(len(tree)))
    return slice(subtree_start(tree["arity"].tolist(), root), root + 1)


def subtree_start(arities, root):
    """Return where the subtree that ends at `root` begins."""
    missing = arities[root]
    while missing:
        root -= 1
        missing += arities[root] - 1
    return root


def replace(tree, gap, graft):
    """Return the tree with the slice `gap` replaced by the tree `graft`."""
    return np.concatenate([tree[: gap.start], graft, tree[gap.stop :]])


# --- Values --------------------------------------------------------------------------------


def card_features(attack, defense, keywords):
    """Return the features of cards as a float32 array (..., 8), where ... is the common shape of the arguments.

    `keywords` are the bits of the rule book (breakthrough 1, charge 2, ... ward 32).
    """
    attack, defense, keywords = np.broadcast_arrays(attack, defense, keywords)
    columns = np.array([attack, defense, *(keywords >> i & 1 for i in range(6))], "f4")
    return np.moveaxis(columns, 0, -1)


def in_columns(features, part, dtype):
    """Return features (..., n) as a list of n arrays (...). Raises ValueError for a wrong number of features."""
    columns = np.moveaxis(np.asarray(features), -1, 0)
    if len(columns) != len(FEATURES[part]):
        what = "position" if part == "state" else "card"
        raise ValueError(f"A {what} must have {len(FEATURES[part])} features, not {len(columns)}.")
    return list(columns.astype(dtype))


def weighted(weights, features):
    """Return the weighted sums of features, float64."""
    columns = in_columns(features, "state" if len(weights) == len(STATE_FEATURES) else "card", "f8")
    return sum(weight * feature for weight, feature in zip(weights.astype("f8"), columns, strict=True))


def tree_value(tree, features):
    """Return the value of a tree in 32-bit arithmetic, from a list of float32 features."""
    stack = []
    with np.errstate(over="ignore", invalid="ignore"):
        for op, literal in zip(*binary_program(tree), strict=True):
            if op < LITERAL:
                stack.append(features[op])
            elif op == LITERAL:
                stack.append(literal)
            elif op == NEG:
                stack.append(-stack.pop())
            else:
                right = stack.pop()
                stack.append(BINARY[op](stack.pop(), right))
    return stack.pop()


# As in the paper's code, the maximum of a number and nan is the number.
BINARY = {ADD: np.add, MUL: np.multiply, SUB: np.subtract, MAX: np.fmax, MIN: np.fmin}


def binary_program(tree):
    """Return a tree as instructions for a stack machine: (ops int16, literals float32) of the same length.

    They are in postfix order, but every operator takes two numbers from the stack (NEG one): the sum of three subtrees
    becomes a b ADD c ADD, a fold from left to right. `literals` is used where op is LITERAL.
    """
    ends, folds, nodes = [], {}, tree.tolist()
    for i, (op, arity, _) in enumerate(nodes):
        children = ends[len(ends) - arity :]
        del ends[len(ends) - arity :]
        folds.update((end, op) for end in children[1:-1])  # the last fold is the node itself
        ends.append(i)
    program = []
    for i, (op, _, literal) in enumerate(nodes):
        program.append((op, literal))
        if i in folds:
            program.append((folds[i], 0.0))
    ops, numbers = zip(*program, strict=True)
    return np.array(ops, "i2"), np.array(numbers, "f4")


# --- Conversion between representations, and to text ---------------------------------------


def to_tree(linear):
    """Return a Linear genome as a Tree: the sum of feature * weight over all features (section 4.4)."""
    return Trees("Tree", *(weighted_sum(linear.part(name)) for name in ("card", "state")))


def weighted_sum(weights):
    """Return the tree of a weighted sum of features."""
    nodes = []
    for feature, weight in enumerate(weights):
        nodes += [(feature, 0, 0.0), (LITERAL, 0, weight), (MUL, 2, 0.0)]
    return np.array([*nodes, (ADD, len(weights), 0.0)], NODE)


def to_json(genome):
    """Return a genome as one line of JSON; trees are words in postfix order, e.g. 'attack 0.5 mul'.

    The words of a tree are features (CARD_FEATURES or STATE_FEATURES), numbers, and operators after what they are applied
    to: add, mul, max and min, in a BinaryTree also sub, in a Tree also neg. `add9` is the sum of the nine values before it.
    Raises BadInput for an evaluation function of another kind: the league takes it from a module.

    >>> import deckspace as ds
    >>> ds.locm.to_json(ds.locm.Linear([0.5] * 20))[:43]
    '{"representation": "Linear", "weights": [0.'
    """
    if getattr(genome, "representation", None) not in REPRESENTATIONS:
        raise BadInput(f"Only a Linear, BinaryTree or Tree genome can be written as text, not {genome!r}.")
    data = {"representation": genome.representation}
    if isinstance(genome, Linear):
        data["weights"] = [float(str(w)) for w in genome.weights]  # the shortest exact decimals
    else:
        data |= {part: to_words(genome.part(part), FEATURES[part]) for part in ("card", "state")}
    return json.dumps(data)


def to_words(tree, features):
    """Return a tree as words; an operator with three subtrees is written as 'add3'."""
    return " ".join(to_word(node, features) for node in tree)


def to_word(node, features):
    op, arity, literal = node
    if op < LITERAL:
        return features[op]
    if op == LITERAL:
        return str(literal)
    return OPERATORS[op] if arity <= 2 else f"{OPERATORS[op]}{arity}"


def from_json(text):
    """Return the genome from the output of `to_json`, or from an agent's file with a field 'genome'.

    Raises ValueError with a sentence for an invalid genome.

    >>> import deckspace as ds
    >>> ds.locm.from_json(ds.locm.to_json(ds.locm.Linear([0.5] * 20))).representation
    'Linear'
    """
    try:
        data = json.loads(text)
        data = data.get("genome", data)
        representation = data["representation"]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError("A genome must be a JSON object with a representation; this text is not.") from None
    check_representation(representation)
    if representation == "Linear":
        return linear_from(data.get("weights"))
    return Trees(representation, *(from_words(data.get(p), p, representation) for p in ("card", "state")))


def linear_from(weights):
    """Return a Linear genome from a list of 20 numbers."""
    found = [f"is {weights!r:.100}"]
    if isinstance(weights, list):
        found = [f"has {w!r:.100}" for w in weights if not is_number(w) or not abs(w) <= LARGEST]
        found += [f"has {len(weights)}"] * (len(weights) != GENES)
    if found:
        raise ValueError(
            f"A Linear genome needs a list of {GENES} weights, each a 32-bit number; this one {found[0]}."
        )
    return Linear(np.array(weights, "f4"))


def from_words(text, part, representation):
    """Return the tree from the output of `to_words`."""
    words = text.split() if isinstance(text, str) else []
    nodes = [from_word(word, part, representation) for word in words]
    depth = 0
    for word, (_, arity, _) in zip(words, nodes, strict=True):
        if arity > depth:
            raise ValueError(f"The {part} tree is broken: {word!r} comes before its operands.")
        depth += 1 - arity
    if depth != 1:
        raise ValueError(f"The {part} tree is broken: its words form {depth} trees, not one.")
    return np.array(nodes, NODE)


def from_word(word, part, representation):
    """Return the node for one word as a tuple (op, arity, literal)."""
    if word in FEATURES[part]:
        return FEATURES[part].index(word), 0, 0.0
    letters = word.rstrip("0123456789")
    for op in CHOICES[representation]:
        if OPERATORS[op] == letters:
            return op, operator_arity(word, letters, op, representation), 0.0
    try:
        with np.errstate(over="ignore"):
            literal = np.float32(word)
    except ValueError:
        literal = np.nan
    if not np.isfinite(literal):
        raise ValueError(f"The {part} tree of a {representation} genome has no word {word!r}.")
    return LITERAL, 0, literal


def operator_arity(word, letters, op, representation):
    """Return the number at the end of an operator's word, or the default if there is none."""
    usual = 1 if op == NEG else 2
    arity = int(word[len(letters) :] or usual)
    if arity != usual and (op == NEG or representation == "BinaryTree" or arity < 2):
        raise ValueError(f"An operator of a {representation} genome cannot be {word!r}.")
    return arity
