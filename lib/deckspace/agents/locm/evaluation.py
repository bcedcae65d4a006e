"""Evaluation functions in the form that compiled agents use: tables, weights, programs and functions.

A genome (genomes.py) values cards and the rest of a state. A card's value depends only on its attack, defense and
keywords, so it is computed once per genome for every likely creature and then looked up: a large tree plays as fast as
a vector of weights. The value of the state comes from 12 weights, a short program over 12 features, or a compiled
function of these.

Single values are float32, as in the paper. Their sums are float64 and exact, so the order of summation does not matter,
and an action can be evaluated by what it changes.
"""

import numpy as np
from numba import types

from deckspace.agents.locm.genomes import CARD_FEATURES, card_features
from deckspace.agents.locm.programs import FEATURES, load_program, run_program, write_program
from deckspace.agents.locm.spaces import ATTACKS, DEFENSES, KEYWORD_SETS
from deckspace.compiling import njit
from deckspace.compiling.calls import address_of, call_for_float

WEIGHTS, PROGRAM, FUNCTION, TABLE = range(4)  # how states and creatures are evaluated
STATES, CREATURES = 0, 1  # an agent's two programs
TABLED = np.ogrid[
    :KEYWORD_SETS, :ATTACKS, :DEFENSES
]  # keywords, attack and defense of all tabulated creatures
TABLED_FEATURES = card_features(*TABLED[1:], TABLED[0]).reshape(-1, len(CARD_FEATURES))
NEEDED = "card_values", "state_value"
OFFERED = "state_weights", "state_program", "state_function"  # one of these makes a genome fast
STATE = types.Array(types.float32, 1, "C")  # the argument of a state_function


# --- Writing a genome into an agent's record -----------------------------------------------


def check_genome(genome):
    """Raise ValueError unless this is a genome (genomes.Genome)."""
    for name in NEEDED:
        if not callable(getattr(genome, name, None)):
            raise ValueError(f"A LoCM genome needs {' and '.join(NEEDED)}; {genome!r:.100} has no {name}.")


def is_compiled(genome):
    """Tell whether compiled agents can use a genome for states: it offers weights, a program or a function."""
    return any(hasattr(genome, name) for name in OFFERED)


def write_genome(row, genome, book):
    """Write a genome's values of cards, creatures and states into an agent's record (AGENT_TYPE).

    Raises ValueError if a tree is too large for a compiled agent.
    """
    row.creatures[:] = values_of(genome, TABLED_FEATURES).reshape(row.creatures.shape)
    row.cards[:] = worths_of_cards(genome, book)
    row.worths[:] = worths_in_deck(row.cards, book)
    row.scale = np.abs(row.cards[1 : book.card_count + 1]).mean()
    write_judge_of_states(row, genome)
    write_judge_of_creatures(row, genome)


def worths_of_cards(genome, book):
    """Return a genome's values of all cards of a rule book, float32 of shape (161,); row 0 is no card."""
    attack, defense = (book.cards[name].astype(np.int64) for name in ("attack", "defense"))
    if book.unsigned_items:
        attack, defense = np.abs(attack), np.abs(defense)
    return values_of(genome, card_features(attack, defense, book.cards["keywords"]))


def worths_in_deck(values, book):
    """Return what cards are worth when a genome picks them: their values, or values per mana for a constructed deck.

    A draft offers few cards, but a deck of the best of all could not be played for want of mana.
    """
    return values / (1 + book.cards["cost"].astype("f4")) if book.constructed else values


def values_of(genome, features):
    """Return a genome's card_values for features (n, 8), float32 of shape (n,)."""
    values = np.asarray(genome.card_values(features), "f4")
    if values.shape != features.shape[:1]:
        raise ValueError(
            f"The card_values of features {features.shape} must have the shape {features.shape[:1]}, not {values.shape}."
        )
    return values


def write_judge_of_states(row, genome):
    """Write how states are evaluated: by the first of weights, program and function that the genome offers."""
    if hasattr(genome, "state_weights"):
        row.judges_states, row.weights[:FEATURES] = WEIGHTS, genome.state_weights
    elif hasattr(genome, "state_program"):
        row.judges_states = PROGRAM
        write_program(row.programs[STATES], genome.state_program)
    else:
        row.judges_states = FUNCTION
        function = getattr(
            genome.state_function, "__func__", genome.state_function
        )  # not bound to the genome
        row.state_at = address_of(function, STATE, returns=types.float64)


def write_judge_of_creatures(row, genome):
    """Write how creatures too large for the table are evaluated; by default, like those at its edge."""
    row.judges_creatures = TABLE
    if hasattr(genome, "card_weights"):
        row.judges_creatures, row.weights[FEATURES:] = WEIGHTS, genome.card_weights
    elif hasattr(genome, "card_program"):
        row.judges_creatures = PROGRAM
        write_program(row.programs[CREATURES], genome.card_program)


