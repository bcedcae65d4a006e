"""The records that compiled agents are given beside the game and the rule book.

AGENT_TYPE     who decides: how to call it, and what it knows
SCRATCH_TYPE   working space of one batch of games; nothing in it outlives a decision but the plan and the offers
"""

from deckspace.agents.locm.plans import PLAN_TYPE
from deckspace.agents.locm.programs import FEATURES, PROGRAM_TYPE, VALUES
from deckspace.engine.locm.cards import BOOK_TYPE, CARDS
from deckspace.engine.locm.state import BOARD, DECK, GAME_TYPE, MAX_ACTIONS
from deckspace.engine.records import record_type

ATTACKS, DEFENSES, KEYWORD_SETS = 20, 20, 64  # creatures inside these bounds are tabulated
NUMBERS = 256  # for agents from outside

# An agent is one record, a table of agents an array of them.
AGENT_TYPE = record_type(
    [
        ("draft_at", "u8"),  # addresses of its two functions (compiling/calls.py), good in this process,
        ("act_at", "u8"),
        ("asked_at", "u8"),  # and of the Python code that these ask, where they do
        ("is_checked", "i8"),  # 1: what it answers may be against the rules
        ("effort", "i8"),  # how hard a searching agent thinks
        ("numbers", "f8", NUMBERS),  # what an agent from outside knows
        # Its genome, see evaluation.py
        ("judges_states", "i8"),  # by what the worth of a state is computed,
        ("judges_creatures", "i8"),  # and of a creature that is not in the table
        ("creatures", "f4", (KEYWORD_SETS, ATTACKS, DEFENSES)),  # worth of a creature on the board
        ("cards", "f4", CARDS + 1),  # worth of each card at the draft and when summoned
        ("weights", "f8", FEATURES + 8),  # of state and card features
        ("programs", PROGRAM_TYPE, 2),  # for states and for creatures
        ("state_at", "u8"),  # address of a compiled function of state features
        ("scale", "f8"),  # mean worth of a card in play: the unit of this agent's values
        ("worths", "f4", CARDS + 1),  # worth of each card in a deck, to agents that search
    ]
)

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

SCRATCH_TYPE = record_type(
    [
        ("counts", "i8", 21),  # of the random agent's actions, see uniform.py
        ("value", "f8"),  # worth of the state before
        ("worth", "f8", (2, BOARD)),  # worth of each creature, own side first
        ("looked", "i8"),  # actions judged so far
        ("game", GAME_TYPE),  # the game being played
        ("actions", "i2", MAX_ACTIONS),
        ("pool", "u1", CARDS),
        ("offers", "u1", (DECK, 3)),  # of the whole draft
        ("offer", "u1", 3),  # what the agent is to pick from: card numbers
        ("picked", "i8"),  # cards that both have picked so far: 30 in the battle
        ("taken", "i8"),  # actions in all battles so far
        ("answer", "i8"),  # what somebody answered that is against the rules
        ("features", "f4", FEATURES),  # the state before an action
        ("values", "f4", VALUES),  # of the program that judges states
        ("spare", "f4", VALUES),  # of the program that judges creatures
        ("plan", PLAN_TYPE),  # of the turn, for agents that decide it as a whole
        ("beam", BEAM_TYPE),
        ("tree", TREE_TYPE),
    ]
)

CALLED_WITH = GAME_TYPE, BOOK_TYPE, AGENT_TYPE, SCRATCH_TYPE  # every compiled agent's functions
