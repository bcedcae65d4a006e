"""The compiled inner loop: the same archive as a plain loop of pyribs and torch, bits that do not depend on the machine."""

import copy
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from deckspace.archives import fixed_grid
from deckspace.deckbuilding import candidates
from deckspace.engine.hearthstone.decks import SIZE, check_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.records import new_record, new_records
from deckspace.engine.rng import below, derive
from deckspace.surrogate import ANCILLARY, MAIN, Surrogate, bag_of_cards
from study import HOME
from study.papers.dsa_me.grids import RANGES, new_grid
from study.papers.dsa_me.inner_loop import (
    SEARCH,
    Pool,
    activate,
    deck_type,
    draw_deck,
    inner_search,
    mutate,
    network_of,
    predict,
)

BOOK = card_book("dsa_me")
ROGUE = candidates(BOOK, "ROGUE")
KEYS = tuple(BOOK.key(int(n)) for n in ROGUE.numbers)
SMALL = {"generations": 300, "batch": 10, "initial": 100, "seed": 11}


def drawn(kind, targets=MAIN):
    """A surrogate whose predictions spread over the map; its weights are whole multiples of 2**-10.

    So the linear model rounds nothing and is compared bit by bit, equal objectives included. The others
    round: a value that lies so near a border could fall on either side of it, which with these weights,
    the same on every machine, none does.
    """
    rng = np.random.default_rng(1)
    surrogate = Surrogate(KEYS, kind, targets)
    linear = [layer for layer in surrogate.model if isinstance(layer, torch.nn.Linear)]
    for layer in linear:
        outputs, inputs = layer.weight.shape
        weights = rng.uniform(-1, 1, (outputs, inputs)) / np.sqrt(inputs / 3)
        biases = rng.uniform(-0.3, 0.3, outputs)
        if layer is linear[-1]:
            weights *= np.resize([8, 3, 2], outputs)[:, None]
            biases = np.resize([0, 10, 4], outputs)
        for part, values in ((layer.weight, weights), (layer.bias, biases)):
            part.data = torch.tensor(np.rint(values * 1024) / 1024).float()
    return surrogate


@pytest.fixture(scope="module")
def surrogates():
    mlps = {"mlp": drawn("mlp"), "mlp with ancillary targets": drawn("mlp", MAIN + ANCILLARY)}
    return mlps | {"linear": drawn("linear")}


def searched(surrogate, grid="correct", **settings):
    archive = new_grid(grid)
    inner_search(surrogate.layers(), ROGUE, archive, **(SMALL | settings))
    return archive


def content(archive):
    data = archive.data()
    return [data[name] for name in ("index", "solution", "objective", "measures")]


def same(one, two):
    return all(np.array_equal(*pair) for pair in zip(content(one), content(two), strict=True))


# --- Against a plain loop ------------------------------------------------------------------


def plain_search(surrogate, archive, generations, batch, initial, seed):
    """The inner loop as one would write it: an archive of pyribs, predictions by torch, the same random numbers.

    torch has 64 bits here, so that its way of adding up on this machine does not matter.
    """
    model = copy.deepcopy(surrogate.model).double()
    chance = new_record(SEARCH)
    chance.rng = derive(np.uint64(seed), 0)
    copies, filled, decks, made = ROGUE.copies.tolist(), [], {}, 0
    for _ in range(generations):
        children = []
        for _ in range(batch):
            if made < initial:
                children.append(plain_draw(chance, copies))
            else:
                children.append(plain_mutant(chance, decks[filled[below(chance, len(filled))]]))
            made += 1
        numbers = np.sort(ROGUE.numbers[np.array(children)], axis=1)
        with torch.no_grad():
            predictions = model(torch.from_numpy(bag_of_cards(numbers, ROGUE)).double())[:, :3].numpy()
        cells = archive.index_of(predictions[:, 1:]).tolist()
        status = archive.add(numbers, predictions[:, 0], predictions[:, 1:])["status"]
        for child, cell, became in zip(children, cells, status, strict=True):
            if became == 2:  # a cell that was empty
                filled.append(cell)
            if became:
                decks[cell] = child


def plain_draw(chance, copies):
    for i in range(SIZE):
        j = i + below(chance, len(copies) - i)
        copies[i], copies[j] = copies[j], copies[i]
    return copies[:SIZE]


def plain_mutant(chance, parent):
    deck, k = list(parent), 1
    while k < SIZE and below(chance, 2) == 0:
        k += 1
    for _ in range(k):
        i = below(chance, len(deck))
        deck[i] = deck[-1]
        deck.pop()
    while len(deck) < SIZE:
        card = below(chance, len(ROGUE.numbers))
        if deck.count(card) < ROGUE.limits[card]:
            deck.append(card)
    return deck


