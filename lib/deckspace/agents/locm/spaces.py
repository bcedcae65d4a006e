"""The records that compiled agents get besides the game and the rule book.

AGENT_TYPE     the agent: how to call it, and its settings
SCRATCH_TYPE   working space of a batch of games; only the plan and the offers persist between decisions
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
        ("draft_at", "u8"),  # addresses of its two functions (compiling/calls.py), valid in this process
        ("act_at", "u8"),
        ("asked_at", "u8"),  # address of the callback to an agent in plain Python
        ("is_checked", "i8"),  # 1: its answers may be illegal
        ("effort", "i8"),  # of a searching agent
        ("numbers", "f8", NUMBERS),  # free for agents from outside
        # Its genome, see evaluation.py
        ("judges_states", "i8"),  # how states are evaluated
        ("judges_creatures", "i8"),  # how creatures outside the table are evaluated
        ("creatures", "f4", (KEYWORD_SETS, ATTACKS, DEFENSES)),  # values of creatures on the board
        ("cards", "f4", CARDS + 1),  # value of each card when summoned
        ("weights", "f8", FEATURES + 8),  # for state and card features
        ("programs", PROGRAM_TYPE, 2),  # for states and for creatures
        ("state_at", "u8"),  # address of a compiled function of state features
        ("scale", "f8"),  # mean value of a card in play: the unit of this agent's values
        ("worths", "f4", CARDS + 1),  # value of each card in a deck
    ]
)

WIDTH = 64  # positions a beam can hold
LEVELS = 32  # more than the most actions in a turn
SEEN = 16384  # entries of its table of positions, a power of two

BEAM_TYPE = record_type(
    [
        ("games", GAME_TYPE, (2, WIDTH)),  # the positions now, and those one action later
        ("scores", "f8", (2, WIDTH)),
        ("parents", "i4", (LEVELS, WIDTH)),  # of each position: its parent in the previous level,
        ("steps", "i2", (LEVELS, WIDTH)),  # and the action that led from the parent
        ("counts", "i8", 2),
        ("best", "f8"),  # the best end so far: its value and its place
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
        ("children", "i4"),  # -1: not expanded yet
        ("prior", "f8"),
        ("visits", "f8"),
        ("total", "f8"),  # sum of the results of these visits, 0 to 1 each
    ]
)

TREE_TYPE = record_type(
    [
        ("nodes", NODE_TYPE, NODES),
        ("used", "i8"),  # the number of nodes
        ("met", "u8", MET),
        ("path", "i4", LEVELS + 1),
        ("worlds", GAME_TYPE, 2),  # an action tried; a rollout with guessed hidden cards
        ("mine", "u1", DECK),  # cards left in one's own deck, sorted
        ("theirs", "u1", 2 * DECK),  # cards that the enemy may hold or draw
        ("my_count", "i8"),
        ("their_count", "i8"),
    ]
)

SCRATCH_TYPE = record_type(
    [
        ("counts", "i8", 21),  # of the random agent's actions, see uniform.py
        ("value", "f8"),  # value of the state before
        ("worth", "f8", (2, BOARD)),  # value of each creature, own side first
        ("looked", "i8"),  # actions evaluated so far
        ("game", GAME_TYPE),  # the game being played
        ("actions", "i2", MAX_ACTIONS),
        ("pool", "u1", CARDS),
        ("offers", "u1", (DECK, 3)),  # of the whole draft; 0 if decks are constructed
        (
            "offer",
            "u1",
            CARDS,
        ),  # the card numbers of the current offer: three, or all of which a deck may have more
        ("offered", "i8"),  # their number
        ("picked", "i8"),  # cards that both have picked so far: 30 in the battle
        ("taken", "i8"),  # actions in all battles so far
        ("answer", "i8"),  # an illegal answer
        ("features", "f4", FEATURES),  # the state before an action
        ("values", "f4", VALUES),  # of the program for states
        ("spare", "f4", VALUES),  # of the program for creatures
        ("trial", GAME_TYPE),  # an action tried by a greedy agent, and the actions that it tries
        ("tried", "i2", MAX_ACTIONS),
        ("plan", PLAN_TYPE),  # of the turn, for agents that plan whole turns
        ("beam", BEAM_TYPE),
        ("tree", TREE_TYPE),
    ]
)

CALLED_WITH = (
    GAME_TYPE,
    BOOK_TYPE,
    AGENT_TYPE,
    SCRATCH_TYPE,
)  # the argument types of a compiled agent's functions
