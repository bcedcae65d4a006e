"""All LoCM agents behind one compiled loop: whole games, draft and battle, in batches.

    table = entrants([Beam(8), Greedy(genome), MyAgent()], book)
    results = play_games(games, table, book)

`play_games` is what the arena runs: one row in, one row out, each decided by its own seeds alone. Agents are called by
their addresses, so that the loop is compiled once for all, and an agent only if it plays.
"""

import numpy as np

from deckspace.agents.locm.agent import Agent
from deckspace.agents.locm.asking import Asked, act_asked, answer_or, draft_asked, reraise
from deckspace.agents.locm.spaces import AGENT_TYPE, CALLED_WITH, SCRATCH_TYPE
from deckspace.compiling import njit
from deckspace.compiling.calls import address_of, call
from deckspace.engine.locm.replay import legal as legal_actions_of
from deckspace.engine.locm.rules import act, legal_actions, offer_cards, shuffle_decks, start
from deckspace.engine.locm.state import DECK
from deckspace.engine.records import new_record, new_records, record_type
from deckspace.engine.rng import derive

GAME_SPEC = record_type([("draft", "u8"), ("seed", "u8"), ("first", "i2"), ("second", "i2")])
RESULT = record_type(
    [
        ("winner", "i1"),  # 0: the agent that played first
        ("turns", "i2"),  # half turns begun
        ("hp", "i2", 2),
        ("looked", "i4", 2),  # actions judged by each agent: the cost of its thinking
    ]
)
BROKEN = -2  # the winner of a game in which somebody answered what is against the rules


class Entrants:
    """Agents as the compiled loop knows them: `rows`, an array of AGENT_TYPE of shape (n,).

    Addresses hold in one process only, so that what goes to another is the agents themselves.
    """

    def __init__(self, agents, book):
        self.agents, self.book = list(agents), book
        self.rows = new_records(AGENT_TYPE, len(self.agents))
        self.asked = [
            write_agent(row, agent, book) for row, agent in zip(self.rows, self.agents, strict=True)
        ]

    def __reduce__(self):
        return Entrants, (self.agents, self.book)

    def __len__(self):
        return len(self.agents)

    def __getitem__(self, number):
        return self.rows[number]


def entrants(agents, book):
    """Return these agents (see agent.py) as Entrants, who play by this rule book.

    Raises ValueError for what is no agent, and if a tree is larger than a compiled agent can hold.
    """
    return Entrants(agents, book)


def write_agent(row, agent, book):
    """Write an agent into its row; return what has to stay as long as the row is used."""
    row.is_checked = not getattr(agent, "trusted", False)
    if plays_compiled(agent):
        kind, asked = type(agent), None
        drafts, acts = kind.drafts, kind.acts
        agent.write(row, book)
    else:
        drafts, acts, asked = draft_asked, act_asked, Asked(agent, book)
        row.asked_at, row.is_checked = asked.callback.address, 1
    row.draft_at, row.act_at = address_of(drafts, *CALLED_WITH), address_of(acts, *CALLED_WITH)
    return asked


def plays_compiled(agent):
    """Tell whether an agent is compiled, or only Python can ask it. Raises ValueError if it is neither."""
    if isinstance(agent, Agent) and getattr(agent, "is_compiled", agent.acts is not None):
        return True
    if isinstance(agent, type) or not all(callable(getattr(agent, name, agent)) for name in ("draft", "act")):
        raise ValueError(
            f"An agent of LoCM is an Agent with drafts and acts, an object with draft(view) and act(view), or a function "
            f"of a view, and not {agent!r:.100}."
        )
    return False


def new_scratch():
    """Return working space for `play_games`."""
    return new_record(SCRATCH_TYPE)


