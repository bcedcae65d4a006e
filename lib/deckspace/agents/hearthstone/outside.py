"""Players that are not compiled: a function of what a player sees, a person, a network on another device, a program.

    def eager(view):
        \"\"\"Do whatever can be done, and end the turn only when there is nothing else.\"\"\"
        return view["actions"][-1]

    Player(eager, "HUNTER", cards)                 # takes part in whole games as any agent does, slowly

Games with such players are played step by step (batch.py). For an Outside somebody else names the actions; a Function
asks its own.
"""

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral

from deckspace.agents.hearthstone.agent import DECISION_TYPE, MULLIGANS, Agent, Answer, source_hash
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.replay import Illegal, reason
from deckspace.engine.hearthstone.view import seen
from deckspace.engine.records import new_record


@dataclass(frozen=True, kw_only=True)
class Outside(Agent):
    """A player whose actions come from outside the compiled games. By default it keeps its whole first hand."""

    mulligan: str = "keep_all"


@dataclass(frozen=True)
class Function(Outside):
    """A player for whom a function chooses: it takes a view (`view_of`) and returns one of its `actions`.

    It may be called by several threads, each with games of its own.
    """

    function: Callable

    def ask(self, game, book, number=1):
        """Return the Answer to a position, as an Agent's."""
        return Answer(self.choose(game, book), new_record(self.ROOM), new_record(DECISION_TYPE))

    def choose(self, game, book):
        """Return the number of the action that it takes; raises Illegal, with what would be right, for one that is none."""
        action = self.function(view_of(game, book, int(game.active)))
        if isinstance(action, bool) or not isinstance(action, Integral):
            raise Illegal(f'An action is one of view["actions"], not {action!r}, which {self.name} returned.')
        if action not in legal(game, book):
            raise Illegal(
                f"{self.name} returned an action that is not legal: {reason(game, book, int(action))}"
            )
        return int(action)

    @property
    def name(self):
        """What the function is called."""
        return getattr(self.function, "__name__", repr(self.function))

    def about(self):
        """Return the function's name and what decides how it plays: a hash of the file that it is in."""
        thing = self.function if inspect.isroutine(self.function) else type(self.function)
        return f"{self.name}, {MULLIGANS[self.mulligan]} {source_hash(thing)}"


class Action(int):
    """The number of an action, which prints as English. In another position it may mean something else."""

    def __new__(cls, number, text):
        self = super().__new__(cls, number)
        self.text = text
        return self

    def __repr__(self):
        return self.text

    __str__ = __repr__


def view_of(game, book, side):
    """Return all that a side may know of a game as a dict: what it sees (view.seen), and

    side       which of the `players` it is, 0 or 1
    actions    what it can do now, a list of Actions; empty where it is not to move
    luck       a number from 0 to below 1, drawn for this decision, for players that leave something to chance: so games
               stay the same whenever and wherever they are played
    """
    mine = side == int(game.active) and not game.over
    actions = [Action(each, describe_action(game, book, each)) for each in legal(game, book)] if mine else []
    return seen(game, book, side) | {"side": side, "actions": actions, "luck": luck_of(game)}


def luck_of(game):
    """Return a number from 0 to below 1 that follows from all there is to a position, chance to come included."""
    drawn = hashlib.blake2b(game.tobytes(), digest_size=8).digest()
    return (int.from_bytes(drawn, "little") >> 11) * 2.0**-53
