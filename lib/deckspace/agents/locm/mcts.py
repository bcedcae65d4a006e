"""Monte Carlo tree search over one's own turn, with rollouts in guessed worlds.

The tree holds the positions that this turn's actions lead to, each once. A visit descends from the root, at every
position to the child with the best mean result plus an exploration bonus, which is larger for positions that the
agent's genome prefers (PUCT: Rosin 2011, Silver et al. 2016). At the end of the tree, hidden cards are guessed
(guesses.py), and both players continue greedily for the rest of the turn and one turn each. The result is 1 for
a win, 0 for a loss, otherwise the genome's value of the position mapped to (0, 1). After `visits` visits the most visited
actions are played, as far down as they were visited often enough to be trusted.

The search draws from its own random stream, which depends on the position: the game's own stream is unaffected, and
nothing hidden reaches the search.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.locm.evaluation import total_value
from deckspace.agents.locm.greedy import act_greedy
from deckspace.agents.locm.guesses import guess, list_unknown
from deckspace.agents.locm.names import MAX_EFFORT
from deckspace.agents.locm.plans import add_step, clear_plan, copy_game, follow, next_step, view_hash
from deckspace.agents.locm.searching import Searcher, draft_search
from deckspace.agents.locm.spaces import LEVELS, MET, NODES
from deckspace.compiling import njit
from deckspace.engine.locm.rules import act, end_turn, legal_actions
from deckspace.engine.locm.state import MAX_ACTIONS, PASS
from deckspace.engine.rng import derive
from deckspace.errors import check_whole

EXPLORE = 1.0  # the weight of exploration
WARMTH = 1.0  # the temperature of the priors, in mean values of a card
TRUSTED = 10  # visits from which an action is played without another search
AHEAD = 3  # half turns of a rollout: the rest of this one, the enemy's, one's own
MAX_THOUGHTS = 5  # the best alternatives that it reports
CERTAIN = 3.0  # the scale of an advantage, in mean values of a card


@njit(cache=True)
def act_mcts(game, book, agent, scratch):
    """Return the next trusted step of the last search, or the first of a new one."""
    action = next_step(scratch.plan, game)
    if action < 0:
        plan_mcts(game, book, agent, scratch)
        action = follow(scratch, game)
    return action


@njit
def plan_mcts(game, book, agent, scratch):
    """Plan the turn, or as much of it as the search trusts."""
    tree = scratch.tree
    begin_tree(game, book, agent, scratch)
    expand(0, book, agent, scratch)
    for _ in range(max(1, agent.effort)):
        visit(game.current, book, agent, scratch)
    write_steps(game, book, tree, scratch.plan)


@njit
def begin_tree(game, book, agent, scratch):
    """Start a tree that holds only the position of `game`."""
    tree = scratch.tree
    tree.met[:] = 0
    tree.used = 0
    list_unknown(game, book, agent, scratch.offers, tree)
    tree.worlds[1].rng = derive(view_hash(game), 0)
    copy_game(tree.worlds[0], game)
    tree.worlds[0].rng = 0
    add_node(tree, PASS, 0)


@njit
def add_node(tree, step, ended):
    """Add the position of the trial world to the tree."""
    node = tree.nodes[tree.used]
    copy_game(node.game, tree.worlds[0])
    node.game.rng = 0
    node.step, node.ended, node.children = step, ended, -1
    node.visits, node.total = 0.0, 0.0
    tree.used += 1


@njit
def expand(parent, book, agent, scratch):
    """Add the children of a node: the end of the turn, and all new positions."""
    tree = scratch.tree
    node, trial = tree.nodes[parent], tree.worlds[0]
    node.first, node.children = tree.used, 0
    count = legal_actions(node.game, book, scratch.actions)
    scratch.looked += count
    for k in range(count):
        action = scratch.actions[k]
        copy_game(trial, node.game)
        if action != PASS:
            act(trial, book, action)
            if not is_new(tree, view_hash(trial)):
                continue
        add_node(tree, action, action == PASS)
        tree.nodes[tree.used - 1].prior = total_value(trial, agent, scratch)
    node.children = tree.used - node.first
    set_priors(tree, node, agent.scale)


@njit
def is_new(tree, key):
    """Tell whether a position is new in this tree, and remember it."""
    spot = key & np.uint64(MET - 1)
    while tree.met[spot] != 0:
        if tree.met[spot] == key:
            return False
        spot = (spot + np.uint64(1)) & np.uint64(MET - 1)
    tree.met[spot] = key
    return True


@njit
def set_priors(tree, node, scale):
    """Turn the children's values into priors that sum to 1."""
    best, total = -np.inf, 0.0
    for i in range(node.first, node.first + node.children):
        best = max(best, tree.nodes[i].prior)
    for i in range(node.first, node.first + node.children):
        child = tree.nodes[i]
        child.prior = np.exp((child.prior - best) / (WARMTH * scale + 1e-9))
        total += child.prior
    for i in range(node.first, node.first + node.children):
        tree.nodes[i].prior /= total


