"""Genomes: how they are drawn, bred, valued and written down."""

import numpy as np
import pytest

from deckspace.agents.locm import genomes
from deckspace.agents.locm.genomes import (
    ADD,
    CARD_FEATURES,
    FEATURES,
    LITERAL,
    MAX,
    MIN,
    MUL,
    NEG,
    REPRESENTATIONS,
    STATE_FEATURES,
    SUB,
)
from study.papers.locm.formulas import formula, simplify

TREES = ("BinaryTree", "Tree")


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


def test_a_linear_genome_has_twenty_weights(rng):
    weights = np.array([genomes.random_genome("Linear", rng).weights for _ in range(2000)])
    assert weights.shape == (2000, 20) and weights.dtype == np.float32
    assert abs(weights.mean(0)).max() < 0.06 and np.unique(weights).size > 39_000


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
    assert (drawn[drawn["op"] == NEG]["arity"] == 1).all()
    assert SUB not in drawn["op"]
    assert (drawn[drawn["op"] <= LITERAL]["arity"] == 0).all()


def test_binary_trees_are_binary(rng):
    drawn = np.concatenate([genomes.random_tree("BinaryTree", "state", rng) for _ in range(3000)])
    assert set(drawn[drawn["op"] > LITERAL]["arity"]) == {2}
    assert NEG not in drawn["op"]


@pytest.mark.parametrize(
    "representation, part, children",
    [
        ("BinaryTree", "card", 10 / 14),
        ("BinaryTree", "state", 10 / 18),
        ("Tree", "card", (4 * 29 / 11 + 1) / 14),
        ("Tree", "state", (4 * 29 / 11 + 1) / 18),
    ],
)
def test_mean_size_of_a_random_tree(representation, part, children, rng):
    """A branching process with m children on average has 1 / (1 - m) nodes on average."""
    drawn = [len(genomes.random_tree(representation, part, rng)) for _ in range(20_000)]
    error = np.std(drawn) / len(drawn) ** 0.5
    assert abs(np.mean(drawn) - 1 / (1 - children)) < 4 * error


# --- Breeding ------------------------------------------------------------------------------


def test_linear_crossover_is_uniform_and_children_complement_each_other(rng):
    one, two = (genomes.Linear(np.full(20, x, "f4")) for x in (1, 2))
    first, second = zip(*(genomes.crossover(one, two, rng) for _ in range(2000)), strict=True)
    first, second = np.array([c.weights for c in first]), np.array([c.weights for c in second])
    assert (first + second == 3).all() and set(np.unique(first)) == {1, 2}
    assert abs(first.mean(0) - 1.5).max() < 0.05


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


@pytest.mark.parametrize("representation", TREES)
def test_crossover_loses_no_node_and_leaves_parents_alone(representation, rng):
    population = bred(representation, rng)
    before = [genomes.to_json(g) for g in population]
    for one, two in zip(population, population[1:], strict=False):
        for part in ("card", "state"):
            children = [c.part(part) for c in genomes.crossover(one, two, rng)]
            ours, theirs = (
                sorted(np.concatenate(x).tolist()) for x in (children, [one.part(part), two.part(part)])
            )
            assert ours == theirs
            for child in children:
                assert genomes.subtree_start(child["arity"].tolist(), len(child) - 1) == 0
    assert [genomes.to_json(g) for g in population] == before


def test_the_two_trees_cross_independently(rng):
    one = genomes.Trees("Tree", tree("attack neg"), tree("my_mana neg", "state"))
    two = genomes.Trees("Tree", tree("ward"), tree("my_rune", "state"))
    cases = {
        tuple(map(len, (c.card, c.state))) for c, _ in (genomes.crossover(one, two, rng) for _ in range(100))
    }
    assert cases == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_linear_mutation_rate(rng):
    zero = genomes.Linear(np.zeros(20, "f4"))
    mutants = np.array([genomes.mutate(zero, rng).weights for _ in range(10_000)])
    assert abs((mutants != 0).mean(0) - 0.05).max() < 0.01
    fresh = mutants[mutants != 0]
    assert abs(fresh.mean()) < 0.02 and abs(fresh.var() - 1 / 3) < 0.02


