"""The interface of policies, and policies of several networks: one per hero (section IV.G), or two trained in turns.

    logits, values, state = policy(observation, state)                 # for rows (n, ...)
    logits, values = policy.unroll(observation, state, dones)          # (T, B, ...), from the initial state
    Isolated(lambda: Network(...), heroes=3)                           # b4: one network per hero
    InTurns(lambda: Network(...))                                      # one for decks, one for battle, trained in turns

An observation is a dict of tensors (n, ...). Masks are applied by actors and losses (losses.py). The network of Figure 2
for Hearthstone is in lib/deckspace/learning/hearthstone/network.py.
"""

import torch
from torch import nn


class Policy(nn.Module):
    """A policy: `encode`, then an LSTM if `memory` is above 0, then `heads`.

    encode(observation)      -> (features (n, ...), further inputs of the heads)
    gates(features, more)    -> (inputs of the LSTM's gates (n, 4 size), what replaces its output elsewhere (n, size),
                                where it is used (n,) bool)
    recurrent(h, rows, more) -> what the gates get from the last outputs h (rows, size); `rows` is a slice of all n
    heads(features, more)    -> (logits (n, actions), values (n,))
    """

    memory = 0  # size of the recurrent state per row: outputs and cells

    def initial(self, n):
        """Return the state (n, memory) at the start of a game: zeros."""
        return torch.zeros(n, self.memory, device=next(self.parameters()).device)

    def forward(self, observation, state):
        features, more = self.encode(observation)
        if self.memory:
            features, state = self.remember(features, state, more)
        return *self.heads(features, more), state

    def unroll(self, observation, state, dones):
        """Return logits (T, B, actions) and values (T, B); after a decision with `dones` (T, B) the state is reset."""
        T, B = dones.shape
        features, more = self.encode({name: part.flatten(0, 1) for name, part in observation.items()})
        if self.memory:
            features, _ = self.remember(features, state, more, dones)
        logits, values = self.heads(features, more)
        return logits.view(T, B, -1), values.view(T, B)

    def remember(self, features, state, more, dones=None):
        """Run the LSTM over T B rows from a state (B, memory); return its outputs and the last state.

        Only what depends on the last step is done step by step. Where it is not used, the state does not change.
        """
        inputs, beside, used = self.gates(features, more)
        h, c = state.chunk(2, 1)
        B, kept = len(h), []
        for t in range(len(inputs) // B):
            rows = slice(t * B, (t + 1) * B)
            enter, forget, cell, leave = (inputs[rows] + self.recurrent(h, rows, more)).chunk(4, 1)
            cells = torch.sigmoid(forget) * c + torch.sigmoid(enter) * torch.tanh(cell)
            output, here = torch.sigmoid(leave) * torch.tanh(cells), used[rows].unsqueeze(1)
            kept.append(torch.where(here, output, beside[rows]))
            h, c = torch.where(here, output, h), torch.where(here, cells, c)
            if dones is not None:
                h, c = (part * ~dones[t, :, None] for part in (h, c))
        return torch.cat(kept), torch.cat([h, c], 1)

    def lesson(self, period):
        """Prepare for an update in this learning period; called before each update."""


class Isolated(Policy):
    """One network per hero without shared weights (b4): each row goes to the network of its own hero.

    `make` creates a network, a `Policy` that also has `heroes(observation)` -> (n,), the index of each row's own hero.
    """

    def __init__(self, make, heroes):
        super().__init__()
        self.by_hero = nn.ModuleList(make() for _ in range(heroes))
        self.memory = self.by_hero[0].memory

    def whose(self, observation):
        """Return the index (n,) of the network for each row."""
        return self.by_hero[0].heroes(observation)

    def encode(self, observation):
        hero = self.whose(observation)
        order = torch.argsort(hero, stable=True)
        counts = torch.bincount(hero, minlength=len(self.by_hero)).tolist()  # the only wait for a device
        parts, features = [], None
        for network, rows in zip(self.by_hero, order.split(counts), strict=True):
            some, more = network.encode({name: part[rows] for name, part in observation.items()})
            features = some.new_zeros(len(hero), some.shape[1]) if features is None else features
            features = features.index_copy(0, rows, some)
            parts.append((rows, more))
        return features, (hero, parts)

    def gates(self, features, more):
        found = None
        for network, (rows, seen) in zip(self.by_hero, more[1], strict=True):
            some = network.gates(features[rows], seen)
            found = found or [each.new_zeros(len(features), *each.shape[1:]) for each in some]
            found = [whole.index_copy(0, rows, each) for whole, each in zip(found, some, strict=True)]
        return found

    def recurrent(self, h, rows, more):
        """Let every network answer all rows, which needs no sorting, and take each row's own answer."""
        shares = torch.stack([network.recurrent(h, rows, more) for network in self.by_hero])
        return shares[more[0][rows], torch.arange(len(h), device=h.device)]

    def heads(self, features, more):
        logits, values = None, features.new_zeros(len(features))
        for network, (rows, seen) in zip(self.by_hero, more[1], strict=True):
            some, worth = network.heads(features[rows], seen)
            logits = some.new_zeros(len(features), some.shape[1]) if logits is None else logits
            logits, values = logits.index_copy(0, rows, some), values.index_copy(0, rows, worth)
        return logits, values


class InTurns(Isolated):
    """One network for deck building and one for battle, which are trained in alternate learning periods.

    This is how cards were drafted before the end-to-end policy (section II.C): one part of the policy is trained while the
    other is fixed, or `at_once` both are trained. `make` creates a network that also has `battles(observation)` -> (n,)
    bool.
    """

    def __init__(self, make, at_once=False):
        super().__init__(make, 2)
        self.at_once = at_once

    def whose(self, observation):
        return self.by_hero[0].battles(observation).long()

    def lesson(self, period):
        for number, network in enumerate(self.by_hero):
            network.requires_grad_(self.at_once or number == period % 2)


class Uniform(Policy):
    """A policy with uniform logits for any game with this number of slots: random play, without learning."""

    def __init__(self, slots):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(slots), requires_grad=False)

    def encode(self, observation):
        return next(iter(observation.values())), None

    def heads(self, features, more):
        n = len(features)
        return self.logits.expand(n, -1), self.logits.new_zeros(n)
