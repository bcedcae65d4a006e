"""Surrogates: they learn by the published steps, and the seed and the data determine the weights."""

import pickle

import numpy as np
import pytest
import torch

from deckspace.deckbuilding import EVALUATION, candidates, random_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.surrogate import ANCILLARY, MAIN, Surrogate, Training, bag_of_cards, targets_of

BOOK = card_book("dsa_me")
ROGUE = candidates(BOOK, "ROGUE")
KEYS = tuple(BOOK.key(int(n)) for n in ROGUE.numbers)
QUICK = Training(epochs=3)


@pytest.fixture(scope="module")
def data():
    """Decks with values that depend on their cards, but not additively, plus noise."""
    rng = np.random.default_rng(1)
    bags = bag_of_cards(np.array([random_deck(rng, ROGUE) for _ in range(400)]), ROGUE)
    sums = bags @ rng.normal(size=(len(KEYS), 3))
    return bags, sums * [1, 0.2, 0.1] + np.tanh(sums) + [0, 9, 4] + rng.normal(size=sums.shape) * 0.05


def same(one, two):
    parts = [[part for layer in each.layers() for part in layer] for each in (one, two)]
    return all(np.array_equal(*pair) for pair in zip(*parts, strict=True))


def test_the_candidates_are_the_papers_and_a_bag_counts_them():
    assert len(KEYS) == 180
    # The published table numbers them from 0 to 179, in our order but for two, which come last.
    published = sorted((row for row in BOOK.table if row.drafted), key=lambda row: row.index)
    last = ["Azure Drake", "Conceal"]
    assert [row.key for row in published] == [key for key in KEYS if key not in last] + last
    deck = np.repeat(ROGUE.numbers[[3, 7]], [28, 2])
    bag = bag_of_cards(deck, ROGUE)
    assert bag.shape == (1, 180) and bag[0, 3] == 28 and bag[0, 7] == 2 and bag.sum() == 30
    with pytest.raises(ValueError, match="card number 0, which is not a ROGUE candidate"):
        bag_of_cards(np.zeros(30, int), ROGUE)


def test_targets_are_the_named_statistics():
    worth = np.zeros(2, EVALUATION)
    worth["objective"], worth["turns"], worth["hand_size"], worth["wins"] = [-400, 200], 8, 3, [90, 110]
    assert np.array_equal(targets_of(worth, 200, (*MAIN, "wins")), [[-2, 8, 3, 90], [1, 8, 3, 110]])
    assert targets_of(worth, 200, MAIN + ANCILLARY).shape == (2, 12)
    order = "Targets must be health_difference, turns, hand_size, then any of wins"
    with pytest.raises(ValueError, match=order):
        targets_of(worth, 200, ("turns", "hand_size", "health_difference"))


@pytest.mark.parametrize("kind, parameters", [("mlp", 27875), ("linear", 543)])
def test_a_surrogate_has_the_papers_layers_and_learns(kind, parameters, data):
    surrogate = Surrogate(KEYS, kind, seed=2)
    assert sum(part.numel() for part in surrogate.model.parameters()) == parameters
    losses = surrogate.fit(*data)
    assert losses["train"].shape == losses["test"].shape == (20, 3)
    assert losses["train"][-1].sum() < 0.25 * losses["train"][0].sum()
    held_back = data[0][360:], data[1][360:]
    errors = np.square(surrogate.predict(held_back[0]) - held_back[1]).mean(axis=0)
    assert np.allclose(errors, losses["test"][-1], rtol=0.05)  # except for the noise of the inputs
    assert surrogate.fits[0]["decks"] == 400 and surrogate.fits[0]["trained"] == 360
    again = surrogate.fit(*data)  # goes on from the current weights
    assert again["train"][0].sum() < losses["train"][0].sum() / 2