def play_games(games, table, book, scratch=None):
    """Play one game a row of `games` (GAME_SPEC) and return a RESULT array of the same length.

    `table` holds the Entrants that the rows name; `book` is their rule book; `scratch`, where it is given, is working
    space that then says how many actions were `taken`. Raises ValueError if an agent answers what is against the rules,
    and whatever one in plain Python raises; not all games have been played then.
    """
    results, scratch = np.zeros(len(games), RESULT), new_scratch() if scratch is None else scratch
    games = np.ascontiguousarray(games)  # of one layout, or another play_batch is compiled
    play_batch(games, table.rows, book, scratch, results)
    broken = np.flatnonzero(results["winner"] == BROKEN)
    if len(broken):
        refuse(games[broken[0]], table, scratch)
    return results


def refuse(spec, table, scratch):
    """Raise what says what was wrong with the last answer in a game."""
    mover = int(scratch.game.current)
    agent = table.agents[spec["second"] if mover else spec["first"]]
    where = f"in the game with draft {spec['draft']} and seed {spec['seed']}"
    reraise(f"{name_of(agent)} {where}")
    raise ValueError(f"{name_of(agent)} {wrong(scratch, table.book, where)}")


def wrong(scratch, book, where):
    """Return in which way the last answer is against the rules, as the end of a sentence."""
    answer = answer_or(int(scratch.answer))
    if scratch.picked < DECK:
        return f"picks {answer!r} {where}, where a pick is 0, 1 or 2."
    legal = ", ".join(map(str, legal_actions_of(scratch.game, book)))
    return f"takes action {answer!r} {where}, where the legal ones are {legal}."


def name_of(agent):
    """Return what tables call an agent."""
    return getattr(agent, "name", None) or getattr(agent, "__name__", None) or type(agent).__name__


@njit(nogil=True, cache=True)
def play_batch(games, table, book, scratch, results):
    """Play all `games` one after the other, up to one in which somebody answers what is against the rules."""
    for k in range(len(games)):
        spec, result = games[k], results[k]
        play_game(spec, table[spec.first], table[spec.second], book, scratch, result)
        if result.winner == BROKEN:
            break


@njit
def play_game(spec, first, second, book, scratch, result):
    """Play one game: the draft from `spec.draft`, all the rest from `spec.seed`."""
    game = scratch.game
    if not draft_game(spec, first, second, book, scratch):
        result.winner = BROKEN
        return
    start(game, book)
    scratch.plan.length = 0
    while game.winner < 0:
        mover = game.current
        scratch.looked = 0
        agent = second if mover else first
        action = choose(game, book, agent, scratch)
        result.looked[mover] += scratch.looked
        if agent.is_checked and not is_legal(game, book, action, scratch):
            result.winner = BROKEN
            return
        scratch.taken += 1
        act(game, book, action)
    result.winner, result.turns = game.winner, game.turn + 1
    result.hp[0], result.hp[1] = game.players[0].hp, game.players[1].hp


@njit
def draft_game(spec, first, second, book, scratch):
    """Draft and shuffle both decks; return whether all picks were such."""
    game = scratch.game
    game.rng = derive(spec.draft, 0)
    offer_cards(game, book, scratch.pool, scratch.offers)
    game.rng = derive(spec.seed, 1)
    for i in range(DECK):
        scratch.picked = i
        for p in range(2):
            game.current = p
            choice = pick(game, book, second if p else first, scratch)
            if choice < 0 or choice > 2:
                scratch.answer = choice
                return False
            game.players[p].deck[i] = scratch.offers[i, choice]
    scratch.picked = DECK
    shuffle_decks(game)
    return True


@njit
def pick(game, book, agent, scratch):
    """Return which of the three cards on offer, scratch.offers[scratch.picked], an agent takes."""
    for j in range(3):
        scratch.offer[j] = scratch.offers[scratch.picked, j]
    return call(agent.draft_at, game, book, agent, scratch)


@njit
def choose(game, book, agent, scratch):
    """Return the action that an agent, to move, takes."""
    return call(agent.act_at, game, book, agent, scratch)


@njit
def is_legal(game, book, action, scratch):
    """Tell whether an action is legal, and note one that is not."""
    for i in range(legal_actions(game, book, scratch.actions)):
        if scratch.actions[i] == action:
            return True
    scratch.answer = action
    return False
