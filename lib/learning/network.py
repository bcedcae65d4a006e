"""The network of Figure 2: one policy and one value for picking a hero, building a deck and the battle (eq. 2, 5).

    policy = Network(Shape(cards=350, ...), Sizes(width=128, lstm=256), card_features)
    logits, values, state = policy(observation, state)                 # rows side by side (n, ...)
    logits, values = policy.unroll(observation, state, dones)          # (T, B, ...), from the state before
    Isolated(lambda: Network(...), heroes=3)                           # one network per hero (section IV.G)

What a row of an observation holds, as tensors (n, ...):

    stage               BUILD, BATTLE or HERO (picking one)
    hero, opponent_hero whose they are; -1 where it is hidden
    scalars             numbers about both players, the decision type as one-hot among them
    NAME_cards          card numbers of a group (n, slots), -1 where a slot is empty
    NAME_features       what else is known of these (n, slots, features); only of groups that have features

Actions are numbered by stage: cards when building; in battle the slots of `Shape.pointed`, group by group, then
`Shape.other_actions` (hero power, end turn, heroes as targets); heroes when picking one. Cards and heroes have
one embedding, shared by all stages, and cards picked are pooled alike in both. Masks are applied by the losses.
"""

from dataclasses import dataclass, field

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

BUILD, BATTLE, HERO = range(3)


@dataclass(frozen=True)
class Shape:
    """What an environment shows and asks."""

    cards: int
    scalars: int
    groups: (
        dict  # name: (slots, features); with 0 features only what cards they are, as a graveyard or a deck
    )
    pointed: tuple  # groups with features whose slots are actions in battle
    other_actions: int
    heroes: int = 3
    picked: str = "picked"  # the group of cards in the own deck, shown when building and in battle

    def __post_init__(self):
        for name in (*self.pointed, self.picked):
            if name not in self.groups:
                raise ValueError(f"There is no group '{name}': choose {', '.join(self.groups)}.")
        for name in self.pointed:
            if not self.groups[name][1]:
                raise ValueError(f"The group '{name}' has no features: its slots cannot be actions.")

    @property
    def battle_actions(self):
        return sum(self.groups[name][0] for name in self.pointed) + self.other_actions

    @property
    def actions(self):
        """The width of masks, wide enough for every stage."""
        return max(self.cards, self.battle_actions, self.heroes)


@dataclass(frozen=True)
class Sizes:
    """How large the network is; the paper tells the LSTM only. Set `lstm` to 0 for none."""

    embedding: int = 32  # of a card's number
    card: int = 64
    hero: int = 16
    width: int = 128
    lstm: int = 256


class Policy(nn.Module):
    """Anything that acts: `encode`, then `remember` if `memory` is above 0, then `heads`.

    encode(observation)           -> (features (n, ...), whatever else heads need)
    remember(features, state, at(more, rows)) -> (features, state)
    heads(features, more)         -> (logits (n, actions), values (n,))
    """

    memory = 0  # numbers of recurrent state a row

    def initial(self, n):
        """The state (n, memory) at the start of a game: zeros."""
        return torch.zeros(n, self.memory, device=next(self.parameters()).device)

    def forward(self, observation, state):
        features, more = self.encode(observation)
        if self.memory:
            features, state = self.remember(features, state, self.at(more, slice(None)))
        return *self.heads(features, more), state

    def unroll(self, observation, state, dones):
        """Logits (T, B, actions) and values (T, B); where `dones` (T, B) a new game follows, with a new state."""
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
        """The rows (a slice) of what `encode` returned beside features, as far as `remember` needs them."""
        raise NotImplementedError


