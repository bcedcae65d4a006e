"""The league of Legends of Code and Magic: who plays, how two of them meet, and how long an action of each takes.

They are the entries of the roster (lib/deckspace/agents/roster.py), and more where somebody gives more.
"""

import time
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.locm.agent import about
from deckspace.agents.locm.players import GAME_SPEC, entrants, play_games
from deckspace.agents.roster import LEAGUE, roster
from deckspace.engine.locm.cards import edition
from deckspace.files import DATA, PACKAGE
from deckspace.league.counting import locm_actions
from deckspace.league.play import League

RULES = (  # what decides how games go, where nobody says how to tell
    PACKAGE / "engine" / "locm",
    PACKAGE / "agents" / "locm",
    DATA / "agents" / "locm_draft_worths.csv",
    DATA / "agents" / "locm_search_genome.json",
    DATA / "cards" / "locm.csv",
)


class Contender(NamedTuple):
    """Who plays in the league, what kind of agent that is (for figures), and from which paper it comes."""

    player: object  # an agent (lib/deckspace/agents/locm/agent.py)
    method: str
    paper: str = "locm"

    def about(self):
        """Return all that decides how it plays, as text."""
        return about(self.player)

    def plays_at(self, venue):
        return True


class Rules(NamedTuple):
    """The one venue: the official rules, with a draft before every game."""

    name: str = "official"

    def about(self):
        return self.name


def locm(more=(), rules=RULES) -> League:
    """Return the league of LoCM: of everybody in the roster, and of `more` entries like those there."""
    entries = [each for each in [*roster("locm").values(), *more] if LEAGUE in each.places]
    contenders = {each.name: Contender(each.agent(0), each.method, each.paper) for each in entries}
    return League("LoCM", contenders, {"official": Rules()}, meet, tuple(rules))


def meet(venue, one, other, games, seed):
    """Play `games` drafts, each on both seats; return a row for each seat, with the columns of lib/deckspace/league/play.py."""
    results, first = played(venue, one, other, games, seed)
    won = (results["winner"] == 0) == (first == 1)
    sums = pd.DataFrame({"first": first, "games": 1, "wins": won}).groupby("first", as_index=False).sum()
    return sums.assign(deck_one="", deck_other="", draws=0)


def played(venue, one, other, games, seed):
    """Play `games` drafts on both seats; return RESULT rows, and for each whether `one` plays first."""
    book, rows = edition(venue.name), games_of(games, seed)
    return play_games(rows, entrants([one.player, other.player], book), book), rows["second"]


def games_of(games, seed):
    """Return the GAME_SPEC rows of drafts that two players, 0 and 1, play on both seats."""
    rows = np.zeros(2 * games, GAME_SPEC)
    rows["draft"] = np.repeat(arena.game_seeds(seed, games), 2)
    rows["seed"] = arena.game_seeds(seed + 1, 2 * games)
    rows["first"] = np.arange(2 * games) % 2
    rows["second"] = 1 - rows["first"]
    return rows


def milliseconds(league, games=64) -> dict:
    """Return how many milliseconds of processor time an action takes each entry, {venue: {name: milliseconds}}.

    Everybody plays itself on one thread; the draft and what the rules take is part of it.
    """
    venue, times = next(iter(league.venues.values())), {}
    book = edition(venue.name)
    for name, entry in league.entries.items():
        table = entrants([entry.player, entry.player], book)
        locm_actions(games_of(1, 1), table, book)  # compiles, where that is still to be done
        began = time.thread_time()
        actions = locm_actions(games_of(games // 2, 1), table, book)
        times[name] = round(1000 * (time.thread_time() - began) / actions, 5)
    return {venue.name: times}
