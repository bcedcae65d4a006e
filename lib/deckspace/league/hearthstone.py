"""The Hearthstone league: its contenders, the games of each pair, and the time per action.

The contenders are the entries of the roster (lib/deckspace/agents/roster.py), and those that a caller adds.
"""

import hashlib
import time
from dataclasses import replace
from functools import partial, wraps
from typing import NamedTuple

import numpy as np
import pandas as pd
import torch

from deckspace import arena
from deckspace.agents.hearthstone.entrants import Entrants, agent_of
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.agents.hearthstone.outside import Outside
from deckspace.agents.roster import LEAGUE, roster
from deckspace.errors import BadInput
from deckspace.files import DATA, PACKAGE
from deckspace.league.counting import Counted, hearthstone_actions
from deckspace.league.play import League
from deckspace.league.venues import venues
from deckspace.learning.hearthstone.decks import built_decks
from deckspace.learning.hearthstone.matches import Match
from deckspace.learning.hearthstone.weights import judged, load_policy

RULES = (  # the default files on which the course of games depends
    PACKAGE / "engine" / "hearthstone",
    PACKAGE / "agents" / "hearthstone",
    DATA / "cards" / "mastering_2015.csv",
    DATA / "cards" / "mesb.csv",
)
PLACES = 512  # games played in parallel


def hearthstone(positions, suites, drawn, more=(), rules=RULES) -> League:
    """Return the Hearthstone league of all entries in the roster and of `more` entries.

    Agents with a budget may simulate `positions` positions per action; `suites` and `drawn` select the decks (venues.py).
    Raises ValueError for an invalid budget, BrokenFile for a file of weights that cannot be read, and BadInput for an agent
    that has learnt other cards or heroes than those with which functions of a view play.
    """
    torch.set_num_threads(1)  # so that a pair's games do not depend on the number of threads
    entries = [each for each in [*roster("hearthstone").values(), *more] if LEAGUE in each.places]
    contenders = {each.name: contender(each, positions) for each in entries}
    own = [(contenders[each.name].game, built_decks(each.decks)) for each in entries if each.decks]
    places = venues(suites, drawn, *own[:1])
    for name, each in contenders.items():
        if hasattr(each.player, "learnt"):
            check_learnt(name, each.player.learnt, places["classic"])
    return League("Hearthstone", contenders, places, meet, tuple(rules))


def check_learnt(name, learnt, venue):
    """Raise BadInput unless an agent that has learnt a game knows the cards and the heroes of a venue."""
    heroes = {hero: deck for deck, (hero, _) in reversed(venue.decks.items())}  # of each hero the first deck
    if learnt.card_set != venue.game.card_set or not {*heroes} <= {*learnt.heroes}:
        known, wanted = (", ".join(each.title() for each in who) for who in (learnt.heroes, reversed(heroes)))
        raise BadInput(
            f"The policy '{name}' knows only the cards of '{learnt.card_set}' and the heroes {known}, but the league plays "
            f"with the cards of '{venue.game.card_set}' and the heroes {wanted}: train it with given decks of all of "
            f"them, as in HearthstoneVector(64, decks={[*heroes.values()][::-1]})."
        )


# --- Contenders ----------------------------------------------------------------------------


class Contender(NamedTuple):
    """A player of the league, its kind (for figures), and its paper."""

    player: object  # an Agent of lib/deckspace/agents/hearthstone, or a policy
    method: str
    paper: str
    game: object = None  # for a policy: the Game that it has learnt
    key: str = ""  # what determines how it plays, before any game: of a policy the checksum of its weights

    is_timed = True

    def about(self):
        """Return a text that determines how it plays."""
        return self.key

    def plays_at(self, venue):
        """Tell whether it can play at a venue: a policy plays only the game that it has learnt, an agent any game.

        A function of a view, which is not compiled, plays only where no policy does.
        """
        if isinstance(self.player, Outside):
            return venue.name == "classic"
        return self.game is None or self.game == venue.game


def contender(entry, positions) -> Contender:
    """Return the Contender of an entry of the roster."""
    if entry.weights:
        policy, game, record = load_policy(entry.weights)
        return Contender(policy, entry.method, entry.paper, judged(game), record["sha256"])
    player = with_common_mulligan(entry.agent(positions))
    key = hashlib.sha256(player.about().encode()).hexdigest()
    return Contender(player, entry.method, entry.paper, key=key)


