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
from deckspace.engine.hearthstone.decks import SIZE
from deckspace.engine.records import new_record
from deckspace.engine.rng import below, derive
from deckspace.surrogate import ANCILLARY, MAIN, Surrogate, bag_of_cards
from study import HOME
from study.papers.dsa_me.grids import RANGES, new_grid
from study.papers.dsa_me.inner_loop import SEARCH, activate, deck_type, inner_search, network_of, predict
from study.papers.dsa_me.rules import pool

_, ROGUE, KEYS = pool()
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
    return [np.ascontiguousarray(data[name]) for name in ("index", "solution", "objective", "measures")]


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
    for ours, expected in zip(content(compiled)[2:], content(plain)[2:], strict=True):
        assert np.allclose(ours, expected, rtol=0, atol=0 if name == "linear" else 1e-4)
    assert len(compiled) > 100


def test_the_elu_is_torchs_and_sums_of_large_weights_do_not_overflow():
    x = np.concatenate([np.linspace(-100, 5, 5001), -np.geomspace(1e-9, 1, 500), [0]]).astype("f4")
    expected = torch.nn.functional.elu(torch.from_numpy(x)).numpy()
    activate(x, len(x))
    assert np.abs(x - expected).max() < 1.5e-7
    weights = np.full((180, 3), [9e5, -9e5, 0.5], "f4")
    network, tiny = (network_of([(each, np.zeros(3, "f4"))], 180) for each in (weights, weights * 1e-9))
    assert np.allclose(network.weights * network.unit, weights, rtol=1e-6)
    assert np.abs(network.weights.astype("i8")).max() * SIZE < 2**31
    assert np.allclose(tiny.weights * tiny.unit, weights * 1e-9, rtol=1e-5)


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


def digest():
    """Return a hash of two small searches, with weights that no library has computed."""
    rng, whole = np.random.default_rng(3), hashlib.sha256()
    for sizes in ([(180, 128), (128, 32), (32, 16), (16, 3)], [(180, 3)]):
        layers = [(rng.uniform(-1, 1, size) / 4, rng.uniform(-1, 1, size[1])) for size in sizes]
        archive = new_grid()
        inner_search(layers, ROGUE, archive, generations=25, batch=10, initial=100, seed=4)
        whole.update(b"".join(part.tobytes() for part in content(archive)))
    return whole.hexdigest()


@pytest.mark.parametrize("setting", [{"NUMBA_CPU_NAME": "generic"}, {"NUMBA_DISABLE_JIT": "1"}])
def test_another_processor_and_plain_python_give_the_same_bits(setting):
    command = [sys.executable, "-W", "ignore", "-c", "import test_inner_loop as t; print(t.digest())"]
    path = os.pathsep.join(map(str, (HOME / "lib", Path(__file__).parent)))
    env = os.environ | setting | {"PYTHONPATH": path}
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.returncode}: {done.stderr}"  # such as -9, killed for want of memory
    assert done.stdout.strip() == digest()


def test_without_resetting_a_search_goes_on_from_the_archive(surrogates):
    archive = searched(surrogates["mlp"])
    cells, decks, objectives, _ = content(archive)
    inner_search(surrogates["linear"].layers(), ROGUE, archive, **(SMALL | {"seed": 12}))
    assert len(archive) > len(cells)
    cells_after, decks_after, objectives_after, _ = (part[: len(cells)] for part in content(archive))
    assert np.array_equal(cells_after, cells) and (objectives_after >= objectives).all()
    kept = (decks_after == decks).all(axis=1)
    assert kept.any() and not kept.all()
    assert np.array_equal(objectives_after[kept], objectives[kept])  # as predicted then


def layer(inputs=180, outputs=3, weight=0.0, bias=0.0):
    return np.full((inputs, outputs), weight), np.full(outputs, bias)


LINE = fixed_grid(solution_dim=30, ranges=[(0, 1)], dims=[5])


def no_rogues():
    archive = new_grid()
    archive.add_single(np.zeros(30, "i2"), 1, [7, 3])
    return archive


@pytest.mark.parametrize(
    "network, changes, complaint",
    [
        ([layer()], {"generations": 0}, "'generations' must be a whole number"),
        ([layer()], {"initial": 9}, "`initial` must be at least 10, not 9"),
        ([layer(inputs=172)], {}, r"weights \(180, n\) and n biases, not \(172, 3\)"),
        ([layer(), layer(inputs=4)], {}, r"weights \(3, n\) and n biases, not \(4, 3\)"),
        ([layer(outputs=2)], {}, "not 2 numbers"),
        ([layer(weight=np.nan)], {}, "has diverged"),
        ([layer(bias=1e7)], {}, "has diverged"),
        ([layer()], {"archive": LINE}, "two measures, not 1"),
        ([layer()], {"archive": no_rogues()}, "no ROGUE candidates"),
    ],
)
def test_settings_weights_and_archives_that_cannot_be_used_are_refused(network, changes, complaint):
    with pytest.raises(ValueError, match=complaint):
        inner_search(network, ROGUE, **({"archive": new_grid()} | SMALL | changes))


def published_cell(value, low, high, n=40):
    """A cell on one measure, by the published rule."""
    if value <= low:
        return 0
    return n - 1 if value >= high else int(n * (value - low) / (high - low + 1))


def test_the_published_grid_reaches_1368_cells_and_outside_the_ranges_is_the_border():
    values = np.linspace(3.001, 16, 777), np.linspace(0.001, 8, 777)
    measures = np.stack(np.meshgrid(*values), -1).reshape(-1, 2)
    cells = new_grid("published").index_of(measures)
    rows = [[published_cell(x, *pair) for x in each] for each, pair in zip(measures.T, RANGES, strict=True)]
    assert np.array_equal(cells, np.array(rows[0]) * 40 + rows[1])
    assert len(np.unique(cells)) == 38 * 36 == 1368
    assert len(np.unique(new_grid("correct").index_of(measures))) == 1600
    for grid in ("correct", "published"):
        cells = new_grid(grid).index_of([[-99, -99], [99, -99], [15, 7], [99, 99]])
        assert cells.tolist() == [0, 39 * 40, 1599, 1599]
    with pytest.raises(ValueError, match="no grid 'hexagonal'; choose one of correct, published"):
        new_grid("hexagonal")
