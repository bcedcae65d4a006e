"""What every agent has in common, and what belongs to one: all of it stands in its class.

    @dataclass(frozen=True)
    class Eager(Agent):
        SETTINGS = record_type([...])      # what its users choose, as the compiled code reads it (if there is anything)
        ROOM = record_type([...])          # where it works, if it needs room; one for all of its games
        greed: int = 1                     # the same settings, as its users write them

        def write(self, settings): ...     # from the one to the other

        @staticmethod
        @njit
        def act(game, book, work, settings, room, decision): ...     # returns one of the legal actions

Such a class may stand in any file: nothing has to be entered anywhere. Players of whom only Python knows how they
play are in outside.py.
"""

import hashlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.positions import copy
from deckspace.engine.hearthstone.setup import KEEP_ALL
from deckspace.engine.hearthstone.state import WORK_TYPE
from deckspace.engine.records import new_record, record_type

CHEAP = 3  # mana: what the mulligans go by
# How each is known in the keys of what has been played (`about`): these words never change.
MULLIGANS = {"keep_cheap": "as meant", "keep_expensive": "as run", "keep_all": "keep all"}
KEEP_CHEAP, KEEP_EXPENSIVE, KEEP_ALL_CARDS = range(len(MULLIGANS))

TOLD = 5  # things that were weighed are told to a person, the best ones
LONGEST = 32  # actions in a plan
NOTHING = record_type([("nothing", "u8")])  # the settings or the room of an agent without
DECISION_TYPE = (
    record_type(  # what an agent is told when it is asked, and what it may tell besides its action
        [
            ("number", "i8"),  # told: another one each time that its player is asked in this game
            ("nodes", "i8"),  # positions that it has tried
            ("plan", "i4", LONGEST),  # the action that it returns, and those to take after it without asking
            ("length", "i4"),  # of the plan; 0: it is asked again for each action
            ("next", "i4"),  # for whoever follows the plan: its next step
            ("guessed", "i4"),  # the plan rests on guesses at hidden cards: it is over when one shows up
            ("unused", "i4"),
        ]
    )
)


class Answer(NamedTuple):
    """What an agent said when it was asked: an action, with the records of its room and its decision."""

    action: int
    room: object
    decision: object


@dataclass(frozen=True, kw_only=True)
class Agent:
    """A way to play; each kind is a class of its own.

    `mulligan` says which cards of the first hand it keeps: "keep_cheap" those that cost 3 or less, "keep_expensive" the
    others, as the programs of the papers do by mistake, or "keep_all". Raises ValueError for what is unknown or does not fit.
    """

    SETTINGS: ClassVar = NOTHING
    ROOM: ClassVar = NOTHING
    act: ClassVar = None

    mulligan: str = "keep_expensive"

    def __post_init__(self):
        one_of("mulligan", self.mulligan, MULLIGANS)

    def write(self, settings):
        """Write what is special about this agent into a record of SETTINGS, all zero so far."""

    @property
    def settings(self):
        """Its settings, as its compiled function reads them: a new record of SETTINGS."""
        settings = new_record(self.SETTINGS)
        self.write(settings)
        return settings

    def ask(self, game, book, number=1):
        """Return the Answer to a position, which stays as it is; `book` is the Book, `number` another one each time in a game.

        Machine code is made of its function for this, the same as whole games call.
        """
        asked, room, decision = copy(game), new_record(self.ROOM), new_record(DECISION_TYPE)
        decision.number, decision.next = number, 1
        action = self.act(asked, book.record, new_record(WORK_TYPE), self.settings, room, decision)
        return Answer(int(action), room, decision)

    def about(self):
        """Return all that decides how it plays, as text: what is played is kept under it as long as it stays the same.

        How the agents of this library play is known by the fingerprints of their games; of all others the source is in it.
        """
        said = repr(self).replace(f"mulligan={self.mulligan!r}", f"mulligan={MULLIGANS[self.mulligan]!r}", 1)
        return said if type(self).__module__.startswith("deckspace.") else f"{said} {source_hash(type(self))}"

    def thoughts(self, game, book, room, decision, action):
        """Return what it weighed when it took an action, for a person: pairs of a text and a score or None.

        `room` was blank when it was asked, and `game` is as it is now; `book` is the Book.
        """
        return [(f"{int(decision.nodes)} positions tried", None)] if decision.nodes else []


@njit
def kept(book, player, mulligan):
    """Return which cards of the first hand are kept, as a mask or KEEP_ALL."""
    if mulligan == KEEP_ALL_CARDS:
        return np.int64(KEEP_ALL)
    mask = np.int64(0)
    for i in range(np.int64(player.hand_size)):
        cheap = book.cards[player.hand[i].card].cost <= CHEAP
        if cheap == (mulligan == KEEP_CHEAP):
            mask |= 1 << i
    return mask


def places_kept(mulligan, player, book):
    """Return the places of a player's first hand that are kept by this mulligan, None for all of them; `book` is the Book."""
    plainly = getattr(kept, "py_func", kept)
    mask = plainly(book.record, player, list(MULLIGANS).index(mulligan))
    return None if mask == KEEP_ALL else tuple(i for i in range(int(player.hand_size)) if mask >> i & 1)


def source_hash(thing):
    """Return a short hash of the file that a class or function is in, "" where it is in none."""
    try:
        content = Path(inspect.getfile(thing)).read_bytes()
    except (TypeError, OSError):
        return ""
    return hashlib.sha256(content).hexdigest()[:16]


def one_of(what, name, known):
    """Raise ValueError unless a name is known."""
    if name not in known:
        raise ValueError(f"There is no Hearthstone {what} {name!r}; choose one of {', '.join(known)}.")


def in_range(what, n, most):
    """Raise ValueError unless a number is from 1 to `most`."""
    if not (isinstance(n, int) and 1 <= n <= most):
        raise ValueError(f"The {what} is a whole number from 1 to {most}, not {n!r}.")
