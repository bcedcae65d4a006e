"""A beam search over one's own turn, which evaluates positions after the enemy's reply from the board.

A turn is deterministic, so it can be searched completely. Action by action, the search keeps the `width` best
positions and drops duplicates. The turn could end in each of them: then the enemy's creatures reply greedily, and the
agent's genome evaluates the result. The turn with the best result is played; a winning turn is played at once.

It uses nothing hidden: neither the enemy's hand nor cards still to be drawn.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.locm.evaluation import total_value
from deckspace.agents.locm.greedy import act_greedy
from deckspace.agents.locm.plans import (
    add_step,
    clear_plan,
    copy_game,
    end_plan,
    follow,
    next_step,
    view_hash,
)
from deckspace.agents.locm.searching import SURE, Searcher, draft_search
from deckspace.agents.locm.spaces import LEVELS, SEEN, WIDTH
from deckspace.compiling import njit
from deckspace.engine.locm.rules import act, guarded, legal_actions
from deckspace.engine.locm.state import PASS
from deckspace.errors import check_whole

LOST = -1e9  # value of a turn after which the enemy's board can kill


@njit(cache=True)
def act_beam(game, book, agent, scratch):
    """Return the next step of the plan for the turn."""
    action = next_step(scratch.plan, game)
    if action < 0:
        plan_beam(game, book, agent, scratch)
        action = follow(scratch, game)
    return action


@njit
def plan_beam(game, book, agent, scratch):
    """Plan the turn with the best result."""
    beam = scratch.beam
    width = max(1, min(agent.effort, WIDTH))
    begin_search(game, width, beam)
    consider_end(0, 0, book, agent, scratch)
    level = 0
    while beam.counts[level & 1] > 0 and level + 1 < LEVELS:
        level += 1
        if next_level(level, width, book, agent, scratch):
            break
        for spot in range(beam.counts[level & 1]):
            consider_end(level, spot, book, agent, scratch)
    write_plan(game, book, beam, scratch.plan)


@njit
def begin_search(game, width, beam):
    """Make the current position the only one of the beam."""
    beam.seen[: table_size(width)] = 0
    copy_game(beam.games[0, 0], game)
    beam.games[0, 0].rng = 0
    beam.counts[0], beam.best = 1, -np.inf


@njit
def next_level(level, width, book, agent, scratch):
    """Try every action in every position of the previous level; return whether one wins the game."""
    beam = scratch.beam
    old, new = 1 - (level & 1), level & 1
    beam.counts[new] = 0
    trial = beam.trials[0]
    for parent in range(beam.counts[old]):
        game = beam.games[old, parent]
        count = legal_actions(game, book, scratch.actions)
        scratch.looked += count
        for k in range(1, count):
            copy_game(trial, game)
            act(trial, book, scratch.actions[k])
            if trial.winner == game.current:
                beam.parents[level, 0], beam.steps[level, 0] = parent, scratch.actions[k]
                beam.best_level, beam.best_spot = level, 0
                return True
            if trial.winner < 0 and is_new(beam, width, view_hash(trial)):
                score = total_value(trial, agent, scratch)
                keep(beam, level, width, score, parent, scratch.actions[k])
    return False


@njit
def keep(beam, level, width, score, parent, action):
    """Add the trial to the level if there is room, or replace a worse position."""
    new = level & 1
    spot = beam.counts[new]
    if spot < width:
        beam.counts[new] += 1
    else:
        spot = 0
        for i in range(1, width):
            if beam.scores[new, i] < beam.scores[new, spot]:
                spot = i
        if beam.scores[new, spot] >= score:
            return
    copy_game(beam.games[new, spot], beam.trials[0])
    beam.scores[new, spot] = score
    beam.parents[level, spot], beam.steps[level, spot] = parent, action


@njit
def table_size(width):
    """Return the number of entries in the table of seen positions for a beam of this width."""
    size = 1024
    while size < 128 * width and size < SEEN:
        size *= 2
    return size


@njit
def is_new(beam, width, key):
    """Tell whether a position is new in this turn, and remember it."""
    mask = np.uint64(table_size(width) - 1)
    spot = key & mask
    for _ in range(32):  # in a crowded table a position may be searched twice
        if beam.seen[spot] == key:
            return False
        if beam.seen[spot] == 0:
            beam.seen[spot] = key
            return True
        spot = (spot + np.uint64(1)) & mask
    return True


@njit
def consider_end(level, spot, book, agent, scratch):
    """Evaluate ending the turn in this position, and record it if it is the best so far."""
    beam = scratch.beam
    value = end_value(beam.games[level & 1, spot], book, agent, scratch)
    if value > beam.best:
        beam.best, beam.best_level, beam.best_spot = value, level, spot


@njit
def end_value(game, book, agent, scratch):
    """Return the value of ending the turn here for the mover, after the reply of the enemy's creatures."""
    reply = scratch.beam.trials[1]
    copy_game(reply, game)
    me = game.current
    begin_reply(reply)
    value = 0.0
    if face_damage(reply) >= reply.players[me].hp:
        value = LOST
    action = act_greedy(reply, book, agent, scratch)
    while action != PASS and reply.winner < 0:
        act(reply, book, action)
        action = act_greedy(reply, book, agent, scratch)
    reply.current = me
    return value + total_value(reply, agent, scratch)


@njit
def begin_reply(game):
    """Give the turn to the enemy, with an empty hand and all creatures ready."""
    game.current = 1 - game.current
    enemy = game.players[game.current]
    enemy.hand_size = 0
    for i in range(enemy.board_size):
        enemy.board[i].can_attack = 1


@njit
def face_damage(game):
    """Return the damage that the mover's creatures can deal to the enemy player now, in lanes without guards."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    open_0, open_1 = not guarded(enemy, 0), not guarded(enemy, 1)
    total = 0
    for i in range(me.board_size):
        one = me.board[i]
        if one.can_attack and (open_1 if one.lane else open_0):
            total += one.attack
    return total


@njit
def write_plan(game, book, beam, plan):
    """Write the turn with the best result into the plan."""
    level, spot = beam.best_level, beam.best_spot
    steps = level
    while level > 0:
        plan.actions[level - 1] = beam.steps[level, spot]
        spot = beam.parents[level, spot]
        level -= 1
    clear_plan(plan, game)
    for i in range(steps):
        add_step(plan, book, plan.actions[i])
    end_plan(plan, book)


@dataclass(frozen=True, eq=False)
class Beam(Searcher):
    """Searches its turn for the best result with a beam of `width` positions (1 to 64).

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.Beam(width=2), [ds.locm.Random()], drafts=2).games
    4
    """

    width: int = 16

    kind, drafts, acts = "beam", draft_search, act_beam

    def __post_init__(self):
        check_whole("The width of a beam", self.width, 1, WIDTH)
        super().__post_init__()

    @property
    def effort(self):
        return self.width

    def thoughts(self, seat, describe):
        """Return the step of its plan with the value after the enemy's reply, and the number of actions tried."""
        plan, beam = seat.scratch.plan, seat.scratch.beam
        won = int(plan.game.winner) == int(seat.before.current)
        score = SURE if won else -SURE if beam.best < LOST / 2 else float(beam.best)
        step = f"step {int(plan.next)} of a plan of {int(plan.length)}: {describe(seat.action)}"
        tried = [(f"{int(seat.scratch.looked)} actions tried", None)] if plan.next == 1 else []
        return [(step, score), *tried]
