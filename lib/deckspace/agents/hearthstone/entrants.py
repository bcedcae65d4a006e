"""The participants of games: agents with their decks, and their addresses for compiled games in this process.

Agents of any class can take part (see agent.py).
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.hearthstone.agent import DECISION_TYPE, MULLIGANS, Agent
from deckspace.agents.hearthstone.outside import Function, Outside
from deckspace.agents.hearthstone.pointers import address_of, memory_of
from deckspace.agents.hearthstone.uniform import Random
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.hearthstone.state import GAME_TYPE, WORK_TYPE
from deckspace.engine.records import new_records, record_type
from deckspace.errors import BadInput
from deckspace.own_code import takes_one

ALIGNED = 16  # bytes: alignment of settings

SEAT_TYPE = record_type(  # a player for compiled games, valid in this process only
    [
        ("deck", DECK_LIST_TYPE),
        ("act", "i8"),  # the address of its agent's function (pointers.py)
        ("settings", "i8"),  # the addresses of the agent's settings and its working space
        ("room", "i8"),
        ("mulligan", "u1"),
        ("random", "u1"),  # 1: it plays at random, without a call
        ("outside", "u1"),  # 1: its actions come from outside
        ("unused", "u1", 5),
    ]
)


@dataclass(frozen=True)
class Player:
    """An agent, or a function of a view (outside.py), with a hero class and the card keys of a deck.

    `legal` is False for the few decks that break the rules of deck building, which are then not checked.
    """

    agent: Agent
    hero_class: str
    cards: tuple
    legal: bool = True


def entrants(players, book):
    """Return these players as Entrants; `book` is the Book of the card set.

    Raises BadInput with a sentence for each fault of a deck, and ValueError for an unknown class or agent.
    """
    decks = new_records(DECK_LIST_TYPE, len(players))
    for k, player in enumerate(players):
        decks[k] = deck_list(book, player.hero_class, player.cards, player.legal)
    return Entrants([player.agent for player in players], decks, book)


class Entrants:
    """The players of some games, which refer to them by row number; can be sent to other processes.

    `agents` (n,) and `decks` (DECK_LIST_TYPE, (n,)) are the agent and the deck of each row. Only functions of a view need
    the Book. Raises ValueError for an invalid agent.
    """

    def __init__(self, agents, decks=None, book=None):
        self.agents = [agent_of(each) for each in agents]
        self.decks = new_records(DECK_LIST_TYPE, len(self.agents)) if decks is None else decks
        known = {id(agent): agent for agent in self.agents}
        place = {key: i for i, key in enumerate(known)}
        self.who = np.array([place[id(agent)] for agent in self.agents], int)  # of `distinct`, by row
        self.distinct = list(known.values())
        self.book = book if any(isinstance(agent, Function) for agent in self.distinct) else None
        self.write()

    def write(self):
        """Write the settings of all agents into `memory`, one after another; `places` are their offsets."""
        sizes = [-(-agent.SETTINGS.itemsize // ALIGNED) * ALIGNED for agent in self.distinct]
        *self.places, total = np.cumsum([0, *sizes]).tolist()
        self.memory = np.zeros(total, "u1")
        for agent, place in zip(self.distinct, self.places, strict=True):
            agent.write(np.recarray(1, agent.SETTINGS, buf=self.memory, offset=place)[0])

    def select(self, rows):
        """Return the Entrants of these rows, which may repeat, with copies of their decks."""
        return Entrants([self.agents[row] for row in rows], self.decks[rows], self.book)

    def __len__(self):
        return len(self.agents)

    def outsiders(self):
        """Return for each row (n,) whether its actions come from outside."""
        return np.array([isinstance(agent, Outside) for agent in self.distinct], bool)[self.who]


class Seats:
    """Entrants for compiled games in this process: `rows` (SEAT_TYPE, (n,)), valid as long as this object exists.

    `book` is the record of the games' Book; None if no agent will be called, so that nothing is compiled.
    """

    def __init__(self, entrants, book):
        agents, kinds = entrants.distinct, dict.fromkeys(map(type, entrants.distinct))
        self.entrants = entrants
        self.rooms = {kind: new_records(kind.ROOM, 1) for kind in kinds}
        acts = {kind: compiled(kind, book) for kind in kinds}
        seats = new_records(SEAT_TYPE, len(agents))
        seats.act = [acts[type(agent)] for agent in agents]
        seats.settings = memory_of(entrants.memory) + np.array(entrants.places, "i8")
        seats.room = [memory_of(self.rooms[type(agent)]) for agent in agents]
        seats.mulligan = [list(MULLIGANS).index(agent.mulligan) for agent in agents]
        seats.random = [type(agent) is Random for agent in agents]
        seats.outside = [isinstance(agent, Outside) for agent in agents]
        self.rows = seats[entrants.who]
        self.rows.deck = entrants.decks


def seat_of(agent, book):
    """Return the Seats of one agent, without a deck; `book` is a Book's record."""
    return Seats(Entrants([agent]), book)


def compiled(kind, book):
    """Return the address of the compiled function of an agent class, 0 if it will not be called."""
    if book is None or kind is Random or issubclass(kind, Outside):
        return 0
    return address_of(kind.act, GAME_TYPE, book.dtype, WORK_TYPE, kind.SETTINGS, kind.ROOM, DECISION_TYPE)


def agent_of(who):
    """Return an agent as it is and a function as an agent; raises ValueError for anything else."""
    if isinstance(who, Agent):
        return who
    if callable(who) and not isinstance(who, type):
        if not takes_one(who):
            name = getattr(who, "__name__", type(who).__name__)
            raise BadInput(f"The agent {name} must take one argument, the player's view: def agent(view).")
        return Function(who)
    raise ValueError(
        f"An agent must be one of deckspace.hearthstone or a function of a view that returns one of its actions, not {who!r}"
        f"{hint_for(who)}."
    )


def hint_for(who):
    """Return advice on making an agent from its class or name, as the end of a sentence."""
    if isinstance(who, type):
        return f": make one, as in {who.__name__}(...)"
    if isinstance(who, str):
        return ': a name is looked up with ds.roster("hearthstone")[name].agent(positions=1000)'
    return ""
