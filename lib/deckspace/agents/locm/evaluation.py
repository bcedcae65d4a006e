"""Evaluation functions in the form the compiled agents use: tables, weights, programs and functions.

A genome (genomes.py) says what a card is worth and what the rest of a state is worth. A card's worth
depends on its attack, defense and keywords alone, so it is computed once a genome for every likely
creature and looked up from then on: a large tree then plays as fast as a vector of weights. The worth
of the state is 12 weights, a short program over 12 features, or a compiled function of these.

Single values are float32, as in the paper. Sums of them are float64: there they are exact, so
that the order of a sum is of no consequence and an action can be judged by what it changes.
"""

import numpy as np
from numba import types

from deckspace.agents.locm.genomes import CARD_FEATURES, card_features
from deckspace.agents.locm.programs import FEATURES, load_program, run_program, write_program
from deckspace.agents.locm.spaces import ATTACKS, DEFENSES, KEYWORD_SETS
from deckspace.compiling import njit
from deckspace.compiling.calls import address_of, call_for_float

WEIGHTS, PROGRAM, FUNCTION, TABLE = range(4)  # what judges states and creatures
STATES, CREATURES = 0, 1  # an agent's two programs
TABLED = np.ogrid[
    :KEYWORD_SETS, :ATTACKS, :DEFENSES
]  # the keywords, attack and defense of all creatures in the table
TABLED_FEATURES = card_features(*TABLED[1:], TABLED[0]).reshape(-1, len(CARD_FEATURES))
NEEDED = "card_values", "state_value"
OFFERED = "state_weights", "state_program", "state_function"  # one of these makes a genome fast
STATE = types.Array(types.float32, 1, "C")  # what a state_function is given


# --- Writing a genome into an agent's record -----------------------------------------------


def check_genome(genome):
    """Raise ValueError unless this is a genome, see genomes.Genome."""
    for name in NEEDED:
        if not callable(getattr(genome, name, None)):
            raise ValueError(f"A genome of LoCM has {' and '.join(NEEDED)}; {genome!r:.100} has no {name}.")


def is_compiled(genome):
    """Tell whether compiled agents can judge states by a genome: it offers weights, a program or a function."""
    return any(hasattr(genome, name) for name in OFFERED)


def write_genome(row, genome, book):
    """Write what a genome thinks of every card, creature and state into an agent's record (AGENT_TYPE).

    Raises ValueError if a tree is larger than a compiled agent can hold.
    """
    row.creatures[:] = values_of(genome, TABLED_FEATURES).reshape(row.creatures.shape)
    row.cards[:] = worths_of_cards(genome, book)
    row.scale = np.abs(row.cards[1:]).mean()
    write_judge_of_states(row, genome)
    write_judge_of_creatures(row, genome)


def worths_of_cards(genome, book):
    """Return what a genome thinks of every card of a rule book, float32 of shape (161,); row 0 is no card."""
    attack, defense = (book.cards[name].astype(np.int64) for name in ("attack", "defense"))
    if book.unsigned_items:
        attack, defense = np.abs(attack), np.abs(defense)
    return values_of(genome, card_features(attack, defense, book.cards["keywords"]))


def values_of(genome, features):
    """Return a genome's card_values of features (n, 8), float32 of shape (n,)."""
    values = np.asarray(genome.card_values(features), "f4")
    if values.shape != features.shape[:1]:
        raise ValueError(
            f"The card_values of features {features.shape} have to be {features.shape[:1]}, not {values.shape}."
        )
    return values


def write_judge_of_states(row, genome):
    """Write by what states are judged: the first that the genome offers of weights, a program and a function."""
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
    """Write by what creatures are judged that are too large for the table, or that its edge has to do for them."""
    row.judges_creatures = TABLE
    if hasattr(genome, "card_weights"):
        row.judges_creatures, row.weights[FEATURES:] = WEIGHTS, genome.card_weights
    elif hasattr(genome, "card_program"):
        row.judges_creatures = PROGRAM
        write_program(row.programs[CREATURES], genome.card_program)


# --- Judging -------------------------------------------------------------------------------


@njit(inline="always")
def creature_value(agent, attack, defense, keywords, scratch):
    """Return what the agent thinks a creature with these numbers is worth (float64)."""
    if attack < ATTACKS and defense < DEFENSES:
        row = np.uint64(keywords), np.uint64(attack), np.uint64(defense)  # never from the end
        return np.float64(agent.creatures[row])
    return large_creature_value(agent, attack, defense, keywords, scratch)


@njit
def large_creature_value(agent, attack, defense, keywords, scratch):
    """Return the worth of a creature too large for the table."""
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
    """Return what the agent thinks a state with these features is worth (float64)."""
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
    """Return what a state is worth to an agent's program, loaded into `values`, or to its function (float64)."""
    if agent.judges_states == PROGRAM:
        return np.float64(run_program(agent.programs[STATES], values))
    return function_value(agent, values)


@njit
def function_value(agent, values):
    """Return what a state is worth to an agent's function (float64)."""
    return call_for_float(agent.state_at, values[:FEATURES])


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
    """Return by how much these changes of features change the worth of the state.

    `scratch.features` holds the state before and `scratch.value` its worth by `state_value`, which
    leaves in `scratch.values` what a program needs. The changes: own mana, own health, the enemy's health (runes follow), own cards to draw next turn.
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
