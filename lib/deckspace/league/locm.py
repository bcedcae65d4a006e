"""The LoCM league: its contenders, the games of each pair, and the time per action.

The contenders are the entries of the roster (lib/deckspace/agents/roster.py), and those that a caller adds.
"""

import time
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.locm.agent import about
from deckspace.agents.locm.contest import as_agent, contest
from deckspace.agents.locm.external import Program
from deckspace.agents.locm.players import GAME_SPEC, entrants, plays_compiled
from deckspace.agents.roster import LEAGUE, roster
from deckspace.engine.locm.cards import edition
from deckspace.files import DATA, PACKAGE
from deckspace.league.counting import locm_actions
from deckspace.league.play import League

RULES = (  # the default files on which the course of games depends
    PACKAGE / "engine" / "locm",
    PACKAGE / "agents" / "locm",
    DATA / "agents" / "locm_draft_worths.csv",
    DATA / "agents" / "locm_search_genome.json",
    DATA / "cards" / "locm.csv",
)


# The editions that are played, and the version that each belongs to.
VENUES = {"official": "1.2", "1.5": "1.5"}


class Contender(NamedTuple):
    """A player of the league, its kind (for figures), and its paper."""

    player: object  # an agent (lib/deckspace/agents/locm/agent.py), or a Program (external.py)
    method: str
    paper: str = "locm"
    key: str = ""  # `about` before any game: playing may change a player

    def about(self):
        """Return a text that determines how it plays."""
        return self.key or about(self.player)

    @property
    def is_timed(self):
        """Whether its time per action is measured: most of a program's is that of starting it."""
        return not isinstance(self.player, Program)

    def plays_at(self, venue):
        """Tell whether it can play at a venue: in the `versions` that it names, or in both."""
        return venue.version in getattr(self.player, "versions", (venue.version,))


def playable(agent):
    """Return an agent as it is and a genome as a greedy agent. Raises ValueError for anything else."""
    agent = as_agent(agent)
    if not isinstance(agent, Program):
        plays_compiled(agent)
    return agent


class Rules(NamedTuple):
    """A venue: an edition. Before every game there is a draft, or in version 1.5 a construction from new cards."""

    name: str

    pairings = 1  # every draft has decks of its own

    @property
    def version(self):
        return VENUES[self.name]

    def about(self):
        return self.name


def locm(more=(), rules=RULES) -> League:
    """Return the LoCM league of all entries in the roster and of `more` entries."""
    entries = [each for each in [*roster("locm").values(), *more] if LEAGUE in each.places]
    players = [playable(each.agent(0)) for each in entries]
    contenders = {
        each.name: Contender(player, each.method, each.paper, about(player))
        for each, player in zip(entries, players, strict=True)
    }
    return League("LoCM", contenders, {name: Rules(name) for name in VENUES}, meet, tuple(rules))


def meet(venue, one, other, games, seed):
    """Play `games` drafts or sets of cards on both seats; return a row for each seat, with the columns of `play.COLUMNS`."""
    results, first = played(venue, one, other, games, seed)
    won = (results["winner"] == 0) == (first == 1)
    sums = pd.DataFrame({"first": first, "games": 1, "wins": won}).groupby("first", as_index=False).sum()
    return sums.assign(deck_one="", deck_other="", draws=0)


def played(venue, one, other, games, seed):
    """Play `games` drafts on both seats; return RESULT rows, and for each whether `one` plays first."""
    rows = games_of(games, seed)
    return contest(edition(venue.name), threads=1)(rows, [one.player, other.player]), rows["second"]


def games_of(games, seed):
    """Return the GAME_SPEC rows of drafts that two players, 0 and 1, play on both seats."""
    rows = np.zeros(2 * games, GAME_SPEC)
    rows["draft"] = np.repeat(arena.game_seeds(seed, games), 2)
    rows["seed"] = arena.game_seeds(seed + 1, 2 * games)
    rows["first"] = np.arange(2 * games) % 2
    rows["second"] = 1 - rows["first"]
    return rows


def milliseconds(league, games=64) -> dict:
    """Return each entry's milliseconds of processor time per action where it plays, {venue: {name: milliseconds}}.

    They are measured in self-matches on one thread, and include the time of drafts or of new cards and decks, and of the
    rules.
    """
    return {
        name: {
            who: timed(venue, entry.player, games)
            for who, entry in league.entries.items()
            if entry.is_timed and entry.plays_at(venue)
        }
        for name, venue in league.venues.items()
    }


def timed(venue, player, games):
    """Return the milliseconds of processor time per action of a player in self-matches."""
    book = edition(venue.name)
    table = entrants([player, player], book)
    locm_actions(games_of(1, 1), table, book)  # compiles if necessary
    start = time.thread_time()
    actions = locm_actions(games_of(games // 2, 1), table, book)
    return round(1000 * (time.thread_time() - start) / actions, 5)
