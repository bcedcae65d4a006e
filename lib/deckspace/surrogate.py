"""Surrogates of DSA-ME: what comes of a deck, predicted from its list of cards instead of played.

Zhang et al. 2022, sections 3.1, 4.1 and A.1; details the paper leaves open follow its published code.

    surrogate = Surrogate(keys, "mlp", MAIN + ANCILLARY, seed=1)
    losses = surrogate.fit(bag_of_cards(decks, cards), targets_of(worth, games, surrogate.targets))
    surrogate.predict(bag_of_cards(others, cards))        # (decks, targets)

The seed and the data decide the weights. Training uses one thread, whatever torch is set to, so that the
number of threads changes nothing; another kind of processor, or version of torch, may round differently.
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
    """How a surrogate is fitted, each time (section A.1 and the published code)."""

    epochs: int = 20
    batch: int = 64
    rate: float = 0.01  # of Adam
    noise: float = 1e-4  # standard deviation of what is added to the inputs, drawn once for each fit
    held_back: float = 0.1  # share of the decks, the newest, that only the test loss sees


# --- What goes in, and what comes out ------------------------------------------------------


def bag_of_cards(decks, cards):
    """Return how often decks (n, 30 card numbers) hold each of `cards` (Candidates): (n, candidates) float32."""
    decks = np.atleast_2d(decks)
    if not np.isin(decks, cards.numbers).all():
        odd = decks[~np.isin(decks, cards.numbers)][0]
        raise ValueError(f"The deck has card number {odd}, which is no {cards.hero_class} candidate.")
    bags = np.zeros((len(decks), len(cards.numbers)), "f4")
    np.add.at(bags, (np.arange(len(decks))[:, None], np.searchsorted(cards.numbers, decks)), 1)
    return bags


def targets_of(worth, games, names=MAIN):
    """Return what became of decks (deckbuilding.EVALUATION, from so many games each): (n, names) float32."""
    check_targets(names)
    columns = [worth["objective"] / games, *(worth[name] for name in names[1:])]
    return np.stack(columns, axis=1).astype("f4")


def check_targets(names):
    """Raise ValueError unless they are the main targets, perhaps with ancillary ones behind."""
    if tuple(names[: len(MAIN)]) != MAIN or not set(names[len(MAIN) :]) <= set(ANCILLARY):
        known = ", ".join(ANCILLARY)
        raise ValueError(f"Targets are {', '.join(MAIN)}, then any of {known}; not {', '.join(names)}.")


# --- The model -----------------------------------------------------------------------------


class Surrogate:
    """A model of what comes of a deck; `fits` says what it was trained on, fit by fit.

    `cards` are the keys of the candidates. A deck is its counts of them; with an `encoding`, a matrix
    (candidates, inputs), the model is shown counts @ encoding instead: whatever adds up over cards.

    >>> import deckspace as ds, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> surrogate = ds.Surrogate(["Wisp", "Fireball", "Frostbolt"], seed=1)
    >>> bags = rng.integers(0, 3, (200, 3))                     # how often each deck holds each card
    >>> values = bags @ rng.normal(size=(3, 3))                 # what became of them: one column a target
    >>> losses = surrogate.fit(bags, values)
    >>> losses["test"].shape, surrogate.predict(bags[:5]).shape
    ((20, 3), (5, 3))
    >>> bool(losses["test"][-1].sum() < losses["test"][0].sum())
    True
    """

    def __init__(self, cards, kind="mlp", targets=MAIN, training=None, seed=0, encoding=None):
        if kind not in HIDDEN:
            raise ValueError(f"There is no surrogate {kind!r}; choose one of {', '.join(HIDDEN)}.")
        check_targets(targets)
        self.cards, self.kind, self.targets, self.seed = tuple(cards), kind, tuple(targets), seed
        self.training, self.fits = training or Training(), []
        self.encoding = None if encoding is None else np.asarray(encoding, "f4")
        sizes = (self._shown(np.eye(len(self.cards), dtype="f4")).shape[1], *HIDDEN[kind], len(targets))
        self.model = network(sizes, generator(seed, 0))
        # Adam's moments are kept between fits as the weights are; "fused" is the same Adam in one call.
        self.adam = torch.optim.Adam(self.model.parameters(), self.training.rate, fused=True)

    def fit(self, bags, values):
        """Train on all decks so far, oldest first: bags (n, candidates), values (n, targets).

        Goes on from the present weights. Returns the mean squared errors {"train", "test"}, arrays
        (epochs, targets): over the epoch, and after it on the newest decks, which were held back. The loss
        is their sum over the targets, as they are: no target is scaled. Raises ValueError for fewer
        than two decks, other shapes, and numbers that are not finite, in the data or after training.
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
            raise ValueError("The surrogate diverged: its loss is no longer a number; lower Adam's rate.")
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
        if self.encoding is not None:  # a layer of a layer is a layer
            parts[0][0] = (self.encoding.astype("f8") @ parts[0][0]).astype("f4")
        return [tuple(part) for part in parts]

    def _shown(self, bags):
        """Return what the model is shown of bags: (n, inputs) float32."""
        bags = np.asarray(bags, "f4")
        if bags.ndim != 2 or bags.shape[1] != len(self.cards):
            raise ValueError(f"Decks are counts (n, {len(self.cards)}) of the cards, not {bags.shape}.")
        return bags if self.encoding is None else bags @ self.encoding

    def _check(self, bags, values):
        if np.shape(values) != (len(bags), len(self.targets)) or len(bags) < 2:
            expected = f"(n, {len(self.targets)}), n at least 2"
            raise ValueError(f"{len(bags)} decks need values of shape {expected}, not {np.shape(values)}.")
        if not np.isfinite(values).all():
            raise ValueError("A value of a deck is not a finite number.")

    def _epoch(self, inputs, values, chance):
        """Show all decks once, in random order; return the mean squared error of each target on the way."""
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

    # --- Keeping it ---

    def weights(self):
        """Return all weights and biases as one vector, float32. (Pickle a Surrogate to go on training it later.)"""
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

    As the published code draws them: uniform, the variance one over the number of inputs, or of biases.
    """
    layers = []
    for inputs, outputs in pairwise(sizes):
        layer = nn.utils.skip_init(nn.Linear, inputs, outputs)
        nn.init.uniform_(layer.weight, -((3 / inputs) ** 0.5), (3 / inputs) ** 0.5, generator=chance)
        nn.init.uniform_(layer.bias, -((3 / outputs) ** 0.5), (3 / outputs) ** 0.5, generator=chance)
        layers += [layer, nn.ELU()]
    return nn.Sequential(*layers[:-1])


def generator(seed, number):
    """Return torch's generator for a numbered part of the work below a seed."""
    return torch.Generator().manual_seed(
        int(np.random.SeedSequence([seed, number]).generate_state(1, "u8")[0])
    )


@contextmanager
def one_thread():
    """Let torch work with one thread: sums are then always added in the same order."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
