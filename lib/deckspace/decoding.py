"""Autoregressive decoding: the action of a trained policy of Hearthstone in a game that others keep.

An action is decided as in training (learning/hearthstone/slots.py), with the same observations: first what to do, then
which option, then to whom; steps with a single choice are skipped.
"""

import numpy as np

from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, NO_TARGET, PLAY, decode
from deckspace.learning.hearthstone import slots
from deckspace.learning.hearthstone.environment import Duels, observe_some


class Decoder:
    """Decodes the actions of a policy, which has learnt `game`, in positions of a Book; `duels` holds one of them.

    The caller writes into `duels.duels[0]` what the position does not tell: both decks, both heroes, and what is revealed.
    """

    def __init__(self, policy, game, book):
        self.policy, self.book, self.duels = policy, book, Duels(game, 1, 0)

    def decode(self, game, memory, pick):
        """Choose an action step by step; return it and the policy's memory afterwards.

        `pick(stage, ways, shares, value)` returns one of the slots of `ways`, {slot: actions}; `shares` are their
        probabilities under the policy.
        """
        actions, chosen = legal(game, self.book), 0
        stages = (slots.CHOICE,) if game.choice.count else (slots.SELECT, slots.OPTION, slots.TARGET)
        for stage in stages:
            ways = by_slot(game, actions, stage)
            slot = next(iter(ways))
            if len(ways) > 1:
                self.duels.duels[0].pending = actions[0]  # whose option, chosen before its target, is seen
                shares, value, memory = self.evaluate(game, stage, chosen, list(ways), memory)
                slot = pick(stage, ways, shares, value)
            chosen = slot if stage == slots.SELECT else chosen
            actions = ways[slot]
        return max(actions, key=lambda each: decode(each)[3]), memory  # a minion goes to the far right

    def evaluate(self, game, stage, chosen, ways, memory):
        """Return the policy's probabilities of some slots, its value, and its memory afterwards."""
        import torch

        self.look(game, stage, chosen)
        duels = self.duels
        with torch.inference_mode():
            shown = {"cards": torch.from_numpy(duels.cards), "figures": torch.from_numpy(duels.figures)}
            logits, values, memory = self.policy(shown, memory)
            shares = torch.softmax(logits[0, ways].double(), 0).numpy()
        return shares, float(values[0]), memory

    def look(self, game, stage, chosen):
        """Write what the side to move sees at a stage, having chosen a slot, into the `cards` and `figures` of `duels`."""
        duels = self.duels
        duel, seen = duels.duels[0], (duels.cards, duels.figures)
        duel.game, duel.stage, duel.slot, duel.seat = game, stage, chosen, int(game.active)
        observe_some(duels.duels, np.zeros(1, np.int64), duels.book.record, duels.scratch, *seen)


def by_slot(game, actions, stage) -> dict[int, list]:
    """Return actions grouped by their slots at a stage, in the order of slots."""
    found = {}
    for action in actions:
        found.setdefault(slot_of(game, action, stage), []).append(action)
    return dict(sorted(found.items()))


def slot_of(game, action, stage):
    """Return the slot of an action at a stage (lib/deckspace/learning/hearthstone/slots.py)."""
    kind, source, target, _, option = decode(action)
    if stage == slots.CHOICE:
        return slots.OPTION_SLOT + source
    if stage == slots.OPTION:
        return slots.OPTION_SLOT + max(0, option - 1)
    if stage == slots.TARGET:
        return target_slot(game, target)
    if kind == PLAY:
        return slots.CARD_SLOT + source
    if kind == ATTACK:
        return attacker_slot(game, source)
    return slots.END_SLOT if kind == END_TURN else slots.POWER_SLOT


def attacker_slot(game, place):
    side = int(game.active)
    if place == hero_at(side):
        return slots.HERO_SLOT
    return slots.ATTACKER_SLOT + game.players[side].order.tolist().index(place)


def target_slot(game, place):
    """Return the slot of a target; for NO_TARGET any slot, since there is no choice."""
    side = int(game.active)
    if place in (NO_TARGET, hero_at(side)):
        return slots.MY_HERO_SLOT
    if place == hero_at(1 - side):
        return slots.ENEMY_HERO_SLOT
    mine = game.players[side].order[: game.players[side].minions].tolist()
    if place in mine:
        return slots.MY_MINION_SLOT + mine.index(place)
    return slots.ENEMY_MINION_SLOT + game.players[1 - side].order.tolist().index(place)
