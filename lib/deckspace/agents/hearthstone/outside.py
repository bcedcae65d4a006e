"""Players that are not compiled: a function of a view, a person, a network on another device, a program.

    def eager(view):
        \"\"\"Do whatever can be done, and end the turn only when there is nothing else.\"\"\"
        return view["actions"][-1]

    Player(eager, "HUNTER", cards)                 # takes part in whole games like any agent, but slowly

Games with such players are played step by step (batch.py). The actions of an Outside are given by the caller, those of
a Function by the function.
"""

import difflib
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from deckspace.actions import Action
from deckspace.agents.hearthstone.agent import DECISION_TYPE, MULLIGANS, Agent, Answer
from deckspace.agents.keys import source_hash, with_state
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.replay import check
from deckspace.engine.hearthstone.view import seen
from deckspace.engine.records import new_record
from deckspace.errors import Illegal


@dataclass(frozen=True, kw_only=True)
class Outside(Agent):
    """A player whose actions come from outside the compiled games. By default it keeps its whole opening hand."""

    mulligan: str = "keep_all"


@dataclass(frozen=True)
class Function(Outside):
    """A player whose function takes a view (`view_of`) and returns one of its `actions`.

    Several threads may call it, each for different games.
    """

    function: Callable

    def ask(self, game, book, number=1):
        """Return the Answer in a position, see Agent."""
        try:
            action = self.choose(game, book)
        except Exception as error:
            error.add_note(f"This was raised by the agent {self.name}.")
            raise
        return Answer(action, new_record(self.ROOM), new_record(DECISION_TYPE))

    def choose(self, game, book):
        """Return the number of the action that the function chooses; raises Illegal if it is not legal."""
        action = self.function(view_of(game, book, int(game.active)))
        try:
            action = number_of(action, game, book)
            check(game, book, action)
        except Illegal as error:
            raise Illegal(
                f'The agent {self.name} cannot do what it returned: {error} An agent returns one of view["actions"].'
            ) from None
        return int(action)

    @property
    def name(self):
        return getattr(self.function, "__name__", repr(self.function))

    def about(self):
        """Return the function's name, its mulligan, and hashes of its file and of what it holds (keys.py)."""
        text = f"{self.name}, {MULLIGANS[self.mulligan]} {source_hash(self.function)}"
        return with_state(text, self.function)


# --- The view ------------------------------------------------------------------------------


def view_of(game, book, side):
    """Return everything that a side may know of a game as a dict: what it sees (view.seen), and

    side       its index in `players`, 0 or 1
    actions    its legal actions, a list of Actions; empty if it is not to move
    luck       a random number in [0, 1) that depends on the position only, for reproducible random decisions
    """
    actions = actions_of(game, book) if side == int(game.active) else []
    return seen(game, book, side) | {"side": side, "actions": actions, "luck": luck_of(game)}


def actions_of(game, book):
    """Return the legal actions of a position as Actions."""
    listed = [] if game.over else legal(game, book)
    return [Action(number, describe_action(game, book, number)) for number in listed]


def number_of(action, game, book):
    """Return the number of an action given by number or text; raises Illegal with the nearest text."""
    if not isinstance(action, str):
        return action
    numbers = {one.text: int(one) for one in reversed(actions_of(game, book))}  # of equal ones the first
    if action not in numbers:
        near = difflib.get_close_matches(action, numbers, 1)
        hint = f"the nearest is {near[0]!r}" if near else "`legal` lists what is possible"
        raise Illegal(f"{action!r} cannot be done now; {hint}.")
    return numbers[action]


def luck_of(game):
    """Return a number in [0, 1) that is a hash of the whole position, its random state included."""
    drawn = hashlib.blake2b(game.tobytes(), digest_size=8).digest()
    return (int.from_bytes(drawn, "little") >> 11) * 2.0**-53
