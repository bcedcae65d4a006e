"""Agents that answer one decision at a time, as bots, against bots, or at the table."""

import sys
from copy import copy as shallow_copy
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np

from deckspace.agents.locm.agent import SCRIPT
from deckspace.agents.locm.asking import reraise
from deckspace.agents.locm.genomes import from_json
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.names import EFFORT, KINDS, check_name, is_genome, split
from deckspace.agents.locm.players import choose, entrants, name_of, new_scratch, pick, wrong
from deckspace.compiling import njit
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import command_text, copy, legal, position, side, take
from deckspace.engine.locm.state import DECK, PASS
from deckspace.engine.rng import derive


class SoloAgent:
    """An agent with its own working space and its own stream of random numbers.

    before, action: the position in which it acted last, and its action there.
    """

    def __init__(self, agent, book, seed=0):
        self.agent, self.book, self.seed = agent, book, seed
        self.table, self.scratch = entrants([agent], book), new_scratch()
        self.row, self.rng = self.table[0], derive_seed(np.uint64(seed % 2**64))
        self.offers_seen, self.before, self.action = 0, None, None

    def with_book(self, book):
        """Return the same agent with another rule book."""
        other = shallow_copy(self)
        other.book, other.table = book, self.table.with_book(book)
        other.row = other.table[0]
        return other

    def draft(self, offer):
        """Return which of three offered card numbers the agent takes (0, 1 or 2)."""
        scratch = self.scratch
        scratch.picked = self.offers_seen % DECK
        scratch.offers[scratch.picked] = offer  # the enemy's offer, too
        self.offers_seen += 1
        scratch.game.rng = self.rng
        choice = int(pick(scratch.game, self.book, self.row, scratch))
        self.rng = scratch.game.rng
        self.check(choice in (0, 1, 2), choice)
        scratch.game.players[scratch.game.current].deck[scratch.picked] = offer[choice]
        return choice

    def construct(self):
        """Return the numbers of the thirty cards that the agent chooses for its deck."""
        scratch, deck = self.scratch, self.scratch.game.players[self.scratch.game.current].deck
        for scratch.picked in range(DECK):
            scratch.game.rng = self.rng
            choice = int(pick(scratch.game, self.book, self.row, scratch))
            self.rng = scratch.game.rng
            self.check(0 <= choice < scratch.offered, choice)
            deck[scratch.picked] = scratch.offer[choice]
        return deck.tolist()

    def act(self, game):
        """Return the number of the action that the agent takes; the game is left unchanged."""
        scratch, self.before = self.scratch, copy(game)
        scratch.game = game
        own = scratch.game
        own.rng, scratch.picked, scratch.looked = self.rng, DECK, 0
        self.action = int(choose(own, self.book, self.row, scratch))
        self.rng = own.rng
        if self.row.is_checked:
            self.check(self.action in legal(game, self.book), self.action)
        return self.action

    def check(self, is_right, answer):
        """Raise the agent's own exception, or ValueError, unless its answer is legal."""
        if not is_right:
            where = f"in a game with seed {self.seed}"
            self.scratch.answer = answer
            reraise(f"{name_of(self.agent)} {where}")
            raise ValueError(f"{name_of(self.agent)} {wrong(self.scratch, self.book, where)}")

    def thoughts(self, describe):
        """Return what it considered before its last action, (text, score or None) pairs; `describe(action)` gives a text."""
        own = getattr(self.agent, "thoughts", None)
        return own(self, describe) if own else [(SCRIPT, None)]


@njit(cache=True)
def derive_seed(seed):
    """Return the seed of an agent's own random stream."""
    return derive(seed, 2)


def named_agent(name, seed=0, book=None):
    """Return the SoloAgent of this name, see `find_agent`."""
    return SoloAgent(find_agent(name), book or edition(), seed)


def find_agent(name):
    """Return an agent by name: one of KINDS (names.py), a genome's .json file, or a class or function as 'file.py:Name'.

    A number after a colon is the effort of a searching kind, e.g. 'beam:8' (default: 16). Raises ValueError for an
    unknown name or a broken file.
    """
    check_name(name)
    kind, _, effort = split(name)
    if kind in KINDS:
        place, setting = KINDS[kind]
        return from_place("deckspace.agents.locm." + place)(
            **({setting: int(effort or EFFORT)} if setting else {})
        )
    if is_genome(name):
        return Greedy(from_json(Path(name).read_text(encoding="utf-8")), name=Path(name).stem)
    return from_outside(name)


def from_place(place):
    """Return the object with this dotted name in a module."""
    module, _, name = place.rpartition(".")
    return getattr(import_module(module), name)


def from_outside(name):
    """Return an agent from a class or function in a file or module; raises ValueError if it does not exist."""
    place, _, kind = name.rpartition(":")
    if place.endswith(".py"):
        spec = spec_from_file_location(Path(place).stem, place)
        module = sys.modules[spec.name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = import_module(place)
    if not hasattr(module, kind):
        raise ValueError(f"There is no {kind} in {place}.")
    found = getattr(module, kind)
    return found() if isinstance(found, type) else found


def warm(agent):
    """Compile everything that an agent needs, so that its first answer comes at once; return it."""
    rng = agent.rng
    agent.draft([1, 2, 3])
    game = position(side([3, 118], [3]), side(board=[3]))
    command_text(game, agent.book, agent.act(game))
    take(game, agent.book, PASS)
    agent.rng = rng
    return agent