# --- Evaluation ----------------------------------------------------------------------------


@njit(inline="always")
def creature_value(agent, attack, defense, keywords, scratch):
    """Return the agent's value of a creature with these numbers (float64)."""
    if attack < ATTACKS and defense < DEFENSES:
        row = np.uint64(keywords), np.uint64(attack), np.uint64(defense)  # unsigned: no negative indices
        return np.float64(agent.creatures[row])
    return large_creature_value(agent, attack, defense, keywords, scratch)


@njit
def large_creature_value(agent, attack, defense, keywords, scratch):
    """Return the value of a creature too large for the table."""
    if agent.judges_creatures == TABLE:
        row = np.uint64(keywords), np.uint64(min(attack, ATTACKS - 1)), np.uint64(min(defense, DEFENSES - 1))
        return np.float64(agent.creatures[row])
    features = scratch.spare
    features[0], features[1] = attack, defense
    for i in range(6):
        features[2 + i] = keywords >> i & 1
    if agent.judges_creatures == PROGRAM:
        load_program(agent.programs[CREATURES], features)
        return np.float64(run_program(agent.programs[CREATURES], features))
    total = 0.0
    for i in range(8):
        total += agent.weights[FEATURES + i] * features[i]
    return np.float64(np.float32(total))


@njit
def read_features(game, features):
    """Write the 12 state features, those of the player to move first, into `features`."""
    for side in range(2):
        player = game.players[game.current ^ side]
        features[6 * side] = player.mana
        features[6 * side + 1] = 30 - player.drawn
        features[6 * side + 2] = player.hp
        features[6 * side + 3] = player.max_mana
        features[6 * side + 4] = player.next_draw
        features[6 * side + 5] = 5 * player.runes


@njit(inline="always")
def state_value(agent, features, scratch):
    """Return the agent's value of a state with these features (float64)."""
    if agent.judges_states != WEIGHTS:
        load_program(agent.programs[STATES], scratch.values)
        for i in range(FEATURES):
            scratch.values[i] = features[i]
        return computed_value(agent, scratch.values)
    total = 0.0
    for i in range(FEATURES):
        total += agent.weights[i] * features[i]
    return total


@njit(inline="always")
def computed_value(agent, values):
    """Return the value of a state by an agent's program, loaded into `values`, or its function (float64)."""
    if agent.judges_states == PROGRAM:
        return np.float64(run_program(agent.programs[STATES], values))
    return function_value(agent, values)


@njit
def function_value(agent, values):
    """Return the value of a state by an agent's function (float64)."""
    return call_for_float(agent.state_at, values[:FEATURES])


@njit
def total_value(game, agent, scratch):
    """Return the genome's value of a position for the player to move."""
    read_features(game, scratch.features)
    total = state_value(agent, scratch.features, scratch)
    for side in range(2):
        player = game.players[game.current ^ side]
        worth = 0.0
        for i in range(player.board_size):
            one = player.board[i]
            worth += creature_value(agent, one.attack, one.defense, one.keywords, scratch)
        total += -worth if side else worth
    return total


@njit(inline="always")
def runes_broken(hp, rune, change):
    """Count the runes (the next at `rune` health) that a change of health breaks."""
    count = 0
    if change < 0:
        while rune > 0 and hp + change <= rune:
            rune -= 5
            count += 1
    return count


@njit(inline="always")
def state_gain(agent, mana, my_hp, enemy_hp, draw, scratch):
    """Return how much these changes of features change the value of the state.

    `scratch.features` holds the state before, and `scratch.value` its value by `state_value`, which leaves the inputs of
    a program in `scratch.values`. The changes are those of own mana, own health, enemy health (runes follow), and own
    cards to draw next turn.
    """
    before = scratch.features
    mine = runes_broken(before[2], before[5], my_hp)
    theirs = runes_broken(before[8], before[11], enemy_hp)
    if agent.judges_states == WEIGHTS:
        w = agent.weights
        gain = w[0] * mana + w[2] * my_hp + w[4] * (draw + mine) - w[5] * (5 * mine)
        return gain + w[8] * enemy_hp + w[10] * theirs - w[11] * (5 * theirs)
    after = scratch.values
    after[0] += mana
    after[2] += my_hp
    after[4] += draw + mine
    after[5] -= 5 * mine
    after[8] += enemy_hp
    after[10] += theirs
    after[11] -= 5 * theirs
    value = computed_value(agent, after)
    for i in (0, 2, 4, 5, 8, 10, 11):
        after[i] = before[i]
    return value - scratch.value
