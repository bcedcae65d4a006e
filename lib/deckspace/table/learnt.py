"""Trained policies as opponents at the table.

Decisions are sampled from the policy's probabilities, step by step (lib/deckspace/decoding.py).
The memory of a policy is updated by its actions after they have been taken, so it is the same after a match is resumed.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from deckspace.agents.hearthstone.agent import MAX_THOUGHTS
from deckspace.decoding import Decoder
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.printing import character_name
from deckspace.engine.hearthstone.setup import deck_list
from deckspace.engine.hearthstone.state import ATTACK, PLAY, POWER, decode
from deckspace.learning.hearthstone import slots
from deckspace.policies import load
from deckspace.table.players import Player


class Learnt(NamedTuple):
    """A file of weights, which is read when a match begins."""

    path: Path
    mulligan: str = "keep_cheap"  # as in training: cards that cost more than 3 are exchanged

    def load(self):
        """Return (policy, game). Raises BrokenFile for a missing or broken file."""
        return load(self.path)

    def player(self, book):
        return Thinker(self, book)


class Thinker(Player):
    """A policy with its memory of the game."""

    def __init__(self, agent, book):
        self.agent, self.book, self.side = agent, book, 0
        self.decisions, self.thoughts, self.positions = 0, [], 0
        policy, game = agent.load()
        self.heroes, self.decoder = game.heroes, Decoder(policy, game, book)
        self.memory, self.values = policy.initial(1), {}

    def prepare(self, players):
        """Set both decks, of which it sees its own; `players` are replay.Players, of whom the first begins."""
        duel = self.decoder.duels.duels[0]
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

        action, _ = self.decoder.decode(game, self.memory, pick)
        if first:
            values = list({**self.values, int(game.turn): first[0]}.values())
            course = ", ".join(f"{50 * (1 + value):.0f} %" for value in values)
            self.thoughts.insert(0, ("its chance to win, as it sees it", (1 + first[0]) / 2))
            self.thoughts.append((f"its chance over the game, turn by turn: {course}", None))
        else:
            self.thoughts = [("there was only one choice", None)]
        return action

    def saw(self, before, after, action, work):
        """Update the memory by an action that it has taken."""

        def pick(stage, ways, shares, value):
            self.values.setdefault(int(before.turn), value)
            return next(slot for slot, actions in ways.items() if action in actions)

        if action in legal(before, self.book):
            _, self.memory = self.decoder.decode(before, self.memory, pick)

    def weighed(self, game, stage, ways, shares):
        """Return the likeliest slots of a step with their probabilities, as thoughts."""
        best = np.argsort(-shares, kind="stable")[:MAX_THOUGHTS]
        names = [self.called(game, stage, list(ways.values())[k][0]) for k in best]
        return [(name, float(shares[k])) for name, k in zip(names, best, strict=True)]

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
