"""The inner loop of DSA-ME: MAP-Elites over decks judged by a surrogate, a million decks in seconds.

Zhang et al. 2022, Algorithm 1, lines 12 to 21; details the paper leaves open follow its published code.

    archive = new_grid()                                     # lib/study/papers/dsa_me/grids.py
    inner_search(surrogate.layers(), cards, archive, seed=1)
    archive.data("solution")                                 # decks to be played, first filled cells first

Implementation:

- A mutation updates the first layer's sums by the weights of the changed cards only. Weights are integers
  in units of a power of two, so the sums are exact: a deck has the same sums, and the same prediction,
  whatever its ancestors were.
- The other layers are plain loops over 32-bit floats, in a fixed order, with our own exponential and without
  `fastmath`: sums and products as IEEE 754 defines them. The same seed and weights therefore give
  bit-identical decks on every machine and with any number of threads.
"""

from typing import NamedTuple

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.decks import SIZE
from deckspace.engine.records import new_record, new_records, record_type
from deckspace.engine.rng import below, derive
from study.experiment import check_counts

PREDICTED = 3  # objective, and the two measures of the map: the first outputs of a surrogate
LARGEST_WEIGHT = 1e6  # with larger ones, 32-bit floats might overflow
NOWHERE = -1  # the place of a cell without an elite

SEARCH = record_type([("rng", "u8"), ("made", "i8"), ("filled", "i8")])


def deck_type(units):
    """Return the record type of a deck: 30 candidates (numbers from 0, unsorted), sums, prediction, cell."""
    return record_type(
        [
            ("cards", "i2", SIZE),
            ("sums", "i4", units),  # the first layer's, without biases, in Network.unit
            ("prediction", "f4", PREDICTED),
            ("cell", "i4"),
        ]
    )


class Network(NamedTuple):
    """A surrogate ready for the loop. A linear model has the identity as its only further layer."""

    weights: np.ndarray  # (candidates, units) whole numbers
    unit: np.float32  # the value of a weight of 1
    biases: np.ndarray  # (units,)
    layers: tuple  # of (weights (inputs, outputs), biases (outputs,)), each after an ELU if `deep`
    deep: bool


class Pool(NamedTuple):
    """The cards that decks are made of."""

    limits: np.ndarray  # (candidates,): how often each may be taken
    copies: np.ndarray  # every available copy; drawing shuffles them


class Grid(NamedTuple):
    """A map of equal cells, all arrays (2,)."""

    lows: np.ndarray
    tops: np.ndarray  # values from here on fall into the last cell
    intervals: np.ndarray
    dims: np.ndarray
    epsilon: float  # as in pyribs


# --- The search ----------------------------------------------------------------------------


def inner_search(layers, cards, archive, *, generations=100_000, batch=10, initial=100, seed=0):
    """Search an archive full of decks, judged by a surrogate.

    `layers` are the surrogate's: a list of (weights (inputs, outputs), biases (outputs,)) with ELU between
    them; the inputs are counts of `cards` (Candidates), the first three outputs the objective and the two
    measures. `archive` is a grid of lib/study/papers/dsa_me/grids.py. If it is empty, the first `initial`
    decks are random; if it holds the elites of an earlier search ("without resetting"), no decks are random,
    and the elites keep their earlier predictions. All other decks are elites with k cards replaced, as in
    `deckbuilding.mutated`.

    Each generation mutates the elites found so far, then inserts its decks in order. Afterwards the archive
    holds the elites in the order in which their cells were first filled. Raises ValueError for bad input.
    """
    check_settings(generations, batch, initial, archive, cards)
    network, grid = network_of(layers, len(cards.numbers)), grid_of(archive)
    decks = new_records(deck_type(network.weights.shape[1]), archive.cells + batch)
    elites, children = decks[: archive.cells], decks[archive.cells :]
    places = np.full(archive.cells, NOWHERE, "i4")
    search = new_record(SEARCH)
    search.rng = derive(np.uint64(seed), 0)
    if not archive.empty:
        take_over(archive, cards, network, elites, places)
        search.filled, search.made = len(archive), initial
    pool = Pool(cards.limits.astype("i2"), cards.copies.astype("i2"))
    evolve(search, elites, places, children, network, pool, grid, generations, initial)
    hand_over(elites[: search.filled], cards, archive)


