"""Working space of the agents that search."""

from deckspace.engine.locm.state import DECK, GAME_TYPE
from deckspace.engine.records import record_type

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

NODES = 4096  # positions a search tree can hold
MET = 16384  # entries of its table of positions, a power of two

NODE_TYPE = record_type(
    [
        ("game", GAME_TYPE),
        ("step", "i2"),  # the action that leads here
        ("ended", "u1"),  # 1: the turn ends here
        ("first", "i4"),  # its children are nodes first, first + 1, ...
        ("children", "i4"),  # -1: not looked at yet
        ("prior", "f8"),
        ("visits", "f8"),
        ("total", "f8"),  # of the results of these visits, 0 to 1 each
    ]
)

TREE_TYPE = record_type(
    [
        ("nodes", NODE_TYPE, NODES),
        ("used", "i8"),  # nodes that there are
        ("met", "u8", MET),
        ("path", "i4", LEVELS + 1),
        ("worlds", GAME_TYPE, 2),  # an action tried; a game played on with guessed hidden cards
        ("mine", "u1", DECK),  # cards left in one's own deck, in no known order
        ("theirs", "u1", 2 * DECK),  # what the enemy may hold or draw
        ("my_count", "i8"),
        ("their_count", "i8"),
    ]
)
