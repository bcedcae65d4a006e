"""An agent as a player at the table: it is asked for one action at a time, so that each can be shown before the next.

    player = player_of(agent, book)
    action = player.choose(game)            # on a copy, so that the game's own random numbers stay the same
    player.saw(before, game, action, work)  # the effect of an action, which may end a plan

Any agent can play: its class defines how it chooses and what it considers (lib/deckspace/agents/hearthstone/agent.py).
A player stores its last `thoughts`: (text, score or None) pairs.
"""

import numpy as np

from deckspace.agents.hearthstone.agent import places_kept
from deckspace.agents.hearthstone.entrants import agent_of
from deckspace.agents.hearthstone.games import sizes
from deckspace.agents.hearthstone.outside import Function, Outside
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.state import END_TURN, PLAY


class Player:
    """An agent that plays one game. A subclass that decides differently must also set `thoughts`."""

    def __init__(self, agent, book):
        self.agent, self.book = agent, book
        self.decisions, self.thoughts = 0, []
        self.answer = None  # the last one, while it follows a plan

    def prepare(self, players):
        """Prepare for a game between these replay.Players; called before the opening hands are dealt."""

    def keep(self, game, side):
        """Return the places of its opening hand that it keeps, None for all."""
        return places_kept(self.agent.mulligan, game.players[side], self.book)

    def choose(self, game):
        """Return its action in this position, which is not changed."""
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
        if decision.next > 1:  # of a plan that it has thought of before
            step = f"step {int(decision.next)} of a plan of {int(decision.length)}"
            score = self.thoughts[0][1] if self.thoughts else None
            self.thoughts = [(f"{step}: {self.describe(game, action)}", score)]
        if decision.next >= decision.length:
            self.answer = None
        return action

    def saw(self, before, after, action, work):
        """Process the effect of an action; `work` is the record with which it was carried out."""
        if not self.answer:
            return
        decision = self.answer.decision
        revealed = decision.guessed and (
            reveals(before, after, action) or int(decision.plan[decision.next]) not in legal(after, self.book)
        )
        if work.random or after.choice.count or revealed or action >> 16 == END_TURN or after.over:
            self.answer = None

    def number(self, game):
        """Return the number of this decision in the game, which seeds its random numbers."""
        return np.int64((int(game.turn) << 8) + self.decisions)

    def describe(self, game, action):
        return describe_action(game, self.book, int(action))


def reveals(before, after, action):
    """Tell whether an action has revealed a card that a fair player had to guess."""
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