def take_over(archive, cards, network, elites, places):
    """Copy the elites of an archive into `elites` and `places`."""
    data = archive.data()
    for i, elite in enumerate(elites[: len(archive)]):
        elite.cards = np.searchsorted(cards.numbers, data["solution"][i])
        elite.sums = network.weights[elite.cards].sum(axis=0)
        elite.prediction = [data["objective"][i], *data["measures"][i]]
        elite.cell = data["index"][i]
        places[elite.cell] = i


def hand_over(elites, cards, archive):
    """Replace the content of the archive by the elites."""
    archive.clear()
    decks, predictions = cards.numbers[np.sort(elites.cards, axis=1)], elites.prediction.astype("f8")
    archive.add(decks, predictions[:, 0], predictions[:, 1:])


def check_settings(generations, batch, initial, archive, cards):
    """Raise ValueError for invalid settings."""
    check_counts({"generations": generations, "batch": batch})
    if initial < batch:
        raise ValueError(f"The first batch is random: `initial` must be at least {batch}, not {initial}.")
    if archive.measure_dim != PREDICTED - 1:
        raise ValueError(f"The map must have two measures, not {archive.measure_dim}.")
    if not np.isin(archive.data("solution"), cards.numbers).all():
        raise ValueError(f"The archive has decks of cards that are no {cards.hero_class} candidates.")


def grid_of(archive):
    """Return the Grid of an archive."""
    tops = getattr(archive, "tops", archive.upper_bounds)
    sizes = archive.interval_size.astype("f8"), archive.dims.astype("i8")
    return Grid(archive.lower_bounds.astype("f8"), tops.astype("f8"), *sizes, float(archive.epsilon))


def network_of(layers, candidates):
    """Return the Network of a surrogate's layers, with the first three outputs only."""
    layers = [tuple(np.asarray(part, "f4") for part in layer) for layer in layers]
    layers[-1] = tuple(part[..., :PREDICTED] for part in layers[-1])
    check_layers(layers, candidates)
    (weights, biases), *others = layers
    deep, unit = bool(others), unit_of(weights)
    if not deep:
        others = [(np.eye(PREDICTED, dtype="f4"), np.zeros(PREDICTED, "f4"))]
    others = tuple(tuple(np.ascontiguousarray(part) for part in layer) for layer in others)
    return Network(np.rint(weights / unit).astype("i4", "C"), np.float32(unit), biases.copy(), others, deep)


def unit_of(weights):
    """Return the power of two in whose units the sum of a deck's weights is a 32-bit whole number."""
    largest = float(np.abs(weights).max()) or 1.0
    return 2.0 ** np.ceil(np.log2((SIZE + 1) * largest / 2**31))


def check_layers(layers, candidates):
    """Raise ValueError unless they lead from counts of candidates to a prediction."""
    for weights, biases in layers:
        if weights.ndim != 2 or biases.shape != weights.shape[1:] or len(weights) != candidates:
            raise ValueError(f"A layer has weights ({candidates}, n) and n biases, not {weights.shape}.")
        candidates = len(biases)
        if not max(np.abs(weights).max(), np.abs(biases).max()) <= LARGEST_WEIGHT:
            raise ValueError(
                "The surrogate has diverged: its weights are not finite, or larger than a million."
            )
    if candidates != PREDICTED:
        raise ValueError(f"A surrogate predicts an objective and two measures, not {candidates} numbers.")


# --- Compiled: generations -----------------------------------------------------------------


@njit(cache=True, nogil=True)
def evolve(search, elites, places, children, network, pool, grid, generations, initial):
    """Run the generations; elites[:search.filled] is the archive, places[cell] a cell's place in it."""
    widest = len(network.biases)
    for weights, _ in network.layers:
        widest = max(widest, weights.shape[1])
    work = np.empty((2, widest), np.float32)
    for _ in range(generations):
        for child in children:
            if search.made < initial:
                draw_deck(search, child, network.weights, pool)
            else:
                inherit(child, elites[below(search, search.filled)])
                mutate(search, child, network.weights, pool)
            search.made += 1
            predict(child, network, work)
            child.cell = cell_of(child.prediction, grid)
        for child in children:
            insert(search, elites, places, child)


@njit
def insert(search, elites, places, child):
    """Make a deck an elite if its cell is empty or its objective is strictly better."""
    place = places[child.cell]
    if place == NOWHERE:
        place = places[child.cell] = search.filled
        search.filled += 1
        elites[place] = child
    elif child.prediction[0] > elites[place].prediction[0]:
        elites[place] = child


