"""Carry out an action of ours with the chances that a recorded state shows.

An action is a row of steps: one frame of the stack each, and of a script one row (rules.py). Each step that draws has a
seed of its own, so its chances can be changed alone. The search looks for better seeds, step by step: those with which
fewer numbers of our state differ from the recorded one.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone import rules
from deckspace.engine.hearthstone.effects.choices import next_choice
from deckspace.engine.hearthstone.state import FRAMES
from deckspace.engine.records import new_records
from deckspace.engine.rng import GOLDEN, MIX_1, MIX_2, derive
from study.conformance.hearthstone.sabberstone_views import VIEW_TYPE, measure

STEPS = 64  # that have a seed of their own; further ones share these
SEARCHES = 60  # from new seeds
FEW, MANY = 32, 4096  # seeds tried for each step: by the first search, by the last
LENGTHS = 5  # of searches, each twice as long as the one before: short ones for many chances, long ones for large pools
OVER = VIEW_TYPE.fields["over"][1] // 2  # its place among the numbers of a state
UNMIX_1, UNMIX_2 = (np.uint64(pow(int(factor), -1, 2**64)) for factor in (MIX_1, MIX_2))


def numbers_of_players(*names):
    """Return which of the numbers of a state are these of a player."""
    marked = new_records(VIEW_TYPE, 1)
    for name in names:
        marked["players"][name] = 1
    return marked.view("i2") != 0


AT_THE_END = numbers_of_players("health", "armor")  # what counts when the game is over


@njit(cache=True)
def carry_out(game, book, work, action, seeds):
    """Carry out an action, the i-th step that draws with the i-th seed; return how many do."""
    work.random = 0
    work.one_row = FRAMES
    game.rng = seeds[0]
    rules.declare(game, book, work, action)
    drawn = np.int64(game.rng != seeds[0])
    if game.stale:
        rules.refresh(game, book, work)
    while work.depth > 0 and not game.over:
        seed = seeds[drawn % STEPS]
        game.rng = seed
        rules.advance(game, book, work)
        drawn += game.rng != seed
        if work.depth == 0 and game.choice.waiting_count and not game.choice.count:
            next_choice(game, work)
    work.one_row = 0
    return drawn


@njit(cache=True)
def differing(one, other):
    """Return how many numbers of two states differ; of games that are over, whether the same hero is left with the same health.

    Only this can be compared then: where a hero dies, our game stops, and theirs goes on with the effect, or into the
    next turn.
    """
    count, both_over = 0, one[OVER] and other[OVER]
    for i in range(len(one)):
        if both_over:
            count += AT_THE_END[i] and max(one[i], 0) != max(other[i], 0)
        else:
            count += one[i] != other[i]
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
    tried = 0
    for search in range(SEARCHES):
        if search:
            for i in range(STEPS):
                seeds[i] = derive(np.uint64(i), np.uint64(tried))
        games[0] = start[0]
        drawn = attempt(games[0], book, work, action, links, before, ours, costs, seeds)
        least, step = differing(shown, wanted), 0
        while step < min(drawn, STEPS):
            for _ in range(FEW << search % LENGTHS if search < SEARCHES - 1 else MANY):
                tried += 1
                seed, seeds[step] = seeds[step], even_seed(tried)
                games[0] = start[0]
                steps = attempt(games[0], book, work, action, links, before, ours, costs, seeds)
                differ = differing(shown, wanted)
                if differ == 0:
                    return
                if differ <= least:
                    least, drawn = differ, steps
                else:
                    seeds[step] = seed
            step += 1
    games[0] = start[0]
    attempt(games[0], book, work, action, links, before, ours, costs, seeds)


@njit(cache=True)
def even_seed(i):
    """Return the i-th of seeds whose first draws are spread evenly: any 2^k in turn hit each of 2^k equal parts once.

    The fraction drawn first is i with its bits in reverse (van der Corput's sequence); what follows is as random as ever.
    """
    one, left = np.uint64(1), np.uint64(i)
    fraction = derive(left, one) >> np.uint64(32)
    for bit in range(32):
        fraction |= (left >> np.uint64(bit) & one) << np.uint64(63 - bit)
    return unmix(fraction) - GOLDEN


@njit(cache=True)
def unmix(z):
    """Return the number that rng.mix scrambles to this one."""
    z = (z ^ z >> np.uint64(31) ^ z >> np.uint64(62)) * UNMIX_2
    z = (z ^ z >> np.uint64(27) ^ z >> np.uint64(54)) * UNMIX_1
    return z ^ z >> np.uint64(30) ^ z >> np.uint64(60)


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
