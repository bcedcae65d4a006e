"""Trained policies as opponents at the table.

An action is decided as in training (lib/deckspace/learning/hearthstone/slots.py): first what to do, then which option, then
to whom; steps with a single choice are skipped. Decisions are sampled from the policy's probabilities, as in the league.
The memory of a policy is updated by its actions after they have been taken, so it is the same after a match is resumed.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from deckspace.agents.hearthstone.agent import MAX_THOUGHTS
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.printing import character_name
from deckspace.engine.hearthstone.setup import deck_list
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, NO_TARGET, PLAY, POWER, decode
from deckspace.learning.hearthstone import slots
from deckspace.table.players import Player


class Learnt(NamedTuple):
    """A file of weights, which is read when a match begins."""

    path: Path
    mulligan: str = "keep_cheap"  # as in training: cards that cost more than 3 are exchanged

    def load(self):
        """Return (policy, game). Raises BrokenFile for a missing or broken file."""
        return loaded(self.path, self.path.stat().st_mtime_ns if self.path.exists() else 0)

    def player(self, book):
        return Thinker(self, book)


@cache
def loaded(path, written):
    import torch

    from deckspace.learning.hearthstone.weights import load_policy

    torch.set_num_threads(1)
    policy, game, _ = load_policy(path)
    return policy, game


class Thinker(Player):
    """A policy with its memory of the game."""

    def __init__(self, agent, book):
        from deckspace.learning.hearthstone.environment import Duels

        self.agent, self.book, self.side = agent, book, 0
        self.decisions, self.thoughts, self.positions = 0, [], 0
        self.policy, game = agent.load()
        self.heroes = game.heroes
        self.duels = Duels(game, 1, 0)
        self.memory, self.values = self.policy.initial(1), {}

    def prepare(self, players):
        """Set both decks, of which it sees its own; `players` are replay.Players, of whom the first begins."""
        duel = self.duels.duels[0]
        for side, one in enumerate(players):
            duel.decks[side] = deck_list(self.book, one.hero_class, one.cards, legal=False)
            duel.hero[side] = self.heroes.index(one.hero_class)  # match.py admits no other heroes
            duel.sees[side] = 0

    def decide(self, game):
        self.thoughts, first = [], []
        rng = np.random.default_rng([int(game.rng), self.number(game)])

        def pick(stage, ways, shares, value):
            if not first:
                first.append(value)
            self.thoughts += self.weighed(game, stage, ways, shares)
            return list(ways)[rng.choice(len(ways), p=shares)]

        action, _ = self.walk(game, pick)
        if first:
            values = list({**self.values, int(game.turn): first[0]}.values())
            course = ", ".join(f"{value:+.2f}" for value in values)
            self.thoughts.insert(
                0, ("its value now, from −1 (expects to lose) to 1 (expects to win)", first[0])
            )
            self.thoughts.append((f"its value over the game, turn by turn: {course}", None))
        else:
            self.thoughts = [("there was only one choice", None)]
        return action

    def saw(self, before, after, action, work):
        """Update the memory by an action that it has taken."""

        def pick(stage, ways, shares, value):
            self.values.setdefault(int(before.turn), value)
            return next(slot for slot, actions in ways.items() if action in actions)

        if action in legal(before, self.book):
            _, self.memory = self.walk(before, pick)

    def walk(self, game, pick):
        """Choose an action step by step; return it and the memory afterwards.

        `pick(stage, ways, shares, value)` returns one of the slots of `ways`, {slot: actions}; `shares` are their
        probabilities under the policy.
        """
        actions, memory, chosen = legal(game, self.book), self.memory, 0
        stages = (slots.CHOICE,) if game.choice.count else (slots.SELECT, slots.OPTION, slots.TARGET)
        for stage in stages:
            ways = by_slot(game, actions, stage)
            slot = next(iter(ways))
            if len(ways) > 1:
                shares, value, memory = self.consult(game, stage, chosen, list(ways), memory)
                slot = pick(stage, ways, shares, value)
            chosen = slot if stage == slots.SELECT else chosen
            actions = ways[slot]
        return max(actions, key=lambda each: decode(each)[3]), memory  # a minion goes to the far right

    def consult(self, game, stage, chosen, ways, memory):
        """Return the policy's probabilities of some slots, its value, and its memory afterwards."""
        import torch

        from deckspace.learning.hearthstone.environment import observe_some

        duels = self.duels
        duel = duels.duels[0]
        duel.game, duel.stage, duel.slot, duel.seat = game, stage, chosen, int(game.active)
        seen = duels.cards, duels.figures
        observe_some(duels.duels, np.zeros(1, np.int64), duels.book.record, duels.scratch, *seen)
        with torch.inference_mode():
            shown = {"cards": torch.from_numpy(duels.cards), "figures": torch.from_numpy(duels.figures)}
            logits, values, memory = self.policy(shown, memory)
            shares = torch.softmax(logits[0, ways].double(), 0).numpy()
        return shares, float(values[0]), memory

    def weighed(self, game, stage, ways, shares):
        """Return the likeliest slots of a step with their probabilities, as thoughts."""
        best = np.argsort(-shares, kind="stable")[:MAX_THOUGHTS]
        names = [self.called(game, stage, list(ways.values())[k][0]) for k in best]
        return [(f"{name}: {shares[k]:.1%}", None) for name, k in zip(names, best, strict=True)]

    def called(self, game, stage, action):
        """Return the name of a step towards an action."""
        kind, source, target, _, _ = decode(action)
        if stage == slots.TARGET:
            return f"… at {character_name(game, self.book, target)}"
        if stage == slots.SELECT and kind == ATTACK:
            return f"attack with {character_name(game, self.book, source)}"
        if stage == slots.SELECT and kind == PLAY:
            return f"play {self.book.name(int(game.players[int(game.active)].hand[source].card))}"
        if stage == slots.SELECT and kind == POWER:
            return f"use {self.book.name(int(game.players[int(game.active)].power))}"
        return self.describe(game, action)


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
