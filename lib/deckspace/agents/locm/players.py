"""Whole games of LoCM, draft and battle, between any agents, in batches and in one compiled loop.

    table = entrants([Beam(8), Greedy(genome), MyAgent()], book)
    results = play_games(games, table, book)

The arena runs `play_games`: one result per row, which depends on the row's own seeds alone. Agents are called by their
addresses, so the loop is compiled only once, and an agent only if it plays.
"""

import numpy as np

from deckspace.agents.locm.agent import Agent
from deckspace.agents.locm.asking import Asked, act_asked, answer_or, draft_asked, reraise
from deckspace.agents.locm.spaces import AGENT_TYPE, CALLED_WITH, SCRATCH_TYPE
from deckspace.compiling import njit
from deckspace.compiling.calls import address_of, call
from deckspace.engine.locm.cards import COPIES, with_cards_of
from deckspace.engine.locm.replay import legal as legal_actions_of
from deckspace.engine.locm.rules import act, legal_actions, offer_cards, shuffle_decks, start
from deckspace.engine.locm.state import DECK
from deckspace.engine.records import new_record, new_records, record_type
from deckspace.engine.rng import derive
from deckspace.errors import BadInput
from deckspace.own_code import takes_one

GAME_SPEC = record_type([("draft", "u8"), ("seed", "u8"), ("first", "i2"), ("second", "i2")])
RESULT = record_type(
    [
        ("winner", "i1"),  # 0: the agent that played first
        ("turns", "i2"),  # half turns begun
        ("hp", "i2", 2),
        ("looked", "i4", 2),  # actions evaluated by each agent: the cost of its search
    ]
)
BROKEN = -2  # in place of the winner of a game with an illegal answer


class Entrants:
    """Agents for the compiled loop: `rows` is an array of AGENT_TYPE of shape (n,).

    Addresses are valid in one process only, so pickling keeps the agents themselves.
    """

    def __init__(self, agents, book):
        self.agents, self.book = list(agents), book
        self.rows = new_records(AGENT_TYPE, len(self.agents))
        self.asked = [
            write_agent(row, agent, book) for row, agent in zip(self.rows, self.agents, strict=True)
        ]

    def __reduce__(self):
        return Entrants, (self.agents, self.book)

    def with_book(self, book):
        """Return the same agents with another rule book."""
        other = object.__new__(Entrants)
        other.agents, other.book, other.rows = self.agents, book, self.rows.copy()
        other.asked = [
            write_settings(row, agent, book) for row, agent in zip(other.rows, self.agents, strict=True)
        ]
        return other

    def __len__(self):
        return len(self.agents)

    def __getitem__(self, number):
        return self.rows[number]


def entrants(agents, book):
    """Return these agents (see agent.py) as Entrants that play by this rule book.

    Raises ValueError for an invalid agent and for a tree that is too large for a compiled agent.
    """
    return Entrants(agents, book)


def write_agent(row, agent, book):
    """Write an agent into its row; return the object that must exist as long as the row is used."""
    compiled, kind = plays_compiled(agent), type(agent)
    row.is_checked = not (compiled and getattr(agent, "trusted", False))
    drafts, acts = (kind.drafts, kind.acts) if compiled else (draft_asked, act_asked)
    row.draft_at, row.act_at = address_of(drafts, *CALLED_WITH), address_of(acts, *CALLED_WITH)
    return write_settings(row, agent, book)


def write_settings(row, agent, book):
    """Write what of an agent depends on the rule book; return the object that must exist as long as the row is used."""
    if plays_compiled(agent):
        agent.write(row, book)
        return None
    asked = Asked(agent, book)
    row.asked_at = asked.callback.address
    return asked


def plays_compiled(agent):
    """Tell whether an agent is compiled rather than in plain Python. Raises ValueError if it is neither."""
    if isinstance(agent, Agent) and getattr(agent, "is_compiled", agent.acts is not None):
        return True
    asked = [getattr(agent, name, agent) for name in ("draft", "act")]
    if isinstance(agent, type) or not all(map(callable, asked)):
        raise ValueError(
            f"A LoCM agent must be an Agent with drafts and acts, an object with draft(view) and act(view), or a function "
            f"of a view, not {agent!r:.100}."
        )
    if not all(map(takes_one, asked)):
        raise BadInput(
            f"The agent {agent!r:.100} must take one argument, the player's view: def agent(view)."
        )
    return False


def new_scratch():
    """Return working space for `play_games`."""
    return new_record(SCRATCH_TYPE)


