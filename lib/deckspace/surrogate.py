"""Surrogates of DSA-ME: they predict how a deck performs from its list of cards, without playing.

Zhang et al. 2022, sections 3.1, 4.1 and A.1; details that the paper leaves open follow its published code.

    surrogate = Surrogate(keys, "mlp", MAIN + ANCILLARY, seed=1)
    losses = surrogate.fit(bag_of_cards(decks, cards), targets_of(worth, games, surrogate.targets))
    surrogate.predict(bag_of_cards(others, cards))        # (decks, targets)

The seed and the data decide the weights. Training uses one thread regardless of torch's setting, so the number of
threads changes nothing; another kind of processor or version of torch may round differently.
"""

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from torch import nn

MAIN = ("health_difference", "turns", "hand_size")  # the objective, and the measures of the map
ANCILLARY = (  # section 4.1.8, in the units of the published code: `wins` is a number of games
    "wins",
    "damage",
    "cards_drawn",
    "mana_spent",
    "mana_wasted",
    "mana_sum",
    "mana_variance",
    "minions",
    "spells",
)
HIDDEN = {"mlp": (128, 32, 16), "linear": ()}


@dataclass(frozen=True)
class Training:
    """The settings of each fit (section A.1 and the published code)."""

    epochs: int = 20
    batch: int = 64
    rate: float = 0.01  # Adam's learning rate
    noise: float = 1e-4  # standard deviation of the noise on the inputs, drawn once for each fit
    held_back: float = 0.1  # share of the decks, the newest, that is used for the test loss only


# --- Inputs and targets --------------------------------------------------------------------


def bag_of_cards(decks, cards):
    """Return how often decks (n, 30 card numbers) hold each of `cards` (Candidates): (n, candidates) float32."""
    decks = np.atleast_2d(decks)
    if not np.isin(decks, cards.numbers).all():
        odd = decks[~np.isin(decks, cards.numbers)][0]
        raise ValueError(f"The deck has card number {odd}, which is not a {cards.hero_class} candidate.")
    bags = np.zeros((len(decks), len(cards.numbers)), "f4")
    np.add.at(bags, (np.arange(len(decks))[:, None], np.searchsorted(cards.numbers, decks)), 1)
    return bags


def targets_of(worth, games, names=MAIN):
    """Return the targets of evaluated decks (deckbuilding.EVALUATION, `games` games each): (n, names) float32."""
    check_targets(names)
    columns = [worth["objective"] / games, *(worth[name] for name in names[1:])]
    return np.stack(columns, axis=1).astype("f4")


def check_targets(names):
    """Raise ValueError unless these are the main targets, optionally followed by ancillary ones."""
    if tuple(names[: len(MAIN)]) != MAIN or not set(names[len(MAIN) :]) <= set(ANCILLARY):
        known = ", ".join(ANCILLARY)
        raise ValueError(f"Targets must be {', '.join(MAIN)}, then any of {known}; not {', '.join(names)}.")


# --- The model -----------------------------------------------------------------------------


