"""A round-robin competition of agents like that of 2018 (García-Sánchez et al. 2020, section 5.5).

Not all programs of the 33 entries of 2018 are available, so the field is our own. Each pair of entrants meets
with all nine pairings of the three decks, and each entrant begins half of the games. All keep their first
hands, as in 2018. There are three rounds:

    positions       searching agents may simulate a fixed number of positions per action; the decks as run
    milliseconds    the same with a fixed processor time per action: the only round whose games differ between
                    machines, and between repetitions on one machine
    printed         like `positions`, but with the decks as printed, in which all cards work

An entrant is fair or, if its name says so, peeks: it sees hidden information, as the simulator of 2018 let
every program do. Peeking entrants play only in the first round. Agents without a budget (`random`, the greedy
and the beam agents) play the same way in every round, and their games against each other are not repeated in
`milliseconds`.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.hearthstone.agent import Agent
from deckspace.agents.hearthstone.alphabeta import AlphaBeta
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.budget import Searcher
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.agents.hearthstone.greedy import WEIGHTS, as_programmed, published
from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.mcts import Mcts
from deckspace.agents.hearthstone.uniform import Random
from deckspace.deckbuilding import seed_of
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from study.papers.dsa_me.strategy import read_strategy
from study.papers.eva.conditions import CARDS, evolved, run_file
from study.papers.eva.contests import LETTERS

ROUNDS = {"positions": "as run", "milliseconds": "as run", "printed": "as printed"}  # the cards of each round
STRATEGY = "data/agents/dsa_me_strategy.json"
KEEP = "keep_all"  # of an opening hand
PEEKING = " (peeking)"
EVOLVED = {"as_run": "evolved", "as_printed": "evolved, decks as printed"}
SEARCHERS = {"lookahead": Lookahead, "MCTS": Mcts, "alpha-beta": AlphaBeta}
METHODS = {  # the method of each entrant, for figures
    "random": "random",
    "EVA": "evolved greedy",
    "best of the final 100": "evolved greedy",
    "greedy, equal weights": "greedy",
    "beam Aggro": "beam",
    "beam Control": "beam",
    "beam network": "beam",
    **dict(zip(SEARCHERS, ("lookahead", "MCTS", "alpha-beta"), strict=True)),
}
COLUMNS = "round one other deck_one deck_other games wins draws health turns".split()
EFFORT = [f"{what}_{who}" for what in ("decisions", "positions") for who in ("one", "other")]


class Round(NamedTuple):
    """A round: its name and its entrants, {name: Agent}, in the order of the field."""

    name: str
    agents: dict

    def pairs(self):
        """Return all pairs of names that play; in `milliseconds` only those with a budgeted agent."""
        all_pairs = list(combinations(self.agents, 2))
        if self.name != "milliseconds":
            return all_pairs
        return [pair for pair in all_pairs if any(isinstance(self.agents[each], Searcher) for each in pair)]


# --- The field -----------------------------------------------------------------------------


def rounds(positions, milliseconds, evolved=()):
    """Return all Rounds; `evolved`, {name: 21 weights}, are added to the permanent entrants.

    Raises ValueError for invalid budgets.
    """
    fair = field({"positions": positions}, dict(evolved))
    timed = field({"milliseconds": milliseconds}, dict(evolved))
    return [
        Round("positions", fair | peeking({"positions": positions})),
        Round("milliseconds", timed),
        Round("printed", fair),
    ]


def field(budget, evolved) -> dict[str, Agent]:
    """Return the fair entrants by name; `budget` is that of a Searcher."""
    greedy = {"EVA": published(), "best of the final 100": published("best of the tournament")}
    greedy |= {"greedy, equal weights": (1.0,) * len(WEIGHTS)} | evolved
    agents = {"random": Random(mulligan=KEEP)}
    agents |= {name: as_programmed(weights, fair=True) for name, weights in greedy.items()}
    agents |= beams(fair=True)
    return agents | {name: kind(**budget) for name, kind in SEARCHERS.items()}


def peeking(budget) -> dict[str, Agent]:
    """Return the peeking entrants by name."""
    agents = {"EVA": as_programmed(published())} | beams(fair=False)
    agents |= {name: kind(fair=False, **budget) for name, kind in SEARCHERS.items() if name != "lookahead"}
    return {name + PEEKING: agent for name, agent in agents.items()}


def beams(fair):
    """Return the two beam agents of MESB and DSA-ME's beam agent with its network."""
    how = {"fair": fair, "mulligan": KEEP}
    return {
        "beam Aggro": Beam("aggro", **how),
        "beam Control": Beam("control", **how),
        "beam network": Beam("network", read_strategy(STRATEGY).weights, **how),
    }