def test_tree_mutation_rate_is_for_a_whole_tree(rng):
    text = " ".join(["attack attack"] + ["add attack"] * 30 + ["add"])
    parent = genomes.Trees("Tree", tree(text), tree(text.replace("attack", "my_mana"), "state"))
    changed = np.array(
        [
            [m.card is not parent.card, m.state is not parent.state]
            for m in (genomes.mutate(parent, rng) for _ in range(10_000))
        ]
    )
    assert abs(changed.mean(0) - 0.05).max() < 0.01
    assert abs(changed.all(1).mean() - 0.0025) < 0.002


def test_mutation_replaces_every_node_equally_often(rng):
    parent = tree("ward 0.5 mul ward add")
    slices = [genomes.random_slice(parent, rng) for _ in range(5000)]
    starts = {4: 0, 2: 0, 0: 0, 1: 1, 3: 3}
    assert all(starts[s.stop - 1] == s.start for s in slices)
    assert np.bincount([s.stop - 1 for s in slices]).min() > 850


def test_nothing_mutates_at_rate_zero_and_everything_at_one(rng):
    for representation in REPRESENTATIONS:
        genome = genomes.random_genome(representation, rng)
        assert genomes.to_json(genomes.mutate(genome, rng, 0)) == genomes.to_json(genome)
    weights = genomes.Linear(np.full(20, 2, "f4"))
    assert (genomes.mutate(weights, rng, 1).weights < 1).all()


def test_no_limit_of_depth(rng):
    deep = genomes.Trees("Tree", tree("attack " + "neg " * 5001), tree("my_mana", "state"))
    assert card_values(deep, 3, 1, 0) == -3
    assert formula(deep) == "-attack"
    assert genomes.sizes(genomes.from_json(genomes.to_json(genomes.mutate(deep, rng, 1))))[0] >= 1


# --- Values --------------------------------------------------------------------------------


@pytest.mark.parametrize("representation", TREES)
def test_values_are_those_of_the_slow_reference(representation, rng):
    attack, defense, keywords = random_cards(rng, 20)
    features = rng.integers(0, 31, (20, 12))
    population = bred(representation, rng)
    assert max(genomes.sizes(g)[0] for g in population) > 30
    for genome in population:
        values, positions = (
            card_values(genome, attack, defense, keywords),
            genome.state_value(features),
        )
        assert values.dtype == positions.dtype == np.float32
        for i in range(20):
            card = [attack[i], defense[i], *(keywords[i] >> np.arange(6) & 1)]
            assert values[i] == slow_tree_value(genome.card, card)
            assert positions[i] == slow_tree_value(genome.state, features[i])


def test_linear_values(rng):
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