def test_a_step_is_adams_on_the_sum_of_the_targets_squared_errors(data):
    """Compare one batch of a linear model with the gradient and the first step of Adam written out."""
    bags, values = data[0][:40], data[1][:40].astype("f4")
    surrogate = Surrogate(KEYS, "linear", training=Training(epochs=1, noise=0), seed=3)
    weights, biases = surrogate.layers()[0]
    surrogate.fit(bags, values)
    error = (bags @ weights + biases - values)[:36]  # the newest four are held back
    gradients = 2 * bags[:36].T @ error / 36, 2 * error.sum(axis=0) / 36
    for before, after, gradient in zip((weights, biases), surrogate.layers()[0], gradients, strict=True):
        assert np.allclose(after, before - 0.01 * gradient / (np.abs(gradient) + 1e-8), atol=1e-5)


def test_the_held_back_decks_do_not_teach(data):
    bags, values = data
    one, two = Surrogate(KEYS, training=QUICK), Surrogate(KEYS, training=QUICK)
    one.fit(bags, values)
    two.fit(bags, np.concatenate([values[:360], values[360:] + 100]))
    assert same(one, two) and one.fits != two.fits


def test_the_seed_and_the_data_decide_the_weights_whatever_else_uses_torch(data):
    surrogates = [Surrogate(KEYS, training=QUICK, seed=seed) for seed in (5, 5, 6)]
    before = torch.get_num_threads()
    for surrogate, threads in zip(surrogates, (1, 2, 1), strict=True):
        torch.manual_seed(threads)
        torch.set_num_threads(threads)
        surrogate.fit(*data)
        assert torch.get_num_threads() == threads
    torch.set_num_threads(before)
    assert same(*surrogates[:2]) and not same(*surrogates[1:])


def test_an_encoding_is_the_input_of_the_model(data):
    """A card's attributes in addition to the card: one more layer, which is merged into the first."""
    attributes = np.random.default_rng(4).normal(size=(180, 5))
    surrogate = Surrogate(KEYS, "linear", encoding=np.hstack([np.eye(180), attributes]), training=QUICK)
    assert surrogate.model[0].weight.shape == (3, 185)
    surrogate.fit(*data)
    (weights, biases), bags = surrogate.layers()[0], data[0]
    assert np.allclose(bags @ weights + biases, surrogate.predict(bags), atol=1e-3)


def test_a_pickled_one_goes_on_as_if_it_had_not_been_and_weights_make_the_same_predictions(data):
    surrogate = Surrogate(KEYS, training=QUICK, seed=7)
    surrogate.fit(data[0][:200], data[1][:200])
    pickled = pickle.loads(pickle.dumps(surrogate))
    for one in (surrogate, pickled):
        one.fit(*data)
    assert same(surrogate, pickled)
    weights = surrogate.weights()
    again = Surrogate(KEYS, seed=8).with_weights(weights)
    assert np.array_equal(surrogate.predict(data[0]), again.predict(data[0]))
    with pytest.raises(ValueError, match=f"These are {len(weights) - 1} weights, not those of"):
        Surrogate(KEYS).with_weights(weights[1:])


def test_unlearnable_data_are_refused(data):
    (bags, values), surrogate = data, Surrogate(KEYS)
    for given, complaint in [
        ((bags[:1], values[:1]), "1 decks need values of shape"),
        ((bags, values[:, :2]), r"400 decks need values of shape \(n, 3\), n at least 2, not \(400, 2\)"),
        ((bags[:, :172], values), r"counts of the shape \(n, 180\), not \(400, 172\)"),
        ((bags, np.where(values > 0, np.nan, values)), "not a finite number"),
    ]:
        with pytest.raises(ValueError, match=complaint):
            surrogate.fit(*given)
    with pytest.raises(ValueError, match="Unknown surrogate 'forest'; choose one of mlp, linear"):
        Surrogate(KEYS, "forest")
    with pytest.raises(ValueError, match="diverged"):
        Surrogate(KEYS, training=Training(rate=1e30)).fit(*data)
