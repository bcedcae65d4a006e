"""An agent that answers one question at a time, as a bot or beside one, instead of whole games."""

import json
from pathlib import Path

import numpy as np

from deckspace.agents.locm.genomes import from_json
from deckspace.agents.locm.names import NAMES, check_name
from deckspace.agents.locm.players import Agent, choose, entrants, new_scratch, pick
from deckspace.compiling import njit
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import command_text, copy, position, side, take
from deckspace.engine.locm.state import DECK, PASS
from deckspace.engine.rng import derive
from deckspace.files import DATA

STRONG_OP = DATA / "agents" / "locm_strong_op.json"
EFFORT = 16  # of searching kinds, unless the name says another


class SoloAgent:
    """One of our agents with its own working space and its own stream of random numbers."""

    def __init__(self, agent, book, seed=0):
        self.agent, self.book, self.row = agent, book, entrants([agent], book)[0]
        self.scratch = new_scratch()
        self.rng = derive_seed(np.uint64(seed % 2**64))
        self.offers_seen = 0

    def draft(self, offer):
        """Return which of three offered card numbers the agent takes (0, 1 or 2)."""
        game = self.scratch.game
        self.scratch.offers[self.offers_seen % DECK] = offer  # what the enemy chooses from, too
        self.offers_seen += 1
        game.rng = self.rng
        choice = pick_one(game, self.book, self.row, np.array(offer, "u1"))
        self.rng = game.rng
        return int(choice)

    def act(self, game):
        """Return the action number that the agent, to move, takes; the game is left as it was."""
        own = copy(game)
        own.rng = self.rng
        action = choose_one(own, self.book, self.row, self.scratch)
        self.rng = own.rng
        return int(action)


@njit(cache=True)
def derive_seed(seed):
    """Return where an agent's own stream of random numbers begins."""
    return derive(seed, 2)


@njit(cache=True)
def pick_one(game, book, row, offer):
    """Let an agent answer one offer."""
    return pick(game, book, row, offer)


@njit(cache=True)
def choose_one(game, book, row, scratch):
    """Let an agent choose one action."""
    return choose(game, book, row, scratch)


def named_agent(name, seed=0, book=None):
    """Return the SoloAgent agent of this name, see `find_agent`."""
    return SoloAgent(find_agent(name), book or edition(), seed)


def find_agent(name):
    """Return an Agent by name: a kind that needs no genome, 'strong_op', or a genome's .json file.

    A number after a colon says how hard a searching kind thinks, e.g. 'beam:8' (16 if not said).
    Raises ValueError in a sentence for an unknown name or a broken file.
    """
    check_name(name)
    if name == "strong_op":
        return read_strong_op()
    kind, _, effort = name.partition(":")
    if kind in NAMES:
        return Agent(name, kind, effort=int(effort or EFFORT))
    return Agent(Path(name).stem, "greedy", from_json(Path(name).read_text(encoding="utf-8")))


def read_strong_op(path=STRONG_OP):
    """Return StrongOp, an evolved agent kept as data. Raises ValueError if it is not there."""
    if not Path(path).exists():
        raise ValueError(
            f"There is no StrongOp in '{path}': it is the best genome of a tree-from_linear run, kept as a JSON object with its 'genome'."
        )
    try:
        return Agent(
            "StrongOp",
            "greedy",
            from_json(json.dumps(json.loads(Path(path).read_text(encoding="utf-8"))["genome"])),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"The file '{path}' holds no genome for StrongOp: {error}") from None


def warm(agent):
    """Let an agent compile all it needs, so that its first answer does not have to wait; return it."""
    rng = agent.rng
    agent.draft([1, 2, 3])
    game = position(side([3, 118], [3]), side(board=[3]))
    command_text(game, agent.book, agent.act(game))
    take(game, agent.book, PASS)
    agent.rng = rng
    return agent