class Network(Policy):
    """`card_features` (cards, any number): cost, attack, health, keywords and the like, scaled to about 1."""

    def __init__(self, shape: Shape, sizes=Sizes(), card_features=None):  # noqa: B008  (frozen)
        super().__init__()
        self.shape, self.sizes = shape, sizes
        if card_features is None:
            card_features = np.zeros((shape.cards, 0))
        if len(card_features) != shape.cards:
            raise ValueError(f"There are {shape.cards} cards, but features of {len(card_features)}.")
        self.register_buffer("card_features", torch.as_tensor(np.asarray(card_features, "f4")))
        card, width, hero = sizes.card, sizes.width, sizes.hero
        self.card_id = nn.Embedding(shape.cards, sizes.embedding)
        self.card = perceptron(sizes.embedding + self.card_features.shape[1], card, card)
        self.hero = nn.Embedding(shape.heroes + 1, hero)  # the last: hidden
        self.entity = nn.ModuleDict(
            {name: nn.Linear(card + n, width) for name, (_, n) in shape.groups.items() if n}
        )
        bags = [name for name in shape.groups if name not in self.entity]
        self.build = perceptron(card * len(bags) + 2 * hero, width, width)
        inputs = shape.scalars + 2 * hero + width * len(self.entity) + card * len(bags)
        self.battle = perceptron(inputs, width, width)
        self.memory = 2 * sizes.lstm
        out = sizes.lstm or width
        if sizes.lstm:
            self.lstm = nn.LSTMCell(width, sizes.lstm)
            self.build_out = nn.Linear(width, out)  # building needs no memory: its cards are in view
        self.pick_card = small(nn.Linear(out, card))
        self.card_worth = small(nn.Linear(card, 1))
        self.point = small(nn.Linear(out, width))
        self.other = small(nn.Linear(out, shape.other_actions))
        self.pick_hero = nn.Parameter(torch.zeros(shape.heroes))  # sees nothing: a bandit
        self.value = perceptron(out, width, 1)

    # --- What it sees ---

    def cards(self):
        """The embedding of every card (cards + 1, card); the last is none."""
        known = self.card(torch.cat([self.card_id.weight, self.card_features], 1))
        return torch.cat([known, known.new_zeros(1, known.shape[1])])

    def numbers(self, observation, name):
        cards = observation[f"{name}_cards"].long()
        return torch.where(cards < 0, self.shape.cards, cards)

    def pooled(self, observation, name, table):
        """The sum (n, card) of a group's cards over its slots, which tells how many there are."""
        numbers = self.numbers(observation, name)
        return F.embedding_bag(numbers, table, mode="sum") / numbers.shape[1] ** 0.5

    def entities(self, observation, name, table):
        """Each slot of a group (n, slots, width), zeros where it is empty."""
        numbers = self.numbers(observation, name)
        parts = torch.cat([table[numbers], observation[f"{name}_features"].float()], -1)
        return F.relu(self.entity[name](parts)) * (numbers < self.shape.cards).unsqueeze(-1)

    def heroes(self, observation):
        both = (observation[name].long() for name in ("hero", "opponent_hero"))
        return torch.cat([self.hero(torch.where(h < 0, self.shape.heroes, h)) for h in both], 1)

    def bags(self, observation, table):
        names = (name for name in self.shape.groups if name not in self.entity)
        return [self.pooled(observation, name, table) for name in names]

    def encode(self, observation):
        """Features (n, width), each row computed for the stage that it is in; and a Seen for the heads."""
        stage, table = observation["stage"], self.cards()
        features = table.new_zeros(len(stage), self.sizes.width)
        seen = Seen(stage, table, torch.nonzero(stage == BUILD)[:, 0], torch.nonzero(stage == BATTLE)[:, 0])
        if len(seen.building):
            rows = {name: part[seen.building] for name, part in observation.items()}
            context = torch.cat([*self.bags(rows, table), self.heroes(rows)], 1)
            features = features.index_copy(0, seen.building, self.build(context))
        if len(seen.fighting):
            rows = {name: part[seen.fighting] for name, part in observation.items()}
            seen.slots = {name: self.entities(rows, name, table) for name in self.entity}
            pools = [slots.sum(1) / slots.shape[1] ** 0.5 for slots in seen.slots.values()]
            context = torch.cat(
                [rows["scalars"].float(), self.heroes(rows), *pools, *self.bags(rows, table)], 1
            )
            features = features.index_copy(0, seen.fighting, self.battle(context))
        return F.relu(features), seen

    # --- What it remembers ---

    def at(self, more, rows):
        return more.stage[rows]

    def remember(self, features, state, stage):
        """The LSTM's step in battle; other stages pass by it and leave the state (n, h and c) as it is."""
        fighting = (stage == BATTLE).unsqueeze(1)
        h, c = state.chunk(2, 1)
        new_h, new_c = self.lstm(features, (h, c))
        kept = torch.where(fighting, torch.cat([new_h, new_c], 1), state)
        return torch.where(fighting, new_h, F.relu(self.build_out(features))), kept

    # --- What it does ---

    def heads(self, features, more):
        logits = features.new_zeros(len(features), self.shape.actions)
        if len(more.building):
            asked = features[more.building]
            cards = more.table[:-1]
            scores = self.pick_card(asked) @ cards.T + self.card_worth(cards)[:, 0]
            logits[more.building, : self.shape.cards] = scores
        if len(more.fighting):
            asked = features[more.fighting]
            query = self.point(asked).unsqueeze(2)
            slots = [(more.slots[name] @ query)[..., 0] for name in self.shape.pointed]
            logits[more.fighting, : self.shape.battle_actions] = torch.cat([*slots, self.other(asked)], 1)
        picking = more.stage == HERO
        if picking.any():
            logits[picking, : self.shape.heroes] = self.pick_hero
        return logits, self.value(features)[:, 0]