class Surrogate:
    """A model that predicts how a deck performs; `fits` records the data of each fit.

    `cards` are the keys of the candidates. The input is a deck's counts of them; with an `encoding`, a matrix
    (candidates, inputs), it is counts @ encoding instead.

    >>> import deckspace as ds, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> surrogate = ds.Surrogate(["Wisp", "Fireball", "Frostbolt"], seed=1)
    >>> bags = rng.integers(0, 3, (200, 3))                     # how often each deck holds each card
    >>> values = bags @ rng.normal(size=(3, 3))                 # their results, one column per target
    >>> losses = surrogate.fit(bags, values)
    >>> losses["test"].shape, surrogate.predict(bags[:5]).shape
    ((20, 3), (5, 3))
    >>> bool(losses["test"][-1].sum() < losses["test"][0].sum())
    True
    """

    def __init__(self, cards, kind="mlp", targets=MAIN, training=None, seed=0, encoding=None):
        if kind not in HIDDEN:
            raise ValueError(f"Unknown surrogate {kind!r}; choose one of {', '.join(HIDDEN)}.")
        check_targets(targets)
        self.cards, self.kind, self.targets, self.seed = tuple(cards), kind, tuple(targets), seed
        self.training, self.fits = training or Training(), []
        self.encoding = None if encoding is None else np.asarray(encoding, "f4")
        sizes = (self._shown(np.eye(len(self.cards), dtype="f4")).shape[1], *HIDDEN[kind], len(targets))
        self.model = network(sizes, generator(seed, 0))
        # Adam's moments persist between fits, as the weights do; "fused" is the same Adam in one call.
        self.adam = torch.optim.Adam(self.model.parameters(), self.training.rate, fused=True)

    def fit(self, bags, values):
        """Train on all decks so far, oldest first: bags (n, candidates), values (n, targets).

        Continues from the current weights. Returns the mean squared errors {"train", "test"}, arrays
        (epochs, targets): "train" over each epoch, "test" after it on the newest decks, which are held back. The
        loss is their sum over the unscaled targets. Raises ValueError for fewer than two decks, wrong shapes, and
        numbers that are not finite, in the data or after training.
        """
        self._check(bags, values)
        chance, n = generator(self.seed, len(self.fits) + 1), len(bags)
        inputs, values = torch.from_numpy(self._shown(bags)), torch.from_numpy(np.asarray(values, "f4"))
        inputs = inputs + self.training.noise * torch.randn(inputs.shape, generator=chance)
        trained = int(n * (1 - self.training.held_back) + 1e-9)
        train, test = (inputs[:trained], values[:trained]), (inputs[trained:], values[trained:])
        losses = {"train": [], "test": []}
        with one_thread():
            for _ in range(self.training.epochs):
                losses["train"].append(self._epoch(*train, chance))
                losses["test"].append(self._errors(*test))
        losses = {name: np.array(rows) for name, rows in losses.items()}
        if not np.isfinite(losses["train"]).all() or not np.isfinite(losses["test"]).all():
            raise ValueError("The surrogate diverged: its loss is not finite. Lower Adam's rate.")
        self.fits.append({"decks": n, "trained": trained, "test": losses["test"][-1].round(4).tolist()})
        return losses

    def predict(self, bags):
        """Return predictions for bags (n, candidates): (n, targets) float32."""
        with one_thread(), torch.no_grad():
            return self.model(torch.from_numpy(self._shown(bags))).numpy()

    def layers(self):
        """Return [(weights (inputs, outputs), biases (outputs,)), ...], ELU between them, from counts of cards."""
        linear = [layer for layer in self.model if isinstance(layer, nn.Linear)]
        parts = [[part.detach().numpy().T.copy() for part in (layer.weight, layer.bias)] for layer in linear]
        if self.encoding is not None:  # two linear layers in a row are one
            parts[0][0] = (self.encoding.astype("f8") @ parts[0][0]).astype("f4")
        return [tuple(part) for part in parts]

    def _shown(self, bags):
        """Return the model's inputs for bags: (n, inputs) float32."""
        bags = np.asarray(bags, "f4")
        if bags.ndim != 2 or bags.shape[1] != len(self.cards):
            raise ValueError(f"Decks must be counts of the shape (n, {len(self.cards)}), not {bags.shape}.")
        return bags if self.encoding is None else bags @ self.encoding

    def _check(self, bags, values):
        if np.shape(values) != (len(bags), len(self.targets)) or len(bags) < 2:
            expected = f"(n, {len(self.targets)}), n at least 2"
            raise ValueError(f"{len(bags)} decks need values of shape {expected}, not {np.shape(values)}.")
        if not np.isfinite(values).all():
            raise ValueError("A value of a deck is not a finite number.")

    def _epoch(self, inputs, values, chance):
        """Train on all decks once, in random order; return the mean squared error of each target along the way."""
        order = torch.randperm(len(inputs), generator=chance)
        errors = torch.zeros(values.shape[1])
        batches = inputs[order].split(self.training.batch), values[order].split(self.training.batch)
        for some, theirs in zip(*batches, strict=True):
            squares = (self.model(some) - theirs).square().sum(dim=0)
            self.adam.zero_grad()
            (squares.sum() / len(some)).backward()
            self.adam.step()
            errors += squares.detach()
        return (errors / len(inputs)).tolist()

    def _errors(self, inputs, values):
        with torch.no_grad():
            return (self.model(inputs) - values).square().mean(dim=0).tolist()

    # --- Files ---

    def weights(self):
        """Return all weights and biases as one vector, float32. (Pickle a Surrogate to continue its training later.)"""
        return nn.utils.parameters_to_vector(self.model.parameters()).detach().numpy()

    def with_weights(self, vector):
        """Return this Surrogate after taking over what `weights` has returned. Raises ValueError for another length."""
        vector = torch.tensor(np.asarray(vector, "f4"))
        if len(vector) != sum(part.numel() for part in self.model.parameters()):
            raise ValueError(f"These are {len(vector)} weights, not those of a surrogate of this kind.")
        nn.utils.vector_to_parameters(vector, self.model.parameters())
        return self


def network(sizes, chance):
    """Return a torch model with layers of these sizes, ELU between them, and random weights.

    The weights are uniform as in the published code, with variance one over the number of inputs (of biases, for these).
    """
    layers = []
    for inputs, outputs in pairwise(sizes):
        layer = nn.utils.skip_init(nn.Linear, inputs, outputs)
        nn.init.uniform_(layer.weight, -((3 / inputs) ** 0.5), (3 / inputs) ** 0.5, generator=chance)
        nn.init.uniform_(layer.bias, -((3 / outputs) ** 0.5), (3 / outputs) ** 0.5, generator=chance)
        layers += [layer, nn.ELU()]
    return nn.Sequential(*layers[:-1])


def generator(seed, number):
    """Return the torch generator for a numbered part of the work under a seed."""
    return torch.Generator().manual_seed(
        int(np.random.SeedSequence([seed, number]).generate_state(1, "u8")[0])
    )


@contextmanager
def one_thread():
    """Let torch use one thread, so that sums are always added in the same order."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
