"""Carry out an action of ours with the chances that a recorded state shows.

An action is a row of steps: one frame of the stack each, and of a script one row (rules.py). Each step that draws has a
seed of its own, so its chances can be changed alone. The search looks for better seeds, step by step: those with which
fewer numbers of our state differ from the recorded one.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone import rules
from deckspace.engine.hearthstone.codes import END, JUMP, SCRIPT, WHEN
from deckspace.engine.hearthstone.effects.choices import next_choice
from deckspace.engine.hearthstone.effects.interpreter import perform
from deckspace.engine.hearthstone.queries import holds
from deckspace.engine.hearthstone.state import OFFERED
from deckspace.engine.rng import derive
from study.conformance.hearthstone.sabberstone_views import VIEW_TYPE, measure

STEPS = 64  # that have a seed of their own; further ones share these
OVER = VIEW_TYPE.fields["over"][1] // 2  # its place among the numbers of a state
FIRST_OFFERED = VIEW_TYPE.fields["offered"][1] // 2
STARTS = 40  # searches from new seeds
FEW, MANY = 32, 4096  # seeds tried for each step: in all searches but the last, in the last


@njit(cache=True)
def carry_out(game, book, work, action, seeds):
    """Carry out an action, the i-th step that draws with the i-th seed; return how many do."""
    work.random = 0
    game.rng = seeds[0]
    rules.declare(game, book, work, action)
    drawn = np.int64(game.rng != seeds[0])
    if game.stale:
        rules.refresh(game, book, work)
    while work.depth > 0 and not game.over:
        seed = seeds[drawn % STEPS]
        game.rng = seed
        advance(game, book, work)
        drawn += game.rng != seed
        if work.depth == 0 and game.choice.waiting_count and not game.choice.count:
            next_choice(game, work)
    return drawn


@njit(cache=True)
def advance(game, book, work):
    """Do what the frame on top of the stack says, of a script one row only."""
    frame = work.frames[work.depth - 1]
    if frame.kind != SCRIPT:
        rules.advance(game, book, work)
        return
    row = book.rows[frame.pc]
    if row.op == END:
        work.depth -= 1
    elif row.op == JUMP:
        frame.pc = row.jump
    elif row.op == WHEN:
        frame.pc = frame.pc + 1 if holds(game, book, work, frame, np.int64(row.condition)) else row.jump
    elif not perform(game, book, work, frame, row):
        frame.pc += 1
        frame.left = -1
    if game.stale:
        rules.refresh(game, book, work)


@njit(cache=True)
def differing(one, other, seen):
    """Return how many numbers of two states differ; cards offered that were `seen` in their place count as the same.

    The cards offered are drawn together, and all of them at once are hardly ever found. So it counts as found, where
    all else is the same, that each of them was offered by some chance. Nothing is compared once both games are over.
    """
    if one[OVER] and other[OVER]:
        return 0
    count = 0
    for i in range(len(one)):
        count += one[i] != other[i]
    for i in range(OFFERED):
        k = FIRST_OFFERED + i
        seen[i] |= one[k] == other[k]
        count -= one[k] != other[k] and seen[i]
    return count


@njit(cache=True)
def attempt(game, book, work, action, links, before, ours, costs, seeds):
    """Carry out an action and write what our game shows then into `ours`; return how many steps drew.

    `before` is the recorded state before it, and `costs` are those of `spend`.
    """
    drawn = carry_out(game, book, work, action, seeds)
    measure(game, book, work, links, ours)
    spend(before, ours, *costs)
    return drawn


@njit(cache=True)
def first_try(game, book, work, action, links, before, ours, costs, seeds):
    """Carry out an action with seeds as they come; return whether chance took part."""
    attempt(game, book, work, action, links, before, ours, costs, seeds)
    return work.random != 0


@njit(cache=True)
def steer(games, start, book, work, action, links, before, ours, costs, shown, wanted, seeds):
    """Look for seeds with which the state that an action leads to is the recorded one, and carry it out with them.

    `shown` are the numbers of `ours`, and `wanted` those of the recorded state; `start` is our game before.
    """
    games[0] = start[0]
    drawn = attempt(games[0], book, work, action, links, before, ours, costs, seeds)
    tried, seen = 0, np.zeros(OFFERED, np.bool_)
    for search in range(STARTS + 1):
        least = differing(shown, wanted, seen)
        step, tries = 0, FEW if search < STARTS else MANY
        while step < min(drawn, STEPS):
            for _ in range(tries):
                tried += 1
                seed, seeds[step] = seeds[step], derive(np.uint64(step), np.uint64(tried))
                games[0] = start[0]
                steps = attempt(games[0], book, work, action, links, before, ours, costs, seeds)
                differ = differing(shown, wanted, seen)
                if differ == 0:
                    offer(games[0], shown, wanted)
                    return
                if differ <= least:
                    least, drawn = differ, steps
                else:
                    seeds[step] = seed
            step += 1
        if search < STARTS - 1:
            for i in range(STEPS):
                seeds[i] = derive(np.uint64(STEPS + i), np.uint64(tried))
        games[0] = start[0]
        drawn = attempt(games[0], book, work, action, links, before, ours, costs, seeds)


@njit(cache=True)
def offer(game, shown, wanted):
    """Let our game offer the recorded cards."""
    for i in range(OFFERED):
        shown[FIRST_OFFERED + i] = wanted[FIRST_OFFERED + i]
        if i < game.choice.count:
            game.choice.options[i] = wanted[FIRST_OFFERED + i]


# --- Mana ----------------------------------------------------------------------------------


@njit(cache=True)
def spend(before, after, cur, cost, turned):
    """Work out `used` and `temporary`, which only say where `mana` has gone to and come from."""
    for side in range(2):
        old, new = before.players[side], after.players[side]
        if turned and side != cur:
            new.temporary = 0
            new.used = new.crystals - new.locked - new.mana
            continue
        paid = cost if side == cur else 0
        temporary = max(0, old.temporary - paid)
        used = old.used + paid - (old.temporary - temporary)
        if side == cur and new.mana == 0 and new.crystals == old.crystals:
            # a card can spend all that is left, and not the temporary mana first
            used += max(0, old.mana - paid)
        if new.crystals == old.crystals:
            temporary = new.mana + used + new.locked - new.crystals
        new.temporary = temporary
        new.used = new.crystals + temporary - new.locked - new.mana