def test_keywords_are_features_in_the_order_of_their_bits():
    for i, name in enumerate(CARD_FEATURES[2:]):
        genome = genomes.Trees("Tree", tree(name), tree("my_mana", "state"))
        assert (card_values(genome, 7, 7, np.arange(64)) == np.arange(64) // 2**i % 2).all()


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_a_table_on_open_grids(representation, rng):
    grid = np.ogrid[:32, :32, :64]
    for _ in range(5):
        genome = genomes.random_genome(representation, rng)
        table = card_values(genome, *grid)
        assert table.shape == (32, 32, 64) and table.dtype == np.float32
        assert (table == card_values(genome, *np.mgrid[:32, :32, :64])).all()


def test_one_position_or_many(rng):
    genome = genomes.random_genome("Tree", rng)
    features = rng.integers(0, 30, (4, 5, 12))
    values = genome.state_value(features)
    assert values.shape == (4, 5)
    assert genome.state_value(features[2, 3]) == values[2, 3]
    with pytest.raises(ValueError, match="12 features, not 11"):
        genome.state_value(features[..., :11])


def test_folds_run_from_left_to_right():
    ops, literals = genomes.binary_program(tree("attack ward neg 0.5 add3 guard 0.25 max3"))
    assert ops.tolist() == [0, 7, NEG, ADD, LITERAL, ADD, 5, MAX, LITERAL, MAX]
    assert literals.tolist() == [0, 0, 0, 0, 0.5, 0, 0, 0, 0.25, 0]
    assert (ops.dtype, literals.dtype) == (np.int16, np.float32)
    big = tree("16777216.0 1.0 1.0 add3")  # (2**24 + 1) + 1 is 2**24 in 32 bits, 2**24 + 2 would be exact
    assert genomes.tree_value(big, []) == 2**24


def test_stack_depth(rng):
    for words, depth in [
        ("attack", 1),
        ("attack ward add", 2),
        ("attack neg ward guard mul add", 3),
        ("attack ward guard drain add4", 2),
    ]:
        assert genomes.stack_depth(genomes.binary_program(tree(words))[0]) == depth
    for genome in bred("Tree", rng):
        depth, deepest = 0, 0
        for op in genomes.binary_program(genome.card)[0]:
            depth += 1 if op <= LITERAL else 0 if op == NEG else -1
            deepest = max(deepest, depth)
        assert depth == 1 and deepest == genomes.stack_depth(genomes.binary_program(genome.card)[0])


def test_not_a_number_loses_as_in_the_papers_code():
    nan = "3e38 3e38 mul neg 3e38 3e38 mul add"  # infinity - infinity
    assert genomes.tree_value(tree(f"{nan} 0.5 max"), []) == 0.5
    assert genomes.tree_value(tree(f"0.5 {nan} min"), []) == 0.5


# --- Conversion, text ----------------------------------------------------------------------


def test_a_linear_genome_as_a_tree(rng):
    linear = genomes.random_genome("Linear", rng)
    trees = genomes.to_tree(linear)
    assert genomes.sizes(trees) == (8 * 3 + 1, 12 * 3 + 1) and genomes.sizes(linear) == (8, 12)
    cards, features = random_cards(rng, 200), rng.integers(0, 31, (200, 12))
    np.testing.assert_allclose(card_values(trees, *cards), card_values(linear, *cards), atol=2e-5)
    np.testing.assert_allclose(trees.state_value(features), linear.state_value(features), atol=2e-5)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_text_round_trips_are_exact(representation, rng):
    for genome in bred(representation, rng):
        again = genomes.from_json(genomes.to_json(genome))
        assert again.representation == representation
        for part in ("card", "state"):
            assert again.part(part).dtype == genome.part(part).dtype
            assert again.part(part).tobytes() == genome.part(part).tobytes()


def test_every_literal_survives_as_text(rng):
    drawn = np.concatenate([genomes.literals(rng, 20_000), np.float32([-1, 1 - 2**-23, 2**-23, 0])])
    assert (np.array([float(str(x)) for x in drawn]).astype("f4") == drawn).all()
    assert all(np.float32(str(x)) == x for x in drawn)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "a JSON object with a representation"),
        ("[1, 2]", "a JSON object with a representation"),
        ('{"weights": []}', "a JSON object with a representation"),
        ('{"representation": "Forest"}', "Unknown representation 'Forest'"),
        ('{"representation": "Linear", "weights": [1, 2]}', "a list of 20 weights"),
        ('{"representation": "Linear"}', "a list of 20 weights"),
        ('{"representation": "Linear", "weights": [' + "1, " * 19 + "1e300]}", "each a 32-bit number"),
        (
            '{"representation": "Linear", "weights": [' + "1, " * 19 + "9" * 400 + "]}",
            "each a 32-bit number",
        ),
        ('{"representation": "Tree", "card": "1e300", "state": "1"}', "no word '1e300'"),
        ("[" * 100_000, "a JSON object with a representation"),
        ('{"representation": "Linear", "weights": "twenty"}', "a list of 20 weights"),
        ('{"representation": "Linear", "weights": [' + "NaN, " * 19 + "1]}", "a list of 20 weights"),
        ('{"representation": []}', r"Unknown representation \[\]"),
        ('{"representation": "Tree", "card": "nan", "state": "my_mana"}', "no word 'nan'"),
        ('{"representation": "Tree", "card": "attack"}', "state tree is broken: its words form 0 trees"),
        (
            '{"representation": "Tree", "card": "attack ward", "state": "my_mana"}',
            "card tree is broken: its words form 2",
        ),
        ('{"representation": "Tree", "card": "attack add ward", "state": "my_mana"}', "'add' comes before"),
        ('{"representation": "Tree", "card": "haste", "state": "my_mana"}', "no word 'haste'"),
        ('{"representation": "Tree", "card": "my_mana", "state": "my_mana"}', "no word 'my_mana'"),
        ('{"representation": "Tree", "card": "attack ward sub", "state": "my_mana"}', "no word 'sub'"),
        ('{"representation": "BinaryTree", "card": "attack neg", "state": "my_mana"}', "no word 'neg'"),
        (
            '{"representation": "BinaryTree", "card": "ward ward ward add3", "state": "my_mana"}',
            "cannot be 'add3'",
        ),
        ('{"representation": "Tree", "card": "ward add1", "state": "my_mana"}', "cannot be 'add1'"),
        ('{"representation": "Tree", "card": "ward ward neg2", "state": "my_mana"}', "cannot be 'neg2'"),
    ],
)
def test_broken_text_is_refused_in_one_sentence(text, message):
    with pytest.raises(ValueError, match=message) as error:
        genomes.from_json(text)
    assert str(error.value).count(".") == 1 + str(error.value).count("...")


