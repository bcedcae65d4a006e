"""The league of Hearthstone: who plays, how two of them meet, and how long an action of each takes.

They are the entries of the roster (lib/deckspace/agents/roster.py), and more where somebody gives more.
"""

import hashlib
import time
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd
import torch

from deckspace import arena
from deckspace.agents.hearthstone.entrants import Entrants, agent_of
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.agents.hearthstone.outside import Outside
from deckspace.agents.roster import LEAGUE, roster
from deckspace.files import DATA, PACKAGE
from deckspace.league.counting import Counted, hearthstone_actions
from deckspace.league.play import League
from deckspace.league.venues import venues
from deckspace.learning.hearthstone.matches import Match
from deckspace.learning.hearthstone.weights import judged, load_policy

RULES = (  # what decides how games go, where nobody says how to tell
    PACKAGE / "engine" / "hearthstone",
    PACKAGE / "agents" / "hearthstone",
    DATA / "cards" / "mastering_2015.csv",
    DATA / "cards" / "mesb.csv",
)
PLACES = 512  # games side by side


def hearthstone(positions, suites, drawn, more=(), rules=RULES) -> League:
    """Return the league of Hearthstone: of everybody in the roster, and of `more` entries like those there.

    Agents with a budget may simulate `positions` for each action; `suites` and `drawn` say with which decks (venues.py).
    Raises ValueError for a budget that is none, and BrokenFile for a file of weights that cannot be read.
    """
    torch.set_num_threads(1)  # so that a pair's games are the same on however many threads pairs are played
    entries = [each for each in [*roster("hearthstone").values(), *more] if LEAGUE in each.places]
    contenders = {each.name: contender(each, positions) for each in entries}
    return League("Hearthstone", contenders, venues(suites, drawn), meet, tuple(rules))


# --- Who plays -----------------------------------------------------------------------------


class Contender(NamedTuple):
    """Who plays in the league, what kind of agent that is (for figures), and from which paper it comes."""

    player: object  # an Agent of lib/deckspace/agents/hearthstone, or a policy
    method: str
    paper: str
    game: object = None  # of a policy: the Game that it has learnt
    key: str = ""  # of a policy: the checksum of its weights

    def about(self):
        """Return all that decides how it plays, as text."""
        return self.key or hashlib.sha256(self.player.about().encode()).hexdigest()

    def plays_at(self, venue):
        """Tell whether it can play at a venue: a policy plays the game that it has learnt, an agent any.

        A function of a view, which is not compiled, plays where no policy does.
        """
        if isinstance(self.player, Outside):
            return venue.name == "classic"
        return self.game is None or self.game == venue.game


def contender(entry, positions) -> Contender:
    """Return an entry of the roster as it plays."""
    if entry.weights:
        policy, game, record = load_policy(entry.weights)
        return Contender(policy, entry.method, entry.paper, judged(game), record["sha256"])
    return Contender(alike(entry.agent(positions)), entry.method, entry.paper)


def alike(agent):
    """Return an agent that exchanges its first hand as everybody in the league does: what costs more than 3 goes."""
    return replace(agent_of(agent), mulligan="keep_cheap")


# --- How two of them meet ------------------------------------------------------------------


def meet(venue, one, other, games, seed):
    """Play `games` games of each pairing of decks on each seat; return a row for each pairing and seat.

    Columns: deck_one, deck_other, first (1: `one` moved first), games, and the wins and draws of `one`.
    """
    spec = schedule(len(venue.decks), games)
    results = np.concatenate([
        results_of(venue, one, other, part, seed + k) for k, part in enumerate(parts(spec, PLACES))
    ])  # fmt: skip
    names = np.array(list(venue.decks), object)
    spec = spec.assign(games=1, wins=results == 1, draws=results == 0)
    sums = spec.groupby(["one", "other", "first"], as_index=False)[["games", "wins", "draws"]].sum()
    return sums.assign(deck_one=names[sums.one], deck_other=names[sums.other])


def schedule(decks, games) -> pd.DataFrame:
    """Return a row for each game of two entries: the decks of both, and whether the first named moves first."""
    n = decks * decks * 2 * games
    pairing, rest = np.divmod(np.arange(n), 2 * games)
    return pd.DataFrame({"one": pairing // decks, "other": pairing % decks, "first": 1 - rest % 2})


def parts(table, n):
    """Yield the rows of a table, at most n of them at a time."""
    for start in range(0, len(table), n):
        yield table[start : start + n]


def results_of(venue, one, other, spec, seed):
    """Play a game for each row of a schedule; return 1, 0 or -1 each: `one` has won, nobody, the other."""
    if venue.is_whole and not (one.game or other.game):
        return compiled(venue, one, other, spec, seed)
    pairs, side = spec[["one", "other"]].to_numpy(), 1 - spec["first"].to_numpy()
    how = dict(pairs=pairs, side=side, places=len(spec), seed=seed % 2**63)
    match = Match(one.player, other.player, venue.game, venue.records, **how)
    return match.play_out(np.ones(len(spec), int)).result


def compiled(venue, one, other, spec, seed):
    """The same for two agents in whole games, which play in one compiled loop."""
    results = played(venue, one, other, spec, seed)
    return np.choose(results["winner"], [1, -1, 0]) * np.where(spec["first"], 1, -1)


def played(venue, one, other, spec, seed):
    """Play a game for each row of a schedule, by two agents; return RESULT rows."""
    return play_games(games_of(venue, spec, seed), seated(venue, one, other), venue.book.record)


def games_of(venue, spec, seed):
    """Return the GAME_SPEC rows of a schedule, of players as in `seated`."""
    decks, games = len(venue.decks), np.zeros(len(spec), GAME_SPEC)
    own, others = spec["one"].to_numpy(), decks + spec["other"].to_numpy()
    games["seed"] = arena.game_seeds(seed, len(spec))
    games["first"] = np.where(spec["first"], own, others)
    games["second"] = np.where(spec["first"], others, own)
    return games


def seated(venue, one, other):
    """Return as Entrants both agents with each deck of the venue: first one's, then the other's."""
    n = len(venue.decks)
    return Entrants([one.player] * n + [other.player] * n, np.tile(venue.records, 2), venue.book)


# --- How long an action takes --------------------------------------------------------------


def milliseconds(league, games=128) -> dict:
    """Return how many milliseconds of processor time an action takes each entry, {venue: {name: milliseconds}}.

    Everybody plays itself on one thread, all games of a venue with the same decks and the same seed; what the rules
    take is part of it. Ending a turn is an action, too; the time of agents that plan several at once is shared among them.
    """
    return {
        name: {
            who: timed(venue, entry, games)
            for who, entry in league.entries.items()
            if entry.plays_at(venue)
        }
        for name, venue in league.venues.items()
    }  # fmt: skip


def timed(venue, entry, games):
    """Return how many milliseconds of processor time an action takes an entry that plays itself."""
    if venue.is_whole and not entry.game:
        spec = games_of(venue, schedule(len(venue.decks), 1)[:games], seed=1)
        play = partial(hearthstone_actions, table=seated(venue, entry, entry), book=venue.book.record)
        play(spec[:1])  # compiles, where that is still to be done
        began = time.thread_time()
        actions = play(spec)
        seconds = time.thread_time() - began
    else:
        new = partial(Counted, entry.player, entry.player, venue.game, venue.records, places=games, seed=1)
        new().play(1)
        match = new()
        match.play(games)
        actions, seconds = match.actions, match.seconds
    return round(1000 * seconds / actions, 5)
