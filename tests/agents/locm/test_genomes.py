"""Genomes: how they are drawn, bred, valued and written down."""

import json

import numpy as np
import pytest

from deckspace.agents.locm import genomes
from deckspace.agents.locm.genomes import ADD, CARD_FEATURES, FEATURES, LITERAL, MAX, MIN, MUL, NEG, SUB
from deckspace.errors import BadInput
from study.papers.locm.formulas import formula, simplify

REPRESENTATIONS, TREES = ("Linear", "BinaryTree", "Tree"), ("BinaryTree", "Tree")


@pytest.fixture
def rng():
    return np.random.default_rng(20220203)


def tree(text, part="card", representation="Tree"):
    return genomes.from_words(text, part, representation)


def bred(representation, rng, n=60, generations=8):
    """Genomes after some generations of crossover and mutation, so that many of them are large."""
    population = [genomes.random_genome(representation, rng) for _ in range(n)]
    for _ in range(generations):
        pairs = rng.integers(n, size=(n // 2, 2))
        children = [c for a, b in pairs for c in genomes.crossover(population[a], population[b], rng)]
        population = [genomes.mutate(child, rng, 0.3) for child in children]
    return population


# --- The slow reference: recursive, one card at a time -------------------------------------


def nested(nodes):
    """Turn a postfix list of nodes (consumed from its end) into (op, literal, [children])."""
    op, arity, literal = nodes.pop()
    return op, literal, [nested(nodes) for _ in range(arity)][::-1]


def slow_value(node, features):
    op, literal, children = node
    if op < LITERAL:
        return np.float32(features[op])
    if op == LITERAL:
        return np.float32(literal)
    values = [slow_value(child, features) for child in children]
    if op == NEG:
        return -values[0]
    total = values[0]
    for value in values[1:]:
        total = {ADD: total + value, MUL: total * value, SUB: total - value,
                 MAX: max(total, value), MIN: min(total, value)}[op]  # fmt: skip
    return total


def slow_tree_value(tree, features):
    return slow_value(nested(tree.tolist()), features)


def card_values(genome, attack, defense, keywords):
    return genome.card_values(genomes.card_features(attack, defense, keywords))


def random_cards(rng, n):
    return rng.integers(0, 32, n), rng.integers(-5, 32, n), rng.integers(0, 64, n)


# --- Drawing -------------------------------------------------------------------------------


def test_literals_are_uniform_and_sums_with_them_exact(rng):
    drawn = genomes.literals(rng, 100_000)
    assert drawn.dtype == np.float32 and -1 <= drawn.min() and drawn.max() < 1
    assert abs(drawn.mean()) < 0.01 and abs(drawn.var() - 1 / 3) < 0.01
    terms = drawn.astype("f8") * rng.integers(-50, 50, len(drawn))
    assert (terms * 2**23 % 1 == 0).all()
    assert terms.sum() == terms[::-1].sum() == np.cumsum(terms)[-1]


@pytest.mark.parametrize("representation", TREES)
@pytest.mark.parametrize("part", ["card", "state"])
def test_every_kind_of_node_is_equally_likely(representation, part, rng):
    roots = [genomes.random_tree(representation, part, rng)[-1]["op"] for _ in range(14_000)]
    kinds, counts = np.unique(roots, return_counts=True)
    features = len(FEATURES[part])
    assert set(kinds) == {*range(features), LITERAL, *genomes.CHOICES[representation]}
    expected = 14_000 / (features + 6)
    assert abs(counts - expected).max() < 5 * expected**0.5


def test_arities(rng):
    drawn = np.concatenate([genomes.random_tree("Tree", "card", rng) for _ in range(20_000)])
    operators = drawn[np.isin(drawn["op"], (ADD, MUL, MAX, MIN))]["arity"]
    shares = np.bincount(operators, minlength=5)[2:] / len(operators)
    assert abs(shares - np.array([6, 3, 2]) / 11).max() < 0.02
    assert (drawn[drawn["op"] == NEG]["arity"] == 1).all() and SUB not in drawn["op"]
    assert (drawn[drawn["op"] <= LITERAL]["arity"] == 0).all()
    drawn = np.concatenate([genomes.random_tree("BinaryTree", "state", rng) for _ in range(3000)])
    assert set(drawn[drawn["op"] > LITERAL]["arity"]) == {2} and NEG not in drawn["op"]


# --- Breeding ------------------------------------------------------------------------------


def test_linear_crossover_is_uniform_and_children_complement_each_other(rng):
    parents = [genomes.Linear(np.full(20, x, "f4")) for x in (1, 2)]
    children = np.array([[c.weights for c in genomes.crossover(*parents, rng)] for _ in range(2000)])
    assert (children.sum(axis=1) == 3).all() and set(np.unique(children)) == {1, 2}
    assert abs(children[:, 0].mean(0) - 1.5).max() < 0.05


def test_the_two_trees_cross_independently(rng):
    one = genomes.Trees("Tree", tree("attack neg"), tree("my_mana neg", "state"))
    two = genomes.Trees("Tree", tree("ward"), tree("my_rune", "state"))
    children = [genomes.crossover(one, two, rng)[0] for _ in range(100)]
    assert {genomes.sizes(child) for child in children} == {(1, 1), (1, 2), (2, 1), (2, 2)}


@pytest.mark.parametrize("representation", TREES)
def test_crossover_loses_no_node_and_leaves_parents_alone(representation, rng):
    population = bred(representation, rng)
    before = [genomes.to_json(g) for g in population]
    for one, two in zip(population, population[1:], strict=False):
        children = genomes.crossover(one, two, rng)
        for part in ("card", "state"):
            old, new = ([each.part(part) for each in both] for both in ((one, two), children))
            assert sorted(np.concatenate(new).tolist()) == sorted(np.concatenate(old).tolist())
            for child in new:
                assert genomes.subtree_start(child["arity"].tolist(), len(child) - 1) == 0
    assert [genomes.to_json(g) for g in population] == before


def test_the_rate_of_mutation_is_for_each_weight_or_a_whole_tree(rng):
    zero = genomes.Linear(np.zeros(20, "f4"))
    mutants = np.array([genomes.mutate(zero, rng).weights for _ in range(10_000)])
    fresh = mutants[mutants != 0]
    assert abs((mutants != 0).mean(0) - 0.05).max() < 0.01
    assert abs(fresh.mean()) < 0.02 and abs(fresh.var() - 1 / 3) < 0.02
    text = " ".join(["attack attack"] + ["add attack"] * 30 + ["add"])
    parent = genomes.Trees("Tree", tree(text), tree(text.replace("attack", "my_mana"), "state"))
    mutants = [genomes.mutate(parent, rng) for _ in range(10_000)]
    changed = np.array([[m.card is not parent.card, m.state is not parent.state] for m in mutants])
    assert abs(changed.mean(0) - 0.05).max() < 0.01 and abs(changed.all(1).mean() - 0.0025) < 0.002
    parent = tree("ward 0.5 mul ward add")
    slices = [genomes.random_slice(parent, rng) for _ in range(5000)]
    starts = {4: 0, 2: 0, 0: 0, 1: 1, 3: 3}
    assert all(starts[s.stop - 1] == s.start for s in slices)
    assert np.bincount([s.stop - 1 for s in slices]).min() > 850, "every node is replaced equally often"
    for representation in REPRESENTATIONS:
        genome = genomes.random_genome(representation, rng)
        assert genomes.to_json(genomes.mutate(genome, rng, 0)) == genomes.to_json(genome)
    assert (genomes.mutate(genomes.Linear(np.full(20, 2, "f4")), rng, 1).weights < 1).all()
    with pytest.raises(ValueError, match="choose one of Linear, BinaryTree, Tree"):
        genomes.random_genome("linear", rng)


def test_tree_crossover_exchanges_one_subtree(rng):
    one, two = tree("attack 0.5 mul guard add"), tree("ward neg")
    seen = {}
    for _ in range(4000):
        a, b = genomes.swap(one, two, rng)
        pair = genomes.to_words(a, CARD_FEATURES), genomes.to_words(b, CARD_FEATURES)
        seen[pair] = seen.get(pair, 0) + 1
    assert len(seen) == 5 * 2  # five nodes there, two here: each pair of them is another result
    assert min(seen.values()) > 300
    assert ("ward", "attack 0.5 mul guard add neg") in seen
    assert ("ward neg guard add", "attack 0.5 mul") in seen


# --- Values --------------------------------------------------------------------------------


@pytest.mark.parametrize("representation", TREES)
def test_values_are_those_of_the_slow_reference(representation, rng):
    attack, defense, keywords = random_cards(rng, 20)
    features = rng.integers(0, 31, (20, 12))
    population = bred(representation, rng)
    assert max(genomes.sizes(g)[0] for g in population) > 30
    for genome in population:
        values, positions = card_values(genome, attack, defense, keywords), genome.state_value(features)
        assert values.dtype == positions.dtype == np.float32
        for i in range(20):
            card = [attack[i], defense[i], *(keywords[i] >> np.arange(6) & 1)]
            assert values[i] == slow_tree_value(genome.card, card)
            assert positions[i] == slow_tree_value(genome.state, features[i])


def test_linear_values_alone_and_as_a_tree(rng):
    genome = genomes.random_genome("Linear", rng)
    attack, defense, keywords = random_cards(rng, 100)
    flags = keywords[:, None] >> np.arange(6) & 1
    cards = np.column_stack([attack, defense, flags]).astype("f8") @ genome.weights[12:].astype("f8")
    values = card_values(genome, attack, defense, keywords)
    assert values.dtype == np.float32 and (values == cards.astype("f4")).all()
    features = rng.integers(-10, 31, (100, 12))
    exact = (features * np.round(genome.weights[:12].astype("f8") * 2**23).astype(int)).sum(1)
    positions = genome.state_value(features)
    assert positions.dtype == np.float64 and (positions * 2**23 == exact).all()
    trees = genomes.to_tree(genome)
    assert genomes.sizes(trees) == (8 * 3 + 1, 12 * 3 + 1) and genomes.sizes(genome) == (8, 12)
    np.testing.assert_allclose(card_values(trees, attack, defense, keywords), values, atol=2e-5)
    np.testing.assert_allclose(trees.state_value(features), positions, atol=2e-5)


def test_one_position_or_many(rng):
    genome = genomes.random_genome("Tree", rng)
    features = rng.integers(0, 30, (4, 5, 12))
    values = genome.state_value(features)
    assert values.shape == (4, 5) and genome.state_value(features[2, 3]) == values[2, 3]
    with pytest.raises(ValueError, match="12 features, not 11"):
        genome.state_value(features[..., :11])


NAN = "3e38 3e38 mul neg 3e38 3e38 mul add"  # infinity - infinity


@pytest.mark.parametrize(
    "words, value",
    [
        ("16777216.0 1.0 1.0 add3", 2**24),  # from left to right: 2**24 + 2 would be exact
        (f"{NAN} 0.5 max", 0.5),  # not a number loses, as in the paper's code
        (f"0.5 {NAN} min", 0.5),
    ],
)
def test_values_in_32_bits(words, value):
    assert genomes.tree_value(tree(words), []) == value


def test_no_limit_of_depth(rng):
    deep = genomes.Trees("Tree", tree("attack " + "neg " * 5001), tree("my_mana", "state"))
    assert card_values(deep, 3, 1, 0) == -3 and formula(deep) == "-attack"
    assert genomes.sizes(genomes.from_json(genomes.to_json(genomes.mutate(deep, rng, 1))))[0] >= 1


# --- Text ----------------------------------------------------------------------------------


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_text_round_trips_are_exact(representation, rng):
    for genome in bred(representation, rng):
        again = genomes.from_json(genomes.to_json(genome))
        assert again.representation == representation
        for one, other in ((again.part(part), genome.part(part)) for part in ("card", "state")):
            assert one.dtype == other.dtype and one.tobytes() == other.tobytes()
    drawn = np.concatenate([genomes.literals(rng, 20_000), np.float32([-1, 1 - 2**-23, 2**-23, 0])])
    assert (np.array([float(str(x)) for x in drawn]).astype("f4") == drawn).all()


def test_an_evaluation_function_of_other_kinds_has_no_text():
    with pytest.raises(
        BadInput, match="Only a Linear, BinaryTree or Tree genome can be written as text, not <object"
    ):
        genomes.to_json(object())


def linear(weights):
    return f'{{"representation": "Linear", "weights": {weights}}}'


def trees(card, state="my_mana", representation="Tree"):
    return json.dumps({"representation": representation, "card": card, "state": state})


ONES = "[" + "1, " * 19


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "a JSON object with a representation"),
        ("[" * 100_000, "a JSON object with a representation"),
        ('{"representation": "Forest"}', "Unknown representation 'Forest'"),
        ('{"representation": []}', r"Unknown representation \[\]"),
        ('{"representation": "Linear"}', "a list of 20 weights"),
        (linear("[1, 2]"), "a list of 20 weights"),
        (linear(ONES + "NaN]"), "each a 32-bit number; this one has nan"),
        (linear(ONES + "9" * 400 + "]"), "each a 32-bit number; this one has 9{100}[.]"),
        (trees("1e300"), "no word '1e300'"),
        (trees("my_mana"), "no word 'my_mana'"),
        (trees("attack ward sub"), "no word 'sub'"),
        (trees("attack neg", representation="BinaryTree"), "no word 'neg'"),
        (trees("attack", None), "state tree is broken: its words form 0 trees"),
        (trees("attack ward"), "card tree is broken: its words form 2"),
        (trees("attack add ward"), "'add' comes before"),
        (trees("ward ward ward add3", representation="BinaryTree"), "cannot be 'add3'"),
        (trees("ward ward neg2"), "cannot be 'neg2'"),
    ],
)
def test_broken_text_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        genomes.from_json(text)


