"""How an opponent thinks at the table: one action at a time, so that each can be told before the next.

    mind = mind_of(agent, book)
    action = mind.choose(game)            # on a copy: chance that it draws is not the game's
    mind.saw(before, game, action, work)  # what came of it; plans end where something unforeseen happens

The kernels are those that whole games are played with (lib/deckspace/agents/hearthstone/games.py), called one by one, because
those are compiled already. A mind remembers its last `thoughts`: (what it weighed, a score or None) pairs.
"""

import numpy as np

from deckspace.agents.hearthstone.agent import CHEAP
from deckspace.agents.hearthstone.alphabeta import BOARD_TYPE, AlphaBeta, act_alphabeta
from deckspace.agents.hearthstone.beam import SEARCH_TYPE, Beam, plan_turn
from deckspace.agents.hearthstone.entrants import ENTRANT_TYPE, KINDS, write_agent
from deckspace.agents.hearthstone.greedy import GLANCE_TYPE, UNIT, Greedy, act_greedy
from deckspace.agents.hearthstone.lookahead import LOOK_TYPE, Lookahead, act_lookahead
from deckspace.agents.hearthstone.mcts import TREE_TYPE, Mcts, act_mcts
from deckspace.agents.hearthstone.uniform import Random
from deckspace.compiling import njit
from deckspace.engine.hearthstone.positions import copy, legal
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.state import CHOOSE, END_TURN, PLAY, WORK_TYPE, decode
from deckspace.engine.records import new_record

TOLD = 5  # of the thoughts


class Mind:
    """An agent that thinks about one game. Subclasses say which action it takes, and may say what it weighed."""

    def __init__(self, agent, book):
        self.agent, self.book, self.work = agent, book, new_record(WORK_TYPE)
        row = new_record(ENTRANT_TYPE)
        write_agent(row, agent)
        kind = KINDS[type(agent)]
        self.settings = row[kind] if kind in ENTRANT_TYPE.names else None
        self.decisions, self.thoughts, self.positions = 0, [], 0

    def sits(self, players):
        """Take note of both players (replay.Player) before the first hands are dealt; most minds need not."""

    def keep(self, game, side):
        """Return the places of its first hand that it keeps, None for all, as its agent does."""
        if self.agent.mulligan == "keep_all":
            return None
        hand = game.players[side].hand[: game.players[side].hand_size]
        cheap = [self.book.record.cards[int(held.card)].cost <= CHEAP for held in hand]
        wanted = self.agent.mulligan == "keep_cheap"
        return tuple(i for i, is_cheap in enumerate(cheap) if bool(is_cheap) == wanted)

    def choose(self, game):
        """Return the action that it takes in this position, which stays as it is."""
        self.decisions += 1
        self.thoughts = []
        return int(self.decide(copy(game)))

    def saw(self, before, after, action, work):
        """Take note of what has come of an action; `work` is what it was carried out with."""

    def number(self, game):
        """Return the number of this decision in the game, from which its chance follows."""
        return np.int64((int(game.turn) << 8) + self.decisions)

    def told(self, game, action):
        return describe_action(game, self.book, int(action))


class Chance(Mind):
    """Any legal action."""

    def decide(self, game):
        actions = legal(game, self.book)
        rng = np.random.default_rng([int(game.rng), self.number(game)])
        share = 100 / len(actions)
        self.thoughts = [(f"one of {len(actions)} legal actions, {share:.0f} % each", None)]
        return actions[rng.integers(len(actions))]


class Planner(Mind):
    """A beam search: a plan for the turn, followed while nothing happens that it could not foresee."""

    def __init__(self, agent, book):
        super().__init__(agent, book)
        self.plan, self.search = [], new_record(SEARCH_TYPE)

    def decide(self, game):
        if not self.plan:
            plan_turn(game, self.book.record, self.work, self.settings, self.search)
            self.plan = [int(step) for step in self.search.plan[: self.search.length]]
            self.positions = int(self.search.nodes)
        text = f"step 1 of a plan of {len(self.plan)}: {self.told(game, self.plan[0])}"
        self.thoughts = [(text, int(self.search.best)), (f"{self.positions} positions tried", None)]
        return self.plan.pop(0)

    def saw(self, before, after, action, work):
        unforeseen = work.random or after.choice.count or (self.agent.fair and reveals(before, after, action))
        if unforeseen or action >> 16 == END_TURN or after.over:
            self.plan = []