@dataclass
class Seen:
    """What the heads need of a batch of rows beside features."""

    stage: torch.Tensor
    table: torch.Tensor  # the embedding of every card
    building: torch.Tensor  # numbers of the rows in this stage
    fighting: torch.Tensor
    slots: dict = field(default_factory=dict)  # by group, of the rows in battle


class Isolated(Policy):
    """One network per hero, which share nothing (b4): each row goes to that of its own hero."""

    def __init__(self, make, heroes):
        super().__init__()
        self.by_hero = nn.ModuleList(make() for _ in range(heroes))
        self.memory = self.by_hero[0].memory

    def encode(self, observation):
        hero = observation["hero"].long()
        parts, features = [], None
        for number, network in enumerate(self.by_hero):
            rows = torch.nonzero(hero == number)[:, 0]
            some, more = network.encode({name: part[rows] for name, part in observation.items()})
            features = some.new_zeros(len(hero), some.shape[1]) if features is None else features
            features = features.index_copy(0, rows, some)
            parts.append((rows, more))
        return features, (hero, observation["stage"], parts)

    def at(self, more, rows):
        return more[0][rows], more[1][rows]

    def remember(self, features, state, whose):
        hero, stage = whose
        out = features.new_zeros(len(features), self.memory // 2)
        for number, network in enumerate(self.by_hero):
            rows = torch.nonzero(hero == number)[:, 0]
            some, kept = network.remember(features[rows], state[rows], stage[rows])
            out, state = out.index_copy(0, rows, some), state.index_copy(0, rows, kept)
        return out, state

    def heads(self, features, more):
        logits = features.new_zeros(len(features), self.by_hero[0].shape.actions)
        values = features.new_zeros(len(features))
        for network, (rows, seen) in zip(self.by_hero, more[2], strict=True):
            some, worth = network.heads(features[rows], seen)
            logits, values = logits.index_copy(0, rows, some), values.index_copy(0, rows, worth)
        return logits, values


def perceptron(inputs, hidden, outputs):
    return nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, outputs))


def small(layer):
    """A last layer of a policy: at first all actions are almost equally likely."""
    nn.init.normal_(layer.weight, std=0.01)
    nn.init.zeros_(layer.bias)
    return layer
