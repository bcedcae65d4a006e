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
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from deckspace.engine.hearthstone.state import CLASSES, KEYWORDS, RACES, TYPES
from deckspace.learning.hearthstone import observation as seen
from deckspace.learning.hearthstone.slots import BUILD, DECISIONS, OPTION, PICK, POWER_SLOT, TARGET
from deckspace.learning.kernels import sums
from deckspace.learning.network import InTurns, Isolated, Policy

SCALE = 10.0  # brings figures of about ten to about one
GAME_FIGURES = (seen.SECOND, seen.TURN, seen.PICKED, seen.DISCOUNTS, seen.CHOSEN_OPTION)  # of the trunk
GAME_SCALES = (1.0, 20.0, 30.0, 1.0, 1.0)
ALONE = seen.C_ENEMY_HAND  # cards before this place are looked at one by one, those after it as sets
# The sets: their number of cards, and a scale of the sum of their embeddings.
BAGS = (
    (seen.HAND, 1),
    (seen.SECRETS, 1),
    (seen.DECK, 10),
    (seen.DECK, 10),
    (seen.GRAVE, 10),
    (seen.GRAVE, 10),
)
BEGINS = [0, *accumulate(count for count, _ in BAGS)]


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
    hand: torch.Tensor  # features of the cards in hand
    mine: torch.Tensor  # features of own minions
    rows: torch.Tensor  # those whose step follows a choice
    pairs: torch.Tensor  # features of who was chosen there with each target
    stage: torch.Tensor


class Characters(NamedTuple):
    """Characters as they are, and as targets."""

    features: torch.Tensor
    keys: torch.Tensor


def spread(found, rows, n):
    """Return what was found for some rows, an index or all of them, among n, with 0 elsewhere."""
    return (
        found if isinstance(rows, slice) else found.new_zeros(n, *found.shape[1:]).index_copy(0, rows, found)
    )


def one_by_one(cards, table):
    """Return the rows of a table (cards, size) of these cards (n, k), 0 for no card: (n, k, size)."""
    return sums(cards.contiguous(), table, list(range(cards.shape[1] + 1)))


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


def product(x, weight, bias=None, rough=False):
    """Return x times the weights of a layer plus its bias; if `rough`, in bfloat16, which pays for wide layers."""
    if not rough:
        return F.linear(x, weight, bias)
    bias = None if bias is None else bias.bfloat16()
    return F.linear(x.bfloat16(), weight.bfloat16(), bias).float()


def battling(stage):
    """Return for each stage whether it belongs to the battle."""
    return (stage != BUILD) & (stage != PICK)


def network(game, sizes, isolated=False, in_turns=False, at_once=False, rough=False):
    """Return a policy: one network, one for each hero (`isolated`), or one for decks and one for battle (`in_turns`).

    If `rough`, the policy computes faster and rounds more while it is in training mode: the widest layers in bfloat16,
    which takes a processor that has it, and nothing for empty places (`./run bench mastering`).
    """
    if in_turns:
        return InTurns(lambda: Network(game, sizes, rough), at_once)
    if isolated:
        return Isolated(lambda: Network(game, sizes, rough), len(game.heroes))
    return Network(game, sizes, rough)