def test_an_unknown_representation(rng):
    with pytest.raises(ValueError, match="choose one of Linear, BinaryTree, Tree"):
        genomes.random_genome("linear", rng)


# --- Formulas ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words, text",
    [
        ("attack 0.3125 mul defense 0.5 max add", "0.312*attack + max(defense, 0.5)"),
        ("attack ward add guard mul", "(attack + ward)*guard"),
        ("attack ward guard add3 neg", "-(attack + ward + guard)"),
        ("attack ward neg add", "attack - ward"),
        ("attack -0.5 ward mul add", "attack - 0.5*ward"),
        ("attack ward neg mul", "-attack*ward"),
        ("attack neg ward neg mul -0.5 mul", "-0.5*attack*ward"),
        ("attack neg ward add guard neg mul", "-(-attack + ward)*guard"),
        ("attack neg neg", "-(-attack)"),
        ("attack ward mul neg", "-attack*ward"),
    ],
)
def test_brackets_only_where_needed(words, text):
    assert formula(genomes.Trees("Tree", tree(words), tree("my_mana", "state")), simple=False) == text


@pytest.mark.parametrize(
    "words, text",
    [
        ("attack ward guard add sub", "attack - (ward + guard)"),
        ("attack ward guard sub sub", "attack - (ward - guard)"),
        ("attack ward sub guard sub", "attack - ward - guard"),
        ("attack -0.5 sub", "attack + 0.5"),
    ],
)
def test_brackets_of_differences(words, text):
    genome = genomes.Trees("BinaryTree", tree(words, "card", "BinaryTree"), tree("my_mana", "state"))
    assert formula(genome, simple=False) == text


@pytest.mark.parametrize(
    "words, text",
    [
        ("attack 0.5 ward 0.25 add4", "attack + ward + 0.75"),
        ("attack neg neg", "attack"),
        ("attack attack ward max max", "max(attack, ward)"),
        ("attack 0.0 mul ward add", "ward"),
        ("attack 1.0 mul", "attack"),
        ("attack 0.5 mul neg", "-0.5*attack"),
        ("0.5 0.25 add", "0.75"),
    ],
)
def test_simple_formulas(words, text):
    assert formula(genomes.Trees("Tree", tree(words), tree("my_mana", "state"))) == text


@pytest.mark.parametrize("simple", [False, True])
@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_a_formula_computed_by_python_gives_the_genomes_value(representation, simple, rng):
    for genome in bred(representation, rng):
        attack, defense, keywords = (int(x) for (x,) in random_cards(rng, 1))
        names = dict(
            zip(CARD_FEATURES, [attack, defense, *(keywords >> i & 1 for i in range(6))], strict=True)
        )
        value = eval(formula(genome, "card", digits=9, simple=simple), {"max": max, "min": min}, names)
        assert card_values(genome, attack, defense, keywords) == pytest.approx(value, rel=1e-3, abs=1e-3)
        features = rng.integers(0, 31, 12)
        names = dict(zip(STATE_FEATURES, features.tolist(), strict=True))
        value = eval(formula(genome, "state", digits=9, simple=simple), {"max": max, "min": min}, names)
        assert genome.state_value(features) == pytest.approx(value, rel=1e-3, abs=1e-3)


def test_simplifying_never_adds_nodes_and_is_done_in_one_go(rng):
    for genome in bred("Tree", rng):
        simpler = simplify(genome.card)
        assert len(simpler) <= len(genome.card) + 1
        assert simplify(simpler).tolist() == simpler.tolist()


def test_a_formula_of_an_unknown_part(rng):
    with pytest.raises(ValueError, match="no part 'hand'"):
        formula(genomes.random_genome("Linear", rng), "hand")
