"""All LoCM agents behind one compiled loop: whole games, draft and battle, in batches.

`play_games(games, table, book)` is what the arena runs: one row in, one row out, each decided by
its own seeds alone.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.locm.baseline1 import draft_baseline1, plan_baseline1
from deckspace.agents.locm.baseline2 import draft_baseline2, draft_weak_op, plan_attack_first
from deckspace.agents.locm.beam import draft_search, plan_beam
from deckspace.agents.locm.evaluation import (
    AGENT_TYPE,
    ATTACKS,
    DEFENSES,
    JUDGES_CREATURES,
    JUDGES_STATES,
    KEYWORD_SETS,
    SCRATCH_TYPE,
)
from deckspace.agents.locm.genomes import card_values
from deckspace.agents.locm.greedy import act_greedy, draft_greedy
from deckspace.agents.locm.mcts import plan_mcts
from deckspace.agents.locm.names import KINDS
from deckspace.agents.locm.plans import next_step
from deckspace.agents.locm.programs import write_program
from deckspace.agents.locm.trained import draft_worths, search_genome
from deckspace.agents.locm.uniform import act_uniform
from deckspace.compiling import njit
from deckspace.engine.locm.rules import act, offer_cards, shuffle_decks, start
from deckspace.engine.locm.state import DECK
from deckspace.engine.records import new_record, new_records, record_type
from deckspace.engine.rng import below, derive

RANDOM, GREEDY, BASELINE1, BASELINE2, WEAK_OP, BEAM, MCTS = range(len(KINDS))

# (attack, defense, keywords) of every tabulated creature, by keywords, attack, defense.
KEYWORDS_AXIS, ATTACK_AXIS, DEFENSE_AXIS = np.ogrid[:KEYWORD_SETS, :ATTACKS, :DEFENSES]
CREATURE_GRID = ATTACK_AXIS, DEFENSE_AXIS, KEYWORDS_AXIS

GAME_SPEC = record_type([("draft", "u8"), ("seed", "u8"), ("first", "i2"), ("second", "i2")])
RESULT = record_type(
    [
        ("winner", "i1"),  # 0: the agent that played first
        ("turns", "i2"),  # half turns begun
        ("hp", "i2", 2),
        ("looked", "i4", 2),  # actions judged by each agent: the cost of its thinking
    ]
)


@dataclass(frozen=True)
class Agent:
    """One player: its name, how it chooses, and what it needs for that.

    `genome` is the evaluation function (lib/deckspace/agents/locm/genomes.py) of the kinds that have one; searching kinds
    bring their own if none is given. `effort` is how hard they think: the width of a beam, or the
    visits of a Monte Carlo tree search. Raises ValueError for an unknown kind.
    """

    name: str
    kind: str
    genome: object = None
    effort: int = 0

    def __post_init__(self):
        if self.kind not in KINDS:
            known = ", ".join(KINDS)
            raise ValueError(f"There is no LoCM agent kind {self.kind!r}; choose one of {known}.")


def entrants(agents, book):
    """Return the table (AGENT_TYPE, shape (n,)) of these agents, who play by this rule book.

    Raises ValueError if a tree is larger than a compiled agent can hold.
    """
    table = new_records(AGENT_TYPE, len(agents))
    for row, agent in zip(table, agents, strict=True):
        row.kind, row.effort = KINDS.index(agent.kind), agent.effort
        searches = agent.kind in ("beam", "mcts")
        genome = search_genome() if searches and agent.genome is None else agent.genome
        if genome is not None:
            write_genome(row, genome, book)
        if searches:
            row.draft[:] = draft_worths()
    return table


def write_genome(row, genome, book):
    """Write what a genome thinks of every card and creature into one row of the table."""
    row.creatures[:] = card_values(genome, *CREATURE_GRID)
    attack, defense = (book.cards[name].astype(np.int64) for name in ("attack", "defense"))
    if book.unsigned_items:
        attack, defense = np.abs(attack), np.abs(defense)
    row.cards[:] = card_values(genome, attack, defense, book.cards["keywords"])
    row.scale = np.abs(row.cards[1:]).mean()
    row.is_linear = genome.representation == "Linear"
    if row.is_linear:
        row.weights[:] = genome.weights
    else:
        write_program(row.programs[JUDGES_STATES], genome.part("state"))
        write_program(row.programs[JUDGES_CREATURES], genome.part("card"))


def new_scratch():
    """Return working space for `play_games`."""
    return new_record(SCRATCH_TYPE)


def play_games(games, table, book):
    """Play one game a row of `games` (GAME_SPEC) and return a RESULT array of the same length.

    `table` (AGENT_TYPE) holds the agents that the rows name; `book` is the rule book.
    """
    results = np.zeros(len(games), RESULT)
    play_batch(games, table, book, new_scratch(), results)
    return results


@njit(nogil=True, cache=True)
def play_batch(games, table, book, scratch, results):
    """Play all `games` one after the other."""
    for k in range(len(games)):
        spec, result = games[k], results[k]
        play_game(spec, table[spec.first], table[spec.second], book, scratch, result)


@njit
def play_game(spec, first, second, book, scratch, result):
    """Play one game: the draft from `spec.draft`, all the rest from `spec.seed`."""
    game = scratch.game
    draft_game(spec, first, second, book, scratch)
    start(game, book)
    scratch.plan.length = 0
    while game.winner < 0:
        mover = game.current
        scratch.looked = 0
        action = choose(game, book, second if mover else first, scratch)
        result.looked[mover] += scratch.looked
        act(game, book, action)
    result.winner, result.turns = game.winner, game.turn + 1
    result.hp[0], result.hp[1] = game.players[0].hp, game.players[1].hp


@njit
def draft_game(spec, first, second, book, scratch):
    """Draft and shuffle both decks."""
    game = scratch.game
    game.rng = derive(spec.draft, 0)
    offer_cards(game, book, scratch.pool, scratch.offers)
    game.rng = derive(spec.seed, 1)
    for i in range(DECK):
        offer = scratch.offers[i]
        game.players[0].deck[i] = offer[pick(game, book, first, offer)]
        game.players[1].deck[i] = offer[pick(game, book, second, offer)]
    shuffle_decks(game)


@njit
def pick(game, book, agent, offer):
    """Return which of three offered cards the agent takes."""
    if agent.kind == RANDOM:
        return below(game, 3)
    if agent.kind == BASELINE1:
        return draft_baseline1(book, offer)
    if agent.kind == BASELINE2:
        return draft_baseline2(book, offer)
    if agent.kind == WEAK_OP:
        return draft_weak_op(book, offer)
    if agent.kind == BEAM or agent.kind == MCTS:
        return draft_search(agent, offer)
    return draft_greedy(agent, offer)


@njit
def choose(game, book, agent, scratch):
    """Return the action the agent, to move, takes."""
    if agent.kind == RANDOM:
        return act_uniform(game, book, scratch)
    if agent.kind == GREEDY:
        return act_greedy(game, book, agent, scratch)
    action = next_step(scratch.plan, game)
    if action < 0:
        plan_turn(game, book, agent, scratch)
        action = next_step(scratch.plan, game)
    return action


@njit(cache=True)  # kept on its own, because it takes longest to compile and has several callers
def plan_turn(game, book, agent, scratch):
    """Plan the turn of an agent that decides it as a whole."""
    if agent.kind == BASELINE1:
        plan_baseline1(game, book, scratch.plan)
    elif agent.kind == BEAM:
        plan_beam(game, book, agent, scratch)
    elif agent.kind == MCTS:
        plan_mcts(game, book, agent, scratch)
    else:
        plan_attack_first(game, book, agent.kind == WEAK_OP, scratch.plan)
    scratch.looked += scratch.plan.length