def champions(folder):
    """Return the weights of our champions, {name: 21 weights}, for each condition of EVOLVED run in `folder`.

    As in 2018, the champion is the best individual of the last generation of the first run.
    """
    found = {}
    for condition, name in EVOLVED.items():
        if run_file(folder, condition).exists():
            rows = evolved(folder, condition)
            rows = rows[rows.lives & (rows.run == rows.run.min())]
            best = rows[rows.generation == rows.generation.max()].sort_values("rank").iloc[0]
            found[name] = tuple(float(best[weight]) for weight in WEIGHTS)
    return found


# --- Games ---------------------------------------------------------------------------------


def meet(played, one, other, games, seed, threads=None):
    """Play `games` games between two entrants with each pairing of decks; return nine rows (COLUMNS, EFFORT).

    Wins are those of `one`. `health` (its hero's at the end minus the other's), `turns` (half turns),
    decisions and positions are sums over games. The seeds depend on the names, not on the rest of the field.
    """
    card_set, names = CARDS[ROUNDS[played.name]]
    decks = [deck(name) for name in names]
    players = [Player(played.agents[who], d.hero_class, d.cards) for who in (one, other) for d in decks]
    book = card_book(card_set)
    specs, one_begins = schedule(len(decks), games, seed_of(seed, played.name, one, other))
    table = entrants(players, book)
    results = arena.play(play_games, specs.ravel(), table, book.record, threads=threads).reshape(specs.shape)
    return tally(results, one_begins).assign(round=played.name, one=one, other=other)[COLUMNS + EFFORT]


def schedule(decks, games, seed):
    """Return the games of two entrants (GAME_SPEC, shaped (own deck, other's deck, games)) and who begins.

    Player d is `one` with deck d; player decks + d is `other` with deck d. They take turns to begin.
    """
    specs = np.zeros((decks, decks, games), GAME_SPEC)
    specs["seed"] = arena.game_seeds(seed, specs.size).reshape(specs.shape)
    one = np.broadcast_to(np.arange(decks)[:, None, None], specs.shape)
    other = np.broadcast_to(decks + np.arange(decks)[:, None], specs.shape)
    one_begins = np.broadcast_to(np.arange(games) % 2 == 0, specs.shape)
    specs["first"] = np.where(one_begins, one, other)
    specs["second"] = np.where(one_begins, other, one)
    return specs, one_begins


def tally(results, one_begins):
    """Sum the games of two entrants (RESULT, in the shape of `schedule`) to one row per pairing of decks."""
    n, _, games = results.shape
    place = np.where(one_begins, 0, 1)[..., None]
    sides = {name: np.take_along_axis(results["sides"][name], place, 3)[..., 0] for name in _OF_SIDES}
    others = {name: np.take_along_axis(results["sides"][name], 1 - place, 3)[..., 0] for name in _OF_SIDES}
    columns = {
        "deck_one": np.repeat(list(LETTERS[:n]), n),
        "deck_other": np.tile(list(LETTERS[:n]), n),
        "games": np.full(n * n, games),
        "wins": (results["winner"] == place[..., 0]).sum(axis=2).ravel(),
        "draws": (results["winner"] == 2).sum(axis=2).ravel(),
        "health": (sides["health"].astype(int) - others["health"]).sum(axis=2).ravel(),
        "turns": results["turns"].astype(int).sum(axis=2).ravel(),
    }
    for who, those in (("one", sides), ("other", others)):
        columns[f"decisions_{who}"] = those["plans"].astype(int).sum(axis=2).ravel()
        columns[f"positions_{who}"] = those["nodes"].sum(axis=2).ravel()
    return pd.DataFrame(columns)


_OF_SIDES = ("health", "plans", "nodes")


def ladder(budgets, evolved=()):
    """Return (Round, name) for each searching agent with each budget of positions, matched against EVA."""
    jobs = []
    for positions in budgets:
        agents = field({"positions": positions}, dict(evolved))
        for name in SEARCHERS:
            entrant = f"{name}, {positions} positions"
            jobs.append((Round("positions", {entrant: agents[name], "EVA": agents["EVA"]}), entrant))
    return jobs