@pytest.mark.parametrize("grid", ["correct", "published"])
@pytest.mark.parametrize("name", ["mlp", "mlp with ancillary targets", "linear"])
def test_the_archive_is_that_of_a_plain_loop_of_pyribs_and_torch(name, grid, surrogates):
    plain, compiled = new_grid(grid), searched(surrogates[name], grid)
    plain_search(surrogates[name], plain, **SMALL)
    for ours, expected in zip(content(compiled)[:2], content(plain)[:2], strict=True):
        assert np.array_equal(ours, expected)  # cells, in the order in which they were filled, and decks
    tolerance = 0 if name == "linear" else 1e-4
    assert np.allclose(compiled.data("objective"), plain.data("objective"), rtol=0, atol=tolerance)
    assert np.allclose(compiled.data("measures"), plain.data("measures"), rtol=0, atol=tolerance)
    assert len(compiled) > 100


# --- Predictions ---------------------------------------------------------------------------


def test_the_elu_is_torchs():
    x = np.concatenate([np.linspace(-100, 5, 5001), -np.geomspace(1e-9, 1, 500), [0]]).astype("f4")
    expected = torch.nn.functional.elu(torch.from_numpy(x)).numpy()
    activate(x, len(x))
    assert np.abs(x - expected).max() < 1.5e-7


def test_a_deck_has_the_same_prediction_whatever_its_ancestors_were(surrogates):
    """Thousands of generations leave no rounding behind: a deck made from its list has the same bits."""
    archive = searched(surrogates["mlp"], generations=5000)
    network = network_of(surrogates["mlp"].layers(), len(KEYS))
    deck, work = new_record(deck_type(128)), np.empty((2, 128), "f4")
    data = archive.data()
    for i in range(0, len(archive), 7):
        deck.sums = network.weights[np.searchsorted(ROGUE.numbers, data["solution"][i])].sum(axis=0)
        predict(deck, network, work)
        assert deck.prediction.tolist() == [data["objective"][i], *data["measures"][i]]


def test_sums_of_large_weights_do_not_overflow():
    weights = np.full((180, 3), [9e5, -9e5, 0.5], "f4")
    network = network_of([(weights, np.zeros(3, "f4"))], 180)
    assert np.allclose(network.weights * network.unit, weights, rtol=1e-6)
    assert np.abs(network.weights.astype("i8")).max() * SIZE < 2**31
    tiny = network_of([(weights * 1e-9, np.zeros(3, "f4"))], 180)
    assert np.allclose(tiny.weights * tiny.unit, weights * 1e-9, rtol=1e-5)


# --- Decks ---------------------------------------------------------------------------------


def compiled_decks(n):
    """n random decks and their mutants: arrays (n, 30) of candidates."""
    chance, deck = new_record(SEARCH), new_records(deck_type(3), 1)[0]
    weights = np.random.default_rng(0).integers(-99, 99, (len(KEYS), 3)).astype("i4")
    pool = Pool(ROGUE.limits.astype("i2"), ROGUE.copies.astype("i2"))
    drawn, mutants = np.empty((2, n, SIZE), int)
    for i in range(n):
        draw_deck(chance, deck, weights, pool)
        drawn[i] = deck.cards
        mutate(chance, deck, weights, pool)
        mutants[i] = deck.cards
        assert np.array_equal(deck.sums, weights[deck.cards].sum(axis=0))
    return drawn, mutants


@pytest.fixture(scope="module")
def decks():
    return compiled_decks(3000)


def test_all_decks_are_legal(decks):
    for deck in np.concatenate(decks)[::20]:
        assert check_deck([BOOK.key(int(n)) for n in ROGUE.numbers[deck]], "ROGUE", BOOK.table)


def test_all_copies_are_drawn_equally_often(decks):
    drawn = np.bincount(decks[0].ravel(), minlength=len(KEYS))
    expected = len(decks[0]) * SIZE * ROGUE.limits / ROGUE.limits.sum()
    chi_square = ((drawn - expected) ** 2 / expected).sum() / len(KEYS)
    assert 0.6 < chi_square < 1.2  # below 1: no card comes more often than its limit


def test_a_mutation_replaces_k_cards_half_as_often_as_one_card_fewer(decks):
    counts = [np.array([np.bincount(deck, minlength=len(KEYS)) for deck in some]) for some in decks]
    changed = np.bincount(np.maximum(counts[1] - counts[0], 0).sum(axis=1), minlength=4)
    # A card thrown out may come back (a little less than one time in a hundred), hence the tolerance.
    assert np.allclose(changed[1:4] / len(decks[0]), [0.5, 0.25, 0.125], atol=0.03)


# --- The search as a whole -----------------------------------------------------------------


def test_the_seed_decides(surrogates):
    one, two, other = (searched(surrogates["mlp"], seed=seed) for seed in (1, 1, 2))
    assert same(one, two) and not same(one, other)