def play_games(games, table, book, scratch=None):
    """Play one game per row of `games` (GAME_SPEC) and return a RESULT array of the same length.

    `table` holds the Entrants to which the rows refer; `book` is their rule book; `scratch`, if given, is working space
    that counts the actions `taken`. Raises ValueError for an illegal answer of an agent, and whatever an agent in plain
    Python raises; the remaining games are then not played.
    """
    results, scratch = np.zeros(len(games), RESULT), new_scratch() if scratch is None else scratch
    games = np.ascontiguousarray(games)  # one layout, so that play_batch is compiled once
    for first, end in stretches(games, book):
        own = with_cards_of(book, int(games[first]["draft"]))
        entered = table if own is book else table.with_book(own)
        play_batch(games[first:end], entered.rows, own, scratch, results[first:end])
        broken = np.flatnonzero(results["winner"][first:end] == BROKEN)
        if len(broken):
            refuse(games[first + broken[0]], entered, scratch)
    return results


def stretches(games, book):
    """Return (first, end) of stretches of games with the same cards: all games, or those of each draft with its own."""
    if not len(games) or not book.new_cards:
        return [(0, len(games))] if len(games) else []
    ends = np.flatnonzero(np.diff(games["draft"])) + 1
    return zip([0, *ends], [*ends, len(games)], strict=True)


def refuse(spec, table, scratch):
    """Raise the error for the last answer in a game, which was illegal."""
    mover = int(scratch.game.current)
    agent = table.agents[spec["second"] if mover else spec["first"]]
    where = f"in the game with draft {spec['draft']} and seed {spec['seed']}"
    reraise(f"{name_of(agent)} {where}")
    raise ValueError(f"{name_of(agent)} {wrong(scratch, table.book, where)}")


def wrong(scratch, book, where):
    """Return why the last answer is illegal, as the end of a sentence."""
    answer = answer_or(int(scratch.answer))
    if scratch.picked < DECK:
        most = int(scratch.offered) - 1
        allowed = "0, 1 or 2" if most == 2 else f"from 0 to {most}"
        return f"picks {answer!r} {where}, where a pick must be {allowed}."
    legal = ", ".join(map(str, legal_actions_of(scratch.game, book)))
    return f"takes action {answer!r} {where}, where the legal ones are {legal}."


def name_of(agent):
    """Return an agent's name in tables."""
    return getattr(agent, "name", None) or getattr(agent, "__name__", None) or type(agent).__name__


@njit(nogil=True, cache=True)
def play_batch(games, table, book, scratch, results):
    """Play all `games` in order, up to the first one with an illegal answer."""
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
    """Draft and shuffle both decks; return whether all picks were legal."""
    game = scratch.game
    if book.constructed:
        scratch.offers[:] = 0
    else:
        game.rng = derive(spec.draft, 0)
        offer_cards(game, book, scratch.pool, scratch.offers)
    game.rng = derive(spec.seed, 1)
    for i in range(DECK):
        scratch.picked = i
        for p in range(2):
            game.current = p
            choice = pick(game, book, second if p else first, scratch)
            if choice < 0 or choice >= scratch.offered:
                scratch.answer = choice
                return False
            game.players[p].deck[i] = scratch.offer[choice]
    scratch.picked = DECK
    shuffle_decks(game)
    return True


@njit(cache=True)
def pick(game, book, agent, scratch):
    """Return which card of its offer an agent takes: of scratch.offers[scratch.picked], or of all that its deck may have."""
    if book.constructed:
        offer_all(game.players[game.current].deck, book, scratch)
    else:
        scratch.offered = 3
        for j in range(3):
            scratch.offer[j] = scratch.offers[scratch.picked, j]
    return call(agent.draft_at, game, book, agent, scratch)


@njit
def offer_all(deck, book, scratch):
    """Offer all cards of which the first scratch.picked cards of a deck hold fewer than two."""
    copies = scratch.pool
    copies[:] = 0
    for i in range(scratch.picked):
        copies[deck[i] - 1] += 1
    scratch.offered = 0
    for i in range(book.card_count):
        if copies[i] < COPIES:
            scratch.offer[scratch.offered] = i + 1
            scratch.offered += 1


@njit(cache=True)
def choose(game, book, agent, scratch):
    """Return the action of the agent to move."""
    return call(agent.act_at, game, book, agent, scratch)


@njit
def is_legal(game, book, action, scratch):
    """Tell whether an action is legal, and store it if it is not."""
    for i in range(legal_actions(game, book, scratch.actions)):
        if scratch.actions[i] == action:
            return True
    scratch.answer = action
    return False
