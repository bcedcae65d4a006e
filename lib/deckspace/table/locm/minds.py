"""What an opponent thinks about a game of LoCM, in the shape that Hearthstone's minds have (lib/deckspace/table/minds.py).

    mind = Mind(opponent.sit(seed))
    action = mind.choose(game)
    mind.thoughts                      # (what it weighed, a score or None) pairs, once somebody asks

A score is in the agent's own measure. Scripts have none, and say so.
"""

from functools import partial

import numpy as np

from deckspace.agents.locm.beam import LOST
from deckspace.agents.locm.genomes import card_values, state_value
from deckspace.engine.locm.replay import copy, legal, take
from deckspace.engine.locm.state import DECK, PASS
from deckspace.table.locm.view import sentence

TOLD = 5  # of the actions weighed
SURE = 2e9  # a score that the page shows as "won", or below 0 as "lost"


class Mind:
    """An agent that answers one question at a time (SoloAgent), and what it thought about the last one."""

    def __init__(self, solo):
        self.solo, self.before, self.action = solo, None, None

    def draft(self, offer):
        """Return which of three offered cards it takes."""
        return self.solo.draft(offer)

    def choose(self, game):
        """Return the action that it takes in this position, which stays as it is."""
        self.before, self.solo.scratch.looked = copy(game), 0
        self.action = self.solo.act(game)
        return self.action

    @property
    def thoughts(self):
        """What it weighed before its last action: (text, score or None) pairs."""
        return WEIGHED.get(self.solo.agent.kind, of_script)(self)

    def told(self, action):
        return sentence(self.before, int(action), mine=False)


def of_script(mind):
    return [("A script plays here, which compares nothing: there are no scores to show.", None)]


def of_chance(mind):
    n = len(legal(mind.before, mind.solo.book))
    return [(f"one of {n} legal actions, {100 / n:.0f} % each", None)]


def of_greedy(mind):
    """By how much its genome likes the position better after each action; of equals the last one is taken."""
    actions = legal(mind.before, mind.solo.book)
    value = partial(value_after, mind.before, mind.solo.book, mind.solo.agent.genome)
    gains = [value(action) - value(PASS) for action in actions]
    best = sorted(range(len(actions)), key=lambda i: (gains[i], i), reverse=True)[:TOLD]
    return [(mind.told(actions[i]), gains[i]) for i in best] + [
        (f"legal actions: {len(actions)}; a score says how much better than ending the turn", None)
    ]


def of_beam(mind):
    """A plan for the turn, and what its end is worth once the other side's creatures have answered."""
    plan, beam = mind.solo.scratch.plan, mind.solo.scratch.beam
    won = int(plan.game.winner) == int(mind.before.current)
    score = SURE if won else -SURE if beam.best < LOST / 2 else float(beam.best)
    tried = [(f"{int(mind.solo.scratch.looked)} actions tried", None)] if plan.next == 1 else []
    return [
        (f"step {int(plan.next)} of a plan of {int(plan.length)}: {mind.told(mind.action)}", score),
        *tried,
    ]


def of_tree(mind):
    """How often the rounds of its search went each way; steps that it was sure of need no other search."""
    plan, tree = mind.solo.scratch.plan, mind.solo.scratch.tree
    if plan.next > 1:
        return [
            (
                f"step {int(plan.next)} of {int(plan.length)} that its search was sure of: {mind.told(mind.action)}",
                None,
            )
        ]
    root = tree.nodes[0]
    ways = tree.nodes[int(root.first) : int(root.first) + int(root.children)]
    best = sorted(ways, key=lambda node: -node.visits)[:TOLD]
    rounds = float(root.visits)
    return [(f"{rounds:.0f} rounds; win probability", float(root.total) / rounds)] + [
        (f"{mind.told(node.step)}: share of rounds", float(node.visits) / rounds) for node in best
    ]


WEIGHED = {"random": of_chance, "greedy": of_greedy, "beam": of_beam, "mcts": of_tree}


# --- What a genome says --------------------------------------------------------------------


def value_after(game, book, genome, action):
    """Return what a genome says of the position after an action, to the player who takes it (PASS: of the position as it is)."""
    mover, after = int(game.current), copy(game)
    if action != PASS:
        take(after, book, action)
    me, enemy = after.players[mover], after.players[1 - mover]
    value = float(state_value(genome, np.array(figures(me) + figures(enemy))))
    return value + board_value(genome, me) - board_value(genome, enemy)


def figures(player):
    """Return what the genome looks at of one side (STATE_FEATURES of lib/deckspace/agents/locm/genomes.py)."""
    own = player.mana, DECK - player.drawn, player.hp, player.max_mana, player.next_draw, 5 * player.runes
    return [int(figure) for figure in own]


def board_value(genome, player):
    """Return what a side's creatures are worth to a genome."""
    board = player.board[: int(player.board_size)]
    own = (board[name].astype("i8") for name in ("attack", "defense", "keywords"))
    return float(card_values(genome, *own).astype("f8").sum())
