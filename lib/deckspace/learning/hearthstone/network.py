"""The policy of Figure 2 (Xiao et al. 2023) for duels: one network for deck building and battle, with a value head.

    policy = Network(small_game(), Sizes(lstm=256))
    logits, values, state = policy({"cards": cards, "figures": figures}, policy.initial(n))     # observation.py

A card is represented by a learned embedding plus its printed features; the same embeddings serve picks, hand, board and
deck list. Slots are scored by pointing: a card of the hand by its features, an attacker by the minion's, a candidate of
deck building by its embedding. Who was chosen in the step before is an input of the trunk, and a target is scored as a
pair with it: without that, a policy cannot see which attack fits, and learns to go for the hero. Heroes have one
learned logit each when they are picked, which depends on nothing (eq. 5).
Logits include illegal slots: the learner applies masks.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from deckspace.engine.hearthstone.state import CLASSES, KEYWORDS, RACES, TYPES
from deckspace.learning.hearthstone import observation as seen
from deckspace.learning.hearthstone.slots import BUILD, DECISIONS, OPTION, PICK, POWER_SLOT, TARGET
from deckspace.learning.network import InTurns, Isolated, Policy

SCALE = 10.0  # brings figures of about ten to about one
GAME_FIGURES = (seen.SECOND, seen.TURN, seen.PICKED, seen.DISCOUNTS)  # the trunk's, and their scales
GAME_SCALES = (1.0, 20.0, 30.0, 1.0)
# Sets of cards whose embeddings are summed: where they begin, the number of cards, and a scale.
BAGS = (
    (seen.C_ENEMY_HAND, seen.HAND, 1),
    (seen.C_POWERS, 1, 1),
    (seen.C_POWERS + 1, 1, 1),
    (seen.C_WEAPONS, 1, 1),
    (seen.C_WEAPONS + 1, 1, 1),
    (seen.C_SECRETS, seen.SECRETS, 1),
    (seen.C_OFFERED, seen.OFFERED, 1),
    (seen.C_CHOSEN, 1, 1),
    (seen.C_DECK, seen.DECK, 10),
    (seen.C_PEEKED, seen.DECK, 10),
    (seen.C_GRAVES, seen.GRAVE, 10),
    (seen.C_GRAVES + seen.GRAVE, seen.GRAVE, 10),
)
ENTITIES = (  # entities with slots: where their cards and figures begin, how many, the number of figures
    (seen.C_HAND, seen.F_HAND, seen.HAND, len(seen.OF_HAND)),
    (seen.C_MINE, seen.F_MINE, seen.BOARD, len(seen.OF_MINION)),
    (seen.C_THEIRS, seen.F_THEIRS, seen.BOARD, len(seen.OF_MINION)),
)


@dataclass(frozen=True)
class Sizes:
    """The sizes of the network's layers; the paper gives only `lstm`, 256. 0 omits the LSTM."""

    card: int = 32
    slot: int = 48
    trunk: int = 192
    lstm: int = 0


class Seen(NamedTuple):
    """The heads' inputs besides features."""

    known: torch.Tensor  # the embeddings of all cards
    offered: torch.Tensor  # the embeddings of the offered cards
    slots: list  # features of hand, own and enemy minions
    heroes: torch.Tensor  # features of both heroes
    chosen: torch.Tensor  # features of who was chosen in the step before, 0 where nobody was
    stage: torch.Tensor


def card_features(book):
    """Return the printed features of each card of a set, (cards + 1, features) float32; row 0 is no card."""
    rows = [np.zeros(0)]
    for card in book.table:
        numbers = np.array([card.cost, card.attack, card.health, card.spell_damage, card.overload]) / SCALE
        kinds = [card.type == name for name in TYPES]
        kinds += [card.hero_class == name for name in CLASSES]
        kinds += [card.race == name for name in RACES]
        kinds += [name in card.keywords for name in list(KEYWORDS)[:14]]
        rows.append(np.concatenate([numbers, kinds]))
    rows[0] = np.zeros_like(rows[1])
    return torch.tensor(np.array(rows), dtype=torch.float32)


def battling(stage):
    """Return for each stage whether it belongs to the battle."""
    return (stage != BUILD) & (stage != PICK)


def network(game, sizes, isolated=False, in_turns=False):
    """Return a policy: one network, one for each hero (`isolated`), or one for decks and one for battle (`in_turns`)."""
    if in_turns:
        return InTurns(lambda: Network(game, sizes))
    if isolated:
        return Isolated(lambda: Network(game, sizes), len(game.heroes))
    return Network(game, sizes)