def with_common_mulligan(agent):
    """Return an agent with the mulligan of the league, which exchanges cards that cost more than 3."""
    return replace(agent_of(agent), mulligan="keep_cheap")


# --- Games of a pair -----------------------------------------------------------------------


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
    """Return a row for each game of two entries: both decks, and whether entry `one` moves first."""
    n = decks * decks * 2 * games
    pairing, rest = np.divmod(np.arange(n), 2 * games)
    return pd.DataFrame({"one": pairing // decks, "other": pairing % decks, "first": 1 - rest % 2})


def parts(table, n):
    """Yield a table in parts of at most n rows."""
    for start in range(0, len(table), n):
        yield table[start : start + n]


def results_of(venue, one, other, spec, seed):
    """Play a game for each row of a schedule; return 1, 0 or -1 for each: `one` won, drew, or lost."""
    if venue.is_whole and not (one.game or other.game):
        return compiled(venue, one, other, spec, seed)
    pairs, side = spec[["one", "other"]].to_numpy(), 1 - spec["first"].to_numpy()
    how = dict(pairs=pairs, side=side, places=len(spec), seed=seed % 2**63, likeliest=True)
    match = Match(one.player, other.player, venue.game, venue.records, **how)
    return match.play_out(np.ones(len(spec), int)).result


def compiled(venue, one, other, spec, seed):
    """Return the same results for two agents in whole games, which play in one compiled loop."""
    results = played(venue, one, other, spec, seed)
    return np.choose(results["winner"], [1, -1, 0]) * np.where(spec["first"], 1, -1)


def played(venue, one, other, spec, seed):
    """Play a game between two agents for each row of a schedule; return RESULT rows."""
    return play_games(games_of(venue, spec, seed), seated(venue, one, other), venue.book.record)


def games_of(venue, spec, seed):
    """Return the GAME_SPEC rows of a schedule, for the players of `seated`."""
    decks, games = len(venue.decks), np.zeros(len(spec), GAME_SPEC)
    own, others = spec["one"].to_numpy(), decks + spec["other"].to_numpy()
    games["seed"] = arena.game_seeds(seed, len(spec))
    games["first"] = np.where(spec["first"], own, others)
    games["second"] = np.where(spec["first"], others, own)
    return games


def seated(venue, one, other):
    """Return the Entrants of both agents with each deck of the venue: first those of `one`, then of `other`."""
    n = len(venue.decks)
    return Entrants([one.player] * n + [other.player] * n, np.tile(venue.records, 2), venue.book)


# --- Time per action -----------------------------------------------------------------------


def milliseconds(league, games=128) -> dict:
    """Return each entry's milliseconds of processor time per action, {venue: {name: milliseconds}}.

    They are measured in self-matches on one thread, with the same decks and seed for all entries of a venue, and include
    the time of the rules. Ending a turn is an action, too; the time of a plan is shared among its actions.
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
    """Return the milliseconds of processor time per action of an entry in self-matches."""
    if isinstance(entry.player, Outside):
        return timed_function(venue, entry.player, games // 16)
    if venue.is_whole and not entry.game:
        spec = games_of(venue, schedule(len(venue.decks), 1)[:games], seed=1)
        play = partial(hearthstone_actions, table=seated(venue, entry, entry), book=venue.book.record)
        play(spec[:1])  # compiles if necessary
        start = time.thread_time()
        actions = play(spec)
        seconds = time.thread_time() - start
    else:
        new = partial(Counted, entry.player, entry.player, venue.game, venue.records, places=games, seed=1)
        new().play(1)
        match = new()
        match.play(games)
        actions, seconds = match.actions, match.seconds
    return round(1000 * seconds / actions, 5)


def timed_function(venue, player, games):
    """Return the same for a function of a view; its calls are its actions."""
    asked = []

    @wraps(player.function)
    def counted(view):
        asked.append(1)
        return player.function(view)

    entry = Contender(replace(player, function=counted), "", "")
    spec = schedule(len(venue.decks), 1)[:games]
    played(venue, entry, entry, spec[:1], seed=1)  # compiles if necessary
    asked.clear()
    start = time.thread_time()
    played(venue, entry, entry, spec, seed=1)
    return round(1000 * (time.thread_time() - start) / len(asked), 5)
