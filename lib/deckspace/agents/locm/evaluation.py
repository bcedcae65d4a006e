"""Evaluation functions in the form the compiled agents use: tables, weights and programs.

An evolved genome says what a card is worth and what the rest of a state is worth (Miernik and
Kowalski 2022, section 3.1). A card's worth depends on its attack, defense and keywords alone, so
it is computed once a genome for every likely creature and looked up from then on: a large tree
then plays as fast as a vector of weights. The worth of the state is either 12 weights or a short
program over 12 features.

Single values are float32, as in the paper. Sums of them are float64: there they are exact, so
that the order of a sum is of no consequence and an action can be judged by what it changes.
"""

import numpy as np

from deckspace.agents.locm.plans import PLAN_TYPE
from deckspace.agents.locm.programs import FEATURES, PROGRAM_TYPE, VALUES, load_program, run_program
from deckspace.agents.locm.spaces import BEAM_TYPE, TREE_TYPE
from deckspace.compiling import njit
from deckspace.engine.locm.cards import CARDS
from deckspace.engine.locm.state import BOARD, DECK, GAME_TYPE, MAX_ACTIONS
from deckspace.engine.records import record_type

ATTACKS, DEFENSES, KEYWORD_SETS = 20, 20, 64  # creatures inside these bounds are tabulated
JUDGES_STATES, JUDGES_CREATURES = 0, 1  # an agent's two programs

# An agent is one record, a table of agents an array of them.
AGENT_TYPE = record_type(
    [
        ("kind", "i8"),
        ("is_linear", "i8"),  # 1: it judges by weights, 0: by programs
        ("effort", "i8"),  # how hard a searching agent thinks
        ("creatures", "f4", (KEYWORD_SETS, ATTACKS, DEFENSES)),  # worth of a creature on the board
        ("cards", "f4", CARDS + 1),  # worth of each card at the draft and when summoned
        ("weights", "f8", FEATURES + 8),  # of state and card features, where there are no programs
        ("programs", PROGRAM_TYPE, 2),  # for states and for creatures, where there are no weights
        ("draft", "f4", CARDS + 1),  # worth of each card in a deck, to agents that search
        ("scale", "f8"),  # mean worth of a card in play: the unit of this agent's values
    ]
)

# Working space of one batch of games; nothing in it outlives a decision.
SCRATCH_TYPE = record_type(
    [
        ("counts", "i8", 21),  # of the random agent's actions, see uniform.py
        ("value", "f8"),  # worth of the state before
        ("worth", "f8", (2, BOARD)),  # worth of each creature, own side first
        ("looked", "i8"),  # actions judged so far
        ("game", GAME_TYPE),  # the game being played
        ("actions", "i2", MAX_ACTIONS),
        ("pool", "u1", CARDS),
        ("offers", "u1", (DECK, 3)),
        ("features", "f4", FEATURES),  # the state before an action
        ("values", "f4", VALUES),  # of the program that judges states
        ("spare", "f4", VALUES),  # of the program that judges creatures
        ("plan", PLAN_TYPE),  # of the turn, for agents that decide it as a whole
        ("beam", BEAM_TYPE),
        ("tree", TREE_TYPE),
    ]
)


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
    features = scratch.spare
    features[0], features[1] = attack, defense
    for i in range(6):
        features[2 + i] = keywords >> i & 1
    if not agent.is_linear:
        load_program(agent.programs[JUDGES_CREATURES], features)
        return np.float64(run_program(agent.programs[JUDGES_CREATURES], features))
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
    if not agent.is_linear:
        load_program(agent.programs[JUDGES_STATES], scratch.values)
        for i in range(FEATURES):
            scratch.values[i] = features[i]
        return np.float64(run_program(agent.programs[JUDGES_STATES], scratch.values))
    total = 0.0
    for i in range(FEATURES):
        total += agent.weights[i] * features[i]
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
    """Return by how much these changes of features change the worth of the state.

    `scratch.features` holds the state before and `scratch.value` its worth by `state_value`, which
    leaves in `scratch.values` what a program needs. The changes: own mana, own health, the enemy's health (runes follow), own cards to draw next turn.
    """
    before = scratch.features
    mine = runes_broken(before[2], before[5], my_hp)
    theirs = runes_broken(before[8], before[11], enemy_hp)
    if agent.is_linear:
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
    value = run_program(agent.programs[JUDGES_STATES], after)
    for i in (0, 2, 4, 5, 8, 10, 11):
        after[i] = before[i]
    return np.float64(value) - scratch.value