class Network(Policy):
    """A network with logits (n, slots) of all slots, and the value (n,) of the position for the deciding side."""

    def __init__(self, game, sizes=Sizes()):  # noqa: B008  (frozen)
        super().__init__()
        book = game.book()
        self.sizes, self.memory, self.n_heroes = sizes, 2 * sizes.lstm, len(game.heroes)
        features = card_features(book)
        numbers = [book.number(key) for key in game.candidates()]
        self.register_buffer("features", features, persistent=False)
        self.register_buffer("candidates", torch.tensor(numbers), persistent=False)
        card, slot, trunk = sizes.card, sizes.slot, sizes.trunk
        context = 2 * len(seen.OF_PLAYER) + len(DECISIONS) + 2 * self.n_heroes + len(GAME_FIGURES)
        self.own = nn.Embedding(len(features), card)
        self.printed = nn.Linear(features.shape[1], card)
        self.hand = nn.Linear(card + len(seen.OF_HAND), slot)
        self.minion = nn.Linear(card + len(seen.OF_MINION), slot)
        self.place = nn.Parameter(torch.zeros(seen.BOARD, slot))  # on the board: neighbours matter
        self.person = nn.Linear(card + len(seen.OF_PLAYER), slot)
        self.aim = nn.Linear(slot, slot)
        self.aimed_by = nn.Linear(slot, slot, bias=False)
        self.first = nn.Linear(4 * slot + len(BAGS) * card + context, trunk)
        self.second = nn.Linear(trunk, trunk)
        if sizes.lstm:
            self.lstm = nn.LSTMCell(trunk, sizes.lstm)
            self.beside = nn.Linear(trunk, sizes.lstm)  # in place of the LSTM before the battle
        last = sizes.lstm or trunk
        self.queries = nn.Linear(last, 3 * slot + 2 * card)
        self.plain = nn.Linear(last, 8)
        self.value = nn.Linear(last, 1)
        self.hero = nn.Parameter(torch.zeros(self.n_heroes))
        self.constants()
        self.start()

    def constants(self):
        """Register constants as buffers, so that they move between devices with the weights."""
        begins = [begin - seen.C_ENEMY_HAND for begin, _, _ in BAGS]
        for name, values in (
            ("begins", torch.tensor(begins)),
            ("usual", torch.tensor([[by] for *_, by in BAGS], dtype=torch.float32)),
            ("game_scales", torch.tensor(GAME_SCALES)),
            ("stages", torch.arange(len(DECISIONS))),
            ("hero_numbers", torch.arange(self.n_heroes)),
            ("is_card", (torch.arange(len(self.features)) > 0).unsqueeze(1)),
        ):
            self.register_buffer(name, values, persistent=False)

    def start(self):
        """Initialise small heads, so that at first all legal slots are about equally likely."""
        nn.init.normal_(self.own.weight, std=0.1)
        for head in (self.queries, self.plain, self.value):
            nn.init.orthogonal_(head.weight, 0.1)
            nn.init.zeros_(head.bias)

    # --- Observation ---

    def heroes(self, observation):
        """Return the index of each row's own hero; -1 before it is picked."""
        return observation["figures"][:, seen.F_GAME + seen.HERO].long()

    def battles(self, observation):
        """Return whether each row belongs to the battle, not to the picks before it."""
        return battling(observation["figures"][:, seen.F_GAME + seen.STAGE])

    def picks(self, observation):
        """Return whether each row (..., figures) is the pick of a hero."""
        return observation["figures"][..., seen.F_GAME + seen.STAGE] == PICK

    def encode(self, observation):
        """Return features (n, trunk) of observations of Duels, and Seen."""
        cards, figures = observation["cards"].long(), observation["figures"].float()
        known = torch.relu(self.own.weight + self.printed(self.features)) * self.is_card
        slots, heroes = self.entities(cards, figures, known), self.persons(cards, figures, known)
        chosen = self.source(cards, figures, known, slots, heroes)
        pools = [each.sum(1) / 4 for each in slots]
        context = torch.cat([*pools, chosen, self.bags(cards, known), self.numbers(figures)], 1)
        hidden = torch.relu(self.second(torch.relu(self.first(context))))
        offered = F.embedding(cards[:, seen.C_OFFERED : seen.C_OFFERED + seen.OFFERED], known)
        return hidden, Seen(known, offered, slots, heroes, chosen, figures[:, seen.F_GAME + seen.STAGE])

    def entities(self, cards, figures, known):
        """Return features of the cards in hand and of both sides' minions, (n, 10 or 7, slot)."""
        found = []
        for layer, (card, figure, count, n) in zip(
            (self.hand, self.minion, self.minion), ENTITIES, strict=True
        ):
            numbers = figures[:, figure : figure + count * n].unflatten(1, (count, n)) / SCALE
            which = cards[:, card : card + count]
            features = layer(torch.cat([F.embedding(which, known), numbers], 2))
            features = torch.relu(features if layer is self.hand else features + self.place)
            found.append(features * (which > 0).unsqueeze(2))
        return found

    def persons(self, cards, figures, known):
        """Return features of both heroes with their weapons, (n, 2, slot)."""
        numbers = figures[:, seen.F_PLAYERS : seen.F_GAME].unflatten(1, (2, len(seen.OF_PLAYER))) / SCALE
        weapons = F.embedding(cards[:, seen.C_WEAPONS : seen.C_WEAPONS + 2], known)
        return torch.relu(self.person(torch.cat([weapons, numbers], 2)))

    def source(self, cards, figures, known, slots, heroes):
        """Return features of the card, minion, hero or power that the step before has chosen, (n, slot); 0 without one."""
        power = F.embedding(cards[:, seen.C_POWERS], known)
        power = torch.relu(self.hand(F.pad(power, (0, len(seen.OF_HAND)))))
        sources = torch.cat(
            [slots[0], slots[1], heroes[:, :1], power.unsqueeze(1)], 1
        )  # in the order of their slots
        game = figures[:, seen.F_GAME :]
        which = game[:, seen.CHOSEN_SLOT].long().clamp(0, POWER_SLOT)
        follows = (game[:, seen.STAGE] == TARGET) | (game[:, seen.STAGE] == OPTION)
        return sources[torch.arange(len(which), device=which.device), which] * follows.unsqueeze(1)

    def bags(self, cards, known):
        """Return the concatenated sums of embeddings of the sets in BAGS: (n, sets * card)."""
        rest = cards[:, seen.C_ENEMY_HAND :]
        n, width = rest.shape
        offsets = torch.arange(n, device=rest.device)[:, None] * width + self.begins
        sums = F.embedding_bag(rest.flatten(), known, offsets.flatten(), mode="sum", padding_idx=0)
        return (sums.unflatten(0, (n, len(BAGS))) / self.usual).flatten(1)

    def numbers(self, figures):
        """Return the numbers of both players, the stage and both heroes, (n, context)."""
        game = figures[:, seen.F_GAME :]
        players = figures[:, seen.F_PLAYERS : seen.F_GAME] / SCALE
        stage = game[:, seen.STAGE, None] == self.stages
        own = game[:, seen.HERO, None] == self.hero_numbers
        other = game[:, seen.ENEMY_HERO, None] == self.hero_numbers
        return torch.cat([players, stage, own, other, game[:, list(GAME_FIGURES)] / self.game_scales], 1)

    # --- Memory ---

    def at(self, more, rows):
        return more.stage[rows]

    def remember(self, features, state, stage):
        """Do a step of the LSTM in battle; before the battle the state is unchanged."""
        battle = battling(stage).unsqueeze(1)
        h, c = self.lstm(features, tuple(part.contiguous() for part in state.chunk(2, 1)))
        kept = torch.where(battle, torch.cat([h, c], 1), state)
        return torch.where(battle, h, torch.relu(self.beside(features))), kept

    # --- Heads ---

    def heads(self, hidden, more):
        """Return the logits of all slots, including illegal ones, and the values."""
        slot, card = self.sizes.slot, self.sizes.card
        *asked, offer, pick = self.queries(hidden).split([slot] * 3 + [card] * 2, 1)
        hand, mine, theirs = more.slots
        targets = torch.cat([more.heroes, mine, theirs], 1)  # in the order of their slots
        pairs = torch.relu(self.aim(targets) + self.aimed_by(more.chosen).unsqueeze(1))
        play, attack, target = (
            (keys * query.unsqueeze(1)).sum(2) / slot**0.5
            for keys, query in zip((hand, mine, pairs), asked, strict=True)
        )
        plain = self.plain(hidden)  # hero, power, end | options | my hero, enemy hero
        option = plain[:, 3:6] + (more.offered * offer.unsqueeze(1)).sum(2) / card**0.5
        target = torch.cat([target[:, :2] + plain[:, 6:], target[:, 2:]], 1)
        battle = [play, attack, plain[:, :3], option, target]
        build = pick @ more.known[self.candidates].T / card**0.5
        logits = torch.cat([*battle, build, self.hero.expand(len(hidden), -1)], 1)
        return logits, self.value(hidden).squeeze(1)
