"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), with one tree for all guesses.

Each iteration begins with a new guess at the hidden cards (fair.py). It descends the tree by actions that are legal in
this guess; at each node it takes an action that was never tried or else the one with the highest

    mean value for the player to move + exploration * sqrt(ln(times it was legal here) / times it was taken)

An untried action adds one node to the tree. The position is then evaluated (evaluation.py), at once or after a
`rollout` of random play to the end of some turns, and the value is added to all nodes on the path. Finally the action
taken most often is chosen, and the tree is discarded.

A node stands for a sequence of actions, whatever their results by chance or hidden cards. An action in the tree
therefore names the card that is played, not its place in the hand.
"""

import math
from dataclasses import dataclass

import numpy as np

from deckspace.agents.hearthstone.agent import MAX_THOUGHTS
from deckspace.agents.hearthstone.budget import (
    BUDGET_TYPE,
    SPENT_TYPE,
    Searcher,
    ends_turn,
    imagine,
    is_spent,
    leave_out_the_same,
    start,
)
from deckspace.agents.hearthstone.evaluation import evaluate
from deckspace.agents.hearthstone.uniform import WAYS_TYPE, act_uniform
from deckspace.compiling import njit
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import CHOOSE, GAME_TYPE, MAX_ACTIONS, PLAY
from deckspace.engine.records import record_type
from deckspace.engine.rng import below
from deckspace.errors import is_number, shown

NODES, DEPTH = 1 << 15, 64  # the limits of the tree
MAX_TURNS = 4  # of a rollout

MCTS_TYPE = record_type(
    [
        ("budget", BUDGET_TYPE),
        ("exploration", "f8"),
        ("half_won", "f8"),
        ("rollout", "u1"),
        ("unused", "u1", 7),
    ]
)


NODE_TYPE = record_type(
    [
        ("total", "f8"),  # sum of the values for the searching player
        ("visits", "i4"),
        ("chances", "i4"),  # how often it was legal
        ("label", "i4"),  # the action that leads here
        ("child", "i4"),  # the first; 0: none
        ("sibling", "i4"),  # the next; 0: none
        ("unused", "i4"),
    ]
)
TREE_TYPE = record_type(
    [
        ("nodes", NODE_TYPE, NODES),
        ("count", "i8"),
        ("path", "i4", DEPTH + 1),
        ("length", "i8"),
        ("state", GAME_TYPE),
        ("actions", "i4", MAX_ACTIONS),
        ("ways", WAYS_TYPE),
        ("spent", SPENT_TYPE),
    ]
)


@dataclass(frozen=True)
class Mcts(Searcher):
    """Information-set Monte Carlo tree search.

    `exploration` is the weight of the exploration term, for values from 0 (lost) to 1 (won). `rollout` is the number of
    turns of random play before a position is evaluated, the current one included; with 1000 positions per action and
    the decks of EVA's paper, none is about as good as one, and two are worse. An evaluation of `half_won` is halfway
    from even to won.

    The public name of this class is `deckspace.MCTS`.

    >>> import deckspace as ds
    >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Starter Warlock", seed=1)
    >>> game.ask(ds.MCTS(positions=50)) in game.legal()
    True
    """

    SETTINGS, ROOM = MCTS_TYPE, TREE_TYPE

    exploration: float = 0.2
    rollout: int = 0
    half_won: float = 100

    def __post_init__(self):
        super().__post_init__()
        if not is_number(self.exploration) or not 0 <= self.exploration <= 100:
            raise ValueError(
                f"The exploration must be a number from 0 to 100, not {shown(self.exploration)}."
            )
        if not is_number(self.half_won) or not self.half_won > 0:
            raise ValueError(f"The value half_won must be a number above 0, not {shown(self.half_won)}.")
        if self.rollout not in range(MAX_TURNS + 1):
            raise ValueError(f"A rollout must take 0 to {MAX_TURNS} turns, not {shown(self.rollout)}.")

    def write(self, settings):
        super().write(settings)
        settings.exploration, settings.rollout = self.exploration, self.rollout
        settings.half_won = self.half_won

    @staticmethod
    @njit(cache=True)
    def act(game, book, work, settings, tree, decision):
        """Return the action that was taken most often."""
        side = np.int64(game.active)
        start(game, settings.budget, tree.spent, decision.number)
        count = leave_out_the_same(game, book, tree.actions, legal_actions(game, book, work, tree.actions))
        if count == 1:
            return np.int64(tree.actions[0])
        tree.count = 0
        new_node(tree, 0)
        while True:
            tree.state = game
            imagine(tree.state, book, work, settings.budget, tree.spent)
            descend(tree, book, work, settings, side)
            play_on(tree, book, work, np.int64(settings.rollout))
            credit(tree, value_for(tree.state, book, side, settings.half_won))
            if is_spent(tree.spent):
                break
        count = leave_out_the_same(game, book, tree.actions, legal_actions(game, book, work, tree.actions))
        decision.nodes = tree.spent.nodes
        return most_visited(game, tree, count)

    def thoughts(self, game, book, tree, decision, action):
        """Return the number of iterations with the win probability, and the most visited actions with their shares."""
        if not tree.count:
            return []
        top, shares = tree.nodes[0], {}
        number = int(top.child)
        while number:
            shares[int(tree.nodes[number].label)] = float(tree.nodes[number].visits / top.visits)
            number = int(tree.nodes[number].sibling)
        # Of actions with the same label, the last one puts a minion to the far right, as the search does.
        label = getattr(label_of, "py_func", label_of)
        tried = {int(label(game, each)): each for each in legal(game, book)}
        most = sorted((each for each in tried if each in shares), key=lambda each: -shares[each])[
            :MAX_THOUGHTS
        ]
        visited = [(f"{describe_action(game, book, tried[k])}: share of rounds", shares[k]) for k in most]
        return [(f"{int(top.visits)} rounds; win probability", float(top.total / top.visits)), *visited]


# --- One iteration -------------------------------------------------------------------------


@njit(inline="always")
def descend(tree, book, work, settings, side):
    """Descend the tree by actions done to its `state`, and add a node where it ends."""
    state, node, is_new = tree.state, np.int64(0), False
    tree.path[0], tree.length = 0, 1
    while not (is_new or state.over or tree.length > DEPTH):
        count = legal_actions(state, book, work, tree.actions)
        count = leave_out_the_same(state, book, tree.actions, count)
        k = untried(tree, node, count)
        is_new = k >= 0 and tree.count < NODES
        if is_new:
            node = add_child(tree, node, label_of(state, np.int64(tree.actions[k])))
        else:
            node, k = best_child(tree, node, count, state.active == side, settings.exploration)
            if node == 0:  # no action in the tree is legal here, and the tree is full
                return
        tree.path[tree.length] = node
        tree.length += 1
        tree.spent.nodes += 1
        act(state, book, work, np.int64(tree.actions[k]))


@njit
def untried(tree, node, count):
    """Count each listed action as a chance of its node; return a random one without a node, or -1."""
    found, missing = np.int64(-1), 0
    for k in range(count):
        child = find_child(tree, node, label_of(tree.state, np.int64(tree.actions[k])))
        if child:
            tree.nodes[child].chances += 1
            continue
        missing += 1
        if below(tree.state, missing) == 0:
            found = np.int64(k)
    return found


@njit
def best_child(tree, node, count, is_mine, exploration):
    """Return the child with the highest bound and the index of its action; (0, 0) if there is none."""
    best, place, highest = np.int64(0), np.int64(0), -1.0
    for k in range(count):
        child = find_child(tree, node, label_of(tree.state, np.int64(tree.actions[k])))
        if child == 0:
            continue
        each = tree.nodes[child]
        mean = each.total / each.visits
        bound = mean if is_mine else 1 - mean
        bound += exploration * math.sqrt(math.log(each.chances) / each.visits)
        if bound > highest:
            best, place, highest = child, np.int64(k), bound
    return best, place


@njit(inline="always")
def play_on(tree, book, work, turns):
    """Play at random until this number of turns has ended."""
    state = tree.state
    while turns > 0 and not state.over:
        action = act_uniform(state, book, work, tree.ways)
        turns -= ends_turn(action)
        tree.spent.nodes += 1
        act(state, book, work, action)


@njit
def credit(tree, value):
    """Add a value to all nodes on the path."""
    for i in range(tree.length):
        node = tree.nodes[tree.path[i]]
        node.total += value
        node.visits += 1


@njit
def value_for(state, book, side, half_won):
    """Return the value of a position for a side, from 0 (lost) to 1 (won)."""
    worth = evaluate(state, book, side)
    return 0.5 + 0.5 * worth / (abs(worth) + half_won)


# --- The tree ------------------------------------------------------------------------------


@njit
def new_node(tree, label):
    """Return the number of a new node."""
    number = np.int64(tree.count)
    tree.count += 1
    node = tree.nodes[number]
    node.total = 0
    node.visits = node.child = node.sibling = 0
    node.chances = 1
    node.label = label
    return number


@njit
def add_child(tree, parent, label):
    """Return the number of a new child of a node."""
    number = new_node(tree, label)
    tree.nodes[number].sibling = tree.nodes[parent].child
    tree.nodes[parent].child = number
    return number


@njit
def find_child(tree, parent, label):
    """Return the child that an action leads to, 0 if there is none."""
    child = np.int64(tree.nodes[parent].child)
    while child and tree.nodes[child].label != label:
        child = np.int64(tree.nodes[child].sibling)
    return child


@njit
def label_of(game, action):
    """Return the label of an action in the tree, which contains the card that it plays or chooses."""
    kind, source = action >> 16, action >> 9 & 31
    if kind == PLAY:
        card = np.int64(game.players[np.int64(game.active)].hand[source].card)
    elif kind == CHOOSE:
        card = np.int64(game.choice.options[source])
    else:
        card = source
    return kind << 27 | card << 7 | (action >> 14 & 3) << 5 | action & 31


@njit
def most_visited(game, tree, count):
    """Return the listed action that was taken most often; of equals, the one with the highest mean value."""
    best, most, highest = 0, np.int64(-1), 0.0
    for k in range(count):
        child = find_child(tree, 0, label_of(game, np.int64(tree.actions[k])))
        visits = np.int64(tree.nodes[child].visits) if child else 0
        mean = tree.nodes[child].total / visits if visits else 0.0
        if visits > most or (visits == most and mean > highest):
            best, most, highest = k, visits, mean
    return np.int64(tree.actions[best])