@njit
def cell_of(prediction, grid):
    """Return the number of the cell, as pyribs' GridArchive.index_of."""
    cell = 0
    for m in range(2):
        value, n = np.float64(prediction[m + 1]), grid.dims[m]
        if value <= grid.lows[m]:
            i = 0
        elif value >= grid.tops[m]:
            i = n - 1
        else:
            i = min(n - 1, int((n * (value - grid.lows[m]) + grid.epsilon) / grid.intervals[m]))
        cell = cell * n + i
    return cell


# --- Compiled: decks -----------------------------------------------------------------------


@njit
def draw_deck(search, deck, weights, pool):
    """Fill a deck with 30 cards drawn without replacement from all copies."""
    deck.sums[:] = 0
    copies = pool.copies
    for i in range(SIZE):
        j = i + below(search, len(copies) - i)
        copies[i], copies[j] = copies[j], copies[i]
        put(deck, i, copies[i], weights)


@njit
def inherit(child, parent):
    """Copy the parent's deck."""
    child.cards[:] = parent.cards
    child.sums[:] = parent.sums


@njit
def mutate(search, deck, weights, pool):
    """Remove k cards, k with probability 2**-k, and fill up with cards below their limit."""
    k = 1
    while k < SIZE and below(search, 2) == 0:
        k += 1
    for left in range(SIZE, SIZE - k, -1):
        remove(deck, below(search, left), left, weights)
    for left in range(SIZE - k, SIZE):
        put(deck, left, card_below_limit(search, deck, left, pool.limits), weights)


@njit
def card_below_limit(search, deck, left, limits):
    """Draw a card of which the deck, now of `left` cards, may hold one more copy."""
    while True:
        card = below(search, len(limits))
        held = 0
        for i in range(left):
            held += deck.cards[i] == card
        if held < limits[card]:
            return card


@njit
def put(deck, place, card, weights):
    """Add a card."""
    deck.cards[place] = card
    sums, row = deck.sums, weights[card]
    for u in range(len(sums)):
        sums[u] += row[u]


@njit
def remove(deck, place, left, weights):
    """Remove a card; the last of the `left` cards takes its place."""
    sums, row = deck.sums, weights[deck.cards[place]]
    for u in range(len(sums)):
        sums[u] -= row[u]
    deck.cards[place] = deck.cards[left - 1]


# --- Compiled: predictions -----------------------------------------------------------------

ONE, HALF, LOG2_E = np.float32(1), np.float32(0.5), np.float32(np.log2(np.e))
LN2_HIGH, LN2_LOW = np.float32(0.693359375), np.float32(-2.12194440e-4)  # their sum is ln 2
TAYLOR = tuple(np.float32(1 / n) for n in (5040, 720, 120, 24, 6, 2))
LOWEST = np.float32(-80)  # its exp is negligible compared to 1


@njit(inline="always")
def elu(x):
    """Return x, or exp(x) - 1 where x is negative (float32, to within 1e-7), in operations that vectorise."""
    y = min(max(x, LOWEST), np.float32(0))
    n = np.int32(y * LOG2_E - HALF)
    z = np.float32(n)
    r = (y - z * LN2_HIGH) - z * LN2_LOW  # y = n ln 2 + r, r as small as possible
    p = TAYLOR[0]
    for i in range(1, 6):
        p = p * r + TAYLOR[i]
    p = (p * r + ONE) * r + ONE
    power = np.int32((n + 127) << 23).view(np.float32)  # 2**n
    return x if x > 0 else p * power - ONE


@njit
def predict(deck, network, work):
    """Fill in the prediction of a deck from its sums; `work` is (2, widest layer)."""
    x, y = work[0], work[1]
    first_layer(deck.sums, network.unit, network.biases, x)
    for weights, biases in network.layers:
        if network.deep:
            activate(x, len(weights))
        dense(x, weights, biases, y)
        x, y = y, x
    for v in range(PREDICTED):
        deck.prediction[v] = x[v]


@njit
def first_layer(sums, unit, biases, out):
    for u in range(len(biases)):
        out[u] = np.float32(sums[u]) * unit + biases[u]


@njit
def activate(x, n):
    for u in range(n):
        x[u] = elu(x[u])


@njit
def dense(x, weights, biases, out):
    """Write biases + x @ weights to `out`; input after input, so that all outputs are summed in parallel."""
    outputs = len(biases)
    for v in range(outputs):
        out[v] = biases[v]
    for u in range(len(weights)):
        for v in range(outputs):
            out[v] += x[u] * weights[u, v]
