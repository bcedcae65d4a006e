"""The policy of Figure 2 (Xiao et al. 2023) for duels: one network for deck building and battle, with a value.

Cards are known by an embedding of their own and by what is printed on them; the same embeddings serve the picks, the
hand, the board and the list of the deck. What may be chosen is scored by pointing: a card of the hand by its features,
an attacker or a target by the minion's, a candidate of deck building by its embedding. What is not legal gets
probability 0.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from lib.engine.hearthstone.state import CLASSES, KEYWORDS, RACES, TYPES
from lib.learning.hearthstone import observation as seen
from lib.learning.hearthstone.slots import BATTLE_SLOTS, BUILD, DECISIONS

ILLEGAL = -1e9  # the logit of what is not legal: its probability is 0 in single precision
SCALE = 10.0  # figures of some ten become numbers of about one


@dataclass(frozen=True)
class Sizes:
    """How large the network is; the paper gives `memory` only (256), 0 leaves the LSTM out."""

    card: int = 32
    slot: int = 48
    trunk: int = 192
    memory: int = 0


def card_features(book):
    """Return what is printed on each card of a set, (cards + 1, features) float32; row 0 is no card."""
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


class Policy(nn.Module):
    """Scores of all slots, and the value of the position for whoever decides."""

    def __init__(self, game, sizes=Sizes()):
        super().__init__()
        book = game.book()
        self.sizes = sizes
        features = card_features(book)
        self.register_buffer("features", features, persistent=False)
        numbers = [book.number(key) for key in game.candidates()]
        self.register_buffer("candidates", torch.tensor(numbers), persistent=False)
        card, slot, trunk = sizes.card, sizes.slot, sizes.trunk
        self.own = nn.Embedding(len(features), card)
        self.printed = nn.Linear(features.shape[1], card)
        self.hand = nn.Linear(card + len(seen.OF_HAND), slot)
        self.minion = nn.Linear(card + len(seen.OF_MINION), slot)
        heroes = len(game.heroes)
        context = 2 * len(seen.OF_PLAYER) + len(DECISIONS) + 2 * heroes + 3
        self.heroes = heroes
        self.first = nn.Linear(3 * slot + 9 * card + context, trunk)
        self.second = nn.Linear(trunk, trunk)
        self.memory = nn.LSTMCell(trunk, sizes.memory) if sizes.memory else None
        last = sizes.memory or trunk
        self.queries = nn.Linear(last, 4 * slot + 2 * card)
        self.plain = nn.Linear(last, 8)
        self.value = nn.Linear(last, 1)
        self.start()

    def start(self):
        """Begin with small heads: at first all that is legal is about as likely."""
        nn.init.normal_(self.own.weight, std=0.1)
        for head in (self.queries, self.plain, self.value):
            nn.init.orthogonal_(head.weight, 0.1)
            nn.init.zeros_(head.bias)

    def forward(self, cards, figures, mask, state=None):
        """Return log-probabilities (n, slots), values (n,) and the memory's next state.

        `cards`, `figures` and `mask` are tensors as Duels has them; of `state`, (n, 2, memory), see Sizes.
        """
        known = torch.relu(self.own.weight + self.printed(self.features))
        each = known[cards.long()]
        figures = figures.float()
        hand, mine, theirs = self.entities(each, figures)
        hidden = torch.relu(self.first(self.summary(cards, each, figures, hand, mine, theirs)))
        hidden = torch.relu(self.second(hidden))
        if self.memory is not None:
            state = self.memory(hidden, (state[:, 0].contiguous(), state[:, 1].contiguous()))
            hidden, state = state[0], torch.stack(state, 1)
        logits = self.logits(hidden, known, each, figures, hand, mine, theirs)
        logits = logits.masked_fill(~mask, ILLEGAL)
        return torch.log_softmax(logits, 1), self.value(hidden).squeeze(1), state

    def entities(self, each, figures):
        """Return features of the cards of the hand and of both sides' minions, (n, 10 or 7, slot)."""
        parts = []
        for layer, card, figure, (count, names) in (
            (self.hand, seen.C_HAND, seen.F_HAND, (seen.HAND, seen.OF_HAND)),
            (self.minion, seen.C_MINE, seen.F_MINE, (seen.BOARD, seen.OF_MINION)),
            (self.minion, seen.C_THEIRS, seen.F_THEIRS, (seen.BOARD, seen.OF_MINION)),
        ):
            numbers = figures[:, figure : figure + count * len(names)].unflatten(1, (count, len(names)))
            parts.append(torch.relu(layer(torch.cat([each[:, card : card + count], numbers / SCALE], 2))))
        return parts

    def summary(self, cards, each, figures, hand, mine, theirs):
        """Return all that the trunk sees, a row each."""
        game = figures[:, seen.F_GAME :]
        players = figures[:, seen.F_PLAYERS : seen.F_GAME] / SCALE
        numbers = torch.arange(len(DECISIONS), device=game.device)
        stage = game[:, seen.STAGE, None] == numbers
        heroes = torch.arange(self.heroes, device=game.device)
        own, other = game[:, seen.HERO, None] == heroes, game[:, seen.ENEMY_HERO, None] == heroes
        few = game[:, [seen.SECOND, seen.TURN, seen.PICKED]] / torch.tensor(
            [1.0, 20.0, 30.0], device=game.device
        )
        there = (cards > 0).unsqueeze(2)
        pools = [
            (hand * there[:, seen.C_HAND : seen.C_HAND + seen.HAND]).sum(1) / 4,
            (mine * there[:, seen.C_MINE : seen.C_MINE + seen.BOARD]).sum(1) / 4,
            (theirs * there[:, seen.C_THEIRS : seen.C_THEIRS + seen.BOARD]).sum(1) / 4,
        ]
        sets = [
            (each[:, begin : begin + n] * there[:, begin : begin + n]).sum(1) / by
            for begin, n, by in (
                (seen.C_ENEMY_HAND, seen.HAND, 1),
                (seen.C_POWERS, 1, 1),
                (seen.C_POWERS + 1, 1, 1),
                (seen.C_WEAPONS, 1, 1),
                (seen.C_WEAPONS + 1, 1, 1),
                (seen.C_SECRETS, seen.SECRETS, 1),
                (seen.C_OFFERED, seen.OFFERED, 1),
                (seen.C_CHOSEN, 1, 1),
                (seen.C_DECK, seen.DECK, 10),
            )
        ]
        return torch.cat([*pools, *sets, players, stage.float(), own.float(), other.float(), few], 1)

    def logits(self, hidden, known, each, figures, hand, mine, theirs):
        """Return the scores of all slots, legal or not."""
        slot, card = self.sizes.slot, self.sizes.card
        *asked, offer, pick = self.queries(hidden).split([slot] * 4 + [card] * 2, 1)
        play, attack, aim_mine, aim_theirs = (
            (keys @ query.unsqueeze(2)).squeeze(2) / slot**0.5
            for keys, query in zip((hand, mine, mine, theirs), asked, strict=True)
        )
        plain = self.plain(hidden)  # hero, power, end | options | my hero, enemy hero
        offered = each[:, seen.C_OFFERED : seen.C_OFFERED + seen.OFFERED]
        option = plain[:, 3:6] + (offered @ offer.unsqueeze(2)).squeeze(2) / card**0.5
        battle = torch.cat([play, attack, plain[:, :3], option, plain[:, 6:], aim_mine, aim_theirs], 1)
        scores = hidden.new_zeros(len(hidden), BATTLE_SLOTS + len(self.candidates))
        scores[:, :BATTLE_SLOTS] = battle
        building = figures[:, seen.F_GAME + seen.STAGE] == BUILD
        if building.any():
            scores[building, BATTLE_SLOTS:] = pick[building] @ known[self.candidates].T / card**0.5
        return scores