# --- Formulas ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words, text, simple",
    [
        ("attack 0.3125 mul defense 0.5 max add", "0.312*attack + max(defense, 0.5)", False),
        ("attack ward add guard mul", "(attack + ward)*guard", False),
        ("attack ward guard add3 neg", "-(attack + ward + guard)", False),
        ("attack ward neg add", "attack - ward", False),
        ("attack -0.5 ward mul add", "attack - 0.5*ward", False),
        ("attack neg ward neg mul -0.5 mul", "-0.5*attack*ward", False),
        ("attack neg neg", "-(-attack)", False),
        ("attack ward guard add sub", "attack - (ward + guard)", False),
        ("attack -0.5 sub", "attack + 0.5", False),
        ("attack 0.5 ward 0.25 add4", "attack + ward + 0.75", True),
        ("attack neg neg", "attack", True),
        ("attack attack ward max max", "max(attack, ward)", True),
        ("attack 0.0 mul ward add", "ward", True),
        ("0.5 0.25 add", "0.75", True),
    ],
)
def test_formulas_have_brackets_only_where_needed_and_may_be_simplified(words, text, simple):
    kind = "BinaryTree" if "sub" in words else "Tree"
    genome = genomes.Trees(kind, tree(words, representation=kind), tree("my_mana", "state"))
    assert formula(genome, simple=simple) == text


@pytest.mark.parametrize("simple", [False, True])
@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_a_formula_computed_by_python_gives_the_genomes_value(representation, simple, rng):
    for genome in bred(representation, rng):
        attack, defense, keywords = (int(x) for (x,) in random_cards(rng, 1))
        card, state = [attack, defense, *(keywords >> i & 1 for i in range(6))], rng.integers(0, 31, 12)
        values = card_values(genome, attack, defense, keywords), genome.state_value(state)
        for part, features, value in zip(("card", "state"), (card, state.tolist()), values, strict=True):
            names = dict(zip(genomes.FEATURES[part], features, strict=True)) | {"max": max, "min": min}
            computed = eval(formula(genome, part, digits=9, simple=simple), {}, names)
            assert value == pytest.approx(computed, rel=1e-3, abs=1e-3)


def test_simplifying_never_adds_nodes_and_is_done_in_one_go(rng):
    for genome in bred("Tree", rng):
        simpler = simplify(genome.card)
        assert len(simpler) <= len(genome.card) + 1 and simplify(simpler).tolist() == simpler.tolist()
    with pytest.raises(ValueError, match="no part of a genome 'hand'"):
        formula(genomes.random_genome("Linear", rng), "hand")