@njit
def visit(me, book, agent, scratch):
    """Descend the tree, play on from its end, and back up the result."""
    tree = scratch.tree
    index, depth = 0, 0
    tree.path[0] = 0
    while tree.nodes[index].children > 0:
        index = best_child(tree, index)
        depth += 1
        tree.path[depth] = index
        node = tree.nodes[index]
        room = tree.used + MAX_ACTIONS < NODES and depth + 1 < LEVELS
        if node.children < 0 and node.visits >= 1 and not node.ended and node.game.winner < 0 and room:
            expand(index, book, agent, scratch)
    result = play_on(tree.nodes[index], me, book, agent, scratch)
    for i in range(depth + 1):
        node = tree.nodes[tree.path[i]]
        node.visits += 1
        node.total += result


@njit
def best_child(tree, index):
    """Return the child to descend to."""
    node = tree.nodes[index]
    known = node.total / node.visits if node.visits > 0 else 0.5
    bonus = EXPLORE * np.sqrt(node.visits + 1)
    best, best_score = node.first, -np.inf
    for i in range(node.first, node.first + node.children):
        child = tree.nodes[i]
        mean = child.total / child.visits if child.visits > 0 else known
        score = mean + bonus * child.prior / (1 + child.visits)
        if score > best_score:
            best, best_score = i, score
    return best


@njit
def play_on(node, me, book, agent, scratch):
    """Return the result for `me` from this node on in one guessed world, from 0 to 1."""
    world = scratch.tree.worlds[1]
    copy_game(world, node.game)
    guess(world, me, scratch.tree)
    if node.ended and world.winner < 0:
        end_turn(world, book)
    while world.winner < 0 and world.turn < node.game.turn + AHEAD:
        act(world, book, act_greedy(world, book, agent, scratch))
    if world.winner >= 0:
        return 1.0 if world.winner == me else 0.0
    world.current = me
    advantage = total_value(world, agent, scratch)
    return 1 / (1 + np.exp(-advantage / (CERTAIN * agent.scale + 1e-9)))


@njit
def write_steps(game, book, tree, plan):
    """Plan the most visited actions, at least one, as long as they are trusted."""
    clear_plan(plan, game)
    index = 0
    while tree.nodes[index].children > 0 and plan.game.winner < 0:
        node = tree.nodes[index]
        best = node.first
        for i in range(node.first + 1, node.first + node.children):
            if tree.nodes[i].visits > tree.nodes[best].visits:
                best = i
        if index > 0 and tree.nodes[best].visits < TRUSTED:
            return
        index = best
        add_step(plan, book, np.int64(tree.nodes[index].step))


@dataclass(frozen=True, eq=False)
class MCTS(Searcher):
    """Monte Carlo tree search over guesses at hidden cards, with `visits` visits per search.

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.MCTS(visits=20), [ds.locm.Random()], drafts=2).games
    4
    """

    visits: int = 200

    kind, drafts, acts = "mcts", draft_search, act_mcts

    def __post_init__(self):
        check_whole("The number of visits", self.visits, 1, MAX_EFFORT)
        super().__post_init__()

    @property
    def effort(self):
        return self.visits

    def thoughts(self, seat, describe):
        """Return the win probability and each action's share of the search, or the trusted step of an earlier search."""
        plan, tree = seat.scratch.plan, seat.scratch.tree
        if plan.next > 1:
            step = f"step {int(plan.next)} of {int(plan.length)} that its search was sure of: {describe(seat.action)}"
            return [(step, None)]
        root = tree.nodes[0]
        ways = tree.nodes[int(root.first) : int(root.first) + int(root.children)]
        best = sorted(ways, key=lambda node: -node.visits)[:MAX_THOUGHTS]
        rounds = float(root.visits)
        shares = [(f"{describe(node.step)}: share of rounds", float(node.visits) / rounds) for node in best]
        return [(f"{rounds:.0f} rounds; win probability", float(root.total) / rounds), *shares]
