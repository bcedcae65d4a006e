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
    """A policy: `encode`, then `remember` if `memory` is above 0, then `heads`.

    encode(observation)           -> (features (n, ...), further inputs of the heads)
    remember(features, state, at(more, rows)) -> (features, state)
    heads(features, more)         -> (logits (n, actions), values (n,))
    """

    memory = 0  # size of the recurrent state per row

    def initial(self, n):
        """Return the state (n, memory) at the start of a game: zeros."""
        return torch.zeros(n, self.memory, device=next(self.parameters()).device)

    def forward(self, observation, state):
        features, more = self.encode(observation)
        if self.memory:
            features, state = self.remember(features, state, self.at(more, slice(None)))
        return *self.heads(features, more), state

    def unroll(self, observation, state, dones):
        """Return logits (T, B, actions) and values (T, B); after a decision with `dones` (T, B) the state is reset."""
        T, B = dones.shape
        features, more = self.encode({name: part.flatten(0, 1) for name, part in observation.items()})
        if self.memory:
            kept = []
            for t in range(T):
                rows = slice(t * B, (t + 1) * B)
                remembered, state = self.remember(features[rows], state, self.at(more, rows))
                state = state * (~dones[t, :, None])
                kept.append(remembered)
            features = torch.cat(kept)
        logits, values = self.heads(features, more)
        return logits.view(T, B, -1), values.view(T, B)

    def at(self, more, rows):
        """Return the rows (a slice) of the second result of `encode` that `remember` needs."""
        raise NotImplementedError

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
        parts, features = [], None
        for number, network in enumerate(self.by_hero):
            rows = torch.nonzero(hero == number)[:, 0]
            some, more = network.encode({name: part[rows] for name, part in observation.items()})
            features = some.new_zeros(len(hero), some.shape[1]) if features is None else features
            features = features.index_copy(0, rows, some)
            parts.append((rows, more))
        return features, (hero, parts)

    def at(self, more, rows):
        """Return for each network its rows among these, relative to the first, and what `remember` needs of them."""
        hero, parts = more
        begin, end, _ = rows.indices(len(hero))
        found = []
        for network, (own, seen) in zip(self.by_hero, parts, strict=True):
            first, last = torch.searchsorted(own, torch.tensor([begin, end], device=own.device)).tolist()
            found.append((own[first:last] - begin, network.at(seen, slice(first, last))))
        return found

    def remember(self, features, state, parts):
        out = features.new_zeros(len(features), self.memory // 2)
        for network, (rows, seen) in zip(self.by_hero, parts, strict=True):
            some, kept = network.remember(features[rows], state[rows], seen)
            out, state = out.index_copy(0, rows, some), state.index_copy(0, rows, kept)
        return out, state

    def heads(self, features, more):
        hero, parts = more
        logits, values = None, features.new_zeros(len(hero))
        for network, (rows, seen) in zip(self.by_hero, parts, strict=True):
            some, worth = network.heads(features[rows], seen)
            logits = some.new_zeros(len(hero), some.shape[1]) if logits is None else logits
            logits, values = logits.index_copy(0, rows, some), values.index_copy(0, rows, worth)
        return logits, values


class InTurns(Isolated):
    """One network for deck building and one for battle, which are trained in alternate learning periods.

    This is how cards were drafted before the end-to-end policy (section II.C): one part of the policy is trained while the
    other is fixed. `make` creates a network that also has `battles(observation)` -> (n,) bool.
    """

    def __init__(self, make):
        super().__init__(make, 2)

    def whose(self, observation):
        return self.by_hero[0].battles(observation).long()

    def lesson(self, period):
        for number, network in enumerate(self.by_hero):
            network.requires_grad_(number == period % 2)


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
