"""Who takes part in games: agents with their decks, and where the compiled games find them in this process.

An agent of any class takes part (see agent.py); none is named here.
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

ALIGNED = 16  # bytes: where settings may begin

SEAT_TYPE = record_type(  # a player, as compiled games find it: good in this process alone
    [
        ("deck", DECK_LIST_TYPE),
        ("act", "i8"),  # the address of its agent's function (pointers.py)
        ("settings", "i8"),  # and those of what the agent was told, and of where it works
        ("room", "i8"),
        ("mulligan", "u1"),
        ("random", "u1"),  # it plays at random, for which there is no need to call anybody
        ("outside", "u1"),  # its actions come from outside
        ("unused", "u1", 5),
    ]
)


@dataclass(frozen=True)
class Player:
    """An agent, or a function of a view (outside.py), with a hero class and the keys of a deck's cards.

    `legal` is False for the few decks that no player could register: those are taken as they are.
    """

    agent: Agent
    hero_class: str
    cards: tuple
    legal: bool = True


def entrants(players, book):
    """Return these players as Entrants; `book` is the Book of the card set.

    Raises BadInput, with a sentence for each fault of a deck, and ValueError for an unknown class or agent.
    """
    decks = new_records(DECK_LIST_TYPE, len(players))
    for k, player in enumerate(players):
        decks[k] = deck_list(book, player.hero_class, player.cards, player.legal)
    return Entrants([player.agent for player in players], decks, book)


class Entrants:
    """The players of some games, in rows that games name by number; it may be sent to other processes.

    `agents` (n,) is who plays in each row, and `decks` (DECK_LIST_TYPE, (n,)) with what. The Book is needed by functions of a
    view alone. Raises ValueError for what is no agent.
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
        """Write the settings of all agents, one after the other, into `memory`; `places` are where each begins."""
        sizes = [-(-agent.SETTINGS.itemsize // ALIGNED) * ALIGNED for agent in self.distinct]
        *self.places, total = np.cumsum([0, *sizes]).tolist()
        self.memory = np.zeros(total, "u1")
        for agent, place in zip(self.distinct, self.places, strict=True):
            agent.write(np.recarray(1, agent.SETTINGS, buf=self.memory, offset=place)[0])

    def of(self, rows):
        """Return the Entrants in some of the rows, each as often as it is named, with decks of their own."""
        return Entrants([self.agents[row] for row in rows], self.decks[rows], self.book)

    def __len__(self):
        return len(self.agents)

    def outsiders(self):
        """Tell of each row (n,) whether its actions come from outside."""
        return np.array([isinstance(agent, Outside) for agent in self.distinct], bool)[self.who]


class Seats:
    """Entrants as compiled games find them in this process: `rows` (SEAT_TYPE, (n,)), good as long as this object lives.

    `book` is the Book's record that they will be asked with; None where nobody is asked, and nothing is to be compiled.
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
    """Return the address of the function of a kind of agents, compiled unless nobody will call it."""
    if book is None or kind is Random or issubclass(kind, Outside):
        return 0
    return address_of(kind.act, GAME_TYPE, book.dtype, WORK_TYPE, kind.SETTINGS, kind.ROOM, DECISION_TYPE)


def agent_of(who):
    """Return an agent, that of a function if it is one; raises ValueError for anything else."""
    if isinstance(who, Agent):
        return who
    if callable(who) and not isinstance(who, type):
        return Function(who)
    raise ValueError(
        f"An agent is one of deckspace.hearthstone, or a function of a view that returns one of its actions, not {who!r}"
        f"{hint_for(who)}."
    )


def hint_for(who):
    """Return how to come by an agent, for whoever has given its class or its name, as the end of a sentence."""
    if isinstance(who, type):
        return f": make one, as in {who.__name__}(...)"
    if isinstance(who, str):
        return ': a name is looked up with ds.roster("hearthstone")[name].agent(positions=1000)'
    return ""
