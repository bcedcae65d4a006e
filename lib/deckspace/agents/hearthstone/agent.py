"""The base class of Hearthstone agents. A class defines an agent completely:

    @dataclass(frozen=True)
    class Eager(Agent):
        SETTINGS = record_type([...])      # its settings, as compiled code reads them (if it has any)
        ROOM = record_type([...])          # its working space (if it needs any), one for all of its games
        greed: int = 1                     # the same settings as fields, for its users

        def write(self, settings): ...     # copies the fields into a record of SETTINGS

        @staticmethod
        @njit
        def act(game, book, work, settings, room, decision): ...     # returns one of the legal actions

Such a class may be in any file; it need not be registered. Players in plain Python are in outside.py.
"""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from deckspace.agents.keys import source_hash
from deckspace.compiling import njit
from deckspace.engine.hearthstone.positions import copy
from deckspace.engine.hearthstone.setup import KEEP_ALL
from deckspace.engine.hearthstone.state import WORK_TYPE
from deckspace.engine.records import new_record, record_type

CHEAP = 3  # mana: the most that a cheap card costs, for mulligans
# The name of each in the keys of stored games (`about`), which must never change.
MULLIGANS = {"keep_cheap": "as meant", "keep_expensive": "as run", "keep_all": "keep all"}
KEEP_CHEAP, _, KEEP_ALL_CARDS = range(len(MULLIGANS))

MAX_THOUGHTS = 5  # the best alternatives that an agent reports
LONGEST = 32  # actions in a plan
NOTHING = record_type([("nothing", "u8")])  # the settings or the room of an agent that has none
DECISION_TYPE = record_type(  # an agent's input besides the game, and its output besides its action
    [
        ("number", "i8"),  # input: differs between the decisions of its player in a game
        ("nodes", "i8"),  # positions that it has tried
        (
            "plan",
            "i4",
            LONGEST,
        ),  # the action that it returns, and those to take after it without asking again
        ("length", "i4"),  # of the plan; 0: it is asked again for each action
        ("next", "i4"),  # the next step, counted by the caller, who follows the plan
        ("guessed", "i4"),  # the plan rests on guesses at hidden cards, and is dropped when one is revealed
        ("unused", "i4"),
    ]
)


class Answer(NamedTuple):
    """An agent's answer: an action, with the records of its room and its decision."""

    action: int
    room: object
    decision: object


@dataclass(frozen=True, kw_only=True)
class Agent:
    """A way to play; each kind has its own class.

    `mulligan` decides which cards of the opening hand it keeps: "keep_cheap" those that cost 3 or less,
    "keep_expensive" the others (as the papers' programs do by mistake), or "keep_all". Raises ValueError for invalid
    settings.
    """

    SETTINGS: ClassVar = NOTHING
    ROOM: ClassVar = NOTHING
    act: ClassVar = None

    mulligan: str = "keep_expensive"

    def __post_init__(self):
        for name, value in [*vars(self).items()]:
            if isinstance(value, np.generic):  # the agent's name and `about` are those of the plain number
                object.__setattr__(self, name, value.item())
        one_of("mulligan", self.mulligan, MULLIGANS)

    def write(self, settings):
        """Write this agent's settings into a zeroed record of SETTINGS."""

    @property
    def settings(self):
        """Its settings as a new record of SETTINGS, for its compiled function."""
        settings = new_record(self.SETTINGS)
        self.write(settings)
        return settings

    def ask(self, game, book, number=1):
        """Return the Answer in a position, which is left unchanged.

        `book` is the Book; `number` must differ between the decisions of a game. This compiles the agent's function,
        as whole games do.
        """
        asked, room, decision = copy(game), new_record(self.ROOM), new_record(DECISION_TYPE)
        decision.number, decision.next = number, 1
        action = self.act(asked, book.record, new_record(WORK_TYPE), self.settings, room, decision)
        return Answer(int(action), room, decision)

    def about(self):
        """Return a text that determines how it plays; stored games are valid as long as it is the same.

        The agents of this library are verified by fingerprints of their games; for all others the text includes a hash
        of their source.
        """
        text = repr(self).replace(f"mulligan={self.mulligan!r}", f"mulligan={MULLIGANS[self.mulligan]!r}", 1)
        return text if type(self).__module__.startswith("deckspace.") else f"{text} {source_hash(type(self))}"

    def thoughts(self, game, book, room, decision, action):
        """Return what it considered when it chose an action, for a human reader: (text, score or None) pairs.

        `room` was blank before the decision; `game` is the position; `book` is the Book.
        """
        return [(f"{int(decision.nodes)} positions tried", None)] if decision.nodes else []


@njit
def kept(book, player, mulligan):
    """Return the cards of the opening hand that are kept, as a mask or KEEP_ALL."""
    if mulligan == KEEP_ALL_CARDS:
        return np.int64(KEEP_ALL)
    mask = np.int64(0)
    for i in range(np.int64(player.hand_size)):
        cheap = book.cards[player.hand[i].card].cost <= CHEAP
        if cheap == (mulligan == KEEP_CHEAP):
            mask |= 1 << i
    return mask


def places_kept(mulligan, player, book):
    """Return the places of a player's opening hand that this mulligan keeps, None for all; `book` is the Book."""
    plainly = getattr(kept, "py_func", kept)
    mask = plainly(book.record, player, list(MULLIGANS).index(mulligan))
    return None if mask == KEEP_ALL else tuple(i for i in range(int(player.hand_size)) if mask >> i & 1)


def one_of(what, name, known):
    """Raise ValueError unless a name is known."""
    if name not in known:
        raise ValueError(f"Unknown Hearthstone {what} {name!r}; choose one of {', '.join(known)}.")