class Network(Policy):
    """A network with logits (n, slots) of all slots, and the value (n,) of the position for the deciding side."""

    def __init__(self, game, sizes=Sizes(), rough=False):  # noqa: B008  (frozen)
        super().__init__()
        book = game.book()
        self.rough = rough
        self.sizes, self.memory, self.n_heroes = sizes, 2 * sizes.lstm, len(game.heroes)
        features = card_features(book)
        numbers = [book.number(key) for key in game.candidates()]
        self.register_buffer("features", features, persistent=False)
        self.register_buffer("candidates", torch.tensor(numbers), persistent=False)
        card, slot, trunk = sizes.card, sizes.slot, sizes.trunk
        context = 2 * len(seen.OF_PLAYER) + len(DECISIONS) + 2 * self.n_heroes + len(GAME_FIGURES)
        self.own = nn.Embedding(len(features), card)
        self.printed = nn.Linear(features.shape[1], card)
        self.hand = nn.Linear(len(seen.OF_HAND), slot)
        self.hand_card = nn.Linear(card, slot, bias=False)
        self.minion = nn.Linear(len(seen.OF_MINION), 2 * slot)  # features, and the keys of a target
        self.minion_card = nn.Linear(card, 2 * slot, bias=False)
        self.place = nn.Parameter(torch.zeros(seen.BOARD, 2 * slot))  # on the board: neighbours matter
        self.person = nn.Linear(len(seen.OF_PLAYER), 2 * slot)
        self.weapon = nn.Linear(card, 2 * slot, bias=False)
        self.aimed_by = nn.Linear(slot, slot, bias=False)
        self.first = nn.Linear(6 * slot + (5 + len(BAGS)) * card + context, trunk)
        self.second = nn.Linear(trunk, trunk)
        if sizes.lstm:
            self.lstm = nn.LSTMCell(trunk, sizes.lstm)
            self.beside = nn.Linear(trunk, sizes.lstm)  # in place of the LSTM before the battle
        last = sizes.lstm or trunk
        self.queries = nn.Linear(last, 3 * slot + 2 * card)
        self.plain = nn.Linear(last, 6)
        self.value = nn.Linear(last, 1)
        self.hero = nn.Parameter(torch.zeros(self.n_heroes))
        self.constants()
        self.start()

    def constants(self):
        """Register constants as buffers, so that they move between devices with the weights."""
        for name, values in (
            ("bag_scales", torch.tensor([[by] for _, by in BAGS], dtype=torch.float32)),
            ("game_scales", torch.tensor(GAME_SCALES)),
            ("stages", torch.arange(len(DECISIONS))),
            ("source_slots", torch.arange(POWER_SLOT + 1)),
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
        nn.init.orthogonal_(self.queries.weight.data[2 * self.sizes.slot : 3 * self.sizes.slot], 1.0)

    @property
    def is_rough(self):
        """Whether it computes roughly now: never in a policy that only plays."""
        return self.rough and self.training

    def wide(self, layer, x):
        """Return what one of the widest layers makes of x."""
        return product(x, layer.weight, layer.bias, self.is_rough)

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
        cards, figures = observation["cards"], observation["figures"].float()
        known = torch.relu(self.own.weight + self.printed(self.features)) * self.is_card
        hand, power = self.hand_cards(cards, figures, known)
        minions, heroes = self.characters(cards, figures, known)
        rows = self.following(figures[:, seen.F_GAME + seen.STAGE])
        source = self.source(figures, rows, hand, minions.features, heroes.features, power)
        chosen = spread(source, rows, len(figures))
        alone = one_by_one(cards[:, seen.C_POWERS : ALONE], known)
        bags = sums(cards[:, ALONE:].contiguous(), known, BEGINS) / self.bag_scales
        mine, theirs = minions.features.split(seen.BOARD, 1)
        context = [part.sum(1) / 4 for part in (hand, mine, theirs)]
        context += [chosen, *(part.flatten(1) for part in (heroes.features, alone, bags))]
        hidden = torch.relu(self.wide(self.first, torch.cat([*context, self.numbers(figures)], 1)))
        stage, keys = figures[:, seen.F_GAME + seen.STAGE], (heroes.keys[rows], minions.keys[rows])
        pairs = torch.relu(
            torch.cat(keys, 1) + self.aimed_by(source).unsqueeze(1)
        )  # in the order of their slots
        more = Seen(known, alone[:, 2:], hand, mine, rows, pairs, stage)
        return torch.relu(self.wide(self.second, hidden)), more

    def hand_cards(self, cards, figures, known):
        """Return features of the cards in hand (n, 10, slot), 0 where there is none, and of the power (n, 1, slot)."""
        table = self.hand_card(known)
        numbers = figures[:, : seen.F_MINE].unflatten(1, (seen.HAND, len(seen.OF_HAND))) / SCALE
        which = cards[:, : seen.HAND]
        hand = torch.relu(self.placed(which, numbers, self.hand, table)) * (which > 0).unsqueeze(2)
        power = one_by_one(cards[:, seen.C_POWERS : seen.C_POWERS + 1], table)
        return hand, torch.relu(power + self.hand.bias)

    def characters(self, cards, figures, known):
        """Return the Characters of both boards (n, 14, slot), features 0 where nobody is, and of both heroes."""
        numbers, which = (
            figures[:, seen.F_MINE : seen.F_PLAYERS] / SCALE,
            cards[:, seen.C_MINE : seen.C_WEAPONS],
        )
        numbers = numbers.unflatten(1, (2 * seen.BOARD, len(seen.OF_MINION)))
        minions = self.placed(which, numbers, self.minion, self.minion_card(known)) + self.place.repeat(2, 1)
        numbers = figures[:, seen.F_PLAYERS : seen.F_GAME].unflatten(1, (2, len(seen.OF_PLAYER))) / SCALE
        weapons = one_by_one(cards[:, seen.C_WEAPONS : seen.C_POWERS], self.weapon(known))
        (features, keys), heroes = minions.chunk(2, 2), (weapons + self.person(numbers)).chunk(2, 2)
        minions = Characters(torch.relu(features) * (which > 0).unsqueeze(2), keys)
        return minions, Characters(torch.relu(heroes[0]), heroes[1])

    def placed(self, which, numbers, layer, table):
        """Return what a layer makes of the numbers of places (n, k, figures), plus their cards' rows of a table.

        What it returns for empty places means nothing: roughly, on the processor, they are not computed.
        """
        if not self.is_rough or which.device.type != "cpu":
            return layer(numbers) + one_by_one(which, table)
        cards = which.flatten()
        there = torch.nonzero(cards)[:, 0]
        found = layer(numbers.flatten(0, 1)[there]) + one_by_one(cards[there, None], table)[:, 0]
        return spread(found, there, len(cards)).unflatten(0, which.shape)

    def following(self, stage):
        """Return the rows whose step follows a choice: on the processor their indices, elsewhere all at once."""
        if stage.device.type != "cpu":
            return slice(None)
        return torch.nonzero((stage == TARGET) | (stage == OPTION))[:, 0]

    def source(self, figures, rows, hand, minions, heroes, power):
        """Return features of the card, minion, hero or power that the step before has chosen, (rows, slot)."""
        parts = (
            hand[rows],
            minions[rows, : seen.BOARD],
            heroes[rows, :1],
            power[rows],
        )  # in the order of their slots
        game = figures[rows, seen.F_GAME :]
        follows = (game[:, seen.STAGE] == TARGET) | (game[:, seen.STAGE] == OPTION)
        which = torch.where(follows, game[:, seen.CHOSEN_SLOT], -1.0).unsqueeze(1) == self.source_slots
        return torch.bmm(which.to(hand.dtype).unsqueeze(1), torch.cat(parts, 1)).squeeze(1)

    def numbers(self, figures):
        """Return the numbers of both players, the stage and both heroes, (n, context)."""
        game = figures[:, seen.F_GAME :]
        players = figures[:, seen.F_PLAYERS : seen.F_GAME] / SCALE
        stage = game[:, seen.STAGE, None] == self.stages
        own = game[:, seen.HERO, None] == self.hero_numbers
        other = game[:, seen.ENEMY_HERO, None] == self.hero_numbers
        return torch.cat([players, stage, own, other, game[:, list(GAME_FIGURES)] / self.game_scales], 1)

    # --- Memory ---

    def gates(self, features, more):
        """Return what the LSTM gets from features, what replaces it before the battle, and where there is a battle."""
        bias = self.lstm.bias_ih + self.lstm.bias_hh
        inputs = product(features, self.lstm.weight_ih, bias, self.is_rough)
        return inputs, torch.relu(self.wide(self.beside, features)), battling(more.stage)

    def recurrent(self, h, rows, more):
        return product(h, self.lstm.weight_hh, rough=self.is_rough)

    # --- Heads ---

    def pointed(self, keys, query):
        """Return the products (n, k) of keys (n, k, size) with each row's query (n, size)."""
        if self.is_rough:
            return (keys * query.unsqueeze(1)).sum(2)
        return torch.bmm(keys, query.unsqueeze(2)).squeeze(2)

    def heads(self, hidden, more):
        """Return the logits of all slots, including illegal ones, and the values."""
        slot, card = self.sizes.slot, self.sizes.card
        *asked, offer, pick = self.wide(self.queries, hidden).split([slot] * 3 + [card] * 2, 1)
        play, attack, target = (
            self.pointed(keys, query) / slot**0.5
            for keys, query in (
                (more.hand, asked[0]),
                (more.mine, asked[1]),
                (more.pairs, asked[2][more.rows]),
            )
        )
        target = spread(target, more.rows, len(hidden))
        plain = self.plain(hidden)  # hero, power, end | options
        option = plain[:, 3:6] + self.pointed(more.offered, offer) / card**0.5
        battle = [play, attack, plain[:, :3], option, target]
        build = pick @ more.known[self.candidates].T / card**0.5
        logits = torch.cat([*battle, build, self.hero.expand(len(hidden), -1)], 1)
        return logits, self.value(hidden).squeeze(1)
