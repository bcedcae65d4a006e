"""Who can be met at the table: the papers' agents by name, each with the card set of its paper.

    opponents()["beam Control"].agent         # a way to play, as batches of games know it

They are the field of EVA's competition (notebooks/41_eva_competition.ipynb), fair agents and some that peek by name, and
trained policies (learnt.py): those of mastering's ladder know one small game, the players of the whole card pool three
heroes.
"""

import json
from functools import cache
from typing import NamedTuple

from deckspace.agents.hearthstone.agent import Agent
from deckspace.agents.hearthstone.alphabeta import AlphaBeta
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.greedy import WEIGHTS, Greedy, as_programmed, published
from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.mcts import Mcts
from deckspace.agents.hearthstone.uniform import Random
from deckspace.table import learnt
from deckspace.table.decks import BUILT, OF_PAPERS
from deckspace.table.rated import SCALE, in_words, own_decks, rating_of
from deckspace.table.rules import SMALL, WHOLE_POOL
from study import HOME
from study.papers.mastering import players
from study.pipeline.execute import section

POSITIONS = 10_000  # simulated for each action by those that search: about a tenth of a second
OWN_SETS = {"beam Aggro": "mesb", "beam Control": "mesb", "beam network": "dsa_me", "random": "mesb"}
EVA = "eva_2018"
PEEKING = " (peeking)"
STRATEGY = "data/agents/dsa_me_strategy.json"
IN_LEAGUE = {  # who is called differently there
    "best of the final 100": "EVA, best of the final 100",
    "lookahead": "lookahead, full budget",
}
SEARCHES = (
    "MCTS",
    "alpha-beta",
    "lookahead",
)  # how many positions they may try is part of how strong they are
SAYS = {
    "random": "takes any legal action",
    "beam Aggro": "searches its turn for damage to your hero (Fontaine et al. 2019)",
    "beam Control": "searches its turn for control of the board (Fontaine et al. 2019)",
    "beam network": "searches its turn by an evolved network (Zhang et al. 2022)",
    "EVA": "one action at a time, by 21 evolved weights (García-Sánchez et al. 2020)",
    "best of the final 100": "as EVA, with the weights that won the authors' last tournament",
    "greedy, equal weights": "as EVA, with all weights 1",
    "lookahead": "tries every action and judges what comes of it",
    "MCTS": "Monte Carlo tree search",
    "alpha-beta": "alpha-beta search over guesses at what is hidden",
}
LEARNT = (
    "learnt by playing itself, a step of the ladder of Xiao et al. (2023). It knows the small game alone, so both sides "
    "play that: one of the decks that it was tested with, 8 cards for Mage or Hunter, and 12 health"
)


class Opponent(NamedTuple):
    """Who can be met: its name, how it plays, the card set of its paper, and a few words about it."""

    name: str
    agent: Agent
    card_set: str
    says: str
    only: str | None = None  # the one card set that it knows; None: any
    heroes: tuple = ()  # the only heroes that it knows, on either side; (): any
    brings: str = OF_PAPERS  # which decks, if nobody says: where they are from

    @property
    def compiles(self):
        """Whether its code is compiled the first time that it is met (one to three minutes)."""
        return isinstance(self.agent, Greedy)

    @property
    def rating(self):
        """What the league says of it, None where it is not rated."""
        if self.only == SMALL:
            return rating_of("small_game", self.name.removeprefix(learnt.NAME))
        plain = self.name.removesuffix(PEEKING)
        return rating_of("hearthstone", IN_LEAGUE.get(plain, plain) + self.name[len(plain) :])

    @property
    def rated(self):
        """Its rating in words; of a search also how many positions it tries there, of who has none what is known instead."""
        words = in_words(self.rating)
        if not self.rating and self.brings == BUILT:
            shares = own_decks((HOME / players.PLAYERS[self.name].decks).with_name("strength.csv"))
            words += ", for most decks there are of heroes that it does not know"
            words += f"; {shares}" if shares else ""
        if self.rating and self.only == SMALL:
            words += " among all who play the small game"
        if self.rating and self.heroes:
            words += " with nine decks there, six of which it had never seen"
        if self.rating and self.name.removesuffix(PEEKING) in SEARCHES:
            words += f", trying {league_positions():,} positions for an action there and {POSITIONS:,} here"
        return words


@cache
def opponents() -> dict[str, Opponent]:
    """Return all opponents by name, those that are ready at once first."""
    agents = field(fair=True) | {name + PEEKING: agent for name, agent in field(fair=False).items()}
    known = {name: Opponent(name, agent, card_set_of(name), told(name)) for name, agent in agents.items()}
    known |= {name: of_whole_games(name, agent) for name, agent in learnt.of_whole_games().items()}
    return known | {
        name: Opponent(name, agent, SMALL, LEARNT, SMALL) for name, agent in learnt.found().items()
    }


def of_whole_games(name, agent):
    """Return a player of the whole card pool as an opponent."""
    one = players.PLAYERS[name]
    brings = BUILT if one.decks else OF_PAPERS
    return Opponent(name, agent, WHOLE_POOL, one.says, WHOLE_POOL, one.heroes, brings)


def field(fair) -> dict[str, Agent]:
    """Return the agents that are fair, or those that peek, by name; who is ready at once comes first."""
    how = {"fair": fair, "mulligan": "keep_all"}
    agents = {"beam Control": Beam("control", **how), "beam Aggro": Beam("aggro", **how)}
    agents["beam network"] = Beam("network", network_weights(), **how)
    agents["MCTS"] = Mcts(positions=POSITIONS, fair=fair)
    agents["alpha-beta"] = AlphaBeta(positions=POSITIONS, fair=fair)
    if fair:
        agents["lookahead"] = Lookahead(positions=POSITIONS)
        agents["random"] = Random(mulligan="keep_all")
    agents["EVA"] = as_programmed(published(), fair=fair)
    if fair:
        agents["best of the final 100"] = as_programmed(published("best of the tournament"), fair=True)
        agents["greedy, equal weights"] = as_programmed((1.0,) * len(WEIGHTS), fair=True)
    return agents


@cache
def league_positions():
    """Return how many positions those that search may try for an action in the league that rates them."""
    return section(f"league.{SCALE}.play")["positions"]


def network_weights():
    """Return the weights of the network that plays DSA-ME's games."""
    return tuple(json.loads((HOME / STRATEGY).read_text())["weights"])


def opponent(name) -> Opponent:
    """Return the opponent of this name; raises ValueError for any other."""
    known = opponents()
    if name not in known:
        raise ValueError(f"There is no opponent {name!r}; choose one of {', '.join(known)}.")
    return known[name]


def card_set_of(name):
    """Return the card set of the paper that an agent is from."""
    return OWN_SETS.get(name.removesuffix(PEEKING), EVA)


def told(name):
    """Return a few words about an agent."""
    plain = name.removesuffix(PEEKING)
    return SAYS[plain] + "; sees hidden cards" * (plain != name)
