"""A player at the table: an agent that is asked for one action at a time, so that each can be told before the next.

    player = player_of(agent, book)
    action = player.choose(game)            # on a copy: chance that it draws is not the game's
    player.saw(before, game, action, work)  # what came of it; plans end where something unforeseen happens

Any agent sits down: its class says how it chooses and what it has weighed (lib/deckspace/agents/hearthstone/agent.py). A
player remembers its last `thoughts`: (what it weighed, a score or None) pairs.
"""

import numpy as np

from deckspace.agents.hearthstone.agent import places_kept
from deckspace.agents.hearthstone.entrants import agent_of
from deckspace.agents.hearthstone.games import sizes
from deckspace.agents.hearthstone.outside import Function, Outside
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.state import END_TURN, PLAY


class Player:
    """An agent that plays one game. A subclass may choose in another way, and says then what it weighed."""

    def __init__(self, agent, book):
        self.agent, self.book = agent, book
        self.decisions, self.thoughts = 0, []
        self.answer = None  # its last one, as long as it follows a plan

    def sits(self, players):
        """Take note of both players (replay.Player) before the first hands are dealt; most need not."""

    def keep(self, game, side):
        """Return the places of its first hand that it keeps, None for all."""
        return places_kept(self.agent.mulligan, game.players[side], self.book)

    def choose(self, game):
        """Return the action that it takes in this position, which stays as it is."""
        self.decisions += 1
        return int(self.decide(game))

    def decide(self, game):
        """Return the next action of its plan, or ask the agent."""
        if self.answer:
            decision = self.answer.decision
            decision.next += 1
            action = int(decision.plan[decision.next - 1])
        else:
            self.answer = self.agent.ask(game, self.book, self.number(game))
            action = self.answer.action
        _, room, decision = self.answer
        self.thoughts = self.agent.thoughts(game, self.book, room, decision, action)
        if decision.next >= decision.length:
            self.answer = None
        return action

    def saw(self, before, after, action, work):
        """Take note of what has come of an action; `work` is what it was carried out with."""
        if not self.answer:
            return
        revealed = self.answer.decision.guessed and reveals(before, after, action)
        if work.random or after.choice.count or revealed or action >> 16 == END_TURN or after.over:
            self.answer = None

    def number(self, game):
        """Return the number of this decision in the game, from which its chance follows."""
        return np.int64((int(game.turn) << 8) + self.decisions)

    def told(self, game, action):
        return describe_action(game, self.book, int(action))


def reveals(before, after, action):
    """Tell whether an action has brought to light what a fair player had to guess."""
    side, sizes_of = int(before.active), getattr(sizes, "py_func", sizes)
    return sizes_of(after, side) + (action >> 16 == PLAY) != sizes_of(before, side)


def player_of(agent, book):
    """Return a Player for an agent or a function of a view; raises ValueError for one that cannot play alone."""
    if hasattr(agent, "player"):
        return agent.player(book)
    agent = agent_of(agent)
    if isinstance(agent, Outside) and not isinstance(agent, Function):
        raise ValueError(f"{agent!r} cannot sit at the table.")
    return Player(agent, book)
