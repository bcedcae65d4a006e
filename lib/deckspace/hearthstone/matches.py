"""Matches: many games of Hearthstone between agents, and their scores."""

from itertools import combinations, product

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.engine.hearthstone.decks import Deck
from deckspace.errors import BadInput, check_seed, check_whole
from deckspace.hearthstone.collection import cards, deck
from deckspace.hearthstone.collection import decks as known_decks
from deckspace.scores import Score, both_ways, by_name, field_of, names_of, progress_bar, score_table


def play(agents, decks=None, games=1000, *, seed=1, book="mesb", threads=None, progress=True) -> pd.DataFrame:
    """Let every agent play every other; return a DataFrame with a row for each ordered pair.

    `agents` is a list, or a dict that names them. An agent is one of this package or of your own (see `Agent`), or a
    function of a player's view (see `Game.view`) that returns one of its `actions`, which is far slower; an action has its
    `.text`, and the function may also return such a text ("end the turn") or the action's number. All agents play
    with all `decks` (anything that `deck` takes; None: all known ones of the card set), except that an agent given as a
    pair (agent, deck) plays with this deck. Each pair of agents plays `games` games, distributed as evenly as possible
    over both seats and all pairs of decks. The `seed` decides everything, whatever the number of `threads` (None: one
    per processor). `progress` shows a bar if tqdm is installed.

    The columns are agent, opponent, and those of a Score: score, low and high (per cent, a draw counts half, with
    Wilson's 95 % interval), games, wins and draws.

    Raises ValueError for fewer than two agents, an invalid number of games, a deck that is illegal in the card set
    `book` (a Book, or its name), and an illegal action of a function.

    >>> import deckspace as ds
    >>> table = ds.play([ds.Random(), ds.Beam("aggro")], "Starter Hunter", games=20, progress=False)
    >>> table[["agent", "opponent", "score", "games"]]
                  agent          opponent  score  games
    0          Random()  Beam() (peeking)   20.0     20
    1  Beam() (peeking)          Random()   80.0     20
    >>> def hasty(view):
    ...     return view["actions"][-1]
    >>> ds.play([hasty, ds.Random()], "Starter Hunter", games=10, progress=False).agent.tolist()
    ['hasty', 'Random()']
    """
    book = cards(book) if isinstance(book, str) else book
    agents = by_name(agents)
    rows, players = seated(agents, decks, book)
    meetings = list(combinations(agents, 2))
    specs = [specs_of(rows[one], rows[other], games, seed) for one, other in meetings]
    results = played(np.concatenate(specs), players, book, threads, progress).reshape(-1, games)
    met = {pair: score_of(own) for pair, own in zip(meetings, results, strict=True)}
    return score_table(both_ways(met, agents))


def evaluate(
    agent, field, decks=None, games=1000, *, each=False, seed=1, book="mesb", threads=None, progress=False
) -> Score | pd.DataFrame:
    """Return the Score of one agent against a field of others (or one).

    The field shares the games evenly if `games` is a multiple of a round: two games for each of the agent's decks with
    each deck of all others. Of a round that is not complete, a random part is played. With `each`, return a DataFrame
    with a row for each of the field, with the columns of `play`. All other arguments are those of `play`. For
    optimisation, use the same seed each time.

    >>> import deckspace as ds
    >>> ds.evaluate(ds.Beam("aggro"), [ds.Random(), ds.Beam("control")], games=200)
    60.0 [53.1, 66.5] in 200 games
    >>> field = {"chance": ds.Random(), "control": ds.Beam("control")}
    >>> ds.evaluate(ds.Beam("aggro"), field, "Starter Hunter", 200, each=True)[["opponent", "score", "games"]]
      opponent  score  games
    0   chance   85.0    100
    1  control    0.0    100
    """
    book = cards(book) if isinstance(book, str) else book
    field = field_of(field)
    rows, players = seated(dict(enumerate([agent, *field.values()])), decks, book)
    others = [row for number in range(1, len(rows)) for row in rows[number]]
    specs = specs_of(rows[0], others, games, seed)
    fewest = 2 * len(rows[0]) * len(others)
    if each and games < fewest:
        raise BadInput(
            f"Each pair of decks needs two games against each of the field: give games={fewest} or more."
        )
    results = played(specs, players, book, threads, progress)
    if not each:
        return score_of(results)
    other = np.maximum(specs["first"], specs["second"])  # the agent's own rows come first
    parts = {name: np.isin(other, rows[number]) for number, name in enumerate(field, 1)}
    return score_table(
        {(names_of([agent])[0], name): score_of(results[part]) for name, part in parts.items()}
    )


# --- Pairings ------------------------------------------------------------------------------


def seated(agents, decks, book):
    """Return {name: rows in the list of players} and the list: each agent with all decks, or with its own deck."""
    shared = None
    rows, players = {}, []
    for name, agent in agents.items():
        if isinstance(agent, tuple):
            agent, *own = agent
            if not own:
                raise ValueError("An agent in parentheses must be followed by its deck: (agent, deck).")
        else:
            shared = shared or decks_of(decks, book)
            own = shared
        own = [deck(each, book) for each in own]
        rows[name] = range(len(players), len(players) + len(own))
        players += [Player(agent, each.hero_class, each.cards) for each in own]
    if decks is not None and shared is None:
        raise ValueError("Each agent brings a deck of its own: leave out `decks`, which no agent would use.")
    return rows, players


def decks_of(decks, book):
    """Return the decks that all play with. Raises BadInput for an empty list."""
    if decks is None:
        return list(known_decks(book).values())
    found = [decks] if isinstance(decks, str | Deck) else list(decks)
    if not found:
        raise BadInput(
            'The decks must be at least one, as in ["Starter Hunter"]; None stands for all known ones.'
        )
    return found


def specs_of(ones, others, games, seed):
    """Return the rows (GAME_SPEC) of games between two lists of players: all pairs in turn, each on both seats.

    The seed decides the order of the pairs; in games with an even number, the first player of a pair is on side 0.
    """
    games, seed = check_whole("The number of games", games), check_seed(seed)
    pairs = np.random.default_rng(seed).permutation(list(product(ones, others)))
    specs = np.zeros(games, GAME_SPEC)
    specs["seed"] = arena.game_seeds(seed, games)
    specs["first"], specs["second"] = pairs[np.arange(games) // 2 % len(pairs)].T
    specs["first"][1::2], specs["second"][1::2] = specs["second"][1::2].copy(), specs["first"][1::2].copy()
    return specs


def score_of(results):
    """Return the Score of the first list of players of `specs_of`."""
    wins = (results["winner"] == np.arange(len(results)) % 2).sum()
    return Score.of(len(results), wins, (results["winner"] == 2).sum())


# --- Playing -------------------------------------------------------------------------------


def played(specs, players, book, threads, progress):
    """Play games between players and return their RESULT."""
    table = entrants(players, book)
    with progress_bar(len(specs), progress) as update:
        return arena.play(play_games, specs, table, book.record, threads=threads, progress=update)
