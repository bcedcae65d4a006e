"""Working space of the agents that search."""

from lib.engine.locm.state import GAME_TYPE
from lib.engine.records import record_type

WIDTH = 64  # positions a beam can hold
LEVELS = 32  # actions a turn can have at most, and some
SEEN = 16384  # positions it can tell apart, a power of two

BEAM_TYPE = record_type(
    [
        ("games", GAME_TYPE, (2, WIDTH)),  # the positions now, and those one action later
        ("scores", "f8", (2, WIDTH)),
        ("parents", "i4", (LEVELS, WIDTH)),  # from which position of the level before, and how,
        ("steps", "i2", (LEVELS, WIDTH)),  # each position of a level was reached
        ("counts", "i8", 2),
        ("best", "f8"),  # the best end so far: its worth and where it is
        ("best_level", "i8"),
        ("best_spot", "i8"),
        ("trials", GAME_TYPE, 2),  # one action tried; the enemy's answer
        ("seen", "u8", SEEN),
    ]
)
