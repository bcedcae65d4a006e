"""The league of Legends of Code and Magic: who plays, how two entries meet, and how long an action of each takes.

To enter another agent, add a line to `ENTRIES`. Beside these play the best of the first evolution under each condition of
the paper, ours and the authors' (`authors:`), by the names that they have in the paper's tournament.
"""

import time
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.locm.genomes import to_json
from deckspace.agents.locm.players import GAME_SPEC, Agent, entrants, play_games
from deckspace.agents.locm.solo import read_strong_op
from deckspace.engine.locm.cards import edition
from deckspace.league.counting import locm_actions
from deckspace.league.play import League
from study.papers.locm import authors
from study.papers.locm.conditions import CONDITIONS, run_file
from study.papers.locm.tournament import finalists

RULES = (
    "lib/deckspace/data/agents/locm_draft_worths.csv",
    "lib/deckspace/data/agents/locm_search_genome.json",
    "lib/deckspace/data/cards/locm.csv",
    "data/fingerprints/locm/tournament.json",
)
ENTRIES = {  # name: (method, agent)
    "random": ("random", lambda name: Agent(name, "random")),
    "Baseline1": ("script", lambda name: Agent(name, "baseline1")),
    "Baseline2": ("script", lambda name: Agent(name, "baseline2")),
    "WeakOp": ("script", lambda name: Agent(name, "weak_op")),
    "StrongOp": ("evolved", lambda name: read_strong_op()),
    "Beam": ("beam", lambda name: Agent(name, "beam", effort=16)),
    "MCTS": ("MCTS", lambda name: Agent(name, "mcts", effort=200)),
}
OURS, THEIRS = "evolved", "evolved by the authors"


class Entry(NamedTuple):
    """A line of the roster: who plays, what kind of agent that is (for figures), and from which paper it comes."""

    player: Agent
    method: str
    paper: str = "locm"

    def about(self):
        """Return all that decides how this entry plays, as text."""
        genome = self.player.genome
        return f"{self.player.kind} {self.player.effort} {genome and to_json(genome)}"

    def plays_at(self, venue):
        return True


class Rules(NamedTuple):
    """The one venue: the official rules, with a draft before every game."""

    name: str = "official"

    def about(self):
        return self.name


def locm(runs=None) -> League:
    """Return the league of LoCM; `runs` is a folder of evolutions, without which nobody of ours who evolved plays."""
    entries = {name: Entry(make(name), method) for name, (method, make) in ENTRIES.items()}
    venues = {"official": Rules()}
    return League("LoCM", entries | ours(runs) | theirs(), venues, meet, RULES)


def ours(folder) -> dict:
    """Return the best of the first evolution under each condition that has been run."""
    there = [name for name in CONDITIONS if folder and run_file(folder, name).exists()]
    found = [next(iter(finalists(folder, name, "official"))) for name in there]
    return {agent.name: Entry(agent, OURS) for agent in found}


def theirs() -> dict:
    """Return the same of the authors' own evolutions."""
    first = {}
    for name, genome in authors.finalists().items():
        first.setdefault(name.partition("/")[0], Agent(f"authors:{name}", "greedy", genome))
    return {agent.name: Entry(agent, THEIRS) for agent in first.values()}


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