def digest():
    """Of two small searches, with weights that no library has had a hand in."""
    rng = np.random.default_rng(3)
    shapes = [[(180, 128), (128, 32), (32, 16), (16, 3)], [(180, 3)]]
    whole = hashlib.sha256()
    for sizes in shapes:
        layers = [(rng.uniform(-1, 1, size) / 4, rng.uniform(-1, 1, size[1])) for size in sizes]
        archive = new_grid()
        inner_search(layers, ROGUE, archive, generations=25, batch=10, initial=100, seed=4)
        whole.update(b"".join(np.ascontiguousarray(part).tobytes() for part in content(archive)))
    return whole.hexdigest()


@pytest.mark.parametrize("setting", [{"NUMBA_CPU_NAME": "generic"}, {"NUMBA_DISABLE_JIT": "1"}])
def test_another_processor_or_none_of_the_compiler_gives_the_same_bits(setting):
    command = [sys.executable, "-W", "ignore", "-c", "import test_inner_loop as t; print(t.digest())"]
    path = os.pathsep.join(map(str, (HOME / "lib", Path(__file__).parent)))
    env = os.environ | setting | {"PYTHONPATH": path}
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.stdout.strip() == digest(), done.stderr


def test_without_resetting_a_search_goes_on_from_the_archive(surrogates):
    archive = searched(surrogates["mlp"])
    before = archive.data()
    objectives = dict(zip(before["index"].tolist(), before["objective"], strict=True))
    inner_search(surrogates["linear"].layers(), ROGUE, archive, **(SMALL | {"seed": 12}))
    after = archive.data()
    assert np.array_equal(after["index"][: len(objectives)], before["index"])  # the first to be filled
    assert all(new >= old for new, old in zip(after["objective"], objectives.values(), strict=False))
    assert len(archive) > len(objectives)
    kept = (after["solution"][: len(objectives)] == before["solution"]).all(axis=1)
    assert kept.any() and not kept.all()
    assert np.array_equal(
        after["objective"][: len(kept)][kept], before["objective"][kept]
    )  # as predicted then


def test_a_first_generation_fills_what_its_decks_fill(surrogates):
    archive = searched(surrogates["mlp"], generations=1, batch=7, initial=7)
    assert 1 <= len(archive) <= 7


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"generations": 0}, "'generations' must be a whole number"),
        ({"batch": 2.5}, "'batch' must be a whole number"),
        ({"initial": 9}, "`initial` must be at least 10, not 9"),
    ],
)
def test_settings_that_make_no_search_are_refused(change, complaint, surrogates):
    with pytest.raises(ValueError, match=complaint):
        searched(surrogates["linear"], **change)


def test_weights_that_cannot_be_used_are_refused():
    good = np.zeros((180, 3)), np.zeros(3)
    for layers, complaint in [
        ([(np.zeros((172, 3)), np.zeros(3))], r"weights \(180, n\) and n biases, not \(172, 3\)"),
        ([good, (np.zeros((4, 3)), np.zeros(3))], r"weights \(3, n\) and n biases, not \(4, 3\)"),
        ([(np.zeros((180, 2)), np.zeros(2))], "not 2 numbers"),
        ([(good[0] * np.nan, good[1])], "has diverged"),
        ([(good[0], good[1] + 1e7)], "has diverged"),
    ]:
        with pytest.raises(ValueError, match=complaint):
            inner_search(layers, ROGUE, new_grid())


def test_archives_that_do_not_fit_are_refused():
    layers = [(np.zeros((180, 3)), np.zeros(3))]
    with pytest.raises(ValueError, match="two measures, not 1"):
        inner_search(layers, ROGUE, fixed_grid(solution_dim=30, ranges=[(0, 1)], dims=[5]))
    archive = new_grid()
    archive.add_single(np.zeros(30, "i2"), 1, [7, 3])
    with pytest.raises(ValueError, match="no ROGUE candidates"):
        inner_search(layers, ROGUE, archive)


# --- The map -------------------------------------------------------------------------------


def published_cell(value, low, high, n=40):
    """A cell on one measure, by the published rule."""
    if value <= low:
        return 0
    return n - 1 if value >= high else int(n * (value - low) / (high - low + 1))


def test_the_published_grid_reaches_1368_cells():
    measures = np.stack(np.meshgrid(np.linspace(3.001, 16, 777), np.linspace(0.001, 8, 777)), -1).reshape(
        -1, 2
    )
    cells = new_grid("published").index_of(measures)
    rows = [
        [published_cell(value, *pair) for value in column]
        for column, pair in zip(measures.T, RANGES, strict=True)
    ]
    assert np.array_equal(cells, np.array(rows[0]) * 40 + rows[1])
    assert len(np.unique(cells)) == 38 * 36 == 1368
    assert len(np.unique(new_grid("correct").index_of(measures))) == 1600


def test_outside_the_ranges_is_the_border():
    for grid in ("correct", "published"):
        assert new_grid(grid).index_of([[-99, -99], [99, -99], [15, 7], [99, 99]]).tolist() == [
            0,
            39 * 40,
            1599,
            1599,
        ]


def test_an_unknown_grid_is_refused():
    with pytest.raises(ValueError, match="no grid 'hexagonal'; choose one of correct, published"):
        new_grid("hexagonal")