class Looker(Mind):
    """One-step lookahead."""

    def decide(self, game):
        room = new_record(LOOK_TYPE)
        action = act_lookahead(game, self.book.record, self.work, self.settings, room, self.number(game))
        tried = int(room.spent.nodes)
        count = next((i for i, a in enumerate(room.actions) if i and a == 0), 0)
        ways = max(1, min(count, len(legal(game, self.book))))
        best = np.argsort(-room.totals[:ways], kind="stable")[:TOLD]
        rounds = max(1, tried // ways)
        self.thoughts = [(self.told(game, room.actions[k]), room.totals[k] / rounds) for k in best if tried]
        self.positions = tried
        return action


class TreeSearcher(Mind):
    """Monte Carlo tree search."""

    def decide(self, game):
        tree = new_record(TREE_TYPE)
        action = act_mcts(game, self.book.record, self.work, self.settings, tree, self.number(game))
        self.positions = int(tree.spent.nodes)
        if tree.count > 1:
            self.thoughts = [
                (f"{int(tree.nodes[0].visits)} rounds; win probability", value_of(tree.nodes[0]))
            ]
            self.thoughts += [
                (f"{self.told(game, each)}: share of rounds", share)
                for each, share in self.visited(game, tree)
            ]
        return action

    def visited(self, game, tree):
        """Return (action, how often it was tried of all rounds, from 0 to 1) of those tried most."""
        nodes, number = {}, int(tree.nodes[0].child)
        while number:
            nodes[int(tree.nodes[number].label)] = int(tree.nodes[number].visits)
            number = int(tree.nodes[number].sibling)
        tried = {}
        for action in legal(game, self.book):
            label = label_of(game, action)
            if label in nodes:
                tried[label] = action  # the last one puts a minion to the far right, as the search does
        most = sorted(tried, key=lambda label: -nodes[label])[:TOLD]
        return [(tried[label], nodes[label] / max(1, int(tree.nodes[0].visits))) for label in most]


class Pruner(Mind):
    """Alpha-beta search."""

    def decide(self, game):
        board = new_record(BOARD_TYPE)
        action = act_alphabeta(game, self.book.record, self.work, self.settings, board, self.number(game))
        self.positions = int(board.spent.nodes)
        self.thoughts = [(f"{self.positions} positions tried", None)]
        return action


class Weigher(Mind):
    """EVA's greedy agent."""

    def decide(self, game):
        glance = new_record(GLANCE_TYPE)
        action = weigh(game, self.book.record, self.work, self.settings, glance, self.number(game))
        self.positions = int(glance.nodes)
        self.thoughts = [(self.told(game, action), int(glance.best) / UNIT)]
        self.thoughts += [(f"the best of {self.positions - 1} actions", None)]
        return action


def label_of(game, action):
    """Return an action as a search tree knows it (mcts.label_of, for callers in Python)."""
    kind, source, target, _, option = decode(action)
    if kind == PLAY:
        source = int(game.players[int(game.active)].hand[source].card)
    elif kind == CHOOSE:
        source = int(game.choice.options[source])
    return kind << 27 | source << 7 | option << 5 | target


def value_of(node):
    """Return what a node of a search tree was worth on average."""
    return float(node.total) / max(1, int(node.visits))


@njit(nogil=True, cache=True)
def weigh(game, book, work, settings, room, decision):
    """Return the action of EVA's agent."""
    return act_greedy(game, book, work, settings, room, decision)


def reveals(before, after, action):
    """Tell whether an action has brought to light what a fair player had to guess (games.sizes)."""
    side = int(before.active)

    def sizes(game):
        me, enemy = game.players[side], game.players[1 - side]
        unseen = (int(enemy.deck_size), int(enemy.hand_size), int(enemy.secret_count), int(me.deck_size))
        return unseen, int(me.hand_size)

    unseen, held = sizes(before)
    return sizes(after) != (unseen, held - (action >> 16 == PLAY))


MINDS = {
    Random: Chance,
    Beam: Planner,
    Greedy: Weigher,
    Lookahead: Looker,
    Mcts: TreeSearcher,
    AlphaBeta: Pruner,
}


def mind_of(agent, book):
    """Return a Mind for an agent; raises ValueError for one that cannot play alone, or whose file is broken."""
    if hasattr(agent, "mind"):
        return agent.mind(book)
    if type(agent) not in MINDS:
        raise ValueError(f"{agent!r} cannot sit at the table.")
    return MINDS[type(agent)](agent, book)
